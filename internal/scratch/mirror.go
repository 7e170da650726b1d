package scratch

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Bounds of a mirror, so that a process starts fast also in a large project.
const (
	// mostEntries bounds the files and folders that are made. Further folders are links.
	mostEntries = 1000
	// mostBytes bounds the copied bytes. Further files are links.
	mostBytes = 32 << 20
	// mostBeside bounds the entries of a folder above the project. If there are more, the entries beside the way to the
	// project are left out, except for libraries of Node.
	mostBeside = 256
)

// mirror is the plan of a folder in which a program finds the same files as in a folder of the user's, by the same
// relative paths, without being able to harm these:
//
//   - Files in the folder and below are copies, with their times and modes.
//   - The folders above it are made too. Their other entries are links, and
//     within the project folders of links.
//   - Go files are links, since programs hardly write them. So are folders with Go
//     files (a package that may be large), except in testdata.
//
// A program that deletes a file deletes a copy or a link, and the file itself stays. Files that it makes are removed
// with the mirror. Only a write through a link changes a file of the user's.
type mirror struct {
	from    string // the folder, without links in its path
	project string
	scratch string // this folder is not mirrored
	links   string // folder of the links that boxes share, named by the numbers of parts
	parts   []part

	entries  int
	bytes    int64
	linkOnly bool // the bounds are reached: nothing more is copied
}

// part is a folder, a file or a link of a mirror, with the path that it replaces.
type part struct {
	path string
	as   form
	info os.FileInfo // of a copy
}

type form int

const (
	asFolder form = iota
	asCopy
	asLink
)

// mirrorOf plans the mirror of a folder.
func mirrorOf(folder, scratch string) (*mirror, error) {
	m := &mirror{entries: mostEntries, bytes: mostBytes}
	return m, m.look(folder, scratch)
}

func (m *mirror) look(folder, scratch string) error {
	from, err := filepath.EvalSymlinks(folder) // where ".." leads from
	if err == nil {
		from, err = filepath.Abs(from)
	}
	if err == nil {
		m.scratch, err = filepath.EvalSymlinks(scratch)
	}
	if err != nil {
		return err
	}
	if m.links, err = os.MkdirTemp(scratch, "links-"); err != nil {
		return err
	}
	m.from, m.project = from, Project(from)
	if err := m.fill(from, ""); err != nil {
		return err
	}
	m.linkOnly = true
	for at := from; at != filepath.Dir(at); at = filepath.Dir(at) {
		m.beside(filepath.Dir(at), filepath.Base(at))
	}
	return nil
}

// Project returns the highest folder above that has a repository, a workspace or a module, or the folder itself if none
// has.
func Project(from string) string {
	project := from
	for at := from; ; at = filepath.Dir(at) {
		for _, name := range []string{".git", "go.work", "go.mod"} {
			if _, err := os.Lstat(filepath.Join(at, name)); err == nil {
				project = at
			}
		}
		if at == filepath.Dir(at) {
			return project
		}
	}
}

// beside adds the entries of a folder above, except for the way down. Entries that cannot be read are left out.
func (m *mirror) beside(folder, way string) {
	if below(folder, m.project) {
		_ = m.fill(folder, way)
		return
	}
	entries, err := os.ReadDir(folder)
	few := len(entries) <= mostBeside // else few programs look there
	if err != nil {
		return
	}
	for _, e := range entries {
		if e.Name() != way && (few || e.Name() == "node_modules") {
			m.add(filepath.Join(folder, e.Name()), asLink)
		}
	}
}

func (m *mirror) add(path string, as form) { m.parts = append(m.parts, part{path: path, as: as}) }

// fill adds the entries of a folder, except for one, and then those of the folders in it, up to the bounds.
func (m *mirror) fill(top, except string) error {
	queue := []string{top}
	for len(queue) > 0 {
		folder := queue[0]
		queue = queue[1:]
		entries, err := os.ReadDir(folder)
		if folder == top && err != nil {
			return err
		}
		test := inTestdata(folder)
		if folder != top &&
			(err != nil || len(entries) > m.entries || !test && slices.ContainsFunc(entries, isSource)) {
			m.add(folder, asLink)
			continue
		}
		m.entries -= len(entries)
		m.add(folder, asFolder)
		for _, e := range entries {
			path := filepath.Join(folder, e.Name())
			switch {
			case folder == top && e.Name() == except:
			case e.IsDir() && !slices.Contains(large, e.Name()) && !below(m.scratch, path):
				queue = append(queue, path)
			default:
				m.entry(path, e, test)
			}
		}
	}
	return nil
}

// large are the folders that are always links: no program works on them.
var large = []string{".git", "node_modules", "vendor"}

func isSource(e os.DirEntry) bool { return strings.HasSuffix(e.Name(), ".go") }

func inTestdata(path string) bool {
	return slices.Contains(strings.Split(path, string(filepath.Separator)), "testdata")
}

// entry adds an entry that is not made as a folder.
func (m *mirror) entry(path string, e os.DirEntry, test bool) {
	p := part{path: path, as: asLink}
	if !m.linkOnly && e.Type().IsRegular() && (test || !isSource(e)) {
		if info, err := e.Info(); err == nil && info.Size() <= m.bytes {
			m.bytes -= info.Size()
			p.as, p.info = asCopy, info
		}
	}
	m.parts = append(m.parts, p)
}

// make makes the mirror below a new folder, and returns the path of the folder that replaces the original one.
func (m *mirror) make(root string) (string, error) {
	to := filepath.Join(root, m.from)
	if err := os.MkdirAll(to, 0o755); err != nil {
		return "", err
	}
	for i := range m.parts {
		if err := m.put(i, filepath.Join(root, m.parts[i].path)); err != nil {
			return "", err
		}
	}
	return to, nil
}

// stamp is the time of the last change of a part, which the file system sets and no program can change.
type stamp struct {
	path    string // below the root
	changed int64
}

// stamps returns the stamps of all parts that a program can change in a new mirror: of the folders, which change with
// each new or missing entry, and of the copies. It returns nil if the system does not tell.
func (m *mirror) stamps(root string) []stamp {
	out := []stamp{{path: m.from}}
	for at := m.from; at != filepath.Dir(at); at = filepath.Dir(at) {
		out = append(out, stamp{path: filepath.Dir(at)})
	}
	for i := range m.parts {
		if m.parts[i].as != asLink {
			out = append(out, stamp{path: m.parts[i].path})
		}
	}
	for i := range out {
		if out[i].changed = changedAt(filepath.Join(root, out[i].path)); out[i].changed == 0 {
			return nil
		}
	}
	return out
}

// unchanged reports whether a mirror is as it was made.
func unchanged(root string, made []stamp) bool {
	for _, s := range made {
		if changedAt(filepath.Join(root, s.path)) != s.changed {
			return false
		}
	}
	return len(made) > 0
}

// put makes a part.
func (m *mirror) put(number int, to string) error {
	p := &m.parts[number]
	switch p.as {
	case asFolder:
		return os.MkdirAll(to, 0o755)
	case asCopy:
		if copied(p.path, to, p.info) == nil {
			return nil
		}
		_ = os.Remove(to) // the file is gone, or this user cannot read it
	}
	// Boxes share links: giving a file one more name is faster than making a file.
	kept := filepath.Join(m.links, strconv.Itoa(number))
	if named(kept, to) == nil {
		return nil
	}
	err := os.Symlink(p.path, to)
	if err == nil {
		_ = named(to, kept) // else the next box makes its own
	}
	return err
}

// copied copies a file with its time and mode, since answers may show them.
func copied(from, to string, info os.FileInfo) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, info.Mode().Perm())
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if closing := out.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = os.Chtimes(to, info.ModTime(), info.ModTime())
	}
	return err
}
