package service

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
)

// newService makes the problem of a handler, below the base path /v1 by its schema.
func newService(t *testing.T, source task.Source, e problem.Env) *Service {
	t.Helper()
	source.Schema =
		`{"openapi": "3.0.3", "info": {"title": "Pets", "version": "1"}, "servers": [{"url": "/v1"}, {"url": "/v2"}],
		"paths": {"/pets": {"get": {"responses": {"200": {"description": "all"}}}, "post": {"responses": {"201": {"description": "made"}}}}}}`
	e.Registry = &fitness.Registry{}
	if e.Guard == nil {
		e.Guard = open{}
	}
	p, err := Make(context.Background(), &source, e)
	require.NoError(t, err)
	s := p.(*Service)
	t.Cleanup(func() { require.NoError(t, s.Close()) })
	return s
}

// below answers calls below a base path, and counts all.
func below(base string, calls *int) func() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc(base+"/pets", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "[]") })
	return func() http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			*calls++
			mux.ServeHTTP(w, r)
		})
	}
}

// deadly is a guard that knows of deaths in all operations.
type deadly struct{ open }

func (deadly) Deadly(string) bool { return true }

// TestBasePathIsLookedUp: where the schema's paths are answered nowhere else, in a
// search only, and not with calls that ended processes before.
func TestBasePathIsLookedUp(t *testing.T) {
	for name, tt := range map[string]struct {
		base, want string
		env        problem.Env
		none       bool
	}{
		"as in the schema":  {base: "/v1", want: "/v1"},
		"its other server":  {base: "/v2", want: "/v2"},
		"at the root":       {base: "", want: ""},
		"nowhere":           {base: "/v9", want: "/v1"},
		"tests know":        {base: "/v2", want: "/v1", env: problem.Env{Replay: true}, none: true},
		"deadly operations": {base: "/v2", want: "/v1", env: problem.Env{Guard: deadly{}}, none: true},
	} {
		t.Run(name, func(t *testing.T) {
			calls := 0
			s := newService(t, task.Source{Handler: below(tt.base, &calls)}, tt.env)
			assert.Equal(t, tt.want, s.BasePath())
			assert.Equal(t, tt.none, calls == 0)
		})
	}
}

// TestPatienceIsRestored: the next process knows what this one learned of time limits.
func TestPatienceIsRestored(t *testing.T) {
	calls := 0
	one, two := newService(t, task.Source{Handler: below("/v1", &calls)}, problem.Env{}),
		newService(t, task.Source{Handler: below("/v1", &calls)}, problem.Env{})
	one.system.patience = patience{Slowest: 7 * time.Second, Hanging: map[string]bool{"GET /pets": true}, Silent: 3}
	state, err := one.State()
	require.NoError(t, err)
	require.NoError(t, two.Restore(state))
	assert.Equal(t, one.system.patience, two.system.patience)
	assert.Error(t, two.Restore([]byte("what is this")))
	assert.False(t, two.Hangs())
	assert.False(t, two.Remote())
	assert.Empty(t, two.Warnings(), "the state of a handler is that of a new one")
}

// timed is a controller whose calls can be given a limit.
type timed struct {
	sut.Controller
	limits []time.Duration
}

func (c *timed) SetTimeout(d time.Duration) { c.limits = append(c.limits, d) }

// TestLimitsOfOperationsThatHang: a search waits for twenty times the slowest answer,
// at least for 50 ms; other operations and suites get their time.
func TestLimitsOfOperationsThatHang(t *testing.T) {
	c := &timed{}
	s := &system{Controller: c}
	hanging, other := &sut.Request{Operation: "GET /slow"}, &sut.Request{Operation: "GET /other"}
	s.learn(other, &sut.Response{Cost: sut.Cost{Elapsed: time.Millisecond}})
	s.limit(hanging)
	assert.Empty(t, c.limits, "none hangs yet")
	s.learn(hanging, &sut.Response{Outcome: sut.TimedOut, Cost: sut.Cost{Elapsed: time.Minute}})
	s.limit(hanging)
	s.limit(other)
	s.learn(other, &sut.Response{Cost: sut.Cost{Elapsed: 4 * time.Millisecond}})
	s.learn(other, &sut.Response{Cost: sut.Cost{Elapsed: 3 * time.Millisecond}})
	s.limit(hanging)
	s.patient = true
	s.limit(hanging)
	assert.Equal(t, []time.Duration{50 * time.Millisecond, 0, 80 * time.Millisecond, 0}, c.limits)
	(&system{Controller: &sut.Remote{}, patience: s.patience}).limit(hanging) // one without limits is left alone
}

// refusing is a guard that allows nothing.
type refusing struct {
	open
	asked []string
	done  int
}

func (g *refusing) Act(a *problem.Action) bool {
	g.asked = append(g.asked, a.Operation+" "+a.HTTP.Target)
	return len(g.asked) > 1
}

func (g *refusing) Done() { g.done++ }

func (g *refusing) Begin(context.Context) error { return errors.New("worn") }

// TestTheGuardIsAsked before each call and reset, and told the end of what it allowed.
func TestTheGuardIsAsked(t *testing.T) {
	g := &refusing{}
	s := &system{guard: g, caller: &outcomes{sut.Answered}}
	r := &sut.Request{Operation: "GET /pets", Target: "/v1/pets"}
	resp, err := s.Call(context.Background(), r)
	require.NoError(t, err)
	assert.Equal(t, sut.Skipped, resp.Outcome)
	assert.Zero(t, g.done)
	resp, err = s.Call(context.Background(), r)
	require.NoError(t, err)
	assert.Equal(t, sut.Answered, resp.Outcome)
	assert.Equal(t, 1, g.done)
	assert.Equal(t, []string{"GET /pets /v1/pets", "GET /pets /v1/pets"}, g.asked)
	assert.EqualError(t, s.Reset(context.Background()), "worn")
}

// TestSilenceIsNoticed: a call without an answer in time shows that the system hangs
// at times, also after others that were answered.
func TestSilenceIsNoticed(t *testing.T) {
	s := &system{guard: open{}, caller: &outcomes{sut.Answered, sut.TimedOut, sut.Answered}}
	for _, want := range []bool{false, true, true} {
		_, err := s.Call(context.Background(), &sut.Request{Operation: "x"})
		require.NoError(t, err)
		assert.Equal(t, want, s.hung)
	}
	assert.Zero(t, s.Silent)
	assert.True(t, s.Hanging["x"])
}

// TestPassingURLs: the port of a controller that takes any free one is another
// each time, so that no test can use it.
func TestPassingURLs(t *testing.T) {
	for base, want := range map[string]bool{"http://127.0.0.1:41234": true, "http://127.0.0.1:8080/api": false,
		"http://host": false, "": false} {
		assert.Equal(t, want, isPassing(base), base)
		s := &Service{passing: isPassing(base)}
		assert.Equal(t, map[bool]string{true: "", false: base}[want], s.lasting(&suite.Suite{BaseURL: base}).BaseURL)
	}
	assert.Nil(t, (&Service{}).lasting(nil))
}

// TestSlownessIsAWarning, with what may help.
func TestSlownessIsAWarning(t *testing.T) {
	for name, tt := range map[string]struct {
		spent       spent
		fresh, anew bool
		want        string
	}{
		"a slow constructor": {spent{10, 0, 6400 * time.Millisecond, 0, time.Second}, true, false,
			"a new handler for each test takes about 600ms, about 90 % of the time of the search; a System.Reset"},
		"a slow reset": {spent{2, 0, 3 * time.Second, 0, time.Second}, false, false,
			"a reset of the system takes about 2s, about 80 % of the time of the search; a reset helps that"},
		"a reset of 55 ms": {spent{1000, 0, 55 * time.Second, 0, 35 * time.Second}, false, false,
			"a reset of the system takes about 60ms, about 60 % of the time of the search; "},
		"slow log-ins": {spent{1000, 500, time.Second, 35 * time.Second, 34 * time.Second}, false, false,
			"a log-in takes about 70ms, about 50 % of the time of the search; users with a token that lasts"},
		"log-ins of each test": {spent{1000, 500, time.Second, 35 * time.Second, 34 * time.Second}, false, true,
			"a log-in takes about 70ms, about 50 % of the time of the search; without rest.Options.LoginEachTest"},
		"slower calls": {spent{10, 10, 2 * time.Second, 2 * time.Second, 7 * time.Second}, true, false, ""},
		"quick":        {spent{1000, 1000, time.Second, time.Second, 0}, true, false, ""},
		"none":         {spent{}, true, false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			calls := 0
			s := newService(t, task.Source{Handler: below("/v1", &calls)}, problem.Env{})
			s.system.spent, s.fresh, s.anew = tt.spent, tt.fresh, tt.anew
			state, err := s.State()
			require.NoError(t, err)
			s.system.spent = spent{}
			require.NoError(t, s.Restore(state), "the next process knows it")
			got := strings.Join(s.Warnings(), "\n")
			assert.True(t, strings.HasPrefix(got, tt.want), got)
			assert.Equal(t, tt.want == "", got == "")
		})
	}
	s := &system{guard: open{}, Controller: slowly{}, caller: &outcomes{sut.Answered}}
	require.NoError(t, s.Reset(context.Background()))
	assert.Equal(t, 1, s.spent.Resets)
	assert.GreaterOrEqual(t, s.spent.Resetting, slowReset)
	s.caller = afterASecond{}
	for _, operation := range []string{auth.LoginOperation, "GET /books"} {
		_, err := s.Call(context.Background(), &sut.Request{Operation: operation})
		require.NoError(t, err)
	}
	assert.Equal(t, spent{Resets: 1, Resetting: s.spent.Resetting, Logins: 1, LoggingIn: time.Second,
		Answering: time.Second}, s.spent)
}

// TestSlowResetsAreNews once, after the first few of them.
func TestSlowResetsAreNews(t *testing.T) {
	calls := 0
	s := newService(t, task.Source{Handler: below("/v1", &calls)}, problem.Env{})
	s.system.spent = spent{Resets: earlyResets - 1, Resetting: 2 * time.Second}
	assert.Empty(t, s.News(), "too early")
	s.system.spent = spent{Resets: earlyResets, Resetting: 3 * time.Second}
	assert.Contains(t, s.News(), "takes about 1s, about 100 % of the time of the search; ")
	assert.Empty(t, s.News(), "it was said")
	quick := newService(t, task.Source{Handler: below("/v1", &calls)}, problem.Env{})
	quick.system.spent = spent{Resets: earlyResets, Resetting: time.Millisecond, Answering: time.Second}
	assert.Empty(t, quick.News())
}

// afterASecond answers after a second.
type afterASecond struct{}

func (afterASecond) Call(context.Context, *sut.Request) (*sut.Response, error) {
	return &sut.Response{Outcome: sut.Answered, Status: 200, Cost: sut.Cost{Elapsed: time.Second}}, nil
}

// slowly is a controller that takes its time.
type slowly struct{ sut.Controller }

func (slowly) Reset(context.Context) error {
	time.Sleep(slowReset)
	return nil
}

// TestResets: a service elsewhere is not reset unless the user says how, which is
// worth a warning.
func TestResets(t *testing.T) {
	reset := func() error { return nil }
	for _, tt := range []struct {
		source task.Source
		want   bool
	}{
		{task.Source{URL: "http://host"}, false}, {task.Source{URL: "http://host", Reset: reset}, true},
		{task.Source{SUT: &sut.Remote{}}, false}, {task.Source{SUT: &timed{}}, true},
	} {
		assert.Equal(t, tt.want, resets(&tt.source), "%+v", tt.source)
	}
	_, err := newController(&task.Source{})
	assert.ErrorIs(t, err, task.ErrNoSystem)
	assert.True(t, hasPath("http://host/v3"))
	assert.False(t, hasPath("http://host/") || hasPath("http://host") || hasPath(""))
}
