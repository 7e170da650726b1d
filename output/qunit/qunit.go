// Package qunit writes tests of the functions of a page's scripts for QUnit, as pages to open in a browser. The files
// need no Evoke to run. A test reads like this:
//
//	QUnit.test('setDim returns 30', assert => {
//	  fixture(`<div id="endCell" style="width: 100px; height: 200px"></div>`);
//	  currentDim = 20;
//	  const result = setDim(10);
//	  assert.strictEqual(result, 30);
//	  assert.strictEqual(currentDim, 50);
//	  assert.strictEqual(document.querySelector('#endCell').style.height, '30px');
//	});
package qunit

import (
	"bytes"
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"html"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/output/internal/calls"
	"github.com/evoke-go/evoke/output/internal/parts"
	"github.com/evoke-go/evoke/suite"
)

// Writer writes the tests of script functions in a suite, and leaves out other tests. The zero value writes tests of a
// site in the folder above the tests.
type Writer struct {
	// Site is the folder of the site, relative to the folder of the tests, with slashes, or its URL. Default: "..".
	Site string
	// QUnit is the folder of QUnit, relative to the folder of the tests. Default: "../node_modules/qunit/qunit".
	QUnit string
	// Prefix is the beginning of the file names. Default: "evoke".
	Prefix string
	// Playwright also writes a test that opens the pages in Playwright. Default: false, and you open the pages
	// yourself.
	Playwright bool
}

var (
	_ output.Writer  = (*Writer)(nil)
	_ output.Cleaner = (*Writer)(nil)
)

// mark is a text in the first lines of each file.
const mark = "Written by Evoke"

var filePrefix = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)

func (w *Writer) withDefaults() Writer {
	return Writer{
		Playwright: w.Playwright,
		Site:       strings.TrimSuffix(cmp.Or(w.Site, ".."), "/"),
		QUnit:      strings.TrimSuffix(cmp.Or(w.QUnit, "../node_modules/qunit/qunit"), "/"),
		Prefix:     cmp.Or(w.Prefix, "evoke"),
	}
}

func (w *Writer) check() error {
	if !filePrefix.MatchString(w.Prefix) {
		return fmt.Errorf("%q cannot begin the name of a file", w.Prefix)
	}
	return nil
}

// Files implements output.Writer. The suite has to be valid.
func (w *Writer) Files(s *suite.Suite) ([]suite.File, error) {
	d := w.withDefaults()
	if err := errors.Join(d.check(), s.Validate()); err != nil {
		return nil, fmt.Errorf("write tests for QUnit: %w", err)
	}
	var files []suite.File
	var pages []string
	for i, tests := range calls.ByPage(s.Tests) {
		name := d.Prefix + "_units"
		if i > 0 {
			name += fmt.Sprintf("_%d", i+1)
		}
		files = append(files, d.tests(name+".js", tests), d.page(name, tests[0].Steps[0].Unit))
		pages = append(pages, escape.JSString(name+".html"))
	}
	if d.Playwright && len(pages) > 0 {
		text := strings.NewReplacer("MARK", mark, "PAGES", strings.Join(pages, ", ")).Replace(opens)
		files = append(files, suite.File{Name: d.Prefix + "_units.spec.mjs", Content: []byte(text), Mark: mark})
	}
	return files, nil
}

//go:embed units.spec.js.tmpl
var opens string

// page returns the document in which tests run.
func (w *Writer) page(name string, u *suite.Unit) suite.File {
	var b strings.Builder
	fmt.Fprintf(&b, "<!doctype html>\n<!-- %s. -->\n<meta charset=\"utf-8\">\n<title>Functions</title>\n", mark)
	style := func(address string) {
		fmt.Fprintf(&b, "<link rel=\"stylesheet\" href=\"%s\">\n", html.EscapeString(address))
	}
	script := func(address string) {
		fmt.Fprintf(&b, "<script src=\"%s\"></script>\n", html.EscapeString(address))
	}
	if slices.ContainsFunc(u.Scripts, isInline) {
		b.WriteString("<script>\n" + inline + "</script>\n")
	}
	for _, address := range u.Styles {
		style(w.address(address))
	}
	style(w.QUnit + "/qunit.css")
	b.WriteString("<div id=\"qunit\"></div>\n<div id=\"qunit-fixture\">" + u.Body + "</div>\n")
	for _, address := range u.Scripts {
		if of, n, is := strings.Cut(address, "#"); is {
			fmt.Fprintf(&b, "<script>inline(%s, %s)</script>\n", escape.JSString(w.document(of)), n)
		} else {
			script(w.address(address))
		}
	}
	script(w.QUnit + "/qunit.js")
	if u.Module != "" {
		fmt.Fprintf(&b, "<script type=\"module\" src=\"%s.js\"></script>\n", name)
	} else {
		script(name + ".js")
	}
	return suite.File{Name: name + ".html", Content: []byte(b.String()), Mark: mark}
}

// address returns the address of a file that a document loads, relative to the folder of the tests.
func (w *Writer) address(of string) string {
	if strings.HasPrefix(of, "/") && !strings.HasPrefix(of, "//") {
		return w.Site + of
	}
	return of
}

// document returns the address of a document; if the site is a folder, of the document's file.
func (w *Writer) document(of string) string {
	if at := w.address(of); !strings.HasSuffix(at, "/") || strings.Contains(w.Site, "://") {
		return at
	}
	return w.address(of) + "index.html"
}

// isInline reports whether a script is inside a document.
func isInline(address string) bool { return strings.Contains(address, "#") }

// inline is the script for pages that need inline scripts of other documents.
const inline = `// inline runs the n-th script of a document.
function inline(address, n) {
  const request = new XMLHttpRequest();
  request.open('GET', address, false);
  request.send();
  const page = new DOMParser().parseFromString(request.responseText, 'text/html');
  const script = document.createElement('script');
  script.textContent = page.querySelectorAll('script')[n - 1].textContent;
  document.head.append(script);
}
`

// tests returns a file of tests.
func (w *Writer) tests(name string, tests []*suite.Test) suite.File {
	var b strings.Builder
	fmt.Fprintf(&b, "// %s.\n", mark)
	if module := tests[0].Steps[0].Unit.Module; module != "" {
		fmt.Fprintf(&b, "import { %s } from %s;\n",
			strings.Join(calls.Imports(tests), ", "), escape.JSString(w.address(module)))
	}
	b.WriteByte('\n')
	b.WriteString("// fixture puts elements into the document for one test.\nfunction fixture(html) {\n" +
		"  document.querySelector('#qunit-fixture').innerHTML = html;\n}\n")
	out := suite.File{Name: name, Mark: mark, Runner: "qunit"}
	times := map[string]int{} // number of uses of each title
	for _, t := range tests {
		b.WriteByte('\n')
		first := 1 + strings.Count(b.String(), "\n")
		title := cmp.Or(t.Purpose, t.Name)
		if times[title]++; times[title] > 1 {
			title += fmt.Sprintf(" (%d)", times[title])
		}
		async := ""
		if t.Steps[0].Unit.Awaits {
			async = "async "
		}
		fmt.Fprintf(&b, "QUnit.test(%s, %sassert => {\n", escape.JSString(title), async)
		for _, line := range calls.Lines(t.Steps[0].Unit) {
			b.WriteString("  " + line + ";\n")
		}
		b.WriteString("});\n")
		at := suite.Location{Name: t.Name, Title: title, Start: first, End: strings.Count(b.String(), "\n")}
		out.Tests = append(out.Tests, at)
	}
	out.Content = []byte(b.String())
	return out
}

// Stale implements output.Cleaner. It recognises files by their names and their mark.
func (w *Writer) Stale(folder fs.FS, written []suite.File) ([]string, error) {
	prefix := regexp.QuoteMeta(w.withDefaults().Prefix)
	names := regexp.MustCompile("^" + prefix + `_units(_\d+)?\.(js|html|spec\.m?js)$`)
	return parts.Stale(folder, written, names, func(content []byte) bool {
		return bytes.Contains(content[:min(len(content), 200)], []byte(mark))
	})
}
