package rules

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
)

// CodeStepTwice is the code of steps that are made again, though they lead out of the state that they begin in.
const CodeStepTwice = 1012

// stepTwice looks for a POST below a resource that changed the state of the resource, that is accepted again, and
// then changes nothing: the schema says that it can be refused with 409. It judges the read after the second one.
func stepTwice(x *oracle.Exchange) []oracle.Finding {
	second, i := lastChange(x.Before)
	if !reads(x) || second == nil || !isStep(second, x) {
		return nil
	}
	first, k := lastChange(x.Before[:i])
	if first == nil || !isStep(first, x) || first.Request.Target != second.Request.Target || string(first.Request.Body) != string(second.Request.Body) {
		return nil
	}
	before, ok := view(x.Before[:k], x.Path(), x.Operation.Path, x.User)
	between, both := view(x.Before[k+1:i], x.Path(), x.Operation.Path, x.User)
	after, all := got(x)
	if !ok || !both || !all || unlike(between, after) != "" {
		return nil
	}
	for _, m := range before {
		then, has := between.Get(m.Name)
		now, still := after.Get(m.Name)
		if has && still && isState(m.Value) && !restless.MatchString(m.Name) && !same(m.Value, then) && same(then, now) {
			return []oracle.Finding{{Of: second.Operation, Reason: "it is accepted again once " + m.Name + " has changed, and not refused with 409"}}
		}
	}
	return nil
}

// isStep reports whether a call is a successful POST below what is read, which the schema says can be refused with 409.
func isStep(w, x *oracle.Exchange) bool {
	return w.Request.Method == "POST" && w.Succeeded() && w.User == x.User && w.Invalid == nil && api.LastParam(w.Operation.Path) == "" &&
		strings.HasPrefix(w.Path(), x.Path()+"/") &&
		slices.ContainsFunc(w.Operation.Responses, func(r *response) bool { return r.Status == "409" })
}
