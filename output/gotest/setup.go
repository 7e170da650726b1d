package gotest

import (
	"encoding/json"
	"reflect"
	"strings"

	"github.com/evoke-go/evoke/output/gotest/internal/expr"
	"github.com/evoke-go/evoke/suite"
)

// leastSharing is how many tests begin with the steps of a function.
const leastSharing = 2

// setUps are the functions for the calls with which several tests begin.
type setUps struct {
	all []*preparation
	of  map[string]*preparation // by the name of the test
}

// beginning is what tests begin with.
type beginning struct {
	steps []suite.Step // without captures
	tests []*suite.Test
	// used is how many tests have no longer beginning in common with others.
	used int
}

// setUpsOf finds the longest beginning that each test has in common with another.
func (r *renderer) setUpsOf(tests []suite.Test, methods expr.Scope) setUps {
	known := map[string]*beginning{}
	var order []*beginning
	for i := range tests {
		t := &tests[i]
		for n := r.setUp(t); n > 0; n-- {
			steps := bare(t.Steps[:n])
			key := textOf(steps)
			if known[key] == nil {
				known[key] = &beginning{steps: steps}
				order = append(order, known[key])
			}
			if b := known[key]; t.Steps[n-1].Note == "" && reflect.DeepEqual(b.steps, steps) {
				b.tests = append(b.tests, t)
			}
		}
	}
	longest := map[*suite.Test]*beginning{}
	for _, b := range order {
		for _, t := range b.tests {
			if old := longest[t]; len(b.tests) >= leastSharing && (old == nil || len(old.steps) < len(b.steps)) {
				longest[t] = b
			}
		}
	}
	for _, b := range longest {
		b.used++
	}
	out := setUps{of: map[string]*preparation{}}
	for _, b := range order {
		if b.used >= leastSharing {
			out.add(b, longest, methods)
		}
	}
	return out
}

// setUp is how many steps of a test may stand in a function: those before the first
// one that it is about.
func (r *renderer) setUp(t *suite.Test) int {
	if r.tables[t.Name] != nil {
		return 0
	}
	for i := range t.Steps {
		if t.Steps[i].Call == nil || i == len(t.Steps)-1 || len(t.FaultsAt(i)) > 0 {
			return i
		}
	}
	return 0
}

// bare returns steps without their captures: a test reads only what it needs.
func bare(steps []suite.Step) []suite.Step {
	out := make([]suite.Step, len(steps))
	for i, s := range steps {
		call := *s.Call
		call.Captures = nil
		s.Call = &call
		out[i] = s
	}
	return out
}

// textOf tells beginnings apart, but for some that only DeepEqual does.
func textOf(steps []suite.Step) string {
	text, err := json.Marshal(steps)
	if err != nil { // no plain data, so DeepEqual alone tells
		return ""
	}
	return string(text)
}

// add makes the function for a beginning.
func (s *setUps) add(b *beginning, longest map[*suite.Test]*beginning, methods expr.Scope) {
	p := newPreparation(bare(b.steps), "", "")
	for _, t := range b.tests {
		if longest[t] == b && p.merge(t) {
			s.of[t.Name] = p
		}
	}
	p.asText, p.asWhole = usesOf(p.steps)
	for _, t := range b.tests {
		if s.of[t.Name] == p {
			p.returns(usesOf(t.Steps[len(p.steps):]))
		}
	}
	var names, calls []string
	for _, step := range p.spelled() {
		names = append(names, suite.OperationName(step.Operation))
		calls = append(calls, step.Operation)
	}
	as := ""
	if user := b.steps[len(b.steps)-1].User; user != "" {
		as = " as " + user
	}
	p.name = methods.Free(methodName(strings.Join(names, " and ") + as))
	p.about = strings.Join(calls, ", ") + as
	s.all = append(s.all, p)
}

// merge adds the captures of a test. It reports false if the test calls one by a
// name that another test has for something else.
func (p *preparation) merge(t *suite.Test) bool {
	for i := range p.steps {
		for _, c := range t.Steps[i].Call.Captures {
			for _, known := range p.captures() {
				if known.Var == c.Var && known != c {
					return false
				}
			}
		}
	}
	for i := range p.steps {
		call := p.steps[i].Call
		for _, c := range t.Steps[i].Call.Captures {
			if !has(call.Captures, c) {
				call.Captures = append(call.Captures, c)
			}
		}
	}
	return true
}

func has(captures []suite.Capture, c suite.Capture) bool {
	for _, known := range captures {
		if known == c {
			return true
		}
	}
	return false
}
