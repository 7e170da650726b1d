package sut_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/sut"
)

// cells are those of three packages that instrumented code would have. They belong to the process, as all probes do.
var cells struct {
	once  sync.Once
	bare  bool           // NewProbes returned nil before
	group [3]probe.Group // of each package
	api   [8]probe.Stmt
	conds [2]probe.Cond
	nears [2]probe.Near
	store [200]probe.Stmt
	spin  [5]probe.Stmt
}

func instrumented(t testing.TB) {
	t.Helper()
	registerCells()
	probe.UnmuteAll()
	probe.Drop()
	t.Cleanup(func() {
		probe.UnmuteAll()
		probe.Drop()
	})
}

// registerCells does what the generated files of the packages do.
func registerCells() {
	cells.once.Do(func() {
		cells.bare = sut.NewProbes() == nil
		probe.Register(probe.Package{
			Path: "example.com/shop/api", Groups: cells.group[:1], Statements: cells.api[:], Conditions: cells.conds[:],
			Distances: cells.nears[:],
			Sites: "F books.go\nS 12 3\nS 12 20\nS 13 3\nS 20 3\nS 21 3\nS 22 3\nS 23 3\nS 24 3\nN " +
				"(*Server).create\nC b i> 12 7 n > 100\nN \nC l g 30 2 range xs\n",
		})
		sites := "F store.go\n"
		for i := range cells.store {
			sites += fmt.Sprintf("S %d 2\n", 10+i)
		}
		probe.Register(probe.Package{Path: "example.com/shop/store", Groups: cells.group[1:2],
			Statements: cells.store[:], Sites: sites})
		probe.Register(probe.Package{
			Path: "github.com/evoke-go/evoke/sut_test", Groups: cells.group[2:], Statements: cells.spin[:],
			Sites: "F spin.go\nN crowded\nS 12 2\nN elsewhere\nS 43 4\nN spin\nS 51 3\nS 52 3\nS 54 4\n",
		})
	})
}

// probes is the tracer of this program, with what it knows.
type probes struct {
	*sut.Probes
	known sut.Inside
}

func newProbes(registry *fitness.Registry) probes {
	p := sut.NewProbes()
	return probes{p, p.Inside(registry)}
}

func (p probes) begin(t testing.TB, all bool) {
	t.Helper()
	require.NoError(t, p.Begin(context.Background(), all))
}

func (p probes) last(t testing.TB) string {
	t.Helper()
	place, err := p.known.Last(context.Background())
	require.NoError(t, err)
	return place
}

// seen returns the scores that a tracer reports, by the names of the targets.
func seen(t testing.TB, registry *fitness.Registry, tracer sut.Tracer) map[string]float64 {
	t.Helper()
	out := map[string]float64{}
	reached, err := tracer.Take(context.Background(), nil)
	require.NoError(t, err)
	for _, r := range reached {
		name := registry.Target(r.Target).String()
		out[name] = max(out[name], r.Value)
	}
	return out
}

func TestNoProbesInPlainPrograms(t *testing.T) {
	instrumented(t)
	assert.True(t, cells.bare, "a program without targets has no tracer")
}

func TestProbesTellTargets(t *testing.T) {
	instrumented(t)
	registry := &fitness.Registry{}
	p := newProbes(registry)
	p.begin(t, false)
	assert.Empty(t, p.last(t))
	probe.Enter(&cells.group[0], &cells.api[0])
	probe.Done(&cells.group[0], &cells.api[0])
	probe.Ints(probe.At(&cells.group[0], &cells.conds[0], &cells.nears[0])).Gt(90, 100)
	probe.Loop(&cells.group[0], &cells.conds[1], true)
	probe.Enter(&cells.group[0], &cells.api[2])
	assert.Equal(t, "api/books.go:13", p.last(t))
	got := seen(t, registry, p)
	assert.Empty(t, p.last(t), "the next call was nowhere yet")
	flat := got["branch example.com/shop/api/books.go:12:7 n > 100 true"]
	assert.True(t, flat > 0.1 && flat < 1, "a gradient: %v", flat)
	entered := got["branch example.com/shop/api/books.go:30:2 loop range xs true"]
	assert.EqualValues(t, 1, entered)
	for _, name := range []string{
		"branch example.com/shop/api/books.go:12:7 n > 100 true",
		"branch example.com/shop/api/books.go:30:2 loop range xs true",
		"branch example.com/shop/api/books.go:30:2 loop range xs false",
	} {
		delete(got, name)
	}
	assert.Equal(t, map[string]float64{
		"statement example.com/shop/api/books.go:12:3":            1,
		"statement example.com/shop/api/books.go:13:3":            0.5,
		"branch example.com/shop/api/books.go:12:7 n > 100 false": 1,
		"line example.com/shop/api/books.go:12":                   1,
		"line example.com/shop/api/books.go:13":                   1,
		"file example.com/shop/api/books.go":                      1,
	}, got)
	assert.Empty(t, seen(t, registry, p), "what was taken is not told again")
}

func TestDescribe(t *testing.T) {
	instrumented(t)
	registry := &fitness.Registry{}
	p := newProbes(registry)
	p.begin(t, false)
	probe.Enter(&cells.group[0], &cells.api[0])
	probe.Ints(probe.At(&cells.group[0], &cells.conds[0], &cells.nears[0])).Gt(90, 100)
	probe.Loop(&cells.group[0], &cells.conds[1], true)
	seen(t, registry, p)
	told := map[string]string{}
	for id := range fitness.ID(registry.Len()) {
		if what, place := p.known.Describe(id); what != "" {
			told[what] = place
		} else {
			assert.NotEqual(t, sut.BranchTarget, registry.Target(id).Kind)
		}
	}
	assert.Equal(t, map[string]string{
		"n > 100 is true": "api.(*Server).create", "n > 100 is false": "api.(*Server).create",
		"range xs is entered": "api/books.go", "range xs is not entered": "api/books.go",
	}, told)
}

func TestWays(t *testing.T) {
	for want, s := range map[string]probe.Site{
		"case n == 3":            {Kind: probe.Case, Text: "n == 3", Side: true},
		"v, ok := m[k] is found": {Kind: probe.OK, Text: "v, ok := m[k]", Side: true},
		"m[k] is not found":      {Kind: probe.OK, Text: "m[k]"},
		"f(x) is an error":       {Kind: probe.Error, Text: "f(x) != nil", Side: true},
		"err is no error":        {Kind: probe.Error, Text: "err != nil"},
		"isbn.Parse(s) succeeds": {Kind: probe.Outcome, Text: "isbn.Parse(s)", Side: true},
		"isbn.Parse(s) fails":    {Kind: probe.Outcome, Text: "isbn.Parse(s)"},
		"":                       {Kind: probe.Statement},
	} {
		assert.Equal(t, want, sut.Way(s))
	}
}

func TestNewIDsFollowTheSource(t *testing.T) {
	instrumented(t)
	order := func(first, second int) []fitness.Target {
		registry := &fitness.Registry{}
		p := newProbes(registry)
		p.begin(t, false)
		probe.Enter(&cells.group[1], &cells.store[7])
		probe.Enter(&cells.group[0], &cells.api[first])
		probe.Enter(&cells.group[0], &cells.api[second])
		seen(t, registry, p)
		out := make([]fitness.Target, registry.Len())
		for i := range out {
			out[i] = registry.Target(fitness.ID(i))
		}
		return out
	}
	forth, back := order(3, 0), order(0, 3)
	assert.Equal(t, forth, back)
	assert.Equal(t, fitness.Target{Kind: "statement", Name: "example.com/shop/api/books.go:12:3"}, forth[0])
}

func TestCoveredTargetsAreLeftOut(t *testing.T) {
	instrumented(t)
	registry := &fitness.Registry{}
	p := newProbes(registry)
	run := func(all bool) []string {
		p.begin(t, all)
		probe.Enter(&cells.group[0], &cells.api[0])
		probe.Done(&cells.group[0], &cells.api[0])
		probe.Enter(&cells.group[0], &cells.api[1]) // on the same line, never done
		assert.Equal(t, "api/books.go:12", p.last(t), "muted statements are places too")
		return slices.Sorted(maps.Keys(seen(t, registry, p)))
	}
	everything := []string{
		"file example.com/shop/api/books.go", "line example.com/shop/api/books.go:12",
		"statement example.com/shop/api/books.go:12:20", "statement example.com/shop/api/books.go:12:3",
	}
	assert.Equal(t, everything, run(false), "the first test is told all")
	open := []string{"statement example.com/shop/api/books.go:12:20"}
	assert.Equal(t, open, run(false))
	assert.Equal(t, everything, run(true))
	assert.Equal(t, everything, run(true))
	assert.Equal(t, open, run(false), "and muted again")
}

func TestCoverMutesWhatAnEarlierProcessCovered(t *testing.T) {
	instrumented(t)
	registry := &fitness.Registry{}
	registry.ID(fitness.Target{Kind: "status", Name: "GET /books 200"})
	ids := []fitness.ID{
		registry.ID(fitness.Target{Kind: "statement", Name: "example.com/shop/api/books.go:12:3"}),
		registry.ID(fitness.Target{Kind: "branch", Name: "example.com/shop/api/books.go:12:7 n > 100 true"}),
		registry.ID(fitness.Target{Kind: "file", Name: "example.com/shop/api/books.go"}),
		registry.ID(fitness.Target{Kind: "statement", Name: "example.com/gone/away.go:1:1"}),
		0,
	}
	p := newProbes(registry)
	run := func(all bool) []string {
		p.begin(t, all)
		probe.Enter(&cells.group[0], &cells.api[0])
		probe.Done(&cells.group[0], &cells.api[0])
		probe.Ints(probe.At(&cells.group[0], &cells.conds[0], &cells.nears[0])).Gt(900, 100)
		return slices.Sorted(maps.Keys(seen(t, registry, p)))
	}
	p.Cover(slices.Values(ids))
	rest := []string{"branch example.com/shop/api/books.go:12:7 n > 100 false"}
	got := run(false)
	assert.Equal(t, rest, got, "of a line whose statements are all covered nothing is told")
	assert.Len(t, run(true), 5)
	id, ok := p.ID(0)
	assert.True(t, ok)
	assert.Equal(t, ids[0], id, "the ids are those of the registry")
	_, ok = p.ID(5)
	assert.False(t, ok)
}

func TestBeginForgetsWhatCameLate(t *testing.T) {
	instrumented(t)
	registry := &fitness.Registry{}
	p := newProbes(registry)
	probe.Enter(&cells.group[0], &cells.api[4])
	p.begin(t, false)
	assert.Empty(t, seen(t, registry, p))
	assert.Empty(t, p.last(t))
}

// shop is a system that panics and recovers.
type shop struct{ books []string }

func (s *shop) book(n int) string { return s.books[n] }

func (s *shop) safely(n int) {
	defer func() { _ = probe.Recovered(recover()) }()
	_ = s.book(n)
}

func TestRecoveredPanicsArePlaces(t *testing.T) {
	instrumented(t)
	registry := &fitness.Registry{}
	p := newProbes(registry)
	call := func(n int) string {
		(&shop{books: []string{"Emma"}}).safely(n)
		probe.Enter(&cells.group[0], &cells.api[0])
		return p.last(t)
	}
	p.begin(t, false)
	assert.Equal(t, "api/books.go:12", call(0), "no panic")
	assert.Regexp(t, `^sut_test\.\(\*shop\)\.book \(probes_test\.go:\d+\)$`, call(1))
	seen(t, registry, p)
	assert.Equal(t, "api/books.go:12", call(0), "of the call before")
	assert.Contains(t, call(1), "book")
	seen(t, registry, p)
	func() {
		defer func() { _ = recover() }() // of a library
		panic(probe.Panics("full"))
	}()
	assert.Regexp(t, `^sut_test\.TestRecoveredPanicsArePlaces.* \(probes_test\.go:\d+\)$`, p.last(t))
	p.begin(t, true)
	assert.Empty(t, p.last(t), "of the test before")
}

func TestHangsWithProbesAreEnded(t *testing.T) {
	instrumented(t)
	begun, unwound := make(chan bool, 10), make(chan bool, 10)
	options := sut.HandlerOptions{Timeout: 30 * time.Millisecond}
	h := start(t, sut.NewHandler(spinning(begun, unwound), options))
	s := start(t, sut.NewServer(spinning(begun, unwound), options))
	for _, system := range []interface {
		sut.Caller
		Abandoned() int
	}{h, s} {
		probe.Drop()
		resp := call(t, system, "GET", "/spin")
		assert.Equal(t, sut.TimedOut, resp.Outcome)
		assert.Equal(t, "sut_test.spin (spin.go:51)", resp.Place, "the first statement of the loop")
		require.Len(t, unwound, 1, "the handler has ended when the call returns")
		<-unwound
		assert.Zero(t, system.Abandoned())
		assert.Equal(t, "fine", string(call(t, system, "GET", "/").Body), "the next call is not killed")
	}
}

func TestHangsWithoutProbesAreCounted(t *testing.T) {
	release := make(chan struct{})
	deaf := always(func(http.ResponseWriter, *http.Request) { <-release })
	options := sut.HandlerOptions{Timeout: 20 * time.Millisecond}
	h := start(t, sut.NewHandler(deaf, options))
	s := start(t, sut.NewServer(deaf, options))
	for _, system := range []interface {
		sut.Caller
		Abandoned() int
	}{h, s} {
		for n := range 2 {
			assert.Equal(t, sut.TimedOut, call(t, system, "GET", "/").Outcome)
			assert.Equal(t, n+1, system.Abandoned())
		}
	}
	close(release)
	assert.Eventually(t, func() bool { return h.Abandoned()+s.Abandoned() == 0 }, 10*time.Second, time.Millisecond)
}

func TestHandlersThatListenToTheirContextAreNotLeftBehind(t *testing.T) {
	h := start(t, sut.NewHandler(always(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }),
		sut.HandlerOptions{Timeout: 10 * time.Millisecond}))
	assert.Equal(t, sut.TimedOut, call(t, h, "GET", "/").Outcome)
	assert.Zero(t, h.Abandoned())
}

func BenchmarkProbes(b *testing.B) {
	instrumented(b)
	registry := &fitness.Registry{}
	p := newProbes(registry)
	var board fitness.Board
	var reached []sut.Reached
	var err error
	b.Run("100 open targets", func(b *testing.B) {
		for b.Loop() {
			p.begin(b, false)
			for i := range 100 {
				probe.Enter(&cells.group[1], &cells.store[i])
			}
			reached, err = p.Take(b.Context(), reached[:0])
			require.NoError(b, err)
			for _, r := range reached {
				board.Score(r.Target, 0, r.Value)
			}
			board.Take()
		}
	})
	b.Run("nothing but the probes", func(b *testing.B) {
		for b.Loop() {
			probe.Drop()
			for i := range 100 {
				probe.Enter(&cells.group[1], &cells.store[i])
			}
			probe.Take(func(probe.Target, float64) {})
		}
	})
}

func BenchmarkCover(b *testing.B) {
	instrumented(b)
	registry := &fitness.Registry{}
	for i := range cells.store {
		registry.ID(fitness.Target{Kind: "statement", Name: fmt.Sprintf("example.com/shop/store/store.go:%d:2", 10+i)})
	}
	for b.Loop() {
		p := newProbes(registry)
		p.Cover(func(yield func(fitness.ID) bool) {
			for id := range fitness.ID(registry.Len()) {
				if !yield(id) {
					return
				}
			}
		})
	}
}

// TestTakeDoesNotAllocate: targets that are known already cost no memory.
func TestTakeDoesNotAllocate(t *testing.T) {
	instrumented(t)
	p := newProbes(&fitness.Registry{})
	var reached []sut.Reached
	evaluate := func() {
		p.begin(t, true)
		for i := range 100 {
			probe.Enter(&cells.group[1], &cells.store[i])
		}
		reached, _ = p.Take(context.Background(), reached[:0])
	}
	evaluate()
	require.Greater(t, len(reached), 100)
	assert.Zero(t, testing.AllocsPerRun(100, evaluate))
}

func TestProbesHeedTheContext(t *testing.T) {
	instrumented(t)
	p := newProbes(&fitness.Registry{})
	cause := errors.New("the user has enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(cause)
	assert.ErrorIs(t, p.Begin(ctx, false), cause)
	_, err := p.Take(ctx, nil)
	assert.ErrorIs(t, err, cause)
}

func ExampleNewProbes() {
	registerCells() // what Evoke does to a program that it builds
	probes := sut.NewProbes()
	system := sut.NewHandler(func() http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			probe.Enter(&cells.group[0], &cells.api[0])
			probe.Ints(probe.At(&cells.group[0], &cells.conds[0], &cells.nears[0])).Gt(90, 100)
			probe.Done(&cells.group[0], &cells.api[0])
			w.WriteHeader(http.StatusNoContent)
		})
	}, sut.HandlerOptions{})
	ctx := context.Background()
	if _, err := system.Start(ctx); err != nil {
		fmt.Println(err)
		return
	}
	defer system.Stop(ctx)
	registry := &fitness.Registry{}
	probes.Inside(registry)
	if err := probes.Begin(ctx, false); err != nil {
		fmt.Println(err)
		return
	}
	if _, err := system.Call(ctx, get); err != nil {
		fmt.Println(err)
		return
	}
	reached, err := probes.Take(ctx, nil)
	for _, r := range reached {
		fmt.Printf("%s %.2f\n", registry.Target(r.Target), r.Value)
	}
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// statement example.com/shop/api/books.go:12:3 1.00
	// line example.com/shop/api/books.go:12 1.00
	// file example.com/shop/api/books.go 1.00
	// branch example.com/shop/api/books.go:12:7 n > 100 true 0.17
	// branch example.com/shop/api/books.go:12:7 n > 100 false 1.00
}
