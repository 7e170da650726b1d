package curl

import (
	"strings"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/suite"
)

// value is a shell variable with the command that reads its value from an answer.
type value struct {
	name, filter string
	// head says that the value is in the header of the answer.
	head bool
}

// escaped are the jq programs that convert a text to other forms.
var escaped = map[form]string{asURI: "@uri", asInside: "tojson | .[1:-1]"}

// values returns the variables for a capture, in the needed forms. The last segment of a link stays escaped: escapes
// are rare in ids, and no common program unescapes them.
func (w *writer) values(c *suite.Capture) (out []value) {
	for _, f := range []form{asText, asJSON, asURI, asInside} {
		if !w.used[c.Var][f] {
			continue
		}
		v := value{name: w.variable(c.Var, f), head: c.Source != suite.FromBody}
		if v.head {
			v.filter = ofHead(c, f)
		} else {
			v.filter = ofBody(c, f)
		}
		out = append(out, v)
	}
	return out
}

// ofBody returns the command that reads a value of a body.
func ofBody(c *suite.Capture, f form) string {
	program, option := jq(c.Name), "-r "
	if c.LastSegment {
		program += ` | sub("[?#].*"; "") | sub(".*/"; "")`
	}
	switch {
	case f == asInside:
		program += " | tostring | " + escaped[f]
	case f == asURI && !c.LastSegment:
		program += " | " + escaped[f]
	case f == asJSON && !c.LastSegment:
		option = "-c "
	}
	return "jq " + option + escape.Shell(program)
}

// ofHead returns the command that reads a value of a header.
func ofHead(c *suite.Capture, f form) string {
	line, program := "^"+basic.Replace(c.Name)+":", "s/^[^:]*: *//"
	if c.Source == suite.FromCookie {
		line, program = "^set-cookie: *"+basic.Replace(c.Name)+"=", "s/^[^=]*=//; s/;.*//"
	}
	if c.LastSegment {
		program = "s/[?#].*//; s|.*[/ ]||"
	}
	out := "grep -im1 " + escape.Shell(line) + " | sed " + escape.Shell(program)
	if program, needed := escaped[f]; needed && (f != asURI || !c.LastSegment) {
		out += " | jq -rR " + escape.Shell(program)
	}
	return out
}

// basic escapes the characters of a name that have a meaning in a grep pattern.
var basic = strings.NewReplacer(".", `\.`, "*", `\*`, "[", `\[`, "^", `\^`, "$", `\$`, `\`, `\\`)
