package output

import (
	"io/fs"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/suite"
)

// Bind calls Bind of each writer that is a [Binder]. It returns the writers to use, and the notes of all writers.
func Bind(ws []Writer, s *System) (bound []Writer, notes []string) {
	for _, w := range ws {
		if b, ok := w.(Binder); ok {
			var more []string
			w, more = b.Bind(s)
			notes = append(notes, more...)
		}
		bound = append(bound, w)
	}
	return bound, notes
}

// Stale returns the names of the files in a folder that the writers wrote in earlier runs and that are out of date.
// Files of this run are never among them, whichever writer wrote them.
func Stale(ws []Writer, folder fs.FS, written []suite.File) ([]string, error) {
	var names []string
	for _, w := range ws {
		c, ok := w.(Cleaner)
		if !ok {
			continue
		}
		more, err := c.Stale(folder, written)
		if err != nil {
			return nil, err
		}
		names = append(names, more...)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	return slices.DeleteFunc(names, func(name string) bool {
		return slices.ContainsFunc(written, func(f suite.File) bool { return f.Name == name })
	}), nil
}

// Command returns a shell command that runs all tests whose writer is a [Runner]; "" if there are none.
func Command(ws []Writer, at Folder, files []suite.File) string {
	var lines []string
	for _, w := range ws {
		r, ok := w.(Runner)
		if !ok {
			continue
		}
		if line := r.Command(at, files); line != "" && !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "; ")
}
