package values_test

import (
	"errors"
	"fmt"
	"io"
	"math"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/probe/calls/values"
)

// ladder asserts that each call comes nearer to the true outcome than the one before, and that the last one has it.
func ladder[T any](t *testing.T, name string, call func(at probe.Call, v T), from ...T) {
	t.Helper()
	best := 0.0
	for _, v := range from {
		at := probe.NewCall()
		call(at, v)
		toTrue, toFalse := at.Sides()
		assert.Greater(t, toTrue, best, "%s, %v", name, v)
		if best = toTrue; toTrue == 1 {
			assert.Less(t, toFalse, 1.0, name)
		}
	}
	assert.Equal(t, 1.0, best, name)
}

func TestLadders(t *testing.T) {
	want := []int{1, 2, 3}
	ladder(t, "Index", func(at probe.Call, v int) { values.Index(at, want, v) }, 100, 9, 5, 4, 3)
	ladder(t, "Index in a list", func(at probe.Call, s []string) { values.Index(at, s, "team") }, nil, []string{"x"},
		[]string{"x", "text"}, []string{"x", "team"})
	even := func(n int) bool { return n%2 == 0 }
	ladder(t, "IndexFunc", func(at probe.Call, s []int) { values.IndexFunc(at, s, even) }, nil, []int{1}, []int{1, 2})
	ladder(t, "ContainsFunc", func(at probe.Call, s []int) { values.ContainsFunc(at, s, even) },
		nil, []int{1}, []int{1, 2})
	ladder(t, "Equal", func(at probe.Call, s []int) { values.Equal(at, s, want) }, nil, []int{1}, []int{1, 2},
		[]int{1, 2, 9}, []int{1, 2, 4}, want)
	ladder(t, "Compare", func(at probe.Call, s []int) { values.Compare(at, s, want) }, nil, []int{1}, []int{1, 2},
		[]int{1, 2, 9}, []int{1, 2, 4}, want)
	ladder(t, "EqualMaps", func(at probe.Call, m map[string]int) {
		values.EqualMaps(at, m, map[string]int{"a": 1, "b": 2})
	},
		nil, map[string]int{"a": 1}, map[string]int{"a": 1, "b": 9}, map[string]int{"a": 1, "b": 2})
	ladder(t, "BinarySearch", func(at probe.Call, v int) { values.BinarySearch(at, want, v) }, -90, 9, 5, 4, 3)
	shared := &sync.Map{}
	shared.Store("team", 1)
	shared.Store(7, 2)
	ladder(t, "SyncLoad", func(at probe.Call, v string) { values.SyncLoad(at, shared, v) }, "", "xxxx", "text", "team")
	ladder(t, "SearchStrings", func(at probe.Call, v string) { values.SearchStrings(at, []string{"beta", "gamma"}, v) },
		"", "zzzzz", "hamma", "gamma")
	ladder(t, "SearchInts", func(at probe.Call, list []int) { values.SearchInts(at, list, 7) }, nil, []int{1, 70},
		[]int{5, 70}, []int{5, 8}, []int{5, 7})
	ladder(t, "SearchFloat64s", func(at probe.Call, v float64) { values.SearchFloat64s(at, []float64{1, 2}, v) },
		90, 5, 2.5, 2)
	ladder(t, "CompareOrdered", func(at probe.Call, s string) { values.CompareOrdered(at, s, "team") },
		"", "xxxx", "text", "team")
	ladder(t, "Less", func(at probe.Call, n uint8) { values.Less(at, n, 7) }, 200, 9, 7, 6)
	ladder(t, "Less of texts", func(at probe.Call, s string) { values.Less(at, s, "mango") }, "zebra",
		"nango", "mzngo", "mango", "lemon")
	ladder(t, "Is", func(at probe.Call, err error) { values.Is(at, err, io.EOF) }, nil, fmt.Errorf("end"),
		errors.New("EOG"), io.EOF)
	ladder(t, "As", func(at probe.Call, err error) { var l list; values.As(at, err, &l) }, nil, io.EOF,
		fmt.Errorf("in: %w", list{"a"}))
	ladder(t, "AsType", func(at probe.Call, err error) { values.AsType[list](at, err) }, nil, io.EOF,
		fmt.Errorf("in: %w", list{"a"}))
	ladder[any](t, "DeepEqual", func(at probe.Call, v any) { values.DeepEqual(at, v, []any{1, "team"}) },
		nil, "team", []any{}, []any{9, "text"}, []any{1, "text"}, []any{1, "team"})
}

// TestSearchesTellTheirList: each element of a short list is kept, since it may lead to different code. The two
// elements between which the value lies come first.
func TestSearchesTellTheirList(t *testing.T) {
	var groups [8]probe.Group
	var conds [1]probe.Cond
	var nears [1]probe.Near
	require.True(t,
		probe.Register(probe.Package{Path: t.Name(), Groups: groups[:], Conditions: conds[:], Distances: nears[:]}))
	probe.Listen(true)
	defer probe.Listen(false)
	values.BinarySearch(probe.At(&groups[0], &conds[0], &nears[0]),
		[]string{"basalt", "granite", "marble", "slate"}, "lime")
	heard := probe.Overheard()
	require.Len(t, heard, 1)
	assert.Equal(t, []any{"lime", "granite", "marble", "basalt", "slate"}, heard[0].Operands)
	values.SearchInts(probe.At(&groups[0], &conds[0], &nears[0]), make([]int, 100), 7)
	heard = probe.Overheard()
	require.Len(t, heard, 1)
	assert.Equal(t, []any{int64(7), int64(0)}, heard[0].Operands, "a long list tells the neighbours alone")
}

// TestWaysBack: while the outcome is true, an order shows how far the outcome false is.
func TestWaysBack(t *testing.T) {
	back := func(x, y float64) float64 {
		at := probe.NewCall()
		values.Less(at, x, y)
		_, toFalse := at.Sides()
		return toFalse
	}
	assert.Less(t, back(1, 100), back(1, 10))
	assert.Less(t, back(1, 10), back(9, 10))
	assert.Equal(t, heuristics.Reached, back(math.NaN(), 1), "not a number is less, and nothing leads back")
}

// TestNoMethodOfAnErrorIsCalled by a report: the method may be code with probes.
func TestNoMethodOfAnErrorIsCalled(t *testing.T) {
	at := probe.NewCall()
	assert.False(t, values.Is(at, mute{1}, mute{2}))
	toTrue, _ := at.Sides()
	assert.Greater(t, toTrue, heuristics.Reached)
}

type mute struct{ n int }

func (mute) Error() string { panic("a report called a method") }

// TestNothingIsAllocated: comparisons are in the program's inner loops.
func TestNothingIsAllocated(t *testing.T) {
	for name, call := range map[string]func(at probe.Call){
		"Compare texts":   func(at probe.Call) { values.CompareOrdered(at, "left", "right") },
		"Compare numbers": func(at probe.Call) { values.CompareOrdered(at, 1000, 2000) },
		"Less":            func(at probe.Call) { values.Less(at, 1.5, 2) },
	} {
		at := probe.NewCall()
		assert.Zero(t, testing.AllocsPerRun(100, func() { call(at) }), name)
	}
}
