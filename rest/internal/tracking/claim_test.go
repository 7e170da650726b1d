package tracking_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/tracking"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// answers has the first call of a test answered with values.
func (p *program) answers(c *testcase.Case, given []action.Given, covered bool) {
	p.tracker.Begin()
	for i := range c.Actions {
		p.heard = nil
		if i == 1 {
			p.heard = p.compare(valuesOf(c))
		}
		p.tracker.Called(c, i)
		if i == 0 {
			tracking.Answered(p.tracker, c, i, given)
		}
	}
	var scores fitness.Scores
	if covered {
		scores = append(scores, fitness.Score{ID: 10, Value: 1})
	}
	p.tracker.End(c, scores)
}

// TestValuesOfEarlierAnswersAreClaimed: a condition that wants a value of an earlier
// answer, or something around one, has the input bound to the place of that answer.
func TestValuesOfEarlierAnswersAreClaimed(t *testing.T) {
	given := []action.Given{{Name: "/payment/receipt", Value: "r-4711"},
		{Header: true, Name: "X-Session", Value: "deadbeef"}, {Name: "/count", Value: int64(3)},
		{Name: "/name", Value: "frodo"}}
	const post = "POST /notes"
	for name, tt := range map[string]struct {
		q, operand, wanted string
		want               []action.Source
	}{
		"the same": {"forest", "forest", "r-4711", []action.Source{{Operation: post, Name: "/payment/receipt"}}},
		"of a header": {"forest", "forest", "deadbeef",
			[]action.Source{{Operation: post, Header: true, Name: "X-Session"}}},
		"with a prefix": {"forest", "forest", "v-deadbeef.1",
			[]action.Source{{Operation: post, Header: true, Name: "X-Session", Before: "v-", After: ".1"}}},
		"behind a word": {"Bearer forest", "forest", "deadbeef",
			[]action.Source{{Operation: post, Header: true, Name: "X-Session", Before: "Bearer "}}},
		"a short number": {"forest", "forest", "v3", []action.Source{{Operation: post, Name: "/count", Before: "v"}}},
		"a chance":       {"forest", "forest", "version 3 of it", nil},
		"an echo":        {"forest", "forest", "frodo", nil},
		"no such answer": {"forest", "forest", "rohan", nil},
	} {
		t.Run(name, func(t *testing.T) {
			p := newProgram(t, func([][]any) []sut.Heard {
				return []sut.Heard{{True: 10, False: 11, Operands: []any{tt.operand, tt.wanted}}}
			})
			p.answers(p.test("frodo", 1, tt.q), given, false)
			var got []action.Source
			r := rand.New(rand.NewPCG(1, 2))
			for p.tracker.Waiting() {
				if c := p.tracker.Next(r); c != nil {
					for _, k := range c.Actions[1].(*action.Call).Claims() {
						assert.Equal(t, "query q", k.In)
						got = append(got, k.From)
					}
				}
			}
			assert.Equal(t, tt.want, got)
		})
	}
}

// TestClaimsThatPaidAreKept: new calls get them, and other processes know them.
func TestClaimsThatPaidAreKept(t *testing.T) {
	p := newProgram(t, func([][]any) []sut.Heard {
		return []sut.Heard{{True: 10, False: 11, Operands: []any{"forest", "r-4711"}}}
	})
	p.answers(p.test("frodo", 1, "forest"), []action.Given{{Name: "/receipt", Value: "r-4711"}}, false)
	r := rand.New(rand.NewPCG(1, 2))
	child := p.tracker.Next(r)
	require.NotNil(t, child)
	p.answers(child, nil, true)
	other := taught(t, p)
	claims := 0
	for range 100 {
		call := action.New(other.api.Named("GET /notes"), 0, 0)
		if other.tracker.Inputs().Remind(r, call); len(call.Claims()) > 0 {
			claims++
			assert.Equal(t, "/receipt", call.Claims()[0].From.Name)
		}
	}
	assert.Greater(t, claims, 50)
}

// TestAnswersAreNoTable: a condition that looks an input up among what answers had wants
// other values in each test. These take no more trials than those of any other condition,
// while the claim that all of them stand for is made, as soon as it is more than a doubt.
func TestAnswersAreNoTable(t *testing.T) {
	var receipts []any
	p := newProgram(t, func([][]any) []sut.Heard {
		return []sut.Heard{{True: 10, False: -1, Operands: append([]any{"forest"}, receipts...)}}
	})
	trials, claims := 0, 0
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 100 {
		var given []action.Given
		receipts = nil
		for j := range 3 {
			receipts = append(receipts, fmt.Sprintf("r-%d-%d", i, j))
			given = append(given, action.Given{Name: fmt.Sprintf("/%d", j), Value: receipts[j]})
		}
		p.answers(p.test("frodo", 1, "forest"), given, false)
		for p.tracker.Waiting() {
			if c := p.tracker.Next(r); c != nil {
				trials++
				claims += len(c.Actions[1].(*action.Call).Claims())
			}
		}
	}
	assert.Equal(t, 3, claims, "one for each place")
	assert.Less(t, trials, 60, "of 300 receipts")
}
