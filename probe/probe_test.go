package probe_test

import (
	"fmt"
	"math"
	"testing"
	"unsafe"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// cells is an instrumented package made by hand.
type cells struct {
	group *probe.Group // of all cells
	stmts []probe.Stmt
	conds []probe.Cond
	nears []probe.Near
	first probe.Target
}

// at returns the call with the cells of a condition.
func (c *cells) at(i int) probe.Call { return probe.At(c.group, &c.conds[i], &c.nears[i]) }

// newCells registers a package, which stays registered for the rest of the process, and begins a round.
func newCells(t testing.TB, stmts, conds int) *cells {
	t.Helper()
	c := unregistered(stmts, conds)
	require.True(t, probe.Register(c.pkg(t.Name())))
	probe.Drop()
	t.Cleanup(probe.Drop)
	return c
}

// unregistered is a package that is not registered. It will get the next free targets.
func unregistered(stmts, conds int) *cells {
	return &cells{
		group: new(probe.Group), stmts: make([]probe.Stmt, stmts), conds: make([]probe.Cond, conds),
		nears: make([]probe.Near, conds), first: probe.Target(probe.Targets()),
	}
}

func (c *cells) pkg(name string) probe.Package {
	return probe.Package{
		Path: "example.com/" + name, Groups: unsafe.Slice(c.group, 1),
		Statements: c.stmts, Conditions: c.conds, Distances: c.nears,
	}
}

// newSwitch registers a package with one switch that has the given values of cases.
func newSwitch[T int64 | uint64 | float64 | string](t testing.TB, values ...T) (*cells, *probe.Choice) {
	t.Helper()
	c, choices := unregistered(0, len(values)+1), make([]probe.Choice, 1)
	setCases(&choices[0], c.conds, c.nears, values)
	p := c.pkg(t.Name())
	p.Choices = choices
	require.True(t, probe.Register(p))
	probe.Drop()
	t.Cleanup(probe.Drop)
	return c, &choices[0]
}

func setCases[T int64 | uint64 | float64 | string](s *probe.Choice, c []probe.Cond, n []probe.Near, values []T) {
	s.First, s.Near, s.N = &c[0], &n[0], len(values)+1
	switch v := any(values).(type) {
	case []int64:
		s.Ints = &v[0]
	case []uint64:
		s.Uints = &v[0]
	case []float64:
		s.Floats = &v[0]
	case []string:
		s.Texts = &v[0]
	}
}

func (c *cells) stmt(i int) probe.Target { return c.first + probe.Target(i) }

// cond returns the target of a side of condition i.
func (c *cells) cond(i int, side bool) probe.Target {
	t := c.first + probe.Target(len(c.stmts)+2*i)
	if side {
		return t
	}
	return t + 1
}

// taken reads the round as a map. It fails the test if a target is reported twice.
func taken(t testing.TB) map[probe.Target]float64 {
	t.Helper()
	round := map[probe.Target]float64{}
	probe.Take(func(target probe.Target, value float64) {
		assert.NotContains(t, round, target, "told twice")
		assert.Greater(t, value, 0.0)
		assert.LessOrEqual(t, value, 1.0)
		round[target] = value
	})
	return round
}

// truthness returns the two scores that the round has for condition i.
func (c *cells) truthness(round map[probe.Target]float64, i int) heuristics.Truthness {
	return heuristics.Truthness{OfTrue: round[c.cond(i, true)], OfFalse: round[c.cond(i, false)]}
}

func TestStatement(t *testing.T) {
	tests := map[string]struct {
		run  func(c *cells)
		want []float64
	}{
		"untouched": {func(*cells) {}, []float64{0, 0}},
		"entered":   {func(c *cells) { probe.Enter(c.group, &c.stmts[0]) }, []float64{0.5, 0}},
		"entered twice": {func(c *cells) { probe.Enter(c.group, &c.stmts[0]); probe.Enter(c.group, &c.stmts[0]) },
			[]float64{0.5, 0}},
		"completed": {func(c *cells) { probe.Enter(c.group, &c.stmts[0]); probe.Done(c.group, &c.stmts[0]) },
			[]float64{1, 0}},
		"done alone": {func(c *cells) { probe.Done(c.group, &c.stmts[0]) }, []float64{1, 0}},
		"entered again": {func(c *cells) { probe.Done(c.group, &c.stmts[0]); probe.Enter(c.group, &c.stmts[0]) },
			[]float64{1, 0}},
		"next": {func(c *cells) { probe.Next(c.group, &c.stmts[0], &c.stmts[1]) }, []float64{1, 0.5}},
		"next twice": {func(c *cells) {
			probe.Next(c.group, &c.stmts[0], &c.stmts[1])
			probe.Next(c.group, &c.stmts[1], &c.stmts[0])
		}, []float64{1, 1}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			c := newCells(t, 2, 0)
			tt.run(c)
			round := taken(t)
			for i, want := range tt.want {
				assert.Equal(t, want, round[c.stmt(i)], "statement %d", i)
			}
			assert.Empty(t, taken(t), "the next round is empty")
			tt.run(c)
			assert.Equal(t, round, taken(t), "and then the same again")
		})
	}
}

func TestValue(t *testing.T) {
	c := newCells(t, 2, 1)
	assert.Equal(t, "x", probe.Value(c.group, &c.stmts[0], "x"))
	boom := fmt.Errorf("boom")
	assert.Equal(t, boom, probe.ErrDone(c.group, &c.stmts[1], &c.conds[0], boom))
	round := taken(t)
	assert.Equal(t, 1.0, round[c.stmt(0)])
	assert.Equal(t, 1.0, round[c.stmt(1)])
	assert.Equal(t, heuristics.Flag(true), c.truthness(round, 0))
	assert.NoError(t, probe.ErrDone(c.group, &c.stmts[1], &c.conds[0], nil))
	round = taken(t)
	assert.Equal(t, 1.0, round[c.stmt(1)])
	assert.Equal(t, heuristics.Flag(false), c.truthness(round, 0))
}

func TestBestOfRound(t *testing.T) {
	c := newCells(t, 0, 1)
	for _, n := range []int64{900, 50, 70} {
		probe.Ints(c.at(0)).Eq(n, 42)
	}
	assert.Equal(t, heuristics.EqualInt(50, 42), c.truthness(taken(t), 0))
	probe.Ints(c.at(0)).Eq(900, 42)
	assert.Equal(t, heuristics.EqualInt(900, 42), c.truthness(taken(t), 0), "a round starts afresh")
	probe.Ints(c.at(0)).Lt(3, 4)
	probe.Ints(c.at(0)).Lt(4, 4)
	assert.Equal(t, heuristics.Truthness{OfTrue: 1, OfFalse: 1}, c.truthness(taken(t), 0))
}

// TestExactDistances: neighbours far away differ although float64 cannot tell them apart; the smaller distance wins in
// whatever order they come.
func TestExactDistances(t *testing.T) {
	for _, order := range [][]int64{{math.MaxInt64, math.MaxInt64 - 1}, {math.MaxInt64 - 1, math.MaxInt64}} {
		c := newCells(t, 0, 1)
		for _, n := range order {
			probe.Ints(c.at(0)).Eq(n, math.MinInt64)
		}
		want := heuristics.EqualInt(math.MaxInt64-1, math.MinInt64)
		assert.Equal(t, want, c.truthness(taken(t), 0))
	}
}

func TestMute(t *testing.T) {
	c := newCells(t, 2, 2)
	t.Cleanup(probe.UnmuteAll)
	run := func() {
		probe.Next(c.group, &c.stmts[0], &c.stmts[1])
		assert.False(t, probe.Ints(c.at(0)).Eq(1, 3))
		assert.True(t, probe.Ints(c.at(1)).Lt(1, 3))
	}
	probe.Mute(c.stmt(0))
	probe.Mute(c.cond(0, false))
	probe.Mute(c.cond(1, true))
	probe.Mute(c.cond(1, false))
	want := map[probe.Target]float64{c.stmt(1): 0.5, c.cond(0, true): heuristics.EqualInt(1, 3).OfTrue}
	for range 3 {
		run()
		assert.Equal(t, want, taken(t))
	}
	run()
	probe.Mute(c.stmt(1))
	probe.Mute(c.cond(0, true))
	assert.Empty(t, taken(t), "muted in the middle of the round")
	probe.Mute(-1)
	probe.Mute(probe.Target(probe.Targets()))
	probe.UnmuteAll()
	run()
	assert.Len(t, taken(t), 6)
}

// TestUnmuteListed: a target that is noted and then unmuted in the middle of a round is reported once.
func TestUnmuteListed(t *testing.T) {
	c := newCells(t, 3, 2)
	run := func() {
		for i := range c.stmts {
			probe.Done(c.group, &c.stmts[i])
		}
		for i := range c.conds {
			probe.Bool(c.group, &c.conds[i], true)
		}
	}
	run()
	for target := c.first; int(target) < probe.Targets(); target++ {
		probe.Mute(target)
	}
	probe.UnmuteAll()
	run()
	assert.Len(t, taken(t), 7)
	run()
	assert.Len(t, taken(t), 7)
}

func TestMuteWhileTaking(t *testing.T) {
	c := newCells(t, 1, 1)
	t.Cleanup(probe.UnmuteAll)
	probe.Done(c.group, &c.stmts[0])
	probe.Bool(c.group, &c.conds[0], true)
	probe.Take(func(target probe.Target, value float64) {
		if value == 1 {
			probe.Mute(target)
		}
	})
	probe.Done(c.group, &c.stmts[0])
	probe.Bool(c.group, &c.conds[0], true)
	assert.Equal(t, map[probe.Target]float64{c.cond(0, false): heuristics.Reached}, taken(t))
}

func TestTakePanics(t *testing.T) {
	c := newCells(t, 5, 5)
	run := func() {
		for i := range c.stmts {
			probe.Done(c.group, &c.stmts[i])
			probe.Bool(c.group, &c.conds[i], true)
		}
	}
	run()
	assert.Panics(t, func() { probe.Take(func(probe.Target, float64) { panic("reader") }) })
	assert.Empty(t, taken(t))
	probe.Done(c.group, &c.stmts[4])
	assert.Len(t, taken(t), 1, "nothing is left behind")
	run()
	assert.Len(t, taken(t), 15)
}

func TestTouchedBeforeRegister(t *testing.T) {
	probe.Drop()
	t.Cleanup(probe.Drop)
	c := unregistered(3, 2)
	probe.Enter(c.group, &c.stmts[1])
	probe.Done(c.group, &c.stmts[2])
	probe.Ints(c.at(1)).Eq(3, 5)
	_, ok := probe.Last()
	assert.False(t, ok, "no one knows the statement yet")
	assert.Empty(t, taken(t))
	first := c.first
	probe.Register(c.pkg("late"))
	last, ok := probe.Last()
	assert.True(t, ok)
	assert.Equal(t, first+1, last)
	probe.Done(c.group, &c.stmts[2])
	near := heuristics.EqualInt(3, 5)
	assert.Equal(t, map[probe.Target]float64{first + 1: 0.5, first + 2: 1, first + 5: near.OfTrue,
		first + 6: near.OfFalse}, taken(t))
	assert.Empty(t, taken(t))
}

func TestLast(t *testing.T) {
	a, b := newCells(t, 3, 1), newCells(t, 2, 0)
	_, ok := probe.Last()
	assert.False(t, ok)
	probe.Enter(a.group, &a.stmts[2])
	last, ok := probe.Last()
	assert.True(t, ok)
	assert.Equal(t, a.stmt(2), last)
	probe.Next(b.group, &b.stmts[0], &b.stmts[1])
	last, _ = probe.Last()
	assert.Equal(t, b.stmt(1), last)
	probe.Done(b.group, &b.stmts[0])
	taken(t)
	last, ok = probe.Last()
	assert.True(t, ok, "Take leaves it")
	assert.Equal(t, b.stmt(1), last)
	probe.Drop()
	_, ok = probe.Last()
	assert.False(t, ok, "Drop forgets it")
}

// TestManyPackages: targets are found in each of several packages.
func TestManyPackages(t *testing.T) {
	var all []*cells
	for i := range 7 {
		all = append(all, newCells(t, 1000+i, 300))
	}
	for _, c := range all {
		probe.Done(c.group, &c.stmts[len(c.stmts)-1])
		probe.Bool(c.group, &c.conds[299], false)
	}
	round := taken(t)
	assert.Len(t, round, 3*len(all))
	for _, c := range all {
		assert.Equal(t, 1.0, round[c.stmt(len(c.stmts)-1)])
		assert.Equal(t, heuristics.Flag(false), c.truthness(round, 299))
		assert.Equal(t, "example.com/"+t.Name(), probe.Describe(c.first).Package)
	}
}
