package effects

import (
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

// maxBody bounds the bytes of an answer that is compared or searched for lists.
const maxBody = 1 << 16

// Seen is what earlier calls tell about an answer.
type Seen struct {
	// Shared says that the call reads state that all tests share: nothing in the call names a resource of its test.
	Shared bool
	// Altered says that the call names a resource that other tests changed.
	Altered bool
	// Counted says that the call asks a shared list for elements by a number. Then the elements in the answer depend on
	// how many other elements there are.
	Counted bool
	// First is the body of the first answer to the same request, nil if it is not known.
	First []byte
	// Elements are the members that all elements of its lists had so far. Later answers change it.
	Elements Elements
}

func bodyOf(x *link.Exchange) any {
	if x.Encoded.Value != nil {
		return x.Encoded.Value
	}
	if x.Encoded.JSONBody && x.Call.Genotype.Body != nil {
		if v := x.Call.Genotype.WholeBody(); v != nil {
			return v
		}
	}
	v, _ := value.ParseJSON(x.Encoded.Body) // the content type may not say that the body is JSON
	return v
}

// answeredIDs returns the ids in an answer: the end of its Location, and the members that identify the resource or the
// elements of a list.
func answeredIDs(x *link.Exchange) (out []string) {
	if location, err := url.Parse(x.Answer.Header.Get("Location")); err == nil && location.Path != "" {
		out = append(out, path.Base(location.Path))
	}
	if x.Answer.Stream {
		return out
	}
	body, ok := x.Body()
	if !ok {
		return out
	}
	if text, ok := scalar(body); ok {
		return append(out, text)
	}
	return append(out, idsBy(body, func(o value.Object, plain string) bool {
		if _, own := o.Get("id"); own && api.IsSafe(x.Call.Op.Spec.Method) && plain != "id" &&
			strings.HasSuffix(plain, "id") {
			return false // the id of another resource
		}
		return identifies(plain, true)
	})...)
}

// sentIDs returns the ids in the body of a call. If names is set, names of resources count as ids.
func sentIDs(x *link.Exchange, names bool) []string {
	if !x.Encoded.JSONBody {
		return nil
	}
	return ids(bodyOf(x), names)
}

// madeBy returns the ids of the element that a call added to a collection.
func madeBy(x *link.Exchange) []string {
	if x.Call.Op.Spec.Method != http.MethodPost || strings.HasSuffix(x.Call.Op.Spec.Path, "}") {
		return nil
	}
	return slices.Concat(answeredIDs(x), sentIDs(x, true))
}

// taken returns the names in the body of a refused call that may have to be unique: the name of an element that a POST
// creates, or the new name of an element.
func taken(x *link.Exchange) []string {
	op, status := x.Call.Op, x.Answer.Status
	switch {
	case op.Spec.Method == http.MethodPost && keptIn(op) == op.Spec.Path:
	case api.IsSafe(op.Spec.Method), op.Spec.Method == http.MethodDelete, !refuses(status) && !fails(x.Answer):
		return nil
	}
	return sentIDs(x, true)
}

// keptIn returns the path of the collection that contains what an operation sends.
func keptIn(op *api.Operation) string {
	if param := api.LastParam(op.Spec.Path); param != "" && api.EndsIn(op.Spec.Path, param) {
		return api.BeforeParam(op.Spec.Path, param)
	}
	return op.Spec.Path
}

// lists reports whether an answer is a list with elements, or an object with such a list.
func lists(x *link.Exchange) bool {
	body, ok := x.Body()
	if !ok {
		return false
	}
	if o, ok := body.(value.Object); ok {
		for _, m := range o {
			if list, ok := m.Value.([]any); ok && len(list) > 0 {
				return true
			}
		}
	}
	list, ok := body.([]any)
	return ok && len(list) > 0
}

func success(status int) bool { return status/100 == 2 }

// absent reports whether a status does not tell whether the resource exists.
func absent(status int) bool {
	switch status {
	case http.StatusUnauthorized, http.StatusNotFound, http.StatusMethodNotAllowed:
		return true
	}
	return false
}

// fails reports whether an answer is a server error or missing.
func fails(r *sut.Response) bool {
	return r.Outcome != sut.Answered || r.Status >= http.StatusInternalServerError
}

// conflicts reports whether a status means that the state of the system is the reason for a refusal.
func conflicts(status int) bool {
	switch status {
	case http.StatusConflict, http.StatusGone, http.StatusPreconditionFailed, http.StatusLocked:
		return true
	}
	return false
}

// refuses reports whether a status means that a well-formed call is refused for its content or for the state of the
// system.
func refuses(status int) bool {
	return conflicts(status) || status == http.StatusUnprocessableEntity
}
