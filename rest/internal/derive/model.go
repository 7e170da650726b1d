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
	// maxModels is how many tests of an operation are models beside those that the memory keeps, and leastNews how many
	// targets such a test has covered first.
	maxModels, leastNews = 8, 3
)

// model is what variants are made of: a test that was accepted and covered much that was new, or, with the id 0, those
// that the memory keeps.
type model struct {
	id            int
	test          *testcase.Case // nil for those of the memory
	news          int            // targets that it covered first
	payoff.Payoff                // of its variants
}

// models are those of an operation. The memory keeps the first tests and the shortest ones, which seldom have the rare
// parts of a rich document; these are the ones that brought most.
type models struct {
	kept model
	own  []*model
	made int
}

// all returns the models in an order drawn by their weights.
func (m *models) all(r *rand.Rand) []*model {
	out := append([]*model{&m.kept}, m.own...)
	shuffle(r, out, func(m *model) float64 { return m.Rate() })
	return out
}

// best is the weight of the best model.
func (m *models) best() float64 {
	most := m.kept.Rate()
	for _, own := range m.own {
		most = max(most, own.Rate())
	}
	return most
}

// shuffle draws an order in which the weight of each says how early it comes.
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

// offer makes a test a model for the operation of its last call, if it covered more first than another one.
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

// offered returns the index of the call of a test that covered most targets first, as news has them by call, if that
// was accepted and they are many, else -1.
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
