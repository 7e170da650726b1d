package gene

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

func drawRand(t *rapid.T) *rand.Rand {
	return rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
}

func drawRange(t *rapid.T) (lo, hi int64) {
	lo, hi = rapid.Int64().Draw(t, "lo"), rapid.Int64().Draw(t, "hi")
	return min(lo, hi), max(lo, hi)
}

func TestStepsStayInRangeAndMove(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRand(t)
		lo, hi := drawRange(t)
		v := rapid.Int64Range(lo, hi).Draw(t, "v")
		focus := rapid.Float64Range(-1, 2).Draw(t, "focus")
		for range 20 {
			next := mutateInt(r, v, lo, hi, focus)
			if next < lo || next > hi || next == v && lo < hi {
				t.Fatalf("%d to %d in [%d, %d]", v, next, lo, hi)
			}
			v = next
		}
	})
}

func TestStepsArePowersOfTwo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRand(t)
		lo, hi := drawRange(t)
		v := rapid.Int64Range(lo, hi).Draw(t, "v")
		maxExp := rapid.IntRange(0, 63).Draw(t, "maxExp")
		next := stepInt(r, v, lo, hi, maxExp)
		d := uint64(next) - uint64(v)
		if next < v {
			d = -d
		}
		if lo < hi && (d == 0 || d&(d-1) != 0 || d > 1<<maxExp) {
			t.Fatalf("%d to %d is a step of %d", v, next, d)
		}
	})
}

func TestFocusShrinksSteps(t *testing.T) {
	widest := func(focus float64) (most uint64) {
		r := rand.New(rand.NewPCG(1, 2))
		for range 5000 {
			most = max(most, uint64(stepInt(r, 0, 0, math.MaxInt64, exponent(focus, wideExponent, narrowExponent))))
		}
		return most
	}
	assert.EqualValues(t, 1<<30, widest(0))
	assert.EqualValues(t, 1<<20, widest(0.5))
	assert.EqualValues(t, 1<<10, widest(1))
}

func TestDrawsStayInRange(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := drawRand(t)
		lo, hi := drawRange(t)
		for range 30 {
			if v := drawInt(r, lo, hi); v < lo || v > hi {
				t.Fatalf("%d is not in [%d, %d]", v, lo, hi)
			}
		}
	})
}

func TestEveryBoundaryIsDrawn(t *testing.T) {
	ranges := []struct {
		name   string
		lo, hi int64
		want   []int64
	}{
		{"small", -3, 3, []int64{-3, -2, -1, 0, 1, 2, 3}},
		{"page sizes", 1, 1000, []int64{1, 2, 999, 1000}},
		{"64 bits", math.MinInt64, math.MaxInt64,
			[]int64{math.MinInt64, math.MinInt64 + 1, -1, 0, 1, math.MaxInt64 - 1, math.MaxInt64}},
		{"far from zero", 1 << 40, 1 << 50, []int64{1 << 40, 1<<40 + 1, 1<<50 - 1, 1 << 50}},
	}
	for _, tt := range ranges {
		t.Run(tt.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			seen := map[int64]bool{}
			for range 2000 {
				seen[drawInt(r, tt.lo, tt.hi)] = true
			}
			for _, v := range tt.want {
				assert.True(t, seen[v], "%d was never drawn", v)
			}
		})
	}
}

func TestMutationJumpsToEveryBoundary(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const lo, hi = 1 << 40, 1 << 50
	seen := map[int64]bool{}
	for range 2000 {
		seen[mutateInt(r, lo+hi/2, lo, hi, 1)] = true
	}
	for _, v := range []int64{lo, lo + 1, hi - 1, hi} {
		assert.True(t, seen[v], "%d was never reached", v)
	}
}

func TestBoundaryRateIsKept(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	n, hits := 20000, 0
	for range n {
		if v := drawInt(r, 1<<40, 1<<50); v == 1<<50 || v == 1<<50-1 {
			hits++
		}
	}
	assert.InDelta(t, boundaryRate/2, float64(hits)/float64(n), 0.01, "two of the four boundaries")
}

func TestPickerKeepsTheWeights(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var got [4]int
	for range 10000 {
		p := newPicker()
		for i, w := range []float64{1, 0, 2, 7} {
			p.offer(r, i, w)
		}
		got[p.at]++
	}
	assert.Zero(t, got[1])
	assert.InDelta(t, 1000, got[0], 150)
	assert.InDelta(t, 7000, got[3], 200)
}

func TestDivisionsRound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.Int64Range(-1<<40, 1<<40).Draw(t, "a")
		b := rapid.Int64Range(1, 1<<20).Draw(t, "b")
		f, c := floorDiv(a, b), ceilDiv(a, b)
		if f*b > a || (f+1)*b <= a || c*b < a || (c-1)*b >= a {
			t.Fatalf("%d/%d: %d, %d", a, b, f, c)
		}
	})
}

// TestClassesOfCharacters counts the characters of classes for which package regexp has a name.
func TestClassesOfCharacters(t *testing.T) {
	const all = 0x110000 - 0x800
	for pattern, n := range map[string]int64{`^[^\n]$`: all - 1, `^[^]$`: all, `^.$`: all - 4,
		`^[a-c]$`: 3, `^(?i:k)$`: 3} {
		g, err := NewRegex(pattern)
		assert.NoError(t, err)
		class := g.spec.root
		for class.kind == rxConcat {
			class = class.subs[0]
		}
		assert.Equal(t, n, class.class.all.n, pattern)
		assert.Equal(t, pattern == `^[^]$`, class.class.all.index('\n') >= 0, pattern)
	}
}

// TestSetsOfCharactersCount: index is the inverse of at.
func TestSetsOfCharactersCount(t *testing.T) {
	s := newRuneSet([]rune{'0', '9', 'A', 'A', 'a', 'z', 'à', 'é'}, '1', 'è')
	assert.Equal(t, int64(9+1+26+9), s.n)
	seen := map[rune]bool{}
	for i := range s.n {
		assert.Equal(t, i, s.index(s.at(i)))
		seen[s.at(i)] = true
	}
	assert.Len(t, seen, int(s.n))
	for _, c := range "0éB{" {
		assert.Equal(t, int64(-1), s.index(c), "%c", c)
	}
	assert.Zero(t, newRuneSet([]rune{'a', 'z'}, 'A', 'Z').n)
}

// TestBoundariesOfBigNumbers: the boundaries are the limits, zero, its neighbours, and the least and greatest machine
// integers.
func TestBoundariesOfBigNumbers(t *testing.T) {
	want := map[string]bool{"0": true, "1": true, "-1": true}
	for _, bits := range []uint{31, 63, 64} {
		end := new(big.Int).Lsh(big.NewInt(1), bits)
		for _, v := range []*big.Int{end, new(big.Int).Sub(end, big.NewInt(1))} {
			want[v.String()], want["-"+v.String()] = true, true
		}
	}
	rg := newBigRange(nil, nil)
	want[rg.lo.String()], want[rg.hi.String()] = true, true
	got, r := map[string]bool{}, rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		got[rg.boundary(r).String()] = true
	}
	assert.Equal(t, want, got)
}

// TestNumbersInStates: numbers beyond the surrogates are written and read again.
func TestNumbersInStates(t *testing.T) {
	for _, n := range []rune{0, 1, 'a', surrogateMin - 1, surrogateMin, surrogateMin + 1, 0xdfff, 100_000} {
		d := rxDecoder{text: string(appendNumber(nil, n))}
		assert.Equal(t, n, d.number(int(n)))
		assert.False(t, d.bad || d.text != "", "%x", n)
		d = rxDecoder{text: string(appendNumber(nil, n))}
		d.number(int(n) - 1)
		assert.True(t, d.bad, "%x is too much", n)
	}
}
