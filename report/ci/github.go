package ci

import (
	"fmt"
	"strings"

	"github.com/evoke-go/evoke/report"
)

// GitHub writes workflow commands that show each finding beside a line of a pull request; a job has to print them. A
// known finding is a warning, any other an error.
func GitHub(r *report.Report) ([]byte, error) {
	var b strings.Builder
	x := findingsOf(r)
	for i := range x.found {
		f := &x.found[i]
		level := "error"
		if x.known(f) {
			level = "warning"
		}
		b.WriteString("::" + level + " ")
		if p := x.place(f); p.file != "" {
			fmt.Fprintf(&b, "file=%s,", property(p.file))
			if p.start > 0 {
				fmt.Fprintf(&b, "line=%d,endLine=%d,", p.start, max(p.start, p.end))
			}
		}
		fmt.Fprintf(&b, "title=%s::%s\n", property("Evoke: "+title(f)), data(x.story(f)))
	}
	return []byte(b.String()), nil
}

// data escapes the message of a command.
func data(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

// property escapes the value of a property of a command.
func property(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(data(s))
}
