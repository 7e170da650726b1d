package conformance

import (
	"hash/maphash"
	"net/http"
	"sync"

	"github.com/evoke-go/evoke/openapi"
)

// Kind says in which way a response breaks its description.
type Kind string

// Kinds of violations.
const (
	UndeclaredStatus      Kind = "undeclared status"
	UndeclaredContentType Kind = "undeclared content type"
	MalformedBody         Kind = "malformed body"
	SchemaMismatch        Kind = "schema"
)

// Violation is one way in which a response breaks its description. The same fault
// gives the same violation, whatever values the responses hold.
type Violation struct {
	Kind Kind
	// Pointer leads to the value in the body as a JSON pointer, in which "*"
	// stands for any index of a list and any undeclared name. "" is the whole.
	Pointer string
	// Message is one line.
	Message string
}

// String returns the violation on one line.
func (v Violation) String() string {
	if v.Pointer == "" {
		return string(v.Kind) + ": " + v.Message
	}
	return string(v.Kind) + ": " + v.Pointer + " " + v.Message
}

// Checker judges responses. A Checker is safe for concurrent use.
type Checker struct {
	seed    maphash.Seed
	schemas *compiler

	mu    sync.Mutex // guards cache
	cache map[question][]Violation
}

// question is all that a verdict depends on. A hash stands for the body; a
// collision is less likely than a broken disk.
type question struct {
	op          *openapi.Operation
	status      int
	contentType string
	body        uint64
}

// maxAnswers bounds the cache. A full cache is emptied, which needs no
// bookkeeping on the way; what is asked often is soon back.
const maxAnswers = 8192

// Compile returns a checker for the responses of a document. The warnings name
// what of its schemas it does not check. It compiles a schema when it first needs
// it.
func Compile(doc *openapi.Document) (*Checker, []openapi.Warning) {
	schemas, warnings := newCompiler(doc)
	return &Checker{seed: maphash.MakeSeed(), schemas: schemas, cache: map[question][]Violation{}}, warnings
}

// Response judges one response to an operation of the document. It returns nil if
// there is nothing to complain about. The caller must not change the result.
func (c *Checker) Response(op *openapi.Operation, status int, contentType string, body []byte) []Violation {
	q := question{op, status, contentType, maphash.Bytes(c.seed, body)}
	if answer, ok := c.cached(q); ok {
		return answer
	}
	answer := c.judge(op, status, contentType, body)
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.cache) >= maxAnswers {
		clear(c.cache)
	}
	c.cache[q] = answer
	return answer
}

func (c *Checker) cached(q question) ([]Violation, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	answer, ok := c.cache[q]
	return answer, ok
}

func (c *Checker) judge(op *openapi.Operation, status int, contentType string, body []byte) []Violation {
	if len(op.Responses) == 0 {
		return nil // says nothing, so forbids nothing
	}
	res := selectResponse(op.Responses, status)
	if res == nil {
		return []Violation{{Kind: UndeclaredStatus, Message: "status " + statusText(status) + " is not declared"}}
	}
	if op.Method == http.MethodHead || !bodyAllowed(status) || len(res.Content) == 0 {
		return nil
	}
	if len(body) == 0 {
		return judgeEmpty(res, status)
	}
	content := selectContent(res.Content, contentType)
	if content == nil {
		return []Violation{{Kind: UndeclaredContentType, Message: undeclared(contentType)}}
	}
	actual := contentType
	if actual == "" {
		actual = content.Type
	}
	if !isJSON(actual) {
		return nil
	}
	value, err := decode(body)
	if err != nil {
		return []Violation{{Kind: MalformedBody, Message: "the body is not valid JSON"}}
	}
	return c.schemas.check(content.Schema, value)
}
