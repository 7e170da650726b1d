package rest

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

// twoMakers returns a portfolio of a maker with a usual share of 0.2 beside one that makes all other tests.
func twoMakers(without ...string) *portfolio {
	test := func(*rand.Rand, *moment) *testcase.Case { return &testcase.Case{} }
	p := newPortfolio(without)
	p.fill([]*maker{
		row("now and then", "", 0.2, test, nil),
		row("nothing", "", everyTime, func(*rand.Rand, *moment) *testcase.Case { return nil }, nil),
		row("rest", "", everyTime, test, test),
	})
	return p
}

// madeBy returns the share of new tests that a maker makes.
func madeBy(p *portfolio, name string) float64 {
	r := rand.New(rand.NewPCG(1, 2))
	return share(4000, func() bool { return p.next(r, &moment{}).By == name })
}

// TestMakersGetWhatTheyPay: a maker whose tests gain what all tests gain has its usual share, and more or less than
// that as they gain more or less for their calls.
func TestMakersGetWhatTheyPay(t *testing.T) {
	one := func(id int) fitness.Scores {
		return fitness.Scores{{ID: fitness.ID(id), Value: 1}, {ID: 9999, Value: 0.5}}
	}
	p := twoMakers()
	assert.InDelta(t, 0.2, madeBy(p, "now and then"), 0.02, "nothing is known")
	assert.Zero(t, madeBy(p, "nothing"))

	for id := range 200 {
		assert.Len(t, p.evaluated(&testcase.Case{By: "now and then"}, one(id), 1), 1)
		assert.Empty(t, p.evaluated(&testcase.Case{By: "rest"}, one(id), 1), "it was covered before")
	}
	assert.InDelta(t, 0.37, madeBy(p, "now and then"), 0.04)
	for id := range 2000 {
		p.evaluated(&testcase.Case{By: "now and then"}, nil, 1)
		p.evaluated(&testcase.Case{By: "rest"}, one(1000+id), 1)
	}
	assert.InDelta(t, 0.02, madeBy(p, "now and then"), 0.01)
	p.makers[0].least = 0.15
	assert.InDelta(t, 0.15, madeBy(p, "now and then"), 0.02)
}

// TestMakersOfASearchThatStandsStill: the longer a search covers nothing new, the more tests come from a maker that
// goes on then, before all others.
func TestMakersOfASearchThatStandsStill(t *testing.T) {
	p := twoMakers()
	p.makers[2], p.makers[0] = p.makers[0], p.makers[2]
	last := p.makers[2]
	require.Equal(t, "now and then", last.Name)
	last.still = 0.8
	assert.Zero(t, madeBy(p, last.Name), "another maker always has a test")
	p.evaluated(&testcase.Case{}, nil, standstill)
	assert.Zero(t, madeBy(p, last.Name), "the search may take so many calls for a target")
	p.evaluated(&testcase.Case{}, nil, 2*standstill)
	assert.InDelta(t, 0.4, madeBy(p, last.Name), 0.03)
	p.evaluated(&testcase.Case{}, fitness.Scores{{ID: 1, Value: 1}}, 1)
	assert.Zero(t, madeBy(p, last.Name), "it covers something new")
}

func TestMakersAtTheirMoments(t *testing.T) {
	p, r := twoMakers(), rand.New(rand.NewPCG(1, 2))
	for range 50 {
		c := p.next(r, &moment{parent: &search.Evaluated[*testcase.Case]{}})
		require.NotNil(t, c)
		assert.Equal(t, "rest", c.By)
	}
	assert.Zero(t, madeBy(twoMakers("now and then"), "now and then"))
}
