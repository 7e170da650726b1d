package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
)

// reservedAlike looks for a user to whom an operation is refused with 403 that the schema reserves for somebody, and another one
// is not that it reserves in the same words.
func reservedAlike(x *oracle.Exchange) []oracle.Finding {
	if x.User == "" || x.Invalid != nil || !x.Succeeded() && x.Status() != 403 {
		return nil
	}
	wanted := reservedFor(x.Operation.Text)
	if len(wanted) == 0 {
		return nil
	}
	for _, b := range slices.Backward(x.Before) {
		refused, allowed := b, x
		if x.Status() == 403 {
			refused, allowed = x, b
		}
		if b.User != x.User || refused.Status() != 403 || !allowed.Succeeded() || b.Operation == x.Operation || b.Invalid != nil || !slices.Equal(reservedFor(b.Operation.Text), wanted) {
			continue
		}
		if refused.Path() == allowed.Path() || !foreignTo(refused) {
			return []oracle.Finding{{Of: allowed.Operation, Detail: "role by words", Reason: fmt.Sprintf("a user to whom %s is refused succeeds, and both are for %s", refused.Operation.Name(), strings.Join(wanted, ", "))}}
		}
	}
	return nil
}

// foreignTo reports whether a refused call may be refused for what it names: something by its path, or a person in its body.
func foreignTo(x *oracle.Exchange) bool {
	return strings.Contains(x.Operation.Path, "{") || slices.ContainsFunc(inputsOf(x.Operation), func(p openapi.Property) bool { return api.IsPerson(p.Name) })
}

// toldBelow looks for reads below something that tell a user by 403 that it is there, which its path, and the same read
// below what is not there, answer with 404. It judges the last of the three.
func toldBelow(x *oracle.Exchange) []oracle.Finding {
	if x.Request.Method != "GET" || x.Status() != 404 || x.User == "" || x.Invalid != nil || len(x.Query()) > 0 {
		return nil
	}
	var told *oracle.Exchange
	for _, b := range slices.Backward(x.Before) {
		if b.User != x.User {
			continue
		}
		if changes(b) {
			return nil
		}
		switch {
		case b.Operation == x.Operation && b.Status() == 403 && b.Path() != x.Path():
			told = b
		case told != nil && b.Request.Method == "GET" && b.Status() == 404 && strings.HasPrefix(told.Path(), b.Path()+"/") && seenByOther(b, b.Path()):
			return []oracle.Finding{{Detail: "told", Reason: fmt.Sprintf("it answers 403 below what %s hides by 404, and 404 below what is not there", b.Operation.Name())}}
		}
	}
	return nil
}
