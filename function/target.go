package function

import (
	"reflect"
	"strconv"

	"github.com/evoke-go/evoke/fitness"
)

// The kinds of targets of this problem. Their names begin with the function. A [sut.Tracer] adds targets of its own
// kinds: statements, branches, lines and files.
const (
	// OutcomeTarget is an outcome of a function: "price.Parse returned", "price.Parse error", "price.Parse panic".
	OutcomeTarget fitness.Kind = "outcome"
	// ResultTarget is a class of a result: "price.Parse result 1 zero". These are the output goals of EvoSuite (Rojas
	// et al., Combining Multiple Coverage Criteria in Search-Based Unit Test Generation, SSBSE 2015): true and false;
	// negative, zero and positive; empty and not empty; nil and not nil.
	ResultTarget fitness.Kind = "result"
	// FaultTarget is a fault: "price.Parse 951 panic price.Parse (parse.go:12)".
	FaultTarget fitness.Kind = "fault"
)

// otherOutcome is the score of one outcome for the target of the other.
const otherOutcome = 0.1

// targets caches the target ids of one function, so that no call has to build their names.
type targets struct {
	registry *fitness.Registry
	name     string
	outcomes map[outcome]fitness.ID
	results  map[goal]fitness.ID
}

// goal is a class of one result.
type goal struct {
	result int
	sort   string
}

func newTargets(r *fitness.Registry, s *subject) *targets {
	t := &targets{registry: r, name: s.name, outcomes: map[outcome]fitness.ID{}, results: map[goal]fitness.ID{}}
	for _, o := range []outcome{returned, failed} {
		if o == returned || s.fails() {
			t.ofOutcome(o)
		}
	}
	return t
}

func (t *targets) id(kind fitness.Kind, rest string) fitness.ID {
	return t.registry.ID(fitness.Target{Kind: kind, Name: t.name + " " + rest})
}

func (t *targets) ofOutcome(o outcome) fitness.ID {
	id, ok := t.outcomes[o]
	if !ok {
		id = t.id(OutcomeTarget, o.String())
		t.outcomes[o] = id
	}
	return id
}

func (t *targets) ofResult(g goal) fitness.ID {
	id, ok := t.results[g]
	if !ok {
		id = t.id(ResultTarget, "result "+strconv.Itoa(g.result+1)+" "+g.sort)
		t.results[g] = id
	}
	return id
}

// scoreOutcome gives the target of the outcome the score 1, and the other outcomes a small score, so that the search
// mutates this test for them.
func (t *targets) scoreOutcome(o outcome, score func(fitness.ID, float64)) {
	score(t.ofOutcome(o), 1)
	for _, other := range []outcome{returned, failed} {
		if id, ok := t.outcomes[other]; ok && other != o {
			score(id, otherOutcome)
		}
	}
}

// scoreResults scores the classes of the results of a call that returned. The results beside an error are not scored.
func (t *targets) scoreResults(results []reflect.Value, score func(fitness.ID, float64)) {
	for i, v := range results {
		if isError(v.Type()) {
			continue
		}
		sorts(v, func(sort string, value float64) { score(t.ofResult(goal{i, sort}), value) })
	}
}

// sorts calls tell with the score of a result for each class of its type, from 0 to 1; 1 if the result belongs to the
// class.
func sorts(v reflect.Value, tell func(sort string, value float64)) {
	switch {
	case v.Kind() == reflect.Bool:
		side(v.Bool(), "true", "false", tell)
	case v.CanInt():
		signs(float64(v.Int()), true, tell)
	case v.CanUint():
		signs(float64(v.Uint()), false, tell)
	case v.CanFloat():
		signs(v.Float(), true, tell)
	}
	switch v.Kind() {
	case reflect.Slice, reflect.Map, reflect.String:
		if tell("empty", near(float64(v.Len()))); v.Len() > 0 {
			tell("not empty", 1)
		}
	case reflect.Pointer, reflect.Interface, reflect.Func, reflect.Chan:
		side(v.IsNil(), "nil", "not nil", tell)
	}
}

func side(is bool, yes, no string, tell func(string, float64)) {
	if is {
		tell(yes, 1)
	} else {
		tell(no, 1)
	}
}

// signs calls tell with the score of a number for each sign, from 0 to 1.
func signs(n float64, below bool, tell func(string, float64)) {
	tell("zero", near(n))
	tell("positive", above(n))
	if below {
		tell("negative", above(-n))
	}
}

// above returns the score of a number for being above 0.
func above(n float64) float64 {
	if n > 0 {
		return 1
	}
	return near(1 - n)
}

// near returns the score of a distance: 1 for 0, falling towards 0 with its size: 1/(1+|d|) (Arcuri, It really does
// matter how you normalize the branch distance in search-based software testing, STVR 2013).
func near(d float64) float64 { return 1 / (1 + max(d, -d)) }
