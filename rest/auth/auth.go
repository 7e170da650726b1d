package auth

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

// credentials are the texts that a user adds to each call.
type credentials struct {
	headers, query, cookies []Header
	body                    []Header // added only to the calls of a log-in
}

// LoginOperation is the name of sign-up and log-in calls for observers of calls.
const LoginOperation = "log in"

// loginRequest returns the call of a log-in or sign-up to the system under test.
func (l *Login) loginRequest() *sut.Request {
	r := &sut.Request{Method: l.method(), Target: l.Path, Header: http.Header{}, Operation: LoginOperation}
	for _, h := range l.Headers {
		r.Header.Add(h.Name, h.Value)
	}
	if l.ContentType != "" {
		r.Header.Set("Content-Type", l.ContentType)
	}
	if l.Body != "" {
		r.Body = []byte(l.Body)
	}
	return r
}

// carry adds the credentials of a signed call to the log-in. They replace the log-in's own with the same names.
func (l *Login) carry(signed *message.Request) {
	l.Headers = slices.Clone(l.Headers)
	set := func(h Header) {
		l.Headers = slices.DeleteFunc(l.Headers, func(o Header) bool { return strings.EqualFold(o.Name, h.Name) })
		l.Headers = append(l.Headers, h)
	}
	for _, p := range signed.Headers {
		set(Header{p.Name, p.Value})
	}
	if len(signed.Cookies) > 0 {
		set(Header{"Cookie", signed.CookieText()})
	}
	for _, p := range signed.Query {
		l.Path += map[bool]string{true: "&", false: "?"}[strings.Contains(l.Path, "?")] + url.QueryEscape(p.Name) +
			"=" + url.QueryEscape(p.Value)
	}
}

// static returns the credentials that need no log-in.
func (u *User) static() credentials {
	return credentials{headers: u.Headers, query: u.Query, cookies: u.Cookies}
}

// add adds a token in the place where calls carry it.
func (c *credentials) add(t *Token, token string) {
	h := Header{Name: t.sendName(), Value: strings.ReplaceAll(t.template(), tokenMark, token)}
	switch t.sendIn() {
	case InQuery:
		c.query = with(c.query, h)
	case InCookie:
		c.cookies = with(c.cookies, h)
	case InBody:
		c.body = with(c.body, h)
	default:
		c.headers = with(c.headers, h)
	}
}

// with appends to a copy, because several users may share a slice.
func with(hs []Header, more ...Header) []Header {
	return append(hs[:len(hs):len(hs)], more...)
}

func refused(answer *sut.Response) error {
	switch {
	case answer.Outcome == sut.Panicked:
		return errors.New("the handler panicked")
	case answer.Outcome != sut.Answered:
		return fmt.Errorf("no answer: %s", answer.Detail)
	case answer.Status >= http.StatusBadRequest:
		return fmt.Errorf("answered %d", answer.Status)
	}
	return nil
}

// given returns the cookies that an answer sets, without cookies that it deletes.
func given(h http.Header) []Header {
	var out []Header
	for _, c := range (&http.Response{Header: h}).Cookies() {
		if c.Value == "" || c.MaxAge < 0 {
			continue
		}
		out = setHeader(out, Header{c.Name, c.Value})
	}
	return out
}

// setHeader replaces the header with the same name, or appends one.
func setHeader(hs []Header, h Header) []Header {
	for i := range hs {
		if hs[i].Name == h.Name {
			hs[i] = h
			return hs
		}
	}
	return append(hs, h)
}

// read returns the token in the answer to a log-in.
func (t *Token) read(answer *sut.Response) (string, error) {
	token := ""
	switch t.from() {
	case InHeader:
		token = answer.Header.Get(t.Selector)
	case InCookie:
		for _, c := range given(answer.Header) {
			if c.Name == t.Selector {
				token = c.Value
			}
		}
	default:
		return bodyToken(answer.Body, t.Selector)
	}
	if token == "" {
		return "", fmt.Errorf("the answer has no %s %q%s", t.from(), t.Selector, alike(tokensIn(answer)))
	}
	return token, nil
}

// elsewhere returns the path of another member with the name at the end of a pointer; "" if there is none. Schemas
// often lack the objects around the members of an answer.
func elsewhere(doc any, pointer string) string {
	name := pointer[strings.LastIndexByte(pointer, '/')+1:]
	if at := placeOf(doc, "", name, 0); at != "" {
		return fmt.Sprintf(", but at %q", at)
	}
	return alike(tokensOf(doc))
}

// alike names the members of an answer that look like tokens; "" if there are none.
func alike(tokens []Token) string {
	var places []string
	for _, t := range tokens {
		place := fmt.Sprintf("at %q", t.Selector)
		if t.From == InHeader {
			place = "in the header " + t.Selector
		}
		places = append(places, place)
	}
	if len(places) == 0 {
		return ""
	}
	return "; what looks like a token is " + strings.Join(places, ", or ")
}

// maxWrapped is the depth to which a token is searched.
const maxWrapped = 4

func placeOf(doc any, at, name string, depth int) string {
	members, _ := doc.(map[string]any)
	if _, there := members[name]; there && at != "" {
		return value.Below(at, name)
	}
	if depth == maxWrapped {
		return ""
	}
	for _, member := range slices.Sorted(maps.Keys(members)) {
		if found := placeOf(members[member], value.Below(at, member), name, depth+1); found != "" {
			return found
		}
	}
	return ""
}

// bodyToken returns the token at a JSON pointer. The empty pointer means the whole body: a JSON string, or a text that
// is not JSON.
func bodyToken(body []byte, pointer string) (string, error) {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	var doc any
	if err := d.Decode(&doc); err != nil || d.More() {
		if pointer != "" {
			return "", errors.New("the answer is not JSON")
		}
		doc = string(bytes.TrimSpace(body))
	}
	found, err := value.At(doc, pointer)
	if err != nil {
		return "", fmt.Errorf("the answer has nothing at %q%s", pointer, elsewhere(doc, pointer))
	}
	token := ""
	switch v := found.(type) {
	case string:
		token = v
	case json.Number:
		token = v.String()
	default:
		return "", fmt.Errorf("the answer has no text at %q%s", pointer, alike(tokensOf(doc)))
	}
	if token == "" || !message.IsLine(token) {
		return "", fmt.Errorf("the answer has no token at %q%s", pointer, alike(tokensOf(doc)))
	}
	return token, nil
}
