package search_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/search"
)

func TestBudgets(t *testing.T) {
	stats := search.Stats{Evaluations: 5, Cost: 20, Elapsed: 3 * time.Second}
	for _, tt := range []struct {
		name   string
		budget search.Budget
		want   float64
	}{
		{"cost", search.Cost(80), 0.25},
		{"cost used up", search.Cost(20), 1},
		{"cost overspent", search.Cost(10), 2},
		{"no cost", search.Cost(0), 1},
		{"negative cost", search.Cost(-1), 1},
		{"evaluations", search.Evaluations(10), 0.5},
		{"no evaluations", search.Evaluations(0), 1},
		{"time", search.Time(4 * time.Second), 0.75},
		{"no time", search.Time(0), 1},
		{"first of two", search.First(search.Cost(80), search.Evaluations(10)), 0.5},
		{"first of one", search.First(search.Time(4 * time.Second)), 0.75},
		{"first of none", search.First(), 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			assert.InDelta(t, tt.want, tt.budget(stats), 1e-12)
		})
	}
}

func TestStatsImproved(t *testing.T) {
	assert.False(t, search.Stats{}.Improved())
	assert.True(t, search.Stats{Evaluations: 3, LastImprovement: search.Moment{Evaluations: 3}}.Improved())
	assert.False(t, search.Stats{Evaluations: 4, LastImprovement: search.Moment{Evaluations: 3}}.Improved())
}
