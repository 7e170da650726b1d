// Package message encodes calls as HTTP requests: the styles of parameters, the kinds of bodies, and curl command
// lines. It knows what HTTP allows in names and texts of headers, in URLs and in media types, and it merges what a
// schema says in several places into one plain schema.
package message

import (
	"bytes"
	"net/http"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/openapi"
)

// Request is one call as texts and bytes, ready to be sent or written into a
// test. It can be reused: Reset keeps its memory.
type Request struct {
	Path        []PathPiece
	Query       []Pair // not escaped
	Headers     []Pair // without Content-Type and Cookie
	Cookies     []Pair // values are cookie-octets already
	Body        []byte // valid until the next reset
	HasBody     bool
	ContentType string             // "" for none
	JSONBody    bool               // the body is well-formed JSON
	Form        *openapi.MediaType // the media type of a form body, nil for other bodies
	Value       any                // the value of the body, if it has values of earlier answers
	Method      string             // "" for the method of the operation
	Circumstances

	form []Pair // scratch of form bodies
}

// Circumstances are how a call is made, apart from its bytes.
type Circumstances struct {
	Rooted bool    // the path is below the host, and not below the base path
	Gone   bool    // the client leaves before the answer
	Given  []Given // surroundings that the test arranges before the call
}

// Given is a part of the surroundings of a call: a place, a name and a value, see genotype.InRow.
type Given struct {
	In, Name string
	Value    any
}

// PathPiece is a literal of a path or the value of a path parameter.
type PathPiece struct {
	// Param is the name of the parameter, or "" for a literal.
	Param string
	// Index is the index of the parameter.
	Index int
	// Raw is the value before escaping. The values of arrays and objects are
	// joined in the way of the style.
	Raw string
	// Prefix is the text of the style before the value: "", "." or ";name=".
	Prefix string
	// Text is the escaped value with its prefix, as it stands in the path.
	Text string
}

// Set sets the value of a piece.
func (p *PathPiece) Set(raw string) {
	p.Raw = SafeSegment(raw, p.Prefix)
	p.Text = p.Prefix + EscapeSegment(p.Raw)
	if p.Raw == "" {
		p.Text = strings.TrimSuffix(p.Text, "=") // matrix style: ";name"
	}
}

// Pair is a name with a text.
type Pair struct {
	Name, Value string
	// Reserved keeps the reserved characters of URLs unescaped in a query.
	Reserved bool
}

// Reset empties e and keeps its memory.
func (e *Request) Reset() {
	*e = Request{Path: e.Path[:0], Query: e.Query[:0], Headers: e.Headers[:0], Cookies: e.Cookies[:0],
		Body: e.Body[:0], form: e.form[:0], Circumstances: Circumstances{Given: e.Given[:0]}}
}

// Clone returns a copy that shares no memory with e.
func (e *Request) Clone() Request {
	out := *e
	out.Path, out.Query = slices.Clone(e.Path), slices.Clone(e.Query)
	out.Headers, out.Cookies = slices.Clone(e.Headers), slices.Clone(e.Cookies)
	out.Body, out.form, out.Given = bytes.Clone(e.Body), nil, slices.Clone(e.Given)
	return out
}

// Target appends path and query, escaped: "/base/books/7?x=1&y=2".
func (e *Request) Target(dst []byte, basePath string) []byte {
	start := len(dst)
	if !e.Rooted {
		dst = append(dst, basePath...)
	}
	for i := range e.Path {
		dst = append(dst, e.Path[i].Text...)
	}
	if len(dst) == start || dst[start] != '/' {
		dst = append(dst, 0)
		copy(dst[start+1:], dst[start:])
		dst[start] = '/'
	}
	for i, q := range e.Query {
		if i == 0 {
			dst = append(dst, '?')
		} else {
			dst = append(dst, '&')
		}
		dst = AppendQueryText(dst, q.Name, false)
		dst = append(dst, '=')
		dst = AppendQueryText(dst, q.Value, q.Reserved)
	}
	return dst
}

// Header returns the headers of the call, Content-Type and Cookie included, as
// a fresh map.
func (e *Request) Header() http.Header {
	h := make(http.Header, len(e.Headers)+2)
	for _, p := range e.Headers {
		h.Add(p.Name, p.Value)
	}
	if e.ContentType != "" {
		h["Content-Type"] = []string{e.ContentType}
	}
	if len(e.Cookies) > 0 {
		h["Cookie"] = []string{e.CookieText()}
	}
	return h
}

// CookieText returns the value of the Cookie header, "" for no cookies.
func (e *Request) CookieText() string {
	var b strings.Builder
	for i, c := range e.Cookies {
		if i > 0 {
			b.WriteString("; ")
		}
		b.WriteString(c.Name)
		b.WriteByte('=')
		b.WriteString(c.Value)
	}
	return b.String()
}
