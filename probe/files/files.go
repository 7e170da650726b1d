// Package files replaces the functions of package os that change files, in code with probes. A process of a search has
// folders of its own. Changes of files elsewhere are noted for the report. Each function does what its namesake in os
// does, with one exception: it does not delete the sources of the program, the user's home folder, the machine's folder
// for temporary files, or a folder that holds one of them. In a process that does not search, nothing is noted or
// refused.
//
// After a refusal the written tests are not run on the build without probes, where nothing would refuse the deletion.
package files

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// Remove stands in for [os.Remove].
func Remove(name string) error {
	return process.deletes("remove", "os.Remove", name, os.Remove)
}

// RemoveAll stands in for [os.RemoveAll].
func RemoveAll(path string) error {
	return process.deletes("unlinkat", "os.RemoveAll", path, os.RemoveAll)
}

// Rename stands in for [os.Rename].
func Rename(oldpath, newpath string) error {
	old, new := process.outside(oldpath, false), process.outside(newpath, false)
	err := os.Rename(oldpath, newpath)
	if err == nil {
		process.note("os.Rename", old, false)
		process.note("os.Rename", new, false)
	}
	return err
}

// WriteFile stands in for [os.WriteFile].
func WriteFile(name string, data []byte, perm os.FileMode) error {
	at := process.outside(name, true)
	err := os.WriteFile(name, data, perm)
	return process.noteIfDone("os.WriteFile", at, err)
}

// Create stands in for [os.Create].
func Create(name string) (*os.File, error) {
	at := process.outside(name, true)
	f, err := os.Create(name)
	return f, process.noteIfDone("os.Create", at, err)
}

// OpenFile stands in for [os.OpenFile].
func OpenFile(name string, flag int, perm os.FileMode) (*os.File, error) {
	if flag&(os.O_WRONLY|os.O_RDWR|os.O_CREATE|os.O_TRUNC|os.O_APPEND) == 0 {
		return os.OpenFile(name, flag, perm)
	}
	at := process.outside(name, true)
	f, err := os.OpenFile(name, flag, perm)
	return f, process.noteIfDone("os.OpenFile", at, err)
}

// CreateTemp stands in for [os.CreateTemp].
func CreateTemp(dir, pattern string) (*os.File, error) {
	f, err := os.CreateTemp(dir, pattern)
	if err == nil && dir != "" {
		process.note("os.CreateTemp", process.outside(dir, true), false)
	}
	return f, err
}

// MkdirTemp stands in for [os.MkdirTemp].
func MkdirTemp(dir, pattern string) (string, error) {
	name, err := os.MkdirTemp(dir, pattern)
	if err == nil && dir != "" {
		process.note("os.MkdirTemp", process.outside(dir, true), false)
	}
	return name, err
}

// Mkdir stands in for [os.Mkdir].
func Mkdir(name string, perm os.FileMode) error {
	at := process.outside(name, false)
	return process.noteIfDone("os.Mkdir", at, os.Mkdir(name, perm))
}

// MkdirAll stands in for [os.MkdirAll].
func MkdirAll(path string, perm os.FileMode) error {
	at := process.outside(path, true)
	if at != "" {
		if _, err := os.Stat(path); err == nil {
			at = "" // the folder exists, so nothing is made
		}
	}
	return process.noteIfDone("os.MkdirAll", at, os.MkdirAll(path, perm))
}

// Symlink stands in for [os.Symlink].
func Symlink(oldname, newname string) error {
	at := process.outside(newname, false)
	return process.noteIfDone("os.Symlink", at, os.Symlink(oldname, newname))
}

// Link stands in for [os.Link].
func Link(oldname, newname string) error {
	at := process.outside(newname, false)
	return process.noteIfDone("os.Link", at, os.Link(oldname, newname))
}

// Truncate stands in for [os.Truncate].
func Truncate(name string, size int64) error {
	at := process.outside(name, true)
	return process.noteIfDone("os.Truncate", at, os.Truncate(name, size))
}

// Chmod stands in for [os.Chmod].
func Chmod(name string, mode os.FileMode) error {
	at := process.outside(name, true)
	return process.noteIfDone("os.Chmod", at, os.Chmod(name, mode))
}

// Chown stands in for [os.Chown].
func Chown(name string, uid, gid int) error {
	at := process.outside(name, true)
	return process.noteIfDone("os.Chown", at, os.Chown(name, uid, gid))
}

// Chtimes stands in for [os.Chtimes].
func Chtimes(name string, atime, mtime time.Time) error {
	at := process.outside(name, true)
	return process.noteIfDone("os.Chtimes", at, os.Chtimes(name, atime, mtime))
}

// CopyFS stands in for [os.CopyFS].
func CopyFS(dir string, fsys fs.FS) error {
	at := process.outside(dir, true)
	return process.noteIfDone("os.CopyFS", at, os.CopyFS(dir, fsys))
}

// deletes deletes a file or folder, unless bounds protect it.
func (b *bounds) deletes(op, function, path string, delete func(string) error) error {
	at := b.outside(path, false)
	if at == "" {
		return delete(path)
	}
	if _, err := os.Lstat(path); err != nil {
		return delete(path) // there is no such file
	}
	if b.protects(at) {
		b.note(function, at, true)
		return &os.PathError{Op: op, Path: path, Err: syscall.EPERM}
	}
	err := delete(path)
	if err == nil {
		b.note(function, at, false)
	}
	return err
}

// outside returns the path of a file outside of the process's own folders, without symbolic links, and "" for a file
// inside. With follow, a link in the last part of the path is followed too.
func (b *bounds) outside(path string, follow bool) string {
	if b.own == "" || path == "" {
		return ""
	}
	at, err := filepath.Abs(path)
	if err != nil {
		return ""
	}
	if follow {
		if actual, err := filepath.EvalSymlinks(at); err == nil {
			at = actual
		}
	}
	at = actualFolder(at)
	if below(at, b.own) || below(at, "/proc") || follow && keepsNothing(at) {
		return ""
	}
	return at
}

// keepsNothing reports whether a path leads to a device or a pipe, which has no content that a write could change. /dev
// also has folders of files, such as /dev/shm.
func keepsNothing(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode()&(os.ModeDevice|os.ModeNamedPipe) != 0
}

// actualFolder returns a path with the symbolic links of its folders resolved, as far as the folders exist.
func actualFolder(path string) string {
	dir, rest := filepath.Dir(path), filepath.Base(path)
	for {
		if actual, err := filepath.EvalSymlinks(dir); err == nil {
			return filepath.Join(actual, rest)
		}
		if dir == filepath.Dir(dir) {
			return path
		}
		dir, rest = filepath.Dir(dir), filepath.Join(filepath.Base(dir), rest)
	}
}

// below reports whether a path is a folder or lies in it.
func below(path, folder string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(rel)
}
