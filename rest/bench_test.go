package rest_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// program is an instrumented one of 20,000 targets, of which nothing but the
// probes is there.
var program struct {
	once   sync.Once
	groups [400]probe.Group // of 20 statements and conditions
	stmts  [8000]probe.Stmt
	conds  [6000]probe.Cond
	nears  [6000]probe.Near
}

// run is what a handler of the program does: it meets 150 statements and as
// many conditions, of which most have a side that nothing takes.
func run(w http.ResponseWriter, r *http.Request) {
	at := (len(r.URL.RawQuery)*37 + int(r.ContentLength)*11 + len(r.URL.Path)*101) % 5800
	for i := range 150 {
		g := &program.groups[(at+i)/20]
		probe.Enter(g, &program.stmts[at+i])
		probe.Done(g, &program.stmts[at+i])
		cells := probe.At(g, &program.conds[at+i], &program.nears[at+i])
		probe.Ints(cells).Gt(int64(len(r.URL.RawQuery)), 4711+int64(i))
	}
	w.WriteHeader(http.StatusOK)
}

// insightful is a handler with its tracer.
type insightful struct {
	*sut.Handler
	*sut.Probes
}

// BenchmarkEvaluation measures a call of a search with all that belongs to it,
// where the system is not looked into and where it is.
func BenchmarkEvaluation(b *testing.B) {
	program.once.Do(func() {
		sites := &strings.Builder{}
		fmt.Fprintln(sites, "F p.go")
		for i := range program.stmts {
			fmt.Fprintf(sites, "S %d 2\n", i+1)
		}
		for i := range program.conds {
			fmt.Fprintf(sites, "C b i> %d 5 n > %d\n", i+1, i)
		}
		p := probe.Package{
			Path: "example.com/program", Groups: program.groups[:], Statements: program.stmts[:],
			Conditions: program.conds[:], Distances: program.nears[:], Sites: sites.String(),
		}
		for i := range uint32(len(p.Groups)) {
			p.Starts = append(p.Starts, probe.Start{Stmt: 20 * i, Cond: min(20*i, uint32(len(p.Conditions)))})
		}
		probe.Register(p)
	})
	for _, name := range []string{"black box", "white box"} {
		b.Run(name, func(b *testing.B) {
			registry := &fitness.Registry{}
			handler := sut.NewHandler(func() http.Handler { return http.HandlerFunc(run) }, sut.HandlerOptions{})
			var system rest.System = handler
			if name == "white box" {
				system = insightful{handler, sut.NewProbes()}
			}
			ctx := context.Background()
			_, err := handler.Start(ctx)
			require.NoError(b, err)
			doc, err := openapi.Read([]byte(itemsSchema), openapi.Options{})
			require.NoError(b, err)
			p, err := rest.New(doc, system, registry, rest.Options{})
			require.NoError(b, err)
			b.ResetTimer()
			s := search.NewSession(p.Search(), registry, search.Options{Budget: search.Cost(max(b.N, 1))})
			require.NoError(b, s.Run(ctx, &mio.MIO[*testcase.Case]{}))
		})
	}
}
