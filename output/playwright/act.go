package playwright

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/suite"
)

// repliesOf returns the answers to the dialogs of a test, in their order.
func repliesOf(t *suite.Test) (out []string) {
	for i := range t.Steps {
		a := t.Steps[i].Act
		for _, q := range a.Asks {
			out = append(out, reply(q.Kind, a.Answers))
		}
	}
	return out
}

// reply returns the answer to a dialog as an expression: true for OK, false for Cancel, or a text.
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

// linesOf returns the lines of an act: the act itself and its assertions. asked are the dialogs so far.
func linesOf(a *suite.Act, asked *[]string) (out []string) {
	if a.Kind == suite.Scroll && a.On.Path != "" { // the wheel scrolls at the pointer
		out = append(out, "await "+locator(&a.On)+".hover();")
	}
	out = append(out, "await "+actLine(a)+";")
	if a.Kind == suite.Focus || a.Kind == suite.Fill && a.On.Tag != "select" {
		out = append(out, "await "+locator(&a.On)+".blur();")
	}
	if a.Rests {
		out = append(out, "await rest(page);")
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

// locator returns the locator of an element as a user would find it, if possible: by its role, its label or its id,
// else by its path.
func locator(e *suite.DOMElement) string {
	switch {
	case e.Role != "" && e.Name != "":
		role, name := escape.JSString(e.Role), escape.JSString(e.Name)
		return fmt.Sprintf("page.getByRole(%s, { name: %s, exact: true })", role, name)
	case e.Label != "":
		return fmt.Sprintf("page.getByLabel(%s, { exact: true })", escape.JSString(e.Label))
	}
	// two spaces lead into a shadow root, which all selectors of Playwright enter
	path := strings.Join(strings.Fields(e.CSS()), " ")
	return "page.locator(" + escape.JSString(path) + ")"
}

// plainActs are the acts without a value, as methods of a locator. It is read-only.
var plainActs = map[suite.ActKind]string{
	suite.Click: "click()", suite.DoubleClick: "dblclick()", suite.RightClick: "click({ button: 'right' })",
	suite.Hover: "hover()", suite.Focus: "focus()", suite.Submit: "evaluate(form => form.requestSubmit())",
}

// pageActs are the acts without an element, as methods of the page. $ stands for the value. It is read-only.
var pageActs = map[suite.ActKind]string{
	suite.OpenPage: "goto($)", suite.GoBack: "goBack()",
	suite.GoTo:   "evaluate(place => { location.hash = place; }, $)",
	suite.Resize: "evaluate(() => dispatchEvent(new UIEvent('resize')))",
	suite.Store: "evaluate(newValue => { localStorage.setItem('key', newValue); " +
		"dispatchEvent(new StorageEvent('storage', { key: 'key', newValue })); }, $)",
}

// actLine returns an act as an expression.
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
			corner = ", { targetPosition: { x: 2, y: 2 } }" // the element is dropped onto itself
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
	return "rest(page, " + textOf(a.Value) + ")" // suite.Wait
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

// keyOf returns the name of a key.
func keyOf(v any) string {
	if text := textOf(v); text != " " {
		return text
	}
	return "Space"
}

// assertion returns the assertion of a sight as an expression.
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
	case suite.HasClasses, suite.HasStyle:
		name := map[suite.SightKind]string{suite.HasClasses: "'class'", suite.HasStyle: "'style'"}[s.Kind]
		if s.Value == "" { // the element may have no such attribute
			return on + ".not.toHaveAttribute(" + name + ", /./)"
		}
		return on + ".toHaveAttribute(" + name + ", " + text + ")"
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
