package rest

import (
	"mime"
	"slices"
	"time"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
)

// lowering turns the traces of one test into plain steps.
type lowering struct {
	h      *harvester
	traces []*Trace // several executions of the same test
	test   suite.Test
	// elsewhere are the answers of another process, nil if they are not known.
	elsewhere []KeptAnswer
	// at maps an index of the trace to that of the step; log-ins come between.
	at     []int
	logged map[int]bool // users that logged in already
	vars   map[string]bool
	now    time.Time
}

// lower makes a test of a candidate and its executions. ok is false when the
// executions differ in what a test has to assert.
func (h *harvester) lower(c *candidate, traces []*Trace, now time.Time) (test suite.Test, ok bool) {
	if !agree(traces) || !c.agrees(traces[0]) {
		return suite.Test{}, false
	}
	l := &lowering{h: h, traces: traces, elsewhere: c.answers, logged: map[int]bool{}, vars: map[string]bool{}, now: now}
	for i := range traces[0].steps {
		l.step(i)
	}
	l.faults(c.need)
	l.test.Kind = l.kind()
	l.test.Flaw = l.flaw()
	l.test.Name = suite.TestName(&l.test)
	return l.test, true
}

// agree reports whether all executions got the same kinds of answers.
func agree(traces []*Trace) bool {
	first := traces[0]
	for _, t := range traces[1:] {
		if len(t.steps) != len(first.steps) {
			return false
		}
		for i := range t.steps {
			a, b := &t.steps[i].answer, &first.steps[i].answer
			if a.Status != b.Status || a.Outcome != b.Outcome || len(t.steps[i].uses) != len(first.steps[i].uses) {
				return false
			}
		}
	}
	return len(first.steps) > 0
}

func (l *lowering) step(i int) {
	s := &l.traces[0].steps[i]
	l.login(s.call.user.user, s.standing)
	step := suite.Step{
		Operation: s.call.op.spec.Name(),
		Call:      &suite.Call{Request: l.request(s), Expect: l.expect(i)},
	}
	if user := l.h.executor.users.User(s.call.user.user); user != nil && s.standing.Ready {
		step.User = user.Name
		user.Sign(&step.Call.Request)
	}
	l.at = append(l.at, len(l.test.Steps))
	l.test.Steps = append(l.test.Steps, step)
}

// login adds what a user does before its first call of the test.
func (l *lowering) login(user int, st auth.Standing) {
	if user != auth.Anonymous && !l.logged[user] {
		l.logged[user] = true
		l.test.Steps = append(l.test.Steps, l.h.executor.users.LoginSteps(user, st)...)
	}
}

func (l *lowering) request(s *traceStep) suite.Request {
	e := &s.encoded
	out := suite.Request{Method: s.call.op.spec.Method, Path: l.path(s)}
	out.Query = l.fields(e.Query, openapi.InQuery, s.uses)
	out.Headers = l.fields(e.Headers, openapi.InHeader, s.uses)
	if len(e.Cookies) > 0 {
		out.Headers = append(out.Headers, suite.Field{Name: "Cookie", Value: suite.Literal(e.CookieText())})
	}
	if e.HasBody {
		out.Body = &suite.Body{Text: l.bodyText(s), JSON: e.JSONBody}
		if e.ContentType != "" {
			out.Headers = append(out.Headers, suite.Field{Name: "Content-Type", Value: suite.Literal(e.ContentType)})
		}
	}
	return out
}

// expect says what is asserted of the answers to a call.
func (l *lowering) expect(i int) suite.Expect {
	first := &l.traces[0].steps[i].answer
	switch first.Outcome {
	case sut.Panicked:
		return suite.Expect{Panics: true}
	case sut.Broken, sut.TimedOut:
		return suite.Expect{Broken: true}
	}
	out := suite.Expect{Status: first.Status, Stream: first.Stream}
	contentType := first.Header.Get("Content-Type")
	bodies := make([][]byte, len(l.traces), len(l.traces)+1)
	for n, t := range l.traces {
		answer := &t.steps[i].answer
		bodies[n] = answer.Body
		if answer.Truncated || answer.Encoded || answer.Header.Get("Content-Type") != contentType || answer.Gzip != first.Gzip {
			return out
		}
	}
	if l.elsewhere != nil {
		answer := &l.elsewhere[i]
		if answer.Truncated || answer.ContentType != contentType {
			return out
		}
		bodies = append(bodies, answer.Body)
	}
	if kind, _, err := mime.ParseMediaType(contentType); err == nil {
		out.ContentType = kind
	}
	if out.Gzip = first.Gzip; out.Stream {
		return out
	}
	out.Checks = stableChecks(bodies, contentType, l.now)
	return out
}

// faults lists what the test was kept for, once each.
func (l *lowering) faults(need []fitness.ID) {
	for i := range l.traces[0].steps {
		s := &l.traces[0].steps[i]
		for n := range s.findings {
			f := &s.findings[n]
			if !slices.Contains(need, l.h.executor.faults.target(s.call.op, f)) || l.knows(f, s.call.op) {
				continue
			}
			fault := suite.Fault{
				Code: f.Code, Category: f.Category, Operation: s.call.op.spec.Name(), Reason: f.Reason,
				Key: oracle.KeyOf(s.call.op.spec, f), Step: l.at[i], Frame: f.Frame, Curl: message.CurlOf(l.h.baseURL, &l.test.Steps[l.at[i]].Call.Request),
			}
			if s.answer.Panic != nil {
				fault.Stack = s.answer.Panic.Stack
			}
			l.test.Faults = append(l.test.Faults, fault)
		}
	}
}

func (l *lowering) knows(f *oracle.Finding, op *operation) bool {
	return slices.ContainsFunc(l.test.Faults, func(known suite.Fault) bool { return known.Key == oracle.KeyOf(op.spec, f) })
}

func (l *lowering) kind() suite.Kind {
	if len(l.test.Faults) > 0 {
		return suite.FaultKind
	}
	if last := l.last().Call.Expect.Status; last >= 400 && last < 500 {
		return suite.ClientError
	}
	return suite.Success
}

func (l *lowering) last() *suite.Step { return &l.test.Steps[len(l.test.Steps)-1] }
