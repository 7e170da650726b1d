// Package follow makes tests that examine the effects of accepted calls: it adds calls that read the created, changed
// or deleted elements, that repeat a call, or that other users make. Oracles judge whether the answers agree.
package follow

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/follow/scene"
	"github.com/evoke-go/evoke/testcase"
)

// maxTries is the greatest number of tests for each way and operation. The values differ from test to test.
const maxTries = 32

// soonTries is the number of tests after which a way has its turn half as often. soonBlind is this number for a search
// without a tracer: it has little else to do once the operations succeed.
const soonTries, soonBlind = 3, 8

// Source is where tests come from.
type Source = scene.Source

// way is one way to examine the effects of operations with certain methods. Its function returns false if the test has
// nothing to examine.
type way struct {
	methods string
	look    func(*scene.Scene) bool
	refused bool // it examines calls that were refused because of the state
}

// ways lists the ways for all searches, the simplest first. It is read-only.
var ways = []way{
	{"POST PUT PATCH", readBack, false}, {"PUT", twice, false}, {"POST", step, false},
	{"PUT", omit, false}, {"DELETE", deleted, false}, {"POST PUT PATCH", refused, false},
	{"GET", looked, false}, {"POST", listed, false}, {"POST PUT", foreign, false},
	{"POST PUT PATCH", private, false}, {"PUT PATCH DELETE", unmatched, false},
	{"POST", repeated, false}, {"PUT PATCH", turned, false}, {"POST", shared, false}, {"DELETE", orphaned, false},
	{"POST PUT PATCH DELETE", counted, false}, {"DELETE", revived, false}, {"POST PUT PATCH", edged, false},
	{"POST", respelled, false}, {"POST", batch, false}, {"POST", watched, false}, {"POST", cut, false},
	{"POST", overlooked, false}, {"POST", introduced, false}, {"POST", overviews, false}, {"POST", graded, false},
	{"DELETE", spared, false}, {"DELETE", numbered, false}, {"POST", keyed, false}, {"PUT PATCH", outdated, false},
	{"POST", upward, false}, {"POST PUT PATCH", disclosed, false}, {"POST PUT PATCH DELETE", conflicted, true},
	{"PUT PATCH", collided, false}, {"POST", freed, false}, {"POST PATCH", stepped, false}, {"POST", tried, false},
	{"POST", hidden, false}, {"POST", filled, false},
	{"DELETE", related, false}, {"POST PUT PATCH", peeked, false},
}

// further lists the ways only for searches without a tracer. With a tracer, other tests are worth more. It is
// read-only.
var further = []way{
	{"POST", surveyed, false}, {"PATCH PUT", emptied, false}, {"PUT PATCH", equalled, false},
	{"PUT PATCH DELETE", elsewhere, false}, {"POST PUT PATCH", borrowed, false}, {"POST PUT PATCH", trespassed, false},
	{"POST", flagged, false}, {"DELETE", renumbered, false}, {"PUT PATCH", doubled, false},
	{"POST PUT PATCH DELETE", late, false}, {"POST PUT PATCH", outside, false}, {"POST PUT PATCH", crowded, false},
	{"GET POST PUT PATCH DELETE", unlocked, true}, {"PUT POST", ended, false}, {"POST", surveyedOn, false},
	{"POST DELETE", left, false},
}

// untold are the ways to show effects that have not shown yet: those of the parameters of lists, of the user who
// calls, and of a wrong member in a log-in. It is read-only.
var untold = []way{{"POST", tellingApart, false}, {"POST", estranged, false}, {"POST", mistaken, false}}

// maxUntold is how often each of them is tried for the elements that an operation creates.
const maxUntold = 6

// untoldShare is how many times as often they have their turn as others.
const untoldShare = 2

// look is a way together with an operation that it examines.
type look struct {
	op    *api.Operation
	way   way
	tries int
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
	c.plain = ring{looks: looks(s.Ops, ways), most: maxTries}
	if s.Blind {
		c.further = ring{looks: looks(s.Ops, further), most: maxTries}
	}
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

// looks returns a look for each way and each operation whose method the way is for.
func looks(ops scene.Operations, ways []way) (out []look) {
	for _, w := range ways {
		for _, op := range ops {
			if slices.Contains(strings.Fields(w.methods), ops.Verb(op)) {
				out = append(out, look{op: op, way: w})
			}
		}
	}
	return out
}

// Adopt sets the names of the users with valid credentials, and the operations that log these users in.
func (c *Checks) Adopt(names []string, enters func(*api.Operation) bool) {
	if c != nil {
		c.Users, c.Names, c.Enters = len(names), names, enters
	}
}

// Next returns a test, or nil. The more tests were made of each operation, the more often it returns nil. Effects that
// have not shown yet come first, and more often. The further ways get the turns that the others leave.
func (c *Checks) Next(r *rand.Rand) *testcase.Case { return c.at(r, 1) }

// at is Next at a rate. A greater rate slows the repetition of frequent tries less.
func (c *Checks) at(r *rand.Rand, rate float64) *testcase.Case {
	if c == nil {
		return nil
	}
	draw := r.Float64()
	if t, _ := c.next(r, &c.untold, draw, untoldShare*rate); t != nil {
		return t
	}
	if t, left := c.next(r, &c.plain, draw, rate); t != nil || !left {
		return t
	}
	t, _ := c.next(r, &c.further, draw, rate)
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
		if l.way.refused {
			kept = c.Refused(l.op)
		}
		if len(kept) == 0 {
			continue
		}
		if draw >= rate/(1+float64(l.tries)/soon) {
			return nil, draw < rate
		}
		s := begin(r, &c.Source, kept[r.IntN(len(kept))])
		s.N = l.tries
		if in == &c.further {
			deepen(s, l.tries)
		}
		l.tries++
		if l.way.look(s) && s.Fits() {
			return s.Test(), false
		}
	}
	return nil, draw < rate
}
