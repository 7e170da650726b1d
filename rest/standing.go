package rest

import (
	"math/rand/v2"
	"net/http"
	"slices"

	"github.com/evoke-go/evoke/internal/chance"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/genotype"
)

// maxDeferred is the largest number of steps from an operation to the creators of its needs.
const maxDeferred = 5

// standing is what the answers so far tell about each operation.
type standing struct {
	ops    []*api.Operation
	tally  []execute.Tally // by operation, nil before the first answer
	unique []bool          // by operation: it refused a call that it had accepted before
	// repeated are the operations whose successful calls the last opening repeated.
	repeated []*api.Operation
	plain    bool // nothing is learned: a search without memory, or with a policy
	inside   bool // a tracer provides targets inside the system, with distances
}

func newStanding(ops []*api.Operation, inside bool, o *Options) *standing {
	return &standing{ops: ops, unique: make([]bool, len(ops)), plain: o.NoMemory || o.Policy != nil, inside: inside}
}

// never reports whether an operation is known to have never succeeded.
func (s *standing) never(op *api.Operation) bool {
	return s.tally != nil && !s.plain && !s.tally[op.Index].Succeeded()
}

// succeeded reports whether an operation succeeded.
func (s *standing) succeeded(op *api.Operation) bool { return s.tally[op.Index].Succeeded() }

// ready reports whether the needs of an operation can be met: for each need, one of the creators succeeded.
func (s *standing) ready(op *api.Operation) bool {
	return !slices.ContainsFunc(op.Needs, s.lacking)
}

// lacking reports whether none of the makers succeeded.
func (s *standing) lacking(makers []*api.Operation) bool {
	return !slices.ContainsFunc(makers, s.succeeded)
}

// conflicts reports whether the state of the system was the reason for a refusal of an operation: a resource was
// missing, or in another state.
func (s *standing) conflicts(op *api.Operation) bool {
	seen := s.tally[op.Index].Statuses
	return seen[http.StatusConflict]+seen[http.StatusNotFound]+seen[http.StatusGone]+
		seen[http.StatusPreconditionFailed]+seen[http.StatusLocked] > 0
}

// hopeless reports whether no other values can change the last answer of an operation.
func (s *standing) hopeless(op *api.Operation) bool { return hopeless(s.tally[op.Index].Last) }

// hopeless reports whether no other values can change an answer with a status.
func hopeless(status int) bool {
	switch status {
	case 0, http.StatusUnauthorized, http.StatusForbidden, http.StatusMethodNotAllowed, http.StatusNotImplemented:
		return true
	}
	return false
}

// locked reports whether an operation refuses all users, and the program identifies callers by inputs that the schema
// does not declare.
func (s *standing) locked(op *api.Operation) bool {
	return s.inside && s.hopeless(op) && api.ReadsCallers(op.Found)
}

// pick draws an operation. If the needs of the operation cannot be met yet, it mostly returns a creator of them
// instead.
func (s *standing) pick(r *rand.Rand) *api.Operation {
	op := s.ops[r.IntN(len(s.ops))]
	for range maxDeferred {
		if !s.never(op) || s.ready(op) || !chance.Mostly(r) {
			break
		}
		makers := op.Needs[slices.IndexFunc(op.Needs, s.lacking)]
		op = makers[r.IntN(len(makers))]
	}
	return op
}

// renew gives a repeated call a new id, if the operation creates each resource only once and the call chooses the id.
// It reports whether it did.
func (s *standing) renew(r *rand.Rand, c *action.Call) bool {
	if !c.Op.Chooses || !s.unique[c.Op.Index] || !chance.Mostly(r) {
		return false
	}
	for i := range c.Genotype.Params {
		if p := &c.Genotype.Params[i]; p.Spec.In == openapi.InPath && api.EndsIn(c.Op.Spec.Path, p.Spec.Name) {
			genotype.Usual(r, p.Gene)
			return true
		}
	}
	return false
}

// learn notes which of the repeated calls of the last opening were refused this time.
func (s *standing) learn() {
	for _, op := range s.repeated {
		if s.tally != nil && s.tally[op.Index].Last >= http.StatusBadRequest && !s.hopeless(op) {
			s.unique[op.Index] = true
		}
	}
	s.repeated = s.repeated[:0]
}
