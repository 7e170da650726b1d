package deliver

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/secret"
	"github.com/evoke-go/evoke/internal/supervise"
	"github.com/evoke-go/evoke/suite"
)

// stacks is the name of the file with the stacks of panics in Evoke or in parts of the user, such as writers.
const stacks = "evoke-panics.txt"

// Tell adds panics outside of the system under test to the report, a line each. Their stacks are written to a file
// beside it.
func (r *Result) Tell(slips []supervise.Slip) {
	for _, line := range supervise.Lines(slips) {
		if !slices.Contains(r.Report.Warnings, line) {
			r.Report.Warnings = append(r.Report.Warnings, line)
		}
	}
	r.slips = append(r.slips, slips...)
}

// across makes a part of the output. It returns a panic as an error.
func (r *Result) across(part string, do func() error) (err error) {
	var b supervise.Border
	if !b.Try(part, func() { err = do() }) {
		r.Tell(b.Slips())
		return errors.New(strings.TrimPrefix(supervise.Lines(b.Slips())[0], part+" "))
	}
	return err
}

// pointToStacks says in the report which file beside it has the stacks of the panics.
func (r *Result) pointToStacks() {
	if r.stacksText() != "" {
		where := "the stacks of these panics are in " + stacks + ", beside report.json"
		r.Report.Warnings = once(append(r.Report.Warnings, where))
	}
}

// writeStacks writes the stacks of the panics into a folder.
func (r *Result) writeStacks(dir string, secrets *secret.Set) error {
	text := r.stacksText()
	if text == "" {
		return nil
	}
	_, err := write(dir, nil, []suite.File{{Name: stacks, Content: []byte(secrets.Text(text))}})
	return err
}

// stacksText returns the stacks of the panics.
func (r *Result) stacksText() string {
	var text strings.Builder
	for i := range r.slips {
		if s := &r.slips[i]; s.Stack != "" {
			fmt.Fprintf(&text, "%s\n\n%s\n", s, s.Stack)
		}
	}
	return text.String()
}

// once removes repeated lines, because several processes may report the same panic.
func once(lines []string) (out []string) {
	for _, line := range lines {
		if !slices.Contains(out, line) {
			out = append(out, line)
		}
	}
	return out
}
