package predicates

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/search/random"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// seen is a system that is seen from the inside.
type seen struct {
	*sut.Handler
	*sut.Probes
}

// hunt is one search for the targets of a predicate.
type hunt struct {
	predicate Predicate
	wanted    int
	left      map[probe.Target]bool // not covered yet
	registry  *fitness.Registry
	probes    *sut.Probes
}

func newHunt(t testing.TB, p Predicate) *hunt {
	h := &hunt{predicate: p, left: map[probe.Target]bool{}, registry: &fitness.Registry{}}
	h.probes = sut.NewProbes()
	where := ranges(t, p)
	for target := range probe.Target(probe.Targets()) {
		site := probe.Describe(target)
		within := func(l lines) bool { return l.has(site.Line) }
		if site.File == p.File && slices.ContainsFunc(where, within) && told(site) {
			h.left[target] = true
		}
	}
	h.wanted = len(h.left)
	require.Positive(t, h.wanted)
	return h
}

// told reports whether a target is ever told: of the cases of a switch it is
// only that they were taken.
func told(s probe.Site) bool { return s.Kind != probe.Case || s.Side }

// run searches until all is covered, or with the given number of calls, and
// returns the calls that were made.
func (h *hunt) run(ctx context.Context, t testing.TB, seed uint64, calls int) int {
	doc, err := openapi.Read([]byte(h.predicate.Schema), openapi.Options{})
	require.NoError(t, err)
	handler := sut.NewHandler(h.predicate.New, sut.HandlerOptions{Reset: func() error { return nil }})
	_, err = handler.Start(ctx)
	require.NoError(t, err)
	problem, err := rest.New(doc, seen{handler, h.probes}, h.registry, rest.Options{})
	require.NoError(t, err)
	session := search.NewSession(problem.Search(), h.registry, search.Options{
		Seed: seed, Budget: h.budget(calls), Observe: h.observe,
	})
	require.NoError(t, session.Run(ctx, algorithm()))
	require.NoError(t, handler.Stop(ctx))
	probe.UnmuteAll()
	return session.Stats().Cost
}

func algorithm() search.Algorithm[*testcase.Case] {
	if *chance {
		return &random.Search[*testcase.Case]{}
	}
	return &mio.MIO[*testcase.Case]{}
}

// budget ends the search early once nothing is left.
func (h *hunt) budget(calls int) search.Budget {
	return func(s search.Stats) float64 {
		if len(h.left) == 0 {
			return 1
		}
		return float64(s.Cost) / float64(calls)
	}
}

func (h *hunt) observe(e search.Event) {
	c, ok := e.(search.Covered)
	if !ok {
		return
	}
	id := h.registry.ID(c.Target)
	for t := range h.left {
		if known, ok := h.probes.ID(t); ok && known == id {
			delete(h.left, t)
		}
	}
}

// names says what is left open.
func (h *hunt) names() []string {
	var out []string
	for t := range h.left {
		site := probe.Describe(t)
		name := fmt.Sprintf("%s:%d:%d", site.File, site.Line, site.Column)
		if site.Kind != probe.Statement {
			name += fmt.Sprintf(" %s %t", site.Text, site.Side)
		}
		out = append(out, name)
	}
	return out
}
