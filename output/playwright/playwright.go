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
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/output/internal/parts"
	"github.com/evoke-go/evoke/output/internal/world"
	"github.com/evoke-go/evoke/suite"
)

// Writer writes suites as tests for Playwright. The zero value writes tests that visit the site at the environment
// variable EVOKE_BASE_URL.
type Writer struct {
	// Site is the folder of the site, seen from the folder of the tests, with slashes: "../site". The tests serve it
	// themselves. Default: the tests visit a site that is served elsewhere.
	Site string
	// BaseURL is where that is, unless BaseURLEnv says it. Default: BaseURLEnv has to.
	BaseURL string
	// BaseURLEnv is the environment variable with the address of the site. Default: "EVOKE_BASE_URL".
	BaseURLEnv string
	// Start is a shell command that starts the site on the port in $PORT, and Dir the folder for that, seen from the
	// folder of the tests. The tests do so unless BaseURLEnv says where the site is. Default: they start nothing.
	Start, Dir string
	// Faults says what the tests of faults do. Default: output.RecordFaults; they record what the page does today.
	Faults output.Faults
	// Prefix begins the names of the files. Default: "evoke".
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

// mark is in the first line of each file.
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

// Files implements output.Writer. The suite has to be valid, and its steps have to be acts in a page. It leaves out the
// calls of functions, which package output/qunit writes.
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
		"MARK", mark, "CHANCE", world.Script, "BASE_URL_ENV", d.BaseURLEnv,
		"'BASE_URL'", escape.JSString(d.BaseURL), "'SITE'", escape.JSString(d.Site),
		"'START'", escape.JSString(d.Start), "'DIR'", escape.JSString(d.Dir),
	).Replace(support)
	return append(files, suite.File{Name: d.Prefix + "_support.js", Content: []byte(text), Mark: mark}), nil
}

// actsOnly reports a step that no user makes in a page.
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

// file writes the tests of a kind, nil where there are none.
func (w *Writer) file(s *suite.Suite, kind suite.Kind) *suite.File {
	var b strings.Builder
	names := "test, expect, dialogs, troubles"
	if kind == suite.FaultKind && w.Faults == output.FailFaults {
		names += ", never"
	}
	fmt.Fprintf(&b, "// %s.\nimport { %s } from './%s_support.js';\n", mark, names, w.Prefix)
	out := &suite.File{Name: w.Prefix + "_" + string(kind) + ".spec.js", Mark: mark, Runner: "playwright"}
	times := map[string]int{} // of titles: Playwright takes each once
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
	out.Content = []byte(b.String())
	return out
}

// faults is what the test of a fault does, "" for what it does by default, and for another test.
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

// repliesOf are the answers to the questions that a page asks in a test, in their order.
func repliesOf(t *suite.Test) (out []string) {
	for i := range t.Steps {
		a := t.Steps[i].Act
		for _, q := range a.Asks {
			out = append(out, reply(q.Kind, a.Answers))
		}
	}
	return out
}

// reply is the answer to a question, as an expression: true to agree, false to cancel, or a text.
func reply(kind string, answers map[string]any) string {
	v, given := answers[kind]
	switch {
	case !given:
		return "true"
	case v == nil || v == false:
		return "false"
	case v == true:
		return "true"
	}
	return escape.JSString(textOf(v))
}

// linesOf are the lines of an act: the act itself, and what the page shows then. Asked are the questions so far.
func linesOf(a *suite.Act, asked *[]string) (out []string) {
	if a.Kind == suite.Scroll && a.On.Path != "" { // the wheel is where the pointer is
		out = append(out, "await "+locator(&a.On)+".hover();")
	}
	out = append(out, "await "+actLine(a)+";")
	if a.Kind == suite.Focus || a.Kind == suite.Fill && a.On.Tag != "select" {
		out = append(out, "await "+locator(&a.On)+".blur();")
	}
	for _, q := range a.Asks {
		*asked = append(*asked, escape.JSString(q.Text))
	}
	if len(a.Asks) > 0 {
		out = append(out, "await expect.poll(() => asked).toEqual(["+strings.Join(*asked, ", ")+"]);")
	}
	for i := range a.Expect {
		out = append(out, "await "+assertion(&a.Expect[i])+";")
	}
	return out
}

// locator names an element as a user would, if it can: by its role, its label, its id, else by its place.
func locator(e *suite.DOMElement) string {
	switch {
	case e.Role != "" && e.Name != "":
		role, name := escape.JSString(e.Role), escape.JSString(e.Name)
		return fmt.Sprintf("page.getByRole(%s, { name: %s, exact: true })", role, name)
	case e.Label != "":
		return fmt.Sprintf("page.getByLabel(%s, { exact: true })", escape.JSString(e.Label))
	}
	path := strings.Join(strings.Fields(e.Path), " ") // two spaces lead into a shadow root: all selectors do here
	return "page.locator(" + escape.JSString(path) + ")"
}

// plainActs are the acts without a value, as they follow a locator. It is read-only.
var plainActs = map[suite.ActKind]string{
	suite.Click: "click()", suite.DoubleClick: "dblclick()", suite.RightClick: "click({ button: 'right' })",
	suite.Hover: "hover()", suite.Focus: "focus()", suite.Submit: "evaluate(form => form.requestSubmit())",
}

// pageActs are the acts without an element, as they follow "page". $ stands for the value. It is read-only.
var pageActs = map[suite.ActKind]string{
	suite.OpenPage: "goto($)", suite.GoBack: "goBack()",
	suite.GoTo:   "evaluate(place => { location.hash = place; }, $)",
	suite.Resize: "evaluate(() => dispatchEvent(new UIEvent('resize')))",
	suite.Store: "evaluate(newValue => { localStorage.setItem('key', newValue); " +
		"dispatchEvent(new StorageEvent('storage', { key: 'key', newValue })); }, $)",
}

// actLine is an act as an expression.
func actLine(a *suite.Act) string {
	on, text := locator(&a.On), escape.JSString(textOf(a.Value))
	if plain, ok := plainActs[a.Kind]; ok {
		return on + "." + plain
	}
	if ofPage, ok := pageActs[a.Kind]; ok {
		return "page." + strings.Replace(ofPage, "$", text, 1)
	}
	switch a.Kind {
	case suite.Fill:
		if a.On.Tag == "select" {
			return on + ".selectOption(" + text + ")"
		}
		return on + ".fill(" + text + ")"
	case suite.Upload:
		return fmt.Sprintf("%s.setInputFiles({ name: %s, mimeType: %s, buffer: Buffer.from(%s) })",
			on, escape.JSString(a.File), escape.JSString(a.Media), text)
	case suite.Press:
		if a.On.Tag == "body" {
			return "page.keyboard.press(" + escape.JSString(keyOf(a.Value)) + ")"
		}
		return on + ".press(" + escape.JSString(keyOf(a.Value)) + ")"
	case suite.Drag, suite.DropOf:
		corner := ""
		if textOf(a.Value) == a.On.Path {
			corner = ", { targetPosition: { x: 2, y: 2 } }" // it is moved in itself
		}
		if a.Kind == suite.Drag {
			return on + ".dragTo(page.locator(" + text + ")" + corner + ")"
		}
		return "page.locator(" + text + ").dragTo(" + on + corner + ")"
	case suite.Scroll:
		return "page.mouse.wheel(0, " + cmp.Or(textOf(a.Value), "400") + ")"
	case suite.Online:
		return fmt.Sprintf("page.context().setOffline(%t)", a.Value == false)
	}
	return "page.clock.runFor(" + textOf(a.Value) + ")" // suite.Wait
}

func textOf(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case nil:
		return ""
	}
	return fmt.Sprint(v)
}

// keyOf is the name of a key.
func keyOf(v any) string {
	if text := textOf(v); text != " " {
		return text
	}
	return "Space"
}

// assertion is what a page shows, as an expression.
func assertion(s *suite.Sight) string {
	on, text := "expect("+locator(&s.Of)+")", escape.JSString(s.Value)
	not := ""
	if s.Value == "false" {
		not = ".not"
	}
	switch s.Kind {
	case suite.HasText:
		return on + ".toHaveText(" + text + ")"
	case suite.HasTitle:
		return "expect(page).toHaveTitle(" + text + ")"
	case suite.HasValue:
		return on + ".toHaveValue(" + text + ")"
	case suite.HasClasses:
		return on + ".toHaveAttribute('class', " + text + ")"
	case suite.HasStyle:
		return on + ".toHaveAttribute('style', " + text + ")"
	case suite.IsChecked:
		return on + not + ".toBeChecked()"
	case suite.IsDisabled:
		return on + not + ".toBeDisabled()"
	case suite.IsShown:
		return on + not + ".toBeVisible()"
	case suite.IsThereOnly:
		return on + ".toBeAttached()"
	}
	return on + ".toHaveCount(0)" // suite.IsNotThere
}

// Stale implements output.Cleaner: it knows the files by their names and their mark.
func (w *Writer) Stale(folder fs.FS, written []suite.File) ([]string, error) {
	d := w.withDefaults()
	return parts.Stale(folder, written, d.names(), func(content []byte) bool {
		first, _, _ := bytes.Cut(content, []byte("\n"))
		return bytes.Contains(first, []byte(mark))
	})
}

// names matches the names of files that w writes.
func (w *Writer) names() *regexp.Regexp {
	return regexp.MustCompile("^" + regexp.QuoteMeta(w.Prefix) + `_(support\.js|(success|fault)\.spec\.js)$`)
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
