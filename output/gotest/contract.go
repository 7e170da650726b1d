package gotest

import (
	"bytes"
	"errors"
	"fmt"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/output/internal/parts"
	"github.com/evoke-go/evoke/suite"
)

var (
	_ output.Writer  = (*Writer)(nil)
	_ output.Binder  = (*Writer)(nil)
	_ output.Cleaner = (*Writer)(nil)
	_ output.Runner  = (*Writer)(nil)
)

// noActs returns an error for a step that a Go test cannot perform.
func noActs(s *suite.Suite) error {
	for i := range s.Tests {
		for _, step := range s.Tests[i].Steps {
			switch {
			case step.Act != nil:
				return fmt.Errorf("test %s: %s is an act in a page, which package output/playwright writes",
					s.Tests[i].Name, step.Operation)
			case step.Unit != nil:
				return fmt.Errorf("test %s: %s is a function of a page, which package output/qunit writes",
					s.Tests[i].Name, step.Operation)
			}
		}
	}
	return nil
}

// Files implements output.Writer. The suite has to be valid.
func (w *Writer) Files(s *suite.Suite) ([]suite.File, error) {
	d := w.withDefaults()
	if err := errors.Join(d.check(), s.Validate(), noActs(s)); err != nil {
		return nil, fmt.Errorf("write Go tests: %w", err)
	}
	r, err := newRenderer(&d, s)
	if err != nil {
		return nil, fmt.Errorf("write Go tests: %w", err)
	}
	var files []suite.File
	for _, p := range parts.Of(r.suite, r.w.Prefix, parts.Tables(r.suite.Tests)) {
		file, err := r.file(p)
		if err != nil {
			return nil, fmt.Errorf("write Go tests: %s: %w", p.Name, err)
		}
		files = append(files, file)
	}
	if len(files) == 0 {
		return nil, nil
	}
	shared, err := r.support(files)
	if err != nil {
		return nil, fmt.Errorf("write Go tests: %s: %w", shared.Name, err)
	}
	if shared.Content != nil {
		files = append(files, shared)
	}
	fuzz, err := fuzzTest(r)
	if err != nil {
		return nil, fmt.Errorf("write Go tests: %s: %w", fuzz.Name, err)
	}
	if fuzz.Content != nil {
		files = append(files, fuzz)
	}
	return files, nil
}

// Bind implements output.Binder. Tests in the folder of a package belong to that package, or to its external test
// package if the Writer says so.
func (w *Writer) Bind(s *output.System) (output.Writer, []string) {
	out := *w
	if s.Package.Name != "" && !sameFolder(out.Package, s.Package.Name) {
		out.Package = s.Package.Name
	}
	if out.Package == s.Package.Name && out.ImportPath == "" {
		out.ImportPath = s.Package.ImportPath
	}
	if out.Constraint == "" {
		out.Constraint = s.Constraint
	}
	var notes []string
	for _, f := range []struct {
		own   *Func
		given Func
	}{{&out.Constructor, s.Constructor}, {&out.Reset, s.Reset}, {&out.Controller, s.Controller},
		{&out.Database, s.Database}} {
		if f.own.Name == "" && w.Program == nil {
			*f.own = out.reachable(f.given, s.Package, &notes)
		}
	}
	if len(out.Stores) == 0 && w.Program == nil {
		for _, f := range s.Stores {
			out.Stores = append(out.Stores, out.reachable(f, s.Package, &notes))
		}
	}
	out.PutBack = out.PutBack || s.PutBack && out.Constructor.Name != "" && out.Database.Name != ""
	if s.PutBack && !out.PutBack {
		notes = append(notes, "the generated tests do not put rows back: for that they call both the function that "+
			"makes the handler and System.Database")
	}
	return &out, notes
}

// sameFolder reports whether files of two packages can be in one folder.
func sameFolder(a, b string) bool {
	return strings.TrimSuffix(a, "_test") == strings.TrimSuffix(b, "_test")
}

// reachable returns a function as tests in the package of w can refer to it. If they cannot, it returns the zero value
// and adds a note.
func (w *Writer) reachable(f Func, folder output.Package, notes *[]string) Func {
	beside := folder.ImportPath != "" && f.ImportPath == strings.TrimSuffix(folder.ImportPath, "_test")
	switch {
	case f.Name != "" && f.ImportPath == w.ImportPath:
		f.ImportPath = ""
	case f.Note == "":
	case beside && token.IsExported(f.Name): // external test packages can import the package with its test files
	case w.Package != "" && w.Package == path.Base(f.ImportPath) && !beside: // the folder is unknown
		*notes = append(*notes, f.Note)
		f.ImportPath = ""
	default:
		*notes = append(*notes, f.Note)
		return Func{}
	}
	f.Note = ""
	return f
}

// Stale implements output.Cleaner. It recognises files by their names and their first line.
func (w *Writer) Stale(folder fs.FS, written []suite.File) ([]string, error) {
	return parts.Stale(folder, written, w.withDefaults().names(), func(content []byte) bool {
		return bytes.HasPrefix(content, []byte(mark))
	})
}

// names matches the names of the files that w writes.
func (w Writer) names() *regexp.Regexp {
	kinds := fmt.Sprintf("%s|%s|%s|%s", suite.Success, suite.ClientError, suite.ErrorKind, suite.FaultKind)
	return regexp.MustCompile("^" + regexp.QuoteMeta(w.Prefix) + "_(" + kinds + `|support|fuzz)(_\d+)?_test\.go$`)
}

// Command implements output.Runner.
func (w *Writer) Command(at output.Folder, files []suite.File) string {
	own := w.withDefaults().names()
	if at.Dir == "" || !slices.ContainsFunc(files, func(f suite.File) bool { return own.MatchString(f.Name) }) {
		return ""
	}
	dir := path.Clean(filepath.ToSlash(at.Dir))
	switch {
	case !at.Module && w.Constructor.ImportPath+w.Controller.ImportPath != "":
		return "" // a folder outside of a module cannot import anything
	case !at.Module:
		return "go test " + escape.Shell(dir) + "/*_test.go"
	case path.IsAbs(dir) || filepath.IsAbs(at.Dir):
		return "cd " + escape.Shell(dir) + " && go test ."
	case at.ImportPath != "":
		return "go test " + escape.Shell(at.ImportPath)
	}
	return "go test " + escape.Shell(local(dir))
}

// local returns a relative path in the form in which the go command accepts it as a folder.
func local(dir string) string {
	if dir == "." || dir == ".." || strings.HasPrefix(dir, "../") {
		return dir
	}
	return "./" + dir
}
