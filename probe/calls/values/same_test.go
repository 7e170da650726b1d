package values_test

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"reflect"
	"slices"
	"sort"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/probe/calls/callstest"
	"github.com/evoke-go/evoke/probe/calls/values"
)

// input has the arguments of the functions.
type input struct {
	a, b     []byte
	texts    []string
	text     string
	n        int
	x, y     float64
	err, was error
	any, one any
}

func results(all ...any) []any { return all }

// pairs returns calls of all functions of the package, some with several types.
func pairs(in input) []callstest.Pair {
	return slices.Concat(ofSlices(in), ofOrdered(in), ofEqual(in))
}

func ofSlices(in input) []callstest.Pair {
	anys := []any{1, in.any, "x"}
	even := func(b byte) bool { return b%2 == 0 }
	return []callstest.Pair{
		callstest.Of("slices.Index", callstest.Found, func() []any {
			return results(slices.Index(in.texts, in.text))
		}, func(at probe.Call) []any { return results(values.Index(at, in.texts, in.text)) }),
		callstest.Of("slices.Index", callstest.Found, func() []any {
			return results(slices.Index(anys, in.one))
		}, func(at probe.Call) []any { return results(values.Index(at, anys, in.one)) }),
		callstest.Of("slices.IndexFunc", callstest.Found, func() []any {
			return results(slices.IndexFunc(in.a, even))
		}, func(at probe.Call) []any { return results(values.IndexFunc(at, in.a, even)) }),
		callstest.Of("slices.IndexFunc", callstest.Found, func() []any {
			return results(slices.IndexFunc(in.a, nil))
		}, func(at probe.Call) []any { return results(values.IndexFunc(at, in.a, nil)) }),
		callstest.Of("slices.ContainsFunc", callstest.Last, func() []any {
			return results(slices.ContainsFunc(in.a, even))
		}, func(at probe.Call) []any { return results(values.ContainsFunc(at, in.a, even)) }),
		callstest.Of("slices.Equal", callstest.Last, func() []any {
			return results(slices.Equal(in.a, in.b))
		}, func(at probe.Call) []any { return results(values.Equal(at, in.a, in.b)) }),
		callstest.Of("slices.Equal", callstest.Last, func() []any {
			return results(slices.Equal(anys, []any{1, in.one, "x"}))
		}, func(at probe.Call) []any { return results(values.Equal(at, anys, []any{1, in.one, "x"})) }),
		callstest.Of("slices.Compare", callstest.Zero, func() []any {
			return results(slices.Compare(in.a, in.b))
		}, func(at probe.Call) []any { return results(values.Compare(at, in.a, in.b)) }),
		callstest.Of("maps.Equal", callstest.Last, func() []any {
			return results(maps.Equal(counts(in.a), counts(in.b)))
		}, func(at probe.Call) []any { return results(values.EqualMaps(at, counts(in.a), counts(in.b))) }),
	}
}

// counts returns how often each byte occurs.
func counts(list []byte) map[byte]any {
	m := map[byte]any{}
	for _, b := range list {
		n, _ := m[b].(int)
		m[b] = n + 1
	}
	return m
}

func ofOrdered(in input) []callstest.Pair {
	floats := []float64{math.NaN(), in.x, in.y}
	numbers := []int{in.n / 2, in.n, 7, math.MaxInt}
	return []callstest.Pair{
		callstest.Of("(*sync.Map).Load", callstest.Last, func() []any {
			return results(sharedMap(in.a).Load(byte(in.n)))
		}, func(at probe.Call) []any { return results(values.SyncLoad(at, sharedMap(in.a), byte(in.n))) }),
		callstest.Of("slices.BinarySearch", callstest.Last, func() []any {
			return results(slices.BinarySearch(in.a, byte(in.n)))
		}, func(at probe.Call) []any { return results(values.BinarySearch(at, in.a, byte(in.n))) }),
		callstest.Of("slices.BinarySearch", func(r []any) bool { return r[1].(bool) }, func() []any {
			return results(slices.BinarySearch(floats, in.x))
		}, func(at probe.Call) []any { return results(values.BinarySearch(at, floats, in.x)) }),
		callstest.Of("sort.SearchStrings", has(in.texts, in.text), func() []any {
			return results(sort.SearchStrings(in.texts, in.text))
		}, func(at probe.Call) []any { return results(values.SearchStrings(at, in.texts, in.text)) }),
		callstest.Of("sort.SearchInts", has(numbers, in.n), func() []any {
			return results(sort.SearchInts(numbers, in.n))
		}, func(at probe.Call) []any { return results(values.SearchInts(at, numbers, in.n)) }),
		callstest.Of("sort.SearchFloat64s", has(floats, in.x), func() []any {
			return results(sort.SearchFloat64s(floats, in.x))
		}, func(at probe.Call) []any { return results(values.SearchFloat64s(at, floats, in.x)) }),
		callstest.Of("cmp.Compare", callstest.Zero, func() []any {
			return results(cmp.Compare(in.x, in.y))
		}, func(at probe.Call) []any { return results(values.CompareOrdered(at, in.x, in.y)) }),
		callstest.Of("cmp.Compare", callstest.Zero, func() []any {
			return results(cmp.Compare(in.text, string(in.a)))
		}, func(at probe.Call) []any { return results(values.CompareOrdered(at, in.text, string(in.a))) }),
		callstest.Of("cmp.Less", callstest.Last, func() []any {
			return results(cmp.Less(in.x, in.y))
		}, func(at probe.Call) []any { return results(values.Less(at, in.x, in.y)) }),
		callstest.Of("cmp.Less", callstest.Last, func() []any {
			return results(cmp.Less(in.n, 7))
		}, func(at probe.Call) []any { return results(values.Less(at, in.n, 7)) }),
		callstest.Of("cmp.Less", callstest.Last, func() []any {
			return results(cmp.Less(uint8(in.n), 7))
		}, func(at probe.Call) []any { return results(values.Less(at, uint8(in.n), 7)) }),
		callstest.Of("cmp.Less", callstest.Last, func() []any {
			return results(cmp.Less(in.text, "x"))
		}, func(at probe.Call) []any { return results(values.Less(at, in.text, "x")) }),
	}
}

// has returns the outcome of a search: whether its result is the index of v.
func has[E comparable](list []E, v E) func(results []any) bool {
	return func(results []any) bool { i := results[0].(int); return i < len(list) && list[i] == v }
}

func ofEqual(in input) []callstest.Pair {
	first := func(results []any) bool { return results[0].(bool) }
	return []callstest.Pair{
		callstest.Of("errors.Is", callstest.Last, func() []any {
			return results(errors.Is(in.err, in.was))
		}, func(at probe.Call) []any { return results(values.Is(at, in.err, in.was)) }),
		callstest.Of("errors.As", first,
			func() []any {
				var e *fs.PathError
				ok := errors.As(in.err, &e)
				return results(ok, fmt.Sprintf("%p", e))
			},
			func(at probe.Call) []any {
				var e *fs.PathError
				ok := values.As(at, in.err, &e)
				return results(ok, fmt.Sprintf("%p", e))
			}),
		callstest.Of("errors.As", first, func() []any {
			return results(as(in.err, in.any))
		}, func(at probe.Call) []any { return results(values.As(at, in.err, in.any)) }),
		callstest.Of("errors.AsType", callstest.Last, func() []any {
			return results(errors.AsType[list](in.err))
		}, func(at probe.Call) []any { return results(values.AsType[list](at, in.err)) }),
		callstest.Of("reflect.DeepEqual", callstest.Last, func() []any {
			return results(reflect.DeepEqual(in.any, in.one))
		}, func(at probe.Call) []any { return results(values.DeepEqual(at, in.any, in.one)) }),
	}
}

// as calls errors.As. target may be nil.
func as(err error, target any) bool {
	f := errors.As
	return f(err, target)
}

// list is an error that cannot be compared.
type list []string

func (l list) Error() string { return strings.Join(l, ", ") }

// lists is an error that can be compared, unless its value cannot.
type lists struct{ any any }

func (l lists) Error() string { return fmt.Sprint(l.any) }

// Errors and values for the inputs.
func someErrors() []error {
	return []error{
		nil, io.EOF, errors.New("EOF"), fmt.Errorf("read: %w", io.EOF),
		&fs.PathError{Op: "open", Path: "x", Err: fs.ErrNotExist},
		fs.ErrNotExist, list{"a"}, list(nil), lists{1}, lists{list{"a"}}, errors.Join(io.EOF, list{"b"}),
		(*fs.PathError)(nil),
	}
}

func someValues() []any {
	return []any{nil, 1, "x", 1.5, []int{1}, []int{2}, []int(nil), map[string]int{"a": 1}, struct{ n any }{[]int{1}},
		new(int), new(error), func() {}}
}

// FuzzSame: a program cannot tell any replacement from the function that it replaces.
func FuzzSame(f *testing.F) {
	for i := range 20 {
		f.Add([]byte("abc"), []byte("abd"), "x,y,z", "y", i, 1.5, float64(i), byte(i), byte(i/2), byte(i), byte(2*i))
		f.Add([]byte{}, []byte(nil), "", "", -i, math.NaN(), math.Inf(1), byte(i), byte(i+1), byte(3), byte(i))
		f.Add([]byte("aa"), []byte("aa"), "y", "x", 7, math.NaN(), math.NaN(), byte(4), byte(i), byte(i), byte(i))
	}
	f.Fuzz(func(t *testing.T, a, b []byte, texts, text string, n int, x, y float64, err, was, one, other byte) {
		errs, all := someErrors(), someValues()
		in := input{
			a: a, b: b, texts: strings.Split(texts, ","), text: text, n: n, x: x, y: y,
			err: errs[int(err)%len(errs)], was: errs[int(was)%len(errs)], any: all[int(one)%len(all)],
			one: all[int(other)%len(all)],
		}
		for _, p := range pairs(in) {
			p.Same(t)
		}
	})
}

// TestEachRowIsCompared: no function of the table is left out of FuzzSame.
func TestEachRowIsCompared(t *testing.T) {
	want, got := map[string]bool{}, map[string]bool{}
	for _, row := range probe.Replacements() {
		if strings.HasPrefix(row.With, "github.com/evoke-go/evoke/probe/calls/values.") {
			want[row.Func] = true
		}
	}
	for _, p := range pairs(input{}) {
		got[p.Func] = true
	}
	assert.Equal(t, want, got)
}

// sharedMap returns a map that has the bytes as keys.
func sharedMap(keys []byte) *sync.Map {
	var m sync.Map
	for i, k := range keys {
		m.Store(k, i)
	}
	return &m
}
