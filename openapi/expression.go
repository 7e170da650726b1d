package openapi

import (
	"errors"
	"fmt"
	"strings"
)

// Expression is a value that a link computes from a call and its answer: a sequence of literal texts and runtime
// expressions. A single term has the value that it reads, of any type; several terms are joined to one text.
type Expression []Term

// Term is one part of an [Expression].
type Term struct {
	From Source
	// Text is the literal text of a term without a Source; "" for other terms.
	Text string
	// Name is the name of a header, or of a query or path parameter.
	Name string
	// Pointer is a JSON pointer (RFC 6901) into a body; "" for the whole body.
	Pointer string
}

// Source is the part of a call or of its answer that a term reads, as the specification writes it. It is "" for literal
// text.
type Source string

// The sources of the specification.
const (
	FromURL            Source = "url"
	FromMethod         Source = "method"
	FromStatus         Source = "statusCode"
	FromRequestHeader  Source = "request.header"
	FromRequestQuery   Source = "request.query"
	FromRequestPath    Source = "request.path"
	FromRequestBody    Source = "request.body"
	FromResponseHeader Source = "response.header"
	FromResponseBody   Source = "response.body"
)

// ParseExpression parses a runtime expression such as "$response.body#/id", or a text with expressions in braces, such
// as "/books/{$response.body#/id}". A text without expressions gives one literal term, and an empty text no term. It
// returns an error for an expression that is malformed or unknown.
func ParseExpression(text string) (Expression, error) {
	if body, ok := strings.CutPrefix(text, "$"); ok && startsExpression(body) {
		term, err := parseTerm(body)
		if err != nil {
			return nil, fmt.Errorf("the expression %q: %w", text, err)
		}
		return Expression{term}, nil
	}
	return parseEmbedded(text)
}

// parseEmbedded parses a text with expressions in braces.
func parseEmbedded(text string) (Expression, error) {
	var out Expression
	for rest := text; ; {
		literal, after, found := strings.Cut(rest, "{$")
		switch {
		case !found:
			return out.join(literal), nil
		case !startsExpression(after):
			out, rest = out.join(literal+"{$"), after
			continue
		}
		body, behind, closed := strings.Cut(after, "}")
		if !closed {
			return nil, fmt.Errorf("the expression %q: a brace is not closed", text)
		}
		term, err := parseTerm(body)
		if err != nil {
			return nil, fmt.Errorf("the expression %q: %w", text, err)
		}
		out, rest = append(out.join(literal), term), behind
	}
}

// join appends literal text.
func (e Expression) join(text string) Expression {
	n := len(e)
	switch {
	case text == "":
		return e
	case n > 0 && e[n-1].From == "":
		e[n-1].Text += text
		return e
	}
	return append(e, Term{Text: text})
}

// startsExpression distinguishes an expression from a text with a "$", such as a price.
func startsExpression(body string) bool {
	for _, word := range [...]string{"url", "method", "statusCode", "request.", "response."} {
		if strings.HasPrefix(body, word) {
			return true
		}
	}
	return false
}

// parseTerm parses an expression without its "$".
func parseTerm(body string) (Term, error) {
	switch Source(body) {
	case FromURL, FromMethod, FromStatus, FromRequestBody, FromResponseBody:
		return Term{From: Source(body)}, nil
	}
	for _, from := range [...]Source{FromRequestBody, FromResponseBody} {
		if pointer, ok := strings.CutPrefix(body, string(from)+"#"); ok {
			return Term{From: from, Pointer: pointer}, checkPointer(pointer)
		}
	}
	for _, from := range [...]Source{FromRequestHeader, FromRequestQuery, FromRequestPath, FromResponseHeader} {
		if name, ok := strings.CutPrefix(body, string(from)+"."); ok {
			if name == "" {
				return Term{}, errors.New("it names nothing")
			}
			return Term{From: from, Name: name}, nil
		}
	}
	return Term{}, errors.New("there is no such part of a call or an answer")
}

// checkPointer returns an error for a text that is no JSON pointer (RFC 6901, section 3).
func checkPointer(pointer string) error {
	if pointer != "" && pointer[0] != '/' {
		return errors.New("its JSON pointer does not start with a slash")
	}
	for _, after := range strings.Split(pointer, "~")[1:] {
		if after == "" || after[0] != '0' && after[0] != '1' {
			return errors.New(`its JSON pointer has a "~" that is neither "~0" nor "~1"`)
		}
	}
	return nil
}

// IsConstant reports whether an expression reads nothing, so that it has only literal text.
func (e Expression) IsConstant() bool {
	return len(e) == 0 || len(e) == 1 && e[0].From == ""
}

// String returns the expression in the syntax of the specification.
func (e Expression) String() string {
	if len(e) == 1 {
		return e[0].String()
	}
	var b strings.Builder
	for _, t := range e {
		if t.From == "" {
			b.WriteString(t.Text)
			continue
		}
		b.WriteString("{" + t.String() + "}")
	}
	return b.String()
}

// String returns the term in the syntax of the specification, as a whole expression.
func (t Term) String() string {
	switch {
	case t.From == "":
		return t.Text
	case t.Name != "":
		return "$" + string(t.From) + "." + t.Name
	case t.Pointer != "":
		return "$" + string(t.From) + "#" + t.Pointer
	}
	return "$" + string(t.From)
}
