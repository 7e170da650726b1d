package output

import (
	"io/fs"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/suite"
)

// Bind tells the writers that are interested how the system is made. It returns
// the writers to use, and the notes of all.
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

// Stale returns what the writers left in a folder in earlier runs. No file that
// was just written is stale, whoever wrote it.
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

// Command returns the line of a shell that runs all tests that a writer knows
// how to run, "" for none.
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
