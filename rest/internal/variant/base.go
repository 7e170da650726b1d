package variant

import (
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/testcase"
)

const (
	// maxBases is how many tests of an operation are bases beside those that the memory keeps, and leastNews how many targets
	// such a test has covered first.
	maxBases, leastNews = 8, 3
	// baseHalf is how many variants in a row that cover nothing new halve what a base gets.
	baseHalf = 25
)

// base is what variants are made of: a test that was accepted and covered much that was new, or, with the id 0, those that
// the memory keeps.
type base struct {
	id    int
	test  *testcase.Case // nil for those of the memory
	news  int            // targets that it covered first
	stale int            // variants of it since one covered something new
}

// weight says how much a base gets: less the more of its variants brought nothing.
func (b *base) weight() float64 { return 1 / (1 + float64(b.stale)/baseHalf) }

// bases are those of an operation. The memory keeps the first tests and the shortest ones, which seldom have the rare parts
// of a rich document; these are the ones that brought most.
type bases struct {
	kept base
	own  []*base
	made int
}

// all returns the bases in an order drawn by their weights.
func (b *bases) all(r *rand.Rand) []*base {
	out := append([]*base{&b.kept}, b.own...)
	shuffle(r, out, (*base).weight)
	return out
}

// best is the weight of the best base.
func (b *bases) best() float64 {
	most := b.kept.weight()
	for _, own := range b.own {
		most = max(most, own.weight())
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
	slices.SortStableFunc(out, func(a, b drawn) int {
		if a.at < b.at {
			return -1
		}
		return 1
	})
	for i := range out {
		all[i] = out[i].of
	}
}

// offer makes a test a base for the operation of its last call, if it covered more first than another one.
func (b *bases) offer(test *testcase.Case, news int) {
	b.made++
	next := &base{id: b.made, test: test, news: news}
	if len(b.own) < maxBases {
		b.own = append(b.own, next)
		return
	}
	fewest := 0
	for i, own := range b.own {
		if own.news < b.own[fewest].news {
			fewest = i
		}
	}
	if b.own[fewest].news < next.news {
		b.own[fewest] = next
	}
}

// offered returns the index of the call of a test that covered most targets first, as news has them by call, if that was
// accepted and they are many, else -1.
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
	if slices.ContainsFunc(scores, func(s fitness.Score) bool { return s.ID == success && s.Covered() && int(s.Action) == at }) {
		return at
	}
	return -1
}
