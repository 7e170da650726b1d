package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/output/escape"
)

// wrapped wraps the lines of a command's help to the width of a small terminal.
func wrapped(cmd *cobra.Command) {
	cmd.SetUsageTemplate(strings.ReplaceAll(cmd.UsageTemplate(), ".FlagUsages",
		fmt.Sprintf(".FlagUsagesWrapped %d", columns)))
}

// columns is the width of a small terminal.
const columns = 80

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// redraws reports whether a progress line can be redrawn: not in a file, and not in a job of continuous integration,
// whose log keeps each state of the line.
func redraws(w io.Writer, env func(string) string) bool {
	ci := env("CI")
	return isTerminal(w) && (ci == "" || ci == "false" || ci == "0")
}

// searches returns a line on what is searched, and for how long.
func (s *settings) searches(b evoke.Budget) string {
	var limits []string
	counts := "calls"
	if s.file.page.page != "" {
		counts = "acts"
	}
	if b.Calls > 0 {
		limits = append(limits, fmt.Sprintf("%d %s", b.Calls, counts))
	}
	if b.Evaluations > 0 {
		limits = append(limits, fmt.Sprintf("%d tests", b.Evaluations))
	}
	if b.Time > 0 {
		limits = append(limits, b.Time.String())
	}
	_, main := assignments(strings.Fields(s.file.program.main))
	subject := cmp.Or(s.file.page.page, s.file.program.command, strings.Join(main, " "), s.pkg, s.url)
	subject = userinfo.ReplaceAllString(subject, "://xxxxx@")
	text := "searching " + subject
	if len(limits) > 0 {
		text += " for " + strings.Join(limits, " or ")
	}
	if s.pkg != "" || s.file.program.main != "" {
		text += "; before that it is built with probes, which takes longest the first time"
	}
	return escape.Line(text)
}

// userinfo matches the part of a URL that may have a password.
var userinfo = regexp.MustCompile(`://[^/\s@"]*@`)

// said returns an error in one line, with the last output of a program that did not start below.
func said(err error) string {
	text := oneLine(err)
	var program interface{ Output() []string }
	if errors.As(err, &program) && len(program.Output()) > 1 { // a single line is part of the error
		text += "\nthe last lines that the program wrote:"
		for _, line := range program.Output() {
			text += "\n  " + escape.Line(line)
		}
	}
	return text
}

// oneLine joins the distinct lines of an error into one that begins with "evoke: ".
func oneLine(err error) string {
	var lines []string
	for line := range strings.SplitSeq(err.Error(), "\n") {
		if line = strings.TrimSpace(line); line != "" && !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	text := strings.Join(lines, "; ")
	if !strings.HasPrefix(text, "evoke") {
		text = "evoke: " + text
	}
	return escape.Line(userinfo.ReplaceAllString(text, "://xxxxx@"))
}
