package effects

import (
	"net/http"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/link"
)

const (
	// maxDeeds bounds the calls that are kept for one element, maxAlike the calls of the same operation among them, and
	// maxTold the elements.
	maxDeeds, maxAlike, maxTold = 8, 2, 10_000
)

// Deed is a successful call that created or changed an element.
type Deed struct {
	Call *action.Call
	// Names are the path parameters as they were sent, by the index of the parameter.
	Names map[int]string
}

// deeds holds the last calls about each element. The key is the collection and the name of the element, separated by a
// blank.
type deeds map[string][]Deed

// did notes that a successful call created or changed the elements that its path names. made has the ids of the
// elements that the call added. A DELETE removes the element.
func (d deeds) did(x *link.Exchange, made []string) {
	deed := Deed{Names: map[int]string{}}
	var about []string
	for i := range x.Encoded.Path {
		if piece := &x.Encoded.Path[i]; piece.Param != "" && piece.Raw != "" {
			deed.Names[piece.Index] = piece.Raw
			about = append(about, api.BeforeParam(x.Call.Op.Spec.Path, piece.Param)+" "+piece.Raw)
		}
	}
	if x.Call.Op.Spec.Method == http.MethodDelete {
		if len(about) > 0 && strings.HasSuffix(x.Call.Op.Spec.Path, "}") {
			delete(d, about[len(about)-1])
		}
		return
	}
	for _, v := range made {
		about = append(about, x.Call.Op.Spec.Path+" "+v)
	}
	for _, key := range about {
		if d[key] == nil && len(d) >= maxTold {
			continue
		}
		if deed.Call == nil {
			deed.Call = x.Call.Clone().(*action.Call)
		}
		d[key] = bounded(d[key], deed)
	}
}

// bounded appends a call. The call that created the element stays first; a later call of the same operation replaces
// it. It drops the oldest call of an operation that has too many calls, and the second call if there are too many in
// all.
func bounded(d []Deed, next Deed) []Deed {
	if len(d) > 0 && d[0].Call.Op == next.Call.Op {
		d[0] = next
		return d
	}
	d = append(d, next)
	same := func(one Deed) bool { return one.Call.Op == next.Call.Op }
	n := 0
	for _, one := range d {
		if same(one) {
			n++
		}
	}
	if n > maxAlike {
		at := slices.IndexFunc(d, same)
		d = slices.Delete(d, at, at+1)
	}
	if len(d) > maxDeeds {
		d = slices.Delete(d, 1, 2)
	}
	return d
}
