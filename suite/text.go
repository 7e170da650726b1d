package suite

import "strings"

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

// Literal returns the text and true if it holds no variable.
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
