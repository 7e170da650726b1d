package probe_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe"
)

// atoi is a replacement of strconv.Atoi.
func atoi(at probe.Call, s string) (int, error) {
	n, err := strconv.Atoi(s)
	if ok := err == nil; at.News(ok) {
		at.Report(ok, heuristics.Close(float64(len(s))), 0.5, s, probe.Wanted{Form: probe.Matching, Text: "^[0-9]+$"},
			int8(7), errors.ErrUnsupported)
	}
	return n, err
}

func TestReport(t *testing.T) {
	for name, tt := range map[string]struct {
		outcome         bool
		toTrue, toFalse float64
		want            [2]float64
	}{
		"true":                   {true, 1, 0.5, [2]float64{1, 0.5}},
		"false":                  {false, 0.25, 1, [2]float64{0.25, 1}},
		"the side taken is 1":    {true, 0, 0.5, [2]float64{1, 0.5}},
		"the other is below 1":   {true, 1, 1, [2]float64{1, math.Nextafter(1, 0)}},
		"infinitely near":        {true, 1, math.Inf(1), [2]float64{1, math.Nextafter(1, 0)}},
		"nothing known":          {false, 0, 1, [2]float64{1e-300, 1}},
		"less than nothing":      {false, -3, 1, [2]float64{1e-300, 1}},
		"not a number":           {false, math.NaN(), 1, [2]float64{1e-300, 1}},
		"less than for a flag":   {false, 0.001, 1, [2]float64{0.001, 1}},
		"close to the other one": {false, heuristics.Close(1), 1, [2]float64{heuristics.Close(1), 1}},
	} {
		t.Run(name, func(t *testing.T) {
			c := newCells(t, 0, 1)
			c.at(0).Report(tt.outcome, tt.toTrue, tt.toFalse)
			got := c.truthness(taken(t), 0)
			assert.Equal(t, tt.want, [2]float64{got.OfTrue, got.OfFalse})
			at := probe.NewCall()
			at.Report(tt.outcome, tt.toTrue, tt.toFalse)
			toTrue, toFalse := at.Sides()
			assert.Equal(t, tt.want, [2]float64{toTrue, toFalse}, "a call of no program says the same")
		})
	}
}

// TestReportsKeepTheBest: each side keeps the best of several reports in a round.
func TestReportsKeepTheBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		at := probe.NewCall()
		toTrue, toFalse := at.Sides()
		assert.Zero(t, toTrue+toFalse)
		var best [2]float64
		for range rapid.IntRange(1, 5).Draw(t, "reports") {
			outcome := rapid.Bool().Draw(t, "outcome")
			near := rapid.Float64Range(0.01, 0.99).Draw(t, "near")
			at.Report(outcome, near, near)
			if outcome {
				best = [2]float64{1, max(best[1], near)}
			} else {
				best = [2]float64{max(best[0], near), 1}
			}
			toTrue, toFalse = at.Sides()
			assert.Equal(t, best, [2]float64{toTrue, toFalse})
		}
	})
}

func TestNews(t *testing.T) {
	c := newCells(t, 0, 1)
	t.Cleanup(probe.UnmuteAll)
	at := c.at(0)
	assert.True(t, at.News(true))
	at.Report(true, 1, 0.5)
	at.Report(false, 0.5, 1)
	at.Report(true, 1, 0.5)
	assert.False(t, at.News(true), "both sides were taken in this round")
	taken(t)
	assert.True(t, at.News(true), "another round")
	probe.Mute(c.cond(0, true))
	probe.Mute(c.cond(0, false))
	assert.False(t, at.News(true), "nobody asks")
	assert.False(t, at.News(false), "nobody asks")
	assert.False(t, probe.Call{}.News(true), "a call of no place")
}

func TestTheZeroCall(t *testing.T) {
	n, err := atoi(probe.Call{}, "12")
	assert.NoError(t, err)
	assert.Equal(t, 12, n)
	probe.Call{}.Report(true, 1, 0)
	toTrue, toFalse := probe.Call{}.Sides()
	assert.Zero(t, toTrue+toFalse)
}

func TestComparedIsKept(t *testing.T) {
	c := newCells(t, 0, 2)
	at := c.at(0)
	_, _ = atoi(at, "unseen")
	probe.Watch(c.cond(0, true))
	t.Cleanup(func() { probe.Watch(-1) })
	_, err := atoi(at, "given")
	require.Error(t, err)
	_, _ = atoi(c.at(1), "elsewhere")
	assert.Equal(t, []any{"given", probe.Wanted{Form: probe.Matching, Text: "^[0-9]+$"}, int64(7)},
		probe.Witnessed(c.cond(0, true)))
	assert.Empty(t, probe.Witnessed(c.cond(1, true)))
}

// TestSteps: a distance in steps counts as the distance of an equality does. A distance of one step is the nearest that
// there is, so after it no further report is news.
func TestSteps(t *testing.T) {
	for _, outcome := range []bool{true, false} {
		at := probe.NewCall()
		for _, d := range []uint64{9, 5, 7} {
			assert.True(t, at.News(outcome))
			at.Steps(outcome, d)
		}
		toTrue, toFalse := at.Sides()
		if outcome {
			toTrue, toFalse = toFalse, toTrue
		}
		assert.Equal(t, []float64{heuristics.Close(5), 1}, []float64{toTrue, toFalse})
		assert.True(t, at.News(outcome))
		at.Steps(outcome, 0)
		assert.False(t, at.News(outcome), "it can come no nearer")
		toTrue, toFalse = at.Sides()
		assert.Equal(t, heuristics.Close(1), min(toTrue, toFalse))
		at.Steps(!outcome, math.MaxUint64)
		toTrue, toFalse = at.Sides()
		assert.Equal(t, 2.0, toTrue+toFalse)
	}
	probe.Call{}.Steps(true, 1)
}

func TestWhatStepsCompareIsKept(t *testing.T) {
	c := newCells(t, 0, 1)
	probe.Watch(c.cond(0, true))
	t.Cleanup(func() { probe.Watch(-1); probe.UnmuteAll() })
	at := c.at(0)
	at.Steps(false, 3, "given", 5)
	probe.Mute(c.cond(0, true))
	at.Steps(false, 2, "muted")
	assert.Equal(t, []any{"given", int64(5)}, probe.Witnessed(c.cond(0, true)))
}

// TestReplacementsAreHere: each row of the table names an existing function, once. Package instrument checks that their
// signatures fit.
func TestReplacementsAreHere(t *testing.T) {
	seen, declared := map[string]bool{}, map[string]map[string]bool{}
	for _, row := range probe.Replacements() {
		assert.False(t, seen[row.Func], row.Func)
		seen[row.Func] = true
		folder, name, ok := strings.Cut(strings.TrimPrefix(row.With, "github.com/evoke-go/evoke/probe"), ".")
		require.True(t, ok, row.With)
		if declared[folder] == nil {
			declared[folder] = functions(t, filepath.Join(".", folder))
		}
		assert.True(t, declared[folder][name], "%q has no function %s", folder, name)
	}
	assert.GreaterOrEqual(t, len(seen), 10)
}

// functions returns the names of the functions of a package whose first parameter is a Call.
func functions(t *testing.T, folder string) map[string]bool {
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	require.NoError(t, err)
	found := map[string]bool{}
	for _, path := range files {
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Recv == nil && len(d.Type.Params.List) > 0 {
				first := types.ExprString(d.Type.Params.List[0].Type)
				found[d.Name.Name] = found[d.Name.Name] || first == "Call" || first == "probe.Call"
			}
		}
	}
	return found
}

func ExampleCall_Report() {
	// Even is a replacement of a function that reports whether a number is even.
	even := func(at probe.Call, n int) bool {
		ok := n%2 == 0
		if at.News(ok) {
			at.Report(ok, heuristics.Close(1), heuristics.Close(1), n)
		}
		return ok
	}
	at := probe.NewCall()
	even(at, 7)
	toTrue, toFalse := at.Sides()
	fmt.Println(toTrue, toFalse)
	// Output: 0.55 1
}
