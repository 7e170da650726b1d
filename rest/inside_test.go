package rest_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// glass is a system that can be looked into. Its handler says what it reaches.
type glass struct {
	*sut.Handler
	registry *fitness.Registry
	all      bool
	open     map[string]float64 // reached since the last Take
	told     map[string]bool    // with 1, in this test
	muted    map[string]bool    // with 1, in an earlier one
	last     string
	log      []string // what was asked of it, where that is wanted
	logged   bool
	fail     map[string]error // by what was asked
}

func newGlass(handler func(g *glass) http.HandlerFunc, o sut.HandlerOptions) *glass {
	g := &glass{registry: &fitness.Registry{}, open: map[string]float64{}, told: map[string]bool{},
		muted: map[string]bool{}}
	g.Handler = sut.NewHandler(func() http.Handler { return handler(g) }, o)
	return g
}

// reach is called by the handler.
func (g *glass) reach(name string, value float64) { g.open[name] = max(g.open[name], value) }

func (g *glass) note(what string) {
	if g.logged {
		g.log = append(g.log, what)
	}
}

func (g *glass) Reset(ctx context.Context) error {
	g.note("reset")
	return g.Handler.Reset(ctx)
}

func (g *glass) Call(ctx context.Context, r *sut.Request) (*sut.Response, error) {
	g.note("call " + r.Operation)
	return g.Handler.Call(ctx, r)
}

func (g *glass) Inside(registry *fitness.Registry) sut.Inside {
	return sut.Inside{Describe: g.describe,
		Last: func(context.Context) (string, error) { return g.last, g.fail["last"] }}
}

func (g *glass) Begin(_ context.Context, all bool) error {
	g.note(fmt.Sprint("begin ", all))
	for name := range g.told {
		g.muted[name] = true
	}
	clear(g.told)
	clear(g.open)
	g.all, g.last = all, ""
	return g.fail["begin"]
}

func (g *glass) Take(_ context.Context, into []sut.Reached) ([]sut.Reached, error) {
	g.note("take")
	names := make([]string, 0, len(g.open))
	for name := range g.open {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if !g.all && g.muted[name] {
			continue
		}
		into = append(into, sut.Reached{Target: g.registry.ID(fitness.Target{Kind: "sim", Name: name}),
			Value: g.open[name]})
		if g.open[name] >= 1 {
			g.told[name] = true
		}
	}
	clear(g.open)
	return into, g.fail["take"]
}

func (g *glass) describe(id fitness.ID) (what, place string) {
	if t := g.registry.Target(id); t.Kind == "sim" && t.Name != "plain" {
		return t.Name, "items.go:1"
	}
	return "", ""
}

// problemOn starts a system for the items schema.
func problemOn(t testing.TB, g *glass, o rest.Options) *rest.Problem {
	t.Helper()
	ctx := context.Background()
	doc, err := openapi.Read([]byte(itemsSchema), openapi.Options{})
	require.NoError(t, err)
	_, err = g.Start(ctx)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, g.Stop(ctx)) })
	p, err := rest.New(doc, g, g.registry, o)
	require.NoError(t, err)
	return p
}

func searchOn(t testing.TB, g *glass, p *rest.Problem, calls int) *search.Session[*testcase.Case] {
	t.Helper()
	s := search.NewSession(p.Search(), g.registry, search.Options{Seed: 3, Budget: search.Cost(calls)})
	require.NoError(t, s.Run(context.Background(), &mio.MIO[*testcase.Case]{}))
	return s
}

func TestTracersSeeEachCall(t *testing.T) {
	g := newGlass(func(g *glass) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			g.reach(r.Method, 1)
			if r.URL.Path == "/login" {
				fmt.Fprint(w, `{"token":"t"}`)
			}
		}
	}, sut.HandlerOptions{})
	o := withUser()
	p := problemOn(t, g, o)
	r := rand.New(rand.NewPCG(1, 2))
	var c *testcase.Case
	for c == nil || len(c.Actions) < 2 {
		c = p.Sample(r)
	}
	g.logged = true
	e, err := p.Evaluate(context.Background(), c)
	require.NoError(t, err)
	assert.Equal(t, []string{"reset", "begin false"}, g.log[:2])
	assert.Equal(t, len(c.Actions), strings.Count(strings.Join(g.log, "\n"), "take"))
	assert.Equal(t, "take", g.log[len(g.log)-1])
	for i, entry := range g.log {
		if entry == "take" {
			operation := strings.TrimPrefix(g.log[i-1], "call ")
			assert.Contains(t, operation, " /items", "each request says what it is")
			assert.Contains(t, []string{"take", "call log in", "begin false"}, g.log[i-2],
				"one take for each call of the test, log-ins included")
		}
	}
	for _, s := range e.Scores {
		if target := g.registry.Target(s.ID); target.Kind == "sim" {
			assert.EqualValues(t, 1, s.Value)
			assert.Less(t, int(s.Action), len(c.Actions))
		}
	}
}

// TestErrorsOfTracersEndTheSearch: a system that cannot be looked into any more
// is one that cannot be searched.
func TestErrorsOfTracersEndTheSearch(t *testing.T) {
	for _, asked := range []string{"begin", "take", "last"} {
		t.Run(asked, func(t *testing.T) {
			g := newGlass(func(*glass) http.HandlerFunc {
				return func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) }
			}, sut.HandlerOptions{})
			p := problemOn(t, g, rest.Options{})
			broken := errors.New("the pipe is broken")
			g.fail = map[string]error{asked: broken}
			_, err := p.Evaluate(context.Background(), p.Sample(rand.New(rand.NewPCG(1, 2))))
			assert.ErrorIs(t, err, broken)
		})
	}
}

func TestLogInsAreNamed(t *testing.T) {
	g := newGlass(func(g *glass) http.HandlerFunc {
		items := newItems()
		return func(w http.ResponseWriter, r *http.Request) { items.ServeHTTP(w, r) }
	}, sut.HandlerOptions{})
	g.logged = true
	p := problemOn(t, g, withUser())
	searchOn(t, g, p, 300)
	assert.Contains(t, g.log, "call log in")
	assert.Contains(t, g.log, "call GET /items/{id}")
}

// deep is a service of very many targets: each operation has some that every
// call reaches, and twenty groups of which a call reaches one. chance reaches
// more at random.
func deep(g *glass, chance *rand.Rand) http.HandlerFunc {
	const common, groups, each = 300, 20, 40
	return func(w http.ResponseWriter, r *http.Request) {
		name := r.Method + strconv.Itoa(strings.Count(r.URL.Path, "/"))
		group := len(r.URL.RawQuery) + int(r.ContentLength)
		if id, err := strconv.Atoi(r.URL.Path[strings.LastIndexByte(r.URL.Path, '/')+1:]); err == nil && id > 0 {
			group += id
		}
		for i := range common {
			g.reach(fmt.Sprint(name, " common ", i), 1)
		}
		for i := range each {
			g.reach(fmt.Sprint(name, " group ", group%groups, " ", i), 1)
		}
		if chance != nil {
			g.reach(fmt.Sprint("chance ", chance.IntN(3000)), 1)
		}
		w.WriteHeader(http.StatusOK)
	}
}

// names returns the simulated targets that a run of a suite's tests would have
// to reach: those the archive covers, without those of chance.
func names(g *glass, ids []fitness.ID) map[string]bool {
	out := map[string]bool{}
	for _, id := range ids {
		if target := g.registry.Target(id); target.Kind == "sim" && !strings.HasPrefix(target.Name, "chance") {
			out[target.Name] = true
		}
	}
	return out
}

func TestSuitesOfThousandsOfTargetsStaySmall(t *testing.T) {
	for name, chance := range map[string]*rand.Rand{"steady": nil, "with chance": rand.New(rand.NewPCG(1, 1))} {
		t.Run(name, func(t *testing.T) {
			g := newGlass(func(g *glass) http.HandlerFunc { return deep(g, chance) }, sut.HandlerOptions{})
			p := problemOn(t, g, rest.Options{Without: []int{oracle.CodeSchema}})
			s := searchOn(t, g, p, 3000)
			wanted := names(g, s.Archive().CoveredIDs())
			require.Greater(t, len(wanted), 3000)

			out, flaky, err := p.Suite(context.Background(), s.Archive(), problem.Harvest{})
			require.NoError(t, err)
			assert.Zero(t, flaky, "chance inside of the system makes no test flaky")
			assert.Equal(t, wanted, replayed(t, g, out), "nothing steady is lost")
			assert.LessOrEqual(t, len(out.Tests), 4*20+2, "no test for what chance did")
			steps := 0
			for _, test := range out.Tests {
				steps += len(test.Steps)
			}
			assert.LessOrEqual(t, steps, len(out.Tests)*3/2, "and they are short")
		})
	}
}

// replayed makes the calls of a suite and returns what they reach.
func replayed(t *testing.T, g *glass, s *suite.Suite) map[string]bool {
	t.Helper()
	before := g.registry.Len()
	var ids []fitness.ID
	for _, test := range s.Tests {
		require.NoError(t, g.Reset(context.Background()))
		require.NoError(t, g.Begin(context.Background(), true))
		for _, step := range test.Steps {
			q := make([]string, len(step.Call.Request.Query))
			for i, f := range step.Call.Request.Query {
				q[i] = f.Name + "=" + literal(f.Value)
			}
			target := literal(step.Call.Request.Path)
			if len(q) > 0 {
				target += "?" + strings.Join(q, "&")
			}
			r := &sut.Request{Method: step.Call.Request.Method, Target: target, Header: http.Header{}}
			if step.Call.Request.Body != nil {
				r.Body = []byte(literal(step.Call.Request.Body.Text))
			}
			_, err := g.Call(context.Background(), r)
			require.NoError(t, err)
		}
		reached, err := g.Take(context.Background(), nil)
		require.NoError(t, err)
		for _, r := range reached {
			if r.Value >= 1 && int(r.Target) < before {
				ids = append(ids, r.Target)
			}
		}
	}
	return names(g, ids)
}

func literal(text suite.Text) string {
	out := ""
	for _, piece := range text {
		out += piece.Literal
	}
	return out
}

func TestPlacesTellFaultsApart(t *testing.T) {
	handler := func(g *glass) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			switch {
			case r.Method == "GET" && strings.HasSuffix(r.URL.RawQuery, "long"):
				g.last = "api/items.go:10"
				w.WriteHeader(http.StatusBadGateway)
			case r.Method == "GET" && r.URL.RawQuery != "":
				g.last = "api/items.go:20"
				w.WriteHeader(http.StatusBadGateway)
			case r.Method == "DELETE":
				g.last = "api/items.go:30"
				panic(http.ErrAbortHandler)
			default:
				g.last = "api/items.go:40"
			}
		}
	}
	g := newGlass(handler, sut.HandlerOptions{})
	p := problemOn(t, g, rest.Options{Without: []int{oracle.CodeSchema}})
	s := searchOn(t, g, p, 500)
	keys := map[string]string{}
	for _, f := range p.Faults() {
		keys[f.Key] = f.Frame
	}
	assert.Equal(t, map[string]string{
		"GET /items/{id} 100 502 api/items.go:10":       "api/items.go:10",
		"GET /items/{id} 100 502 api/items.go:20":       "api/items.go:20",
		"DELETE /items/{id} 100 broken api/items.go:30": "api/items.go:30",
	}, keys)
	out, _, err := p.Suite(context.Background(), s.Archive(), problem.Harvest{})
	require.NoError(t, err)
	tests := 0
	for _, test := range out.Tests {
		tests += len(test.Faults)
	}
	assert.Equal(t, 3, tests, "each has its test")
}

func TestPlaceOfATimeout(t *testing.T) {
	g := newGlass(func(g *glass) http.HandlerFunc {
		return func(_ http.ResponseWriter, r *http.Request) {
			if r.Method == "POST" {
				g.last = "api/items.go:50"
				<-r.Context().Done()
			}
		}
	}, sut.HandlerOptions{Timeout: 5 * time.Millisecond})
	p := problemOn(t, g, rest.Options{Without: []int{oracle.CodeSchema}, Include: []string{"POST *"}})
	searchOn(t, g, p, 5)
	require.Len(t, p.Faults(), 1)
	f := p.Faults()[0]
	assert.Equal(t, oracle.CodeTimeout, f.Code)
	assert.Equal(t, "POST /items 909 api/items.go:50", f.Key)
	assert.Equal(t, "api/items.go:50", f.Frame)
}

func TestKeysOfSystemsThatCannotBeLookedInto(t *testing.T) {
	failing := func() http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) })
	}
	f := explore(t, failing, 50, rest.Options{Include: []string{"GET /items"}})
	require.Len(t, f.problem.Faults(), 1)
	assert.Equal(t, "GET /items 100 502", f.problem.Faults()[0].Key[:len("GET /items 100 502")])
	assert.Empty(t, f.problem.Faults()[0].Frame)
}

// TestWaysAreThoseOfOneTest: what a test is told to be alone in, no other
// test of the suite reaches.
func TestWaysAreThoseOfOneTest(t *testing.T) {
	g := newGlass(func(g *glass) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			g.reach("plain", 1)
			g.reach("always", 1)
			g.reach(r.Method+" comes", 1)
			g.reach(r.Method+" comes, which takes "+strings.Repeat("very ", 20)+"many words to say", 1)
			for i := range 5 {
				g.reach(fmt.Sprint(r.Method, " step ", i), 1)
			}
			w.WriteHeader(http.StatusNoContent)
		}
	}, sut.HandlerOptions{})
	p := problemOn(t, g, rest.Options{Without: []int{oracle.CodeSchema}})
	s := searchOn(t, g, p, 300)
	out, _, err := p.Suite(context.Background(), s.Archive(), problem.Harvest{})
	require.NoError(t, err)

	times := map[string]int{}
	for _, test := range out.Tests {
		for name := range replayed(t, g, &suite.Suite{Tests: []suite.Test{test}}) {
			times[name]++
		}
	}
	require.Greater(t, times["always"], 1)
	told := 0
	for _, test := range out.Tests {
		assert.LessOrEqual(t, len(test.Ways), 2)
		for _, w := range test.Ways {
			assert.Equal(t, "items.go:1", w.Place)
			assert.Equal(t, 1, times[w.What], w.What)
			assert.Less(t, len(w.What), 100)
			told++
		}
	}
	assert.Positive(t, told)
}
