package suite

// Call is an HTTP call with what is expected of its answer.
type Call struct {
	Request Request
	// Captures read values of the answer for later steps.
	Captures []Capture
	Expect   Expect
}

// Request is what a call sends. Its texts may hold variables of earlier steps.
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

// Expect is what a call asserts of its answer.
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

// Op is the comparison of a check or a result.
type Op string

// The comparisons of checks and results.
const (
	Equal  Op = "equal"   // the value at Pointer, or the result, is Value
	Length Op = "length"  // the array at Pointer, or the result, has Value (int64) elements
	Exists Op = "exists"  // there is a value at Pointer
	Whole  Op = "whole"   // the whole body as text is Value; Pointer is ""
	Empty  Op = "empty"   // the body is empty; Pointer is ""
	Nil    Op = "nil"     // the result is nil, such as an error that did not happen
	NotNil Op = "not nil" // the result is not nil
)

// Check asserts one thing about a body.
type Check struct {
	// Pointer is a JSON pointer (RFC 6901), "" for the whole body.
	Pointer string
	Op      Op
	Value   any
}
