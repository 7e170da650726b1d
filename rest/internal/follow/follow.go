// Package follow makes tests that examine the effects of accepted calls. A test prepares, observes, acts and observes
// again. The observers are reads that the calls of the test bind, the nearest ones first, with the same parameters each
// time. Oracles judge whether the answers agree.
//
// A pattern says which acts a test has: the same again, one that takes the first back, one by another user, one on one
// of two elements, one after the end of an element. The turn of a pattern at an operation chooses values, observers,
// users and further preparation, so that all combinations come in time.
package follow

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/follow/scene"
	"github.com/evoke-go/evoke/testcase"
)

// maxTries is the greatest number of tests for each look. The values differ from test to test.
const maxTries = 32

// soonTries is the number of tests after which a look has its turn half as often. soonBlind is this number for a search
// without a tracer: it has little else to do once the operations succeed.
const soonTries, soonBlind = 3, 8

// Source is where tests come from.
type Source = scene.Source

// pattern is a form of tests. Its function returns false if a test has nothing to examine.
type pattern struct {
	name    string
	methods string // the methods of the operations whose calls it examines
	play    func(*scene.Scene) bool
	// lanes is the number of turns of the pattern for one turn of a pattern with few combinations. 0 stands for a turn
	// for each parameter in the query.
	lanes   int
	refused bool // it examines calls that were refused because of the state
}

// patterns lists the patterns for all searches, the simplest first. It is read-only.
var patterns = []pattern{
	{"once", "POST PUT PATCH", played(once(written)), 2, false},
	{"again", "POST PUT PATCH", played(same), 2, false},
	{"refused", "POST PUT PATCH", played(refused), 1, false},
	{"left out", "PUT PATCH", played(less), 1, false},
	{"deleted", "DELETE", played(deleted), 4, false},
	{"referred to", "PUT PATCH POST", played(referred), 1, false},
	{"reads only", "GET POST PUT PATCH", peeked, 1, false},
	{"questions", "POST", asked, 4, false},
	{"questions in company", "GET", surveyed, 0, false},
	{"not to be written", "POST PUT PATCH", played(afterIt(unowned)), 1, false},
	{"on a version", "PUT PATCH DELETE", played(once(outdated)), 1, false},
	{"emptied", "PUT PATCH", played(altered(nought, false)), 2, false},
	{"refused as new", "PUT PATCH", played(renewed), 1, false},
	{"counted", "POST PUT PATCH DELETE", counted, 3, false},
	{"at a limit", "POST PUT PATCH", played(altered(limits, false)), 1, false},
	{"respelled", "POST", played(altered(spellings, true)), 1, false},
	{"batch", "POST PUT PATCH", played(once(batch)), 1, false},
	{"other", "POST PUT", tried, 5, false},
	{"other on all routes", "POST PUT PATCH", overlooked, 3, false},
	{"siblings", "POST PUT PATCH DELETE", played(siblings), 3, false},
	{"same key", "POST PUT PATCH", played(versioned), 1, false},
	{"refused before", "POST PUT PATCH DELETE", played(once(as)), 1, true},
	{"back", "POST PUT PATCH DELETE", played(undone), 3, false},
	{"after the end", "POST PUT PATCH DELETE", played(ended), 1, false},
	{"full", "POST", played(crowded), 1, false},
}

// further lists the patterns for searches without a tracer, and for searches that stand still: until then, other tests
// are worth more to a search with a tracer. It is read-only.
var further = []pattern{
	{"questions", "POST", asked, 2, false},
	{"siblings", "POST PUT PATCH DELETE", played(siblings), 2, false},
	{"back", "POST PUT PATCH DELETE", played(undone), 1, false},
	{"after the end", "POST PUT PATCH DELETE", played(ended), 2, false},
	{"other", "POST PATCH", tried, 2, false},
	{"borrowed", "POST PUT PATCH", borrowed, 1, false},
	{"flags", "POST", played(once(flags)), 1, false},
	{"refused", "POST PUT PATCH", played(refused), 2, false},
	{"unlocked", "GET POST PUT PATCH DELETE", played(unlocked), 1, true},
	{"session ended", "POST DELETE", left, 1, false},
	{"same key of another user", "POST", keyed, 1, false},
}

// untold are the patterns to show effects that have not shown yet: those of the parameters of lists, of the user who
// calls, and of a wrong member in a log-in. It is read-only.
var untold = []pattern{
	{"untold questions", "POST", tellingApart, 1, false},
	{"estranged", "POST", estranged, 1, false},
	{"mistaken", "POST", mistaken, 1, false},
}

// maxUntold is how often each of them is tried for the elements that an operation creates.
const maxUntold = 6

// untoldShare is how many times as often they have their turn as others.
const untoldShare = 2

// look is a pattern together with an operation that it examines. The turns of a lane are those with the same remainder.
type look struct {
	op      *api.Operation
	pattern *pattern
	lane    int
	tries   int
}

// ring is a list of looks that take turns.
type ring struct {
	looks []look
	turn  int
	most  int // how often each is tried
}

// Checks makes tests in turn. A nil Checks makes none. It is not safe for concurrent use.
type Checks struct {
	Source
	untold, plain, further ring
}

// New returns Checks that made no test yet.
func New(s Source) *Checks {
	c := &Checks{Source: s}
	c.untold = ring{looks: looks(s.Ops, untold), most: maxUntold}
	c.plain = ring{looks: looks(s.Ops, patterns), most: maxTries}
	c.further = ring{looks: looks(s.Ops, further), most: maxTries}
	return c
}

// begin begins a test about the last of the given calls. The others are calls that it needs.
func begin(r *rand.Rand, from *Source, kept []*action.Call) *scene.Scene {
	last := len(kept) - 1
	s := scene.New(r, from, kept[last])
	for _, call := range kept[:last] {
		clone := call.Clone().(*action.Call)
		switch r.IntN(3) {
		case 0:
			full(clone)
		case 1:
			sendSome(r, clone)
		}
		s.Need(clone)
	}
	return s
}

// looks returns the looks of each pattern at each operation whose method the pattern is for.
func looks(ops scene.Operations, patterns []pattern) (out []look) {
	for i := range patterns {
		p := &patterns[i]
		for lane, more := 0, true; more; lane++ {
			more = false
			for _, op := range ops {
				if slices.Contains(strings.Fields(p.methods), ops.Verb(op)) && lane < lanesOf(p, op) {
					out, more = append(out, look{op: op, pattern: p, lane: lane}), true
				}
			}
		}
	}
	return out
}

// lanesOf returns the number of turns that a pattern has at an operation.
func lanesOf(p *pattern, op *api.Operation) int { return cmp.Or(p.lanes, len(queries(op))) }

// Adopt sets the names of the users with valid credentials, and the operations that log these users in.
func (c *Checks) Adopt(names []string, enters func(*api.Operation) bool) {
	if c != nil {
		c.Users, c.Names, c.Enters = len(names), names, enters
	}
}

// Next returns a test, or nil. The more tests were made of each operation, the more often it returns nil. Effects that
// have not shown yet come first, and more often. The further patterns get the turns that the others leave, and more of
// them if the search stands still. still is how far it does, from 0 to 1: then frequent tries are repeated as well.
func (c *Checks) Next(r *rand.Rand, still float64) *testcase.Case {
	return c.at(r, 1+still*patience, still)
}

// patience is how much oftener frequent tries are repeated if a search stands still.
const patience = 1

// at is Next at a rate. A greater rate slows the repetition of frequent tries less.
func (c *Checks) at(r *rand.Rand, rate, still float64) *testcase.Case {
	if c == nil {
		return nil
	}
	draw := r.Float64()
	if t, _ := c.next(r, &c.untold, draw, untoldShare*rate); t != nil {
		return t
	}
	if r.Float64() < still/2 {
		if t, _ := c.next(r, &c.further, draw, rate); t != nil {
			return t
		}
	}
	t, left := c.next(r, &c.plain, draw, rate)
	if t == nil && left && c.Blind {
		t, _ = c.next(r, &c.further, draw, rate)
	}
	return t
}

// next returns the next test of a ring, or nil. left reports whether it leaves the turn to others, as looks with many
// tries do more often.
func (c *Checks) next(r *rand.Rand, in *ring, draw, rate float64) (t *testcase.Case, left bool) {
	soon := float64(soonTries)
	if c.Blind {
		soon = soonBlind
	}
	for range in.looks {
		l := &in.looks[in.turn]
		in.turn = (in.turn + 1) % len(in.looks)
		if l.tries >= in.most {
			continue
		}
		kept := c.Kept(l.op)
		if l.pattern.refused {
			kept = c.Refused(l.op)
		}
		if len(kept) == 0 {
			continue
		}
		if draw >= rate/(1+float64(l.tries)/soon) {
			return nil, draw < rate
		}
		s := begin(r, &c.Source, kept[r.IntN(len(kept))])
		s.N = l.tries*lanesOf(l.pattern, l.op) + l.lane
		if in == &c.further {
			s.N += maxTries // other combinations than those of the same pattern in all searches
			deepen(s, l.tries)
		}
		l.tries++
		if l.pattern.play(s) && s.Fits() {
			return s.Test(), false
		}
	}
	return nil, draw < rate
}

// deepTurn is the turn, counted from 0, of every three, in which a test begins with more calls.
const deepTurn = 2

// deepen makes every third test begin with the longer beginning of another call on the same resource: that beginning
// also creates elements in the state that the other call needs.
func deepen(s *scene.Scene, turn int) {
	if turn%(deepTurn+1) != deepTurn || len(s.Calls) == 0 {
		return
	}
	maker := s.Calls[0].Op
	var longer [][]*action.Call
	for _, op := range s.Ops {
		for _, calls := range s.Kept(op) {
			if calls[0].Op == maker && len(calls) > len(s.Calls) && len(calls) < s.MaxCalls-3 &&
				op.Spec.Method != "DELETE" && op != s.About.Op {
				longer = append(longer, calls)
			}
		}
	}
	if len(longer) == 0 {
		return
	}
	chosen := longer[s.R.IntN(len(longer))]
	if s.R.IntN(2) == 0 {
		chosen = slices.MaxFunc(longer, func(a, b []*action.Call) int { return len(a) - len(b) })
	}
	var calls []*action.Call
	for _, c := range chosen {
		if c.Op.Spec.Method != "GET" {
			calls = append(calls, c.Clone().(*action.Call))
		}
	}
	for _, c := range s.Calls[1:] {
		if !slices.ContainsFunc(calls, func(other *action.Call) bool { return other.Op == c.Op }) {
			calls = append(calls, c)
		}
	}
	s.Begin(calls)
}
