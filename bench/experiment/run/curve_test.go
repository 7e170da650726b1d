package run

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/search"
)

func TestCurvePoints(t *testing.T) {
	for calls, want := range map[int]int{0: 1, 1: 1, 2: 3, 9: 8, 10: 9, 100: 17, 1000: 25, 10_000: 33, 99_999: 40,
		100_000: 41, 1_000_000: 49} {
		assert.Equal(t, want, curvePoints(calls), calls)
		assert.LessOrEqual(t, CurvePoint(curvePoints(calls)-1), float64(max(calls, 1))*(1+1e-12))
	}
	assert.InDelta(t, 100_000, CurvePoint(40), 1e-6)
}

func evaluation(cost, covered int) search.Evaluation {
	return search.Evaluation{Stats: search.Stats{Cost: cost, Covered: covered}}
}

// The points of 10 calls are at 1, 1.3, 1.8, 2.4, 3.2, 4.2, 5.6, 7.5 and 10.
func TestCurve(t *testing.T) {
	for _, tt := range []struct {
		name   string
		events []search.Event
		want   []int
	}{
		{"no event", nil, []int{0, 0, 0, 0, 0, 0, 0, 0, 0}},
		{"a test of three calls counts from its end", []search.Event{evaluation(3, 7)},
			[]int{0, 0, 0, 0, 7, 7, 7, 7, 7}},
		{"at a point", []search.Event{evaluation(1, 2), evaluation(10, 5)}, []int{2, 2, 2, 2, 2, 2, 2, 2, 5}},
		{"beyond the budget", []search.Event{evaluation(4, 3), evaluation(14, 9)}, []int{0, 0, 0, 0, 0, 3, 3, 3, 3}},
		{"never falls", []search.Event{evaluation(1, 4), evaluation(2, 3)}, []int{4, 4, 4, 4, 4, 4, 4, 4, 4}},
		{"other events", []search.Event{search.Note{Text: "x"}, search.Covered{Stats: search.Stats{Covered: 9}},
			evaluation(1, 1)}, []int{1, 1, 1, 1, 1, 1, 1, 1, 1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := &curve{calls: 10}
			for _, e := range tt.events {
				c.observe(e)
			}
			assert.Equal(t, tt.want, c.end())
		})
	}
}

func TestNamesOfCovered(t *testing.T) {
	c := &curve{calls: 10}
	assert.Empty(t, c.names())
	for _, name := range []string{"b", "a", "b"} {
		c.observe(search.Covered{Target: fitness.Target{Kind: "status", Name: name}})
	}
	assert.Equal(t, "status a\nstatus b\n", string(c.names()))
}
