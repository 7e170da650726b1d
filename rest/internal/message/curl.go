package message

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
)

// Curl returns a command line that makes a call to the system at a base URL.
func Curl(base string, r *sut.Request) string {
	out := suite.Request{Method: r.Method, Path: suite.Literal(r.Target)}
	for _, name := range slices.Sorted(maps.Keys(r.Header)) {
		for _, value := range r.Header[name] {
			out.Headers = append(out.Headers, suite.Field{Name: name, Value: suite.Literal(value)})
		}
	}
	if r.Body != nil {
		out.Body = &suite.Body{Text: suite.Literal(string(r.Body))}
	}
	return CurlOf(base, &out)
}

// CurlOf returns a command line that makes a call. It writes variables of
// earlier answers as shell variables.
func CurlOf(base string, r *suite.Request) string {
	if base == "" {
		base = "http://localhost:8080"
	}
	target := base + shellText(r.Path)
	for n, q := range r.Query {
		separator := "&"
		if n == 0 {
			separator = "?"
		}
		target += separator + url.QueryEscape(q.Name) + "=" + shellQuery(q.Value)
	}
	line := "curl -i -X " + r.Method + " " + doubleQuoted(target)
	for _, h := range r.Headers {
		line += " -H " + doubleQuoted(h.Name+": "+shellText(h.Value))
	}
	if r.Body != nil {
		if body := textOf(r.Body.Text); len((&suite.Request{Body: r.Body}).Vars()) == 0 {
			line += " --data-binary " + singleQuoted(body)
		} else {
			line += " --data-binary " + doubleQuoted(shellText(r.Body.Text))
		}
	}
	return line
}

// shellText writes variables as shell variables.
func shellText(t suite.Text) string {
	var b strings.Builder
	for _, piece := range t {
		if piece.Var != "" {
			b.WriteString("${" + piece.Var + "}")
		} else {
			b.WriteString(shellEscapes.Replace(piece.Literal))
		}
	}
	return b.String()
}

func shellQuery(t suite.Text) string {
	escaped := make(suite.Text, len(t))
	for i, piece := range t {
		escaped[i] = suite.Piece{Literal: url.QueryEscape(piece.Literal), Var: piece.Var}
	}
	return shellText(escaped)
}

var shellEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "$", `\$`, "`", "\\`", "\n", " ")

// doubleQuoted puts quotes around a text that shellText has escaped.
func doubleQuoted(s string) string { return `"` + s + `"` }

func singleQuoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
