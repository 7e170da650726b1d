package gotest

import (
	_ "embed" // for the source below
	"go/format"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"github.com/evoke-go/evoke/internal/corpus"
	"github.com/evoke-go/evoke/output/gotest/internal/expr"
	"github.com/evoke-go/evoke/suite"
)

// The template of the fuzz test, without the decoder of inputs.
//
//go:embed fuzz.go.tmpl
var fuzzTemplate string

// fuzzConstraint is the Go version with a new loop variable for each iteration.
const fuzzConstraint = "go1.22"

// fuzzData fills the template of the fuzz test.
type fuzzData struct {
	supportData
	Name  string
	Tests []string
	Known []knownFault
	// Secrets are the names of the credentials that the tests read.
	Secrets []string
}

// knownFault is a fault for which the fuzz test does not fail. Its status is 0 for a panic.
type knownFault struct {
	Operation string
	Status    int
	Function  string
}

// fuzzTest returns the file of the fuzz test, with empty content if there is none.
func fuzzTest(r *renderer) (suite.File, error) {
	out := suite.File{Name: r.w.Prefix + "_fuzz_test.go", Mark: mark, Runner: suite.GoTest}
	if !r.w.Fuzz || r.w.Constructor.Name == "" {
		return out, nil
	}
	d := fuzzData{supportData: r.supportData(), Name: "Fuzz" + suite.UpperCamel(r.shared), Known: knownFaults(r.suite),
		Secrets: r.suite.Secrets()}
	for i := range r.suite.Tests {
		if seed, ok := corpus.Seed(&r.suite.Tests[i]); ok && !slices.Contains(d.Tests, expr.String(seed)) {
			d.Tests = append(d.Tests, expr.String(seed))
		}
	}
	if len(d.Tests) == 0 {
		return out, nil
	}
	own := *r.w
	if own.Constraint = fuzzConstraint; r.w.Constraint != "" {
		own.Constraint = "(" + r.w.Constraint + ") && " + fuzzConstraint
	}
	d.Header = (&renderer{w: &own, suite: r.suite}).header("Calls of the tests, for the fuzzer to change.")
	decoder, err := corpus.Source(r.shared)
	if err != nil {
		return out, err
	}
	t, err := template.New("fuzz").Parse(fuzzTemplate)
	if err != nil {
		return out, err
	}
	var b strings.Builder
	if err := t.Execute(&b, &d); err != nil {
		return out, err
	}
	out.Content, err = format.Source([]byte(b.String() + decoder))
	return out, err
}

// knownFaults returns the panics and the answers 5xx of the tests.
func knownFaults(s *suite.Suite) (out []knownFault) {
	for i := range s.Tests {
		t := &s.Tests[i]
		for n := range t.Steps {
			call := t.Steps[n].Call
			if call == nil || !call.Expect.Panics && call.Expect.Status < 500 {
				continue
			}
			known := knownFault{Operation: t.Steps[n].Operation, Status: call.Expect.Status}
			if call.Expect.Panics {
				known.Status, known.Function = 0, panicsIn(t.FaultsAt(n))
			}
			if !slices.Contains(out, known) {
				out = append(out, known)
			}
		}
	}
	return out
}

// closure matches the end of the name of a closure. The compiler also puts the names of functions into which it inlines
// into that name.
var closure = regexp.MustCompile(`^.*?\.(.*?)(\.(func|gowrap)\d+(\.\d+)*)+$`)

// panicsIn returns the name of the function in which a handler panics: its end, or a part of the name for a closure. It
// returns "" if that is unknown.
func panicsIn(faults []suite.Fault) string {
	for i := range faults {
		if function, _, _ := strings.Cut(faults[i].Frame, " ("); function != "" {
			return closure.ReplaceAllString(function, ".$1.")
		}
	}
	return ""
}
