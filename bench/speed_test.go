package bench

import (
	"context"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/sut"
)

// spent is what a number of calls took.
type spent struct {
	calls         int
	total, resets time.Duration
	mallocs       uint64
}

func (a *spent) add(b spent) {
	a.calls += b.calls
	a.total += b.total
	a.resets += b.resets
	a.mallocs += b.mallocs
}

func (a *spent) rate() float64              { return float64(a.calls) / a.total.Seconds() }
func (a *spent) rateWithoutResets() float64 { return float64(a.calls) / (a.total - a.resets).Seconds() }
func (a *spent) allocs() float64            { return float64(a.mallocs) / float64(a.calls) }

// measure runs f, which returns its calls and the time of its resets.
func measure(f func() (int, time.Duration)) spent {
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := time.Now()
	calls, resets := f()
	total := time.Since(began)
	runtime.ReadMemStats(&after)
	return spent{calls: calls, total: total, resets: resets, mallocs: after.Mallocs - before.Mallocs}
}

// roundCalls is how many calls one round of a benchmark makes.
func roundCalls() int {
	if testing.Short() {
		return 2000
	}
	return 20_000
}

// BenchmarkEngineAgainstBare holds the whole engine against a bare loop that
// sends the requests of the same run. Each round records a run, then measures
// both sides one after the other, in turns.
func BenchmarkEngineAgainstBare(b *testing.B) {
	for _, s := range Services() {
		b.Run(s.Name, func(b *testing.B) {
			var engine, bare spent
			same, round := 0.0, 0
			for b.Loop() {
				tape := record(b, s, uint64(round))
				engineSide := func() { engine.add(measureEngine(b, s, uint64(round))) }
				bareSide := func() {
					took, answers := measureBare(b, s, tape.Tests)
					bare.add(took)
					same += alike(tape.Statuses, answers.Statuses)
				}
				if round%2 == 1 {
					engineSide, bareSide = bareSide, engineSide
				}
				engineSide()
				bareSide()
				round++
			}
			reportSpeed(b, &engine, &bare)
			b.ReportMetric(100*same/float64(round), "same-status-%")
		})
	}
}

func reportSpeed(b *testing.B, engine, bare *spent) {
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(engine.rate(), "engine-calls/s")
	b.ReportMetric(bare.rate(), "bare-calls/s")
	b.ReportMetric(100*engine.rate()/bare.rate(), "ratio-%")
	b.ReportMetric(engine.rateWithoutResets(), "engine-calls/s-without-resets")
	b.ReportMetric(bare.rateWithoutResets(), "bare-calls/s-without-resets")
	b.ReportMetric(100*engine.rateWithoutResets()/bare.rateWithoutResets(), "ratio-%-without-resets")
	b.ReportMetric(engine.allocs(), "engine-allocs/call")
	b.ReportMetric(bare.allocs(), "bare-allocs/call")
}

// BenchmarkEngine is the engine alone, to be profiled.
func BenchmarkEngine(b *testing.B) {
	for _, s := range Services() {
		b.Run(s.Name, func(b *testing.B) {
			var engine spent
			for b.Loop() {
				engine.add(measureEngine(b, s, 0))
			}
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(engine.rate(), "calls/s")
			b.ReportMetric(engine.allocs(), "allocs/call")
		})
	}
}

// record makes a run and keeps its requests.
func record(b *testing.B, s *Service, seed uint64) *Tape {
	tape := Record(s.System())
	start(b, tape.Handler)
	session, algorithm := newSession(b, s, s.REST(), tape, seed, roundCalls()), defaultAlgorithm(b)
	require.NoError(b, session.Run(context.Background(), algorithm))
	require.NoError(b, tape.Stop(context.Background()))
	return tape
}

// measureEngine measures a search without what it takes to read the schema.
func measureEngine(b *testing.B, s *Service, seed uint64) spent {
	system := &Timed{Handler: s.System()}
	start(b, system.Handler)
	session, algorithm := newSession(b, s, s.REST(), system, seed, roundCalls()), defaultAlgorithm(b)
	took := measure(func() (int, time.Duration) {
		require.NoError(b, session.Run(context.Background(), algorithm))
		return session.Stats().Cost, system.Resets
	})
	require.NoError(b, system.Stop(context.Background()))
	return took
}

func measureBare(b *testing.B, s *Service, tests [][]*sut.Request) (spent, Answers) {
	i := s.Instance()
	i.New()
	var answers Answers
	took := measure(func() (int, time.Duration) {
		var err error
		answers, err = i.Replay(tests)
		require.NoError(b, err)
		return answers.Calls, answers.Resets
	})
	require.NoError(b, i.Close())
	return took, answers
}

func start(b *testing.B, h *sut.Handler) {
	_, err := h.Start(context.Background())
	require.NoError(b, err)
}

// alike is the share of answers whose statuses two runs have in common.
func alike(a, b map[int]int) float64 {
	common, all := 0, 0
	for status, n := range a {
		common += min(n, b[status])
		all += n
	}
	return float64(common) / float64(max(all, 1))
}
