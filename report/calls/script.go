package calls

import (
	"fmt"
	"strings"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
)

// DefaultURL is where the scripts call a system that ran in the process.
const DefaultURL = "http://localhost:8080"

// Curl writes a script for bash that makes the calls to each finding, all in order: the
// ids and tokens that a call needs are read from the answers before. It needs curl and
// jq. BASE_URL says where the system is, which has to be fresh; with numbers as
// arguments the script makes the calls to these findings only.
func Curl(r *report.Report) ([]byte, error) {
	var b strings.Builder
	found := report.Findings(r)
	for i := range found {
		fmt.Fprintf(&b, "\nfinding_%d() {\n", i+1)
		for line := range strings.Lines(steps(r, &found[i].Fault)) {
			if line != "\n" {
				b.WriteString("  ")
			}
			b.WriteString(line)
		}
		b.WriteString("}\n")
	}
	fmt.Fprintf(&b, "\n[ $# -gt 0 ] || set -- $(seq 1 %d)\n", len(found))
	b.WriteString("for n; do\n  echo \"== finding $n\"\n  ( \"finding_$n\" )\n  echo\ndone\n")
	about := "# The calls that lead to each of the findings; give numbers for some of them.\n"
	return []byte("#!/usr/bin/env bash\n" + head(r) + about + supported(b.String())), nil
}

// Script is the script of one finding.
func Script(r *report.Report, f *report.Fault) string {
	return head(r) + supported("\n"+steps(r, f))
}

// head says where the system is.
func head(r *report.Report) string {
	return "BASE_URL=${BASE_URL:-" + escape.Shell(base(r)) + "}\n"
}

func base(r *report.Report) string {
	if r.Suite == nil || r.Suite.BaseURL == "" {
		return DefaultURL
	}
	return strings.TrimSuffix(r.Suite.BaseURL, "/")
}

// support are the functions of a script, each with what calls it. They read the last
// answer, which is in a folder of its own.
var support = [...]struct{ used, lines string }{
	{`$ANSWER`, "ANSWER=$(mktemp -d) || exit 1\ntrap 'rm -rf \"$ANSWER\"' EXIT\n"},
	{`$UNIQUE`, "UNIQUE=$RANDOM$RANDOM\n"},
	{`$(text `, "# a value of the body as text\ntext() { jq -r \"$1\" \"$ANSWER/body\"; }\n"},
	{`$(json `, "# a value of the body as JSON\njson() { jq -c \"$1\" \"$ANSWER/body\"; }\n"},
	{`$(header `, header}, {`$(cookie `, cookie},
	{`$(segment `, "# the last segment of a link\nsegment() { local s=${1%%[?#]*}; s=${s##*/}; s=${s//\\\\/\\\\\\\\}; printf %b \"${s//%/\\\\x}\"; }\n"},
	{`$(uri `, "# a value for a URL\nuri() { jq -rn --arg v \"$1\" '$v|@uri'; }\n"},
	{`$(inside `, "# a value for inside a JSON string\ninside() { jq -rn --arg v \"$1\" '$v|tojson|.[1:-1]'; }\n"},
}

const (
	header = `# the values of a header
header() {
  NAME=$1: awk 'index(tolower($0), tolower(ENVIRON["NAME"])) == 1 {
    v = substr($0, length(ENVIRON["NAME"]) + 1); gsub(/^[ \t]+|[ \t\r]+$/, "", v); print v
  }' "$ANSWER/head"
}
`
	cookie = `# the value of a cookie
cookie() {
  NAME=$1= awk 'index(tolower($0), "set-cookie:") == 1 {
    v = substr($0, 12); gsub(/^[ \t]+|[ \t\r]+$/, "", v)
    if (index(v, ENVIRON["NAME"]) == 1) { v = substr(v, length(ENVIRON["NAME"]) + 1); sub(/;.*/, "", v); print v; exit }
  }' "$ANSWER/head"
}
`
)

// supported returns calls behind what they need.
func supported(calls string) string {
	out := ""
	for _, s := range support {
		if strings.Contains(calls, s.used) {
			out += s.lines
		}
	}
	return out + calls
}

// steps are the calls to a finding with what they read of answers.
func steps(r *report.Report, f *report.Fault) string {
	about := escape.GoComment(fmt.Sprintf("%d %s: %s", f.Code, f.Operation, f.Why()))
	out := "#" + strings.TrimPrefix(about, "//") + "\n"
	t, last := shownBy(r, f)
	if t == nil {
		return out + alone(r, f)
	}
	w := newWriter(t.Steps[:last+1])
	out += w.setUp()
	for i := range w.steps {
		out += w.step(i, i == last)
	}
	return out
}

// shownBy returns the first test that shows a fault, and the step that does; nil for
// none.
func shownBy(r *report.Report, f *report.Fault) (*suite.Test, int) {
	if len(f.Tests) == 0 || r.Suite == nil {
		return nil, 0
	}
	for i := range r.Suite.Tests {
		t := &r.Suite.Tests[i]
		if t.Name != f.Tests[0] || len(t.Steps) == 0 {
			continue
		}
		last := len(t.Steps) - 1
		for _, at := range t.Faults {
			if at.Key == f.Key && at.Operation == f.Operation && at.Reason == f.Reason && at.Step >= 0 && at.Step <= last {
				return t, at.Step
			}
		}
		return t, last
	}
	return nil, 0
}

// alone makes the call of a fault that no test shows.
func alone(r *report.Report, f *report.Fault) string {
	out := "# No test shows it"
	if f.Note != "" {
		out += " (" + escape.Prose(f.Note) + ")"
	}
	line := f.Curl
	if !strings.HasPrefix(line, "curl ") || strings.ContainsAny(line, "\n\r") {
		return out + ".\necho " + escape.Shell("no call is known: "+escape.Prose(f.Why())) + "\n"
	}
	out += "; this is the call alone.\n"
	for from, to := range map[string]string{` "` + base(r): ` "${BASE_URL}`, ` '` + base(r): ` "${BASE_URL}"'`} {
		line = strings.Replace(line, from, to, 1)
	}
	return out + line + "\n"
}
