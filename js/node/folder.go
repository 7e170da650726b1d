package node

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/evoke-go/evoke/internal/scratch"
)

// folders are the folders in which the processes of a program work. Each process has a copy of the program's folder: it
// reads the files of the user there, and its own writes are removed with the copy.
type folders struct {
	from    string // the folder of the program, with links resolved
	inPlace bool   // the processes work in the folder of the program

	mu    sync.Mutex
	run   *scratch.Folder // nil: not made
	own   string          // the folder of the run, with links resolved
	boxes map[*exec.Cmd]*scratch.Box
	wrote bool // a process that ended had changed files
}

// make makes the folder of the run, if it does not exist.
func (f *folders) make() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.run != nil {
		return nil
	}
	run, err := scratch.New()
	if err != nil {
		return err
	}
	if f.own, err = filepath.EvalSymlinks(run.Dir); err != nil {
		run.Remove()
		return err
	}
	f.run, f.boxes = run, map[*exec.Cmd]*scratch.Box{}
	f.inPlace = f.inPlace || !copies(run, f.from)
	return nil
}

// copies reports whether all code of a folder can be copied. Node resolves a link to the file that it leads to, so a
// program with half of its files as links would have modules twice.
func copies(run *scratch.Folder, from string) bool {
	links, err := run.Links(from)
	return err == nil && !slices.ContainsFunc(links, hasCode)
}

// hasCode reports whether node loads files in a folder, or a file itself, by their names.
func hasCode(path string) bool {
	found := false
	_ = filepath.WalkDir(path, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil
		case d.IsDir() && d.Name() == "node_modules":
			return fs.SkipDir
		case !d.IsDir() && slices.Contains(codeEndings, filepath.Ext(path)):
			found = true
			return fs.SkipAll
		}
		return nil
	})
	return found
}

var codeEndings = []string{".js", ".cjs", ".mjs", ".jsx", ".ts", ".cts", ".mts", ".tsx"}

// box makes the folder in which a process works, and returns it with its path. If processes work in the folder of the
// program, it returns nil and the path of that folder.
func (f *folders) box() (*scratch.Box, string, error) {
	if f.inPlace {
		return nil, f.from, nil
	}
	box, err := f.run.Box(f.from)
	if err != nil {
		return nil, "", err
	}
	dir, err := filepath.EvalSymlinks(box.Dir)
	return box, dir, err
}

// has notes the folder of a process, so that ended can remove it.
func (f *folders) has(cmd *exec.Cmd, box *scratch.Box) {
	if box != nil {
		f.mu.Lock()
		defer f.mu.Unlock()
		f.boxes[cmd] = box
	}
}

// ended removes the folder of a process.
func (f *folders) ended(cmd *exec.Cmd) {
	f.mu.Lock()
	box := f.boxes[cmd]
	delete(f.boxes, cmd)
	f.wrote = f.wrote || box != nil && box.Changed()
	f.mu.Unlock()
	if box != nil {
		box.Remove()
	}
}

// writes reports whether a process wrote to its folder so far.
func (f *folders) writes() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, box := range f.boxes {
		f.wrote = f.wrote || box.Changed()
	}
	return f.wrote
}

// below returns the path of a file relative to the folder of the program, in whichever process.
func (f *folders) below(path string) (string, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.run != nil {
		path = f.run.Original(path, f.own)
	}
	return strings.CutPrefix(path, f.from+string(filepath.Separator))
}

// remove removes all folders. No process runs any more.
func (f *folders) remove() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.run != nil {
		f.run.Remove()
		f.run = nil
	}
}

// elsewhere replaces the folder of one process by that of another in texts.
func (f *folders) elsewhere(texts []string, one, other string) []string {
	out := slices.Clone(texts)
	if one == other {
		return out
	}
	// the folders above are copied too
	one, other = strings.TrimSuffix(one, f.from), strings.TrimSuffix(other, f.from)
	for i := range out {
		out[i] = strings.ReplaceAll(out[i], one, other)
	}
	return out
}

// isThere reports whether the folders of the files in arguments exist.
func isThere(args []string, within string) bool {
	for _, a := range args {
		if strings.HasPrefix(a, within+string(filepath.Separator)) {
			if _, err := os.Stat(filepath.Dir(a)); err != nil {
				return false
			}
		}
	}
	return true
}
