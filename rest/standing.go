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

// maxDeferred is how many makers of makers are followed.
const maxDeferred = 5

// standing is what the answers so far say of each operation.
type standing struct {
	ops    []*api.Operation
	tally  []execute.Tally // of the operations, nil without one
	unique []bool          // by operation: what it took once it refused later
	// repeated are the operations whose successful call the last opening made again.
	repeated []*api.Operation
	plain    bool // nothing is learned of them
	inside   bool // targets lie inside the system, with distances that lead to them
}

func newStanding(ops []*api.Operation, inside bool, o *Options) *standing {
	return &standing{ops: ops, unique: make([]bool, len(ops)), plain: o.NoMemory || o.Policy != nil, inside: inside}
}

// never reports whether it is known that an operation never succeeded.
func (s *standing) never(op *api.Operation) bool {
	return s.tally != nil && !s.plain && !s.tally[op.Index].Succeeded()
}

// succeeded reports whether it is known that an operation succeeded.
func (s *standing) succeeded(op *api.Operation) bool { return s.tally[op.Index].Succeeded() }

// ready reports whether what an operation needs was made before: of each thing, one of
// its makers succeeded.
func (s *standing) ready(op *api.Operation) bool {
	return !slices.ContainsFunc(op.Needs, s.lacking)
}

// lacking reports whether no maker of a thing succeeded.
func (s *standing) lacking(makers []*api.Operation) bool {
	return !slices.ContainsFunc(makers, s.succeeded)
}

// conflicts reports whether calls of an operation were refused as things were: what they named was not there, or was in
// another state.
func (s *standing) conflicts(op *api.Operation) bool {
	seen := s.tally[op.Index].Statuses
	return seen[http.StatusConflict]+seen[http.StatusNotFound]+seen[http.StatusGone]+
		seen[http.StatusPreconditionFailed]+seen[http.StatusLocked] > 0
}

// hopeless reports whether other values cannot change the last answer of an operation.
func (s *standing) hopeless(op *api.Operation) bool { return hopeless(s.tally[op.Index].Last) }

// hopeless reports whether other values cannot change an answer with a status.
func hopeless(status int) bool {
	switch status {
	case 0, http.StatusUnauthorized, http.StatusForbidden, http.StatusMethodNotAllowed, http.StatusNotImplemented:
		return true
	}
	return false
}

// locked reports whether an operation lets nobody in, while the program reads who calls
// from what the schema does not declare.
func (s *standing) locked(op *api.Operation) bool {
	return s.inside && s.hopeless(op) && api.ReadsCallers(op.Found)
}

// pick draws an operation. One whose resource cannot be made yet mostly leaves its place
// to what makes it.
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

// renew gives a repeated call of an operation that makes each thing once only a new id,
// where the call chooses it. It reports whether it did.
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

// learn notes which of the calls that the last opening repeated were refused this time.
func (s *standing) learn() {
	for _, op := range s.repeated {
		if s.tally != nil && s.tally[op.Index].Last >= http.StatusBadRequest && !s.hopeless(op) {
			s.unique[op.Index] = true
		}
	}
	s.repeated = s.repeated[:0]
}
