package suite

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// ActKind is the kind of an act of a user in a page.
type ActKind string

// The kinds of acts. The trailing comments say what the act does, and the meaning of [Act].Value.
const (
	OpenPage    ActKind = "open" // loads the page at the path Value
	Click       ActKind = "click"
	DoubleClick ActKind = "dblclick"
	RightClick  ActKind = "contextmenu"
	Hover       ActKind = "hover"
	Fill        ActKind = "fill"   // gives a field the value Value, or chooses that option
	Upload      ActKind = "upload" // gives a file field the file [Act].File with the content Value
	Press       ActKind = "key"    // presses the key with the name Value
	Focus       ActKind = "focus"  // focuses an element and then leaves it
	Submit      ActKind = "submit" // sends a form
	Drag        ActKind = "drag"   // drags the element onto the element at the path Value
	DropOf      ActKind = "drop"   // drops the element at the path Value onto the element
	Scroll      ActKind = "scroll"
	Resize      ActKind = "resize"
	Online      ActKind = "online"  // switches the network on or off; Value is a bool
	GoTo        ActKind = "hash"    // goes to the fragment Value of the document
	GoBack      ActKind = "back"    // goes back in the history
	Store       ActKind = "storage" // another tab stores Value in the web storage
	Wait        ActKind = "wait"    // lets Value milliseconds pass
)

// Act is one act of a user in a page, with the page's expected state after it.
type Act struct {
	Kind ActKind
	// On is the element of the act; the zero value means the page as a whole.
	On DOMElement
	// Value is a plain value; its meaning depends on Kind. It is nil for a kind without a value.
	Value any
	// File is the name of the file that [Upload] gives to a field, and Media is its media type, "" for none.
	File, Media string
	// Answers are the user's answers to dialogs of the page, by the kind of dialog: a bool for "confirm", a string or
	// nil for "prompt".
	Answers map[string]any
	// Address is the path of the page after the act; "" if it is not asserted.
	Address string
	// Asks are the dialogs that the page opens.
	Asks []Question
	// Errs says that a script throws during the act. A test without such an act fails if a script throws.
	Errs bool
	// Rests says that the page still has work to do after the act, or that passing time matters later. The test then
	// waits until the page is at rest.
	Rests bool
	// Expect are the expected states of elements after the act.
	Expect []Sight
}

// Errs reports whether a script is expected to throw in an act of the test.
func (t *Test) Errs() bool {
	return slices.ContainsFunc(t.Steps, func(s Step) bool { return s.Act != nil && s.Act.Errs })
}

// Question is a dialog that a page opens by calling a function with the name Kind: "alert", "confirm" or "prompt".
type Question struct{ Kind, Text string }

// Answered reports whether users answer dialogs of a kind: they answer "alert", "confirm" and "prompt", but not "open"
// and "print".
func Answered(kind string) bool { return kind != "open" && kind != "print" }

// DOMElement identifies an element of a page. A writer uses the first of these that is set: Role with Name, Label, ID,
// Path.
type DOMElement struct {
	// Role and Name are the ARIA role and name; "" if other elements have the same.
	Role, Name string
	// Label is the text of a field's label; "" if other fields have the same.
	Label string
	ID    string
	// Path is a CSS selector that fits no other element. Selector is a shorter one that fits no other element at the
	// moment of the test; "" for none.
	Path, Selector string
	Tag            string
}

// CSS returns the shortest known CSS selector of the element.
func (e *DOMElement) CSS() string { return cmp.Or(e.Selector, e.Path) }

// Title returns the name of the element for a reader: its ARIA name, label, ID or tag.
func (e *DOMElement) Title() string { return cmp.Or(e.Name, e.Label, e.ID, e.Tag) }

// SightKind is the kind of an assertion about an element.
type SightKind string

// The kinds of assertions about elements.
const (
	HasText     SightKind = "text"     // its text is Value; if Own is set, without the text of inner elements
	HasValue    SightKind = "value"    // the value of the field is Value
	HasClasses  SightKind = "classes"  // its class attribute is Value
	HasTitle    SightKind = "title"    // the title of the page is Value; Of is the zero value
	HasStyle    SightKind = "style"    // its style attribute is Value, as the browser formats it
	IsChecked   SightKind = "checked"  // whether it is checked; Value is "true" or "false"
	IsDisabled  SightKind = "disabled" // whether it is disabled; Value is "true" or "false"
	IsShown     SightKind = "shown"    // whether a user can see it; Value is "true" or "false"
	IsNotThere  SightKind = "gone"     // the document has no such element
	IsThereOnly SightKind = "there"    // the document has such an element
)

// Sight is one assertion about an element of a page.
type Sight struct {
	Of    DOMElement
	Kind  SightKind
	Value string
}

// Assertion returns the identifier of the assertion that a sight makes after a step.
func (s *Sight) Assertion(step int) Assertion { return Assertion{step, Op(s.Kind), s.Of.Path} }

// Unit is the call of a function of a script, in a document that has the scripts of a page and a fixture. All
// expressions are in JavaScript.
type Unit struct {
	// Function is the name of the function for a reader: "setDim", "Cart.prototype.add".
	Function string
	// Scripts and Styles are the addresses of the scripts and style sheets that the document loads, in order: paths of
	// the site, or whole URLs. "/page.html#2" is the second inline script of that document.
	Scripts, Styles []string
	// Module is the address of the module that has the function; "" for none. Imports are the names that expressions
	// use of the module: exported names, or "default as name".
	Module  string
	Imports []string
	// Body is HTML that scripts need in the document while they load; "" for none.
	Body string
	// Fixture is HTML that replaces Body during the call; "" for a function that needs no elements.
	Fixture string
	// Variables are set before the call.
	Variables []Variable
	// Receiver is an expression for an object that the other expressions refer to as "receiver"; "" for none.
	Receiver string
	// Call is the expression of the call: "setDim(10)".
	Call string
	// Awaits says that the call returns a promise, and that the call ends when the promise is settled.
	Awaits bool
	// Browser says that the call needs a real browser, for example for the positions of elements.
	Browser bool
	// Throws says that the call throws. A check of [UnitResult] is then about the text of the error.
	Throws bool
	// Expect are the assertions after the call.
	Expect []UnitCheck
}

// Variable is a variable of a script, with an expression for its value.
type Variable struct{ Name, Value string }

// UnitCheck asserts that an expression has one of some values after a call.
type UnitCheck struct {
	// Of is [UnitResult], or an expression that reads a variable or a property of an element.
	Of string
	// Is is the expected value as a literal. Or are further allowed values, for a call whose result varies by chance.
	Is string
	Or []string
}

// UnitResult stands for the return value of a unit's call, or for the text of the error that it threw.
const UnitResult = "result"

// name returns the part of a test name for the act.
func (a *Act) name() string {
	if a.Kind == OpenPage {
		return "Open"
	}
	return UpperCamel(string(a.Kind), a.On.Title())
}

// members returns the value of the act as a member.
func (a *Act) members() []member {
	if a.Value == nil || a.Kind == OpenPage {
		return nil
	}
	return []member{argumentMember("value", "value", a.Value)}
}

// String returns the act in one line: `fill Age with "7"`, `click Clear and answer confirm with true`.
func (a *Act) String() string {
	parts := []string{string(a.Kind)}
	if path, ok := a.Value.(string); ok && a.Kind == OpenPage {
		parts = append(parts, path)
	}
	if title := a.On.Title(); title != "" {
		parts = append(parts, title)
	}
	for _, m := range a.members() {
		parts = append(parts, "with", strconv.Quote(m.value))
	}
	for _, q := range a.Asks {
		if answer, is := a.Answers[q.Kind]; is {
			parts = append(parts, "and answer", q.Kind, "with", argumentMember("value", "value", answer).value)
		}
	}
	return strings.Join(parts, " ")
}

// actKinds are all kinds of acts. It is read-only.
var actKinds = map[ActKind]bool{
	OpenPage: true, Click: true, DoubleClick: true, RightClick: true, Hover: true, Fill: true, Upload: true,
	Press: true, Focus: true,
	Submit: true, Drag: true, DropOf: true, Scroll: true, Resize: true, Online: true, GoTo: true, GoBack: true,
	Store: true, Wait: true,
}
