package calls

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/evoke-go/evoke/internal/curl"
	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
)

// DefaultURL is the URL that scripts call by default if the system ran in the process.
const DefaultURL = curl.DefaultURL

// Curl writes a bash script that makes the calls of each finding in order. It reads ids and tokens that a call needs
// from earlier answers. The script needs curl and jq. BASE_URL is the URL of the system, which has to be fresh. With
// numbers as arguments, the script makes only the calls of the findings with these numbers.
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
	return []byte("#!/usr/bin/env bash\n" + head(r) + about + curl.Supported(b.String())), nil
}

// Script returns the script of one finding.
func Script(r *report.Report, f *report.Fault) string {
	return head(r) + curl.Supported("\n"+steps(r, f))
}

// head returns the lines that set the URL of the system.
func head(r *report.Report) string {
	return "BASE_URL=${BASE_URL:-" + escape.Shell(base(r)) + "}\n"
}

func base(r *report.Report) string {
	if r.Suite == nil {
		return DefaultURL
	}
	return strings.TrimSuffix(cmp.Or(r.Suite.Address, r.Suite.BaseURL, DefaultURL), "/")
}

// steps returns the lines of the calls of a finding, with the lines that read values of answers.
func steps(r *report.Report, f *report.Fault) string {
	about := escape.GoComment(fmt.Sprintf("%d %s: %s", f.Code, f.Operation, f.Why()))
	out := "#" + strings.TrimPrefix(about, "//") + "\n"
	t, last := shownBy(r, f)
	if t == nil {
		return out + alone(r, f)
	}
	return out + curl.Steps(t.Steps[:last+1])
}

// shownBy returns the first test that shows a fault, and the index of the step that shows it; nil if there is none.
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
			if at.Key == f.Key && at.Operation == f.Operation && at.Reason == f.Reason &&
				at.Step >= 0 && at.Step <= last {
				return t, at.Step
			}
		}
		return t, last
	}
	return nil, 0
}

// alone returns the line for the call of a fault that no test shows.
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
