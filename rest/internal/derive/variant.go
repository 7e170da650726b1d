// Package derive makes tests of calls that a search knows.
//
// [Variants] are about calls that succeeded: with one thing in them that is wrong, with one input at an edge of what is
// usual, with each operation on the resource that they made, with several such resources and a look at all of them,
// with the call that made one sent again with its id or with a span that overlaps, with one more after one at an edge,
// with one piece of a text changed, or with a client that leaves before the answer. They go through the calls in turn
// and make each variant once, since what is left of a call that succeeded leads deep into a program. A client that
// leaves before the answer leaves as the handler gets the request: the context of the request is cancelled, as net/http
// cancels it when a connection closes. If the client left later, the result would depend on the moment at which the
// handler looks at the context.
//
// [Repairs] are about calls that were refused: they change a call in the way that the answer demands, and know which
// changes helped.
//
// [Suppositions] are about operations that never succeeded: what their inputs refer to and which form their texts have,
// where neither a name of the schema nor a refusal tells it. Each supposition is tried a few times.
package derive

import (
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/payoff"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/testcase"
)

// kind is how a variant differs from what succeeded.
type kind int

const (
	wrong       kind = iota // one thing is invalid on purpose
	edged                   // one input has an unusual value that is valid
	round                   // each operation is called on what was made
	several                 // a collection of several elements is read
	repeated                // what was made is sent again with its id
	overlapping             // two things have spans that overlap
	further                 // one more is made after one with an unusual value
	torn                    // one piece of a text is changed
	left                    // the client leaves before the answer
	kinds
)

const (
	// idle is how many requests a kind is left alone once it has nothing more to try.
	idle = 40
	// maxRounds is how often that doubles.
	maxRounds = 8
)

// Source is where variants come from.
type VariantSource struct {
	Ops []*api.Operation
	// Kept returns calls of an operation that succeeded, each the last of its list, after
	// those that it needs.
	Kept func(*api.Operation) [][]*action.Call
	// New makes a call of an operation.
	New      func(*rand.Rand, *api.Operation) *action.Call
	MaxCalls int
	// Inside says that the search sees inside the system. Then tests that covered much are models too.
	Inside bool
	// Valid says that nothing is to be invalid on purpose.
	Valid bool
	// Departs says that clients can leave before the answer.
	Departs bool
}

// Variants makes variants and knows which were made. A nil Variants makes none. It is not
// safe for concurrent use.
type Variants struct {
	VariantSource
	of     [kinds]account
	tried  map[mark]bool
	places map[mark]int // variants by operation and place
	made   *testcase.Case
	kind   kind     // of made
	models []models // by operation
	from   *model   // of made
}

// account is what a kind brought.
type account struct {
	payoff.Payoff
	turn int // index of the operation that is next
	idle int // requests that it is left alone for
	// rounds is how often it had tried all.
	rounds int
}

// New returns Variants that have made none.
func NewVariants(s VariantSource) *Variants {
	return &Variants{VariantSource: s, tried: map[mark]bool{}, places: map[mark]int{},
		models: make([]models, len(s.Ops)), from: &model{}}
}

// Next returns a variant that was not made before, or nil.
func (v *Variants) Next(r *rand.Rand) *testcase.Case {
	if v == nil {
		return nil
	}
	chosen, sum := kinds, 0.0
	for k := range kinds {
		a := &v.of[k]
		if a.idle > 0 || k == wrong && v.Valid || k == left && !v.Departs {
			a.idle--
			continue
		}
		w := a.Rate()
		if sum += w; r.Float64()*sum < w {
			chosen = k
		}
	}
	if chosen == kinds {
		return nil
	}
	c := v.make(r, chosen)
	if c == nil {
		v.rest(chosen)
		return nil
	}
	v.made, v.kind = c, chosen
	return c
}

// rest leaves a kind alone that has nothing more to try. Where the search sees inside it begins
// again then, each time after twice as long, since other calls are kept by then.
func (v *Variants) rest(k kind) {
	a := &v.of[k]
	a.idle = idle
	if v.Inside {
		a.idle <<= min(a.rounds, maxRounds)
		a.rounds++
		maps.DeleteFunc(v.tried, func(m mark, _ bool) bool { return m.kind == k })
		maps.DeleteFunc(v.places, func(m mark, _ int) bool { return m.kind == k })
	}
}

// make makes a variant of the next operation that has one.
func (v *Variants) make(r *rand.Rand, k kind) *testcase.Case {
	a := &v.of[k]
	for _, op := range turns(v, r, a) {
		a.turn = (op.Index + 1) % len(v.Ops)
		for _, b := range modelsOf(v, r, op, k) {
			c := copyOf(v, r, op, b)
			if c == nil {
				continue
			}
			if v.from = b; v.change(r, k, c) {
				return c
			}
		}
	}
	return nil
}

// turns returns the operations in the order in which they are tried: in turns, or, where the search sees inside, drawn
// by what their variants bring.
func turns(v *Variants, r *rand.Rand, a *account) []*api.Operation {
	if !v.Inside {
		return append(v.Ops[a.turn:len(v.Ops):len(v.Ops)], v.Ops[:a.turn]...)
	}
	out := slices.Clone(v.Ops)
	shuffle(r, out, func(op *api.Operation) float64 { return v.models[op.Index].best() })
	return out
}

// modelsOf returns the models of an operation for a kind, in the order in which they are tried. What goes on from an
// edge has those of the memory alone: it is about few inputs, and would begin with each of them again.
func modelsOf(v *Variants, r *rand.Rand, op *api.Operation, k kind) []*model {
	b := &v.models[op.Index]
	if v.Inside && k != further {
		return b.all(r)
	}
	return []*model{&b.kept}
}

// copyOf returns a copy of a test of a model, nil for none.
func copyOf(v *Variants, r *rand.Rand, op *api.Operation, b *model) *testcase.Case {
	if b.test != nil {
		return b.test.Upto(len(b.test.Actions) - 1)
	}
	kept := v.Kept(op)
	if len(kept) == 0 {
		return nil
	}
	return cloned(kept[r.IntN(len(kept))], v.MaxCalls)
}

// change makes a variant of a test, unless all of a kind are tried. It reports whether it did.
func (v *Variants) change(r *rand.Rand, k kind, c *testcase.Case) bool {
	switch k {
	case wrong:
		return v.spoil(last(c))
	case edged:
		return v.edge(r, last(c), edged)
	case several:
		return v.list(r, c)
	case repeated:
		return v.sendAgain(r, c)
	case overlapping:
		return v.overlap(c)
	case torn:
		return v.tear(last(c))
	case left:
		return v.leave(last(c))
	case further:
		return v.goOn(r, c)
	}
	return v.goRound(r, c)
}

// Evaluated is told the scores of each test, whoever made it, which of them were covered for the first time, and how
// many calls it took.
func (v *Variants) Evaluated(c *testcase.Case, scores, news fitness.Scores, calls int) {
	if v == nil {
		return
	}
	if v.Inside && len(news) > 0 {
		by := make([]int, len(c.Actions))
		for _, s := range news {
			if int(s.Action) < len(by) {
				by[s.Action]++
			}
		}
		if at := offered(c, scores, by); at >= 0 {
			v.models[c.Actions[at].(*action.Call).Op.Index].offer(c.Upto(at), by[at])
		}
	}
	if c == v.made {
		v.made = nil
		v.of[v.kind].Note(len(news), calls)
		v.from.Note(len(news), calls)
	}
}

// cloned returns a test of the last calls for which there is room.
func cloned(calls []*action.Call, room int) *testcase.Case {
	c := &testcase.Case{}
	for _, call := range calls[max(0, len(calls)-room):] {
		c.Actions = append(c.Actions, call.Clone())
	}
	return c
}

func last(c *testcase.Case) *action.Call { return c.Actions[len(c.Actions)-1].(*action.Call) }
