package execute

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/js"
	"github.com/evoke-go/evoke/page/internal/act"
	"github.com/evoke-go/evoke/page/internal/graph"
	"github.com/evoke-go/evoke/page/internal/site"
	"github.com/evoke-go/evoke/sut"
)

// The kinds of targets of pages, besides statements and branches of their scripts (package sut).
const (
	// StateTarget is a state of the page. Its name is a hash of the document in that state.
	StateTarget fitness.Kind = "state"
	// EventTarget is an act on an element: "click #save".
	EventTarget fitness.Kind = "event"
	// FaultTarget is a fault: "error ReferenceError: n is not defined".
	FaultTarget fitness.Kind = "fault"
)

// maxStates is the maximum number of states that are targets.
const maxStates = 1000

// Known has the targets of a page, with the scores of the search.
type Known struct {
	// Faults are the faults found.
	Faults *Faults

	registry *fitness.Registry
	sources  *site.Sources
	targets  []site.Target
	ids      []fitness.ID          // by number of the target
	states   map[string]fitness.ID // by id of the state
	values   map[fitness.ID][]any  // constants in the condition of a target
	covered  map[fitness.ID]bool
}

func newKnown(r *fitness.Registry, s *site.Sources) *Known {
	return &Known{
		registry: r, sources: s, states: map[string]fitness.ID{}, covered: map[fitness.ID]bool{},
		values: map[fitness.ID][]any{},
		Faults: &Faults{registry: r, found: map[fitness.ID]*Fault{}},
	}
}

// target returns the id of a target by its number. It returns false for a number that the page made up.
func (k *Known) target(number int) (fitness.ID, bool) {
	if number >= len(k.ids) {
		k.learn()
	}
	if number < 0 || number >= len(k.ids) || k.targets[number].Kind == "" { // the number of a mutant
		return 0, false
	}
	return k.ids[number], true
}

// learn gives ids to new targets. The numbers follow the order in which the browser requested the scripts, which
// varies. The ids follow the order of the targets' places, which does not.
func (k *Known) learn() {
	first := len(k.ids)
	fresh := k.sources.Targets(first)
	k.targets, k.ids = append(k.targets, fresh...), append(k.ids, make([]fitness.ID, len(fresh))...)
	order := make([]int, len(fresh))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := &fresh[i], &fresh[j]
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
	})
	for _, i := range order {
		t := &fresh[i]
		if t.Kind == "" {
			continue
		}
		id := k.registry.ID(fitness.Target{Kind: kindOf(t.Kind), Name: nameOf(t)})
		k.ids[first+i], k.values[id] = id, plain(t.Values)
	}
}

func kindOf(k js.Kind) fitness.Kind {
	if k == js.Statement {
		return sut.StatementTarget
	}
	return sut.BranchTarget
}

// nameOf names a target by its place: "/app.js:12:7 n > 100 true".
func nameOf(t *site.Target) string {
	place := fmt.Sprintf("%s:%d:%d", t.Path, t.Line, t.Column)
	switch t.Kind {
	case js.Statement:
		return place
	case js.Case:
		return place + " case"
	}
	return fmt.Sprintf("%s %s %t", place, t.Op, t.Side)
}

// event returns the target of an event, the same for similar sibling elements.
func (k *Known) event(key string) fitness.ID {
	return k.registry.ID(fitness.Target{Kind: EventTarget, Name: act.Kin(key)})
}

// state returns the target of a state; false if there are too many.
func (k *Known) state(id string) (fitness.ID, bool) {
	target, known := k.states[id]
	if !known && len(k.states) == maxStates {
		return 0, false
	}
	if !known {
		target = k.registry.ID(fitness.Target{Kind: StateTarget, Name: id})
		k.states[id] = target
	}
	return target, true
}

// cover records the score of a target. It reports whether the target was covered for the first time.
func (k *Known) cover(id fitness.ID, value float64) bool {
	if value < 1 || k.covered[id] {
		return false
	}
	k.covered[id] = true
	return true
}

// Uncovered returns the number of uncovered statements in the listeners of an event.
func (k *Known) Uncovered(e *graph.Event) (n int) {
	for _, statements := range e.Handlers {
		for _, number := range statements {
			if k.isUncovered(number) {
				n++
			}
		}
	}
	return n
}

// Unexecuted returns the listeners of an event that no test executed, each by the number of its first statement.
func (k *Known) Unexecuted(e *graph.Event) (out []int) {
	for _, statements := range e.Handlers {
		if len(statements) > 0 && k.isUncovered(statements[0]) {
			out = append(out, statements[0])
		}
	}
	return out
}

func (k *Known) isUncovered(number int) bool {
	id, known := k.target(number)
	return known && !k.covered[id]
}

// Values returns the constants in the condition of a target; nil for none. Integers are int64.
func (k *Known) Values(id fitness.ID) []any { return k.values[id] }

// Constants returns the constants of all conditions, each once, in the order of the scripts.
func (k *Known) Constants() (out []any) {
	k.target(0)
	seen := map[any]bool{}
	for _, id := range slices.Sorted(maps.Keys(k.values)) {
		for _, v := range k.values[id] {
			if !seen[v] {
				seen[v] = true
				out = append(out, v)
			}
		}
	}
	return out
}

// plain returns constants as plain values.
func plain(values []any) (out []any) {
	for _, v := range values {
		if x, ok := v.(float64); ok && x == math.Trunc(x) && math.Abs(x) < 1<<53 {
			v = int64(x)
		}
		out = append(out, v)
	}
	return out
}

// Warnings say which scripts have no probes, and why.
func (k *Known) Warnings() []string { return k.sources.Warnings() }

// Registry returns the registry of the targets.
func (k *Known) Registry() *fitness.Registry { return k.registry }

// Statements returns the number of statements and of covered statements of each script, by path.
func (k *Known) Statements() []sut.PackageCoverage {
	k.target(0)
	type place struct{ line, column int }
	// counted has the statements of each script by their places, and whether a version of the script covered them: a
	// statement that several versions have counts once.
	counted := map[string]map[place]bool{}
	for i, t := range k.targets {
		if t.Kind != js.Statement {
			continue
		}
		if counted[t.Path] == nil {
			counted[t.Path] = map[place]bool{}
		}
		at := place{t.Line, t.Column}
		counted[t.Path][at] = counted[t.Path][at] || k.covered[k.ids[i]]
	}
	var out []sut.PackageCoverage
	for _, path := range slices.Sorted(maps.Keys(counted)) {
		c := sut.PackageCoverage{Path: path, Statements: len(counted[path])}
		for _, covered := range counted[path] {
			if covered {
				c.Covered++
			}
		}
		out = append(out, c)
	}
	return out
}
