package execute

import (
	"net/http"
	"slices"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/facet"
	"github.com/evoke-go/evoke/rest/internal/refusal"
	"github.com/evoke-go/evoke/sut"
)

// refusals reads the answers to refused calls.
type refusals struct {
	reader refusal.Reader
	// Facets tell answers apart, nil where a tracer does.
	Facets   *facet.Facets
	declared []declared // the parts of a call that the schema declares, by operation
}

// of returns an answer, read as a refusal.
func (f *refusals) of(resp *sut.Response) *refusal.Refusal { return f.reader.Read(resp.Body) }

// complaints returns the number of complaints in a refusal.
func (f *refusals) complaints(resp *sut.Response) int {
	if resp.Outcome != sut.Answered || resp.Status/100 != 4 {
		return 0
	}
	return len(f.of(resp).Complaints)
}

// lookAt scores the targets that the content of an answer covers.
func (f *refusals) lookAt(board *fitness.Board, i int, c *action.Call, resp *sut.Response, e *execution) {
	if f.Facets == nil || resp.Outcome != sut.Answered {
		return
	}
	declared := &f.declared[c.Op.Index]
	a := facet.Answer{Operation: declared.name, Status: resp.Status, Body: resp.Body}
	if resp.Status >= http.StatusBadRequest { // some services refuse with 500
		a.Said, a.Sent = f.of(resp).Said, facet.SentIn(&e.encoded, declared.names)
	}
	if resp.Status/100 == 2 || slices.Contains(aboutData, resp.Status) {
		a.Classes = declared.inputs.Classes(&e.encoded)
	} else if resp.Status == http.StatusNotFound {
		a.Classes = declared.inputs.Named(&e.encoded)
	}
	for _, id := range f.Facets.Of(&a, !e.Suite) {
		board.Score(id, i, 1)
	}
}

// aboutData are the statuses of refusals that depend only on the data of the call, and not on the state. A conflict
// depends on the state, which may differ on another service.
var aboutData = []int{http.StatusBadRequest, http.StatusUnprocessableEntity}

// declared is what the schema declares for the calls of an operation.
type declared struct {
	name   string
	names  map[string]bool
	inputs facet.Inputs
}

func declaredBy(ops []*api.Operation) (out []declared) {
	collections := map[string]bool{}
	for _, op := range ops {
		collections[op.Spec.Path] = true
	}
	for _, op := range ops {
		roles := facet.Roles{
			Key:    func(param string) bool { return collections[api.BeforeParam(op.Spec.Path, param)] },
			Itself: func(member string) bool { return api.OfItself(op.Spec.Path, member) },
		}
		out = append(out, declared{op.Spec.Name(), facet.Names(op.Spec), facet.InputsOf(op.Spec, roles)})
	}
	return out
}
