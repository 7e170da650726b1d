package probe_test

import (
	"testing"

	"github.com/evoke-go/evoke/probe"
)

// cellsPerLoop is the number of cells that a loop of a benchmark uses in turn, so that the figures are those of a
// program and not of one word in the cache.
const cellsPerLoop = 64

type benchCells struct {
	group *probe.Group
	s     [cellsPerLoop]probe.Stmt
	c     [cellsPerLoop]probe.Cond
	n     [cellsPerLoop]probe.Near
	tags  [2]probe.Choice // of numbers and of texts
	g     [8]probe.Group
}

func newBenchCells(b *testing.B) (*benchCells, probe.Target) {
	x, first := new(benchCells), probe.Target(probe.Targets())
	x.group = &x.g[0]
	setCases(&x.tags[0], x.c[:9], x.n[:9], []int64{1, 2, 4, 5, 6, 8, 9, 300})
	setCases(&x.tags[1], x.c[9:18], x.n[9:18],
		[]string{"GET", "PUT", "POST", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE"})
	probe.Register(probe.Package{Path: "example.com/bench", Groups: x.g[:], Statements: x.s[:], Conditions: x.c[:],
		Distances: x.n[:], Choices: x.tags[:]})
	probe.Drop()
	b.Cleanup(func() { probe.UnmuteAll(); probe.Drop() })
	return x, first
}

func muteAll(first probe.Target) {
	for t := first; int(t) < probe.Targets(); t++ {
		probe.Mute(t)
	}
}

var sink int

// Variables, so that the compiler does not see constants.
var (
	three, seven = int64(3), int64(7)
	abc, abd     = "abcdefgh", "abcdefgx"
	yes          = true
)

// BenchmarkProbe measures one probe in a tight loop, per call; "none" is the condition without its probe.
func BenchmarkProbe(b *testing.B) {
	b.Run("statement", benchStatement)
	b.Run("none", benchPlain)
	b.Run("flag one-sided", benchFlag)
	b.Run("Ints.Eq one-sided", benchOneSided)
	b.Run("Ints.Lt both taken", func(b *testing.B) { benchLess(b, false) })
	b.Run("Ints.Lt muted", func(b *testing.B) { benchLess(b, true) })
	b.Run("Texts.Eq 8 bytes", benchText)
	b.Run("HasPrefix one-sided", benchPrefix)
	b.Run("EqT one-sided", benchGeneric)
	b.Run("two switches of 8, one-sided", func(b *testing.B) { benchSwitch(b, false) })
	b.Run("two switches of 8, muted", func(b *testing.B) { benchSwitch(b, true) })
}

func benchStatement(b *testing.B) {
	x, _ := newBenchCells(b)
	for b.Loop() {
		for i := range x.s {
			probe.Enter(x.group, &x.s[i])
		}
	}
	perCell(b)
}

// perCell reports nanoseconds per probe instead of per loop.
func perCell(b *testing.B) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/cellsPerLoop, "ns/probe")
}

func benchPrefix(b *testing.B) {
	x, _ := newBenchCells(b)
	n := 0
	for b.Loop() {
		for i := range x.c {
			if probe.HasPrefix(probe.At(x.group, &x.c[i], &x.n[i]), abc, abd) {
				n++
			}
		}
	}
	sink += n
	perCell(b)
}

func benchPlain(b *testing.B) {
	x, _ := newBenchCells(b)
	n := 0
	for b.Loop() {
		for range x.c {
			if three == seven {
				n++
			}
		}
	}
	sink += n
	perCell(b)
}

func benchFlag(b *testing.B) {
	x, _ := newBenchCells(b)
	n := 0
	for b.Loop() {
		for i := range x.c {
			if probe.Bool(x.group, &x.c[i], yes) {
				n++
			}
		}
	}
	sink += n
	perCell(b)
}

func benchOneSided(b *testing.B) {
	x, _ := newBenchCells(b)
	n := 0
	for b.Loop() {
		for i := range x.c {
			if probe.Ints(probe.At(x.group, &x.c[i], &x.n[i])).Eq(three, seven) {
				n++
			}
		}
	}
	sink += n
	perCell(b)
}

func benchLess(b *testing.B, muted bool) {
	x, first := newBenchCells(b)
	for i := range x.c {
		probe.Ints(probe.At(x.group, &x.c[i], &x.n[i])).Lt(three, seven)
		probe.Ints(probe.At(x.group, &x.c[i], &x.n[i])).Lt(seven, three)
	}
	if muted {
		muteAll(first)
	}
	n := 0
	for b.Loop() {
		for i := range x.c {
			if probe.Ints(probe.At(x.group, &x.c[i], &x.n[i])).Lt(three, seven) {
				n++
			}
		}
	}
	sink += n
	perCell(b)
}

func benchText(b *testing.B) {
	x, _ := newBenchCells(b)
	n := 0
	for b.Loop() {
		for i := range x.c {
			if probe.Texts(probe.At(x.group, &x.c[i], &x.n[i])).Eq(abc, abd) {
				n++
			}
		}
	}
	sink += n
	perCell(b)
}

func benchGeneric(b *testing.B) {
	x, _ := newBenchCells(b)
	n := 0
	for b.Loop() {
		for i := range x.c {
			if probe.EqT(x.group, &x.c[i], &x.n[i], three, seven) {
				n++
			}
		}
	}
	sink += n
	perCell(b)
}

func benchSwitch(b *testing.B, muted bool) {
	x, first := newBenchCells(b)
	if muted {
		muteAll(first)
	}
	for b.Loop() {
		for range cellsPerLoop {
			sink += int(probe.SwitchI(x.group, &x.tags[0], three)) + len(probe.SwitchS(x.group, &x.tags[1], abc))
		}
	}
	perCell(b)
}

// BenchmarkRound measures a whole round: 64 statements and 64 conditions are touched for the first time, then read.
func BenchmarkRound(b *testing.B) {
	x, _ := newBenchCells(b)
	n := 0
	b.ReportAllocs()
	for b.Loop() {
		for i := range x.s {
			probe.Enter(x.group, &x.s[i])
			probe.Ints(probe.At(x.group, &x.c[i], &x.n[i])).Eq(three, seven)
		}
		probe.Take(func(probe.Target, float64) { n++ })
	}
	sink += n
}

// BenchmarkTake measures reading and resetting a round of 100 targets: 50 completed statements and both sides of 25
// conditions. The time does not include touching them. The aim is at most 2 µs.
func BenchmarkTake(b *testing.B) {
	x, _ := newBenchCells(b)
	touch := func() {
		for i := range 50 {
			probe.Done(x.group, &x.s[i])
		}
		for i := range 25 {
			probe.Ints(probe.At(x.group, &x.c[i], &x.n[i])).Eq(three, seven)
		}
	}
	for name, read := range map[string]func(){
		"Take": func() { probe.Take(func(_ probe.Target, value float64) { sink += int(value) }) },
		"Drop": probe.Drop,
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				b.StopTimer()
				touch()
				b.StartTimer()
				read()
			}
		})
	}
}

// BenchmarkFunction runs small functions without probes, with the probes that the instrumenter would write, and with
// these probes when all targets are muted.
func BenchmarkFunction(b *testing.B) {
	b.Run("triangle/plain", func(b *testing.B) { eachTriangle(b, triangle) })
	b.Run("triangle/probed", func(b *testing.B) { probed := newTriangle(b, false); eachTriangle(b, probed.classify) })
	b.Run("triangle/muted", func(b *testing.B) { probed := newTriangle(b, true); eachTriangle(b, probed.classify) })
	b.Run("loop/plain", func(b *testing.B) { eachSum(b, sumOdd) })
	b.Run("loop/probed", func(b *testing.B) { probed := newTriangle(b, false); eachSum(b, probed.sumOdd) })
	b.Run("loop/muted", func(b *testing.B) { probed := newTriangle(b, true); eachSum(b, probed.sumOdd) })
}

func eachTriangle(b *testing.B, f func(a, b, c int) int) {
	i := 0
	for b.Loop() {
		i++
		sink += f(i&7, i>>3&7, i>>6&7)
	}
}

func eachSum(b *testing.B, f func(v []int) int) {
	v := make([]int, 256)
	for i := range v {
		v[i] = i * 7
	}
	for b.Loop() {
		sink += f(v)
	}
}

//go:noinline
func triangle(a, b, c int) int {
	if a <= 0 || b <= 0 || c <= 0 {
		return 0
	}
	if a == b && b == c {
		return 3
	}
	longest := max(a, b, c)
	if a == longest && a >= b+c || b == longest && b >= a+c || c == longest && c >= a+b {
		return 0
	}
	if a == b || b == c || a == c {
		return 2
	}
	return 1
}

//go:noinline
func sumOdd(v []int) int {
	sum := 0
	for _, n := range v {
		if n%2 == 1 && n < 1000 {
			sum += n
		}
	}
	return sum
}

type probedTriangle struct{ *benchCells }

func newTriangle(b *testing.B, muted bool) probedTriangle {
	x, first := newBenchCells(b)
	if muted {
		muteAll(first)
	}
	return probedTriangle{x}
}

//go:noinline
func (x probedTriangle) classify(a, b, c int) int {
	probe.Enter(x.group, &x.s[0])
	if probe.Ints(probe.At(x.group, &x.c[0], &x.n[0])).Le(int64(a), int64(0)) ||
		probe.Ints(probe.At(x.group, &x.c[1], &x.n[1])).Le(int64(b), int64(0)) ||
		probe.Ints(probe.At(x.group, &x.c[2], &x.n[2])).Le(int64(c), int64(0)) {
		probe.Enter(x.group, &x.s[1])
		return probe.Value(x.group, &x.s[1], 0)
	}
	probe.Next(x.group, &x.s[0], &x.s[2])
	if probe.Ints(probe.At(x.group, &x.c[3], &x.n[3])).Eq(int64(a), int64(b)) &&
		probe.Ints(probe.At(x.group, &x.c[4], &x.n[4])).Eq(int64(b), int64(c)) {
		probe.Enter(x.group, &x.s[3])
		return probe.Value(x.group, &x.s[3], 3)
	}
	probe.Next(x.group, &x.s[2], &x.s[4])
	longest := max(a, b, c)
	probe.Next(x.group, &x.s[4], &x.s[5])
	if probe.Ints(probe.At(x.group, &x.c[5], &x.n[5])).Eq(int64(a), int64(longest)) &&
		probe.Ints(probe.At(x.group, &x.c[6], &x.n[6])).Ge(int64(a), int64(b+c)) ||
		probe.Ints(probe.At(x.group, &x.c[7], &x.n[7])).Eq(int64(b), int64(longest)) &&
			probe.Ints(probe.At(x.group, &x.c[8], &x.n[8])).Ge(int64(b), int64(a+c)) ||
		probe.Ints(probe.At(x.group, &x.c[9], &x.n[9])).Eq(int64(c), int64(longest)) &&
			probe.Ints(probe.At(x.group, &x.c[10], &x.n[10])).Ge(int64(c), int64(a+b)) {
		probe.Enter(x.group, &x.s[6])
		return probe.Value(x.group, &x.s[6], 0)
	}
	probe.Next(x.group, &x.s[5], &x.s[7])
	if probe.Ints(probe.At(x.group, &x.c[11], &x.n[11])).Eq(int64(a), int64(b)) ||
		probe.Ints(probe.At(x.group, &x.c[12], &x.n[12])).Eq(int64(b), int64(c)) ||
		probe.Ints(probe.At(x.group, &x.c[13], &x.n[13])).Eq(int64(a), int64(c)) {
		probe.Enter(x.group, &x.s[8])
		return probe.Value(x.group, &x.s[8], 2)
	}
	probe.Next(x.group, &x.s[7], &x.s[9])
	return probe.Value(x.group, &x.s[9], 1)
}

//go:noinline
func (x probedTriangle) sumOdd(v []int) int {
	probe.Enter(x.group, &x.s[0])
	sum := 0
	probe.Next(x.group, &x.s[0], &x.s[1])
	entered := false
	for _, n := range v {
		entered = true
		probe.Enter(x.group, &x.s[2])
		if probe.Ints(probe.At(x.group, &x.c[0], &x.n[0])).Eq(int64(n%2), int64(1)) &&
			probe.Ints(probe.At(x.group, &x.c[1], &x.n[1])).Lt(int64(n), int64(1000)) {
			probe.Enter(x.group, &x.s[3])
			sum += n
			probe.Done(x.group, &x.s[3])
		}
		probe.Done(x.group, &x.s[2])
	}
	probe.Loop(x.group, &x.c[2], entered)
	probe.Next(x.group, &x.s[1], &x.s[4])
	return probe.Value(x.group, &x.s[4], sum)
}
