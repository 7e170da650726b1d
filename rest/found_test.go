package rest_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
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

// closing is a handler that closes what its calls opened.
type closing struct {
	http.Handler
	stop chan struct{}
}

func (c *closing) Close() error {
	close(c.stop)
	return nil
}

// TestWhatEndsWithTheHandlerIsNoLeak: the handler ends the goroutines of its calls when it is closed. Where a reset
// keeps the handler nobody closes it while tests run, so nothing is known of them.
func TestWhatEndsWithTheHandlerIsNoLeak(t *testing.T) {
	forever := make(chan struct{})
	defer close(forever)
	for name, tt := range map[string]struct {
		until func(c *closing) chan struct{}
		reset func() error
		want  int
	}{
		"ends":  {func(c *closing) chan struct{} { return c.stop }, nil, 0},
		"stays": {func(*closing) chan struct{} { return forever }, nil, 1},
		"kept":  {func(c *closing) chan struct{} { return c.stop }, func() error { return nil }, 0},
	} {
		t.Run(name, func(t *testing.T) {
			handlers := 0
			system := sut.NewHandler(func() http.Handler {
				handlers++
				items, c := newItems(), &closing{stop: make(chan struct{})}
				go func() { <-c.stop }()
				c.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					for range handlers { // more each time, so that nothing hides behind those of the test before
						go func() { <-tt.until(c) }()
					}
					items.ServeHTTP(w, r)
				})
				return c
			}, sut.HandlerOptions{Reset: tt.reset})
			_, err := system.Start(t.Context())
			require.NoError(t, err)
			defer func() { require.NoError(t, system.Stop(context.Background())) }()
			o, registry := withUser(), &fitness.Registry{}
			doc, err := openapi.Read([]byte(itemsSchema), openapi.Options{})
			require.NoError(t, err)
			o.Leaks = true
			p, err := rest.New(doc, system, registry, o)
			require.NoError(t, err)
			s := search.NewSession(p.Search(), registry, search.Options{Seed: 1, Budget: search.Cost(200)})
			require.NoError(t, s.Run(t.Context(), &mio.MIO[*testcase.Case]{}))
			leaks := 0
			for _, fault := range p.Faults() {
				if fault.Code == oracle.CodeLeak {
					leaks++
				}
			}
			assert.Equal(t, tt.want, leaks)
		})
	}
}

func TestLeaksGetTests(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	leaking := func() http.Handler {
		items := newItems()
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == "GET" && strings.HasSuffix(r.URL.RawQuery, "=short") {
				go func() { <-release }()
			}
			if r.Method == "GET" && r.URL.RawQuery == "" {
				go time.Sleep(time.Millisecond)
			}
			items.ServeHTTP(w, r)
		})
	}
	o := withUser()
	o.Leaks = true
	f := explore(t, leaking, 10000, o)
	var leaks []suite.Fault
	for _, fault := range f.problem.Faults() {
		if fault.Code == oracle.CodeLeak {
			leaks = append(leaks, fault)
		}
	}
	require.Len(t, leaks, 1, "once for each place")
	assert.Regexp(t, `^rest_test\..*func1\.1 \(found_test\.go:\d+\)$`, leaks[0].Frame)
	assert.Equal(t, "GET /items/{id}", leaks[0].Operation)
	shown := 0
	for _, test := range f.suite.Tests {
		for _, fault := range test.Faults {
			if fault.Code == oracle.CodeLeak {
				shown++
				last := test.Last()
				assert.Contains(t, fmt.Sprint(last.Call.Request.Query), "view short",
					"what follows the leak is dropped")
				assert.Equal(t, leaks[0].Key, fault.Key)
			}
		}
	}
	assert.Equal(t, 1, shown)
	without := o
	without.Without = []int{oracle.CodeLeak}
	for _, fault := range explore(t, leaking, 500, without).problem.Faults() {
		assert.NotEqual(t, oracle.CodeLeak, fault.Code)
	}
}

func TestFindingsOfOtherProcesses(t *testing.T) {
	g := newGlass(func(g *glass) http.HandlerFunc { return func(http.ResponseWriter, *http.Request) {} },
		sut.HandlerOptions{})
	p := problemOn(t, g, rest.Options{Without: []int{oracle.CodeSchema}})
	p.Resume([]problem.Tally{
		{Operation: "GET /items", Calls: 5, Incomplete: 2, Outcomes: map[string]int{"200": 3}},
		{Operation: "GET /gone", Calls: 5},
	})
	p.Resume([]problem.Tally{{Operation: "GET /items", Calls: 1, Outcomes: map[string]int{"200": 1}}})
	deadly := problem.Death{Operation: "DELETE /items/{id}", Repeat: "curl ...", Detail: "death exited",
		Reason: "the program ends itself"}
	id, ok := p.Died(deadly)
	assert.True(t, ok)
	again, _ := p.Died(deadly)
	assert.Equal(t, id, again, "the same fault once")
	_, ok = p.Died(problem.Death{Operation: "GET /gone"})
	assert.False(t, ok)
	require.Len(t, p.Faults(), 1)
	assert.Equal(t, "DELETE /items/{id} 100 death exited", g.registry.Target(id).Name)
	assert.Equal(t, "DELETE /items/{id} 100 death exited", p.Faults()[0].Key)

	r := rand.New(rand.NewPCG(1, 2))
	var first []string
	g.logged = true
	for range 2 { // of the four operations, one was called and one is deadly
		_, err := p.Evaluate(context.Background(), p.Sample(r))
		require.NoError(t, err)
	}
	for _, entry := range g.log {
		if operation, ok := strings.CutPrefix(entry, "call "); ok {
			first = append(first, operation)
		}
	}
	assert.Equal(t, []string{"POST /items", "POST /items", "GET /items/{id}"}, first)

	for _, tally := range p.Tallies() {
		if tally.Operation == "GET /items" {
			assert.Equal(t, problem.Tally{Operation: "GET /items", Calls: 6, Incomplete: 2,
				Outcomes: map[string]int{"200": 4}}, tally)
		}
	}
	s := search.NewSession(p.Search(), g.registry, search.Options{Budget: search.Cost(50)})
	s.Cover(id)
	require.NoError(t, s.Run(context.Background(), &mio.MIO[*testcase.Case]{}))
	out, _, err := p.Suite(context.Background(), s.Archive(), problem.Harvest{})
	require.NoError(t, err)
	assert.NotEmpty(t, out.Tests, "a fault without a test is in nobody's way")
	for _, test := range out.Tests {
		assert.Empty(t, test.Faults)
	}
}
