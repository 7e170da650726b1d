package effects

import (
	"net/http"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// deed describes an accepted call and how to undo it.
func (m *Mender) deed(x *link.Exchange, members []string) *Leftover {
	d := &Leftover{Step: x.Step, Operation: x.Call.Op.Spec.Name(), members: members,
		texts: texts(x.Encoded.Body), at: m.calls}
	for _, op := range m.deletes {
		if d.by(op, x) {
			break
		}
	}
	switch made := x.Answer.Status == http.StatusCreated && d.Undo != nil &&
		d.Undo.Op.Spec.Path == x.Call.Op.Spec.Path; {
	case made || d.adds:
		m.made[d.target] = true
	case !m.made[d.target]:
		d.Undo = nil // the resource was there before all tests
	}
	return d
}

// by tries to undo a call with a DELETE operation. The operation deletes the element that the answer names, or a
// resource that the path of the call leads to or through. It reports whether that is possible.
func (d *Leftover) by(op *api.Operation, x *link.Exchange) bool {
	path := x.Call.Op.Spec.Path
	param := api.LastParam(op.Spec.Path)
	collection := api.BeforeParam(op.Spec.Path, param)
	d.pieces, d.Uses = map[string]string{}, nil
	switch {
	case path == op.Spec.Path || strings.HasPrefix(path, op.Spec.Path+"/"):
		d.passing(x, strings.Count(op.Spec.Path, "{"))
	case x.Call.Op.Spec.Method == http.MethodPost && api.LastParam(path) == "" &&
		(api.Creates(path, collection) || api.SameNoun(path, collection) && !strings.Contains(collection, "{")):
		from, name, ok := link.Made(x.Step, x.Call.Op, x.Answer, collection, param)
		if !ok {
			return false
		}
		if strings.HasPrefix(path, collection) {
			d.passing(x, strings.Count(collection, "{"))
		}
		d.pieces[param], d.adds = name, true
		d.Uses = append(d.Uses, link.Use{In: openapi.InPath, Piece: pieceOf(op, param),
			Text: []link.Piece{{Origin: &from}}})
	default:
		return false
	}
	undo := action.New(op, 0, 0)
	undo.Unchain()
	undo.User = x.Call.User
	var e message.Request
	undo.Genotype.Encode(op.Spec, &e)
	e.Query = nil
	d.Name(&e)
	d.Undo, d.target, d.of = undo, string(e.Target(nil, "")), op.Spec.Path
	return true
}

// passing copies the first parameters of the path of a call, up to count.
func (d *Leftover) passing(x *link.Exchange, count int) {
	for i := range x.Encoded.Path {
		piece := &x.Encoded.Path[i]
		if piece.Param == "" || len(d.pieces) >= count {
			continue
		}
		d.pieces[piece.Param] = piece.Raw
		if at := slices.IndexFunc(x.Uses, func(u link.Use) bool {
			return u.In == openapi.InPath && u.Piece == i
		}); at >= 0 {
			d.Uses = append(d.Uses, x.Uses[at])
		}
	}
}

// pieceOf returns the index of a parameter among the pieces of an encoded path.
func pieceOf(op *api.Operation, param string) int {
	var e message.Request
	op.Template.Encode(op.Spec, &e)
	return slices.IndexFunc(e.Path, func(p message.PathPiece) bool { return p.Param == param })
}

// membersOf returns the sorted names of the members that a call sends.
func membersOf(x *link.Exchange) []string {
	body := x.Encoded.Value
	if body == nil && x.Encoded.HasBody {
		body, _ = value.ParseJSON(x.Encoded.Body) // only JSON bodies have known members
	}
	return names(body)
}

func names(body any) (out []string) {
	members, _ := body.(value.Object)
	for _, m := range members {
		out = append(out, m.Name)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// queries returns the sorted names of the parameters in the query of a call.
func queries(x *link.Exchange) (out []string) {
	for _, q := range x.Encoded.Query {
		out = append(out, q.Name)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// texts returns the members of a JSON body that are texts, each as "name text".
func texts(body []byte) (out []string) {
	v, _ := value.ParseJSON(body) // only JSON bodies have known members
	members, _ := v.(value.Object)
	for _, m := range members {
		if text, ok := m.Value.(string); ok && text != "" {
			out = append(out, m.Name+" "+text)
		}
	}
	return out
}
