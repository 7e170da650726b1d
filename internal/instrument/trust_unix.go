//go:build unix

package instrument

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// othersWrite are the mode bits that let users other than the owner write.
const othersWrite fs.FileMode = 0o022

// secured makes sure that only this user and the administrator can write into a folder: the files of the cache are
// compiled and executed. It returns an error that names the folder if another user could have written. If the folder
// belongs to this user but was open to others, it empties the folder and closes it to them.
func secured(dir string) error {
	for at := dir; at != filepath.Dir(at); {
		at = filepath.Dir(at)
		if err := safeAbove(at); err != nil {
			return err
		}
	}
	if actual, err := filepath.EvalSymlinks(filepath.Dir(dir)); err != nil {
		return err
	} else if actual != filepath.Dir(dir) {
		return secured(filepath.Join(actual, filepath.Base(dir)))
	}
	info, err := os.Lstat(dir)
	switch {
	case err != nil:
		return err
	case info.Mode()&fs.ModeSymlink != 0:
		return distrust(dir, "it is a link")
	case !info.IsDir():
		return distrust(dir, "it is no folder")
	case ownerOf(info) != os.Geteuid():
		return distrust(dir, fmt.Sprintf("it belongs to user %d", ownerOf(info)))
	case info.Mode().Perm()&^0o700 == 0:
		return nil
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		return err
	}
	if info.Mode()&othersWrite == 0 {
		return nil
	}
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if err == nil {
			err = os.RemoveAll(filepath.Join(dir, e.Name()))
		}
	}
	return err
}

// safeAbove returns an error if other users could replace the folder or a folder above it.
func safeAbove(dir string) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	if owner := ownerOf(info); owner != 0 && owner != os.Geteuid() {
		return distrust(dir, fmt.Sprintf("it belongs to user %d", owner))
	}
	if info.IsDir() && info.Mode()&othersWrite != 0 && info.Mode()&fs.ModeSticky == 0 {
		return distrust(dir, "others can write to it")
	}
	return nil
}

func distrust(dir, why string) error { return fmt.Errorf("%w: %s: %s", errForeign, dir, why) }

// ownerOf returns the user that a file belongs to, or -1 if that is not known.
func ownerOf(info fs.FileInfo) int {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(stat.Uid)
	}
	return -1
}
