package scratch

import (
	"fmt"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// Environment variables that tell a process of its box.
const (
	// OwnVariable names the folder with all files of the process's own.
	OwnVariable = "EVOKE_OWN"
	// FromVariable names the folder that the working folder replaces.
	FromVariable = "EVOKE_FROM"
)

// Box has the folders in which one process may do anything.
type Box struct {
	// Dir is the working folder.
	Dir string
	// Temp is the folder for temporary files.
	Temp string

	run       *Folder
	dir, from string
	made      []stamp // state of the working folder when it was made
}

// The folders of a box.
const (
	tempName = "tmp"
	workName = "work"
)

// Box makes the folders of a process that works in place of a folder of the user's. Its working folder has the same
// files, see [mirror]. Its name differs for each process, so that an answer that shows the name looks volatile.
func (f *Folder) Box(from string) (*Box, error) {
	from, err := filepath.Abs(from)
	if err != nil {
		return nil, fmt.Errorf("the folders of a process: %w", err)
	}
	dir := filepath.Join(f.Dir, fmt.Sprint(boxPattern, f.boxes.Add(1)))
	b := f.unused(dir, from)
	if b == nil {
		b = &Box{run: f, dir: dir, from: from}
		if err = os.Mkdir(dir, 0o700); err == nil {
			err = b.fill()
		}
	}
	if b.Temp = filepath.Join(dir, tempName); err == nil {
		err = os.Mkdir(b.Temp, 0o700)
	}
	if err != nil {
		remove(dir)
		return nil, fmt.Errorf("the folders of a process: %w", err)
	}
	return b, nil
}

// fill makes the working folder. On systems without links it is the folder of the user.
func (b *Box) fill() error {
	if b.Dir = b.from; runtime.GOOS == "windows" {
		return nil
	}
	m, err := b.run.mirror(b.from)
	if err != nil {
		return err
	}
	root := filepath.Join(b.dir, workName)
	if b.Dir, err = m.make(root); err != nil {
		return err
	}
	b.made = m.stamps(root)
	return nil
}

// mirror returns the mirror of a folder. It is computed once, since a run has many boxes.
func (f *Folder) mirror(from string) (*mirror, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.mirrors[from] == nil {
		m, err := mirrorOf(from, f.Dir)
		if err != nil {
			return nil, err
		}
		f.mirrors[from] = m
	}
	return f.mirrors[from], nil
}

// Links returns the files and folders of a folder that are links in its boxes although they are no links themselves,
// without folders that always are links.
func (f *Folder) Links(from string) ([]string, error) {
	m, err := f.mirror(from)
	if err != nil {
		return nil, err
	}
	var links []string
	for i := range m.parts {
		path := m.parts[i].path
		if m.parts[i].as != asLink || !below(path, m.from) || slices.Contains(large, filepath.Base(path)) {
			continue
		}
		if info, err := os.Lstat(path); err == nil && info.Mode()&os.ModeSymlink == 0 {
			links = append(links, path)
		}
	}
	return links, nil
}

// Original returns the path of the user's file for the path of its copy in a box of this run. Any other text stays as
// it is. named is the path of the run's folder with links resolved.
func (f *Folder) Original(path, named string) string {
	for _, dir := range []string{f.Dir, named} {
		rest, within := strings.CutPrefix(path, filepath.Join(dir, boxPattern))
		if _, at, ok := strings.Cut(rest, string(filepath.Separator)+workName); within && ok && filepath.IsAbs(at) {
			return at
		}
	}
	return path
}

// unused returns a box that a process left unchanged, under a new name, or nil if there is none. To make a box takes
// longer than to start a process.
func (f *Folder) unused(dir, from string) *Box {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i, b := range f.free {
		if b.from != from {
			continue
		}
		f.free = slices.Delete(f.free, i, i+1)
		if os.Rename(b.dir, dir) != nil {
			return nil
		}
		b.Dir = filepath.Join(dir, strings.TrimPrefix(b.Dir, b.dir))
		b.dir = dir
		return b
	}
	return nil
}

// Changed reports whether the process changed or added files in its working folder. It returns true if the system does
// not tell.
func (b *Box) Changed() bool { return !unchanged(filepath.Join(b.dir, workName), b.made) }

// Remove removes the folders, but keeps an unchanged working folder for another process.
func (b *Box) Remove() {
	remove(b.Temp)
	_, err := os.Lstat(b.Temp)
	if err == nil || b.Changed() {
		remove(b.dir)
		return
	}
	b.run.mu.Lock()
	defer b.run.mu.Unlock()
	b.run.free = append(b.run.free, b)
}

// Environment returns the settings that a process in the box needs. The home
// folder stays that of the user: a program reads its settings and credentials
// there, as it does in a plain test.
func (b *Box) Environment() []string {
	return []string{
		"PWD=" + b.Dir, "TMPDIR=" + b.Temp, "TMP=" + b.Temp, "TEMP=" + b.Temp,
		OwnVariable + "=" + b.dir, FromVariable + "=" + b.from,
	}
}

// StartDir returns the folder in which this process was started; in a box, the folder that the working folder replaces.
func StartDir() string {
	dir, _ := os.Getwd()
	own := os.Getenv(OwnVariable)
	actual, err := filepath.EvalSymlinks(own) // with links resolved, as the system reports it
	if from := os.Getenv(FromVariable); from != "" && err == nil && (below(dir, own) || below(dir, actual)) {
		return from
	}
	return dir
}

// Original returns the path of the user's file for a path in the working folder of a box. It returns any other text as
// it is.
func Original(path string) string {
	own := os.Getenv(OwnVariable)
	if own == "" || !filepath.IsAbs(path) {
		return path
	}
	actual, _ := filepath.EvalSymlinks(own) // as the system names it; "" fits nothing
	for _, dir := range []string{own, actual} {
		if rest, ok := strings.CutPrefix(path, filepath.Join(dir, workName)); ok && dir != "" && filepath.IsAbs(rest) {
			return rest
		}
	}
	return path
}

// Steady returns the part of a text that is the same in each process of the program: for a path in the folder for
// temporary files its last element, for a URL of this machine all but the port, and for any other path the result of
// [Original].
func Steady(text string) string {
	if filepath.IsAbs(text) {
		text = Original(text)
		temps := []string{os.TempDir()}
		if own := os.Getenv(OwnVariable); own != "" {
			temps = append(temps, filepath.Dir(filepath.Dir(own))) // of the process of the run
		}
		if slices.ContainsFunc(temps, func(temp string) bool { return below(text, temp) }) {
			return filepath.Base(text)
		}
		return text
	}
	if u, err := url.Parse(text); err == nil && u.Port() != "" {
		if ip, err := netip.ParseAddr(u.Hostname()); err == nil && ip.IsLoopback() {
			u.Host = u.Hostname()
			return u.String()
		}
	}
	return text
}

// RemoveOrphaned removes the folder of the run to which this process's box belongs, if the process of the run is dead.
// It may be called again, since the program may have made parts of the folder again.
func RemoveOrphaned() {
	own := os.Getenv(OwnVariable)
	run := filepath.Dir(own)
	if strings.HasPrefix(filepath.Base(own), boxPattern) && strings.HasPrefix(filepath.Base(run), runPattern) {
		removeAbandoned(run, 0) // the lock was there before this process
	}
}

// below reports whether a path is a folder or in it, by their names alone.
func below(path, folder string) bool {
	rel, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(rel)
}
