package rest_test

import (
	"bytes"
	"context"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

const visitsSchema = `{"openapi": "3.0.3", "info": {"title": "Visits", "version": "1"}, "paths": {
	"/visits": {"get": {"responses": {"200": {"description": "", "content": {"application/json": {"schema": {"type": "object"}}}}}}},
	"/late": {"get": {"responses": {"204": {"description": ""}, "409": {"description": ""}}}}
}}`

// visits counts the calls in a variable that stands for one of a package: a new
// handler does not begin anew.
func visits(count *atomic.Int64) func() http.Handler {
	return func() http.Handler {
		mux := http.NewServeMux()
		mux.HandleFunc("GET /visits", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			_ = json.NewEncoder(w).Encode(map[string]any{"capped": min(count.Add(1), 50), "name": "visits"})
		})
		mux.HandleFunc("GET /late", func(w http.ResponseWriter, _ *http.Request) {
			if count.Add(1) <= 50 {
				w.WriteHeader(http.StatusConflict)
				return
			}
			w.WriteHeader(http.StatusNoContent)
		})
		return mux
	}
}

// newVisits is the problem of the visits in a process of its own, in which so many calls were made before.
func newVisits(t *testing.T, before int64) (*rest.Problem, *fitness.Registry) {
	t.Helper()
	doc, err := openapi.Read([]byte(visitsSchema), openapi.Options{})
	require.NoError(t, err)
	var count atomic.Int64
	count.Store(before)
	system := sut.NewHandler(visits(&count), sut.HandlerOptions{})
	_, err = system.Start(context.Background())
	require.NoError(t, err)
	registry := &fitness.Registry{}
	p, err := rest.New(doc, system, registry, rest.Options{})
	require.NoError(t, err)
	return p, registry
}

// sent is what another process gets.
func sent(t *testing.T, k problem.Kept) (out problem.Kept) {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, gob.NewEncoder(&b).Encode(k))
	require.NoError(t, gob.NewDecoder(&b).Decode(&out))
	return out
}

func TestSuiteAgainLeavesOutWhatTheSearchLeftBehind(t *testing.T) {
	ctx := context.Background()
	p, registry := newVisits(t, 50)
	s := search.NewSession(p.Search(), registry, search.Options{Budget: search.Cost(500)})
	require.NoError(t, s.Run(ctx, &mio.MIO[*testcase.Case]{}))
	first, _, err := p.Suite(ctx, s.Archive(), problem.Harvest{})
	require.NoError(t, err)
	kept, err := p.Kept()
	require.NoError(t, err)
	assert.Len(t, kept.Tests, len(first.Tests))
	assert.Contains(t, fmt.Sprint(checksOf(first)), "/capped equal 50", "the process was called often before")
	assert.Contains(t, namesOf(first), "GetLateReturns204")

	again, _ := newVisits(t, 0)
	second, left, err := again.SuiteAgain(ctx, sent(t, kept), time.Now())
	require.NoError(t, err)
	assert.Equal(t, []string{"GetVisitsReturns200"}, namesOf(second), "status 204 takes more calls than the tests make")
	assert.Equal(t, []string{"GetLateReturns204 (GET /late was answered 204, and here 409)"}, left)
	assert.Equal(t, []suite.Check{
		{Pointer: "/capped", Op: suite.HasType, Value: suite.TypeNumber},
		{Pointer: "/name", Op: suite.Equal, Value: "visits"},
	}, checksOf(second))
}

const statesSchema = `{"openapi": "3.0.3", "info": {"title": "States", "version": "1"}, "paths": {
	"/a": {"get": {"responses": {"200": {"description": ""}}}},
	"/b": {"get": {"responses": {"200": {"description": ""}}}}
}}`

// states is the problem of a service in a process of its own. Answers name the
// process, and from the given call on another state.
func states(t *testing.T, process string, from map[string]int) (*rest.Problem, *fitness.Registry) {
	t.Helper()
	doc, err := openapi.Read([]byte(statesSchema), openapi.Options{})
	require.NoError(t, err)
	calls := map[string]int{}
	system := sut.NewHandler(func() http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			calls[r.URL.Path]++
			last := from[r.URL.Path]
			_ = json.NewEncoder(w).Encode(map[string]any{"process": process, "path": r.URL.Path,
				"late": last > 0 && calls[r.URL.Path] >= last})
		})
	}, sut.HandlerOptions{})
	_, err = system.Start(context.Background())
	require.NoError(t, err)
	registry := &fitness.Registry{}
	p, err := rest.New(doc, system, registry, rest.Options{})
	require.NoError(t, err)
	return p, registry
}

// keptStates are the tests of a search in one of these processes.
func keptStates(t *testing.T) problem.Kept {
	t.Helper()
	p, registry := states(t, "first", nil)
	s := search.NewSession(p.Search(), registry, search.Options{Budget: search.Cost(100)})
	require.NoError(t, s.Run(context.Background(), &mio.MIO[*testcase.Case]{}))
	_, _, err := p.Suite(context.Background(), s.Archive(), problem.Harvest{})
	require.NoError(t, err)
	kept, err := p.Kept()
	require.NoError(t, err)
	require.Len(t, kept.Tests, 2)
	return sent(t, kept)
}

func TestSuiteAgainLeavesOutWhatBelongsToAProcess(t *testing.T) {
	kept := keptStates(t)
	second, _ := states(t, "second", nil)
	require.NoError(t, second.Answer(context.Background(), &kept))
	third, _ := states(t, "third", nil)
	s, left, err := third.SuiteAgain(context.Background(), sent(t, kept), time.Now())
	require.NoError(t, err)
	assert.Empty(t, left)
	text := fmt.Sprint(checksOf(s))
	assert.Contains(t, text, "/a")
	assert.Contains(t, text, "/late")
	assert.NotContains(t, text, "third")
}

// TestSuiteAgainExecutesSeldom: tests that bring the answers of another process are executed once where executions are
// dear, and assert what was the same in both.
func TestSuiteAgainExecutesSeldom(t *testing.T) {
	kept := keptStates(t)
	second, _ := states(t, "second", nil)
	require.NoError(t, second.Answer(context.Background(), &kept))
	kept.Seldom = true
	third, _ := states(t, "third", map[string]int{"/a": 2, "/b": 2})
	s, left, err := third.SuiteAgain(context.Background(), sent(t, kept), time.Now())
	require.NoError(t, err)
	assert.Empty(t, left)
	text := fmt.Sprint(checksOf(s))
	assert.Contains(t, text, "/late equal false", "a second execution would have shown another value")
	assert.NotContains(t, text, "third")
}

// What changes late is looked for where something else did not long before.
func TestSuiteAgainGoesOnWhileThereAreChanges(t *testing.T) {
	p, _ := states(t, "", map[string]int{"/a": 3, "/b": 4})
	s, left, err := p.SuiteAgain(context.Background(), keptStates(t), time.Now())
	require.NoError(t, err)
	assert.Empty(t, left)
	assert.NotContains(t, fmt.Sprint(checksOf(s)), "/late equal")

	p, _ = states(t, "", map[string]int{"/b": 5})
	s, _, err = p.SuiteAgain(context.Background(), keptStates(t), time.Now())
	require.NoError(t, err)
	assert.Contains(t, fmt.Sprint(checksOf(s)), "late", "nothing had changed in three executions")
}

func TestSuiteAgainIsTheSameForASystemThatBeginsAnew(t *testing.T) {
	ctx := context.Background()
	p, archive, _ := searched(t)
	first, _, err := p.Suite(ctx, archive, problem.Harvest{})
	require.NoError(t, err)
	kept, err := p.Kept()
	require.NoError(t, err)

	var names []string
	for _, test := range kept.Tests {
		names = append(names, test.Name)
	}
	assert.ElementsMatch(t, namesOf(first), names)

	fresh, _, _ := searched(t)
	second, left, err := fresh.SuiteAgain(ctx, sent(t, kept), time.Now())
	require.NoError(t, err)
	assert.Empty(t, left)
	assert.Equal(t, first, second)
}

func TestKeptTestsGoWhereTheOperationsAre(t *testing.T) {
	ctx := context.Background()
	p, archive, _ := searched(t)
	_, _, err := p.Suite(ctx, archive, problem.Harvest{})
	require.NoError(t, err)
	kept, err := p.Kept()
	require.NoError(t, err)
	assert.JSONEq(t, `{"BasePath": "", "Leaks": {}}`, string(kept.State))
	kept.State = []byte(`{"BasePath": "/elsewhere"}`)

	fresh, _, _ := searched(t)
	require.NoError(t, fresh.Answer(ctx, &kept))
	for _, test := range kept.Tests {
		var written struct{ Answers []struct{ Status int } }
		require.NoError(t, json.Unmarshal(test.Data, &written))
		for _, a := range written.Answers {
			assert.Equal(t, 404, a.Status, "nothing is there")
		}
	}
}

func TestSuiteAgainRefusesForeignTests(t *testing.T) {
	p, _ := newVisits(t, 0)
	_, _, err := p.SuiteAgain(context.Background(),
		problem.Kept{State: []byte("{}"), Tests: []problem.KeptTest{{Data: []byte(`{"Case": "MQ=="}`)}}}, time.Now())
	require.ErrorIs(t, err, action.ErrForeignCase)
	assert.ErrorContains(t, err, "test 1")
}

func namesOf(s *suite.Suite) (names []string) {
	for i := range s.Tests {
		names = append(names, s.Tests[i].Name)
	}
	return names
}

func checksOf(s *suite.Suite) (checks []suite.Check) {
	for i := range s.Tests {
		for _, step := range s.Tests[i].Steps {
			checks = append(checks, step.Call.Expect.Checks...)
		}
	}
	return checks
}
