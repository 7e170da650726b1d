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
	// maxDeeds bounds the calls that are known of one element, maxAlike those of them of
	// one operation, and maxTold the values whose calls are known.
	maxDeeds, maxAlike, maxTold = 8, 2, 10_000
)

// Deed is a call that made an element what it is.
type Deed struct {
	Call *action.Call
	// Names are the values of its path as they were sent, by the index of the parameter.
	Names map[int]string
}

// deeds are the last calls about elements, by collection and value.
type deeds map[string][]Deed

// did notes that a call which succeeded made the elements that it names, or changed them;
// made are the ids of what it made.
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

// bounded adds a call. What made the element stays the first: a later call of the same
// operation takes its place. It leaves out the oldest call of another operation that there
// are too many of, and the second of all where these are too many.
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
