package bench

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/search/random"
	"github.com/evoke-go/evoke/testcase"
)

// algorithms are those to compare, each made anew for every search.
// All but the baseline use successful calls again.
var algorithms = []struct {
	name     string
	noMemory bool
	make     func(testing.TB) search.Algorithm[*testcase.Case]
}{
	{name: "default", make: defaultAlgorithm},
	{name: "random", noMemory: true, make: randomSearch},
	{name: "random+memory", make: randomSearch},
	{name: "mio", make: func(testing.TB) search.Algorithm[*testcase.Case] { return &mio.MIO[*testcase.Case]{} }},
	{name: "mio-Pr0.8-F0.8", make: func(testing.TB) search.Algorithm[*testcase.Case] {
		return &mio.MIO[*testcase.Case]{Pr: mio.Ramp{Start: 0.8}, F: 0.8}
	}},
}

func randomSearch(testing.TB) search.Algorithm[*testcase.Case] {
	return &random.Search[*testcase.Case]{}
}

// seeds is how many searches of each algorithm are compared.
const seeds = 5

// BenchmarkAlgorithms compares algorithms by the targets that they cover.
func BenchmarkAlgorithms(b *testing.B) {
	for _, s := range Services() {
		for _, a := range algorithms {
			b.Run(s.Name+"/"+a.name, func(b *testing.B) {
				var sum, least, most int
				for b.Loop() {
					sum, least, most = 0, 0, 0
					for seed := range uint64(seeds) {
						options := s.REST()
						options.NoMemory = a.noMemory
						covered := cover(b, s, options, a.make(b), seed)
						sum += covered
						most = max(most, covered)
						if least == 0 || covered < least {
							least = covered
						}
					}
				}
				b.ReportMetric(0, "ns/op")
				b.ReportMetric(float64(sum)/seeds, "covered-mean")
				b.ReportMetric(float64(least), "covered-min")
				b.ReportMetric(float64(most), "covered-max")
			})
		}
	}
}

// cover returns how many targets one search covers.
func cover(b *testing.B, s *Service, options rest.Options, a search.Algorithm[*testcase.Case], seed uint64) int {
	system := s.System()
	start(b, system)
	session := newSession(b, s, options, system, seed, roundCalls())
	require.NoError(b, session.Run(context.Background(), a))
	require.NoError(b, system.Stop(context.Background()))
	return session.Stats().Covered
}
