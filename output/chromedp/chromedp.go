// Package chromedp writes tests of pages in Go. The tests visit the pages in Chromium or Chrome by
// github.com/chromedp/chromedp. The files need no Evoke and no Node to run. The tests act by the events that a browser
// sends when a user acts. A test reads like this:
//
//	func TestClickSaveShowsSaved(t *testing.T) {
//		p := open(t)
//		p.visit("/")
//		p.act("fill", "#title", "Dune")
//		p.act("click", "#save")
//		p.has("#message", "text", "Saved")
//	}
package chromedp

import (
	"bytes"
	"cmp"
	_ "embed"
	"errors"
	"fmt"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/output/internal/parts"
	"github.com/evoke-go/evoke/output/internal/world"
	"github.com/evoke-go/evoke/suite"
)

// Version is the version of chromedp for which tests are written.
const Version = "v0.22.1"

// Writer writes suites as tests in Go. The zero value writes tests that visit the site at the URL in the environment
// variable EVOKE_BASE_URL.
type Writer struct {
	// Package is the name of the package of the tests. Default: "pages".
	Package string
	// Site is the folder of the site, relative to the folder of the tests, with slashes: "../site". The tests serve it
	// themselves. Default: the tests visit a site that is served elsewhere.
	Site string
	// BaseURL is the URL of a site that is served elsewhere. The environment variable EVOKE_BASE_URL overrides it.
	// Default: EVOKE_BASE_URL is required.
	BaseURL string
	// Faults says whether the tests of faults record the faults, fail or are skipped. Default: output.RecordFaults;
	// they record the present behaviour of the page.
	Faults output.Faults
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

var filePrefix = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9]*$`)

func (w *Writer) withDefaults() Writer {
	out := *w
	out.Package, out.Prefix = cmp.Or(w.Package, "pages"), cmp.Or(w.Prefix, "evoke")
	return out
}

func (w *Writer) check() error {
	switch {
	case !filePrefix.MatchString(w.Prefix):
		return fmt.Errorf("%q cannot begin the name of a file", w.Prefix)
	case !token.IsIdentifier(w.Package):
		return fmt.Errorf("%q cannot be the name of a package", w.Package)
	}
	var known output.Faults
	return known.UnmarshalText([]byte(w.Faults))
}

//go:embed support.go.tmpl
var support string

// Files implements output.Writer. The suite has to be valid. It leaves out tests of functions of scripts, which package
// output/qunit writes.
func (w *Writer) Files(s *suite.Suite) (files []suite.File, err error) {
	d := w.withDefaults()
	if err := errors.Join(d.check(), s.Validate()); err != nil {
		return nil, fmt.Errorf("write tests for chromedp: %w", err)
	}
	for i := range s.Tests {
		for _, step := range s.Tests[i].Steps {
			if step.Act == nil && step.Unit == nil {
				return nil, fmt.Errorf("write tests for chromedp: test %s: %s is no act in a page",
					s.Tests[i].Name, step.Operation)
			}
		}
	}
	for _, kind := range []suite.Kind{suite.Success, suite.FaultKind} {
		if f := d.file(s, kind); f != nil {
			files = append(files, *f)
		}
	}
	if len(files) == 0 {
		return nil, nil
	}
	text := strings.NewReplacer(
		"MARK", mark, "WORLD", world.Script, "PACKAGE", d.Package,
		`"SITE"`, strconv.Quote(d.Site), `"BASE_URL"`, strconv.Quote(d.BaseURL),
	).Replace(support)
	return append(files, suite.File{Name: d.Prefix + "_support_test.go", Content: []byte(text), Mark: mark}), nil
}

// file writes the tests of a kind. It returns nil if there are none.
func (w *Writer) file(s *suite.Suite, kind suite.Kind) *suite.File {
	var b strings.Builder
	fmt.Fprintf(&b, "// %s.\n\npackage %s\n\nimport \"testing\"\n", mark, w.Package)
	out := &suite.File{Name: w.Prefix + "_" + string(kind) + "_test.go", Mark: mark, Runner: "chromedp"}
	for i := range s.Tests {
		t := &s.Tests[i]
		if t.Kind != kind || t.Last().Unit != nil {
			continue
		}
		at := suite.Location{Name: t.Name, Title: "Test" + t.Name, Start: 2 + strings.Count(b.String(), "\n")}
		at.Fails = w.faults(t) == output.FailFaults
		w.test(&b, t)
		at.End = strings.Count(b.String(), "\n")
		out.Tests = append(out.Tests, at)
	}
	if len(out.Tests) == 0 {
		return nil
	}
	out.Content = []byte(b.String())
	return out
}

// faults returns how to write the test of a fault; "" for the default, and for a test without faults.
func (w *Writer) faults(t *suite.Test) output.Faults {
	if len(t.Faults) == 0 || suite.Silenced(t.Faults) || w.Faults == output.RecordFaults {
		return ""
	}
	return w.Faults
}

// test writes a test.
func (w *Writer) test(b *strings.Builder, t *suite.Test) {
	fmt.Fprintf(b, "\n// %s\n", escape.Line(cmp.Or(t.Purpose, t.Name)))
	for _, f := range t.Faults {
		fmt.Fprintf(b, "// Fault %d, %s: %s\n", f.Code, f.Category, escape.Line(f.Reason))
	}
	fmt.Fprintf(b, "func Test%s(t *testing.T) {\n", t.Name)
	sees := "sees"
	switch w.faults(t) {
	case output.SkipFaults:
		b.WriteString("\tt.Skip(\"it shows a fault\")\n")
	case output.FailFaults:
		sees = "never"
	}
	fmt.Fprintf(b, "\tp := open(t%s)\n", repliesOf(t))
	if len(t.Faults) > 0 || t.Errs() {
		b.WriteString("\tp.errs = true\n")
	}
	var asked []string
	for i := range t.Steps {
		a := t.Steps[i].Act
		b.WriteString("\t" + actLine(a) + "\n")
		for _, q := range a.Asks {
			asked = append(asked, strconv.Quote(q.Text))
		}
		if len(a.Asks) > 0 {
			fmt.Fprintf(b, "\tp.asks(%s)\n", strings.Join(asked, ", "))
		}
		for _, s := range a.Expect {
			fmt.Fprintf(b, "\tp.has(%q, %q, %q)\n", s.Of.CSS(), s.Kind, s.Value)
		}
		for _, f := range t.FaultsAt(i) {
			fmt.Fprintf(b, "\tp.%s(%q)\n", sees, f.Reason)
		}
	}
	b.WriteString("}\n")
}

// actLine returns an act as a statement.
func actLine(a *suite.Act) string {
	text := ""
	if a.Value != nil {
		text = fmt.Sprint(a.Value)
	}
	if a.Kind == suite.OpenPage {
		return fmt.Sprintf("p.visit(%q)", text)
	}
	on := cmp.Or(a.On.CSS(), "body")
	if a.Kind == suite.Upload {
		return fmt.Sprintf("p.act(%q, %q, %q, %q, %q)", a.Kind, on, text, a.File, a.Media)
	}
	return fmt.Sprintf("p.act(%q, %q, %q)", a.Kind, on, text)
}

// repliesOf returns the answers to the dialogs of a test as further arguments: true for OK, false for Cancel, or a
// text.
func repliesOf(t *suite.Test) (out string) {
	for i := range t.Steps {
		a := t.Steps[i].Act
		for _, q := range a.Asks {
			v, given := a.Answers[q.Kind]
			switch {
			case !given || v == true:
				out += ", true"
			case v == nil || v == false:
				out += ", false"
			default:
				out += ", " + strconv.Quote(fmt.Sprint(v))
			}
		}
	}
	return out
}

func (w *Writer) names() *regexp.Regexp {
	return regexp.MustCompile("^" + regexp.QuoteMeta(w.withDefaults().Prefix) + `_(support|success|fault)_test\.go$`)
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
	if at.Dir == "" || !slices.ContainsFunc(files, func(f suite.File) bool { return own.MatchString(f.Name) }) {
		return ""
	}
	dir, address := path.Clean(filepath.ToSlash(at.Dir)), ""
	if !path.IsAbs(dir) {
		dir = "./" + dir
	}
	if w.Site+w.BaseURL == "" {
		address = "EVOKE_BASE_URL=http://127.0.0.1:$PORT "
	}
	return address + "go test " + escape.Shell(dir)
}
