package mio_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/search"
)

// plain is a problem that takes no time. Its individuals are empty, and the scores of its evaluations are drawn
// beforehand.
type plain struct {
	first fitness.Scores // the scores of the first evaluation
	drawn []fitness.Scores
	next  int
}

func (p *plain) Sample(*rand.Rand) struct{} { return struct{}{} }

func (p *plain) Mutate(*rand.Rand, struct{}, float64) struct{} { return struct{}{} }

func (p *plain) Evaluate(context.Context, struct{}) (search.Evaluated[struct{}], error) {
	scores := p.first
	if p.first = nil; scores == nil {
		scores = p.drawn[p.next%len(p.drawn)]
		p.next++
	}
	return search.Evaluated[struct{}]{Scores: scores, Size: 1, Cost: 1}, nil
}

// touched is the number of targets that one evaluation reaches.
const touched = 20

// newPlain returns a problem whose first evaluation reaches all targets. Each later evaluation reaches some open
// targets.
func newPlain(open, covered int) *plain {
	r := rand.New(rand.NewPCG(1, 2))
	p := &plain{drawn: make([]fitness.Scores, 1<<12)}
	for id := range fitness.ID(open + covered) {
		value := 0.01
		if int(id) >= open {
			value = 1
		}
		p.first = append(p.first, fitness.Score{ID: id, Value: value})
	}
	for i := range p.drawn {
		p.drawn[i] = draw(r, open)
	}
	return p
}

func draw(r *rand.Rand, open int) fitness.Scores {
	var scores fitness.Scores
	for range touched {
		scores = append(scores, fitness.Score{ID: fitness.ID(r.IntN(open)), Value: 0.01 + 0.98*r.Float64()})
	}
	slices.SortFunc(scores, func(a, b fitness.Score) int { return int(a.ID - b.ID) })
	return slices.CompactFunc(scores, func(a, b fitness.Score) bool { return a.ID == b.ID })
}

// BenchmarkStep measures one iteration of MIO with its share of the session and the archive. The time must not depend
// on the number of covered targets. It may grow with the number of open targets only as memory gets slower, see
// [BenchmarkReads].
func BenchmarkStep(b *testing.B) {
	const few = 1000
	for _, targets := range []int{1e3, 1e4, 1e5, 1e6} {
		b.Run(fmt.Sprintf("open=%d/covered=0", targets), func(b *testing.B) { benchmarkStep(b, targets, 0) })
		b.Run(fmt.Sprintf("open=%d/covered=%d", few, targets), func(b *testing.B) { benchmarkStep(b, few, targets) })
	}
}

func benchmarkStep(b *testing.B, open, covered int) {
	p := newPlain(open, covered)
	quarter := func(search.Stats) float64 { return 0.25 }
	s := search.NewSession(search.Problem[struct{}]{Sampler: p, Mutator: p, Evaluator: p}, nil,
		search.Options{Budget: quarter})
	// One mutation a step, so that a step is one evaluation.
	a := &mio.MIO[struct{}]{M: mio.Ramp{Start: 1, End: 1}}
	ctx := context.Background()
	for range 20_000 {
		if err := a.Step(ctx, s); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := a.Step(ctx, s); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFirstReach measures the time per target when one evaluation reaches very many new targets.
func BenchmarkFirstReach(b *testing.B) {
	const targets = 1e5
	for b.Loop() {
		p := newPlain(targets, 0)
		s := search.NewSession(search.Problem[struct{}]{Sampler: p, Mutator: p, Evaluator: p}, nil, search.Options{})
		a := &mio.MIO[struct{}]{}
		if err := a.Step(context.Background(), s); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/targets, "ns/target")
}

// BenchmarkWhiteBox is a session on a program of 20,000 targets. Half of them are covered and no longer reported. An
// evaluation reaches 500: most have a flat score, as the outcomes of conditions that nothing comes near, and some have
// a gradient.
func BenchmarkWhiteBox(b *testing.B) {
	const open, reached = 10_000, 500
	r := rand.New(rand.NewPCG(1, 2))
	p := &plain{drawn: make([]fitness.Scores, 1<<10)}
	for i := range p.drawn {
		from := r.IntN(open - 2*reached)
		for id := from; id < from+2*reached; id += 2 {
			value := 0.1
			if id%20 == 0 {
				value = 0.1 + 0.8*r.Float64()
			}
			p.drawn[i] = append(p.drawn[i], fitness.Score{ID: fitness.ID(id), Value: value})
		}
	}
	for _, progress := range []float64{0.1, 0.9} {
		b.Run(fmt.Sprint("progress=", progress), func(b *testing.B) {
			s := search.NewSession(search.Problem[struct{}]{Sampler: p, Mutator: p, Evaluator: p}, nil,
				search.Options{Budget: func(search.Stats) float64 { return progress }})
			a := &mio.MIO[struct{}]{M: mio.Ramp{Start: 1, End: 1}}
			for b.Loop() {
				if err := a.Step(context.Background(), s); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/reached, "ns/target")
		})
	}
}

// BenchmarkReads makes only the memory accesses that a step of BenchmarkStep cannot avoid, in arrays of the same sizes.
// First come those of a target drawn at random: its score in the archive, its population, and its place and a
// neighbour's place in the queue. Then come, for each target that the evaluation reaches, the score in the archive and
// the population, which is also written. Each access depends on the result of the access before, as in a step.
func BenchmarkReads(b *testing.B) {
	for _, targets := range []int{1e3, 1e4, 1e5, 1e6} {
		b.Run(fmt.Sprintf("open=%d", targets), func(b *testing.B) {
			p := newPlain(targets, 0)
			archive, populations := make([][2]int, targets), make([][8]int, targets)
			order, places := make([]int32, targets), make([][2]int32, targets)
			for i, id := range rand.New(rand.NewPCG(1, 2)).Perm(targets) {
				order[i] = int32(id)
			}
			next, zero := 0, 0 // zero stays 0, but the processor cannot know that
			for b.Loop() {
				next += 7919
				id := order[(next+zero)%targets]
				zero += archive[id][0] + populations[id][0] + int(places[id][0])
				zero += int(places[order[(next/2+zero)%targets]][0])
				scores := p.drawn[(next+zero)%len(p.drawn)]
				sum := 0
				for i := range scores {
					sum += archive[int(scores[i].ID)+zero][0]
				}
				zero += sum
				for i := range scores {
					sum += populations[int(scores[i].ID)+zero][0]
				}
				zero += sum
				for i := range scores {
					populations[scores[i].ID][1] = zero
				}
			}
		})
	}
}

// program is a quick problem whose evaluations resemble each other as those of a real program do. An individual reaches
// the targets of one function, whose ids are consecutive. A mutant mostly reaches the same targets as its parent. Most
// scores are flat, as those of condition outcomes that nothing comes near.
type program struct {
	targets int
	inTurn  bool // samples reach the functions in order
	turn    int
	r       *rand.Rand
}

func newProgram(targets int) *program {
	return &program{targets: targets, r: rand.New(rand.NewPCG(1, 2))}
}

func (p *program) functions() int { return p.targets / touched }

func (p *program) Sample(r *rand.Rand) int {
	if p.inTurn {
		p.turn++
		return p.turn % p.functions()
	}
	return r.IntN(p.functions())
}

func (p *program) Mutate(r *rand.Rand, parent int, _ float64) int {
	if r.IntN(10) == 0 {
		return r.IntN(p.functions())
	}
	return parent
}

func (p *program) Evaluate(_ context.Context, function int) (search.Evaluated[int], error) {
	scores := make(fitness.Scores, touched)
	for i := range scores {
		scores[i] = fitness.Score{ID: fitness.ID(function*touched + i), Value: 0.1}
	}
	scores[0].Value = 0.1 + 0.8*p.r.Float64()
	return search.Evaluated[int]{Individual: function, Scores: scores, Size: 1, Cost: 1}, nil
}

// session returns a session at a given part of the budget, with all populations full.
func (p *program) session(b testing.TB, a *mio.MIO[int], progress float64) *search.Session[int] {
	s := search.NewSession(search.Problem[int]{Sampler: p, Mutator: p, Evaluator: p}, nil,
		search.Options{Budget: func(search.Stats) float64 { return progress }})
	a.Pr, p.inTurn = mio.Ramp{Start: 1, End: 1}, true
	for range 12 * p.functions() {
		if err := a.Step(context.Background(), s); err != nil {
			b.Fatal(err)
		}
	}
	a.Pr, p.inTurn = mio.Ramp{}, false
	return s
}

// BenchmarkProgram measures an evaluation of MIO with its share of the session and the archive on a problem whose
// evaluations resemble each other.
func BenchmarkProgram(b *testing.B) {
	for _, targets := range []int{1e3, 1e4, 1e5, 1e6} {
		for _, progress := range []float64{0.1, 0.5} {
			b.Run(fmt.Sprintf("open=%d/progress=%v", targets, progress), func(b *testing.B) {
				a := &mio.MIO[int]{}
				s := newProgram(targets).session(b, a, progress)
				before := s.Stats().Evaluations
				for b.Loop() {
					if err := a.Step(context.Background(), s); err != nil {
						b.Fatal(err)
					}
				}
				evaluations := s.Stats().Evaluations - before
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(evaluations), "ns/evaluation")
				b.ReportMetric(0, "ns/op")
			})
		}
	}
}

// BenchmarkMemory measures the memory of the archive and MIO per target, without the individuals, when populations have
// their default size: for open targets with equal scores, open targets with different scores, and covered targets.
func BenchmarkMemory(b *testing.B) {
	const targets, reached, rounds = 100_000, 1000, 12
	for name, value := range map[string]func(round int) float64{
		"flat":    func(int) float64 { return 0.1 },
		"mixed":   func(round int) float64 { return 0.1 + 0.01*float64(round) },
		"covered": func(int) float64 { return 1 },
	} {
		p := &plain{drawn: make([]fitness.Scores, rounds*targets/reached)}
		for i := range rounds * targets {
			p.drawn[i/reached] = append(p.drawn[i/reached],
				fitness.Score{ID: fitness.ID(i % targets), Value: value(i / targets)})
		}
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				before := heap()
				s := search.NewSession(search.Problem[struct{}]{Sampler: p, Mutator: p, Evaluator: p}, nil,
					search.Options{Budget: func(search.Stats) float64 { return 0 }})
				a := &mio.MIO[struct{}]{}
				for range p.drawn {
					if err := a.Step(context.Background(), s); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric((heap()-before)/targets, "B/target")
				runtime.KeepAlive(a)
				runtime.KeepAlive(s)
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

// heap returns the bytes of the heap in use.
func heap() float64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return float64(m.HeapAlloc)
}
