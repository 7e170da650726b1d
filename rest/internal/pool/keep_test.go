package pool

import (
	"encoding/json"
	"math/bits"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
)

// newPool returns the pool of an operation without needs and one with some.
func newPool(off bool) (m *Pool, plain, needy *api.Operation) {
	registry := &fitness.Registry{}
	a := api.New([]*openapi.Operation{
		{Method: "POST", Path: "/things"},
		{Method: "GET", Path: "/things/{id}", Parameters: []*openapi.Parameter{{Name: "id", In: openapi.InPath,
			Required: true, Schema: openapi.NewSchema()}}},
	}, genotype.NewBuilder(genotype.Options{}), registry)
	return New(&action.Codec{API: a}, registry, nil, off), a.Ops[0], a.Ops[1]
}

func callsOf(op *api.Operation, n int) []*action.Call {
	out := make([]*action.Call, n)
	for i := range out {
		out[i] = action.New(op, 0, 0)
	}
	return out
}

func lengths(tests [][]*action.Call) (out []int) {
	for _, kept := range tests {
		out = append(out, len(kept))
	}
	return out
}

// TestShorterSuccessesReplaceLonger: four are kept, and a shorter one takes the
// place of the first longest.
func TestShorterSuccessesReplaceLonger(t *testing.T) {
	m, op, _ := newPool(false)
	for _, n := range []int{2, 5, 3, 5} {
		m.Succeeded(callsOf(op, n))
	}
	assert.Equal(t, []int{2, 5, 3, 5}, lengths(m.Kept(op)), "the first four, whatever their length")
	for _, tt := range []struct {
		length int
		want   []int
	}{
		{6, []int{2, 5, 3, 5}}, {5, []int{2, 5, 3, 5}}, {4, []int{2, 4, 3, 5}}, {9, []int{2, 4, 3, 5}},
		{1, []int{2, 4, 3, 1}},
		{3, []int{2, 3, 3, 1}}, {4, []int{2, 3, 3, 1}}, {2, []int{2, 2, 3, 1}},
	} {
		m.Succeeded(callsOf(op, tt.length))
		assert.Equal(t, tt.want, lengths(m.Kept(op)), "after one of %d", tt.length)
	}
}

// TestSuccessesOfAllTimes: of equally long ones, one at each doubling is kept, so
// that early and late ones are there.
func TestSuccessesOfAllTimes(t *testing.T) {
	m, op, _ := newPool(false)
	first := callsOf(op, 1)
	for range 4 {
		m.Succeeded(first)
	}
	before := m.Kept(op)[bits.TrailingZeros(8)%recallSize]
	for range 3 {
		m.Succeeded(first)
	}
	assert.Same(t, before[0], m.Kept(op)[3][0], "nothing changes from 5 to 7")
	m.Succeeded(first)
	assert.NotSame(t, before[0], m.Kept(op)[3][0], "the eighth is kept")
	old := m.Kept(op)[0][0]
	for range 8 {
		m.Succeeded(first)
	}
	assert.NotSame(t, old, m.Kept(op)[0][0], "so is the sixteenth, in the next place")
	for n := range 16 {
		m.Succeeded(callsOf(op, 2))
		require.Equal(t, []int{1, 1, 1, 1}, lengths(m.Kept(op)), "longer ones are not, at %d", n)
	}
}

// TestLateSuccessesOfWhatNeedsOthers: half of them are short, and every sixteenth is
// kept whatever its length.
func TestLateSuccessesOfWhatNeedsOthers(t *testing.T) {
	m, _, op := newPool(false)
	for range 4 {
		m.Succeeded(callsOf(op, 2))
	}
	for n := 5; n < 16; n++ {
		m.Succeeded(callsOf(op, 7))
	}
	assert.Equal(t, []int{2, 2, 2, 2}, lengths(m.Kept(op)))
	m.Succeeded(callsOf(op, 7))
	assert.Equal(t, []int{2, 2, 2, 7}, lengths(m.Kept(op)), "the sixteenth")
	for n := 17; n <= 32; n++ {
		m.Succeeded(callsOf(op, 8))
	}
	assert.Equal(t, []int{2, 2, 8, 7}, lengths(m.Kept(op)), "the next one in the other place")
	m.Succeeded(callsOf(op, 1))
	assert.Equal(t, []int{1, 2, 8, 7}, lengths(m.Kept(op)), "a short one for a short one")
	m.Succeeded(callsOf(op, 1))
	m.Succeeded(callsOf(op, 1))
	assert.Equal(t, []int{1, 1, 8, 7}, lengths(m.Kept(op)), "late ones stay")
}

// TestKeptSuccessesDoNotGrow is a property of any history: no more than four are
// kept, the first four are, and then the longest of an operation that needs nothing
// does not become longer.
func TestKeptSuccessesDoNotGrow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, plain, needy := newPool(false)
		late := rapid.Bool().Draw(t, "needs others")
		op := plain
		if late {
			op = needy
		}
		longest := 0
		for i, n := range rapid.SliceOfN(rapid.IntRange(1, 6), 1, 60).Draw(t, "lengths") {
			m.Succeeded(callsOf(op, n))
			kept := lengths(m.Kept(op))
			if len(kept) != min(i+1, 4) {
				t.Fatalf("%v are kept of %d", kept, i+1)
			}
			now := slices.Max(kept)
			if !late && i >= 4 && now > longest {
				t.Fatalf("%v are kept, where %d was the longest", kept, longest)
			}
			longest = now
		}
	})
}

// TestOthersAreToldTheLatest: at most 256 successes wait for another process to ask,
// and the oldest go first; what is not kept is not told.
func TestOthersAreToldTheLatest(t *testing.T) {
	m, op, _ := newPool(false)
	for n := 400; n > 0; n-- {
		m.Succeeded(callsOf(op, n)) // each is shorter, so each is kept
	}
	m.Succeeded(callsOf(op, 50)) // is not
	data, err := m.Learned()
	require.NoError(t, err)
	var told struct {
		Successes []struct{ Calls []any }
	}
	require.NoError(t, json.Unmarshal(data, &told))
	require.Len(t, told.Successes, 256)
	assert.Len(t, told.Successes[0].Calls, 256, "the oldest that is left")
	assert.Len(t, told.Successes[255].Calls, 1, "the latest")
	again, err := m.Learned()
	require.NoError(t, err)
	assert.Nil(t, again)
}

// TestComparisonsAreToldInOrder: at most 64 conditions, the latest values of each,
// by their targets.
func TestComparisonsAreToldInOrder(t *testing.T) {
	m, _, _ := newPool(false)
	ids := make([]fitness.ID, 70)
	for i := range ids {
		ids[i] = m.registry.ID(fitness.Target{Kind: "branch", Name: string(rune('A' + i))})
	}
	for i := range ids {
		assert.Equal(t, []any{int64(i)}, m.Compared(ids[len(ids)-1-i], []any{int64(i)}))
	}
	m.Compared(ids[69], []any{"newer"})
	m.Compared(ids[0], []any{"too many"})
	assert.Empty(t, m.Compared(ids[0], nil), "what this process saw is not remembered here")
	data, err := m.Learned()
	require.NoError(t, err)
	var told learned
	require.NoError(t, json.Unmarshal(data, &told))
	require.Len(t, told.Compared, 64)
	for i, c := range told.Compared {
		assert.Equal(t, m.registry.Target(ids[i+6]), c.Target)
	}
	assert.Equal(t, []any{"newer"}, ValuesOf(told.Compared[63].Values))
	assert.Equal(t, []any{int64(63)}, ValuesOf(told.Compared[0].Values))
}

// TestOperandsOfOtherVersions: what cannot be read is left out.
func TestOperandsOfOtherVersions(t *testing.T) {
	all := []any{"", "text", int64(-1), 0.25, true, 'é', rune(0), Document{Schema: "{}"}, action.Source{Name: "/id"}}
	assert.Equal(t, all, ValuesOf(PlainsOf(all)))
	assert.Equal(t, []any{int64(1)},
		ValuesOf([]*Plain{nil, {Plain: json.RawMessage(`{`)}, {Plain: json.RawMessage(`1`)}}))
}
