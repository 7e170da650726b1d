package gotest

import (
	"cmp"
	"strings"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/output/internal/prose"
	"github.com/evoke-go/evoke/suite"
)

// docComment returns the comment of a test: its purpose, and the details of its faults.
func (r *renderer) docComment(t *suite.Test) string {
	purpose := t.Purpose
	if purpose == "" {
		purpose = t.Name
	}
	lines := []string{escape.GoComment(purpose)}
	if len(t.Ways) > 0 {
		lines = append(lines, "//")
	}
	for _, w := range t.Ways {
		lines = append(lines, wayLine(w))
	}
	for i, f := range t.Faults {
		lines = append(lines, "//", escape.GoComment(prose.Fault(f)+":"), "//")
		lines = append(lines, faultLines(prose.Details(cmp.Or(r.suite.Address, r.suite.BaseURL), t, i))...)
	}
	if len(t.Faults) > 0 {
		lines = append(lines, "//", r.advice(t))
	}
	return strings.Join(lines, "\n") + "\n"
}

func wayLine(w suite.Way) string { return escape.GoComment(prose.Way(w)) }

func (r *renderer) advice(t *suite.Test) string {
	what := "the API"
	if !calls(t) {
		what = "the program"
	}
	return "// " + strings.Join(prose.Advice(r.w.Faults, t.Faults, what), "\n// ")
}

// faultLines returns the details of a fault as an indented block, because gofmt does not change these.
func faultLines(details []prose.Line) []string {
	var out []string
	for _, d := range details {
		text := strings.TrimPrefix(strings.TrimPrefix(escape.GoComment("."+d.Text), "// ."), " ")
		out = append(out, strings.TrimRight("//\t"+d.Label+text, " "))
	}
	return out
}

// mark is the first line of every file.
const mark = "// " + prose.Mark

// header returns the comment at the beginning of every file.
func (r *renderer) header(about string) string {
	lines := []string{mark, "", escape.GoComment(about)}
	if r.w.Constraint != "" {
		lines = append(lines[:1], "", "//go:build "+r.w.Constraint, "", escape.GoComment(about))
	}
	if r.suite.Repeat != "" {
		lines = append(lines, escape.GoComment(prose.Repeat(r.suite.Repeat)))
	}
	return strings.Join(lines, "\n") + "\n"
}
