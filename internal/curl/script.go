// Package curl writes calls of tests as shell lines that repeat them with curl. [Line] writes one call, and [Steps]
// writes the calls of a test with the values that they need of earlier answers.
package curl

import (
	"fmt"
	"strings"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/suite"
)

// DefaultURL is the URL that the lines call by default for a system that ran in the process.
const DefaultURL = "http://localhost:8080"

// Steps writes steps for bash, in order. Ids and tokens that a call needs are read from earlier answers. The last
// answer is printed. The variable BASE_URL is the URL of the system; [Supported] adds the functions that the lines
// need.
func Steps(steps []suite.Step) string {
	w := newWriter(escape.Part{Variable: "BASE_URL"}, steps)
	out := w.setUp()
	for i := range w.steps {
		out += w.step(i, i == len(w.steps)-1)
	}
	return out
}

// setUp returns lines that set the variables that are not read from answers.
func (w *writer) setUp() string {
	out := ""
	for _, p := range w.given() {
		if p.Stem != "" {
			out += w.name(p.Var) + "=" + escape.Shell(p.Stem) + "$UNIQUE\n"
		} else {
			out += fmt.Sprintf(": \"${%s:?has to be set in the environment}\"\n", w.name(p.Var))
		}
		out += w.forms(p.Var)
	}
	return out
}

// forms returns the lines that convert a value to the other forms that calls need.
func (w *writer) forms(of string) (out string) {
	name := w.name(of)
	for _, f := range []form{asURI, asInside} {
		if w.used[of][f] {
			out += fmt.Sprintf("%s%s=$(%s \"$%s\")\n", name, f,
				map[form]string{asURI: "uri", asInside: "inside"}[f], name)
		}
	}
	return out
}

// step returns the lines of a step. The last answer is printed.
func (w *writer) step(i int, last bool) string {
	s := &w.steps[i]
	out := "\n"
	if note := s.Note; note != "" {
		out += "#" + strings.TrimPrefix(escape.GoComment(note), "//") + "\n"
	}
	if s.Call == nil {
		return out + "echo " + escape.Shell("no call of HTTP: "+escape.Prose(s.String())) + "\n"
	}
	options := "curl -sS -o \"$ANSWER/body\" -D \"$ANSWER/head\" -w '%{http_code} " +
		escape.Prose(percent(s.Operation)) + "\\n'"
	if strings.ContainsAny(s.Operation, `'\`) ||
		strings.ContainsFunc(s.Operation, func(r rune) bool { return r < ' ' || r > '~' }) {
		options = "curl -sS -o \"$ANSWER/body\" -D \"$ANSWER/head\""
	}
	if last {
		options = "curl -sS -i"
	}
	out += options + waiting(&s.Call.Expect) + " " + method(&s.Call.Request) + " -g --path-as-is " +
		strings.Join(w.arguments(&s.Call.Request), " \\\n  ") + departure(&s.Call.Request) + "\n"
	if last {
		return out
	}
	for _, c := range s.Call.Captures {
		out += w.capture(&c)
	}
	return out
}

// waiting returns the options for an answer that is compressed, or never ends.
func waiting(e *suite.Expect) (out string) {
	if e.Gzip {
		out += " --compressed"
	}
	if e.Stream {
		out += " --max-time 5"
	}
	return out
}

// percent escapes a text in a format of curl.
func percent(s string) string { return strings.ReplaceAll(s, "%", "%%") }

// capture returns the lines that read a value of the answer, in the needed forms.
func (w *writer) capture(c *suite.Capture) (out string) {
	used, name := w.used[c.Var], w.name(c.Var)
	if used[asJSON] && c.Source == suite.FromBody && !c.LastSegment {
		out += name + string(asJSON) + "=$(json " + escape.Shell(jq(c.Name)) + ")\n"
	}
	if len(used) == 0 || len(used) == 1 && out != "" {
		return out
	}
	read := map[suite.Source]string{suite.FromBody: "text " + escape.Shell(jq(c.Name)), suite.FromHeader: "header " +
		escape.Shell(c.Name) + " | head -n 1", suite.FromCookie: "cookie " + escape.Shell(c.Name)}[c.Source]
	out += name + "=$(" + read + ")\n"
	if c.LastSegment {
		out += name + "=$(segment \"$" + name + "\")\n"
	}
	if used[asJSON] && (c.Source != suite.FromBody || c.LastSegment) {
		out += name + string(asJSON) + "=$" + name + "\n"
	}
	return out + w.forms(c.Var)
}

// support are shell functions, each with the command that uses it. They read the last answer, which is in a folder of
// its own.
var support = [...]struct{ used, lines string }{
	{`$ANSWER`, "ANSWER=$(mktemp -d) || exit 1\ntrap 'rm -rf \"$ANSWER\"' EXIT\n"},
	{`$UNIQUE`, "UNIQUE=$RANDOM$RANDOM\n"},
	{`$(text `, "# a value of the body as text\ntext() { jq -r \"$1\" \"$ANSWER/body\"; }\n"},
	{`$(json `, "# a value of the body as JSON\njson() { jq -c \"$1\" \"$ANSWER/body\"; }\n"},
	{`$(header `, headerFunction}, {`$(cookie `, cookieFunction},
	{`$(segment `, "# the last segment of a link\nsegment() { local s=${1%%[?#]*}; s=${s##*/}; " +
		"s=${s//\\\\/\\\\\\\\}; printf %b \"${s//%/\\\\x}\"; }\n"},
	{`$(uri `, "# a value for a URL\nuri() { jq -rn --arg v \"$1\" '$v|@uri'; }\n"},
	{`$(inside `, "# a value for inside a JSON string\ninside() { jq -rn --arg v \"$1\" '$v|tojson|.[1:-1]'; }\n"},
}

const (
	headerFunction = `# the values of a header
header() {
  NAME=$1: awk 'index(tolower($0), tolower(ENVIRON["NAME"])) == 1 {
    v = substr($0, length(ENVIRON["NAME"]) + 1); gsub(/^[ \t]+|[ \t\r]+$/, "", v); print v
  }' "$ANSWER/head"
}
`
	cookieFunction = `# the value of a cookie
cookie() {
  NAME=$1= awk 'index(tolower($0), "set-cookie:") == 1 {
    v = substr($0, 12); gsub(/^[ \t]+|[ \t\r]+$/, "", v)
    if (index(v, ENVIRON["NAME"]) == 1) { v = substr(v, length(ENVIRON["NAME"]) + 1); sub(/;.*/, "", v); print v; exit }
  }' "$ANSWER/head"
}
`
)

// Supported returns the calls with the functions that they use before them.
func Supported(calls string) string {
	out := ""
	for _, s := range support {
		if strings.Contains(calls, s.used) {
			out += s.lines
		}
	}
	return out + calls
}
