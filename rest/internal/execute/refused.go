package execute

import (
	"net/http"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/facet"
	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/rest/internal/refusal"
	"github.com/evoke-go/evoke/rest/internal/repair"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// maxRead is how many answers are kept as read.
const maxRead = 512

// refusals reads the answers to refused calls.
type refusals struct {
	read    map[string]refusal.Refusal // by body
	repairs *repair.Repairs            // learns from them, nil for nobody
	// Facets tell answers apart, nil where a tracer does.
	Facets   *facet.Facets
	declared []declared // by operation
}

// of reads an answer, or returns its earlier reading: most answers come again and again.
func (f *refusals) of(resp *sut.Response) *refusal.Refusal {
	out, known := f.read[string(resp.Body)]
	if !known {
		if f.read == nil || len(f.read) == maxRead {
			f.read = map[string]refusal.Refusal{}
		}
		out = refusal.Read(resp.Body)
		f.read[string(resp.Body)] = out
	}
	return &out
}

// complaints counts what a refusal complains about.
func (f *refusals) complaints(resp *sut.Response) int {
	if resp.Outcome != sut.Answered || resp.Status/100 != 4 {
		return 0
	}
	return len(f.of(resp).Complaints)
}

// told tells of the answer to a call of a test.
func (x *Executor) told(c *testcase.Case, at int, e *execution) {
	if e.Suite || e.answer == nil || e.answer.Outcome != sut.Answered {
		return
	}
	switch e.answer.Status / 100 {
	case 2:
		x.refusals.repairs.Succeeded(c, at)
	case 4:
		call := c.Actions[at].(*action.Call)
		op := call.Op
		if !call.Genotype.IsInvalid() { // else it may well be refused for that
			x.Tally[op.Index].refuse(e.answer.Status, x.refusals.of(e.answer))
		}
		x.refusals.repairs.Refused(c, at, e.answer.Status, x.refusals.of(e.answer), x.Tally[op.Index].Succeeded(),
			e.done)
		x.Ears.missed(call, e.answer.Status, x.refusals.of(e.answer), x.api)
	case 5:
		failed(x, c, at, e)
	}
}

// failed tells of a failure that may be a refusal: some services answer 500 to whatever an error of the program says.
// While an operation never succeeded, what the answer says is read like that of a refusal.
func failed(x *Executor, c *testcase.Case, at int, e *execution) {
	resp := e.answer
	said, tally := x.refusals.of(resp), &x.Tally[c.Actions[at].(*action.Call).Op.Index]
	never := resp.Status == http.StatusInternalServerError && !tally.Succeeded()
	if never {
		tally.refuse(resp.Status, said)
		x.Ears.missed(c.Actions[at].(*action.Call), resp.Status, said, x.api)
	}
	if never || said.Undecoded() {
		x.refusals.repairs.Refused(c, at, http.StatusBadRequest, said, tally.Succeeded(), e.done)
	}
}

// missing are the statuses by which services say that something is not there that a call names. It is read-only.
var missing = []int{http.StatusBadRequest, http.StatusNotFound, http.StatusConflict, http.StatusGone,
	http.StatusUnprocessableEntity, http.StatusFailedDependency, http.StatusInternalServerError}

// missed learns from a refusal that quotes what an input was sent, beside the noun of a collection ("you have no wallet
// wa_8f3", "account 17 does not exist"), that this input takes the ids of the collection's elements.
func (l *Ears) missed(c *action.Call, status int, r *refusal.Refusal, a *api.API) {
	if l.Missed == nil || !slices.Contains(missing, status) || c.Genotype.IsInvalid() {
		return
	}
	for _, text := range r.Said {
		if t, near, ok := denied(c, text); ok && !api.OfItself(c.Op.Spec.Path, t.Name) {
			if collection := a.NamedBy(near); collection != "" {
				l.Missed(c.Op, t.Place(), collection)
			}
		}
	}
}

// flowed passes the operations whose answers an accepted call took values from to Flow.
func (l *Ears) flowed(c *testcase.Case, at int, e *execution) {
	if l.Flow == nil || e.Suite || e.answer == nil || e.answer.Outcome != sut.Answered || e.answer.Status/100 != 2 {
		return
	}
	for _, u := range e.uses {
		for _, p := range u.Text {
			if p.Origin != nil {
				l.Flow(c.Actions[p.Origin.Step].(*action.Call).Op, c.Actions[at].(*action.Call).Op)
			}
		}
	}
}

// identified notes which parts of an accepted answer may be ids, and tells of the first accepted call of
// an operation whose path has one.
func identified(x *Executor, c *testcase.Case, at int, e *execution) {
	if x.Gave == nil || e.Suite || e.answer == nil || e.answer.Outcome != sut.Answered || e.answer.Status/100 != 2 {
		return
	}
	call, library := c.Actions[at].(*action.Call), x.memory.Accepted()
	if library.Identifies(call.Op) {
		calls := make([]*action.Call, at+1)
		for i, a := range c.Upto(at).Actions {
			calls[i] = a.(*action.Call)
		}
		library.Identified(calls, link.Given(e.answer))
	}
	if !x.Tally[call.Op.Index].succeededOnce() {
		return
	}
	for _, k := range call.Claims() {
		if param, ok := strings.CutPrefix(k.In, openapi.InPath+" "); ok && k.From.Operation != "" && !k.From.Header &&
			k.From.Before+k.From.After == "" {
			x.Gave(k.From.Operation, k.From.Name, api.BeforeParam(call.Op.Spec.Path, param))
		}
	}
}

// used tells of the SQL tables that a call used.
func (l *Ears) used(op *api.Operation, in *inside, e *execution) {
	if l.Used == nil || e.Suite || e.answer == nil || e.answer.Outcome != sut.Answered {
		return
	}
	if uses := in.tables(); len(uses) > 0 {
		l.Used(op, uses, e.answer.Status/100 == 2)
	}
}

// lookAt has the targets of an answer scored by what the answer has.
func (f *refusals) lookAt(board *fitness.Board, i int, c *action.Call, resp *sut.Response, e *execution) {
	if f.Facets == nil || resp.Outcome != sut.Answered {
		return
	}
	a := facet.Answer{Operation: c.Op.Spec.Name(), Status: resp.Status, Body: resp.Body}
	declared := &f.declared[c.Op.Index]
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

// aboutData are the refusals that look at what a call sends, and at no state: a conflict
// with what others made may be none on another service.
var aboutData = []int{http.StatusBadRequest, http.StatusUnprocessableEntity}

// declared is what the schema says of an operation's calls.
type declared struct {
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
		out = append(out, declared{facet.Names(op.Spec), facet.InputsOf(op.Spec, roles)})
	}
	return out
}
