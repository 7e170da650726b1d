package cost

import (
	"fmt"
	"testing"
	"time"

	"github.com/evoke-go/evoke/bench"
	"github.com/evoke-go/evoke/bench/cost/work"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/sut"
)

// BenchmarkHandler answers the recorded requests of a service; resets are not
// counted. A round of the probes is a test, as in a search. "first" is a
// search that has covered nothing yet, "later" one that has covered all that
// these requests reach. Without probes there is no difference.
func BenchmarkHandler(b *testing.B) {
	for _, s := range bench.Services() {
		for _, when := range []string{"first", "later"} {
			b.Run(s.Name+"/"+when, func(b *testing.B) {
				i := s.Instance()
				defer i.Close()
				i.New()
				tests := bench.Recorded(s.Name)
				if when == "later" {
					defer muteAll(b, i, tests)()
				}
				calls, resets := 0, time.Duration(0)
				for b.Loop() {
					for at := range tests {
						a, err := i.Replay(tests[at : at+1])
						if err != nil {
							b.Fatal(err)
						}
						probe.Drop()
						calls, resets = calls+a.Calls, resets+a.Resets
					}
				}
				b.ReportMetric(float64(b.Elapsed()-resets)/float64(calls), perUnit)
			})
		}
	}
}

// muteAll mutes what the recorded requests reach for good, and returns what
// undoes it. Sides that were only approached stay.
func muteAll(b *testing.B, i *bench.Instance, tests [][]*sut.Request) func() {
	for range 3 {
		if _, err := i.Replay(tests); err != nil {
			b.Fatal(err)
		}
		probe.Take(func(t probe.Target, value float64) {
			if value == 1 {
				probe.Mute(t)
			}
		})
	}
	return probe.UnmuteAll
}

// perUnit is the metric that is compared: nanoseconds per call, text or number.
const perUnit = "ns/unit"

// sink keeps results alive.
var sink int

// perRound is how often code runs in a round of the probes. The end of a round
// has a benchmark of its own.
const perRound = 100

func BenchmarkParseOrder(b *testing.B) {
	texts := []string{"order:17;2024-02-29;pen, ink,paper;paid", "order:99120;1999-12-31;x",
		"no order", "order:0;2000-01-01;;"}
	for b.Loop() {
		for i := range perRound {
			o, _ := work.ParseOrder(texts[i%len(texts)])
			sink += o.ID
		}
		probe.Drop()
	}
	b.ReportMetric(float64(b.Elapsed())/float64(b.N*perRound), perUnit)
}

func BenchmarkWords(b *testing.B) {
	const text = "The 3 quick brown foxes jumped over 12 lazy dogs, in 2024 - or so they said."
	for b.Loop() {
		for range perRound {
			words, numbers, others := work.Words(text)
			sink += words + numbers + others
		}
		probe.Drop()
	}
	b.ReportMetric(float64(b.Elapsed())/float64(b.N*perRound*len(text)), perUnit)
}

func BenchmarkTokens(b *testing.B) {
	const text = "The 3 quick brown foxes jumped over 12 lazy dogs, in 2024 - or so they said."
	for b.Loop() {
		for range perRound {
			words, numbers, others := work.Tokens(text)
			sink += words + numbers + others
		}
		probe.Drop()
	}
	b.ReportMetric(float64(b.Elapsed())/float64(b.N*perRound*len(text)), perUnit)
}

func BenchmarkTriangles(b *testing.B) {
	const n = 12
	for b.Loop() {
		sink += work.Triangles(n)
		probe.Drop()
	}
	b.ReportMetric(float64(b.Elapsed())/float64(b.N*n*n*n), perUnit)
}

// BenchmarkTake reads out and resets rounds that touched so many targets, half
// of them statements; touching them is not counted.
func BenchmarkTake(b *testing.B) {
	for _, touched := range []int{10, 100, 1000} {
		b.Run(fmt.Sprint(touched), func(b *testing.B) {
			groups, statements, conditions, distances := make([]probe.Group, 1), make([]probe.Stmt, touched/2),
				make([]probe.Cond, touched/4), make([]probe.Near, touched/4)
			if !probe.Register(probe.Package{Path: fmt.Sprintf("bench.example/%p", statements), Groups: groups,
				Statements: statements, Conditions: conditions, Distances: distances}) {
				b.Fatal("no room for more targets")
			}
			told, spent, rounds := 0, time.Duration(0), 0
			for b.Loop() {
				for i := range statements {
					probe.Enter(&groups[0], &statements[i])
					probe.Done(&groups[0], &statements[i])
				}
				for i := range conditions {
					probe.Ints(probe.At(&groups[0], &conditions[i], &distances[i])).Eq(int64(i), 7)
				}
				began := time.Now()
				probe.Take(func(probe.Target, float64) { told++ })
				spent += time.Since(began)
				rounds++
			}
			b.ReportMetric(float64(spent)/float64(rounds), perUnit)
			b.ReportMetric(float64(told)/float64(rounds), "targets")
		})
	}
}
