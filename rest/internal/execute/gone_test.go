package execute

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// departing is a system whose clients can leave.
type departing struct{ *scripted }

func (departing) Departs() bool { return true }

// objector finds fault with any answer.
type objector struct{ judged int }

func (o *objector) Judge(*oracle.Exchange) []oracle.Finding {
	o.judged++
	return []oracle.Finding{{Code: 901, Category: "objection"}}
}

// leaving has the clients of some calls of a test leave.
func leaving(c *testcase.Case, calls ...int) *testcase.Case {
	for _, i := range calls {
		genotype.Leave(c.Actions[i].(*action.Call).Genotype)
	}
	return c
}

// TestAnswersToNobody: what a client that left is answered is no target, is not judged, and tells nothing.
func TestAnswersToNobody(t *testing.T) {
	for _, answer := range []*sut.Response{
		status(499), status(500), status(503), status(201), status(401),
		status(http.StatusTemporaryRedirect, "Location", "/pens/"), {Outcome: sut.Broken},
	} {
		o := &objector{}
		b := newBench(t, Options{Oracles: append(oracle.Builtin(nil), o),
			Users: []auth.User{auth.BearerLogin("ann", "/login", "{}", "/token")}})
		b.Executor.System = departing{b.system}
		trace := &Trace{}
		calls, scores := b.run(Purpose{Trace: trace}, leaving(b.test(0, "POST /pens"), 0), answer)
		assert.Equal(t, 2, calls, "a log-in and the call, which is not repeated")
		assert.Empty(t, scores)
		assert.Zero(t, o.judged)
		assert.Zero(t, b.Tally[0].Calls)
		assert.Empty(t, b.Faults.All())
		assert.True(t, trace.Last().Encoded.Gone)
	}
}

// TestFailuresBeforeNobody: a panic and a hang are faults, whoever waits.
func TestFailuresBeforeNobody(t *testing.T) {
	stop := &sut.Panic{Value: "nil map", Frame: "api.add (pens.go:3)"}
	for name, tt := range map[string]struct {
		answer *sut.Response
		code   int
	}{
		"panic":     {&sut.Response{Outcome: sut.Panicked, Panic: stop}, oracle.CodeServerError},
		"recovered": {&sut.Response{Status: 500, Header: http.Header{}, Panic: stop}, oracle.CodeServerError},
		"hang":      {&sut.Response{Outcome: sut.TimedOut}, oracle.CodeTimeout},
	} {
		b := newBench(t, Options{Oracles: []oracle.Oracle{oracle.Builtin(nil)[0], &objector{}}})
		b.Executor.System = departing{b.system}
		_, scores := b.run(Purpose{}, leaving(b.test(-1, "POST /pens"), 0), tt.answer)
		faults := b.Faults.All()
		if assert.Len(t, faults, 1, name) {
			assert.Equal(t, tt.code, faults[0].Code, name)
			assert.Contains(t, faults[0].Curl, "the client leaves before the answer", name)
		}
		assert.Len(t, scores, 1, "%s: no target but the fault", name)
	}
}

// TestWhoMayLeave: the client of the last call, where the system can make such a call. What the others were answered
// counts.
func TestWhoMayLeave(t *testing.T) {
	b := newBench(t, Options{})
	c := leaving(b.test(-1, "POST /pens", "HEAD /pens"), 0, 1)
	b.Executor.System = departing{b.system}
	b.run(Purpose{}, c, status(201), status(200))
	gone := func(i int) bool { return c.Actions[i].(*action.Call).Genotype.Invalid.Gone() }
	assert.False(t, gone(0), "what is kept is what was executed")
	assert.True(t, gone(1))
	assert.Equal(t, 1, b.Tally[0].Statuses[201])

	b.Executor.System = b.system
	b.run(Purpose{}, c, status(201), status(200))
	assert.False(t, gone(1))
	assert.Equal(t, 1, b.Tally[b.api.Named("HEAD /pens").Index].Statuses[200])
}
