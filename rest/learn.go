package rest

import (
	"net/http"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/secret"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/derive"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/laws"
	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/rest/internal/pool"
	"github.com/evoke-go/evoke/rest/internal/surround"
	"github.com/evoke-go/evoke/rest/internal/tracking"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// learners passes each step of an execution to the parts of the problem that learn from it: which calls succeed, what
// refusals demand, what the program reads and compares, which operation needs which. It implements [execute.Listener].
// A search without it learns nothing but what its archive holds.
type learners struct {
	API     *api.API          // gets the undeclared inputs that the program reads
	Pool    *pool.Pool        // learns calls and values
	Tracker *tracking.Tracker // learns the operands of conditions, nil for none
	Repairs *derive.Repairs   // learns the demands of refusals, nil for none
	Laws    *laws.Learner     // learns laws of operations, nil for none
	Wishes  *surround.Wishes  // learns the rows that statements wanted, nil for none
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
	if s.Tells() && !s.Arranged {
		l.remember(s)
	}
	l.find(s)
	l.Tracker.Called(s.Test, s.Step)
	l.Wishes.Heard(s)
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
	l.Laws.Heard(s)
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
	l.Pool.Shown(l.done, s.Answer.Body)
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

// lawsFor returns the learner of laws, nil for a search without memory.
func lawsFor(o *Options, address string, secrets *secret.Set) *laws.Learner {
	if o.NoMemory {
		return nil
	}
	return laws.New(address, secrets)
}
