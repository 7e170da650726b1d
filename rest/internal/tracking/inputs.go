package tracking

import (
	"encoding/json"
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/chance"
	"github.com/evoke-go/evoke/internal/track"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/pool"
	"github.com/evoke-go/evoke/testcase"
)

// Inputs is what is known of the inputs of an API: which conditions they reach, which values were good for
// them, and how they have to fit each other. Nil Inputs know nothing.
type Inputs struct {
	names   *pool.Names
	values  *pool.Values            // that paid
	sources map[fitness.ID][]source // by the condition that they reach
	bonds   map[int][]bond          // by operation
	forms   track.Known
	news    news
	learnt  bool // an input was found to reach a condition, since the tracker looked last
	documents
}

// source is an input that reaches a condition.
type source struct {
	at   action.Place
	link track.Link
	// wants are what the condition had beside it.
	wants []any
}

const (
	// sourcesKept is how many inputs are kept of a condition, and wantsKept how many
	// values of each.
	sourcesKept = 4
	wantsKept   = 12
)

// Knows reports whether inputs are known that reach the condition of a target.
func (in *Inputs) Knows(target fitness.ID) bool { return in != nil && len(in.sources[target]) > 0 }

// Aim returns a mutant of a test in which an input has changed that reaches the
// condition of a target, in whichever call, or nil if none is known. Sometimes another
// input moves with it. The test ends with the call at an index.
func (in *Inputs) Aim(r *rand.Rand, parent *testcase.Case, at int, target fitness.ID, focus float64) *testcase.Case {
	if !in.Knows(target) {
		return nil
	}
	s := in.sources[target][r.IntN(len(in.sources[target]))]
	child := parent.Upto(at)
	call, to, ok := find(child, s.at)
	if !ok {
		return nil
	}
	old := to.Value()
	if len(s.wants) == 0 || chance.Evenly(r) || !in.give(r, call, to, &s.link, s.wants[r.IntN(len(s.wants))]) {
		in.change(r, call, to, focus)
	}
	if chance.Seldom(r) {
		together(r, call, to, old)
	}
	return child
}

// together moves another input of a call by as much as one moved, or to the same text
// if it had the same.
func together(r *rand.Rand, c *action.Call, moved action.Taker, old any) {
	var others []action.Taker
	now := moved.Value()
	_, isText := old.(string)
	for _, to := range action.Takers(c) {
		v := to.Value()
		if _, ok := track.Moved(v, old, now); to.Gene != moved.Gene && (ok || isText && v == old) {
			others = append(others, to)
		}
	}
	if len(others) == 0 {
		return
	}
	to := others[r.IntN(len(others))]
	next := now
	if !isText {
		next, _ = track.Moved(to.Value(), old, now)
	}
	if assign(to, next) {
		c.Keep(to)
	}
}

// find returns the input at a place of the latest call that has it.
func find(c *testcase.Case, at action.Place) (*action.Call, action.Taker, bool) {
	for i := len(c.Actions) - 1; i >= 0; i-- {
		call := c.Actions[i].(*action.Call)
		if t, ok := taker(call, at); ok {
			return call, t, true
		}
	}
	return nil, action.Taker{}, false
}

// learn records that an input reaches a condition.
func (in *Inputs) learn(side fitness.ID, m match, wants []any) {
	list := in.sources[side]
	key := m.link.Key()
	i := slices.IndexFunc(list, func(s source) bool { return s.at == m.at && s.link.Key() == key })
	if i < 0 {
		in.learnt = true
		if !slices.Contains(in.news.sources, side) {
			in.news.sources = pool.Tell(in.news.sources, side)
		}
		if len(list) == sourcesKept { // the latest is as good as any
			list = slices.Delete(list, 0, 1)
		}
		list = append(list, source{m.at, m.link, nil})
		i = len(list) - 1
	}
	s := &list[i]
	s.link = m.link
	for _, w := range wants {
		if !slices.Contains(s.wants, w) {
			if len(s.wants) == wantsKept {
				s.wants = slices.Delete(s.wants, 0, 1)
			}
			s.wants = append(s.wants, w)
		}
	}
	in.sources[side] = list
}

// Remembers reports whether values are known that paid.
func (in *Inputs) Remembers() bool { return in != nil && in.values.HasPaid() }

// Remind gives one input of a new call a value that paid before: in the same input, or
// in one of the same name. It reports whether it did.
func (in *Inputs) Remind(r *rand.Rand, call *action.Call) bool {
	if !in.Remembers() {
		return false
	}
	var known []action.Taker
	for _, to := range action.Takers(call) {
		if in.values.LendsPaid(action.PlaceOf(call, to), to.Name) {
			known = append(known, to)
		}
	}
	if len(known) == 0 {
		return false
	}
	to := known[r.IntN(len(known))]
	k := in.values.LendPaid(r, call, to)
	if k.Want != nil && (k.Plain == nil || chance.Mostly(r)) {
		return in.give(r, call, to, &k.Link, k.Want)
	}
	if !gene.Assign(to.Gene, k.Plain) {
		return false
	}
	call.Keep(to)
	return true
}

// Unlock gives undeclared parameters of a call a value of an earlier answer, as it
// helped before in an input of that name, in whichever operation. It returns the name of
// the operation that answers the value, "" if none is known.
func (in *Inputs) Unlock(r *rand.Rand, c *action.Call) (maker string) {
	if in == nil {
		return ""
	}
	for _, to := range action.Takers(c) {
		if to.Param < 0 || !c.Genotype.Params[to.Param].Found {
			continue
		}
		var known []pool.Paid
		for _, k := range in.values.PaidNamed(to.Name) {
			if _, ok := k.Want.(action.Source); ok && k.Plain != nil {
				known = append(known, k)
			}
		}
		if len(known) == 0 {
			continue
		}
		k := known[r.IntN(len(known))]
		from := k.Want.(action.Source)
		if gene.Assign(to.Gene, k.Plain) && c.Claim(to, from) {
			maker = from.Operation
		}
	}
	return maker
}

// Vary changes an input of a call, mostly so that it keeps the form that it has to have.
func (in *Inputs) Vary(r *rand.Rand, c *action.Call, to action.Taker, focus float64) {
	if paid := in.values.Paid(action.PlaceOf(c, to)); paid != nil && chance.Evenly(r) {
		k := paid[r.IntN(len(paid))]
		if k.Want != nil && in.give(r, c, to, &k.Link, k.Want) {
			return
		}
	}
	in.change(r, c, to, focus)
}

// change mutates an input: a document by its members, if it is decoded into a type,
// and any other as its gene does.
func (in *Inputs) change(r *rand.Rand, c *action.Call, to action.Taker, focus float64) {
	if k, ok := in.decodes(action.PlaceOf(c, to), to.Value()); ok && chance.Mostly(r) {
		old, _ := k.Link.Get(to.Value())
		if text, ok := in.mutate(r, k.Want.(pool.Document).Schema, old, focus); ok && put(to, &k.Link, text) {
			c.Keep(to)
			return
		}
	}
	to.Mutate(r, focus)
	c.Keep(to)
}

// decodes returns the type that an input with a value is decoded into. Where more than
// one is known, it is one that a document is in, if any is, or else the last.
func (in *Inputs) decodes(at action.Place, now any) (found pool.Paid, ok bool) {
	for _, v := range in.values.Paid(at) {
		if _, typed := v.Want.(pool.Document); !typed {
			continue
		}
		found, ok = v, true
		inner, _ := v.Link.Get(now)
		if text, _ := inner.(string); json.Valid([]byte(text)) {
			break
		}
	}
	return found, ok
}

// Reads reports whether texts are known that the program decodes into types.
func (in *Inputs) Reads() bool { return in != nil && len(in.genes) > 0 }

// Rewrite returns a mutant of a test in which a member of a document has changed, in
// whichever call, or nil if the test sends none. The test ends with the call at an
// index.
func (in *Inputs) Rewrite(r *rand.Rand, parent *testcase.Case, at int, focus float64) *testcase.Case {
	type part struct {
		c    *action.Call
		to   action.Taker
		paid pool.Paid
		old  any
	}
	var parts []part
	child := parent.Upto(at)
	for _, a := range child.Actions {
		call := a.(*action.Call)
		for _, to := range action.Takers(call) {
			if k, ok := in.decodes(action.PlaceOf(call, to), to.Value()); ok {
				if old, ok := k.Link.Get(to.Value()); ok {
					parts = append(parts, part{call, to, k, old})
				}
			}
		}
	}
	if len(parts) == 0 {
		return nil
	}
	p := parts[r.IntN(len(parts))]
	text, ok := in.mutate(r, p.paid.Want.(pool.Document).Schema, p.old, focus)
	if !ok || !put(p.to, &p.paid.Link, text) {
		return nil
	}
	p.c.Keep(p.to)
	return child
}
