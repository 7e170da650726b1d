// Package ground knows what a running system holds that nobody can bring back to its
// first state: which resources the calls of a search made. A test that needs what
// another test left behind fails on a system that was just started.
package ground

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/sut"
)

const (
	// maxFirst bounds the requests whose first status is known, maxBodies those whose
	// first body is, and maxBody the bytes of such a body.
	maxFirst  = 100_000
	maxBodies = 1000
	maxBody   = 1 << 16
)

// Ground is what the calls of a search left behind. The methods of a nil Ground do
// nothing: the system begins each test anew.
type Ground struct {
	// Tried says that the tests will be executed on a fresh system: what may be so
	// there gets its chance.
	Tried bool
	// Unique are texts of the test at hand that no other has.
	Unique []string

	made    map[string][]string // by value, the collections in which a call made it
	found   map[string][]string // those in which it was before any call made it
	removed map[string][]string // those from which a call removed it that no call had made
	altered map[string][]string // those in which a call changed it that was there before
	grown   []string            // paths of calls that added something
	hidden  []string            // collections to which a call added something without a name
	first   map[uint64]int      // statuses of requests, the first time
	bodies  map[uint64][]byte   // of the first answers

	picked
	history
	deeds deeds

	attempt
}

// attempt is what is known of the test at hand.
type attempt struct {
	own     map[string][]string // what the test at hand made itself
	created map[string][]string // of that, what was not there before
	touched map[string][]string // values that its changing calls named, by value the collections
	ways    map[string]bool     // paths of its changing calls
	read    map[int]bool        // by the index of a call that reads, whether it reads what all tests share
	changed bool                // the test at hand changed something
	leaning Leaning
	// borrowed says which list shows what others made.
	borrowed Leaning
}

// New returns the ground of a system before its first call.
func New() *Ground {
	return &Ground{
		made: map[string][]string{}, found: map[string][]string{}, removed: map[string][]string{}, altered: map[string][]string{},
		picked:  newPicked(),
		history: newHistory(),
		deeds:   deeds{},
		first:   map[uint64]int{}, bodies: map[uint64][]byte{},
		attempt: attempt{own: map[string][]string{}, created: map[string][]string{}, touched: map[string][]string{}, ways: map[string]bool{}, read: map[int]bool{}},
	}
}

// Begin starts a test.
func (g *Ground) Begin() {
	if g == nil {
		return
	}
	clear(g.own)
	clear(g.created)
	clear(g.touched)
	clear(g.ways)
	clear(g.read)
	clear(g.claims.own)
	g.changed, g.leaning, g.borrowed = false, Leaning{}, Leaning{}
}

// Leaning returns why the test at hand needs what others left behind.
func (g *Ground) Leaning() Leaning {
	if g == nil {
		return Leaning{}
	}
	return g.leaning
}

// Called learns from an exchange.
func (g *Ground) Called(x *Exchange) (out Seen) {
	if g == nil || x.Answer.Outcome == sut.Skipped {
		return out
	}
	g.judge(x)
	meet(g, x)
	if x.Answer.Outcome != sut.Answered {
		return out
	}
	if out.Shared = reads(x.Call.Op) && !g.namesOwn(x); reads(x.Call.Op) {
		g.read[x.Step] = out.Shared
	}
	out.Counted = out.Shared && counted(g, x)
	if reads(x.Call.Op) && success(x.Answer.Status) {
		if e := elementsOf(g, x); out.Shared {
			out.Elements = e
			borrow(g, x)
		}
	}
	out.Altered = slices.ContainsFunc(g.names(x), func(n name) bool {
		return holds(g.altered, n.collection, n.value) && !holds(g.own, n.collection, n.value)
	})
	if !g.changed {
		out.First = g.again(x)
	}
	switch {
	case success(x.Answer.Status):
		g.learn(x)
		g.changed = g.changed || !reads(x.Call.Op)
	case !reads(x.Call.Op) && !absent(x.Answer.Status):
		g.attempted(x)
	}
	return out
}

// again compares the answer with the first one to the same request. A difference shows
// that the answer depends on what other tests did in between.
func (g *Ground) again(x *Exchange) []byte {
	key := keyOf(x)
	status, known := g.first[key]
	if !known {
		if len(g.first) < maxFirst {
			g.first[key] = x.Answer.Status
		}
		if reads(x.Call.Op) && success(x.Answer.Status) && len(g.bodies) < maxBodies && len(x.Answer.Body) <= maxBody && !x.Answer.Truncated {
			g.bodies[key] = slices.Clone(x.Answer.Body)
		}
		return nil
	}
	if status != x.Answer.Status {
		g.lean(Leaning{Why: fmt.Sprintf("%s was answered %d the first time", x.Call.Op.Spec.Name(), status), Step: x.Step, Param: genotype.InBody})
	}
	return g.bodies[key]
}

func (g *Ground) lean(l Leaning) {
	if g.leaning.Why == "" {
		g.leaning = l
	}
}

// judge notes whether the answer needs what others made.
func (g *Ground) judge(x *Exchange) {
	op, status := x.Call.Op, x.Answer.Status
	if x.Lost {
		g.lean(Leaning{Why: op.Spec.Name() + " needs a user who could log in before", Step: x.Step, Param: genotype.InBody})
		return
	}
	own := g.names(x)
	if absent(status) {
		g.missing(x, own)
		fromList(g, x, own)
		return
	}
	if l := naming(g, x, own); l.Why != "" {
		g.lean(l)
		return
	}
	if v := sendsGiven(g, x); v != "" {
		g.lean(Leaning{Why: fmt.Sprintf("%s sends %q, which another test was given", op.Spec.Name(), v), Step: x.Step, Param: genotype.InBody})
	}
	g.lean(disputed(g, x))
	if success(status) {
		g.lean(remade(g, x))
		logsIn(g, x)
		return
	}
	if l := refused(g, x, own); l.Why != "" {
		g.lean(l)
	}
	for _, v := range taken(x) {
		if g.foreign(keptIn(op), v) {
			g.lean(Leaning{Why: fmt.Sprintf("%s sends %q, which another test sent before", op.Spec.Name(), v), Step: x.Step, Param: genotype.InBody})
			return
		}
	}
	if fails(x.Answer) && spoilt(g, x) {
		g.lean(Leaning{Why: fmt.Sprintf("%s is answered %d since another test", op.Spec.Name(), status), Step: x.Step, Param: genotype.InBody})
	}
}

// naming says whether an answer needs what other tests made because the call names it.
func naming(g *Ground, x *Exchange, named []name) Leaning {
	op, status := x.Call.Op, x.Answer.Status
	for _, n := range named {
		if n.listed && !reads(op) && success(status) && !holds(g.own, n.collection, n.value) {
			return n.leaning(x.Step, op.Spec.Name()+" changes what happens to be there")
		}
		if n.itself && success(status) {
			continue
		}
		if n.itself && refuses(status) && g.coming(n.collection, n.value) {
			return Leaning{Why: fmt.Sprintf("%s is answered %d for %q, and may be for the resource of that number", op.Spec.Name(), status, n.value), Step: x.Step, Param: n.param, Awaited: n.value}
		}
		if success(status) && free(g, &n, op) {
			continue
		}
		if g.foreign(n.collection, n.value) {
			l := n.leaning(x.Step, fmt.Sprintf("%s names %q, which another test made", op.Spec.Name(), n.value))
			if n.param == genotype.InBody && status == http.StatusBadRequest {
				l.Awaited = n.value // the same refusal may come for one that nothing has
			}
			return l
		}
		if worn(g, &n) && hangs(g, x, &n) {
			return n.leaning(x.Step, fmt.Sprintf("%s names %q, which other tests changed", op.Spec.Name(), n.value))
		}
	}
	return Leaning{}
}

// missing notes whether a call did not find what another test made, or what was there
// before: in a system that begins anew it may be there.
func (g *Ground) missing(x *Exchange, named []name) {
	if x.Answer.Status != http.StatusNotFound {
		return
	}
	for _, n := range named {
		if n.param == genotype.InBody && !reads(x.Call.Op) && worn(g, &n) {
			g.lean(n.leaning(x.Step, fmt.Sprintf("%s names %q, which other tests changed", x.Call.Op.Spec.Name(), n.value)))
			return
		}
	}
	for _, n := range named {
		short := strings.TrimLeft(n.value, "0") // "01" may name what "1" does
		made := others(g, n.collection, n.value) || others(g, n.collection, short)
		if made || !g.changed && g.there(n.collection, n.value) {
			g.lean(Leaning{Why: fmt.Sprintf("%s does not find %q, which was there before", x.Call.Op.Spec.Name(), n.value), Step: x.Step, Param: n.param, Awaited: n.value})
			return
		}
	}
	for _, n := range named {
		if g.soon(n.collection, n.value) {
			g.lean(Leaning{Why: fmt.Sprintf("%s does not find %q, which will be there soon", x.Call.Op.Spec.Name(), n.value), Step: x.Step, Param: n.param, Awaited: n.value})
			return
		}
	}
}

// foreign reports whether another test made an element of a collection, and the test
// at hand did not.
func (g *Ground) foreign(collection, value string) bool {
	switch {
	case holds(g.own, collection, value), isNew(g, value):
		return false
	case others(g, collection, value):
		return true
	case g.there(collection, value):
		return false
	}
	return slices.ContainsFunc(g.hidden, func(t string) bool { return adds(t, collection) })
}

// others reports whether another test is known to have made an element of a collection, and the
// test at hand did not. What tests made without a name is not among these: it is not what a call
// does not find.
func others(g *Ground, collection, value string) bool {
	return !holds(g.own, collection, value) && (holds(g.made, collection, value) || g.since(collection, value))
}

// there reports whether an element of a collection was there before any call made it, as
// far as is known.
func (g *Ground) there(collection, value string) bool {
	return holds(g.found, collection, value) || holds(g.removed, collection, value)
}
