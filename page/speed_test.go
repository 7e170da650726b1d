package page_test

import (
	"io"
	"net/http"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/page"
	"github.com/evoke-go/evoke/page/internal/browser"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

// benchmarkActs is the number of acts of a search in the benchmark.
const benchmarkActs = 300

// BenchmarkSearch searches the page of examples/page. acts/s counts the acts after the opening of the page, and opens/s
// the openings.
func BenchmarkSearch(b *testing.B) {
	if _, err := browser.Find(false); err != nil {
		b.Skip(err)
	}
	acts, opens, took := 0, 0, time.Duration(0)
	for seed := uint64(0); b.Loop(); seed++ {
		registry := &fitness.Registry{}
		o := page.Options{Handler: http.FileServerFS(os.DirFS("../examples/page/site"))}
		p, err := page.Spec(o).Make(b.Context(), problem.Env{Registry: registry})
		require.NoError(b, err)
		session := search.NewSession(p.Search(), registry, search.Options{Seed: seed,
			Budget: search.Cost(benchmarkActs)})
		began := time.Now()
		require.NoError(b, session.Run(b.Context(), &mio.MIO[*testcase.Case]{}))
		took += time.Since(began)
		opens += session.Stats().Evaluations
		acts += session.Stats().Cost - session.Stats().Evaluations
		require.NoError(b, p.(io.Closer).Close())
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(acts)/took.Seconds(), "acts/s")
	b.ReportMetric(float64(opens)/took.Seconds(), "opens/s")
}
