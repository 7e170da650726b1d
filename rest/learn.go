package rest

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/invariant"
	"github.com/evoke-go/evoke/internal/secret"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/derive"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/internal/pool"
	"github.com/evoke-go/evoke/rest/internal/tracking"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// learners passes each step of an execution to the parts of the problem that learn from it: which calls succeed, what
// refusals demand, what the program reads and compares, which operation needs which. It implements [execute.Listener].
// A search without it learns nothing but what its archive holds.
type learners struct {
	API     *api.API          // gets the undeclared inputs that the program reads
	Pool    *pool.Pool        // learns calls and values
	Tracker *tracking.Tracker // learns the operands of conditions, nil for none
	Repairs *derive.Repairs   // learns the demands of refusals, nil for none
	Laws    *laws             // learns relations of values, nil for none
	relations

	done  []*action.Call // successful calls of the test that may have changed something
	paths []string       // paths of the calls in done
}

// relations are functions that are called with new relations between operations. Each may be nil.
type relations struct {
	// Flow is called when an accepted call of "to" took a value from an answer of "from".
	Flow func(from, to *api.Operation)
	// Gave is called with the first accepted call of an operation, if a parameter after a collection in its path
	// claimed a value of an answer. from is the operation of that answer, pointer the JSON pointer to the value.
	Gave func(from, pointer, collection string)
	// Used is called with the SQL tables that a call used, and whether the call was accepted.
	Used func(op *api.Operation, uses []sut.Table, accepted bool)
	// Missed is called with the place of an input, if a refusal says that its value is no element of a collection.
	Missed func(op *api.Operation, place, collection string)
}

// Begin implements [execute.Listener].
func (l *learners) Begin(*testcase.Case) { l.done, l.paths = l.done[:0], l.paths[:0] }

// Heard implements [execute.Listener].
func (l *learners) Heard(s *execute.Step) {
	l.hear(s)
	if s.Tells() {
		for _, cookie := range link.Cookies(s.Answer) {
			api.SetsCookie(l.API, s.Call.Op, cookie.Name)
		}
	}
}

// hear passes a step to the parts that learn from it.
func (l *learners) hear(s *execute.Step) {
	if s.Tells() {
		l.remember(s)
	}
	l.find(s)
	l.Tracker.Called(s.Test, s.Step)
	if !s.Tells() {
		return
	}
	l.told(s)
	if s.Answer.Outcome != sut.Answered {
		return
	}
	if len(s.Tables) > 0 && l.Used != nil {
		l.Used(s.Call.Op, s.Tables, s.Answered(2))
	}
	l.Laws.learn(s)
	if s.Answered(2) {
		l.flowed(s)
		l.identified(s)
	}
	if s.Step < min(len(s.Test.Actions)-1, execute.MaxRemembered) && tracking.Listens(l.Tracker) {
		tracking.Answered(l.Tracker, s.Test, s.Step, link.Given(s.Answer))
	}
}

// remember keeps a call in the pool if it succeeded, or if the state of the system was the reason for its refusal.
func (l *learners) remember(s *execute.Step) {
	switch {
	case s.Answered(2):
		l.succeeded(s)
	case s.Answer.Outcome == sut.Answered && slices.Contains(conflicts, s.Answer.Status) && len(l.done) > 0 &&
		s.Call.Genotype.Invalid == nil:
		l.Pool.Conflicted(append(slices.Clip(l.done), s.Call))
	}
}

// conflicts are the statuses of refusals whose reason is the state of the system. It is read-only.
var conflicts = []int{http.StatusConflict, http.StatusPreconditionFailed, http.StatusLocked}

// succeeded keeps a successful call in the pool.
func (l *learners) succeeded(s *execute.Step) {
	op := s.Call.Op
	l.done = append(l.done, s.Call)
	l.Pool.Succeeded(l.done)
	l.Pool.Values().Answered(op, s.Answer)
	if (op.Spec.Method == http.MethodGet || op.Spec.Method == http.MethodHead) && len(op.Sets) == 0 {
		l.done = l.done[:len(l.done)-1]
		return
	}
	l.paths = append(l.paths, s.Path())
	l.Pool.Repeated(l.done, l.rungs())
}

// rungs returns the number of successes of the last call's operation on its resource since the resource was replaced or
// deleted.
func (l *learners) rungs() (n int) {
	last := len(l.done) - 1
	for i, earlier := range l.done {
		switch method := earlier.Op.Spec.Method; {
		case earlier.Op == l.done[last].Op && l.paths[i] == l.paths[last]:
			n++
		case (method == http.MethodPut || method == http.MethodDelete) && strings.HasPrefix(l.paths[last], l.paths[i]):
			n = 0
		}
	}
	return n
}

// find adds the undeclared inputs that the program read to the operation, and tells the tracker of decoded texts.
func (l *learners) find(s *execute.Step) {
	for i := range s.Inputs {
		l.API.Find(s.Call.Op, s.Inputs[i])
	}
	for i := range s.Decoded {
		l.Tracker.Read(&s.Decoded[i])
	}
}

// told passes an answer to the repairs of refused calls.
func (l *learners) told(s *execute.Step) {
	if s.Answer.Outcome != sut.Answered {
		return
	}
	switch s.Answer.Status / 100 {
	case 2:
		l.Repairs.Succeeded(s.Test, s.Step)
	case 4:
		l.Repairs.Refused(s.Test, s.Step, s.Answer.Status, s.Refusal(), s.Tally.Succeeded(), l.done)
		l.missed(s)
	case 5:
		l.failed(s)
	}
}

// failed passes a server error to the repairs if it may be a refusal: some services answer 500 to any error of the
// program. While an operation never succeeded, the text of the answer is read like that of a refusal.
func (l *learners) failed(s *execute.Step) {
	never := s.Answer.Status == http.StatusInternalServerError && !s.Tally.Succeeded()
	if never {
		l.missed(s)
	}
	if said := s.Refusal(); never || said.Undecoded() {
		l.Repairs.Refused(s.Test, s.Step, http.StatusBadRequest, said, s.Tally.Succeeded(), l.done)
	}
}

// flowed calls Flow for each value of an earlier answer that an accepted call sent.
func (l *learners) flowed(s *execute.Step) {
	if l.Flow == nil {
		return
	}
	for _, u := range s.Uses {
		for _, p := range u.Text {
			if p.Origin != nil {
				l.Flow(s.Test.Actions[p.Origin.Step].(*action.Call).Op, s.Call.Op)
			}
		}
	}
}

// identified notes the places in an accepted answer that may hold ids. It calls Gave for the claims in the path of the
// first accepted call of an operation.
func (l *learners) identified(s *execute.Step) {
	if l.Gave == nil {
		return
	}
	if ids := l.Pool.IDs(); ids.Identifies(s.Call.Op) {
		calls := make([]*action.Call, s.Step+1)
		for i, a := range s.Test.Upto(s.Step).Actions {
			calls[i] = a.(*action.Call)
		}
		ids.Identified(calls, link.Given(s.Answer))
	}
	if !s.Tally.SucceededOnce() {
		return
	}
	for _, k := range s.Call.Claims() {
		param, ok := strings.CutPrefix(k.In, openapi.InPath+" ")
		if ok && k.From.Operation != "" && !k.From.Header && k.From.Before+k.From.After == "" {
			l.Gave(k.From.Operation, k.From.Name, api.BeforeParam(s.Call.Op.Spec.Path, param))
		}
	}
}

// laws learns which relations hold between the values that accepted calls send and get. A nil laws learns nothing.
type laws struct {
	miner invariant.Miner
	peers invariant.Peers
	// address is the base URL for lines of curl, and secret takes the credentials out of a text.
	address string
	secret  discretion
}

// newLaws returns laws that learnt nothing, or nil for a search without memory.
func newLaws(o *Options, address string, secrets *secret.Set) *laws {
	if o.NoMemory {
		return nil
	}
	return &laws{address: address, secret: discretion{secrets}}
}

// learn learns from an answered step: what the operation does beside others, and from an accepted call with valid data
// the relations of its values.
func (l *laws) learn(s *execute.Step) {
	if l == nil || s.Suite {
		return
	}
	x := s.About
	l.compare(x)
	got, isJSON := x.Got()
	if !isJSON || !x.Succeeded() || x.Invalid != nil {
		return
	}
	l.miner.Learn(&invariant.Observation{
		Operation: x.Operation.Name(), Sent: sentBy(x), Got: []invariant.Value{{Place: "response", Plain: got}},
		Name: func() string { return l.script(x) },
	})
}

// validators are the headers that tell versions of answers apart.
var validators = []string{"ETag", "Last-Modified", "Cache-Control"}

// compare learns what an operation does with deleted elements, with elements of other users and with invalid data, and
// which headers it sends. Operations of an API mostly do the same there.
func (l *laws) compare(x *oracle.Exchange) {
	see := func(group, does string, yes bool) {
		l.peers.See(group, does, x.Operation.Name(), yes, func() string { return l.script(x) })
	}
	if x.Invalid != nil {
		see("calls with invalid data in the "+x.Invalid.In, "a value that "+x.Invalid.What+" is refused", x.Refused())
		return
	}
	item := api.LastParam(x.Operation.Path) != ""
	switch {
	case !x.Succeeded():
	case x.Operation.Method == http.MethodGet && item:
		for _, name := range validators {
			see("reads of one element", "the answer has "+name, x.Response.Header.Get(name) != "")
		}
	case x.Status() == http.StatusCreated && !item:
		see("creations", "the answer has Location", x.Response.Header.Get("Location") != "")
	}
	for _, b := range slices.Backward(x.Before) {
		switch at := b.Path(); {
		case !b.Succeeded() || b.Safe() || b.Status() == http.StatusAccepted:
		case b.Operation.Method == http.MethodDelete && strings.HasPrefix(x.Path()+"/", at+"/"):
			see("calls on a deleted element", "they are refused", x.Refused())
			return
		case x.User != b.User && x.User != "" && b.User != "" && !x.Forged && createsFor(b, x):
			see("calls of other users on an element", "they are refused", x.Refused())
			return
		}
	}
}

// createsFor reports whether a call created the element at the path of another call, or the element above that: its
// Location or a member of its answer names the element.
func createsFor(b, x *oracle.Exchange) bool {
	if b.Operation.Method != http.MethodPost || api.LastParam(b.Operation.Path) != "" {
		return false
	}
	rest, below := strings.CutPrefix(x.Path(), b.Path()+"/")
	id, _, _ := strings.Cut(rest, "/")
	got, _ := b.Got()
	members, _ := got.(value.Object)
	return below && (strings.HasSuffix(b.Response.Header.Get("Location"), "/"+id) ||
		slices.ContainsFunc(members, func(m value.Member) bool { return fmt.Sprint(m.Value) == id }))
}

// sentBy returns the values that a call sends: the parameters of its path and query, and its body.
func sentBy(x *oracle.Exchange) (out []invariant.Value) {
	segments := strings.Split(strings.TrimPrefix(x.Path(), strings.TrimSuffix(x.Base, "/")), "/")
	for i, segment := range strings.Split(x.Operation.Path, "/") {
		if strings.HasPrefix(segment, "{") && strings.HasSuffix(segment, "}") && i < len(segments) {
			out = append(out, invariant.Value{Place: "path " + strings.Trim(segment, "{}"), Plain: segments[i]})
		}
	}
	for _, p := range x.Operation.Parameters {
		if values := x.Query()[p.Name]; p.In == "query" && len(values) == 1 {
			out = append(out, invariant.Value{Place: "query " + p.Name, Plain: scalar(values[0])})
		}
	}
	if body, isJSON := x.Sent(); isJSON {
		out = append(out, invariant.Value{Place: "body", Plain: body})
	}
	return out
}

// scalar returns the number that a text of a query is, or else the text.
func scalar(text string) any {
	if v, err := value.ParseJSON([]byte(text)); err == nil && value.IsNumber(text) {
		return v
	}
	return text
}

// script returns lines of curl for a call and those before it in its test.
func (l *laws) script(x *oracle.Exchange) string {
	var lines []string
	for _, b := range append(slices.Clip(x.Before), x) {
		lines = append(lines, message.Curl(l.address, l.secret.Copy(b.Request)))
	}
	return strings.Join(lines, "\n")
}

// of returns the laws of an operation.
func (l *laws) of(operation string) (out []problem.Law) {
	if l == nil {
		return nil
	}
	for _, found := range append(l.miner.Laws(operation), l.peers.Laws(operation)...) {
		out = append(out, problem.Law(found))
	}
	return out
}
