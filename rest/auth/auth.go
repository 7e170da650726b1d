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

// addTo adds the credential to a call, in place of another value with the same name. It adds nothing to a body.
func (c *credential) addTo(e *message.Request) {
	switch c.in {
	case InHeader:
		e.Headers = setPair(e.Headers, c.Header, strings.EqualFold)
	case InQuery:
		e.Query = setPair(e.Query, c.Header, sameText)
	case InCookie:
		e.Cookies = setPair(e.Cookies, c.Header, sameText)
	}
}

func sameText(a, b string) bool { return a == b }

// setPair replaces the pair with the same name, or appends one.
func setPair(ps []message.Pair, h Header, same func(a, b string) bool) []message.Pair {
	for i := range ps {
		if same(ps[i].Name, h.Name) {
			ps[i] = message.Pair{Name: h.Name, Value: h.Value}
			return ps
		}
	}
	return append(ps, message.Pair{Name: h.Name, Value: h.Value})
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
func given(h http.Header) (out []credential) {
	for _, c := range (&http.Response{Header: h}).Cookies() {
		if c.Value != "" && c.MaxAge >= 0 {
			out = set(out, credential{InCookie, Header{c.Name, c.Value}})
		}
	}
	return out
}

// set replaces the credential in the same place and with the same name, or appends one.
func set(list []credential, c credential) []credential {
	i := slices.IndexFunc(list, func(o credential) bool { return o.in == c.in && o.Name == c.Name })
	if i < 0 {
		return append(list, c)
	}
	list[i] = c
	return list
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

// document returns a body as JSON, or the whole body if it is not JSON.
func document(body []byte) (doc any, isJSON bool) {
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if err := d.Decode(&doc); err != nil || d.More() {
		return string(bytes.TrimSpace(body)), false
	}
	return doc, true
}

// bodyToken returns the token at a JSON pointer. The empty pointer means the whole body: a JSON string, or a text that
// is not JSON.
func bodyToken(body []byte, pointer string) (string, error) {
	doc, isJSON := document(body)
	if !isJSON && pointer != "" {
		return "", errors.New("the answer is not JSON")
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
