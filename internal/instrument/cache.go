package instrument

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"
)

// cache is the folder of rewritten files and overlays. Names of files are hashes of their contents, and files appear as
// a whole, by renaming, so any number of runs may share it.
type cache struct {
	dir string
	// note says why the folder that was asked for is not used, "" if it is.
	note string
}

// Folders of the cache. virtual never exists: modules that exist only in the overlay lie there for the go command.
const (
	filesFolder    = "files"
	packagesFolder = "packages"
	modulesFolder  = "modules"
	virtualFolder  = "virtual"
	workFolder     = "work"
	programsFolder = "programs"
)

// Files that were not used for keptFor are deleted. This is checked, and the use of a file noted, at most once in
// trimEvery.
const (
	keptFor   = 10 * 24 * time.Hour
	trimEvery = 24 * time.Hour
)

// errForeign means that other users could have written into a cache.
var errForeign = errors.New("a cache that others could write to is not used")

// openCache opens the cache in a folder. If dir is "", it is in the cache folder of the user, or, if that cannot be
// written, in the folder for temporary files. If other users could have written to both, it is in the folder private.
func openCache(dir, private string) (*cache, error) {
	if dir != "" {
		return cacheIn(dir)
	}
	var candidates []string
	if user, err := os.UserCacheDir(); err == nil {
		candidates = append(candidates, filepath.Join(user, "evoke"))
	}
	candidates = append(candidates, filepath.Join(os.TempDir(), "evoke-cache-"+strconv.Itoa(os.Geteuid())))
	if private != "" {
		candidates = append(candidates, private)
	}
	var c *cache
	var err error
	note := ""
	for _, candidate := range candidates {
		c, err = cacheIn(candidate)
		switch {
		case errors.Is(err, errForeign):
			note = err.Error()
		case !errors.Is(err, fs.ErrPermission) && !errors.Is(err, syscall.EROFS):
			if err == nil {
				c.note = note
			}
			return c, err
		}
	}
	return c, err
}

func cacheIn(dir string) (*cache, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, cacheError(err)
	}
	c := &cache{dir: dir}
	made := os.MkdirAll(dir, 0o700)
	err = secured(dir)
	switch {
	case errors.Is(err, errForeign):
		return nil, err
	case made != nil || err != nil:
		return nil, cacheError(cmp.Or(made, err))
	}
	for _, folder := range []string{filesFolder, packagesFolder, programsFolder} {
		if err := os.MkdirAll(filepath.Join(dir, folder), 0o700); err != nil {
			return nil, cacheError(err)
		}
	}
	c.trim(time.Now())
	return c, nil
}

// store writes content to a file whose name is made of its hash and base, and returns the path.
func (c *cache) store(base string, content []byte) (string, error) {
	path := filepath.Join(c.dir, filesFolder, digest(content)+"-"+base)
	if info, err := os.Stat(path); err == nil && info.Size() == int64(len(content)) {
		used(path, info)
		return path, nil
	}
	return path, writeWhole(path, content)
}

// writeWhole writes a file so that other processes never see a part of it.
func writeWhole(path string, content []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), "new-*")
	if err != nil {
		return cacheError(err)
	}
	_, err = f.Write(content)
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name()) // the first error is more telling
		return cacheError(err)
	}
	return nil
}

// used notes the use of a file or folder, so that it is not trimmed. It ignores errors: they cost little, and a folder
// that cannot be written shows elsewhere.
func used(path string, info os.FileInfo) {
	if now := time.Now(); now.Sub(info.ModTime()) > trimEvery {
		_ = os.Chtimes(path, now, now)
	}
}

// trim deletes files that were not used for long. Files that it cannot delete stay until the next time.
func (c *cache) trim(now time.Time) {
	mark := filepath.Join(c.dir, "trimmed")
	if info, err := os.Stat(mark); err == nil && now.Sub(info.ModTime()) < trimEvery {
		return
	}
	if os.WriteFile(mark, nil, 0o666) != nil || os.Chtimes(mark, now, now) != nil {
		return
	}
	for _, folder := range []string{filesFolder, packagesFolder, modulesFolder, workFolder, programsFolder} {
		entries, err := os.ReadDir(filepath.Join(c.dir, folder))
		if err != nil {
			continue
		}
		for _, entry := range entries {
			if info, err := entry.Info(); err == nil && now.Sub(info.ModTime()) > keptFor {
				_ = os.RemoveAll(filepath.Join(c.dir, folder, entry.Name()))
			}
		}
	}
}

// digest returns 32 hexadecimal digits of a hash of the contents.
func digest(contents ...[]byte) string {
	h := sha256.New()
	for _, content := range contents {
		sum := sha256.Sum256(content) // so that the boundaries between contents count
		h.Write(sum[:])
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// copyTree copies a folder so that the copy appears as a whole. It does not copy modes: the module cache of the go
// command is read-only, and the copy has to be deletable.
func copyTree(from, to string) error {
	if info, err := os.Stat(to); err == nil {
		used(to, info)
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return cacheError(err)
	}
	temporary, err := os.MkdirTemp(filepath.Dir(to), "new-*")
	if err != nil {
		return cacheError(err)
	}
	defer os.RemoveAll(temporary)
	if err := copyFiles(from, temporary); err != nil {
		return cacheError(err)
	}
	if err := os.Rename(temporary, to); err != nil {
		if _, there := os.Stat(to); there == nil {
			return nil // another run was faster
		}
		return cacheError(err)
	}
	return nil
}

func copyFiles(from, to string) error {
	return filepath.WalkDir(from, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, rel)
		switch {
		case d.IsDir():
			return os.MkdirAll(target, 0o777)
		case d.Type().IsRegular():
			return copyFile(path, target)
		}
		return nil // modules have only folders and regular files
	})
}

func copyFile(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if closing := out.Close(); err == nil {
		err = closing
	}
	return err
}
