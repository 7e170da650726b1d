// Package playwright writes tests of pages for Playwright (@playwright/test). The files need no Evoke to run. A test
// reads like this:
//
//	test('click Save shows "Saved"', async ({ page }) => {
//	  await page.goto('/');
//	  await page.getByLabel('Title', { exact: true }).fill('Dune');
//	  await page.getByLabel('Title', { exact: true }).blur();
//	  await page.getByRole('button', { name: 'Save', exact: true }).click();
//	  await expect(page.locator('#message')).toHaveText('Saved');
//	});
package playwright

import (
	"bytes"
	"cmp"
	_ "embed"
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
	"github.com/evoke-go/evoke/output/internal/parts"
	"github.com/evoke-go/evoke/output/internal/world"
	"github.com/evoke-go/evoke/suite"
)

// Writer writes suites as tests for Playwright. The zero value writes tests that visit the site at the URL in the
// environment variable EVOKE_BASE_URL.
type Writer struct {
	// Site is the folder of the site, relative to the folder of the tests, with slashes: "../site". The tests serve it
	// themselves. Default: the tests visit a site that is served elsewhere.
	Site string
	// BaseURL is the URL of a site that is served elsewhere. BaseURLEnv overrides it. Default: BaseURLEnv is required.
	BaseURL string
	// BaseURLEnv is the name of the environment variable with the URL of the site. Default: "EVOKE_BASE_URL".
	BaseURLEnv string
	// Start is a shell command that starts the site on the port in $PORT. Dir is its folder, relative to the folder of
	// the tests. The tests start the site unless BaseURLEnv names a running one. Default: they start nothing.
	Start, Dir string
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

const (
	defaultPrefix = "evoke"
	defaultEnv    = "EVOKE_BASE_URL"
)

// mark is a text in the first line of each file.
const mark = "Written by Evoke"

var (
	filePrefix = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)
	envName    = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
)

func (w *Writer) withDefaults() Writer {
	out := *w
	if out.Prefix == "" {
		out.Prefix = defaultPrefix
	}
	if out.BaseURLEnv == "" {
		out.BaseURLEnv = defaultEnv
	}
	return out
}

func (w *Writer) check() error {
	switch {
	case !filePrefix.MatchString(w.Prefix):
		return fmt.Errorf("%q cannot begin the name of a file", w.Prefix)
	case !envName.MatchString(w.BaseURLEnv):
		return fmt.Errorf("%q cannot be the name of an environment variable", w.BaseURLEnv)
	}
	var known output.Faults
	return known.UnmarshalText([]byte(w.Faults))
}

//go:embed support.js.tmpl
var support string

// helpers matches the functions of the support file that tests may import.
var helpers = regexp.MustCompile(`(?m)^export (?:async )?function (\w+)`)

// Files implements output.Writer. The suite has to be valid, and its steps have to be acts in a page. It leaves out
// tests of script functions, which package output/qunit writes.
func (w *Writer) Files(s *suite.Suite) ([]suite.File, error) {
	d := w.withDefaults()
	if err := errors.Join(d.check(), s.Validate(), actsOnly(s)); err != nil {
		return nil, fmt.Errorf("write tests for Playwright: %w", err)
	}
	var files []suite.File
	for _, kind := range []suite.Kind{suite.Success, suite.FaultKind} {
		if f := d.file(s, kind); f != nil {
			files = append(files, *f)
		}
	}
	if len(files) == 0 {
		return nil, nil
	}
	text := strings.NewReplacer(
		"MARK", mark, "WORLD", world.Script, "BASE_URL_ENV", d.BaseURLEnv,
		"'BASE_URL'", escape.JSString(d.BaseURL), "'SITE'", escape.JSString(d.Site),
		"'START'", escape.JSString(d.Start), "'DIR'", escape.JSString(d.Dir),
	).Replace(support)
	return append(files, suite.File{Name: d.Prefix + "_support.mjs", Content: []byte(text), Mark: mark}), nil
}

// actsOnly returns an error for a step that is no act in a page.
func actsOnly(s *suite.Suite) error {
	for i := range s.Tests {
		for _, step := range s.Tests[i].Steps {
			if step.Act == nil && step.Unit == nil {
				return fmt.Errorf("test %s: %s is no act in a page", s.Tests[i].Name, step.Operation)
			}
		}
	}
	return nil
}

// file writes the tests of a kind. It returns nil if there are none.
func (w *Writer) file(s *suite.Suite, kind suite.Kind) *suite.File {
	var b strings.Builder
	b.WriteString("\n\n") // stands for the two lines of the head, so that lines are counted right
	out := &suite.File{Name: w.Prefix + "_" + string(kind) + ".spec.mjs", Mark: mark, Runner: "playwright"}
	times := map[string]int{} // number of uses of each title: Playwright allows each only once
	for i := range s.Tests {
		t := &s.Tests[i]
		if t.Kind != kind || t.Last().Unit != nil {
			continue
		}
		b.WriteByte('\n')
		first := 1 + strings.Count(b.String(), "\n")
		title := cmp.Or(t.Purpose, t.Name)
		if times[title]++; times[title] > 1 {
			title += fmt.Sprintf(" (%d)", times[title])
		}
		w.test(&b, t, title)
		at := suite.Location{Name: t.Name, Title: title, Start: first, End: strings.Count(b.String(), "\n")}
		at.Fails = w.faults(t) == output.FailFaults
		out.Tests = append(out.Tests, at)
	}
	if len(out.Tests) == 0 {
		return nil
	}
	names := []string{"test", "expect"}
	for _, helper := range helpers.FindAllStringSubmatch(support, -1) {
		if strings.Contains(b.String(), " "+helper[1]+"(") {
			names = append(names, helper[1])
		}
	}
	slices.Sort(names[2:])
	head := fmt.Sprintf("// %s.\nimport { %s } from './%s_support.mjs';\n", mark,
		strings.Join(names, ", "), w.Prefix)
	out.Content = []byte(head + b.String()[2:])
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
func (w *Writer) test(b *strings.Builder, t *suite.Test, title string) {
	for _, f := range t.Faults {
		fmt.Fprintf(b, "// Fault %d, %s: %s\n", f.Code, f.Category, escape.Line(f.Reason))
	}
	function, shows := "test", "await expect.poll(() => seen).toContain(%s);"
	switch w.faults(t) {
	case output.SkipFaults:
		function = "test.skip"
	case output.FailFaults:
		shows = "await never(seen, %s);"
	}
	fmt.Fprintf(b, "%s(%s, async ({ page }) => {\n", function, escape.JSString(title))
	switch {
	case len(t.Faults) > 0:
		b.WriteString("  const seen = troubles(page);\n")
	case t.Errs():
		b.WriteString("  troubles(page); // another test tells of them\n")
	}
	if replies := repliesOf(t); len(replies) > 0 {
		fmt.Fprintf(b, "  const asked = dialogs(page, [%s]);\n", strings.Join(replies, ", "))
	}
	var asked []string
	for i := range t.Steps {
		for _, line := range linesOf(t.Steps[i].Act, &asked) {
			b.WriteString("  " + line + "\n")
		}
		for _, f := range t.FaultsAt(i) {
			fmt.Fprintf(b, "  "+shows+"\n", escape.JSString(f.Reason))
		}
	}
	b.WriteString("});\n")
}

// Stale implements output.Cleaner. It recognises files by their names and their mark.
func (w *Writer) Stale(folder fs.FS, written []suite.File) ([]string, error) {
	d := w.withDefaults()
	return parts.Stale(folder, written, d.names(), func(content []byte) bool {
		first, _, _ := bytes.Cut(content, []byte("\n"))
		return bytes.Contains(first, []byte(mark))
	})
}

// names matches the names of the files that w writes.
func (w *Writer) names() *regexp.Regexp {
	return regexp.MustCompile("^" + regexp.QuoteMeta(w.Prefix) + `_(support|(success|fault)\.spec)\.m?js$`)
}

// Command implements output.Runner.
func (w *Writer) Command(at output.Folder, files []suite.File) string {
	d := w.withDefaults()
	own := d.names()
	if at.Dir == "" || !slices.ContainsFunc(files, func(f suite.File) bool { return own.MatchString(f.Name) }) {
		return ""
	}
	address := ""
	if d.Site == "" && d.BaseURL == "" && d.Start == "" {
		address = d.BaseURLEnv + "=http://127.0.0.1:$PORT "
	}
	return address + "npx playwright test " + escape.Shell(path.Clean(filepath.ToSlash(at.Dir)))
}
