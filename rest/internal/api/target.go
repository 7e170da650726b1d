package api

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/oracle"
)

// These are the kinds of targets of the REST problem. Their names begin with
// the operation. A system that is a sut.Tracer adds targets of other kinds:
// statements, branches, lines and files.
const (
	// StatusTarget is one status code of an operation: "GET /books 200".
	StatusTarget fitness.Kind = "status"
	// ClassTarget is a class of status codes: "GET /books 2xx". It has a
	// gradient, see [ClassScores].
	ClassTarget fitness.Kind = "class"
	// ResponseTarget is a declared response in one media type:
	// "GET /books 200 application/json".
	ResponseTarget fitness.Kind = "response"
	// FaultTarget is a fault: "GET /books 100 detail". The detail of a server
	// error or a time-out ends with the place in the program, if it is known.
	FaultTarget fitness.Kind = "fault"
	// SceneTarget is an effect that the status alone does not show: "PUT /books/{id} 404 to another user",
	// "GET /books 200 by author".
	SceneTarget fitness.Kind = "scene"
)

// class is one of the three classes of answers that are targets.
type class int

const (
	class2xx class = iota
	class4xx
	class5xx
	classes
)

// ClassScores returns for an answer how close the call came to each class, from
// 0 to 1. An answer covers its own class. For the other classes, a server error
// is closer to success than a refusal, because more of the program ran (the
// factors are those of EvoMaster's HTTP_SUCCESS and HTTP_FAULT targets). Among
// the refusals, 401 (unknown) and 403 (not allowed) are further away than those
// that look at the data. Of these, the refusals that complain about fewer parts
// are closer, and so are those that need another state (409, 412, 422 without a
// complaint), since most services look at it last.
func ClassScores(status, complaints int) [classes]float64 {
	switch {
	case status >= 500:
		return [classes]float64{0.5, 0.5, 1}
	case status == 401:
		return [classes]float64{0.05, 1, 0.05}
	case status == 403:
		return [classes]float64{0.07, 1, 0.07}
	case status >= 400:
		return [classes]float64{0.1 + bonusOf(status, complaints), 1, 0.1}
	case status >= 300:
		return [classes]float64{0.3, 0.1, 0.1}
	default:
		return [classes]float64{1, 0.1, 0.5}
	}
}

// bonusOf returns the bonus of a refusal in a score, from 0 to 0.05.
func bonusOf(status, complaints int) float64 {
	switch {
	case complaints > 0:
		return 0.05 / float64(1+complaints)
	case status == http.StatusNotFound || status == http.StatusMethodNotAllowed:
		return 0
	case status == http.StatusBadRequest:
		return 0.03
	}
	return 0.05
}

// operationTargets caches the target ids of one operation, so that no call builds their names.
type operationTargets struct {
	registry *fitness.Registry
	name     string
	Class    [classes]fitness.ID
	status   map[int]fitness.ID
	response map[*openapi.MediaType]fitness.ID
	bare     map[*openapi.Response]fitness.ID // responses that are declared without content
	faults   map[faultKey]fitness.ID
	scenes   map[string]fitness.ID
}

// faultKey distinguishes the faults of one operation.
type faultKey struct {
	code   int
	detail string
}

func newOperationTargets(r *fitness.Registry, op *openapi.Operation) *operationTargets {
	t := &operationTargets{
		registry: r,
		name:     op.Name(),
		status:   map[int]fitness.ID{},
		response: map[*openapi.MediaType]fitness.ID{},
		bare:     map[*openapi.Response]fitness.ID{},
		faults:   map[faultKey]fitness.ID{},
		scenes:   map[string]fitness.ID{},
	}
	for i, name := range [classes]string{"2xx", "4xx", "5xx"} {
		t.Class[i] = t.id(ClassTarget, name)
	}
	return t
}

// Success returns the target of a success of any status.
func (t *operationTargets) Success() fitness.ID { return t.Class[class2xx] }

func (t *operationTargets) id(kind fitness.Kind, rest string) fitness.ID {
	return t.registry.ID(fitness.Target{Kind: kind, Name: t.name + " " + rest})
}

// OfStatus returns the target of a status code.
func (t *operationTargets) OfStatus(status int) fitness.ID {
	return cached(t.status, status, func() fitness.ID { return t.id(StatusTarget, strconv.Itoa(status)) })
}

// cached returns the target of a key. It adds a new target for a new key.
func cached[K comparable](known map[K]fitness.ID, key K, target func() fitness.ID) fitness.ID {
	id, ok := known[key]
	if !ok {
		id = target()
		known[key] = id
	}
	return id
}

// OfOther returns the target of a refusal with a status to a user who did not create the resource of the call.
func (t *operationTargets) OfOther(status int) fitness.ID { return t.sceneOf(status, toOther) }

// Forbidden reports whether a resource of one user was refused to another user with 403.
func (t *operationTargets) Forbidden() bool {
	_, ok := t.scenes["403"+toOther]
	return ok
}

// toOther is the end of the name of an OfOther target.
const toOther = " to another user"

// OfSeveral returns the target of an answer with a status that has a list of several elements.
func (t *operationTargets) OfSeveral(status int) fitness.ID {
	return t.sceneOf(status, " with several elements")
}

// OfQuery returns the target of an answer with a status that a query parameter changes: it has fewer elements, or
// another order. none means an answer without elements, which is weaker evidence.
func (t *operationTargets) OfQuery(status int, name string, none bool) fitness.ID {
	if none {
		return t.sceneOf(status, byParameter+name+ofNone)
	}
	return t.sceneOf(status, byParameter+name)
}

// OfBound returns the target of an answer with a status to a call that sends the least or the greatest value of an
// input.
func (t *operationTargets) OfBound(status int, name string, least bool) fitness.ID {
	if least {
		return t.sceneOf(status, atLeast+name)
	}
	return t.sceneOf(status, atMost+name)
}

// atLeast and atMost precede the name of the input in the name of a scene.
const atLeast, atMost = " with the least ", " with the greatest "

// IsBound reports whether a target comes from [operationTargets.OfBound].
func IsBound(t fitness.Target) bool {
	return t.Kind == SceneTarget && (strings.Contains(t.Name, atLeast) || strings.Contains(t.Name, atMost))
}

// OfMistake returns the target of a call that is refused with a status only because of one input.
func (t *operationTargets) OfMistake(status int, name string) fitness.ID {
	return t.sceneOf(status, " with another "+name)
}

// Told reports whether a query parameter showed an effect in an answer. See [operationTargets.OfQuery].
func (t *operationTargets) Told(name string) bool {
	for scene := range t.scenes {
		if _, by, ok := strings.Cut(scene, byParameter); ok && by == name {
			return true
		}
	}
	return false
}

// byParameter precedes the name of the parameter in the name of a scene. ofNone follows it if no element is left.
const byParameter, ofNone = " by ", " without elements"

// Stronger returns the name of the scene that makes the scene t superfluous because it says more, "" for none.
func Stronger(t fitness.Target) string {
	if name, none := strings.CutSuffix(t.Name, ofNone); none && t.Kind == SceneTarget {
		return name
	}
	return ""
}

func (t *operationTargets) sceneOf(status int, text string) fitness.ID {
	text = strconv.Itoa(status) + text
	return cached(t.scenes, text, func() fitness.ID { return t.id(SceneTarget, text) })
}

// OfResponse returns the target of a declared response in a media type. media is nil for a response without content.
func (t *operationTargets) OfResponse(r *openapi.Response, media *openapi.MediaType) fitness.ID {
	if media == nil {
		return cached(t.bare, r, func() fitness.ID { return t.id(ResponseTarget, r.Status) })
	}
	return cached(t.response, media, func() fitness.ID { return t.id(ResponseTarget, r.Status+" "+media.Type) })
}

// ofFault returns the target of a fault of the operation.
func (t *operationTargets) ofFault(f *oracle.Finding) fitness.ID {
	return cached(t.faults, faultKey{f.Code, f.Detail}, func() fitness.ID {
		name := strconv.Itoa(f.Code)
		if f.Detail != "" {
			name += " " + f.Detail
		}
		return t.id(FaultTarget, name)
	})
}
