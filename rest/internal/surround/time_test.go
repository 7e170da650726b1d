package surround

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

const clocks = `
openapi: 3.0.3
info: {title: Clocks, version: "1"}
paths:
  /clock:
    get:
      responses: {"200": {description: it is late}}
`

// TestTimesAround: once a time that passes had a call come to a further condition, times that are a unit longer or
// shorter are tried from there. Each test comes with the test that it is compared with.
func TestTimesAround(t *testing.T) {
	a := api.New(resttest.Read(t, clocks).Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{})
	w := New(a, &sut.Inside{Surroundings: sut.Surroundings{Advance: func(time.Duration) {}}}, Stores{}, false)
	call := action.New(a.Named("GET /clock"), 0, 0)
	plain := &testcase.Case{Actions: []testcase.Action{call}}
	w.Heard(&execute.Step{
		Exchange: &link.Exchange{Call: call, Answer: &sut.Response{Outcome: sut.Answered, Status: 200}},
		Test:     plain, Outside: execute.Outside{Clock: true},
	})
	w.Evaluated(plain, fitness.Scores{{ID: 1, Value: 0.5}})
	const opening = 86_400
	var tried []int64
	base := plain
	for {
		c, from := w.Next(rand.New(rand.NewPCG(1, 2)))
		if c == nil {
			break
		}
		require.Same(t, base, from.Individual)
		require.NotEmpty(t, from.Scores)
		last := c.Actions[0].(*action.Call).Genotype
		passed := last.Value(last.Params.Labeled("time passes")).(int64)
		tried = append(tried, passed)
		scores := fitness.Scores{{ID: 1, Value: 0.6}}
		if passed >= opening {
			scores = append(scores, fitness.Score{ID: 2, Value: 0.5})
		}
		if w.Evaluated(c, scores); passed >= opening && base == plain {
			base = c
		}
	}
	year := firstWaits[0]
	around := slices.DeleteFunc(genotype.Around(year), func(s int64) bool { return s < 60 })
	assert.Equal(t, slices.Concat(firstWaits, around), tried)
	assert.Equal(t, 1, Count(base, genotype.Surrounds))

	var advanced []time.Duration
	w.around.inside.Advance = func(d time.Duration) { advanced = append(advanced, d) }
	w.Around().Begin(base)
	w.Around().Begin(plain)
	w.Around().Begin(plain)
	assert.Equal(t, []time.Duration{0, -1}, advanced, "the clock stands while time passes, and goes in other tests")
}
