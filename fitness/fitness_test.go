package fitness_test

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/fitness"
)

func Example() {
	var registry fitness.Registry
	ok := registry.ID(fitness.Target{Kind: "status", Name: "GET /books 200"})
	branch := registry.ID(fitness.Target{Kind: "branch", Name: "shop.go:12 true"})

	var board fitness.Board
	board.Score(branch, 0, 0.25)
	board.Score(branch, 1, 0.5)
	board.Score(ok, 1, 1)
	for _, score := range board.Take() {
		fmt.Println(registry.Target(score.ID), score.Value, "by action", score.Action, score.Covered())
	}
	// Output:
	// status GET /books 200 1 by action 1 true
	// branch shop.go:12 true 0.5 by action 1 false
}

func TestRegistryIsDense(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var registry fitness.Registry
		seen := map[fitness.Target]fitness.ID{}
		for range rapid.IntRange(0, 50).Draw(t, "targets") {
			target := fitness.Target{
				Kind: rapid.SampledFrom([]fitness.Kind{"a", "b"}).Draw(t, "kind"),
				Name: rapid.StringMatching("[xyz]{0,2}").Draw(t, "name"),
			}
			want, known := seen[target]
			if !known {
				want = fitness.ID(len(seen))
				seen[target] = want
			}
			assert.Equal(t, want, registry.ID(target))
			assert.Equal(t, target, registry.Target(want))
			assert.Equal(t, len(seen), registry.Len())
		}
	})
}

func TestRegistryIsSafeForConcurrentUse(t *testing.T) {
	var registry fitness.Registry
	var wg sync.WaitGroup
	ids := make([][]fitness.ID, 8)
	for worker := range ids {
		wg.Go(func() {
			for i := range 200 {
				target := fitness.Target{Kind: "n", Name: fmt.Sprint(i)}
				id := registry.ID(target)
				ids[worker] = append(ids[worker], id)
				assert.Equal(t, target, registry.Target(id))
			}
		})
	}
	wg.Wait()
	assert.Equal(t, 200, registry.Len())
	for _, other := range ids[1:] {
		assert.Equal(t, ids[0], other)
	}
}

func TestBoardScore(t *testing.T) {
	type call struct {
		action int
		value  float64
	}
	for _, tt := range []struct {
		name  string
		calls []call
		want  fitness.Scores
	}{
		{"nothing", nil, fitness.Scores{}},
		{"one", []call{{2, 0.5}}, fitness.Scores{{ID: 3, Action: 2, Value: 0.5}}},
		{"best wins", []call{{0, 0.2}, {1, 0.7}, {2, 0.5}}, fitness.Scores{{ID: 3, Action: 1, Value: 0.7}}},
		{"first of equals", []call{{4, 0.5}, {1, 0.5}}, fitness.Scores{{ID: 3, Action: 4, Value: 0.5}}},
		{"zero is not reached", []call{{0, 0}}, fitness.Scores{}},
		{"negative is not reached", []call{{0, -1}}, fitness.Scores{}},
		{"not a number is not reached", []call{{0, math.NaN()}}, fitness.Scores{}},
		{"above one is one", []call{{0, 7}}, fitness.Scores{{ID: 3, Value: 1}}},
		{"infinity is one", []call{{0, math.Inf(1)}}, fitness.Scores{{ID: 3, Value: 1}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var board fitness.Board
			for _, c := range tt.calls {
				board.Score(3, c.action, c.value)
			}
			assert.Equal(t, tt.want, board.Take())
			assert.Empty(t, board.Take(), "empty after it was taken")
		})
	}
}

// TestBoardAgainstModel compares boards that are reused for several evaluations with a map.
func TestBoardAgainstModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var board fitness.Board
		for range rapid.IntRange(1, 5).Draw(t, "evaluations") {
			model := map[fitness.ID]fitness.Score{}
			for action := range rapid.IntRange(0, 30).Draw(t, "scores") {
				id := fitness.ID(rapid.IntRange(0, 10).Draw(t, "id"))
				value := rapid.Float64Range(-0.2, 1.2).Draw(t, "value")
				board.Score(id, action, value)
				if kept := min(value, 1); kept > model[id].Value {
					model[id] = fitness.Score{ID: id, Action: int32(action), Value: kept}
				}
			}
			assertScores(t, board.Take(), model)
		}
	})
}

func assertScores(t *rapid.T, scores fitness.Scores, model map[fitness.ID]fitness.Score) {
	assert.Len(t, scores, len(model))
	assert.True(t, slices.IsSortedFunc(scores, func(a, b fitness.Score) int { return int(a.ID - b.ID) }))
	for _, score := range scores {
		assert.Equal(t, model[score.ID], score)
	}
	for id := range fitness.ID(12) {
		assert.Equal(t, model[id].Value, scores.Of(id))
	}
}

// TestTakeIsTheCallers: later use of the board does not change the scores that Take returned.
func TestTakeIsTheCallers(t *testing.T) {
	var board fitness.Board
	board.Score(1, 0, 0.5)
	taken := board.Take()
	board.Score(1, 3, 1)
	board.Take()
	assert.Equal(t, fitness.Scores{{ID: 1, Value: 0.5}}, taken)
}

func TestScoreCovered(t *testing.T) {
	assert.True(t, fitness.Score{Value: 1}.Covered())
	assert.False(t, fitness.Score{Value: math.Nextafter(1, 0)}.Covered())
}

// BenchmarkBoard: the time depends on the number of targets reached, not on the number of all targets.
func BenchmarkBoard(b *testing.B) {
	for _, targets := range []int{1e3, 1e6} {
		b.Run(fmt.Sprintf("targets=%d", targets), func(b *testing.B) {
			var board fitness.Board
			board.Score(fitness.ID(targets-1), 0, 1)
			board.Take()
			b.ReportAllocs()
			for b.Loop() {
				for id := range fitness.ID(200) {
					board.Score(id, 0, 0.5)
				}
				board.Take()
			}
		})
	}
}

func BenchmarkRegistryID(b *testing.B) {
	var registry fitness.Registry
	target := fitness.Target{Kind: "branch", Name: "shop.go:12 true"}
	b.ReportAllocs()
	for b.Loop() {
		registry.ID(target)
	}
}
