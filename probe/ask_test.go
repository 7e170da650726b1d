package probe_test

import (
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe"
)

// asked is a program in its rewritten form: condition 0 tests the result of a function that has the conditions 1 and 2.
type asked struct {
	g     [8]probe.Group
	c     [4]probe.Cond
	n     [3]probe.Near
	forks [2]probe.Fork
	f     probe.Function
	first probe.Target
}

func newAsked(t *testing.T) *asked {
	a := &asked{first: probe.Target(probe.Targets())}
	a.forks = [2]probe.Fork{
		{First: 0, Formula: "a", Then: probe.ToFalse | probe.Sure},
		{First: 1, Formula: "a", Level: 1, Then: probe.ToTrue | probe.Sure, Else: probe.ToFalse | probe.Sure},
	}
	a.f = probe.Function{Name: 5, Cond: &a.c[1], Near: &a.n[1], Conds: 2, Fork: &a.forks[0], Forks: 2}
	require.True(t, probe.Register(probe.Package{
		Path: t.Name(), Groups: a.g[:], Conditions: a.c[:3], Distances: a.n[:],
		Starts: []probe.Start{{}, {Cond: 1}},
		Sites:  "F a.go\nC b g 1 1 valid(n)\nC b i< 2 1 n < 10\nC b i= 3 1 n == 77\n",
	}))
	t.Cleanup(func() {
		probe.Watch(-1)
		probe.UnmuteAll()
		probe.Drop()
	})
	probe.Drop()
	return a
}

// valid is `if n < 10 { return false }; return n == 77`.
func (a *asked) valid(n int64) bool {
	probe.Begin(&a.f)
	if probe.Ints(probe.At(&a.g[1], &a.c[1], &a.n[1])).Lt(n, 10) {
		return false
	}
	return probe.Ints(probe.At(&a.g[1], &a.c[2], &a.n[2])).Eq(n, 77)
}

// call is `if valid(n) {}`. It returns how near the condition came to its two sides.
func (a *asked) call(name uint32, n int64) (toTrue, toFalse float64) {
	probe.Answered(&a.g[0], &a.c[0], &a.n[0], probe.Ask(&a.c[0], &a.n[0], name), a.valid(n))
	probe.Take(func(t probe.Target, value float64) {
		switch t {
		case a.first:
			toTrue = value
		case a.first + 1:
			toFalse = value
		}
	})
	return toTrue, toFalse
}

// The watched condition has the distance of the result of the function that it calls.
func TestAsk(t *testing.T) {
	a := newAsked(t)
	flat, _ := a.call(5, 70)
	probe.Watch(a.first)
	before := flat
	for _, n := range []int64{-5, 3, 9, 1000, 90, 76} {
		near, taken := a.call(5, n)
		assert.Equal(t, 1.0, taken)
		assert.Greater(t, near, before, n)
		before = near
	}
	taken, near := a.call(5, 77)
	assert.Equal(t, 1.0, taken)
	assert.Greater(t, near, flat)
	for what, score := range map[string]float64{"another function": first(a.call(6, 76)),
		"not watched": func() float64 {
			probe.Watch(a.first + 2)
			return first(a.call(5, 76))
		}()} {
		assert.Equal(t, flat, score, what)
	}
	probe.Watch(a.first)
	any, _ := a.call(0, 76)
	assert.Equal(t, before, any)
}

func first(toTrue, _ float64) float64 { return toTrue }

// Conditions whose sides are all muted still answer a caller that asks, and are silent again after that.
func TestAskMuted(t *testing.T) {
	a := newAsked(t)
	probe.Watch(a.first)
	want, _ := a.call(5, 70)
	for _, condition := range []probe.Target{1, 2} {
		probe.Mute(a.first + 2*condition)
		probe.Mute(a.first + 2*condition + 1)
	}
	silent := a.c
	for range 3 {
		got, _ := a.call(5, 70)
		assert.Equal(t, want, got)
	}
	assert.Equal(t, silent[1:], a.c[1:])
}

// A panic leaves a question open. It ends with the round.
func TestAskPanic(t *testing.T) {
	a := newAsked(t)
	probe.Watch(a.first)
	want, _ := a.call(5, 70)
	func() {
		defer func() { _ = recover() }()
		probe.Ask(&a.c[0], &a.n[0], 5)
		probe.Begin(&a.f)
		panic("in the function")
	}()
	probe.Drop()
	got, _ := a.call(5, 70)
	assert.Equal(t, want, got)
}

// The answer passes through a variable between the call and the condition, and through a function that returns the
// result of another function.
func TestAskThrough(t *testing.T) {
	a := newAsked(t)
	probe.Watch(a.first)
	want, _ := a.call(5, 70)
	outer := probe.Function{Name: 9, Cond: &a.c[1], Near: &a.n[1],
		Fork: &probe.Fork{Then: probe.ToTrue | probe.Sure, Else: probe.ToFalse | probe.Sure}, Forks: 1}
	for name, call := range map[string]func(n int64){
		"variable": func(n int64) {
			probe.Ask(&a.c[0], &a.n[0], 5)
			ok := a.valid(n)
			probe.Succeeded(&a.g[0], &a.c[0], &a.n[0], ok)
		},
		"error": func(n int64) {
			probe.Ask(&a.c[0], &a.n[0], 5)
			failed := !a.valid(n)
			probe.Failed(&a.g[0], &a.c[0], &a.n[0], failed)
		},
		"passed": func(n int64) {
			id := probe.Ask(&a.c[0], &a.n[0], 9)
			probe.Begin(&outer)
			v := probe.Passed(probe.Pass(5), 0, a.valid(n))
			probe.Answered(&a.g[0], &a.c[0], &a.n[0], id, v)
		},
	} {
		score := func(n int64) (near float64) {
			call(n)
			probe.Take(func(t probe.Target, value float64) {
				if t <= a.first+1 && t >= a.first {
					near += value
				}
			})
			return near - 1
		}
		if name != "passed" {
			assert.InDelta(t, want, score(70), 1e-9, name)
		}
		assert.Greater(t, score(70), score(60), name)
		assert.Greater(t, score(60), score(9), name)
	}
}

// Many goroutines ask at the same time, and the program still computes the same.
func TestAskAtOnce(t *testing.T) {
	a := newAsked(t)
	probe.Watch(a.first)
	var wait sync.WaitGroup
	for i := range 4 {
		wait.Go(func() {
			for n := range int64(300) {
				got := probe.Answered(&a.g[0], &a.c[0], &a.n[0], probe.Ask(&a.c[0], &a.n[0], 5), a.valid(n))
				assert.Equal(t, n == 77, got)
				if i == 0 && n%50 == 0 {
					probe.Take(func(probe.Target, float64) {})
				}
			}
		})
	}
	wait.Wait()
	probe.Drop()
}

// While the probes listen, a condition that is not yet covered keeps what the functions that it asked compared, also in
// their muted conditions, and each value once.
func TestListenThroughFunctions(t *testing.T) {
	a := newAsked(t)
	flat, _ := a.call(5, 70)
	for side := range probe.Target(4) {
		probe.Mute(a.first + 2 + side)
	}
	a.call(5, 70)
	assert.Empty(t, probe.Overheard(), "nobody listens")
	assert.Empty(t, probe.Behind(a.first))
	probe.Listen(true)
	probe.Drop()
	for range 3 {
		a.valid(70)
	}
	assert.Empty(t, probe.Overheard(), "nobody asks")
	near, _ := a.call(5, 70)
	assert.Greater(t, near, flat, "who asks has the distance")
	a.call(5, 70)
	assert.Equal(t, []probe.Heard{
		{Target: a.first, Operands: []any{int64(70), int64(10)}},
		{Target: a.first, Operands: []any{int64(70), int64(77)}},
	}, probe.Overheard()[:2])
	assert.Equal(t, []probe.Target{a.first + 2, a.first + 4}, probe.Behind(a.first))
	assert.Empty(t, probe.Behind(a.first+2))
	probe.Mute(a.first)
	probe.Mute(a.first + 1)
	probe.Drop()
	probe.Overheard()
	a.call(5, 70)
	assert.Empty(t, probe.Overheard(), "it is covered")
	probe.Listen(false)
}

// A comparison of the result of a function keeps what that function compared, also if other conditions, a question or a
// second comparison of the result come in between.
func TestHeed(t *testing.T) {
	a := newAsked(t)
	own := newCells(t, 0, 4)
	probe.Listen(true)
	defer probe.Listen(false)
	probe.Heed(&own.conds[0], &own.nears[0], 5)
	a.valid(70)
	probe.Ints(own.at(1)).Eq(1, 2)
	heardOf := func(target probe.Target) (n int) {
		for _, h := range probe.Overheard() {
			if h.Target == target {
				n++
			}
		}
		return n
	}
	assert.Equal(t, 2, heardOf(own.cond(0, true)))
	probe.Ask(&a.c[0], &a.n[0], 5)
	probe.Heed(&own.conds[2], &own.nears[2], 5)
	probe.Heed(&own.conds[3], &own.nears[3], 5)
	ok := a.valid(71)
	all := probe.Overheard()
	for _, target := range []probe.Target{a.first, own.cond(2, true), own.cond(3, true)} {
		assert.Contains(t, all, probe.Heard{Target: target, Operands: []any{int64(71), int64(77)}})
	}
	assert.False(t, probe.Succeeded(&a.g[0], &a.c[0], &a.n[0], ok))
	probe.Heed(&own.conds[2], &own.nears[2], 6) // is never called
	probe.Ask(&a.c[0], &a.n[0], 5)
	a.valid(72)
	assert.Equal(t, 2, heardOf(a.first))
	probe.Listen(false)
	probe.Drop()
	probe.Heed(&own.conds[0], &own.nears[0], 5)
	a.valid(70)
	assert.Empty(t, probe.Overheard())
}

// A switch over the result of a function keeps what that function compared, for each case that was not taken yet.
func TestHeedCases(t *testing.T) {
	a := newAsked(t)
	own := newCells(t, 0, 3)
	choice := probe.Choice{First: &own.conds[0], Near: &own.nears[0], N: 3, Ints: &[]int64{400, 900}[0]}
	probe.Listen(true)
	defer probe.Listen(false)
	heard := func() (cases []probe.Target) {
		for _, h := range probe.Overheard() {
			if slices.Equal(h.Operands, []any{int64(70), int64(77)}) && h.Target >= own.cond(0, true) &&
				h.Target <= own.cond(2, true) {
				cases = append(cases, h.Target)
			}
		}
		return cases
	}
	tag := func() int64 { a.valid(70); return 400 }
	probe.SwitchI(own.group, probe.HeedCases(&choice, 5), tag())
	assert.Equal(t, []probe.Target{own.cond(0, true), own.cond(1, true), own.cond(2, true)}, heard())
	probe.SwitchI(own.group, probe.HeedCases(&choice, 5), tag())
	assert.Equal(t, []probe.Target{own.cond(1, true), own.cond(2, true)}, heard(), "the first case was taken")
	probe.Listen(false)
	probe.Drop()
	probe.SwitchI(own.group, probe.HeedCases(&choice, 5), tag())
	assert.Empty(t, heard(), "nobody listens")
}

// A switch in a function that is asked keeps the values of its cases together with its tag.
func TestListenThroughSwitch(t *testing.T) {
	c := newCells(t, 0, 4)
	choice := probe.Choice{First: &c.conds[1], Near: &c.nears[1], N: 3, Texts: &[]string{"red", "blue"}[0]}
	f := probe.Function{Name: 5, Cond: &c.conds[1], Near: &c.nears[1], Conds: 3, Choice: &choice, Choices: 1}
	call := func() {
		id := probe.Ask(&c.conds[0], &c.nears[0], 5)
		probe.Begin(&f)
		probe.SwitchS(c.group, &choice, "green")
		probe.Answered(c.group, &c.conds[0], &c.nears[0], id, false)
	}
	probe.Listen(true)
	defer probe.Listen(false)
	call()
	heard := probe.Overheard()
	assert.Equal(t, []probe.Heard{
		{Target: c.cond(0, true), Operands: []any{"green", "red"}},
		{Target: c.cond(0, true), Operands: []any{"green", "blue"}},
	}, heard[:2])
}

func TestAskAllocates(t *testing.T) {
	a := newAsked(t)
	probe.Watch(a.first)
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		probe.Answered(&a.g[0], &a.c[0], &a.n[0], probe.Ask(&a.c[0], &a.n[0], 5), a.valid(70))
	}))
}
