package suite

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Call is an HTTP call with the expected answer.
type Call struct {
	Request Request
	// Captures read values of the answer into variables for later steps.
	Captures []Capture
	Expect   Expect
}

// Request is an HTTP request. Its texts may contain variables of earlier steps.
type Request struct {
	Method string
	// Path is escaped, except for its variables: a writer escapes the value of each variable as one path segment.
	Path Text
	// Query holds the query parameters in order, unescaped.
	Query   []Field
	Headers []Field // including Content-Type
	Body    *Body
	// Gone says that the client disconnects before the answer: the handler gets a request whose context has ended. Only
	// tests that call a handler in their own process can do that.
	Gone bool `json:",omitempty"`
}

// Field is a query parameter or header: a name and a text.
type Field struct {
	Name  string
	Value Text
}

// Body is a request body.
type Body struct {
	// Text is the body as it is sent. Its literals may hold bytes that are not UTF-8.
	Text Text
	// JSON says that Text is JSON, which a writer may indent. A variable stands inside a string literal, or for a whole
	// value. For a whole value the test sends the captured JSON if the variable was captured from a body, else the
	// captured text as it is.
	JSON bool
}

// Text is a sequence of literal pieces and variables.
type Text []Piece

// Piece is a literal, or, when Var is set, a variable. The value of the variable was captured, is read from the
// environment (see [IsSecret]), or is a unique name that the test makes (see Stem).
type Piece struct {
	Literal string
	Var     string
	// Stem is set for a unique name, which no other execution of a test uses: the stem followed by a number, the same
	// in the whole test. No capture reads such a variable. A stem consists of letters, digits, and any of "-._~", which
	// no encoding changes.
	Stem string `json:",omitempty"`
}

// Literal returns a text of one literal piece.
func Literal(s string) Text { return Text{{Literal: s}} }

// Source is the part of an answer from which a capture reads.
type Source string

// The sources of captures.
const (
	FromBody   Source = "body"   // Name is a JSON pointer
	FromHeader Source = "header" // Name is the header
	FromCookie Source = "cookie" // Name is the cookie
)

// Capture reads a value of an answer into a variable.
type Capture struct {
	// Var is the name of the variable in lower camel case: "bookID". The captures of a test have different names.
	Var    string
	Source Source
	Name   string
	// LastSegment says that the variable gets only the text after the last "/" of the value's path, unescaped, such as
	// the id in a Location header.
	LastSegment bool
}

// Expect is the expected answer of a call.
type Expect struct {
	// Status is the status code; 0 if the call gets no answer, or if any status is allowed.
	Status int
	// Panics says that the handler panics, and Broken that the connection ends without an answer. There are no other
	// assertions then.
	Panics, Broken bool
	// ContentType is the media type without parameters; "" if it is not asserted.
	ContentType string
	// Gzip says that the body is compressed with gzip. The checks are about the decompressed body.
	Gzip bool
	// Latin1 says that the body is text in ISO-8859-1. The checks are about the decoded text.
	Latin1 bool
	// Soon says that the system may need some seconds until it answers with Status. The test repeats the call until
	// then.
	Soon bool
	// Stream says that the server never ends the answer. The test closes the connection when the answer has begun, and
	// asserts nothing about the body.
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
	Absent Op = "absent" // there is no value at Pointer
	Whole  Op = "whole"  // the whole body as text is Value; Pointer is ""
	Empty  Op = "empty"  // the body is empty; Pointer is ""
	// HasType: the value at Pointer has the JSON type Value, such as TypeString. The name Element in Pointer means the
	// first element of an array; if the array is empty, nothing is asserted.
	HasType Op = "type"
	Nil     Op = "nil"     // the result is nil, such as an error that did not happen
	NotNil  Op = "not nil" // the result is not nil
)

// The laws: relations between values of a body. Value has the names of the values, a []any of texts, and Pointer leads
// to the first. A name is a JSON pointer, "the size of" and the pointer to an array, or "the sum of" and the pointer
// to a member of the objects of an array: "the sum of /items/*/price". Any other [Element] stands for each element of
// an array, the same in all names of a law. A law says nothing about values of which one is null or absent.
const (
	Same      Op = "same"    // the first value is the second
	AtMost    Op = "at most" // the first number or date is at most the second
	Sum       Op = "sum"     // the first number is the second plus the third
	Product   Op = "product" // the first number is the second times the third
	ElementOf Op = "element" // the first value is an element of the second
	SubsetOf  Op = "subset"  // the elements of the first array are elements of the second
	PartOf    Op = "part"    // the first text is a part of the second
	// NullIf: the first value is null or absent if the second is one of the further texts, and only then.
	NullIf Op = "null if"
)

// operands is the number of values of each kind of law; [NullIf] has more. It is read-only.
var operands = map[Op]int{Same: 2, AtMost: 2, Sum: 3, Product: 3, ElementOf: 2, SubsetOf: 2, PartOf: 2, NullIf: 3}

// IsLaw reports whether the comparison is a law.
func (o Op) IsLaw() bool { return operands[o] > 0 }

// Operands returns the names of the values of a law.
func (c *Check) Operands() (out []string) {
	list, _ := c.Value.([]any)
	for _, v := range list {
		name, _ := v.(string)
		out = append(out, name)
	}
	return out
}

// Law returns the check of a law. names are its operands.
func Law(op Op, names ...string) Check {
	c := Check{Op: op}
	var list []any
	for i, name := range names {
		if i == 0 {
			if at := strings.IndexByte(name, '/'); at >= 0 { // otherwise it is of the whole body
				c.Pointer = name[at:]
			}
		}
		list = append(list, name)
	}
	c.Value = list
	return c
}

// Element stands for the first element of an array in the pointer of a check with [HasType].
const Element = "*"

// Check is one assertion about a body.
type Check struct {
	// Pointer is a JSON pointer (RFC 6901); "" for the whole body.
	Pointer string
	Op      Op
	Value   any
	// Text is the expected value of [Equal] and [Whole] if it contains unique names that the test makes, see [Piece];
	// Value is nil then.
	Text Text `json:",omitempty"`
}

// Given is a part of the surroundings of the system that a test arranges before a step. Exactly one of SQL, Row,
// Answer and Wait is set.
type Given struct {
	// SQL is a statement that inserts a row into the database of the system, or changes rows of it:
	// "INSERT INTO members (id, level) VALUES (1, 1001)".
	SQL string `json:",omitempty"`
	// Row is a row of a store of the system that is not SQL.
	Row *Row `json:",omitempty"`
	// Answer is what another service answers from now on.
	Answer *Answer `json:",omitempty"`
	// Wait is the time that passes.
	Wait time.Duration `json:",omitempty"`
	// Note says in one line why the test needs it; "" if nobody knows.
	Note string `json:",omitempty"`
}

// Row is a row of a store that is not SQL, such as a document.
type Row struct {
	Store  int // the number of the store among those of the system, from 0 on
	Table  string
	Values string // a JSON object
}

// Answer is the answer of another service to the requests with a method and a URL.
type Answer struct {
	Method string
	// URL has no query. An answer is for each query.
	URL     string
	Status  int
	Headers []Field `json:",omitempty"` // without variables
	Body    string  `json:",omitempty"`
	// Fails says how the answer fails: [Refused], [Cut] or [Late]; "" for a complete answer.
	Fails Failure `json:",omitempty"`
	// Once says that the answer is for a single request, and goes before the answers to all others.
	Once bool `json:",omitempty"`
	// Own says that the program asks through a transport of its own, which a test of Go cannot reach: the test has to
	// listen at the host. Such an answer is not [Late], because nobody can tell how long the client waits.
	Own bool `json:",omitempty"`
}

// Failure is the way in which another service fails to answer.
type Failure string

// The failures of other services.
const (
	Refused Failure = "refused" // nobody listens
	Cut     Failure = "cut"     // the connection ends within the body
	Late    Failure = "late"    // the answer comes after the client stops waiting
)

// check returns an error for a given that no test can arrange.
func (g *Given) check() error {
	kinds := 0
	for _, is := range []bool{g.SQL != "", g.Row != nil, g.Answer != nil, g.Wait > 0} {
		if is {
			kinds++
		}
	}
	if kinds != 1 {
		return errors.New("a given inserts a row, is an answer, or waits")
	}
	if r := g.Row; r != nil && (r.Store < 0 || r.Table == "" || !json.Valid([]byte(r.Values))) {
		return fmt.Errorf("no test can put %s into %q of store %d", r.Values, r.Table, r.Store)
	}
	a := g.Answer
	if a == nil {
		return nil
	}
	u, err := url.Parse(a.URL)
	if err != nil || u.Host == "" {
		return fmt.Errorf("the URL %q of another service has no host", a.URL)
	}
	if a.Own && (a.Fails == Late || u.Scheme != "http" || u.Port() == "") {
		return fmt.Errorf("no test can listen at %q for an answer %s", a.URL, a.Fails)
	}
	known := slices.Contains([]Failure{"", Refused, Cut, Late}, a.Fails)
	if !known || a.Fails == "" && (a.Status < 100 || a.Status > 999) {
		return fmt.Errorf("another service answers %d %s", a.Status, a.Fails)
	}
	return nil
}
