package mutation

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/probe/mutant"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

// Host is the system that tests call. If it runs in other processes, it is also a mutant.Program and a [Renewer].
type Host interface {
	sut.Caller
	// Reset brings the state back to what it was after the start.
	Reset(ctx context.Context) error
}

// Renewer is a [Host] that can continue in another process.
type Renewer interface {
	Renew(ctx context.Context) error
}

// Player is a program with mutants whose tests make no calls, such as a page.
type Player interface {
	mutant.Program
	Renewer
	// Play executes a test as its written form does. An error says that the program is not to be used again.
	Play(ctx context.Context, t *suite.Test) (Played, error)
}

// Played is the result of a test.
type Played struct {
	// Failed are the assertions that do not hold.
	Failed []suite.Assertion
	// Actions counts the calls or acts that were made.
	Actions int
	// Hangs says that the program took too long, and Dies that it ended.
	Hangs, Dies bool

	answers []Answer // one for each call that was made
}

// play makes the calls of a test as its written form does, and checks the answers. It stops after a call with a
// different status, or without a value that later calls need. An error of a call while a mutant is on counts as a
// failed assertion of the status; the returned error says that the system cannot be called again.
func play(ctx context.Context, h Host, t *suite.Test) (p Played, err error) {
	p.answers = []Answer{}
	if err := h.Reset(ctx); err != nil {
		p.Failed = append(p.Failed, suite.Assertion{Op: suite.StatusOp})
		return p, fmt.Errorf("reset: %w", err)
	}
	vars := variables{}
	for i := range t.Steps {
		c := t.Steps[i].Call
		if c == nil {
			return p, fmt.Errorf("step %d of %s is no call", i, t.Name)
		}
		request := vars.request(&c.Request)
		request.Operation = t.Steps[i].Operation
		p.Actions++
		answer, err := h.Call(ctx, request)
		if err != nil {
			p.Failed = append(p.Failed, suite.Assertion{Step: i, Op: suite.StatusOp})
			return p, err
		}
		p.answers = append(p.answers, answerOf(answer))
		p.Hangs = p.Hangs || answer.Outcome == sut.TimedOut
		p.Dies = p.Dies || answer.Outcome == sut.Broken
		for _, a := range unmet(&c.Expect, &p.answers[i]) {
			a.Step = i
			p.Failed = append(p.Failed, a)
		}
		for _, missing := range vars.read(c.Captures, answer) {
			p.Failed = append(p.Failed, suite.Assertion{Step: i, Op: suite.CaptureOp, Pointer: missing})
		}
		if slices.ContainsFunc(p.Failed, suite.Assertion.Fixed) {
			return p, nil
		}
	}
	return p, nil
}

// variables are the values that captures read.
type variables map[string]captured

// captured is a JSON value, or a text that is no JSON.
type captured struct {
	value any
	text  bool // it is not from a body
}

// read reads the captures of a call and returns the names of the variables that it does not find.
func (v variables) read(captures []suite.Capture, answer *sut.Response) (missing []string) {
	for _, c := range captures {
		found, ok := find(&c, answer)
		if !ok {
			missing = append(missing, c.Var)
			continue
		}
		if text, isText := found.(string); isText && c.LastSegment {
			found = lastSegment(text)
		}
		v[c.Var] = captured{found, c.Source != suite.FromBody}
	}
	return missing
}

// find returns the value that a capture reads.
func find(c *suite.Capture, answer *sut.Response) (any, bool) {
	switch c.Source {
	case suite.FromHeader:
		text := answer.Header.Get(c.Name)
		return text, text != ""
	case suite.FromCookie:
		for _, cookie := range (&http.Response{Header: answer.Header}).Cookies() {
			if cookie.Name == c.Name {
				return cookie.Value, true
			}
		}
		return nil, false
	}
	body, err := value.ParseJSON(answer.Body)
	if err != nil {
		return nil, false
	}
	found, err := value.At(body, c.Name)
	return found, err == nil
}

// lastSegment returns what follows the last slash of a URL's path, unescaped.
func lastSegment(link string) string {
	link, _, _ = strings.Cut(link, "?")
	link, _, _ = strings.Cut(link, "#")
	segment := link[strings.LastIndexByte(link, '/')+1:]
	if plain, err := url.PathUnescape(segment); err == nil {
		return plain
	}
	return segment
}

// request fills in the variables of a request.
func (v variables) request(r *suite.Request) *sut.Request {
	out := &sut.Request{Method: r.Method, Target: v.text(r.Path, url.PathEscape), Header: http.Header{}, Gone: r.Gone}
	separator := "?"
	if strings.Contains(out.Target, "?") {
		separator = "&"
	}
	for _, q := range r.Query {
		pair := url.QueryEscape(q.Name) + "=" + url.QueryEscape(v.text(q.Value, nil))
		out.Target += separator + strings.ReplaceAll(pair, "+", "%20")
		separator = "&"
	}
	for _, f := range r.Headers {
		out.Header.Add(f.Name, v.text(f.Value, nil))
	}
	switch b := r.Body; {
	case b == nil:
	case b.JSON:
		out.Body = []byte(v.json(b.Text))
	default:
		out.Body = []byte(v.text(b.Text, nil))
	}
	return out
}

// text returns a text with its variables, each of them escaped.
func (v variables) text(t suite.Text, escape func(string) string) string {
	var b strings.Builder
	for _, p := range t {
		switch {
		case p.Var == "":
			b.WriteString(p.Literal)
		case escape == nil:
			b.WriteString(v.plain(p.Var))
		default:
			b.WriteString(escape(v.plain(p.Var)))
		}
	}
	return b.String()
}

// of returns the value of a variable. Credentials are in the environment.
func (v variables) of(name string) captured {
	if suite.IsSecret(name) {
		return captured{os.Getenv(name), true}
	}
	return v[name]
}

// plain returns a variable as a text.
func (v variables) plain(name string) string {
	found := v.of(name).value
	if text, ok := found.(string); ok {
		return text
	}
	return string(value.AppendJSON(nil, found))
}

// json returns a JSON text with its variables, which stand inside of strings or in place of values.
func (v variables) json(t suite.Text) string {
	var b strings.Builder
	inside, escaped := false, false
	for _, p := range t {
		switch {
		case p.Var == "":
			b.WriteString(p.Literal)
			inside, escaped = scan(p.Literal, inside, escaped)
		case !inside && v.of(p.Var).text:
			b.WriteString(v.plain(p.Var))
		case inside:
			quoted := value.AppendJSON(nil, v.plain(p.Var))
			b.Write(quoted[1 : len(quoted)-1])
		default:
			b.Write(value.AppendJSON(nil, v[p.Var].value))
		}
	}
	return b.String()
}

// scan reports whether the end of a piece of JSON is inside of a string, and
// behind a backslash.
func scan(piece string, inside, escaped bool) (bool, bool) {
	for _, b := range []byte(piece) {
		switch {
		case escaped:
			escaped = false
		case b == '\\':
			escaped = inside
		case b == '"':
			inside = !inside
		}
	}
	return inside, escaped
}
