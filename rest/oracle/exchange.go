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

// Exchange is one call with its answer in the form for oracles. It is valid
// only during [Oracle.Judge].
type Exchange struct {
	// Operation is that of the call. Of one that the schema does not have it says nothing but the method and the path.
	Operation *openapi.Operation
	// User is the name of the user who made the call, or "" for an anonymous
	// call.
	User string
	// Forged says that the credential of the user is made up: one that the system never gave.
	Forged bool
	// Lacks has the names of the security schemes whose credentials the call leaves out on purpose: the user, who is
	// Forged then, sends that of another scheme alone.
	Lacks []string
	// Renewed says that the credential had ended: the user logged in again for this call.
	Renewed  bool
	Request  *sut.Request
	Response *sut.Response
	// Place is the place in the program. For a server error it is where the error began that led to it, else what
	// decided to answer, such as "api.(*Server).create (books.go:12)"; for a time-out it is where the program was last.
	// If the program answers while it recovers from a panic, it is where the panic began: "api.(*book).rating
	// (books.go:12)". It is "" if the place is not known.
	Place string
	// Incidents are what went wrong in the program during the call, where Evoke sees inside.
	Incidents []sut.Incident
	// Invalid says what in the call is invalid on purpose, nil for nothing.
	Invalid *suite.Invalid
	// Base is the path below which the system serves its operations, such as "/v1".
	Base string
	// Operations are all operations that tests may call.
	Operations []*openapi.Operation
	// Before are the earlier calls of the same test that got an answer, the first one
	// first. The system was in a known state before the first of them, unless it is one
	// that cannot be reset. Each of them has its own Before, which is the beginning of this.
	Before []*Exchange

	known
}

// known is what was read of a call and its answer, when it was asked for.
type known struct {
	sent, got plain
	query     url.Values
	path      string // "" until it is asked for
}

// plain is a body as plain data, read when it is asked for.
type plain struct {
	read, json bool
	value      any
	text       *decoded // of an answer, nil until it is asked for
}

// of reads a body once.
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
		return r.Body, true // it is not kept: the next answer may be read into its memory
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

// coding returns the content codings that the body of the answer still has.
func (x *Exchange) coding() string {
	if !x.Response.Encoded || len(x.Response.Body) == 0 {
		return ""
	}
	return x.Response.Header.Get("Content-Encoding")
}

// Status returns the status of the answer, 0 without one.
func (x *Exchange) Status() int {
	if x.Response.Outcome != sut.Answered {
		return 0
	}
	return x.Response.Status
}

// Stray reports whether the call is of no operation of the schema.
func (x *Exchange) Stray() bool { return !slices.Contains(x.Operations, x.Operation) }

// Succeeded reports whether the answer is 2xx.
func (x *Exchange) Succeeded() bool { return x.Status()/100 == 2 }

// Refused reports whether the answer is 4xx.
func (x *Exchange) Refused() bool { return x.Status()/100 == 4 }

// Safe reports whether the method of the call says that it changes nothing.
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

// PathOf returns the path of a target or URL, unescaped and without a slash at its end.
func PathOf(target string) string {
	path, _, _ := strings.Cut(target, "?")
	path, _, _ = strings.Cut(path, "#")
	if _, rest, ok := strings.Cut(path, "://"); ok {
		_, path, _ = strings.Cut(rest, "/")
		path = "/" + path
	}
	if plain, err := url.PathUnescape(path); err == nil {
		path = plain
	}
	return strings.TrimSuffix(path, "/")
}

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

// Copy returns the exchange with a request and an answer of its own, to be kept for the
// rest of its test.
func (x *Exchange) Copy() *Exchange {
	out := *x
	request, response := *x.Request, *x.Response
	request.Header, request.Body = x.Request.Header.Clone(), append([]byte(nil), x.Request.Body...)
	response.Header, response.Body = x.Response.Header.Clone(), append([]byte(nil), x.Response.Body...)
	out.Request, out.Response = &request, &response
	return &out
}
