// Package jsdom writes tests of the functions of a page's scripts for the runner of Node or Vitest, in a document of
// jsdom, so that they need no browser. It leaves out tests that need a real browser, for example for the positions of
// elements; package qunit writes those. The files need no Evoke to run, but jsdom as a dependency of the project. A
// test reads like this:
//
//	test('start sets currentDim to 50', inPage(assert => {
//	  fixture(`<div id="startCell"></div>`);
//	  start();
//	  assert.strictEqual(currentDim, 50);
//	}));
package jsdom

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/output/internal/calls"
	"github.com/evoke-go/evoke/output/internal/parts"
	"github.com/evoke-go/evoke/suite"
)

// Version is the version of jsdom for which tests are written.
const Version = "29.1.1"

// Writer writes the tests of script functions that need no browser, and leaves out other tests. The zero value writes
// tests of a site in the folder above the tests, for the runner of Node.
type Writer struct {
	// Site is the folder of the site, relative to the folder of the tests, with slashes. Default: "..".
	Site string
	// Vitest says that Vitest runs the tests. Default: false, and the runner of Node runs them.
	Vitest bool
	// Prefix is the beginning of the file names. Default: "evoke".
	Prefix string
}

var (
	_ output.Writer  = (*Writer)(nil)
	_ output.Cleaner = (*Writer)(nil)
	_ output.Runner  = (*Writer)(nil)
)

// mark is a text in the first line of each file.
const mark = "Written by Evoke"

var filePrefix = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)

// For returns a copy of the writer for the project of a package.json: Vitest runs the tests if the project depends on
// it.
func (w *Writer) For(packageJSON []byte) *Writer {
	out := *w
	var m struct{ Dependencies, DevDependencies map[string]string }
	if json.Unmarshal(packageJSON, &m) == nil {
		out.Vitest = out.Vitest || m.Dependencies["vitest"]+m.DevDependencies["vitest"] != ""
	}
	return &out
}

// Files implements output.Writer. The suite has to be valid.
func (w *Writer) Files(s *suite.Suite) (files []suite.File, err error) {
	prefix := cmp.Or(w.Prefix, "evoke")
	if !filePrefix.MatchString(prefix) {
		err = fmt.Errorf("%q cannot begin the name of a file", prefix)
	}
	if err := errors.Join(err, s.Validate()); err != nil {
		return nil, fmt.Errorf("write tests for jsdom: %w", err)
	}
	for _, tests := range calls.ByPage(s.Tests) {
		tests = slices.DeleteFunc(tests, func(t *suite.Test) bool { return t.Steps[0].Unit.Browser || hasOther(t) })
		if len(tests) == 0 {
			continue
		}
		name := prefix + "_units"
		if n := len(files) + 1; n > 1 {
			name += fmt.Sprintf("_%d", n)
		}
		files = append(files, w.file(name+".test.mjs", tests))
	}
	return files, nil
}

// hasOther reports whether a test loads a script or style of another site.
func hasOther(t *suite.Test) bool {
	return slices.ContainsFunc(t.Steps[0].Unit.Scripts, func(address string) bool {
		return !strings.HasPrefix(address, "/") || strings.HasPrefix(address, "//")
	})
}

//go:embed head.mjs.tmpl
var head string

// head returns the beginning of a file: it loads the functions that the tests call.
func (w *Writer) head(tests []*suite.Test) string {
	u := tests[0].Steps[0].Unit
	runner, load := "node:test", ""
	if w.Vitest {
		runner = "vitest"
	}
	for _, address := range u.Scripts {
		load += "run(" + escape.JSString(inSite(address)) + ");\n"
	}
	if u.Module != "" {
		names := strings.ReplaceAll(strings.Join(calls.Imports(tests), ", "), " as ", ": ")
		load += "for (const name of Object.getOwnPropertyNames(window)) {\n" +
			"  if (!(name in globalThis)) globalThis[name] = window[name];\n}\n" +
			"const { " + names + " } = await import(new URL(" + escape.JSString(inSite(u.Module)) + ", site));\n"
	}
	return strings.NewReplacer(
		"MARK", mark, "RUNNER", runner, "'SITE'", escape.JSString(strings.TrimSuffix(cmp.Or(w.Site, ".."), "/")+"/"),
		"BODY", calls.Template(u.Body), "LOAD", load,
	).Replace(head)
}

// file returns a file of tests.
func (w *Writer) file(name string, tests []*suite.Test) suite.File {
	var b strings.Builder
	b.WriteString(w.head(tests))
	out := suite.File{Name: name, Mark: mark, Runner: "node"}
	times := map[string]int{} // number of uses of each title
	for _, t := range tests {
		u := t.Steps[0].Unit
		b.WriteByte('\n')
		first := 1 + strings.Count(b.String(), "\n")
		title := cmp.Or(t.Purpose, t.Name)
		if times[title]++; times[title] > 1 {
			title += fmt.Sprintf(" (%d)", times[title])
		}
		in, async := "inPage", ""
		if u.Module != "" {
			in = "inNode"
		}
		if u.Awaits {
			async = "async "
		}
		fmt.Fprintf(&b, "test(%s, %s(%sassert => {\n", escape.JSString(title), in, async)
		for _, line := range calls.Lines(u) {
			b.WriteString("  " + line + ";\n")
		}
		b.WriteString("}));\n")
		at := suite.Location{Name: t.Name, Title: title, Start: first, End: strings.Count(b.String(), "\n")}
		out.Tests = append(out.Tests, at)
	}
	out.Content = []byte(b.String())
	return out
}

// inSite returns an address relative to the folder of the site.
func inSite(address string) string {
	file, n, inside := strings.Cut(strings.TrimPrefix(address, "/"), "#")
	if file == "" || strings.HasSuffix(file, "/") {
		file += "index.html"
	}
	if file = "./" + file; inside {
		file += "#" + n
	}
	return file
}

func (w *Writer) names() *regexp.Regexp {
	return regexp.MustCompile("^" + regexp.QuoteMeta(cmp.Or(w.Prefix, "evoke")) + `_units(_\d+)?\.test\.mjs$`)
}

// Stale implements output.Cleaner. It recognises files by their names and their mark.
func (w *Writer) Stale(folder fs.FS, written []suite.File) ([]string, error) {
	return parts.Stale(folder, written, w.names(), func(content []byte) bool {
		first, _, _ := bytes.Cut(content, []byte("\n"))
		return bytes.Contains(first, []byte(mark))
	})
}

// Command implements output.Runner.
func (w *Writer) Command(at output.Folder, files []suite.File) string {
	own := w.names()
	dir := escape.Shell(path.Clean(filepath.ToSlash(at.Dir)))
	switch {
	case at.Dir == "" || !slices.ContainsFunc(files, func(f suite.File) bool { return own.MatchString(f.Name) }):
		return ""
	case w.Vitest:
		return "npx vitest run " + dir
	}
	return "node --test " + dir + "/*.test.mjs"
}
