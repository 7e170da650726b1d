package oracle

import (
	"bytes"
	"net/url"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/coding"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

// Exchange is one call with its answer, as oracles see it. It is valid only during [Oracle.Judge].
type Exchange struct {
	// Operation is the operation of the call. If the schema lacks that operation, only its method and its path are
	// set.
	Operation *openapi.Operation
	// User is the name of the user who made the call, or "" for an anonymous
	// call.
	User string
	// Forged says that the credential of the user is made up: the system never gave it.
	Forged bool
	// Lacks has the names of the security schemes whose credentials the call leaves out on purpose. The user is Forged
	// then, and sends only the credential of another scheme.
	Lacks []string
	// Renewed says that the credential had expired: the user logged in again for this call.
	Renewed  bool
	Request  *sut.Request
	Response *sut.Response
	// Place is the place in the program that explains the answer. For a server error, the error began there. For a
	// time-out, the program was there last. For a panic that the program recovers from, the panic began there, such as
	// "api.(*book).rating (books.go:12)". For any other answer, the program decided there to answer, such as
	// "api.(*Server).create (books.go:12)". It is "" if the place is not known.
	Place string
	// Incidents are the things that went wrong in the program during the call. Only a program that is built with
	// probes reports them.
	Incidents []sut.Incident
	// Invalid describes the data of the call that is invalid on purpose. It is nil if all data is valid.
	Invalid *suite.Invalid
	// Base is the path below which the system serves its operations, such as "/v1".
	Base string
	// Operations are all operations that tests may call.
	Operations []*openapi.Operation
	// Before are the earlier calls of the same test that got an answer, in their order. The system was in a known
	// state before the first of them, unless the system cannot be reset. The Before of each of them is the beginning
	// of this slice.
	Before []*Exchange

	known
}

// known caches the parts of a call and its answer that were parsed so far.
type known struct {
	sent, got plain
	query     url.Values
	path      string // "" until Path is called first
}

// plain caches a body as plain data. It is parsed at the first use.
type plain struct {
	read, json bool
	value      any
	text       *decoded // the decoded body of an answer, nil until it is first used
}

// of returns a body as plain data, and parses it only at the first call.
func (p *plain) of(body []byte, contentType string) (any, bool) {
	if !p.read {
		p.read = true
		if len(body) > 0 && strings.Contains(contentType, "json") {
			v, err := value.ParseJSON(body)
			p.value, p.json = v, err == nil
		}
	}
	return p.value, p.json
}

// Sent returns the JSON body of the request as plain data, see [value.ParseJSON]. It returns
// false if there is none.
func (x *Exchange) Sent() (any, bool) {
	return x.sent.of(x.Request.Body, x.Request.Header.Get("Content-Type"))
}

// Got returns the JSON body of the answer as plain data, see [value.ParseJSON]. It returns false
// if there is none, or if it is not complete.
func (x *Exchange) Got() (any, bool) {
	if x.got.read {
		return x.got.value, x.got.json
	}
	body, ok := x.Text()
	if !ok {
		return nil, false
	}
	return x.got.of(body, x.Response.Header.Get("Content-Type"))
}

// Text returns the body of the answer without its content codings and in UTF-8. It returns false
// if it is not complete or cannot be read.
func (x *Exchange) Text() ([]byte, bool) {
	r := x.Response
	if r.Outcome != sut.Answered || r.Truncated || r.Stream {
		return nil, false
	}
	kind := r.Header.Get("Content-Type")
	if x.coding() == "" && coding.Charset(kind) == "" {
		return r.Body, true // not cached: the memory of the body may be reused for the next answer
	}
	if x.got.text == nil {
		body, err := coding.Unpack(x.coding(), r.Body)
		if err == nil {
			body, err = coding.UTF8(kind, body)
		}
		x.got.text = &decoded{bytes.Clone(body), err == nil}
	}
	return x.got.text.body, x.got.text.whole
}

// decoded is the body of an answer that had to be decoded.
type decoded struct {
	body  []byte
	whole bool
}

// coding returns the content codings that the body of the answer is still encoded with.
func (x *Exchange) coding() string {
	if !x.Response.Encoded || len(x.Response.Body) == 0 {
		return ""
	}
	return x.Response.Header.Get("Content-Encoding")
}

// Status returns the status of the answer, or 0 if there is no answer.
func (x *Exchange) Status() int {
	if x.Response.Outcome != sut.Answered {
		return 0
	}
	return x.Response.Status
}

// Stray reports whether the schema lacks the operation of the call.
func (x *Exchange) Stray() bool { return !slices.Contains(x.Operations, x.Operation) }

// Succeeded reports whether the answer is 2xx.
func (x *Exchange) Succeeded() bool { return x.Status()/100 == 2 }

// Refused reports whether the answer is 4xx.
func (x *Exchange) Refused() bool { return x.Status()/100 == 4 }

// Safe reports whether the method of the call promises to change nothing.
func (x *Exchange) Safe() bool {
	switch x.Request.Method {
	case "GET", "HEAD", "OPTIONS", "TRACE":
		return true
	}
	return false
}

// Path returns the path that was called, unescaped and without the query: the resource that
// the call is about.
func (x *Exchange) Path() string {
	if x.path == "" {
		x.path = PathOf(x.Request.Target)
	}
	return x.path
}

// PathOf returns the path of a target or URL, unescaped and without a slash at its end. An escaped slash, which parts
// no segments, stays as it is.
func PathOf(target string) string {
	path, _, _ := strings.Cut(target, "?")
	path, _, _ = strings.Cut(path, "#")
	if _, rest, ok := strings.Cut(path, "://"); ok {
		_, path, _ = strings.Cut(rest, "/")
		path = "/" + path
	}
	path = strings.TrimSuffix(path, "/")
	if plain, err := url.PathUnescape(escapedSlash.Replace(path)); err == nil {
		path = plain
	}
	return path
}

// escapedSlash escapes escaped slashes again.
var escapedSlash = strings.NewReplacer("%2F", "%252F", "%2f", "%252F")

// Query returns the parameters of the query, by name. It is read-only.
func (x *Exchange) Query() url.Values {
	if x.query == nil {
		_, query, _ := strings.Cut(x.Request.Target, "?")
		if query == "" {
			return nil
		}
		values, err := url.ParseQuery(query)
		if err != nil {
			values = url.Values{}
		}
		x.query = values
	}
	return x.query
}

// Copy returns a copy of the exchange that has its own request and answer, so that it can be kept until the test ends.
func (x *Exchange) Copy() *Exchange {
	out := *x
	request, response := *x.Request, *x.Response
	request.Header, request.Body = x.Request.Header.Clone(), append([]byte(nil), x.Request.Body...)
	response.Header, response.Body = x.Response.Header.Clone(), append([]byte(nil), x.Response.Body...)
	out.Request, out.Response = &request, &response
	return &out
}
