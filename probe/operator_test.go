package probe_test

import (
	"bytes"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe"
	"github.com/stretchr/testify/assert"
)

// operator is a probe of two operands, Go's own operator, and the Truthness that package heuristics computes for it.
type operator[T any] struct {
	probe func(g *probe.Group, c *probe.Cond, n *probe.Near, a, b T) bool
	plain func(a, b T) bool
	truth func(a, b T) heuristics.Truthness
}

// called turns a replacement of a function with two parameters into a probe of two operands.
func called[T any](f func(at probe.Call, a, b T) bool) func(g *probe.Group, c *probe.Cond, n *probe.Near, a, b T) bool {
	return func(g *probe.Group, c *probe.Cond, n *probe.Near, a, b T) bool { return f(probe.At(g, c, n), a, b) }
}

// comparer is a type of comparisons, such as probe.Ints: it has a method for each of the six operators.
type comparer[T any] interface {
	Eq(a, b T) bool
	Ne(a, b T) bool
	Lt(a, b T) bool
	Le(a, b T) bool
	Gt(a, b T) bool
	Ge(a, b T) bool
}

// comparisons returns the six operators of a type, made of a heuristic for equality and one for order.
func comparisons[T int64 | uint64 | float64 | string](
	of func(at probe.Call) comparer[T], equal, less func(a, b T) heuristics.Truthness,
) map[string]operator[T] {
	by := func(method func(comparer[T], T, T) bool) func(*probe.Group, *probe.Cond, *probe.Near, T, T) bool {
		return called(func(at probe.Call, a, b T) bool { return method(of(at), a, b) })
	}
	ordered := func(a, b T) heuristics.Truthness { return less(a, b) }
	orNaN := func(t heuristics.Truthness, a, b T) heuristics.Truthness {
		if a != a || b != b {
			return heuristics.Flag(false)
		}
		return t
	}
	return map[string]operator[T]{
		"==": {by(comparer[T].Eq), func(a, b T) bool { return a == b }, equal},
		"!=": {by(comparer[T].Ne), func(a, b T) bool { return a != b },
			func(a, b T) heuristics.Truthness { return equal(a, b).Not() }},
		"<": {by(comparer[T].Lt), func(a, b T) bool { return a < b }, ordered},
		"<=": {by(comparer[T].Le), func(a, b T) bool { return a <= b },
			func(a, b T) heuristics.Truthness { return orNaN(less(b, a).Not(), a, b) }},
		">": {by(comparer[T].Gt), func(a, b T) bool { return a > b },
			func(a, b T) heuristics.Truthness { return less(b, a) }},
		">=": {by(comparer[T].Ge), func(a, b T) bool { return a >= b },
			func(a, b T) heuristics.Truthness { return orNaN(less(a, b).Not(), a, b) }},
	}
}

// check runs every pair of operands through every operator, once with an open
// cell and once with a muted one.
func check[T any](t *testing.T, operators map[string]operator[T], operands []T) {
	t.Helper()
	c := newCells(t, 0, 2)
	t.Cleanup(probe.UnmuteAll)
	probe.Mute(c.cond(1, true))
	probe.Mute(c.cond(1, false))
	for name, op := range operators {
		for _, a := range operands {
			for _, b := range operands {
				want := op.plain(a, b)
				assert.Equal(t, want, op.probe(c.group, &c.conds[0], &c.nears[0], a, b), "%v %s %v", a, name, b)
				assert.Equal(t, want, op.probe(c.group, &c.conds[1], &c.nears[1], a, b), "muted: %v %s %v", a, name, b)
				got, truth := c.truthness(taken(t), 0), op.truth(a, b)
				assert.Equal(t, truth, got, "%v %s %v", a, name, b)
				assert.Equal(t, want, got.OfTrue == 1, "%v %s %v", a, name, b)
				assert.Equal(t, !want, got.OfFalse == 1, "%v %s %v", a, name, b)
			}
		}
	}
}

func TestIntegers(t *testing.T) {
	check(t, comparisons(func(at probe.Call) comparer[int64] { return probe.Ints(at) },
		heuristics.EqualInt, heuristics.LessInt),
		[]int64{math.MinInt64, math.MinInt64 + 1, -4711, -1, 0, 1, 2, 42, 1 << 40, math.MaxInt64 - 1, math.MaxInt64})
	check(t, comparisons(func(at probe.Call) comparer[uint64] { return probe.Uints(at) },
		heuristics.EqualUint, heuristics.LessUint),
		[]uint64{0, 1, 2, 42, 1 << 40, 1 << 63, math.MaxUint64 - 1, math.MaxUint64})
}

// The remainder is that of the language. The distance is the shorter way around to the wanted remainder. While the
// probes listen, they keep numbers that have it.
func TestRests(t *testing.T) {
	operands := []int64{math.MinInt64, -202, -101, -100, -1, 0, 1, 50, 100, 101, 20_001, math.MaxInt64}
	for _, m := range []int64{1, -1, 7, 101, -101, math.MaxInt64} {
		with := func(
			f func(at probe.Ints, a, m, b int64) bool,
		) func(*probe.Group, *probe.Cond, *probe.Near, int64, int64) bool {
			return called(func(at probe.Call, a, b int64) bool { return f(probe.Ints(at), a, m, b) })
		}
		truth := func(a, b int64) heuristics.Truthness { return heuristics.EqualRest(a%m, b, m) }
		check(t, map[string]operator[int64]{
			"%==": {with(probe.Ints.EqRest), func(a, b int64) bool { return a%m == b }, truth},
			"%!=": {with(probe.Ints.NeRest), func(a, b int64) bool { return a%m != b },
				func(a, b int64) heuristics.Truthness { return truth(a, b).Not() }},
		}, operands)
	}
	assert.Equal(t, heuristics.EqualInt(3, 0), heuristics.EqualRest(98, 0, 101))
	c := newCells(t, 0, 1)
	probe.Listen(true)
	defer probe.Listen(false)
	probe.Ints(c.at(0)).EqRest(20_001, 101, 0)
	assert.Equal(t, []any{int64(20_001), int64(19_998), int64(20_099), int64(19_897), int64(20_200)},
		probe.Overheard()[0].Operands)
}

func TestFloats(t *testing.T) {
	check(t, comparisons(func(at probe.Call) comparer[float64] { return probe.Floats(at) },
		heuristics.EqualFloat, heuristics.LessFloat),
		[]float64{math.Inf(-1), -math.MaxFloat64, -1, math.Copysign(0, -1), 0, math.SmallestNonzeroFloat64,
			1e-300, 0.1, 0.1 + 1e-17, 0.5,
			math.Nextafter(0.5, 1), 1e20, math.MaxFloat64, math.Inf(1), math.NaN()})
}

func TestStrings(t *testing.T) {
	operands := []string{"", "a", "b", "ab", "abc", "Abc", "ABCD", "äb", "zebra crossing", "\xff\x00"}
	check(t, comparisons(func(at probe.Call) comparer[string] { return probe.Texts(at) },
		heuristics.EqualString, heuristics.LessString), operands)
	check(t, map[string]operator[string]{
		"has prefix": {called(probe.HasPrefix), strings.HasPrefix, heuristics.HasPrefix},
		"has suffix": {called(probe.HasSuffix), strings.HasSuffix, heuristics.HasSuffix},
		"contains":   {called(probe.Contains), strings.Contains, heuristics.Contains},
		"equal fold": {called(probe.EqualFold), strings.EqualFold, heuristics.EqualFold},
	}, operands)
	var slices [][]byte
	for _, s := range operands {
		slices = append(slices, []byte(s))
	}
	check(t, map[string]operator[[]byte]{"equal bytes": {called(probe.EqBytes), bytes.Equal, heuristics.EqualBytes}},
		append(slices, nil))
}

func TestTimes(t *testing.T) {
	now := time.Date(2024, 2, 29, 12, 0, 0, 0, time.UTC)
	operands := []time.Time{{}, now, now.Add(1), now.Add(-time.Hour), now.In(time.FixedZone("x", 3600)),
		now.AddDate(2000, 0, 0)}
	check(t, map[string]operator[time.Time]{
		"before": {called(probe.Before), time.Time.Before, heuristics.BeforeTime},
		"after": {called(probe.After), time.Time.After,
			func(a, b time.Time) heuristics.Truthness { return heuristics.BeforeTime(b, a) }},
		"equal": {called(probe.EqTime), time.Time.Equal, heuristics.EqualTime},
	}, operands)
}

type (
	level  int8
	weight float32
	label  string
	point  struct {
		X, Y level
		Name label
	}
)

func TestTypeParameters(t *testing.T) {
	check(t, generic(heuristics.EqualInt, heuristics.LessInt, func(v level) int64 { return int64(v) }),
		[]level{-128, -1, 0, 3, 127})
	check(t, generic(heuristics.EqualInt, heuristics.LessInt, func(v int16) int64 { return int64(v) }),
		[]int16{-300, 0, 300})
	check(t, generic(heuristics.EqualInt, heuristics.LessInt, func(v rune) int64 { return int64(v) }),
		[]rune{-70000, 0, 70000})
	check(t, generic(heuristics.EqualInt, heuristics.LessInt, func(v int) int64 { return int64(v) }),
		[]int{math.MinInt, 0, 7, math.MaxInt})
	check(t, generic(heuristics.EqualInt, heuristics.LessInt, func(v time.Duration) int64 { return int64(v) }),
		[]time.Duration{0, 1, time.Hour})
	check(t, generic(heuristics.EqualUint, heuristics.LessUint, func(v byte) uint64 { return uint64(v) }),
		[]byte{0, 1, 255})
	check(t, generic(heuristics.EqualUint, heuristics.LessUint, func(v uint16) uint64 { return uint64(v) }),
		[]uint16{0, 1, 65535})
	check(t, generic(heuristics.EqualUint, heuristics.LessUint, func(v uint32) uint64 { return uint64(v) }),
		[]uint32{0, 1, math.MaxUint32})
	check(t, generic(heuristics.EqualUint, heuristics.LessUint, func(v uint64) uint64 { return v }),
		[]uint64{0, 1, math.MaxUint64})
	check(t, generic(heuristics.EqualUint, heuristics.LessUint, func(v uint) uint64 { return uint64(v) }),
		[]uint{0, 1, math.MaxUint})
	check(t, generic(heuristics.EqualUint, heuristics.LessUint, func(v uintptr) uint64 { return uint64(v) }),
		[]uintptr{0, 1, 99})
	check(t, generic(heuristics.EqualFloat, heuristics.LessFloat, func(v weight) float64 { return float64(v) }),
		[]weight{0, 0.1, -3, weight(math.NaN()), weight(math.Inf(1))})
	check(t, generic(heuristics.EqualFloat, heuristics.LessFloat, func(v float64) float64 { return v }),
		[]float64{0, 0.1, math.NaN()})
	check(t, generic(heuristics.EqualString, heuristics.LessString, func(v label) string { return string(v) }),
		[]label{"", "a", "ab", "b"})
}

// ordered are the types that generic is instantiated with.
type ordered interface {
	level | int16 | rune | int | time.Duration | byte | uint16 | uint32 | uint64 | uint | uintptr |
		weight | float64 | label
}

// generic is comparisons for probes of a type parameter that becomes T.
func generic[T ordered, B int64 | uint64 | float64 | string](
	equal, less func(a, b B) heuristics.Truthness, base func(T) B,
) map[string]operator[T] {
	operators := map[string]operator[T]{}
	for name, op := range comparisons[B](nil, equal, less) {
		operators[name] = operator[T]{
			probe: map[string]func(g *probe.Group, c *probe.Cond, n *probe.Near, a, b T) bool{
				"==": probe.EqT[T], "!=": probe.NeT[T], "<": probe.LtT[T], "<=": probe.LeT[T],
				">": probe.GtT[T], ">=": probe.GeT[T],
			}[name],
			plain: func(a, b T) bool { return op.plain(base(a), base(b)) },
			truth: func(a, b T) heuristics.Truthness { return op.truth(base(a), base(b)) },
		}
	}
	return operators
}

func TestStructs(t *testing.T) {
	equal := func(a, b point) bool { return a == b }
	truth := func(a, b point) heuristics.Truthness { return heuristics.EqualAny(a, b) }
	check(t, map[string]operator[point]{
		"==": {probe.EqT[point], equal, truth},
		"!=": {probe.NeT[point], func(a, b point) bool { return a != b },
			func(a, b point) heuristics.Truthness { return truth(a, b).Not() }},
	}, []point{{}, {1, 2, "x"}, {1, 2, "y"}, {3, 4, "x"}})
}

func TestInterfaces(t *testing.T) {
	n := 3
	a, b := errors.New("a"), errors.New("b")
	check(t, map[string]operator[any]{
		"==": {called(func(at probe.Call, a, b any) bool { return probe.Interfaces(at).Eq(a, b) }),
			func(a, b any) bool { return a == b }, heuristics.EqualAny},
		"!=": {called(func(at probe.Call, a, b any) bool { return probe.Interfaces(at).Ne(a, b) }),
			func(a, b any) bool { return a != b },
			func(a, b any) heuristics.Truthness { return heuristics.EqualAny(a, b).Not() }},
	}, []any{nil, 1, 4, int8(1), "a", "abc", 2.5, true, point{1, 2, "x"}, [2]int{1, 2},
		[2]int{1, 5}, &n, new(int), a, b, a})
	check(t, map[string]operator[error]{
		"== of a type parameter": {probe.EqT[error], func(a, b error) bool { return a == b },
			func(a, b error) heuristics.Truthness { return heuristics.EqualAny(a, b) }},
	}, []error{nil, a, b})
}

// TestUncomparable: the probe panics as the operator does, and notes nothing.
func TestUncomparable(t *testing.T) {
	c := newCells(t, 0, 1)
	a, b := any([]int{1}), any([]int{1})
	want := panicOf(func() bool { return a == b })
	assert.NotNil(t, want)
	for name, run := range map[string]func() bool{
		"Eq of interfaces": func() bool { return probe.Interfaces(c.at(0)).Eq(a, b) },
		"Ne of interfaces": func() bool { return probe.Interfaces(c.at(0)).Ne(a, b) },
		"EqT":              func() bool { return probe.EqT(c.group, &c.conds[0], &c.nears[0], a, b) },
		"NeT":              func() bool { return probe.NeT(c.group, &c.conds[0], &c.nears[0], a, b) },
		"In":               func() bool { return probe.In(c.at(0), []any{a}, b) },
	} {
		assert.Equal(t, want.(error).Error(), panicOf(run).(error).Error(), name)
		assert.Empty(t, taken(t), name)
	}
	assert.Panics(t, func() { probe.Key(c.group, &c.conds[0], &c.nears[0], map[any]int{1: 1}, a) },
		"as the map read would")
	assert.False(t, probe.Interfaces(c.at(0)).Eq(a, 1), "other types: no panic, as in Go")
}

func panicOf(f func() bool) (reason any) {
	defer func() { reason = recover() }()
	f()
	return nil
}

func TestFlags(t *testing.T) {
	c := newCells(t, 0, 1)
	boom := errors.New("boom")
	for name, tt := range map[string]struct {
		run  func()
		want bool
	}{
		"true":        {func() { assert.True(t, probe.Bool(c.group, &c.conds[0], true)) }, true},
		"false":       {func() { assert.False(t, probe.Bool(c.group, &c.conds[0], false)) }, false},
		"entered":     {func() { probe.Loop(c.group, &c.conds[0], true) }, true},
		"not entered": {func() { probe.Loop(c.group, &c.conds[0], false) }, false},
		"error":       {func() { assert.Equal(t, boom, probe.Err(c.group, &c.conds[0], boom)) }, true},
		"no error":    {func() { assert.NoError(t, probe.Err(c.group, &c.conds[0], nil)) }, false},
	} {
		tt.run()
		assert.Equal(t, heuristics.Flag(tt.want), c.truthness(taken(t), 0), name)
	}
}

func TestIn(t *testing.T) {
	c := newCells(t, 0, 1)
	list := []string{"red", "green", "blue"}
	for _, s := range []string{"red", "blue", "blub", "", "yellow"} {
		assert.Equal(t, slices.Contains(list, s), probe.In(c.at(0), list, s))
		assert.Equal(t, heuristics.Element(list, s, heuristics.EqualString), c.truthness(taken(t), 0), s)
	}
	assert.False(t, probe.In(c.at(0), []int(nil), 3))
	assert.Equal(t, heuristics.Truthness{OfTrue: heuristics.Absent, OfFalse: 1}, c.truthness(taken(t), 0))
	assert.False(t, probe.In(c.at(0), []level{1, 10}, 7))
	assert.Equal(t, heuristics.EqualInt(10, 7), c.truthness(taken(t), 0))
	assert.False(t, probe.In(c.at(0), []point{{1, 2, "x"}}, point{1, 2, "y"}))
	assert.Equal(t, heuristics.EqualAny(point{1, 2, "x"}, point{1, 2, "y"}), c.truthness(taken(t), 0))
}

func TestKey(t *testing.T) {
	c := newCells(t, 0, 1)
	m := map[int]string{10: "a", 20: "b", 35: "c"}
	for k, want := range map[int]heuristics.Truthness{
		20: heuristics.EqualInt(20, 20), 14: heuristics.EqualInt(14, 10), 28: heuristics.EqualInt(28, 35),
		0: heuristics.EqualInt(0, 10),
	} {
		for range 5 { // the order of a map differs each time
			assert.Equal(t, k, probe.Key(c.group, &c.conds[0], &c.nears[0], m, k))
			assert.Equal(t, want, c.truthness(taken(t), 0), k)
		}
	}
	probe.Key(c.group, &c.conds[0], &c.nears[0], map[label]int(nil), "x")
	assert.Equal(t, heuristics.Truthness{OfTrue: heuristics.Absent, OfFalse: 1}, c.truthness(taken(t), 0))
	large := map[int]bool{}
	for i := range 1001 {
		large[i] = true
	}
	probe.Key(c.group, &c.conds[0], &c.nears[0], large, 1001)
	assert.Equal(t, heuristics.Flag(false), c.truthness(taken(t), 0), "too many keys")
	probe.Key(c.group, &c.conds[0], &c.nears[0], large, 1000)
	assert.Equal(t, heuristics.EqualInt(0, 0), c.truthness(taken(t), 0))
}
