// Package suite holds generated tests as plain data: steps, values, values
// chained from one step to a later one, assertions and faults. Writers turn a
// suite into files; nothing here knows a programming language.
//
// Plain values are nil, bool, int64, float64, json.Number, string, []any and
// [value.Object].
package suite

// Suite is a set of generated tests.
type Suite struct {
	// Title names the API.
	Title string
	// BaseURL is where a remote system was called; "" for one in-process.
	BaseURL string
	// Repeat tells how to get the same suite again: one line, no paths.
	Repeat string
	Tests  []Test
}

// Kind sorts tests into files.
type Kind string

// The kinds of tests.
const (
	Success     Kind = "success"      // the last answer is below 400
	ClientError Kind = "client_error" // the last answer is 4xx
	FaultKind   Kind = "fault"        // the test shows a fault
)

// Test is one test: a sequence of HTTP calls on a fresh system.
type Test struct {
	// Name in words joined by no separator, without a "Test" prefix, unique
	// in the suite: "PostBooksReturns201". See [Suite.NameTests].
	Name string
	// Purpose says in one line what the test shows.
	Purpose string
	Kind    Kind
	Steps   []Step
	Faults  []Fault
	// Ways are some of the ways that conditions in the program go in this test
	// and in no other of the suite.
	Ways []Way
	// Flaw is what is invalid on purpose in the call that the test is about:
	// that of its first fault, else the last. It is nil for nothing.
	Flaw *Flaw
}

// Way is a way that a condition in the program goes.
type Way struct {
	What  string // "n > 100 is true"
	Place string // "api/books.go:12"
}

// Flaw is what of a call is invalid on purpose.
type Flaw struct {
	// In is the part of the call: "path", "query", "header", "cookie", "body".
	In string
	// At leads to the value: the name of the parameter, unless it is in the
	// body, then names of members and numbers of elements. It is empty for the
	// body as a whole.
	At []string
	// What is wrong with the value: "is too long".
	What string
}

// Step is one HTTP call with what is expected of its answer.
type Step struct {
	// Operation is the template of the call: "POST /books".
	Operation string
	// Note says in a line why a step is there that only prepares ("log in as
	// ann"); "" for the calls that a test is about.
	Note string
	// User is who makes the call, "" for nobody.
	User    string
	Request Request
	// Captures read values from the answer for later steps.
	Captures []Capture
	Expect   Expect
}

// Request is the call of a step. Texts may hold variables of earlier steps.
type Request struct {
	Method string
	// Path, already escaped but for its variables, which are escaped as one
	// path segment.
	Path Text
	// Query in order, not escaped.
	Query   []Field
	Headers []Field // Content-Type included
	Body    *Body
}

// Field is a named text.
type Field struct {
	Name  string
	Value Text
}

// Body is a request body.
type Body struct {
	// Text is the body as it is sent. Bytes that are not UTF-8 are kept as
	// they are in Literal.
	Text Text
	// JSON says that Text is JSON, which a writer may lay out readably.
	// Variables in it stand inside of string literals or for whole values. A
	// whole value is, for a capture from a body, the JSON that was there, and
	// for all others the text as it is.
	JSON bool
}

// Text is a sequence of literal pieces and variables.
type Text []Piece

// Piece is a literal or, when Var is set, the value of a variable.
type Piece struct {
	Literal string
	Var     string
}

// Literal returns a text of one literal piece.
func Literal(s string) Text { return Text{{Literal: s}} }

// Source is the part of an answer that a capture reads.
type Source string

// The sources of captures.
const (
	FromBody   Source = "body"   // Name is a JSON pointer
	FromHeader Source = "header" // Name is the header
	FromCookie Source = "cookie" // Name is the cookie
)

// Capture reads a value of an answer into a variable.
type Capture struct {
	// Var is the variable's name, unique in the test, in lower camel case: "bookID".
	Var    string
	Source Source
	Name   string
	// LastSegment takes what follows the last "/" of the path of the value,
	// unescaped, as for the id in a Location.
	LastSegment bool
}

// Expect is what a step asserts.
type Expect struct {
	// Status is the code; 0 when the call got no answer.
	Status int
	// Panics says that the handler panics; Broken that the connection ends
	// without an answer. In both cases nothing else is asserted.
	Panics, Broken bool
	// ContentType is the media type without parameters, "" to not assert it.
	ContentType string
	// Gzip says that the body comes in gzip; checks are about what is in it.
	Gzip bool
	// Stream says that the answer has no end by itself: the client leaves when
	// it has begun, and nothing is asserted of its body.
	Stream bool
	Checks []Check
}

// Op is the comparison of a check.
type Op string

// The comparisons of checks.
const (
	Equal  Op = "equal"  // the value at Pointer is Value
	Length Op = "length" // the array at Pointer has Value (int64) elements
	Exists Op = "exists" // there is a value at Pointer
	Whole  Op = "whole"  // the whole body as text is Value; Pointer is ""
	Empty  Op = "empty"  // the body is empty; Pointer is ""
)

// Check asserts one thing about a body.
type Check struct {
	// Pointer is a JSON pointer (RFC 6901), "" for the whole body.
	Pointer string
	Op      Op
	Value   any
}

// Fault is what an oracle found wrong.
type Fault struct {
	// Code is the Web Fuzzing Commons code of the category, such as 100.
	Code int
	// Category names the code in a few words.
	Category string
	// Operation is "METHOD /path".
	Operation string
	// Reason is one line.
	Reason string
	// Key tells faults apart: operation, code and where in the program.
	Key string
	// Step is the index of the step that shows it.
	Step int
	// Frame is the place in the program, "" if unknown.
	Frame string
	// Stack is the stack of a panic, "" if there was none.
	Stack string
	// Curl is a command line that makes the call, "" if it needs no more
	// than the steps before it.
	Curl string
}
