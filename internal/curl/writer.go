package curl

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/suite"
)

// A form says what a variable of the shell holds of a value.
type form string

const (
	asText   form = ""        // the text
	asJSON   form = "_json"   // the value as JSON
	asURI    form = "_uri"    // the text escaped for a URL
	asInside form = "_inside" // the text for inside a JSON string
)

// writer writes the calls of a test as lines of bash.
type writer struct {
	steps []suite.Step
	// names are the variables of the shell by those of the test.
	names map[string]string
	// used are the forms that the steps need.
	used map[string]map[form]bool
}

func newWriter(steps []suite.Step) *writer {
	w := &writer{steps: steps, names: map[string]string{}, used: map[string]map[form]bool{}}
	for i := range steps {
		if c := steps[i].Call; c != nil {
			w.line(&c.Request) // to see what is used
		}
	}
	return w
}

// name is a name that bash takes, another for each variable.
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
		name = "v_" + name // capitals are for the shell
	}
	for slices.Contains(slices.Collect(maps.Values(w.names)), name) {
		name += "_"
	}
	w.names[of] = name
	return name
}

// setUp sets the variables that no answer gives: credentials, which the environment
// has, and names that only this execution has.
func (w *writer) setUp() string {
	out, seen := "", map[string]bool{}
	for i := range w.steps {
		c := w.steps[i].Call
		if c == nil {
			continue
		}
		for _, piece := range pieces(&c.Request) {
			switch name := w.name(piece.Var); {
			case piece.Var == "" || seen[piece.Var]:
				continue
			case piece.Stem != "":
				out += name + "=" + escape.Shell(piece.Stem) + "$UNIQUE\n"
			case suite.IsSecret(piece.Var):
				out += fmt.Sprintf(": \"${%s:?has to be set in the environment}\"\n", name)
			default:
				continue
			}
			seen[piece.Var] = true
			out += w.forms(piece.Var)
		}
	}
	return out
}

// pieces are all pieces of the texts of a request.
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

// forms are the lines that bring a value into the other forms that calls need.
func (w *writer) forms(of string) (out string) {
	name := w.name(of)
	for _, f := range []form{asURI, asInside} {
		if w.used[of][f] {
			out += fmt.Sprintf("%s%s=$(%s \"$%s\")\n", name, f, map[form]string{asURI: "uri", asInside: "inside"}[f], name)
		}
	}
	return out
}

// step writes a step. The answer to the last one is shown.
func (w *writer) step(i int, last bool) string {
	s := &w.steps[i]
	out := "\n"
	if note := s.Note; note != "" {
		out += "#" + strings.TrimPrefix(escape.GoComment(note), "//") + "\n"
	}
	if s.Call == nil {
		return out + "echo " + escape.Shell("no call of HTTP: "+escape.Prose(s.String())) + "\n"
	}
	options := "curl -sS -o \"$ANSWER/body\" -D \"$ANSWER/head\" -w '%{http_code} " + escape.Prose(percent(s.Operation)) + "\\n'"
	if strings.ContainsAny(s.Operation, `'\`) || strings.ContainsFunc(s.Operation, func(r rune) bool { return r < ' ' || r > '~' }) {
		options = "curl -sS -o \"$ANSWER/body\" -D \"$ANSWER/head\""
	}
	if last {
		options = "curl -sS -i"
	}
	if s.Call.Expect.Gzip {
		options += " --compressed"
	}
	if s.Call.Expect.Stream {
		options += " --max-time 5"
	}
	out += options + w.line(&s.Call.Request) + "\n"
	if last {
		return out
	}
	for _, c := range s.Call.Captures {
		out += w.capture(&c)
	}
	return out
}

// percent is a text in the format of curl.
func percent(s string) string { return strings.ReplaceAll(s, "%", "%%") }

// capture reads a value of the answer in the forms that are needed.
func (w *writer) capture(c *suite.Capture) (out string) {
	used, name := w.used[c.Var], w.name(c.Var)
	if used[asJSON] && c.Source == suite.FromBody && !c.LastSegment {
		out += name + string(asJSON) + "=$(json " + escape.Shell(jq(c.Name)) + ")\n"
	}
	if len(used) == 0 || len(used) == 1 && out != "" {
		return out
	}
	read := map[suite.Source]string{suite.FromBody: "text " + escape.Shell(jq(c.Name)), suite.FromHeader: "header " + escape.Shell(c.Name) + " | head -n 1", suite.FromCookie: "cookie " + escape.Shell(c.Name)}[c.Source]
	out += name + "=$(" + read + ")\n"
	if c.LastSegment {
		out += name + "=$(segment \"$" + name + "\")\n"
	}
	if used[asJSON] && (c.Source != suite.FromBody || c.LastSegment) {
		out += name + string(asJSON) + "=$" + name + "\n"
	}
	return out + w.forms(c.Var)
}

// line are the arguments of curl that make a request.
func (w *writer) line(r *suite.Request) string {
	method := " -X " + escape.Shell(r.Method)
	if r.Method == "HEAD" {
		method = " -I" // else curl waits for a body
	}
	target := append([]escape.Part{{Variable: "BASE_URL"}}, w.parts(r.Path, asURI, nil)...)
	for n, q := range r.Query {
		separator := "&"
		if n == 0 {
			separator = "?"
		}
		target = append(target, escape.Part{Text: separator + url.QueryEscape(q.Name) + "="})
		target = append(target, w.parts(q.Value, asURI, url.QueryEscape)...)
	}
	out := method + " -g --path-as-is " + escape.ShellWord(target...)
	typed := false
	for _, h := range r.Headers {
		typed = typed || strings.EqualFold(h.Name, "Content-Type")
		out += " \\\n  -H " + w.header(h)
	}
	if r.Body == nil {
		return out
	}
	if !typed {
		out += " \\\n  -H Content-Type:" // else curl says that it is a form
	}
	return out + " \\\n  " + w.body(r.Body)
}

// header returns a header as curl takes it. One that is empty ends with a semicolon.
func (w *writer) header(h suite.Field) string {
	if text, fixed := h.Value.Literal(); fixed && text == "" {
		return escape.ShellWord(escape.Part{Text: h.Name + ";"})
	}
	return escape.ShellWord(append([]escape.Part{{Text: h.Name + ": "}}, w.parts(h.Value, asText, nil)...)...)
}

// body returns the option with a body. No argument can hold NUL.
func (w *writer) body(b *suite.Body) string {
	if text, fixed := b.Text.Literal(); fixed && strings.Contains(text, "\x00") {
		return "--data-binary @" + escape.ShellFile(text)
	} else if fixed {
		return "--data-raw " + escape.Shell(text)
	}
	if !b.JSON {
		return "--data-raw " + escape.ShellWord(w.parts(b.Text, asText, nil)...)
	}
	var parts []escape.Part
	for i, inside := range b.Text.InStrings() {
		f := asJSON
		if inside {
			f = asInside
		}
		parts = append(parts, w.parts(b.Text[i:i+1], f, nil)...)
	}
	return "--data-raw " + escape.ShellWord(parts...)
}

// parts are the parts of a word of the shell. Values of variables are in a form.
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
		if piece.Stem != "" { // it is the same in all forms
			as = asText
		}
		if w.used[piece.Var] == nil {
			w.used[piece.Var] = map[form]bool{}
		}
		w.used[piece.Var][as] = true
		out = append(out, escape.Part{Variable: w.name(piece.Var) + string(as)})
	}
	return out
}
