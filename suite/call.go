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
	// Path is escaped already, except for its variables: a writer escapes each
	// of them as one path segment.
	Path Text
	// Query holds the parameters in order. They are not escaped.
	Query   []Field
	Headers []Field // Content-Type included
	Body    *Body
	// Gone says that the client leaves before the answer: the handler gets a request whose context
	// has ended. Only tests that call a handler in their own process can do that.
	Gone bool `json:",omitempty"`
}

// Field is a named text.
type Field struct {
	Name  string
	Value Text
}

// Body is a request body.
type Body struct {
	// Text is the body as it is sent. A Literal in it may hold bytes that are
	// not UTF-8.
	Text Text
	// JSON says that Text is JSON, so that a writer may indent it. A variable
	// stands inside a string literal or for a whole value. For a whole value the
	// test sends the JSON that it captured from a body, or the text that it
	// captured from elsewhere.
	JSON bool
}

// Text is a sequence of literal pieces and variables.
type Text []Piece

// Piece is a literal or, when Var is set, the value of a variable: of a capture, of
// the environment, see [IsSecret], or a name that the test makes itself.
type Piece struct {
	Literal string
	Var     string
	// Stem is set for a name that no other execution of a test has: the stem, followed
	// by a number that is the same in all of the test. Nothing captures such a
	// variable. A stem consists of letters, digits, and any of "-._~", which are the same in
	// every encoding.
	Stem string `json:",omitempty"`
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
	// Var names the variable in lower camel case: "bookID". No other capture of
	// the test has the same name.
	Var    string
	Source Source
	Name   string
	// LastSegment says that the variable gets only what follows the last "/" of
	// the value's path, unescaped. This is how an id is read from a Location.
	LastSegment bool
}

// Expect is what a call asserts of its answer.
type Expect struct {
	// Status is the code; 0 when the call got no answer, or where it may be any.
	Status int
	// Panics says that the handler panics, and Broken that the connection ends
	// without an answer. Nothing else is asserted in these cases.
	Panics, Broken bool
	// ContentType is the media type without its parameters. It is not asserted
	// if it is "".
	ContentType string
	// Gzip says that the body is compressed with gzip. The checks are about the
	// body after decompression.
	Gzip bool
	// Latin1 says that the body is a text in ISO-8859-1. The checks are about the text.
	Latin1 bool
	// Soon says that the system may need some seconds until it answers with Status: the test repeats the
	// call until then.
	Soon bool
	// Stream says that the server never ends the answer. The test closes the
	// connection when the answer has begun, and asserts nothing of the body.
	Stream bool
	Checks []Check
}

// Op is the comparison of a check or a result.
type Op string

// The comparisons of checks and results.
const (
	Equal  Op = "equal"  // the value at Pointer, or the result, is Value
	Length Op = "length" // the array at Pointer, or the result, has Value (int64) elements
	Exists Op = "exists" // there is a value at Pointer
	Whole  Op = "whole"  // the whole body as text is Value; Pointer is ""
	Empty  Op = "empty"  // the body is empty; Pointer is ""
	// HasType: the value at Pointer has the JSON type Value, such as TypeString.
	// In its pointer, Element stands for the first element of an array. Nothing is
	// asserted if the array has none.
	HasType Op = "type"
	Nil     Op = "nil"     // the result is nil, such as an error that did not happen
	NotNil  Op = "not nil" // the result is not nil
)

// Element is the name of any element in the pointer of a check with [HasType].
const Element = "*"

// Check asserts one thing about a body.
type Check struct {
	// Pointer is a JSON pointer (RFC 6901), "" for the whole body.
	Pointer string
	Op      Op
	Value   any
	// Text is the value for [Equal] and [Whole] if it holds names that the test makes
	// itself, see [Piece]; Value is nil then.
	Text Text `json:",omitempty"`
}
