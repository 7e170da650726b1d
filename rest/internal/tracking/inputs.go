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

// Inputs has the knowledge about the inputs of an API: the conditions that they reach, the values that paid, and the
// relations between inputs. Nil Inputs know nothing.
type Inputs struct {
	names   *pool.Names
	values  *pool.Values            // values that paid
	sources map[fitness.ID][]source // inputs by the condition that they reach
	bonds   map[int][]bond          // bonds by operation
	forms   track.Known
	news    news
	learnt  bool // an input was found to reach a condition, and the tracker does not know it yet
	documents
}

// source is an input that reaches a condition.
type source struct {
	at    action.Place
	link  track.Link
	wants []any // values that the condition compared with the input
}

const (
	// sourcesKept is the number of inputs that are kept for a condition, and wantsKept the number of values for each
	// input.
	sourcesKept = 4
	wantsKept   = 12
)

// Knows reports whether inputs are known that reach the condition of a target.
func (in *Inputs) Knows(target fitness.ID) bool { return in != nil && len(in.sources[target]) > 0 }

// Aim returns a mutant of a test with another value in an input, of any call, that reaches the condition of a target.
// It returns nil if no such input is known. Sometimes another input changes with it. The mutant ends with the call at
// an index.
func (in *Inputs) Aim(r *rand.Rand, parent *testcase.Case, at int, target fitness.ID, focus float64) *testcase.Case {
	if !in.Knows(target) {
		return nil
	}
	s := in.sources[target][r.IntN(len(in.sources[target]))]
	child := parent.Upto(at)
	call, to, ok := findInput(child, s.at)
	if !ok {
		return nil
	}
	old := to.Value()
	if len(s.wants) == 0 || chance.Evenly(r) || !in.giveWanted(r, call, to, &s.link, s.wants[r.IntN(len(s.wants))]) {
		in.mutateInput(r, call, to, focus)
	}
	if chance.Seldom(r) {
		moveAnother(r, call, to, old)
	}
	return child
}

// moveAnother changes another input of a call as the input moved changed: a number by the same difference, and an equal
// text to the same text. old is the value of moved before its change.
func moveAnother(r *rand.Rand, c *action.Call, moved action.Taker, old any) {
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
	keepValue(c, to, next)
}

// findInput returns the input at a place of the latest call that has it.
func findInput(c *testcase.Case, at action.Place) (*action.Call, action.Taker, bool) {
	for i := len(c.Actions) - 1; i >= 0; i-- {
		call := c.Actions[i].(*action.Call)
		if t, ok := inputAt(call, at); ok {
			return call, t, true
		}
	}
	return nil, action.Taker{}, false
}

// learn notes that an input reaches a condition, and the values that the condition wants.
func (in *Inputs) learn(side fitness.ID, m match, wants []any) {
	list := in.sources[side]
	key := m.link.Key()
	i := slices.IndexFunc(list, func(s source) bool { return s.at == m.at && s.link.Key() == key })
	if i < 0 {
		in.learnt = true
		if !slices.Contains(in.news.sources, side) {
			in.news.sources = pool.Tell(in.news.sources, side)
		}
		list = appendLatest(list, source{m.at, m.link, nil}, sourcesKept)
		i = len(list) - 1
	}
	s := &list[i]
	s.link = m.link
	for _, w := range wants {
		if !slices.Contains(s.wants, w) {
			s.wants = appendLatest(s.wants, w, wantsKept)
		}
	}
	in.sources[side] = list
}

// appendLatest appends an element to a list. If the list has the greatest number of elements, it loses the first one.
func appendLatest[E any](list []E, e E, most int) []E {
	if len(list) == most {
		list = slices.Delete(list, 0, 1)
	}
	return append(list, e)
}

// Remembers reports whether any value paid.
func (in *Inputs) Remembers() bool { return in != nil && in.values.HasPaid() }

// Remind gives an input of a new call a value that paid before, in the same input or in an input with the same name. It
// reports whether it did.
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
		return in.giveWanted(r, call, to, &k.Link, k.Want)
	}
	if !gene.Assign(to.Gene, k.Plain) {
		return false
	}
	call.Keep(to)
	return true
}

// Unlock gives undeclared parameters of a call a value of an earlier answer, if such a value helped before in an input
// with the same name, of any operation. It returns the name of the operation that answers the value, "" for none.
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

// Vary changes an input of a call. Mostly the new value has the form that the program wants.
func (in *Inputs) Vary(r *rand.Rand, c *action.Call, to action.Taker, focus float64) {
	if paid := in.values.Paid(action.PlaceOf(c, to)); paid != nil && chance.Evenly(r) {
		k := paid[r.IntN(len(paid))]
		if k.Want != nil && in.giveWanted(r, c, to, &k.Link, k.Want) {
			return
		}
	}
	in.mutateInput(r, c, to, focus)
}

// mutateInput mutates an input: a member of a document that the program decodes into a type, and any other input by its
// gene.
func (in *Inputs) mutateInput(r *rand.Rand, c *action.Call, to action.Taker, focus float64) {
	if k, ok := in.decodedType(action.PlaceOf(c, to), to.Value()); ok && chance.Mostly(r) {
		old, _ := k.Link.Get(to.Value())
		if text, ok := in.mutate(r, k.Want.(pool.Document).Schema, old, focus); ok && putPart(c, to, &k.Link, text) {
			return
		}
	}
	to.Mutate(r, focus)
	c.Keep(to)
}

// decodedType returns the type into which the program decodes an input with a value. If several types are known, it
// returns the first one for which the value holds a document, or else the last one.
func (in *Inputs) decodedType(at action.Place, now any) (found pool.Paid, ok bool) {
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

// Reads reports whether the program decodes texts into known types.
func (in *Inputs) Reads() bool { return in != nil && len(in.genes) > 0 }

// Rewrite returns a mutant of a test with a change in a member of a document, of any call. It returns nil if the test
// sends no document. The mutant ends with the call at an index.
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
			if k, ok := in.decodedType(action.PlaceOf(call, to), to.Value()); ok {
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
	if !ok || !putPart(p.c, p.to, &p.paid.Link, text) {
		return nil
	}
	return child
}
