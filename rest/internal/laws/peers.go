package laws

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// validators are the headers that tell versions of answers apart.
var validators = []string{"ETag", "Last-Modified", "Cache-Control"}

// compare learns what an operation does with deleted elements, with elements of other users and with invalid data, and
// which headers it sends. Operations of an API mostly do the same there.
func (l *Learner) compare(x *oracle.Exchange) {
	see := func(group, does string, yes bool) {
		l.peers.See(group, does, x.Operation.Name(), yes, func() string { return l.script(x) })
	}
	if x.Invalid != nil {
		see("calls with invalid data in the "+x.Invalid.In, "a value that "+x.Invalid.What+" is refused", x.Refused())
		return
	}
	item := api.LastParam(x.Operation.Path) != ""
	switch {
	case !x.Succeeded():
	case x.Operation.Method == http.MethodGet && item:
		for _, name := range validators {
			see("reads of one element", "the answer has "+name, x.Response.Header.Get(name) != "")
		}
	case x.Status() == http.StatusCreated && !item:
		see("creations", "the answer has Location", x.Response.Header.Get("Location") != "")
	}
	for _, b := range slices.Backward(x.Before) {
		switch at := b.Path(); {
		case !b.Succeeded() || b.Safe() || b.Status() == http.StatusAccepted:
		case b.Operation.Method == http.MethodDelete && strings.HasPrefix(x.Path()+"/", at+"/"):
			see("calls on a deleted element", "they are refused", x.Refused())
			return
		case x.User != b.User && x.User != "" && b.User != "" && !x.Forged && createsFor(b, x):
			see("calls of other users on an element", "they are refused", x.Refused())
			return
		}
	}
}

// createsFor reports whether a call created the element at the path of another call, or the element above that: its
// Location or a member of its answer names the element.
func createsFor(b, x *oracle.Exchange) bool {
	if b.Operation.Method != http.MethodPost || api.LastParam(b.Operation.Path) != "" {
		return false
	}
	rest, below := strings.CutPrefix(x.Path(), b.Path()+"/")
	id, _, _ := strings.Cut(rest, "/")
	got, _ := b.Got()
	members, _ := got.(value.Object)
	return below && (strings.HasSuffix(b.Response.Header.Get("Location"), "/"+id) ||
		slices.ContainsFunc(members, func(m value.Member) bool { return fmt.Sprint(m.Value) == id }))
}
