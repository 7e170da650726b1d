package twin

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"

	"github.com/evoke-go/evoke/internal/program"
)

// workplace is the folder in which a run keeps its results so far. Below an archive it survives a killed run, and the
// next run continues there.
type workplace struct {
	dir string
	// earlier are the journals of killed runs, oldest first.
	earlier []string
	// same says that these runs had the same task and the same program: their scores and counts are valid. Otherwise
	// only their tests are used.
	same    bool
	release func() // nil for a folder that is removed with the run
}

// The parts of a workplace below an archive.
const (
	workplaceDir = "run"
	identityName = "identity"
	lockName     = "lock"
	journalsOf   = "worker-*.journal"
	earlierOnes  = "earlier-*.journal"
)

// lockTime is how long a run waits for another run of the same test. After that it uses a workplace that does not
// survive it.
const lockTime = 2 * time.Second

// workplace opens the folder for a run. The identity distinguishes programs and tasks. Runs that write nothing use the
// temporary folder.
func (k *keeper) workplace(temp, identity string) (*workplace, error) {
	w := &workplace{dir: temp}
	if k.dir == "" || !k.writes {
		return w, nil
	}
	dir, err := filepath.Abs(filepath.Join(k.dir, workplaceDir)) // the working folder of other processes may differ
	if err == nil {
		err = os.MkdirAll(dir, 0o700)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, ".gitignore"), []byte("*\n"), 0o644)
	}
	if err != nil {
		return nil, fmt.Errorf("evoke: the folder for what the search finds: %w", err)
	}
	if w.release = lock(filepath.Join(dir, lockName)); w.release == nil {
		return w, nil
	}
	w.dir = dir
	if err := w.inherit(identity); err != nil {
		w.release()
		return nil, fmt.Errorf("evoke: what an earlier run left: %w", err)
	}
	return w, nil
}

// lock locks a file. It returns nil if another process holds the lock, or if
// the file system has no locks.
func lock(name string) (release func()) {
	locked := make(chan func(), 1)
	go func() {
		release, err := lockedfile.MutexAt(name).Lock()
		if err != nil {
			release = nil
		}
		locked <- release
	}()
	select {
	case release = <-locked:
		return release
	case <-time.After(lockTime):
		go func() {
			if late := <-locked; late != nil {
				late()
			}
		}()
		return nil
	}
}

// inherit renames the journals of a killed run, since a child of it may still write, and removes the other files of
// that run.
func (w *workplace) inherit(identity string) error {
	before, err := os.ReadFile(filepath.Join(w.dir, identityName))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	w.same = string(before) == identity
	if w.earlier, err = filepath.Glob(filepath.Join(w.dir, earlierOnes)); err != nil {
		return err
	}
	slices.Sort(w.earlier)
	left, err := filepath.Glob(filepath.Join(w.dir, journalsOf))
	if err != nil {
		return err
	}
	slices.Sort(left)
	generation := len(w.earlier)
	for _, path := range left {
		number := strings.TrimPrefix(filepath.Base(path), "worker-")
		name := filepath.Join(w.dir, fmt.Sprintf("earlier-%06d-%s", generation, number))
		if err := os.Rename(path, name); err != nil {
			return err
		}
		w.earlier = append(w.earlier, name)
	}
	return os.WriteFile(filepath.Join(w.dir, identityName), []byte(identity), 0o600)
}

// close ends the use of the folder. With done the results are in the archive, and the folder is removed.
func (w *workplace) close(done bool) {
	if w.release == nil {
		return
	}
	if done {
		_ = os.RemoveAll(w.dir) // if that fails, the next run finds complete journals, and does nothing
	}
	w.release()
}

// identity tells programs and tasks apart.
func identity(digest uint64, built *program.Built) string {
	if built.Sum != "" {
		return fmt.Sprintf("%x %s\n", digest, built.Sum)
	}
	h := sha256.New()
	if f, err := os.Open(built.Path); err == nil {
		_, err = io.Copy(h, f)
		err = errors.Join(err, f.Close())
		if err != nil {
			h.Reset()
		}
	}
	return fmt.Sprintf("%x %x\n", digest, h.Sum(nil))
}
