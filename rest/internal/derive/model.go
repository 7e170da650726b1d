package derive

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/payoff"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/testcase"
)

const (
	// maxModels is the largest number of an operation's models besides the tests in the pool. leastNews is the least
	// number of targets that such a model was first to cover.
	maxModels, leastNews = 8, 3
)

// model is a test from which variants are made: a test that was accepted and covered many new targets. The model with
// id 0 stands for the tests in the pool.
type model struct {
	id            int
	test          *testcase.Case // nil for the tests in the pool
	news          int            // number of targets that the test was first to cover
	payoff.Payoff                // gain of its variants
}

// models are the models of one operation. The pool keeps the first and the shortest tests, which seldom have the rare
// parts of a rich document. These models are the tests that gained most.
type models struct {
	kept model
	own  []*model
	made int
}

// all returns the models in a random order. Models of greater weight tend to come earlier.
func (m *models) all(r *rand.Rand) []*model {
	out := append([]*model{&m.kept}, m.own...)
	shuffle(r, out, func(m *model) float64 { return m.Rate() })
	return out
}

// best returns the weight of the best model.
func (m *models) best() float64 {
	most := m.kept.Rate()
	for _, own := range m.own {
		most = max(most, own.Rate())
	}
	return most
}

// shuffle puts elements in a random order. Elements of greater weight tend to come earlier.
func shuffle[T any](r *rand.Rand, all []T, weight func(T) float64) {
	type drawn struct {
		of T
		at float64
	}
	out := make([]drawn, len(all))
	for i, a := range all {
		out[i] = drawn{a, r.ExpFloat64() / weight(a)}
	}
	slices.SortStableFunc(out, func(a, b drawn) int { return cmp.Compare(a.at, b.at) })
	for i := range out {
		all[i] = out[i].of
	}
}

// offer makes a test a model of its last operation, if there is room or another model covered fewer new targets.
func (m *models) offer(test *testcase.Case, news int) {
	m.made++
	next := &model{id: m.made, test: test, news: news}
	if len(m.own) < maxModels {
		m.own = append(m.own, next)
		return
	}
	fewest := 0
	for i, own := range m.own {
		if own.news < m.own[fewest].news {
			fewest = i
		}
	}
	if m.own[fewest].news < next.news {
		m.own[fewest] = next
	}
}

// offered returns the index of the call that covered most new targets, if it was accepted and covered at least
// leastNews, else -1. news has the number of new targets by call.
func offered(c *testcase.Case, scores fitness.Scores, news []int) int {
	at := 0
	for i, n := range news {
		if n > news[at] {
			at = i
		}
	}
	if at >= len(news) || news[at] < leastNews {
		return -1
	}
	success := c.Actions[at].(*action.Call).Op.Targets.Success()
	if slices.ContainsFunc(scores, func(s fitness.Score) bool {
		return s.ID == success && s.Covered() && int(s.Action) == at
	}) {
		return at
	}
	return -1
}
