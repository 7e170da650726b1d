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

	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/output/internal/parts"
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
	for _, p := range parts.Of(r.suite, r.w.Prefix, r.tables) {
		files = append(files, r.file(p))
	}
	if len(files) == 0 {
		return nil, nil
	}
	support, err := r.support(files)
	if err != nil {
		return nil, fmt.Errorf("write JavaScript tests: %s: %w", support.Name, err)
	}
	if files = append(files, support); d.Start != "" && d.Node {
		files = append(files, r.port())
	}
	return files, nil
}

// callsOnly returns an error for a step that is no HTTP call.
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

// Stale implements output.Cleaner. It recognises files by their names and their mark.
func (w *Writer) Stale(folder fs.FS, written []suite.File) ([]string, error) {
	return parts.Stale(folder, written, w.withDefaults().names(), func(content []byte) bool {
		first, _, _ := bytes.Cut(bytes.TrimPrefix(content, []byte("/**\n")), []byte("\n"))
		return bytes.Contains(first, []byte(mark))
	})
}

// names matches the names of the files that w writes, for any runner.
func (w Writer) names() *regexp.Regexp {
	return regexp.MustCompile("^" + regexp.QuoteMeta(w.Prefix) +
		`_(support|port|(success|client_error|error|fault)(_\d+)?\.test)\.(mjs|cjs|js)$`)
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
