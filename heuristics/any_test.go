package heuristics_test

import (
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	h "github.com/evoke-go/evoke/heuristics"
)

type inner struct {
	name  string
	_     int
	ratio float32
}

type record struct {
	ID     uint8
	Nested inner
	Pair   [2]int
	wide   complex128
	ok     bool
	any    any
	next   *record
	ch     chan int
	_      string
}

var (
	channels = []chan int{nil, make(chan int), make(chan int)}
	records  = []*record{nil, {}, {}}
)

func inners() *rapid.Generator[inner] {
	return rapid.Custom(func(t *rapid.T) inner {
		return inner{name: rapid.SampledFrom([]string{"", "a", "b"}).Draw(t, "name"),
			ratio: float32(floats().Draw(t, "ratio"))}
	})
}

// comparables draws values for which == does not panic.
func comparables() *rapid.Generator[any] {
	return rapid.OneOf(
		rapid.Just[any](nil), rapid.Just[any](io.EOF), rapid.Just[any](errors.New("EOF")), rapid.Just[any](struct{}{}),
		rapid.Map(rapid.IntRange(0, 2), func(i int) any { return i }),
		rapid.Map(rapid.IntRange(0, 2), func(i int) any { return time.Duration(i) }),
		rapid.Map(floats(), func(f float64) any { return f }),
		rapid.Map(inners(), func(i inner) any { return i }),
		rapid.Map(rapid.SampledFrom(channels), func(c chan int) any { return c }),
		rapid.Map(rapid.SampledFrom(records), func(r *record) any { return r }),
		rapid.Custom(func(t *rapid.T) any {
			return record{
				ID: rapid.Uint8Range(0, 1).Draw(t, "id"), Nested: inners().Draw(t, "nested"),
				Pair: [2]int{rapid.IntRange(0, 1).Draw(t, "first"), 1}, wide: complex(floats().Draw(t, "real"), 0),
				ok: rapid.Bool().Draw(t, "ok"), any: rapid.SampledFrom([]any{nil, 1, "x", inner{}}).Draw(t, "any"),
				next: rapid.SampledFrom(records).Draw(t, "next"), ch: rapid.SampledFrom(channels).Draw(t, "ch"),
			}
		}),
	)
}

// trees draws values of slices, maps and pointers.
func trees(depth int) *rapid.Generator[any] {
	leaf := comparables()
	if depth == 0 {
		return leaf
	}
	below := rapid.Deferred(func() *rapid.Generator[any] { return trees(depth - 1) })
	return rapid.OneOf(leaf,
		rapid.Map(rapid.SliceOfN(below, 0, 3), func(s []any) any { return s }),
		rapid.Map(rapid.MapOfN(rapid.SampledFrom([]string{"a", "b", "c"}), below, 0, 3), func(m map[string]any) any {
			return m
		}),
		rapid.Map(below, func(v any) any { return &v }),
		rapid.SampledFrom([]any{[]any(nil), map[string]any(nil), func() {}, (func())(nil),
			[]byte("bytes"), []byte("bites")}),
	)
}

// TestEqualAnyIsGos: the truth is that of ==, and of reflect.DeepEqual.
func TestEqualAnyIsGos(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := comparables().Draw(t, "a")
		b := a
		if rapid.Bool().Draw(t, "differ") {
			b = comparables().Draw(t, "b")
		}
		checkSides(t, h.EqualAny(a, b), a == b)
		checkSides(t, h.EqualDeep(a, b), reflect.DeepEqual(a, b))
	})
}

func TestEqualDeepIsGos(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := trees(3).Draw(t, "a"), trees(3).Draw(t, "b")
		checkSides(t, h.EqualDeep(a, b), reflect.DeepEqual(a, b))
		checkSides(t, h.EqualDeep(a, a), reflect.DeepEqual(a, a))
		h.EqualAny(a, b) // does not panic for any operands
		same(t, "maps have no order", h.EqualDeep(a, b), h.EqualDeep(a, b))
	})
}

// TestEqualAnyByKind: values of a basic type have the score of the function for that type.
func TestEqualAnyByKind(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		i, j := ints().Draw(t, "i"), ints().Draw(t, "j")
		x, y := floats().Draw(t, "x"), floats().Draw(t, "y")
		s, u := texts().Draw(t, "s"), texts().Draw(t, "u")
		same(t, "int64", h.EqualAny(i, j), h.EqualInt(i, j))
		same(t, "Duration", h.EqualAny(time.Duration(i), time.Duration(j)), h.EqualInt(i, j))
		same(t, "uint64", h.EqualAny(uint64(i), uint64(j)), h.EqualUint(uint64(i), uint64(j)))
		same(t, "float64", h.EqualAny(x, y), h.EqualFloat(x, y))
		same(t, "string", h.EqualAny(s, u), h.EqualString(s, u))
	})
}

// TestLadders lists operands from far to near: each scores more than the one before.
func TestLadders(t *testing.T) {
	want := record{ID: 200, Nested: inner{name: "north", ratio: 2}, Pair: [2]int{1, 2}, any: 5}
	with := func(change func(*record)) any {
		r := want
		change(&r)
		return r
	}
	for name, ladder := range map[string][]float64{
		"interface": values(h.EqualAny, 5, nil, "5", 1000, 6, 5),
		"struct": values(h.EqualAny, want, nil, inner{}, record{}, with(func(r *record) { r.ID, r.any = 1, nil }),
			with(func(r *record) { r.any = nil }), with(func(r *record) { r.any = "5" }),
			with(func(r *record) { r.any = 7 }),
			with(func(r *record) { r.any = 6 }), want),
		"unexported field": values(h.EqualAny, want, with(func(r *record) { r.Nested.name = "north pole" }),
			with(func(r *record) { r.Nested.name = "norht" }), with(func(r *record) { r.Nested.name = "norti" }), want),
		"array": values(h.EqualAny, [3]int{1, 2, 3}, [3]int{9, 9, 9}, [3]int{1, 9, 9}, [3]int{1, 2, 9},
			[3]int{1, 2, 4}, [3]int{1, 2, 3}),
		"slice": values(h.EqualDeep, []int{1, 2, 3}, []int(nil), []int{7}, []int{1}, []int{1, 2},
			[]int{1, 2, 50}, []int{1, 2, 3}),
		"long slice": values(h.EqualDeep, []int{1, 2}, []int{1, 2, 3, 4}, []int{1, 2, 3}, []int{1, 2}),
		"map": values(h.EqualDeep, map[string]int{"a": 1, "b": 2}, map[string]int{}, map[string]int{"b": 99},
			map[string]int{"b": 2},
			map[string]int{"a": 9, "b": 2}, map[string]int{"a": 1, "b": 2}),
		"pointer":         values(h.EqualDeep, &want, (*record)(nil), &record{}, &want),
		"not nil":         values(h.EqualDeep, []int{}, nil, []int{1}, []int(nil), []int{}),
		"nil in a struct": values(h.EqualDeep, lists{1, []int{}}, lists{9, nil}, lists{9, []int{}}, lists{1, []int{}}),
		"pointer field": values(h.EqualAny, record{ID: 1, next: records[1]}, record{ID: 9},
			record{ID: 9, next: records[2]},
			record{ID: 9, next: records[1]}, record{ID: 1, next: records[1]}),
		"error": values(h.EqualAny, any(io.EOF), nil, fs("EOF"), errors.New("end"), errors.New("EOG"),
			errors.New("EOF"), io.EOF),
		"wrap": values(h.EqualAny, any(errWrapped), io.EOF, fmt.Errorf("read: %w", io.ErrNoProgress),
			fmt.Errorf("read: %w", io.EOF), errWrapped),
		"complex": values(h.EqualAny, 1+2i, 9+9i, 1+9i, 1+3i, 1+2i),
		"both empty": values(h.EqualDeep, map[string]int(nil), map[string]int{"a": 1},
			map[string]int{}, map[string]int(nil)),
	} {
		for i := 1; i < len(ladder); i++ {
			assert.Greater(t, ladder[i], ladder[i-1], "%s, step %d of %v", name, i, ladder)
		}
		assert.Equal(t, 1.0, ladder[len(ladder)-1], name)
	}
}

type lists struct {
	N int
	S []int
}

var errWrapped = fmt.Errorf("read: %w", io.EOF)

// values returns the score of each operand for equality with want.
func values[T any](of func(a, b any) h.Truthness, want T, operands ...any) []float64 {
	var v []float64
	for _, o := range operands {
		v = append(v, of(o, want).OfTrue)
	}
	return v
}

// fs is an error whose method must not be called: it may be instrumented code.
type fs string

func (fs) Error() string { panic("a heuristic called a method") }

func TestEqualAnyOfErrors(t *testing.T) {
	assert.Equal(t, h.EqualInt(0, 0), h.EqualAny(nil, nil))
	assert.Equal(t, h.EqualInt(0, 0), h.EqualAny(io.EOF, io.EOF))
	assert.Equal(t, h.Absent, h.EqualAny(nil, io.EOF).OfTrue)
	assert.Less(t, h.EqualAny(errors.New("EOF"), io.EOF).OfTrue, 1.0, "same text, not the same error")
	assert.Equal(t, h.EqualString("gone", "done"), h.EqualAny(fs("gone"), fs("done")))
}

// TestEqualAnyReadsNoMore: == does not follow pointers. To follow them could race with the program.
func TestEqualAnyReadsNoMore(t *testing.T) {
	target := &record{ID: 1}
	flag := h.Truthness{OfTrue: h.Reached, OfFalse: 1}
	assert.Equal(t, flag, h.EqualAny(&record{ID: 1}, target))
	assert.Equal(t, flag, h.EqualAny(&record{ID: 200}, target))
	type holder struct {
		n int
		v any
	}
	assert.Equal(t, h.EqualAny(holder{1, []int{1}}, holder{2, []int{1}}),
		h.EqualAny(holder{1, []int{1}}, holder{2, []int{5}}),
		"== is false before it comes to the slices")
}

type node [100]*node

// TestCycles: the comparison of values that contain themselves ends.
func TestCycles(t *testing.T) {
	a, b := &record{ID: 1}, &record{ID: 2}
	a.next, b.next = a, b
	x, y := []any{nil, 1}, []any{nil, 2}
	x[0], y[0] = x, y
	m, n := map[string]any{"v": 1}, map[string]any{"v": 2}
	m["self"], n["self"] = m, n
	var wide, wider node // without a bound of parts there were 100 to the power of 5
	for i := range wide {
		wide[i], wider[i] = &wide, &wider
	}
	wider[99] = nil
	for _, pair := range [][2]any{{a, b}, {x, y}, {m, n}, {&wide, &wider}} {
		got := h.EqualDeep(pair[0], pair[1])
		assert.Equal(t, 1.0, got.OfFalse)
		assert.True(t, got.OfTrue > h.Absent && got.OfTrue < 1, "%v", got)
		assert.Equal(t, 1.0, h.EqualDeep(pair[0], pair[0]).OfTrue)
	}
}

// TestLarge: the outcome is right also for values with more parts than are scored.
func TestLarge(t *testing.T) {
	long, other := make([]int, 100_000), make([]int, 100_000)
	other[99_999] = 1
	assert.Equal(t, 1.0, h.EqualDeep(long, make([]int, 100_000)).OfTrue)
	assert.Less(t, h.EqualDeep(long, other).OfTrue, 1.0)
	big := map[int]int{}
	for i := range 5000 {
		big[i] = i
	}
	assert.Equal(t, h.Reached, h.EqualDeep(big, map[int]int{1: 1}).OfTrue)
	assert.Equal(t, 1.0, h.EqualAny(math.Pi, math.Pi).OfTrue)
}
