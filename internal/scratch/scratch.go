// Package scratch makes the temporary folders of a run, and removes the folders of runs that were killed.
//
// A run has one [Folder]. Each process that executes the program under test has a
// [Box] in it: a working folder and a folder for temporary files that nobody else
// uses, so that a program that deletes or overwrites files there harms nobody.
//
// The working folder is a mirror of the user's folder, since programs read testdata/x and ../migrations by
// relative paths. In the user's folder itself, a handler that joins ".." to its data folder would delete the
// sources; a full copy takes seconds for a large project. The home folder stays that of the user, since programs
// read settings and credentials there. A search in the calling process has no box: a new TMPDIR would take the
// folders of tests that run beside it away.
package scratch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Names of the folders and files.
const (
	runPattern = "evoke-run-"
	boxPattern = "box-"
	lockName   = "lock"
)

// unlockedTime is how old a folder without a lock has to be before it counts as left behind. A run makes the lock right
// after the folder.
const unlockedTime = time.Hour

// newTries is how often a folder is made again if another run removes it before it is locked.
const newTries = 10

// Folder is the folder of a run.
type Folder struct {
	Dir  string
	lock *os.File // nil where there are no locks

	boxes atomic.Int64 // made so far

	mu      sync.Mutex
	mirrors map[string]*mirror // by what they mirror
	free    []*Box             // unchanged boxes
}

// New makes a folder below the folder for temporary files that no other user can read. It also removes folders that
// earlier runs of the same user left behind.
func New() (*Folder, error) {
	sweep(os.TempDir())
	var err error
	for range newTries {
		var f *Folder
		if f, err = newFolder(); err == nil {
			return f, nil
		}
	}
	return nil, fmt.Errorf("the folder for temporary files: %w", err)
}

// newFolder makes a folder. It fails if another run locked the folder first, to remove it.
func newFolder() (*Folder, error) {
	dir, err := os.MkdirTemp("", runPattern)
	if err != nil {
		return nil, err
	}
	if dir, err = filepath.Abs(dir); err != nil { // processes start elsewhere
		return nil, err
	}
	name := filepath.Join(dir, lockName)
	lock, err := locked(name, os.O_CREATE)
	if errors.Is(err, errNoLocks) {
		return &Folder{Dir: dir, mirrors: map[string]*mirror{}}, nil
	}
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	if _, err := os.Stat(name); err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return &Folder{Dir: dir, lock: lock, mirrors: map[string]*mirror{}}, nil
}

// Remove removes the folder with all that is in it.
func (f *Folder) Remove() {
	remove(f.Dir)
	if f.lock != nil {
		_ = f.lock.Close() // only after the removal, since any run may remove an unlocked folder
	}
}

// sweep removes the folders of runs whose process is gone.
func sweep(temp string) {
	entries, err := os.ReadDir(temp)
	if err != nil {
		return
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), runPattern) {
			removeAbandoned(filepath.Join(temp, e.Name()), unlockedTime)
		}
	}
}

// removeAbandoned removes the folder of a run unless it belongs to another user or to a living process. A folder
// without a lock has to be of this age.
func removeAbandoned(dir string, age time.Duration) {
	info, err := os.Lstat(dir)
	if err != nil || !info.IsDir() || !ownedByUser(info) {
		return
	}
	lock, err := locked(filepath.Join(dir, lockName), 0)
	switch {
	case err == nil:
		defer lock.Close()
	case !errors.Is(err, fs.ErrNotExist) || time.Since(info.ModTime()) < age:
		return
	}
	remove(dir)
}

// remove removes a folder, also if the program has made a part of it read-only.
func remove(dir string) {
	if os.RemoveAll(dir) == nil {
		return
	}
	_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if d != nil && d.IsDir() {
			_ = os.Chmod(path, 0o700)
		}
		return nil
	})
	_ = os.RemoveAll(dir) // if it fails, the next run does it
}
