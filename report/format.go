package report

import (
	"cmp"
	"path"
	"path/filepath"
	"strings"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/suite"
)

// A Format writes a report in a form that other programs read, or browsers. It
// touches no disk, changes nothing of the report, and the same report gives the
// same bytes. [JSON] is one; others are in the packages below this one.
type Format func(r *Report) ([]byte, error)

// Written is a test as it stands in a file.
type Written struct {
	// Path of the file from the root of the repository, "" where the test is in no
	// file. It never begins with the root of a disk.
	Path string
	// Title is the name of the test in the file, or that in the suite.
	Title string
	// Start and End are its first and last line, from 1; 0 if they are not known.
	Start, End int
	// Code is what is written, "" if that is not known.
	Code string
}

// WrittenTests returns the tests of a report by their names in the suite. Of several
// writers the first counts.
func WrittenTests(r *Report) map[string]Written {
	out := map[string]Written{}
	texts := textsOf(r.Files)
	for name, at := range r.places() {
		w := Written{Title: at.Name, Start: at.StartLine, End: at.EndLine, Code: string(texts[name])}
		if at.FilePath != "" {
			w.Path = path.Join(folder(r), at.FilePath)
		}
		out[name] = w
	}
	return out
}

// folder of the files from the root of the repository, as far as that is known.
func folder(r *Report) string {
	dir := path.Clean(cmp.Or(r.Folder, filepath.ToSlash(r.Dir)))
	if !filepath.IsLocal(filepath.FromSlash(dir)) {
		return ""
	}
	return dir
}

// Why is the fault in one line: its reason, or else its category.
func (f *Fault) Why() string { return escape.Prose(cmp.Or(f.Reason, f.Category)) }

// Place is where in the sources a fault most likely has its cause: the path of the
// file from the root of the repository, and the line. It returns "" where the frame
// of the fault names no file, or one of which the report knows no path, or several.
func Place(r *Report, f *suite.Fault) (file string, line int) {
	name, number, ok := frameFile(f.Frame)
	if !ok || r.Coverage == nil {
		return "", 0
	}
	pkg, _, _ := strings.Cut(f.Frame, ".")
	for _, s := range r.Coverage.Sources {
		if s.File != name || path.Base(s.Package) != pkg {
			continue
		}
		if file != "" && file != s.Path {
			return "", 0
		}
		file = s.Path
	}
	if file == "" {
		return "", 0
	}
	return file, number
}
