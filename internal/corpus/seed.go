package corpus

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"

	"github.com/evoke-go/evoke/suite"
)

// Seed returns a test as an input for the fuzzer. It returns false if the form cannot represent the test: for texts
// that are not UTF-8 or look like a variable, for tests of functions, for calls without an answer or with a stream, on
// which the fuzzer would wait, and for calls whose client leaves.
func Seed(t *suite.Test) (string, bool) {
	in := fuzzInput{Calls: make([]*fuzzCall, len(t.Steps))}
	for i := range t.Steps {
		call := t.Steps[i].Call
		if call == nil || call.Request.Gone || call.Expect.Stream || call.Expect.Status == 0 && !call.Expect.Panics {
			return "", false
		}
		s := seeding{ok: true}
		in.Calls[i] = s.call(&t.Steps[i], call)
		if !s.ok {
			return "", false
		}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(&in); err != nil {
		return "", false
	}
	return strings.TrimSpace(b.String()), len(in.Calls) > 0
}

// seeding makes the input of one call.
type seeding struct{ ok bool }

func (s *seeding) call(step *suite.Step, c *suite.Call) *fuzzCall {
	out := &fuzzCall{
		Operation: step.Operation, Prepares: step.Note, User: step.User,
		Method: c.Request.Method, Path: s.text(c.Request.Path, nil),
		Query: s.fields(c.Request.Query), Header: s.fields(c.Request.Headers),
	}
	if b := c.Request.Body; b != nil {
		out.Text = s.text(b.Text, nil)
		if body, ok := s.json(b); ok {
			out.Body, out.Text = &body, ""
		}
	}
	for _, r := range c.Captures {
		out.Reads = append(out.Reads, fuzzRead{Var: r.Var, From: string(r.Source), Name: r.Name, Last: r.LastSegment})
	}
	return out
}

func (s *seeding) fields(fields []suite.Field) (out []fuzzField) {
	for _, f := range fields {
		s.ok = s.ok && utf8.ValidString(f.Name)
		out = append(out, fuzzField{f.Name, s.text(f.Value, nil)})
	}
	return out
}

// text writes a text. If whole is set, it reports which variables stand for a whole value of JSON.
func (s *seeding) text(t suite.Text, whole func(before string) bool) string {
	var b strings.Builder
	for _, p := range t {
		switch {
		case p.Stem != "":
			b.WriteString(p.Stem)
		case p.Var == "":
			s.ok = s.ok && utf8.ValidString(p.Literal) && !strings.Contains(p.Literal, "{{")
			b.WriteString(p.Literal)
		case whole != nil && whole(b.String()):
			b.WriteString(`"{{=` + p.Var + `}}"`)
		default:
			b.WriteString("{{" + p.Var + "}}")
		}
	}
	return b.String()
}

// json returns the value of a body, if it is JSON. It does not accept null, since no body looks the same.
func (s *seeding) json(b *suite.Body) (v any, ok bool) {
	if !b.JSON {
		return nil, false
	}
	d := json.NewDecoder(strings.NewReader(s.text(b.Text, outside)))
	d.UseNumber()
	err := d.Decode(&v)
	return v, err == nil && v != nil && !d.More()
}

// outside reports whether the end of a text of JSON is outside of its strings.
func outside(text string) bool {
	inside, escaped := false, false
	for i := range len(text) {
		switch {
		case escaped:
			escaped = false
		case text[i] == '\\' && inside:
			escaped = true
		case text[i] == '"':
			inside = !inside
		}
	}
	return !inside
}
