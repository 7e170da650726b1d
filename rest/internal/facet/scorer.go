package facet

import (
	"net/http"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/sut"
)

// Score implements [execute.Scorer].
func (f *Facets) Score(s *execute.Step, board *fitness.Board) (whole bool) {
	if s.Answer.Outcome != sut.Answered {
		return false
	}
	declared, status := &f.declared[s.Call.Op.Index], s.Answer.Status
	a := Answer{Operation: declared.name, Status: status, Body: s.Answer.Body}
	if status >= http.StatusBadRequest { // some services refuse with 500
		a.Said, a.Sent = s.Refusal().Said, SentIn(s.Encoded, declared.names)
	}
	if status/100 == 2 || slices.Contains(aboutData, status) {
		a.Classes = declared.inputs.Classes(s.Encoded)
	} else if status == http.StatusNotFound {
		a.Classes = declared.inputs.Named(s.Encoded)
	}
	for _, id := range f.Of(&a, !s.Suite) {
		board.Score(id, s.Step, 1)
	}
	return false
}

// aboutData are the statuses of refusals that depend only on the data of the call, and not on the state. A conflict
// depends on the state, which may differ on another service.
var aboutData = []int{http.StatusBadRequest, http.StatusUnprocessableEntity}

// declared has the declarations of an operation that Facets need.
type declared struct {
	name   string
	names  map[string]bool // see [Names]
	inputs Inputs
}

// declaredBy returns the declarations of operations, in their order.
func declaredBy(ops []*api.Operation) (out []declared) {
	collections := map[string]bool{}
	for _, op := range ops {
		collections[op.Spec.Path] = true
	}
	for _, op := range ops {
		roles := Roles{
			Key:    func(param string) bool { return collections[api.BeforeParam(op.Spec.Path, param)] },
			Itself: func(member string) bool { return api.OfItself(op.Spec.Path, member) },
		}
		out = append(out, declared{op.Spec.Name(), Names(op.Spec), InputsOf(op.Spec, roles)})
	}
	return out
}
