package suite

import (
	"slices"
	"strings"
)

// IsSecret reports whether a variable of a text is a credential, which no test contains. Nothing captures such a
// variable: a test reads it from the environment variable of the same name, which begins with EVOKE_ and has only
// capitals, digits and underscores. The value is the text as it is sent.
func IsSecret(name string) bool {
	rest, ok := strings.CutPrefix(name, "EVOKE_")
	return ok && rest != "" && strings.Trim(rest, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == ""
}

// Secrets returns the names of the credentials that the tests read from the environment, sorted, see [IsSecret].
func (s *Suite) Secrets() []string {
	var out []string
	for i := range s.Tests {
		for _, step := range s.Tests[i].Steps {
			if step.Call != nil {
				out = append(out, step.Call.Request.Vars()...)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(slices.DeleteFunc(out, func(name string) bool { return !IsSecret(name) }))
}

// Vars returns the variables in a text in their order. A variable that is used
// twice is returned twice.
func (t Text) Vars() []string {
	var out []string
	for _, p := range t {
		if p.Var != "" {
			out = append(out, p.Var)
		}
	}
	return out
}

// Literal returns the text, and false if it contains a variable.
func (t Text) Literal() (string, bool) {
	var b strings.Builder
	for _, p := range t {
		if p.Var != "" {
			return "", false
		}
		b.WriteString(p.Literal)
	}
	return b.String(), true
}

// String shows the text with its variables in braces: "/books/{bookID}".
func (t Text) String() string {
	var b strings.Builder
	for _, p := range t {
		if p.Var != "" {
			b.WriteString("{" + p.Var + "}")
		} else {
			b.WriteString(p.Literal)
		}
	}
	return b.String()
}

// InStrings reports, for each piece of a JSON text, whether it begins inside a string literal.
func (t Text) InStrings() []bool {
	out := make([]bool, len(t))
	inside, escaped := false, false
	for i, p := range t {
		out[i] = inside
		if p.Var != "" {
			continue
		}
		for _, b := range []byte(p.Literal) {
			switch {
			case escaped:
				escaped = false
			case b == '\\':
				escaped = inside
			case b == '"':
				inside = !inside
			}
		}
	}
	return out
}

// String shows the request in a line, without its headers.
func (r *Request) String() string {
	var b strings.Builder
	b.WriteString(r.Method + " " + r.Path.String())
	for _, q := range r.Query {
		b.WriteString(" " + q.Name + "=" + q.Value.String())
	}
	if r.Body != nil {
		b.WriteString(" " + r.Body.Text.String())
	}
	if r.Gone {
		b.WriteString(" (the client leaves)")
	}
	return b.String()
}

// texts calls yield for each text of a request.
func (r *Request) texts(yield func(Text)) {
	yield(r.Path)
	for _, q := range r.Query {
		yield(q.Value)
	}
	for _, h := range r.Headers {
		yield(h.Value)
	}
	if r.Body != nil {
		yield(r.Body.Text)
	}
}

// Vars returns the variables that a request uses in their order. A variable that
// is used twice is returned twice.
func (r *Request) Vars() []string {
	var out []string
	r.texts(func(t Text) { out = append(out, t.Vars()...) })
	return out
}

// Names returns the unique names that the steps use, each once, in order. See [Piece].
func Names(steps []Step) (out []Piece) {
	for i := range steps {
		if steps[i].Call == nil {
			continue
		}
		add := func(t Text) {
			for _, p := range t {
				if p.Stem != "" && !slices.Contains(out, p) {
					out = append(out, p)
				}
			}
		}
		steps[i].Call.Request.texts(add)
		for _, c := range steps[i].Call.Expect.Checks {
			add(c.Text)
		}
	}
	return out
}
