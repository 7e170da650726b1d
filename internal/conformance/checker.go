package conformance

import (
	"hash/maphash"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/evoke-go/evoke/openapi"
)

// Kind is the kind of a violation.
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
	// Pointer is a JSON pointer to the value in the body, in which "*" stands for any index of a list and any
	// undeclared name. "" is the whole body.
	Pointer string
	// At is a JSON pointer to one value that is wrong, or to the place of one that is missing. It has the index of the
	// element and the name that this response has. It is set for [SchemaMismatch] of a JSON body.
	At string
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

// Answer is the checked part of a response.
type Answer struct {
	Status      int
	ContentType string
	// Coding is the header Content-Encoding of a body that is still encoded.
	Coding string
	Body   []byte
	// Partial says that Body is only the beginning of the body.
	Partial bool
	// Reader may have decoded Body already. Default: nil.
	Reader interface {
		// Got returns the decoded data, and false if the body is no JSON, or could not be decoded.
		Got() (any, bool)
	}
}

// Checker judges responses. A Checker is safe for concurrent use.
type Checker struct {
	// XML reads a document as the plain value that a schema describes. Without it XML is not judged.
	XML func(s *openapi.Schema, document []byte) (any, error)

	seed    maphash.Seed
	schemas *compiler
	order   []*openapi.Operation

	mu    sync.Mutex // guards the fields below
	cache map[verdictKey][]Violation
	notes map[*openapi.Operation][]string
}

// verdictKey is all that a verdict depends on. A hash stands for the body; a collision is less likely than a hardware
// fault.
type verdictKey struct {
	op                  *openapi.Operation
	status              int
	contentType, coding string
	body                uint64
	partial             bool
}

// maxAnswers bounds the cache. A full cache is emptied, which needs no bookkeeping; frequent answers are soon in it
// again.
const maxAnswers = 8192

// Compile returns a checker for the responses of a document. The warnings name the parts of its schemas that are not
// checked. Schemas are compiled when they are first needed.
func Compile(doc *openapi.Document) (*Checker, []openapi.Warning) {
	schemas, warnings := newCompiler(doc)
	return &Checker{
		seed: maphash.MakeSeed(), schemas: schemas, order: doc.Operations,
		cache: map[verdictKey][]Violation{}, notes: map[*openapi.Operation][]string{},
	}, warnings
}

// Judge checks one response to an operation of the document. It returns nil if there are no violations. The caller must
// not change the result.
func (c *Checker) Judge(op *openapi.Operation, a Answer) []Violation {
	q := verdictKey{op, a.Status, a.ContentType, a.Coding, maphash.Bytes(c.seed, a.Body), a.Partial}
	if answer, ok := c.cached(q); ok {
		return answer
	}
	answer := c.judge(op, &a)
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.cache) >= maxAnswers {
		clear(c.cache)
	}
	c.cache[q] = answer
	return answer
}

func (c *Checker) cached(q verdictKey) ([]Violation, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	answer, ok := c.cache[q]
	return answer, ok
}

// note notes that a part of the answers of an operation is not checked.
func (c *Checker) note(op *openapi.Operation, reason string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !slices.Contains(c.notes[op], reason) {
		c.notes[op] = append(c.notes[op], reason)
	}
}

// Unjudged returns which bodies were not compared with their schemas so far, and why.
func (c *Checker) Unjudged() (out []openapi.Warning) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, op := range c.order {
		if reasons := c.notes[op]; len(reasons) > 0 {
			reason := "not judged by the schema: " + strings.Join(slices.Sorted(slices.Values(reasons)), "; ")
			out = append(out, openapi.Warning{Where: op.Name(), Reason: reason})
		}
	}
	return out
}

func (c *Checker) judge(op *openapi.Operation, a *Answer) []Violation {
	if len(op.Responses) == 0 {
		return nil // declares nothing, so forbids nothing
	}
	res := selectResponse(op.Responses, a.Status)
	if res == nil {
		return []Violation{{Kind: UndeclaredStatus, Message: "status " + statusText(a.Status) + " is not declared"}}
	}
	if op.Method == http.MethodHead || !bodyAllowed(a.Status) || len(res.Content) == 0 {
		return nil
	}
	if len(a.Body) == 0 {
		if a.Partial {
			return nil // a stream that has not begun
		}
		return judgeEmpty(res, a.Status)
	}
	content := selectContent(res.Content, a.ContentType)
	if content == nil {
		return []Violation{{Kind: UndeclaredContentType, Message: undeclared(a.ContentType)}}
	}
	if a.ContentType == "" {
		a.ContentType = content.Type
	}
	return c.body(op, content.Schema, a)
}
