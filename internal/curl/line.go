package curl

import (
	"net/url"
	"strings"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/suite"
)

// Line returns a command line that makes a call, for bash and shells like it. It
// writes variables of earlier answers as shell variables.
func Line(base string, r *suite.Request) string {
	if base == "" {
		base = DefaultURL
	}
	target := append([]escape.Part{{Text: base}}, parts(r.Path, nil)...)
	for n, q := range r.Query {
		separator := "&"
		if n == 0 {
			separator = "?"
		}
		target = append(target, escape.Part{Text: separator + url.QueryEscape(q.Name) + "="})
		target = append(target, parts(q.Value, url.QueryEscape)...)
	}
	line := "curl -i -X " + escape.Shell(r.Method) + asItIs(r.Path) + " " + escape.ShellWord(target...)
	for _, h := range r.Headers {
		line += " -H " + header(h)
	}
	if r.Body != nil {
		line += " " + body(r.Body.Text)
	}
	return line
}

// asItIs keeps curl from changing a path: it removes dots, and takes brackets for
// ranges.
func asItIs(path suite.Text) string {
	globs, dots := "", ""
	for _, piece := range path {
		if strings.ContainsAny(piece.Literal, "[]{}") {
			globs = " -g"
		}
		if strings.Contains(piece.Literal, "/.") {
			dots = " --path-as-is"
		}
	}
	return globs + dots
}

// header returns a header as curl takes it. A header that is empty ends with a
// semicolon there.
func header(h suite.Field) string {
	if text, fixed := h.Value.Literal(); fixed && text == "" {
		return escape.ShellWord(escape.Part{Text: h.Name + ";"})
	}
	return escape.ShellWord(append([]escape.Part{{Text: h.Name + ": "}}, parts(h.Value, nil)...)...)
}

// body returns the option with a body. No argument can hold NUL, and curl reads a
// file where the text of --data-binary begins with an @.
func body(t suite.Text) string {
	if text, fixed := t.Literal(); fixed && strings.Contains(text, "\x00") {
		return "--data-binary @" + escape.ShellFile(text)
	} else if fixed {
		return "--data-raw " + escape.Shell(text)
	}
	return "--data-raw " + escape.ShellWord(parts(t, nil)...)
}

// parts are the parts of a word of a shell.
func parts(t suite.Text, change func(string) string) (out []escape.Part) {
	for _, piece := range t {
		text := piece.Literal
		if change != nil {
			text = change(text)
		}
		out = append(out, escape.Part{Text: text, Variable: piece.Var})
	}
	return out
}
