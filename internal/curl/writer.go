package curl

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/suite"
)

// A form is a form of a value in a shell variable.
type form string

const (
	asText   form = ""        // the text
	asJSON   form = "_json"   // the value as JSON
	asURI    form = "_uri"    // the text escaped for a URL
	asInside form = "_inside" // the text escaped for the inside of a JSON string
)

// writer writes the calls of a test as bash lines.
type writer struct {
	steps []suite.Step
	// names are the names of shell variables by the variables of the test.
	names map[string]string
	// used are the forms of each variable that the steps need; nil if each value has only one form.
	used map[string]map[form]bool
	// base is the base URL of the system.
	base escape.Part
	// short leaves out the form in the name of a variable with only one form, unless its value comes from the
	// environment.
	short bool
}

// newWriter returns a writer for the forms of values that the steps need.
func newWriter(base escape.Part, steps []suite.Step) *writer {
	w := &writer{steps: steps, names: map[string]string{answer: answer[1:]},
		used: map[string]map[form]bool{}, base: base}
	for i := range steps {
		if c := steps[i].Call; c != nil {
			w.arguments(&c.Request)
		}
	}
	return w
}

// name returns a name that bash accepts, different for each variable.
func (w *writer) name(of string) string {
	if name, known := w.names[of]; known {
		return name
	}
	name := strings.Map(func(r rune) rune {
		if r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, of)
	if name == "" || name[0] >= '0' && name[0] <= '9' || !suite.IsSecret(of) && strings.ToUpper(name) == name {
		name = "v_" + name // names in capitals may have a meaning for the shell
	}
	if words.ShellOwn.Has(name) {
		name += "_" // a name with a meaning in zsh: setting path would hide all programs
	}
	for slices.Contains(slices.Collect(maps.Values(w.names)), name) {
		name += "_"
	}
	w.names[of] = name
	return name
}

// given returns the variables that are not read from answers, each once: credentials from the environment, and unique
// names.
func (w *writer) given() (out []suite.Piece) {
	seen := map[string]bool{}
	for i := range w.steps {
		if w.steps[i].Call == nil {
			continue
		}
		for _, p := range pieces(&w.steps[i].Call.Request) {
			if !seen[p.Var] && (p.Stem != "" || suite.IsSecret(p.Var)) {
				out = append(out, p)
				seen[p.Var] = true
			}
		}
	}
	return out
}

// pieces returns all pieces of the texts of a request.
func pieces(r *suite.Request) (out []suite.Piece) {
	out = append(out, r.Path...)
	for _, f := range slices.Concat(r.Query, r.Headers) {
		out = append(out, f.Value...)
	}
	if r.Body != nil {
		out = append(out, r.Body.Text...)
	}
	return out
}

// method returns the option of curl for the method of a request. For HEAD it is -I, because with -X HEAD curl waits for
// a body.
func method(r *suite.Request) string {
	if r.Method == "HEAD" && r.Body == nil {
		return "-I"
	}
	return "-X " + escape.Shell(r.Method)
}

// arguments returns the arguments of curl for a request, except its method: the URL, headers and the body.
func (w *writer) arguments(r *suite.Request) []string {
	target := append([]escape.Part{w.base}, w.parts(r.Path, asURI, nil)...)
	for n, q := range r.Query {
		separator := "&"
		if n == 0 {
			separator = "?"
		}
		target = append(target, escape.Part{Text: separator + url.QueryEscape(q.Name) + "="})
		target = append(target, w.parts(q.Value, asURI, url.QueryEscape)...)
	}
	out, typed := []string{escape.ShellWord(target...)}, false
	for _, h := range r.Headers {
		typed = typed || strings.EqualFold(h.Name, "Content-Type")
		out = append(out, "-H "+w.header(h))
	}
	if r.Body == nil {
		return out
	}
	if !typed {
		out = append(out, "-H Content-Type:") // otherwise curl sends the content type of a form
	}
	return append(out, w.body(r.Body, r.HasForm()))
}

// header returns a header for curl. An empty header ends with a semicolon.
func (w *writer) header(h suite.Field) string {
	if text, fixed := h.Value.Literal(); fixed && text == "" {
		return escape.ShellWord(escape.Part{Text: h.Name + ";"})
	}
	return escape.ShellWord(append([]escape.Part{{Text: h.Name + ": "}}, w.parts(h.Value, asText, nil)...)...)
}

// body returns the option with a body. A body with NUL is read from a file, because an argument cannot contain it.
func (w *writer) body(b *suite.Body, inForm bool) string {
	if text, fixed := b.Text.Literal(); fixed && strings.Contains(text, "\x00") {
		return "--data-binary @" + escape.ShellFile(text)
	} else if fixed {
		return "--data-raw " + escape.Shell(text)
	}
	var parts []escape.Part
	for i, inside := range b.Text.InStrings() {
		f := asJSON
		switch {
		case b.JSON && inside:
			f = asInside
		case b.JSON:
		case inForm && !suite.IsSecret(b.Text[i].Var):
			f = asURI
		default:
			f = asText
		}
		parts = append(parts, w.parts(b.Text[i:i+1], f, nil)...)
	}
	return "--data-raw " + escape.ShellWord(parts...)
}

// parts returns a text as parts of a shell word, with the values of variables in a form.
func (w *writer) parts(t suite.Text, f form, change func(string) string) (out []escape.Part) {
	for _, piece := range t {
		if piece.Var == "" {
			text := piece.Literal
			if change != nil {
				text = change(text)
			}
			out = append(out, escape.Part{Text: text})
			continue
		}
		as := f
		// it has only one form, or is sent unchanged
		if piece.Stem != "" || f == asJSON && suite.IsSecret(piece.Var) {
			as = asText
		}
		out = append(out, escape.Part{Variable: w.variable(piece.Var, as)})
	}
	return out
}

// variable returns the name of the shell variable for a form of a value.
func (w *writer) variable(of string, f form) string {
	if w.used == nil {
		return w.name(of)
	}
	if w.used[of] == nil {
		w.used[of] = map[form]bool{}
	}
	w.used[of][f] = true
	if w.short && len(w.used[of]) == 1 && !suite.IsSecret(of) {
		return w.name(of)
	}
	return w.name(of) + string(f)
}
