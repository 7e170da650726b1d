package whitebox

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/sut"
)

// A refused call may write for good reasons: it counts log-ins that fail, keeps a record of calls, or the key of a call
// that must not be made twice. So what calls of other operations do too counts for nothing, and neither do tables that
// are called records, nor refusals of log-ins, payments and limits. The rest is a fault if the refused call did all
// that each accepted call of its operation does in the same test, and that is more than to update rows: a counter of
// failures is an update in both. It is a hint if that is not known.

// done looks for refused calls that do what accepted ones do.
func done(x *oracle.Exchange) []oracle.Finding {
	did := written(x)
	if len(did) == 0 {
		return nil
	}
	known := false
	for _, b := range x.Before {
		if b.Operation != x.Operation || !b.Succeeded() {
			continue
		}
		all := usual(x, changes(b))
		adds := slices.ContainsFunc(all, func(c string) bool { return !strings.HasPrefix(c, "updates ") })
		if known = adds && !slices.ContainsFunc(all, func(c string) bool { return !slices.Contains(did, c) }); !known {
			return nil
		}
	}
	if !known {
		return nil
	}
	return refused(x, did, ", as for a call that is accepted, and answers")
}

// wrote looks for refused calls that write what other calls do not.
func wrote(x *oracle.Exchange) []oracle.Finding {
	accepted := func(b *oracle.Exchange) bool { return b.User == x.User && b.Succeeded() }
	did := written(x)
	if len(did) == 0 || !slices.ContainsFunc(x.Before, accepted) || len(done(x)) > 0 {
		return nil
	}
	return refused(x, did, " for good, and answers")
}

// refused returns the finding of a refused call.
func refused(x *oracle.Exchange, did []string, answers string) []oracle.Finding {
	at := ""
	for _, in := range x.Incidents {
		if in.Kind == sut.Committed && slices.ContainsFunc(split(&in), func(c string) bool { return c == did[0] }) {
			at = in.Place
			break
		}
	}
	return []oracle.Finding{{Detail: at, Frame: at,
		Reason: fmt.Sprintf("the program %s%s %d", strings.Join(did, ", "), answers, x.Status())}}
}

// written returns what a refused call changed, apart from what other calls change too. It returns nil for a call that
// was not refused, whose refusal programs often record, or that promises to change nothing.
func written(x *oracle.Exchange) []string {
	if x.Status() < http.StatusBadRequest || x.Safe() || records(x.Status()) {
		return nil
	}
	return usual(x, changes(x))
}

// usual returns the changes that are not those of calls of other operations, nor of tables that are called records.
func usual(x *oracle.Exchange, all []string) []string {
	if len(all) == 0 {
		return nil
	}
	var others []string
	for _, b := range x.Before {
		if b.Operation != x.Operation {
			others = append(others, changes(b)...)
		}
	}
	return slices.DeleteFunc(all, func(c string) bool { return slices.Contains(others, c) || recordsIn(c) })
}

// changes returns what a call changed in databases, sorted, each once.
func changes(x *oracle.Exchange) (out []string) {
	for i := range x.Incidents {
		if in := &x.Incidents[i]; in.Kind == sut.Committed {
			out = append(out, split(in)...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// split returns the changes of a transaction.
func split(in *sut.Incident) []string { return strings.Split(in.Text, "; ") }

// recordsIn reports whether a change is to a table that is called a record.
func recordsIn(change string) bool {
	name, _, _ := strings.Cut(change, " (")
	name = name[strings.LastIndexByte(name, ' ')+1:]
	return slices.ContainsFunc(strings.Split(name, "_"), words.Ledgers.Has)
}

// records reports whether an answer is a refusal that programs often keep a record of: of a log-in, a payment or a
// limit.
func records(status int) bool {
	switch status {
	case http.StatusUnauthorized, http.StatusPaymentRequired, http.StatusForbidden, http.StatusProxyAuthRequired,
		http.StatusTooManyRequests:
		return true
	}
	return false
}

// repeated looks for statements that are executed for each row of another one.
func repeated(x *oracle.Exchange) (out []oracle.Finding) {
	for i := range x.Incidents {
		if in := &x.Incidents[i]; in.Kind == sut.Repeated && !has(out, in.Place) {
			out = append(out, oracle.Finding{Detail: in.Place, Frame: in.Place,
				Reason: "the program executes a statement " + in.Text})
		}
	}
	return out
}
