package jstest

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"

	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/suite"
)

var (
	_ output.Writer  = (*Writer)(nil)
	_ output.Cleaner = (*Writer)(nil)
	_ output.Runner  = (*Writer)(nil)
)

// Files implements output.Writer. The suite has to be valid and to have HTTP calls only.
func (w *Writer) Files(s *suite.Suite) ([]suite.File, error) {
	d := w.withDefaults()
	if err := errors.Join(d.check(), s.Validate(), callsOnly(s)); err != nil {
		return nil, fmt.Errorf("write JavaScript tests: %w", err)
	}
	r := newRenderer(&d, s)
	var files []suite.File
	for _, p := range r.parts() {
		files = append(files, r.file(p))
	}
	if len(files) == 0 {
		return nil, nil
	}
	support, err := r.support(files)
	if err != nil {
		return nil, fmt.Errorf("write JavaScript tests: %s: %w", support.Name, err)
	}
	return append(files, support), nil
}

// callsOnly reports a step that no JavaScript can make.
func callsOnly(s *suite.Suite) error {
	for i := range s.Tests {
		for _, step := range s.Tests[i].Steps {
			if step.Call == nil {
				return fmt.Errorf("test %s: %s is no HTTP call", s.Tests[i].Name, step.Operation)
			}
		}
	}
	return nil
}

// testsPerFile is the most tests of one file, as of Go tests.
const testsPerFile = 200

// part is a file to be: the tests of one kind, at most [testsPerFile].
type part struct {
	name  string
	kind  suite.Kind
	tests []*suite.Test
}

func (r *renderer) parts() (out []part) {
	for _, kind := range []suite.Kind{suite.Success, suite.ClientError, suite.ErrorKind, suite.FaultKind} {
		var tests []*suite.Test
		for i := range r.suite.Tests {
			if r.suite.Tests[i].Kind == kind {
				tests = append(tests, &r.suite.Tests[i])
			}
		}
		tests = r.together(tests)
		for n := 1; len(tests) > 0; n++ {
			name := r.w.Prefix + "_" + string(kind)
			if n > 1 {
				name += "_" + strconv.Itoa(n)
			}
			size := min(len(tests), testsPerFile)
			for size < len(tests) && r.tables[tests[size].Name] != nil && r.tables[tests[size].Name] == r.tables[tests[size-1].Name] {
				size++
			}
			out = append(out, part{name + ".test" + r.w.script(), kind, tests[:size]})
			tests = tests[size:]
		}
	}
	return out
}

// together puts the tests of a table behind the first of them.
func (r *renderer) together(tests []*suite.Test) (out []*suite.Test) {
	for _, t := range tests {
		switch table := r.tables[t.Name]; {
		case table == nil:
			out = append(out, t)
		case table.rows[0] == t:
			out = append(out, table.rows...)
		}
	}
	return out
}

// Stale implements output.Cleaner: it knows the files by their names and their mark.
func (w *Writer) Stale(folder fs.FS, written []suite.File) ([]string, error) {
	own := w.withDefaults().names()
	if len(written) > 0 && !slices.ContainsFunc(written, func(f suite.File) bool { return own.MatchString(f.Name) }) {
		return nil, nil
	}
	entries, err := fs.ReadDir(folder, ".")
	if err != nil {
		return nil, err
	}
	var stale []string
	for _, e := range entries {
		current := slices.ContainsFunc(written, func(f suite.File) bool { return f.Name == e.Name() })
		if current || !own.MatchString(e.Name()) {
			continue
		}
		content, err := fs.ReadFile(folder, e.Name())
		if first, _, _ := bytes.Cut(bytes.TrimPrefix(content, []byte("/**\n")), []byte("\n")); err == nil && bytes.Contains(first, []byte(mark)) {
			stale = append(stale, e.Name())
		}
	}
	return stale, nil
}

// names matches the names of files that w writes, for any runner.
func (w Writer) names() *regexp.Regexp {
	return regexp.MustCompile("^" + regexp.QuoteMeta(w.Prefix) + `_(support|(success|client_error|error|fault)(_\d+)?\.test)\.(mjs|cjs|js)$`)
}

// Command implements output.Runner.
func (w *Writer) Command(at output.Folder, files []suite.File) string {
	d := w.withDefaults()
	own := d.names()
	if at.Dir == "" || !slices.ContainsFunc(files, func(f suite.File) bool { return own.MatchString(f.Name) }) {
		return ""
	}
	dir := escape.Shell(path.Clean(filepath.ToSlash(at.Dir)))
	switch d.Runner {
	case Jest:
		return "npx jest " + dir
	case Vitest:
		return "npx vitest run " + dir
	}
	return "node --test " + dir + "/" + d.Prefix + "_*.test.mjs"
}
