// Package learn passes what the executions of a search show to the parts of the REST problem that learn from it: which
// calls succeed, what refusals demand, what the program reads and compares, which operation needs which. It is the one
// listener of an executor, and a search without it learns nothing but what its archive holds.
package learn

import (
	"net/http"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/derive"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/rest/internal/pool"
	"github.com/evoke-go/evoke/rest/internal/tracking"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// Learners are the parts that learn. They implement [execute.Listener].
type Learners struct {
	API     *api.API          // what the program reads is added to its operations
	Pool    *pool.Pool        // of what succeeded
	Tracker *tracking.Tracker // of the operands of conditions, nil for none
	Repairs *derive.Repairs   // of what refusals demand, nil for none
	Relations

	done  []*action.Call // the calls of the test that succeeded and may have changed something
	paths []string       // of done
}

// Relations are told of what operations have to do with each other. Each may be nil.
type Relations struct {
	// Flow is told of two operations: an accepted call of the second one took a value from an
	// answer of the first one.
	Flow func(from, to *api.Operation)
	// Gave is told of a call that is the first accepted one of its operation, and took for what
	// stands behind a collection in its path a value of an answer, at a JSON pointer, that it claimed.
	Gave func(from, pointer, collection string)
	// Used is told what SQL tables a call used, and whether it was accepted.
	Used func(op *api.Operation, uses []sut.Table, accepted bool)
	// Missed is told of an input, by its place, whose value a refusal says to be no element of a collection.
	Missed func(op *api.Operation, place, collection string)
}

// Begin implements [execute.Listener].
func (l *Learners) Begin(*testcase.Case) { l.done, l.paths = l.done[:0], l.paths[:0] }

// Heard implements [execute.Listener].
func (l *Learners) Heard(s *execute.Step) {
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
	if s.Answered(2) {
		l.flowed(s)
		l.identified(s)
	}
	if s.Step < min(len(s.Test.Actions)-1, execute.MaxRemembered) && tracking.Listens(l.Tracker) {
		tracking.Answered(l.Tracker, s.Test, s.Step, link.Given(s.Answer))
	}
}

// remember has the pool keep a call that succeeded, and one that was refused as things were.
func (l *Learners) remember(s *execute.Step) {
	switch {
	case s.Answered(2):
		l.succeeded(s)
	case s.Answer.Outcome == sut.Answered && slices.Contains(conflicts, s.Answer.Status) && len(l.done) > 0 &&
		s.Call.Genotype.Invalid == nil:
		l.Pool.Conflicted(append(slices.Clip(l.done), s.Call))
	}
}

// conflicts are the statuses by which services refuse a call as things are. It is read-only.
var conflicts = []int{http.StatusConflict, http.StatusPreconditionFailed, http.StatusLocked}

// succeeded has the pool keep a call that succeeded.
func (l *Learners) succeeded(s *execute.Step) {
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

// rungs counts the successes of the last call's operation on its resource since the
// resource was replaced or deleted.
func (l *Learners) rungs() (n int) {
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

// find adds what the program read of a call to the operation.
func (l *Learners) find(s *execute.Step) {
	for i := range s.Inputs {
		l.API.Find(s.Call.Op, s.Inputs[i])
	}
	for i := range s.Decoded {
		l.Tracker.Read(&s.Decoded[i])
	}
}

// told tells of an answer those who repair refused calls.
func (l *Learners) told(s *execute.Step) {
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

// failed tells of a failure that may be a refusal: some services answer 500 to whatever an error of the program says.
// While an operation never succeeded, what the answer says is read like that of a refusal.
func (l *Learners) failed(s *execute.Step) {
	never := s.Answer.Status == http.StatusInternalServerError && !s.Tally.Succeeded()
	if never {
		l.missed(s)
	}
	if said := s.Refusal(); never || said.Undecoded() {
		l.Repairs.Refused(s.Test, s.Step, http.StatusBadRequest, said, s.Tally.Succeeded(), l.done)
	}
}

// flowed passes the operations whose answers an accepted call took values from to Flow.
func (l *Learners) flowed(s *execute.Step) {
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

// identified notes which parts of an accepted answer may be ids, and tells of the first accepted call of
// an operation whose path has one.
func (l *Learners) identified(s *execute.Step) {
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
