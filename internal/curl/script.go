// Package curl writes calls of tests as lines of a shell that make them again with
// curl: [Line] makes one call, and [Steps] makes those of a test, each with what the
// answers before it gave.
package curl

import (
	"strings"

	"github.com/evoke-go/evoke/suite"
)

// DefaultURL is where the lines call a system that ran in the process.
const DefaultURL = "http://localhost:8080"

// Steps writes steps for bash, in order: the ids and tokens that a call needs are read
// from the answers before. The answer to the last one is shown. The variable BASE_URL
// says where the system is; what else the lines need is put before them by [Supported].
func Steps(steps []suite.Step) string {
	w := newWriter(steps)
	out := w.setUp()
	for i := range w.steps {
		out += w.step(i, i == len(w.steps)-1)
	}
	return out
}

// support are the functions of a script, each with what calls it. They read the last
// answer, which is in a folder of its own.
var support = [...]struct{ used, lines string }{
	{`$ANSWER`, "ANSWER=$(mktemp -d) || exit 1\ntrap 'rm -rf \"$ANSWER\"' EXIT\n"},
	{`$UNIQUE`, "UNIQUE=$RANDOM$RANDOM\n"},
	{`$(text `, "# a value of the body as text\ntext() { jq -r \"$1\" \"$ANSWER/body\"; }\n"},
	{`$(json `, "# a value of the body as JSON\njson() { jq -c \"$1\" \"$ANSWER/body\"; }\n"},
	{`$(header `, headerFunction}, {`$(cookie `, cookieFunction},
	{`$(segment `, "# the last segment of a link\nsegment() { local s=${1%%[?#]*}; s=${s##*/}; s=${s//\\\\/\\\\\\\\}; printf %b \"${s//%/\\\\x}\"; }\n"},
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

// Supported returns calls behind what they need.
func Supported(calls string) string {
	out := ""
	for _, s := range support {
		if strings.Contains(calls, s.used) {
			out += s.lines
		}
	}
	return out + calls
}
