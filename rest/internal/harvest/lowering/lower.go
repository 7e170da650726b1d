// Package lowering makes written tests from executions of tests.
//
// A value that a call took from an earlier answer becomes a variable of the written test, and so does a key that
// is new in each execution.
package lowering

import (
	"cmp"
	"mime"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/coding"
	"github.com/evoke-go/evoke/internal/payload"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
)

// Writer makes written tests of a system from their executions.
type Writer struct {
	Executor *execute.Executor
	API      *api.API
	Address  string // where people find the system, for command lines
	Orders   Orders // the lists in answers that come in more than one order
	// Laws returns the checks of the laws of an operation, by its name. It may be nil.
	Laws func(operation string) []suite.Check
}

// Executions are several executions of the same test.
type Executions struct {
	Traces []*execute.Trace
	// Elsewhere are the answers in another process, or nil if they are not known.
	Elsewhere []Answer
}

// Answer is the answer to a call in another process.
type Answer struct {
	Outcome     sut.Outcome
	Status      int
	ContentType string
	Body        []byte
	Truncated   bool
}

// lowering turns the executions of a test into plain steps.
type lowering struct {
	w *Writer
	Executions
	test suite.Test
	// at maps the index of a call in the trace to that of its step. The two differ because log-ins are steps as well.
	at []int
	// shows says that a call shows a credential in a form that no variable can replace.
	shows  bool
	logged map[int]bool // users that logged in already
	vars   map[string]bool
	called map[string]string // variables of names that the test makes itself, by their texts
	now    time.Time
	need   []fitness.ID // the targets that the test is needed for
}

// Test makes a test from its executions, with the targets that it is needed for. ok is false if the
// executions differ in something that a test must assert.
func (w *Writer) Test(of Executions, need []fitness.ID, now time.Time) (test suite.Test, ok bool) {
	if !of.Agree() {
		return suite.Test{}, false
	}
	l := &lowering{w: w, Executions: of, logged: map[int]bool{}, vars: map[string]bool{}, now: now, need: need}
	for i := range of.Traces[0].Steps {
		l.step(i)
	}
	l.faults()
	l.test.Kind = l.kind()
	l.test.Invalid = l.invalid()
	l.test.Known = l.known(need)
	if isOfTime(l.Traces[0].Steps) {
		l.test.At = now.UTC().Truncate(time.Second)
	}
	return l.test, !l.shows
}

// isOfTime reports whether time passes in a test of a system that reads the clock. Times of rows are often those of the
// search, and so are weekdays.
func isOfTime(steps []execute.TraceStep) bool {
	waits, reads := false, false
	for i := range steps {
		waits = waits || slices.ContainsFunc(steps[i].Given, func(g suite.Given) bool { return g.Wait > 0 })
		reads = reads || steps[i].Clock
	}
	return waits && reads
}

// Asserted returns the assertions that a test would have for each answer. It returns nil if its executions do not
// agree.
func (w *Writer) Asserted(of Executions, now time.Time) (out []suite.Expect) {
	if !of.Agree() {
		return nil
	}
	l := &lowering{w: w, Executions: of, now: now}
	for i := range of.Traces[0].Steps {
		out = append(out, l.expect(i))
	}
	return out
}

// agreeElsewhere reports whether the answers in another process are of the same kinds, if they are known.
func (of Executions) agreeElsewhere() bool {
	same := func(a Answer, s execute.TraceStep) bool {
		return a.Outcome == s.Answer.Outcome && sameStatus(&s, a.Status, s.Answer.Status)
	}
	return of.Elsewhere == nil || slices.EqualFunc(of.Elsewhere, of.Traces[0].Steps, same)
}

func (l *lowering) step(i int) {
	s := &l.Traces[0].Steps[i]
	l.login(s.Call.User.Index, s.Standing)
	step := suite.Step{
		Operation: s.Call.Op.Spec.Name(),
		Call:      &suite.Call{Request: l.request(s)},
		Given:     s.Given,
	}
	if !l.incidental(i) {
		step.Call.Expect = l.expect(i)
		if bodies, alike := l.Executions.bodies(i); alike && accepted(s, &step.Call.Expect) {
			step.Call.Expect.Checks = append(step.Call.Expect.Checks, l.w.held(s.Call.Op, bodies)...)
		}
	}
	if s.Stray != nil {
		step.Operation = s.Stray.Name()
	}
	if user := l.w.Executor.Users.User(s.Call.User.Index); user != nil && s.Standing.Ready {
		step.User = user.Name
		user.Sign(&step.Call.Request)
	}
	l.name(&step)
	l.hide(&step)
	switch {
	case s.Tidies:
		step.Note = tidies
	case s.Looks:
		step.Note = shows
	}
	step.Whole = s == l.Traces[0].Last() && s.Whole
	l.at = append(l.at, len(l.test.Steps))
	l.test.Steps = append(l.test.Steps, step)
}

// login adds the steps that a user needs before its first call in the test. A system that keeps accounts answers a
// sign-up differently the second time, so its answer is not asserted then.
func (l *lowering) login(user int, st auth.Standing) {
	if user != auth.Anonymous && !l.logged[user] {
		l.logged[user] = true
		if by, signed := st.By(); signed {
			l.login(by.User, by.Standing)
		}
		for _, step := range l.w.Executor.Users.LoginSteps(user, st) {
			if l.w.Executor.Effects.Keeps() && strings.HasPrefix(step.Note, "sign up ") {
				step.Call.Expect = suite.Expect{}
			}
			l.hide(&step)
			l.test.Steps = append(l.test.Steps, step)
		}
	}
}

// hide replaces credentials by variables, and removes assertions that show a credential.
func (l *lowering) hide(step *suite.Step) {
	secrets, who := l.w.Executor.Secrets, step.User
	if user := strings.TrimPrefix(strings.TrimPrefix(step.Note, "log in as "), "sign up "); step.Note != "" {
		who = user
	}
	if !secrets.Hide(&step.Call.Request, who) {
		l.shows = true
	}
	step.Call.Expect.Checks = slices.DeleteFunc(step.Call.Expect.Checks, func(c suite.Check) bool {
		return secrets.Holds(c.Pointer) || secrets.HoldsValue(c.Value)
	})
}

func (l *lowering) request(s *execute.TraceStep) suite.Request {
	e := &s.Encoded
	out := suite.Request{Method: cmp.Or(s.Encoded.Method, s.Call.Op.Spec.Method), Path: l.path(s), Gone: e.Gone}
	out.Query = l.fields(e.Query, openapi.InQuery, s.Uses)
	out.Headers = l.fields(e.Headers, openapi.InHeader, s.Uses)
	if len(e.Cookies) > 0 {
		out.Headers = append(out.Headers, suite.Field{Name: "Cookie", Value: l.cookies(s)})
	}
	if e.HasBody {
		out.Body = &suite.Body{Text: l.bodyText(s), JSON: e.JSONBody}
		if e.ContentType != "" {
			out.Headers = append(out.Headers, suite.Field{Name: "Content-Type", Value: suite.Literal(e.ContentType)})
		}
	}
	return out
}

func typeOf(answer *sut.Response) string { return answer.Header.Get("Content-Type") }

// expect returns what the test asserts about the answers to a call.
func (l *lowering) expect(i int) suite.Expect {
	first := &l.Traces[0].Steps[i].Answer
	switch {
	case first.Outcome == sut.Panicked:
		return suite.Expect{Panics: true}
	case first.Outcome == sut.Broken, first.Outcome == sut.TimedOut:
		return suite.Expect{Broken: true}
	case l.Traces[0].Steps[i].Encoded.Gone:
		return l.unread(i)
	}
	soon := slices.ContainsFunc(l.Traces, func(t *execute.Trace) bool { return t.Steps[i].Soon })
	out := suite.Expect{Status: first.Status, Stream: first.Stream, Soon: soon}
	bodies, alike := l.Executions.bodies(i)
	if !alike {
		return out
	}
	contentType := typeOf(first)
	if kind, _, err := mime.ParseMediaType(contentType); err == nil {
		out.ContentType = kind
	}
	if out.Gzip = first.Gzip; out.Stream || ofMachine(l.Traces[0].Steps[i].Call) || !readIn(bodies, contentType, &out) {
		return out
	}
	s := &l.Traces[0].Steps[i]
	out.Checks = Checks(bodies, contentType, l.now, proseOf(s), s.Seen, l.w.Orders[s.Call.Op])
	for n := range s.Findings {
		if f := &s.Findings[n]; len(l.need) > 0 && l.kept(f, l.w.API.At(s.Call.Op, f)) {
			out.Checks = append(out.Checks, shown(&f.About, &s.Seen, out.Checks, bodies)...)
		}
	}
	return out
}

// recoded reports whether an answer has a content coding that written tests cannot decode.
func recoded(r *sut.Response) bool {
	return r.Encoded || !r.Gzip && len(coding.Codings(r.Header.Get("Content-Encoding"))) > 0
}

// readIn converts bodies to UTF-8 in the same way as written tests do. It returns false for unknown charsets.
func readIn(bodies [][]byte, contentType string, out *suite.Expect) bool {
	switch coding.Charset(contentType) {
	case "":
		return true
	case coding.Latin1:
		out.Latin1 = true
	default:
		return false
	}
	for i := range bodies {
		if text, err := coding.UTF8(contentType, bodies[i]); err == nil {
			bodies[i] = text
		}
	}
	return true
}

// incidental reports whether a call before the main one was refused because of elements that may exist on a system
// without reset: on a fresh system the call may be accepted. A test about such a refusal has it as its last call.
func (l *lowering) incidental(i int) bool {
	s := &l.Traces[0].Steps[i]
	if !l.w.Executor.Effects.Keeps() || s == l.Traces[0].Last() || len(s.Findings) > 0 || s.Behind() {
		return false
	}
	switch s.Answer.Status {
	case http.StatusBadRequest, http.StatusConflict, http.StatusUnprocessableEntity:
		return s.Call.Op.Spec.Method != http.MethodGet
	}
	return false
}

// sameStatus reports whether two executions of a step got the same status, as far as a test asserts it. If the client
// left, the status may vary from execution to execution and counts as equal.
func sameStatus(s *execute.TraceStep, a, b int) bool { return a == b || s.Encoded.Gone }

// unread returns the assertions about a call whose client left: the status, if it was always the same.
func (l *lowering) unread(i int) suite.Expect {
	first := &l.Traces[0].Steps[i].Answer
	out := suite.Expect{Status: first.Status, Stream: first.Stream}
	differs := func(t *execute.Trace) bool { return t.Steps[i].Answer.Status != first.Status }
	if slices.ContainsFunc(l.Traces, differs) || l.Elsewhere != nil && l.Elsewhere[i].Status != first.Status {
		out.Status = 0
	}
	return out
}

// ofMachine reports whether a call requests a file of the local machine. No test may show its content.
func ofMachine(c *action.Call) bool {
	if c.Genotype.Invalid == nil {
		return false
	}
	text, _ := c.Genotype.Invalid.Value.(string)
	return payload.File(text) != ""
}

func (l *lowering) kind() suite.Kind {
	if len(l.test.Faults) > 0 {
		return suite.FaultKind
	}
	last := l.test.Last().Call
	switch e := &last.Expect; {
	case last.Request.Gone && e.Status/100 != 2:
		return suite.ClientError
	case e.Panics || e.Broken || e.Status >= 500:
		return suite.FaultKind
	case e.Status >= 400:
		return suite.ClientError
	}
	return suite.Success
}

// tidies is the note of a step that deletes an element of the test, because other calls fail while it exists.
const tidies = "delete it, since other calls would fail as long as it is there"

// shows is the note of a step that shows the effect of the call before it.
const shows = "see what came of it"
