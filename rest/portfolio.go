package rest

import (
	"math/rand/v2"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/payoff"
	"github.com/evoke-go/evoke/internal/supervise"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

// A moment is when a maker is asked for a test: for a new one, or for a mutant of a parent that may reach a target.
type moment struct {
	parent *search.Evaluated[*testcase.Case] // nil for a new test
	target fitness.ID                        // of a mutant
	at     int                               // the index of the call of the parent that reached the target
	focus  float64                           // of a mutant, see [search.Aimer]
}

// A maker makes tests. It is a row of the portfolio.
type maker struct {
	Maker
	// usual is the share of the moments in which it is asked while its tests gain what all tests gain for their calls,
	// and least what it gets if they gain nothing. A usual share of 1 is no matter of gain: it is always asked.
	usual, least float64
	// sample makes a new test, and mutant one for a target. Each is nil where the maker has no say, and returns nil
	// where it has nothing to try.
	sample, mutant func(r *rand.Rand, m *moment) *testcase.Case
	payoff         payoff.Payoff
}

// The usual shares of makers.
const (
	everyTime = 1.0
	// ofTrials is the share of makers that have a list of things to try, each once.
	ofTrials = 0.7
	// ofChanges is that of makers which change a test for a target.
	ofChanges = 0.4
	// ofOthers is that of makers whose tests are about something else than the target.
	ofOthers = 0.15
)

// portfolio shares the search between makers of tests: each gets what its tests gain for their calls beside all tests
// of the search, see [payoff.Share]. So a maker that brings nothing on this system costs little.
type portfolio struct {
	makers  []*maker // in the order in which they are asked
	named   map[string]*maker
	without map[string]bool // names of makers that make no tests
	border  *supervise.Border
	whole   payoff.Payoff // of all tests
	fixed   bool          // each maker keeps its usual share, where nothing is to be learnt
	covered []bool        // by target
}

func newPortfolio(without []string) *portfolio {
	p := &portfolio{named: map[string]*maker{}, without: map[string]bool{}}
	for _, name := range without {
		p.without[name] = true
	}
	return p
}

// fill gives the portfolio its makers, in the order in which they are asked.
func (p *portfolio) fill(makers []*maker) {
	p.makers = nil
	for _, m := range makers {
		if !p.without[m.Name] {
			p.makers = append(p.makers, m)
			p.named[m.Name] = m
		}
	}
}

// next returns the test of the first maker that is asked now and has one. The last maker for each moment always has
// one.
func (p *portfolio) next(r *rand.Rand, m *moment) (c *testcase.Case) {
	whole := p.whole.Rate()
	for _, k := range p.makers {
		make := k.sample
		if m.parent != nil {
			make = k.mutant
		}
		if make == nil || k.usual < everyTime && r.Float64() >= k.share(whole) {
			continue
		}
		if c = p.made(r, k, make, m); c != nil {
			c.By = k.Name
			return c
		}
	}
	return nil
}

// made returns the test of a maker. A maker that a search can go without has none if it panics.
func (p *portfolio) made(r *rand.Rand, k *maker, make making, m *moment) (c *testcase.Case) {
	if k.Stays {
		return make(r, m)
	}
	p.border.TryNamed(func() string { return "the maker " + k.Name }, func() { c = make(r, m) })
	return c
}

// share is the share of the moments in which a maker is asked, while all tests of the search gain at a rate.
func (k *maker) share(whole float64) float64 {
	return max(k.least, k.usual*payoff.Share(k.payoff.Rate(), whole))
}

// evaluated counts what a test gained that took so many calls. It returns which targets of the test's scores were
// covered for the first time.
func (p *portfolio) evaluated(c *testcase.Case, scores fitness.Scores, calls int) (news fitness.Scores) {
	for _, s := range scores {
		if !s.Covered() {
			continue
		}
		if n := int(s.ID) + 1 - len(p.covered); n > 0 {
			p.covered = append(p.covered, make([]bool, n)...)
		}
		if !p.covered[s.ID] {
			p.covered[s.ID] = true
			news = append(news, s)
		}
	}
	if p.fixed {
		return news
	}
	p.whole.Note(len(news), calls)
	if k := p.named[c.By]; k != nil {
		k.payoff.Note(len(news), calls)
	}
	return news
}
