package execute

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

const pens = `
openapi: 3.0.3
info: {title: Pens, version: "1"}
paths:
  /pens:
    post: {responses: {"201": {description: made}, default: {description: else}}}
    head: {responses: {"200": {description: there}}}
  /pens/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: string}}]
    get: {responses: {"200": {description: one}}}
    put: {responses: {"200": {description: changed}}}
`

// scripted is a system that gives one answer after the other, and notes the calls.
type scripted struct {
	answers []*sut.Response
	log     []string
	broken  error
}

func (s *scripted) Reset(context.Context) error {
	s.log = append(s.log, "reset")
	return s.broken
}

func (s *scripted) Call(_ context.Context, r *sut.Request) (*sut.Response, error) {
	text := strings.TrimSpace(r.Method + " " + r.Target + " " + r.Header.Get("Authorization"))
	s.log = append(s.log, text)
	if r.Target == "/login" {
		return &sut.Response{Status: 200, Body: []byte(fmt.Sprintf(`{"token": "t%d"}`, len(s.log)))}, nil
	}
	if len(s.answers) == 0 {
		return nil, errors.New("the system is gone")
	}
	next := s.answers[0]
	s.answers = s.answers[1:]
	return next, nil
}

// bench is an executor of the pens on a scripted system.
type bench struct {
	*Executor
	t        *testing.T
	system   *scripted
	api      *api.API
	registry *fitness.Registry
}

func newBench(t *testing.T, o Options) *bench { return newBenchOf(t, pens, o) }

func newBenchOf(t *testing.T, schema string, o Options) *bench {
	b := &bench{t: t, system: &scripted{}, registry: &fitness.Registry{}}
	b.api = api.New(resttest.Read(t, schema).Operations, genotype.NewBuilder(genotype.Options{}), b.registry)
	b.Executor = New(b.api, b.system, b.registry, &o)
	return b
}

// test makes a test of calls, by a user.
func (b *bench) test(user int, names ...string) *testcase.Case {
	c := &testcase.Case{}
	for _, name := range names {
		call := action.New(b.api.Named(name), 1, 0)
		call.User.Index = user
		for _, p := range call.Genotype.Params {
			if p.Spec.In == openapi.InPath {
				require.True(b.t, gene.Assign(p.Gene, "own"))
			}
		}
		c.Actions = append(c.Actions, call)
	}
	return c
}

// run executes a test with answers, and returns the HTTP calls and the scores by
// target.
func (b *bench) run(p Purpose, c *testcase.Case, answers ...*sut.Response) (int, map[string]float64) {
	b.t.Helper()
	b.system.answers, b.system.log = answers, nil
	calls, err := b.Run(context.Background(), c, b.Begin(p))
	require.NoError(b.t, err)
	scores := map[string]float64{}
	for _, s := range b.Board.Take() {
		scores[fmt.Sprintf("%d %s %s", s.Action, b.registry.Target(s.ID).Kind,
			b.registry.Target(s.ID).Name)] = float64(s.Value)
	}
	return calls, scores
}

func status(code int, headers ...string) *sut.Response {
	r := &sut.Response{Status: code, Header: http.Header{}}
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return r
}

// TestLogsIn: an operation is a log-in by its method and path, below whatever base path.
func TestLogsIn(t *testing.T) {
	u := auth.BearerLogin("ann", "/api/login", `{}`, "/token")
	assert.True(t, LogsIn(&openapi.Operation{Method: "POST", Path: "/login"}, &u))
	assert.False(t, LogsIn(&openapi.Operation{Method: "GET", Path: "/login"}, &u))
	assert.False(t, LogsIn(&openapi.Operation{Method: "POST", Path: "/logins"}, &u))
}

// TestAnswersAreCounted: by status for each operation, those that did not come to
// their end apart, and none of those for a suite.
func TestAnswersAreCounted(t *testing.T) {
	b := newBench(t, Options{})
	b.run(Purpose{}, b.test(-1, "POST /pens", "POST /pens", "POST /pens", "HEAD /pens"),
		status(201), status(201), &sut.Response{Outcome: sut.Panicked, Panic: &sut.Panic{}}, status(404))
	b.run(Purpose{}, b.test(-1, "POST /pens", "HEAD /pens"), &sut.Response{Outcome: sut.Broken, Status: 200})
	b.run(Purpose{Suite: true}, b.test(-1, "POST /pens"), status(201))
	b.run(Purpose{}, b.test(-1, "POST /pens"), &sut.Response{Outcome: sut.Skipped})
	post, head := b.Tally[b.api.Named("POST /pens").Index], b.Tally[b.api.Named("HEAD /pens").Index]
	assert.Equal(t,
		Tally{Operation: b.api.Named("POST /pens").Spec, Calls: 4, Statuses: map[int]int{201: 2},
			NoAnswer: 2, Sought: 1}, post)
	assert.Equal(t,
		Tally{Operation: b.api.Named("HEAD /pens").Spec, Calls: 1, Statuses: map[int]int{404: 1}, Sought: 1, Last: 404},
		head)
}

// TestRepeatedCallsCount: a call that was made more than once, because its
// connection was dropped or the service asked for it, costs as much.
func TestRepeatedCallsCount(t *testing.T) {
	b := newBench(t, Options{})
	twice := status(200)
	twice.Repeats = 2
	calls, _ := b.run(Purpose{}, b.test(auth.Anonymous, "GET /pens/{id}", "POST /pens"), twice, status(201))
	assert.Equal(t, 4, calls)
}

// TestWhatEndsATest: an answer that did not come, and a call that is not made; a
// panic does not.
func TestWhatEndsATest(t *testing.T) {
	for outcome, calls := range map[sut.Outcome]int{sut.Answered: 2, sut.Panicked: 2, sut.TimedOut: 1,
		sut.Broken: 1, sut.Skipped: 1} {
		b := newBench(t, Options{})
		trace := &Trace{}
		got, _ := b.run(Purpose{Trace: trace}, b.test(-1, "POST /pens", "HEAD /pens"),
			&sut.Response{Outcome: outcome, Status: 200, Panic: &sut.Panic{}}, status(200))
		assert.Equal(t, calls, got, outcome)
		assert.Len(t, trace.Steps, calls)
		assert.Equal(t, outcome, trace.Steps[0].Answer.Outcome)
		assert.Len(t, b.system.log, 1+calls)
		assert.Equal(t, "reset", b.system.log[0])
	}
}

// TestBrokenSystemsEndTheSearch: an error is not an answer.
// TestANeededFailureEndsATest: the calls that need what a refused one was to create are
// not made.
func TestANeededFailureEndsATest(t *testing.T) {
	b := newBench(t, Options{})
	for name, tt := range map[string]struct {
		needed bool
		answer *sut.Response
		calls  int
	}{
		"refused":            {true, status(400), 1},
		"failed":             {true, status(500), 1},
		"made":               {true, status(201), 2},
		"refused, no matter": {false, status(400), 2},
	} {
		t.Run(name, func(t *testing.T) {
			c := b.test(auth.Anonymous, "POST /pens", "GET /pens/{id}")
			c.Actions[0].(*action.Call).Needed = tt.needed
			calls, _ := b.run(Purpose{}, c, tt.answer, status(200))
			assert.Equal(t, tt.calls, calls)
		})
	}
}

func TestBrokenSystemsEndTheSearch(t *testing.T) {
	b := newBench(t, Options{})
	calls, err := b.Run(context.Background(), b.test(-1, "HEAD /pens"), b.Begin(Purpose{}))
	assert.ErrorContains(t, err, "rest: HEAD /pens: the system is gone")
	assert.Equal(t, 1, calls)
	b.system.broken = errors.New("no reset")
	_, err = b.Run(context.Background(), b.test(-1, "HEAD /pens"), b.Begin(Purpose{}))
	assert.ErrorIs(t, err, b.system.broken)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	b.system.broken, b.system.answers = nil, []*sut.Response{status(200)}
	_, err = b.Run(ctx, b.test(-1, "HEAD /pens"), b.Begin(Purpose{}))
	assert.ErrorIs(t, err, context.Canceled, "what a call cut short shows is no fault")
	assert.Empty(t, b.Tally[0].Statuses)
}

// heard is a listener that keeps what it hears.
type heard []string

func (h *heard) Begin(test *testcase.Case) { *h = append(*h, fmt.Sprint("begin ", len(test.Actions))) }

func (h *heard) Heard(s *Step) {
	*h = append(*h, fmt.Sprint(s.Exchange.Step, " ", s.Call.Op.Spec.Name(), " ", s.Path(), " ", s.Answer.Status, " ",
		s.Tally.Calls, " ", s.Tells()))
}

// TestListenersHearTheSearch: each call with its answer, and nothing of an execution for a suite.
func TestListenersHearTheSearch(t *testing.T) {
	b, h := newBench(t, Options{}), &heard{}
	b.Listener = h
	test := b.test(-1, "POST /pens", "GET /pens/{id}", "GET /pens/{id}")
	b.run(Purpose{Suite: true}, test, status(201), status(200), status(200))
	assert.Empty(t, *h)
	b.run(Purpose{}, test, status(201), status(200), &sut.Response{Outcome: sut.Skipped})
	assert.Equal(t, heard{
		"begin 3", "0 POST /pens /pens 201 1 true", "1 GET /pens/{id} /pens/own 200 1 true",
	}, *h)
}

// TestLaterCallsFollow: what an answer names goes into later calls of the same test.
func TestLaterCallsFollow(t *testing.T) {
	b := newBench(t, Options{BasePath: "/v1"})
	test := b.test(-1, "POST /pens", "GET /pens/{id}", "PUT /pens/{id}")
	for _, a := range test.Actions {
		a.(*action.Call).Follow.Enabled = true
	}
	trace := &Trace{}
	made := status(201, "Location", "/pens/77")
	b.run(Purpose{Trace: trace}, test, made, status(200), status(200))
	assert.Equal(t, []string{"reset", "POST /v1/pens", "GET /v1/pens/77", "PUT /v1/pens/77"}, b.system.log)
	assert.Len(t, trace.Steps[1].Uses, 1)
	made.Header.Set("Location", "changed")
	assert.Equal(t, "/pens/77", trace.Steps[0].Answer.Header.Get("Location"), "the trace has a copy")
	b.run(Purpose{}, test, status(201), status(200), status(200))
	assert.Equal(t, "GET /v1/pens/own", b.system.log[2], "another test knows nothing of it")
}

// TestAnswersThatAreRemembered: the first 32 tell later calls something.
func TestAnswersThatAreRemembered(t *testing.T) {
	b := newBench(t, Options{})
	test, answers := &testcase.Case{}, []*sut.Response{}
	for i := range 40 {
		test.Actions = append(test.Actions, b.test(-1, "POST /pens").Actions...)
		answers = append(answers, status(201, "Location", fmt.Sprint("/pens/", i)))
	}
	last := b.test(-1, "GET /pens/{id}").Actions[0].(*action.Call)
	last.Follow.Enabled = true
	test.Actions = append(test.Actions, last)
	b.run(Purpose{}, test, append(answers, status(200))...)
	assert.Equal(t, "GET /pens/31", b.system.log[len(b.system.log)-1])
}

// TestLogIns: once for all tests, anew in each where that is wanted or a suite is
// made, and again when a call is refused for want of one.
func TestLogIns(t *testing.T) {
	ann := []auth.User{auth.BearerLogin("ann", "/login", `{}`, "/token")}
	head := func(b *bench, p Purpose, answers ...*sut.Response) string {
		calls, _ := b.run(p, b.test(0, "HEAD /pens"), answers...)
		assert.Equal(t, len(b.system.log)-1, calls, "log-ins count")
		return strings.Join(b.system.log[1:], ", ")
	}
	b := newBench(t, Options{Users: ann})
	assert.Equal(t, "POST /login, HEAD /pens Bearer t2", head(b, Purpose{}, status(200)))
	assert.Equal(t, "HEAD /pens Bearer t2", head(b, Purpose{}, status(200)))
	assert.Equal(t, "HEAD /pens Bearer t2", head(b, Purpose{}, status(403)))
	assert.Equal(t, "HEAD /pens Bearer t2, POST /login, HEAD /pens Bearer t3",
		head(b, Purpose{}, status(401), status(200)))
	assert.Equal(t, "POST /login, HEAD /pens Bearer t2", head(b, Purpose{Suite: true}, status(200)))
	assert.Equal(t, "POST /login, HEAD /pens Bearer t2", head(b, Purpose{Suite: true}, status(401)),
		"it has just logged in")
	b = newBench(t, Options{Users: ann, LoginEachTest: true})
	for range 2 {
		assert.Equal(t, "POST /login, HEAD /pens Bearer t2", head(b, Purpose{}, status(200)))
	}
	calls, _ := b.run(Purpose{}, b.test(auth.Anonymous, "HEAD /pens"), status(401))
	assert.Equal(t, 1, calls)
}

// TestAccountsEndWithATest: a token may outlive the account that it was made for, so users who sign up do so in each
// test, unless what tests leave behind stays.
func TestAccountsEndWithATest(t *testing.T) {
	ann := []auth.User{auth.BearerLogin("ann", "/login", `{}`, "/token").WithSignUp("/join", `{}`)}
	for lasting, want := range map[bool]string{false: "POST /join, POST /login, HEAD /pens", true: "HEAD /pens"} {
		b := newBench(t, Options{Users: ann, Lasting: lasting})
		b.run(Purpose{}, b.test(0, "HEAD /pens"), status(201), status(200))
		b.run(Purpose{}, b.test(0, "HEAD /pens"), status(201), status(200))
		assert.Regexp(t, want+" Bearer t[0-9]+$", strings.Join(b.system.log[1:], ", "), "lasting: %t", lasting)
	}
}

// TestRefusedLogIns: who sends a wrong password to the operation that logs in is not logged
// in anew for it.
func TestRefusedLogIns(t *testing.T) {
	for _, tt := range []struct {
		name  string
		login auth.Login
		op    string
		want  int
	}{
		{"by the body", auth.Login{Path: "/v1/pens", Body: `{"password":"x"}`}, "POST /pens", 1},
		{"by a header", auth.Login{Path: "/v1/pens", Body: `{}`, Headers: []auth.Header{{Name: "X-Key", Value: "x"}}},
			"POST /pens", 3},
		{"another method", auth.Login{Path: "/v1/pens", Body: `{}`}, "HEAD /pens", 3},
		{"elsewhere", auth.Login{Path: "/v1/doors", Body: `{}`}, "POST /pens", 3},
	} {
		tt.login.Token = &auth.Token{Selector: "/token"}
		b := newBench(t, Options{Users: []auth.User{{Name: "ann", Login: &tt.login}}})
		token := &sut.Response{Status: 200, Body: []byte(`{"token": "t"}`)}
		b.run(Purpose{}, b.test(0, tt.op), token, status(200))
		calls, _ := b.run(Purpose{}, b.test(0, tt.op), status(401), token, status(401))
		assert.Equal(t, tt.want, calls, tt.name)
	}
}

// judging is an oracle that finds something in answers of some statuses.
type judging struct{ seen []oracle.Exchange }

func (j *judging) Judge(x *oracle.Exchange) []oracle.Finding {
	j.seen = append(j.seen, *x)
	if x.Response.Status == 418 {
		return []oracle.Finding{
			{Code: 900, Category: "tea", Detail: "pot", Reason: "it is a pot"},
			{Code: 901, Category: "more tea", Reason: "it is full"},
		}
	}
	return nil
}

// A command line is kept when the search is over, and tokens of log-ins may still hold
// then: their names stand in it.
func TestCommandLinesHoldNoTokens(t *testing.T) {
	users := auth.Public(auth.BearerLogin("ann", "/login", "{}", "/token"))
	b := newBench(t, Options{Oracles: []oracle.Oracle{&judging{}}, Users: users})
	b.run(Purpose{}, b.test(0, "HEAD /pens"), status(418))
	require.NotEmpty(t, b.Faults.All())
	assert.Contains(t, b.Faults.All()[0].Curl, `-H "Authorization: Bearer ${EVOKE_TOKEN_ANN}"`)

	users = auth.Public(auth.Bearer("ann", "t0k3n-of-ann"))
	b = newBench(t, Options{Oracles: []oracle.Oracle{&judging{}}, Users: users})
	b.run(Purpose{}, b.test(0, "HEAD /pens"), status(418))
	require.NotEmpty(t, b.Faults.All())
	assert.Contains(t, b.Faults.All()[0].Curl, `-H "Authorization: Bearer t0k3n-of-ann"`, "anybody may know it")
}

// TestFindings: what an oracle finds is a target and a fault, once; codes that are
// left out are neither.
func TestFindings(t *testing.T) {
	j := &judging{}
	b := newBench(t, Options{
		Addresses: Addresses{BaseURL: "http://host"}, Oracles: []oracle.Oracle{j}, Without: []int{901},
		Users: []auth.User{auth.Basic("ann", "a", "b")},
	})
	trace := &Trace{}
	_, scores := b.run(Purpose{Trace: trace}, b.test(0, "HEAD /pens", "HEAD /pens"), status(200), status(418))
	assert.EqualValues(t, 1, scores["1 fault HEAD /pens 900 pot"])
	assert.NotContains(t, scores, "1 fault HEAD /pens 901")
	b.run(Purpose{}, b.test(auth.Anonymous, "HEAD /pens"), status(418))
	require.Len(t, b.Faults.All(), 1)
	fault := b.Faults.All()[0]
	assert.Equal(t, "tea", fault.Category)
	assert.Contains(t, fault.Curl, "http://host/pens")
	assert.Contains(t, fault.Curl, "Authorization", "the first time it was seen")
	assert.Equal(t, []string{"ann", "ann", ""}, []string{j.seen[0].User, j.seen[1].User, j.seen[2].User})
	assert.Empty(t, trace.Steps[0].Findings)
	assert.Len(t, trace.Steps[1].Findings, 1)
}
