package report

import (
	"cmp"
	"path"
	"path/filepath"
	"strings"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/suite"
)

// A Format writes a report in a form for other programs or for browsers. It does not access the disk and does not
// change the report, and the same report gives the same bytes. [JSON] is a Format; others are in the packages below
// this one.
type Format func(r *Report) ([]byte, error)

// Written is a test as its file has it.
type Written struct {
	// Path is the path of the file, relative to the root of the repository; "" for a test without a file.
	Path string
	// Title is the name of the test in the file, or else in the suite.
	Title string
	// Start and End are the first and last line, from 1; 0 if unknown.
	Start, End int
	// Code is the text of the test; "" if unknown.
	Code string
}

// WrittenTests returns the tests of a report by their names in the suite. If several writers wrote a test, the first
// counts.
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

// folder returns the folder of the files, relative to the root of the repository; "" if unknown.
func folder(r *Report) string {
	dir := path.Clean(cmp.Or(r.Folder, filepath.ToSlash(r.Dir)))
	if !filepath.IsLocal(filepath.FromSlash(dir)) {
		return ""
	}
	return dir
}

// Why returns the fault in one line: its reason, or else its category.
func (f *Fault) Why() string { return escape.Prose(cmp.Or(f.Reason, f.Category)) }

// Place returns the most likely place of a fault's cause: the path of a file, relative to the root of the repository,
// and a line. It returns "" if the frame of the fault names no file, or if the report knows no path for the file, or
// several.
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
