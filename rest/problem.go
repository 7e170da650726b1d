package rest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/conformance"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// System is a started system under test as the evaluation needs it.
type System interface {
	sut.Caller
	// Reset brings the state back to that of the start.
	Reset(ctx context.Context) error
}

// Problem is a REST API as a search problem: sampler, mutator and evaluator of
// cases whose actions are HTTP calls. It is not safe for concurrent use.
type Problem struct {
	options  Options
	doc      *openapi.Document
	ops      []*operation
	system   System
	registry *fitness.Registry
	oracles  []oracle.Oracle
	auth     *auth.Session
	mutator  testcase.Mutator
	values   sut.Valuer  // nil: nothing is known of the program
	watcher  sut.Watcher // nil: nothing is seen of it
	pool     []any       // its constants
	warnings []openapi.Warning

	first   []opening // the first samples
	sampled int       // how many of them were taken
	tried   []int     // by operation: calls of earlier processes that stand for first samples
	recalls []recall  // by operation
	done    []*call   // of the present test, what succeeded and may have changed something

	collections map[string]string // by the plain name of the id of an element

	// What one evaluation works with, kept to spare allocations.
	board  fitness.Board
	memory memory
	work   scratch
	answer *sut.Response // to the last call
	tally  []Tally
	faults map[fitness.ID]*Fault
	inside inside

	// Of the time after the search.
	after bool         // answers do not count for the tallies any more
	spent int          // HTTP calls
	kept  []*candidate // the tests of the suite
}

// ErrNoOperations says that there is nothing to call.
var ErrNoOperations = errors.New("rest: the schema has no operations to call")

// New makes a problem of a document and a started system. Targets get their
// ids from the registry. Operations that the options leave out are not called.
func New(doc *openapi.Document, system System, registry *fitness.Registry, o Options) (*Problem, error) {
	kept := filter(doc.Operations, o)
	if len(kept) == 0 {
		return nil, noOperations(doc)
	}
	for i := range o.Users {
		if err := o.Users[i].Check(); err != nil {
			return nil, fmt.Errorf("rest: user %d: %w", i+1, err)
		}
	}
	checker, warnings := conformance.Compile(doc)
	p := &Problem{
		options: o, doc: doc, system: system, registry: registry,
		oracles:  append(oracle.Builtin(checker), o.Oracles...),
		auth:     auth.NewSession(o.Users),
		warnings: warnings,
		tally:    make([]Tally, len(kept)),
		tried:    make([]int, len(kept)),
		recalls:  make([]recall, len(kept)),
		faults:   map[fitness.ID]*Fault{},
	}
	p.watch()
	builder := genotype.NewBuilder(genotype.Options{Formats: o.Formats, Users: o.Users})
	for i, spec := range kept {
		p.ops = append(p.ops, newOperation(i, spec, builder, registry))
		p.tally[i] = Tally{Operation: spec, Statuses: map[int]int{}}
	}
	for _, w := range builder.Warnings() {
		where, reason, _ := strings.Cut(w, ": ")
		p.warnings = append(p.warnings, openapi.Warning{Where: where, Reason: reason})
	}
	relate(p.ops)
	p.refer()
	p.first = p.openings()
	if p.values, _ = system.(sut.Valuer); p.values != nil {
		p.pool = p.values.AllValues()
	}
	p.watcher, _ = system.(sut.Watcher)
	p.mutator = testcase.Mutator{New: p.newAction, Before: p.before, MaxActions: o.maxCalls()}
	return p, nil
}

func noOperations(doc *openapi.Document) error {
	if len(doc.Operations) == 0 && len(doc.Warnings) > 0 {
		return fmt.Errorf("%w: %s", ErrNoOperations, doc.Warnings[0])
	}
	if len(doc.Operations) == 0 {
		return ErrNoOperations
	}
	return fmt.Errorf("%w: the filters leave none of its %d", ErrNoOperations, len(doc.Operations))
}

// Search returns the problem as a search sees it.
func (p *Problem) Search() search.Problem[*testcase.Case] {
	return search.Problem[*testcase.Case]{Sampler: p, Mutator: p, Evaluator: p}
}

// Mutate implements search.Mutator.
func (p *Problem) Mutate(r *rand.Rand, parent *testcase.Case, focus float64) *testcase.Case {
	return p.mutator.Mutate(r, parent, focus)
}

// MutateFor implements [search.Aimer]: the calls behind the one that reached
// the target are left out, and most changes are made to that one.
func (p *Problem) MutateFor(r *rand.Rand, parent *search.Evaluated[*testcase.Case], target fitness.ID, focus float64) *testcase.Case {
	at := len(parent.Individual.Actions) - 1
	for _, s := range parent.Scores {
		if s.ID == target {
			at = min(int(s.Action), at)
		}
	}
	if child := p.guess(r, parent.Individual, at, target, focus); child != nil {
		return child
	}
	return p.mutator.MutateAt(r, parent.Individual, at, focus)
}

// guess returns a test with a value that the program may be looking for: a
// constant of the condition, what it was seen to compare, the value of another
// gene, or one value in all its places. It is nil most times.
func (p *Problem) guess(r *rand.Rand, parent *testcase.Case, at int, target fitness.ID, focus float64) *testcase.Case {
	if p.watcher != nil {
		p.watcher.Watch(target)
	}
	if p.values == nil {
		return nil
	}
	chance := r.Float64()
	if chance >= hintRate+2*copyRate+equalRate {
		return nil
	}
	child, changed := parent.Upto(at), false
	switch {
	case chance < hintRate:
		changed = hint(r, child, at, p.hints(r, target))
	case chance < hintRate+copyRate:
		changed = copyValue(r, child.Actions[at], child.Actions[at])
	case chance < hintRate+2*copyRate:
		changed = at > 0 && copyValue(r, child.Actions[at], child.Actions[r.IntN(at)])
	default:
		changed = mutateEqual(r, child, at, focus)
	}
	if !changed {
		return nil
	}
	return child
}

// hints returns the constants of a condition or what it was seen to compare,
// which holds much that comes from the calls themselves.
func (p *Problem) hints(r *rand.Rand, target fitness.ID) []any {
	constants := p.values.Values(target)
	if p.watcher == nil || len(constants) > 0 && r.Float64() < constantRate {
		return constants
	}
	return p.watcher.Seen(target)
}

// Warnings returns what of the schema could not be used, in a stable order.
func (p *Problem) Warnings() []openapi.Warning {
	return append(p.warnings[:len(p.warnings):len(p.warnings)], p.auth.Warnings()...)
}
