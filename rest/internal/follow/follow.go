// Package follow makes tests that look at what accepted calls did: it puts calls behind them
// that read what they made, changed or deleted, that say the same once more, or that somebody else
// makes. What the answers have to agree in is for oracles to judge.
package follow

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/testcase"
)

// maxTries is how often each way to look at an operation is tried. The values differ from try to
// try.
const maxTries = 32

// soonTries is after how many tries it is tried half as often, and soonBlind that of a search that sees nothing inside:
// it has little else to do once the operations succeed.
const soonTries, soonBlind = 3, 8

// way is one way to look at what the operations of some methods do. It returns false if it finds nothing to look
// at.
type way struct {
	methods string
	look    func(*scene) bool
	refused bool // it looks at calls that were refused as things were
}

// ways lists all, the plainest first. It is read-only.
var ways = []way{
	{"POST PUT PATCH", (*scene).readBack, false}, {"PUT", (*scene).twice, false}, {"POST", (*scene).step, false}, {"PUT", (*scene).omit, false}, {"DELETE", (*scene).deleted, false},
	{"POST PUT PATCH", (*scene).refused, false}, {"GET", (*scene).looked, false}, {"POST", (*scene).listed, false}, {"POST PUT", (*scene).foreign, false},
	{"POST PUT PATCH", (*scene).private, false}, {"PUT PATCH DELETE", (*scene).unmatched, false}, {"POST", repeated, false}, {"PUT PATCH", turned, false},
	{"POST", shared, false}, {"DELETE", orphaned, false}, {"POST PUT PATCH DELETE", counted, false}, {"DELETE", revived, false}, {"POST PUT PATCH", edged, false},
	{"POST", respelled, false}, {"POST", batch, false}, {"POST", watched, false}, {"POST", cut, false}, {"POST", overlooked, false}, {"POST", introduced, false},
	{"POST", overviews, false}, {"POST", graded, false},
	{"DELETE", spared, false}, {"DELETE", numbered, false}, {"POST", keyed, false}, {"PUT PATCH", outdated, false}, {"POST", upward, false},
	{"POST PUT PATCH", disclosed, false}, {"POST PUT PATCH DELETE", conflicted, true},
	{"PUT PATCH", collided, false}, {"POST", freed, false}, {"POST PATCH", stepped, false}, {"POST", tried, false}, {"POST", hidden, false}, {"POST", filled, false},
	{"DELETE", related, false}, {"POST PUT PATCH", peeked, false},
}

// look is one way to look at an operation.
type look struct {
	op    *api.Operation
	way   way
	tries int
}

// Checks makes tests in turn. A nil Checks makes none. It is not safe for concurrent use.
type Checks struct {
	Source
	looks []look
	turn  int
}

// New returns Checks that made no test yet.
func New(s Source) *Checks {
	c := &Checks{Source: s}
	for _, w := range ways {
		for _, op := range s.Ops {
			if slices.Contains(strings.Fields(w.methods), op.Spec.Method) {
				c.looks = append(c.looks, look{op: op, way: w})
			}
		}
	}
	return c
}

// Adopt says who the users are, without those with forged credentials.
func (c *Checks) Adopt(names []string) {
	if c != nil {
		c.Users, c.Names = len(names), names
	}
}

// Next returns a test as often as the rate says, and less often the more were made of each operation; else nil.
func (c *Checks) Next(r *rand.Rand, rate float64) *testcase.Case {
	if c == nil {
		return nil
	}
	soon := float64(soonTries)
	if c.Blind {
		soon = soonBlind
	}
	draw := r.Float64()
	for range c.looks {
		l := &c.looks[c.turn]
		c.turn = (c.turn + 1) % len(c.looks)
		if l.tries >= maxTries {
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
			return nil
		}
		s := newScene(r, &c.Source, kept[r.IntN(len(kept))])
		s.n = l.tries
		l.tries++
		if l.way.look(s) && s.fits() {
			return s.c
		}
	}
	return nil
}
