package suite

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// ActKind is what a user does in a page.
type ActKind string

// The acts of users.
const (
	OpenPage    ActKind = "open" // loads the page; Value is its path
	Click       ActKind = "click"
	DoubleClick ActKind = "dblclick"
	RightClick  ActKind = "contextmenu"
	Hover       ActKind = "hover"
	Fill        ActKind = "fill"   // gives a field its Value, or chooses it
	Upload      ActKind = "upload" // gives a field the File with the text Value
	Press       ActKind = "key"    // presses the key that Value names
	Focus       ActKind = "focus"  // focuses an element and leaves it
	Submit      ActKind = "submit" // sends a form
	Drag        ActKind = "drag"   // drags the element onto the one at the path Value
	DropOf      ActKind = "drop"   // drops the one at the path Value onto the element
	Scroll      ActKind = "scroll"
	Resize      ActKind = "resize"
	Online      ActKind = "online"  // Value says whether there is a network
	GoTo        ActKind = "hash"    // goes to the place Value in the document
	GoBack      ActKind = "back"    // goes back in the history
	Store       ActKind = "storage" // another tab stores Value
	Wait        ActKind = "wait"    // lets Value milliseconds pass
)

// Act is what a user does in a page, with what the page shows afterwards.
type Act struct {
	Kind ActKind
	// On is the element that it is done with, the zero value for the page as a whole.
	On DOMElement
	// Value is a plain value, nil for an act without one.
	Value any
	// File and Media are the name of the file that [Upload] gives, and its type, "" for none.
	File, Media string
	// Answers are those to the questions of the page, by their kinds: "confirm" has a bool, "prompt" a text or nil.
	Answers map[string]any
	// Address is the path of the page afterwards, "" where nothing is asserted of it.
	Address string
	// Asks are the questions that the page asks.
	Asks []Question
	// Errs says that a script throws in it. A test whose acts do not fails where one does.
	Errs bool
	// Rests says that the page has something to do then, or that time passes which matters later: a test goes on once
	// the page is at rest.
	Rests bool
	// Expect is what the page shows afterwards.
	Expect []Sight
}

// Errs reports whether a script throws in an act of the test.
func (t *Test) Errs() bool {
	return slices.ContainsFunc(t.Steps, func(s Step) bool { return s.Act != nil && s.Act.Errs })
}

// Question is one that a page asks by "alert", "confirm" or "prompt".
type Question struct{ Kind, Text string }

// Answered reports whether users answer a kind of question of pages: "alert", "confirm" and "prompt" are, "open" and
// "print" are not.
func Answered(kind string) bool { return kind != "open" && kind != "print" }

// DOMElement names an element of a page. A writer takes the first of Role with Name, Label, ID and Path that is there.
type DOMElement struct {
	// Role and Name are those of ARIA, "" where other elements have them too.
	Role, Name string
	// Label is the text of a field's label, "" where other elements have it too.
	Label string
	ID    string
	// Path is a selector of CSS that fits no other element, and Selector a shorter one that fits no other at the moment
	// of the test, "" for none.
	Path, Selector string
	Tag            string
}

// CSS is the shortest selector that the element has.
func (e *DOMElement) CSS() string { return cmp.Or(e.Selector, e.Path) }

// Title is what a reader calls the element.
func (e *DOMElement) Title() string { return cmp.Or(e.Name, e.Label, e.ID, e.Tag) }

// SightKind is what a page shows of an element.
type SightKind string

// What a page shows.
const (
	HasText     SightKind = "text"     // Value, of the element without those in it where Own is set
	HasValue    SightKind = "value"    // of a field
	HasClasses  SightKind = "classes"  // as the attribute has them
	HasTitle    SightKind = "title"    // of the page; Of is the zero value
	HasStyle    SightKind = "style"    // of its own, as the browser writes it
	IsChecked   SightKind = "checked"  // Value is "true" or "false"
	IsDisabled  SightKind = "disabled" // Value is "true" or "false"
	IsShown     SightKind = "shown"    // a user sees it; Value is "true" or "false"
	IsNotThere  SightKind = "gone"     // the document has no such element
	IsThereOnly SightKind = "there"    // the document has it
)

// Sight is one thing that a page shows of an element.
type Sight struct {
	Of    DOMElement
	Kind  SightKind
	Value string
}

// Assertion is what a test asserts of a sight after a step.
func (s *Sight) Assertion(step int) Assertion { return Assertion{step, Op(s.Kind), s.Of.Path} }

// Unit is the call of a function of a script, in a document that has the scripts of a page and a fixture. What is said
// to be an expression is one of JavaScript.
type Unit struct {
	// Function is what a reader calls the function: "setDim", "Cart.prototype.add".
	Function string
	// Scripts and Styles are the addresses of what the document loads, in order: paths of the site, or whole addresses.
	// "/page.html#2" is the second script of that document.
	Scripts, Styles []string
	// Module is the address of the module that has the function, "" for none, and Imports what expressions use of it:
	// names that it exports, or "default as name".
	Module  string
	Imports []string
	// Body is HTML that the scripts need to be there when they are loaded, "" for none.
	Body string
	// Fixture is HTML that stands in the document instead during the call, "" for a function that needs no elements.
	Fixture string
	// Variables get values before the call.
	Variables []Variable
	// Receiver is an expression for the object that other expressions call "receiver", "" for none.
	Receiver string
	// Call is an expression: "setDim(10)".
	Call string
	// Awaits says that the call returns a promise, and that the call ends when the promise is settled.
	Awaits bool
	// Browser says that the call needs what only a browser has, such as the places of elements.
	Browser bool
	// Throws says that the call throws; its error, as a text, is a check then.
	Throws bool
	// Expect is what the test asserts after the call.
	Expect []UnitCheck
}

// Variable is a variable of a script with an expression for its value.
type Variable struct{ Name, Value string }

// UnitCheck says that an expression is one of some literals after a call.
type UnitCheck struct {
	// Of is [UnitResult], or an expression that reads a variable or something of an element.
	Of string
	// Is is a literal, and Or are others: where a call comes to several values by chance.
	Is string
	Or []string
}

// UnitResult stands for what the call of a unit returned, or for the text of the error that it threw.
const UnitResult = "result"

// name is that of the act, for the name of a test.
func (a *Act) name() string {
	if a.Kind == OpenPage {
		return "Open"
	}
	return UpperCamel(string(a.Kind), a.On.Title())
}

// members are the value of the act.
func (a *Act) members() []member {
	if a.Value == nil || a.Kind == OpenPage {
		return nil
	}
	return []member{argumentMember("value", "value", a.Value)}
}

// String shows the act in a line: `fill Age with "7"`, `click Clear and answer confirm with true`.
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

// actKinds are all of them. It is read-only.
var actKinds = map[ActKind]bool{
	OpenPage: true, Click: true, DoubleClick: true, RightClick: true, Hover: true, Fill: true, Upload: true,
	Press: true, Focus: true,
	Submit: true, Drag: true, DropOf: true, Scroll: true, Resize: true, Online: true, GoTo: true, GoBack: true,
	Store: true, Wait: true,
}
