package rest

import (
	"math/rand/v2"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/payoff"
	"github.com/evoke-go/evoke/internal/supervise"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

// moment is the situation in which a maker is asked: for a new test, or for a mutant of a parent that may reach a
// target.
type moment struct {
	parent *search.Evaluated[*testcase.Case] // nil for a new test
	target fitness.ID                        // target of a mutant
	at     int                               // index of the parent's call that reached the target
	focus  float64                           // focus of a mutant, see [search.Aimer]
	// how far the search stands still: 0 if it comes nearer to targets, below 1
	still float64
}

// maker is a row of the portfolio: a way to make tests, with its share.
type maker struct {
	Maker
	// usual is the share of the moments in which the maker is asked if its tests gain as much for their calls as all
	// tests. least is its share if they gain nothing. A maker with a usual share of 1 is always asked.
	usual, least float64
	// still is the share that it nears as long as the search comes nearer to nothing.
	still float64
	// sample makes a new test, and mutant a mutant for a target. Each is nil if the maker does not make such tests, and
	// returns nil if there is nothing to try.
	sample, mutant func(r *rand.Rand, m *moment) *testcase.Case
	payoff         payoff.Payoff
}

// These are the usual shares of makers.
const (
	everyTime = 1.0
	// ofTrials is the share of makers with a list of things to try once each.
	ofTrials = 0.7
	// ofChanges is the share of makers that change a test for a target.
	ofChanges = 0.4
	// ofOthers is the share of makers whose tests do not aim at a target.
	ofOthers = 0.15
)

// standstill is the number of calls in which a search may come nearer to no target and still grow. After three times as
// many it stands still by half.
const standstill = 1000

// portfolio divides the search among makers of tests. The share of a maker depends on what its tests gain for their
// calls, compared with all tests of the search, see [payoff.Share]. So a maker that finds nothing in this system costs
// little.
type portfolio struct {
	makers  []*maker // in the order in which they are asked
	named   map[string]*maker
	without map[string]bool // names of excluded makers
	border  *supervise.Border
	whole   payoff.Payoff // of all tests
	fixed   bool          // the shares do not change: a search without memory
	best    []float64     // the best score by target, 1 if it was covered
	since   int           // calls since a test came nearer to a target than ever
}

func newPortfolio(without []string) *portfolio {
	p := &portfolio{named: map[string]*maker{}, without: map[string]bool{}}
	for _, name := range without {
		p.without[name] = true
	}
	return p
}

// fill sets the makers of the portfolio, in the order in which they are asked, without the excluded makers.
func (p *portfolio) fill(makers []*maker) {
	p.makers = nil
	for _, m := range makers {
		if !p.without[m.Name] {
			p.makers = append(p.makers, m)
			p.named[m.Name] = m
		}
	}
}

// next asks the makers in their order, each with its share, and returns the first test. For each kind of moment the
// last maker always has a test. If the search stands still, those that go on then come first.
func (p *portfolio) next(r *rand.Rand, m *moment) (c *testcase.Case) {
	if !p.fixed {
		m.still = float64(max(0, p.since-standstill)) / float64(p.since+standstill)
	}
	for _, k := range p.makers {
		if share := k.still * m.still; share > 0 && r.Float64() < share {
			if c = p.asked(r, k, m); c != nil {
				return c
			}
		}
	}
	whole := p.whole.Rate()
	for _, k := range p.makers {
		if k.usual < everyTime && r.Float64() >= k.share(whole) {
			continue
		}
		if c = p.asked(r, k, m); c != nil {
			return c
		}
	}
	return nil
}

// asked returns the test of a maker for a moment, nil for none.
func (p *portfolio) asked(r *rand.Rand, k *maker, m *moment) (c *testcase.Case) {
	make := k.sample
	if m.parent != nil {
		make = k.mutant
	}
	if make == nil {
		return nil
	}
	if c = p.made(r, k, make, m); c != nil {
		c.By = k.Name
	}
	return c
}

// made returns the test of a maker, nil for none. If the maker panics, it has none, unless the search needs the maker.
func (p *portfolio) made(r *rand.Rand, k *maker, make making, m *moment) (c *testcase.Case) {
	if k.Stays {
		return make(r, m)
	}
	p.border.TryNamed(func() string { return "the maker " + k.Name }, func() { c = make(r, m) })
	return c
}

// share returns the share of the moments in which a maker is asked. whole is the gain per call of all tests.
func (k *maker) share(whole float64) float64 {
	return max(k.least, k.usual*payoff.Share(k.payoff.Rate(), whole))
}

// evaluated counts what a test gained for its calls. It returns the scores of the targets that were covered for the
// first time.
func (p *portfolio) evaluated(c *testcase.Case, scores fitness.Scores, calls int) (news fitness.Scores) {
	nearer := false
	for _, s := range scores {
		if n := int(s.ID) + 1 - len(p.best); n > 0 {
			p.best = append(p.best, make([]float64, n)...)
		}
		if s.Value > p.best[s.ID] {
			nearer, p.best[s.ID] = true, s.Value
			if s.Covered() {
				news = append(news, s)
			}
		}
	}
	if p.fixed {
		return news
	}
	if p.since += calls; nearer {
		p.since = 0
	}
	p.whole.Note(len(news), calls)
	if k := p.named[c.By]; k != nil {
		k.payoff.Note(len(news), calls)
	}
	return news
}
