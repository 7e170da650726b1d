package rules

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// Codes of Web Fuzzing Commons for access control.
const (
	CodeMassAssignment = 203
	CodeExistence      = 204
	CodeShutOut        = 205
	CodeMissedCheck    = 206
	CodeNobody         = 207
	CodePassword       = 1009 // an answer shows a password that was sent
)

// nobody looks for calls that need a credential and succeed without one, or with a credential that is made up or
// expired.
func nobody(x *oracle.Exchange) []oracle.Finding {
	if !x.Succeeded() || x.User != "" && !x.Forged || x.Request.Method == "OPTIONS" ||
		!api.NeedsCredential(x.Operation) {
		return nil
	}
	switch n := carried(x); {
	case len(x.Lacks) > 0:
		return halved(x, n)
	case x.Forged && n <= 1:
		return []oracle.Finding{
			{Reason: "the schema asks for a credential, and the call succeeds with one that the service never gave"},
		}
	case x.User == "" && n == 0:
		return []oracle.Finding{{Reason: "the schema asks for a credential, and the call succeeds without one"}}
	}
	return nil
}

// halved looks for calls that succeed with the credential of one scheme, although each alternative that the schema
// declares needs a second scheme as well.
func halved(x *oracle.Exchange, carried int) []oracle.Finding {
	for _, alternative := range x.Operation.Security {
		if !slices.ContainsFunc(x.Lacks, func(name string) bool { _, asked := alternative[name]; return asked }) {
			return nil
		}
	}
	if carried > 1 {
		return nil
	}
	return one("", "the schema asks for several credentials together, and the call succeeds without that for %s",
		strings.Join(x.Lacks, " and "))
}

// credential matches names of headers and parameters that may carry a credential.
var credential = lazyregexp.New("key|token|auth|^cookie$")

// carried counts the headers and parameters of a call that may carry a credential, whether the search drew the
// credential or it is forged.
func carried(x *oracle.Exchange) (n int) {
	for name := range x.Request.Header {
		if credential().MatchString(words.Plain(strings.ToLower(name))) {
			n++
		}
	}
	for name := range x.Query() {
		if credential().MatchString(words.Plain(name)) {
			n++
		}
	}
	return n
}

// missedCheck looks for users who can change or read a resource that they are refused to read, or that their list does
// not show.
func missedCheck(x *oracle.Exchange) []oracle.Finding {
	if f := slices.Concat(unequal(x), movedByOther(x), refusedAbove(x), roleless(x), inOthersName(x), listedOnly(x),
		reservedAlike(x), toldBelow(x), notTheirs(x), namesForeign(x)); f != nil {
		return f
	}
	if !x.Succeeded() || x.User == "" && len(x.Operation.Security) == 0 {
		return nil
	}
	for i := len(x.Before) - 1; i >= 0; i-- {
		b := x.Before[i]
		if b.User != x.User || b.Request.Method != "GET" {
			if changes(b) {
				break
			}
			continue
		}
		if b.Status() == 403 || b.Status() == 404 {
			role := b.Status() == 403 && forSome(b.Operation, x.Operation)
			if !role && !x.Safe() && about(x.Path(), b.Path()) && seenByOther(x, b.Path()) {
				return []oracle.Finding{{Detail: b.Operation.Name(),
					Reason: fmt.Sprintf("a user to whom %s answers %d succeeds", b.Operation.Name(), b.Status())}}
			}
			continue
		}
		if f := slices.Concat(unlisted(x, b), filteredIn(x, b)); f != nil {
			return f
		}
	}
	return nil
}

// refusedAbove looks for users who read something below a resource that they may not read: its path answers them 403,
// and answers another user with success.
func refusedAbove(x *oracle.Exchange) []oracle.Finding {
	if !reads(x) || len(x.Operation.Security) == 0 || !tells(x) || len(x.Query()) > 0 {
		return nil
	}
	for i := len(x.Before) - 1; i >= 0 && !changes(x.Before[i]); i-- {
		b := x.Before[i]
		if b.User == x.User && b.Request.Method == "GET" && b.Status() == 403 &&
			strings.HasPrefix(x.Path(), b.Path()+"/") &&
			api.LastParam(b.Operation.Path) != "" && len(b.Operation.Security) > 0 && seenByOther(b, b.Path()) &&
			!forSome(b.Operation, x.Operation) {
			return []oracle.Finding{{Detail: b.Operation.Name(),
				Reason: fmt.Sprintf("a user to whom %s answers 403 reads what is below it", b.Operation.Name())}}
		}
	}
	return nil
}

// unequal looks for users to whom some changes of a resource are refused while others succeed. PUT and PATCH do the
// same, so both have to be refused. If several kinds of changes are refused, all others should be, too.
func unequal(x *oracle.Exchange) []oracle.Finding {
	if x.Safe() || x.Invalid != nil || x.Status() == 0 || !seenByOther(x, x.Path()) {
		return nil
	}
	if x.Refused() && x.Status() == 403 {
		for _, b := range x.Before {
			if b.User == x.User && b.Path() == x.Path() && !b.Safe() && b.Invalid == nil && b.Succeeded() &&
				verb(b) != "POST" && strict(b, append(slices.Clip(x.Before), x)) {
				return []oracle.Finding{{Of: b.Operation, Detail: "changes",
					Reason: fmt.Sprintf("a user to whom %s answers 403 succeeds", x.Operation.Name())}}
			}
		}
		return nil
	}
	if !x.Succeeded() || verb(x) == "POST" || !strict(x, x.Before) {
		return nil
	}
	return []oracle.Finding{{Detail: "changes", Reason: "a user to whom other changes of it are refused succeeds"}}
}

// strict reports whether a user was refused with 403 an equivalent change of the resource (PUT for PATCH), or two
// changes of other kinds. Refusals do not count if the description of the operation reserves it for some users.
func strict(x *oracle.Exchange, all []*oracle.Exchange) bool {
	others := map[string]bool{}
	for _, b := range all {
		if b.User != x.User || b.Safe() || b.Status() != 403 || b.Invalid != nil || !about(b.Path(), x.Path()) ||
			b.Operation == x.Operation || forSome(b.Operation, x.Operation) {
			continue
		}
		others[b.Operation.Name()] = true
		if replaces(b) && replaces(x) && b.Path() == x.Path() {
			return true
		}
	}
	return len(others) > 1
}

// movedByOther looks for a resource that a user who did not make it changed by a call below its path, although direct
// changes of the resource are refused to this user.
func movedByOther(x *oracle.Exchange) []oracle.Finding {
	w, i := lastChange(x.Before)
	if !reads(x) || w == nil || w.User == x.User || !w.Succeeded() || w.Request.Method != "POST" ||
		!strings.HasPrefix(w.Path(), x.Path()+"/") {
		return nil
	}
	refused := slices.ContainsFunc(x.Before, func(b *oracle.Exchange) bool {
		return b.User == w.User && b.Path() == x.Path() && (b.Status() == 403 || b.Status() == 404) &&
			b.Invalid == nil && (replaces(b) || b.Request.Method == "DELETE") && !forOthers(w.Operation, b.Operation)
	})
	was, seen := viewed(x.Before[:i], x)
	now, shown := got(x)
	if !refused || !seen || !shown {
		return nil
	}
	changed := ""
	for _, m := range was {
		v, both := now.Get(m.Name)
		if !both || words.Restless().MatchString(m.Name) || same(m.Value, v) {
			continue
		}
		if _, isNumber := value.Rat(m.Value); isNumber {
			return nil // such as a stock or a balance: a booking below a resource is no change of the resource
		}
		if changed == "" && isState(m.Value) && isState(v) {
			changed = m.Name
		}
	}
	if changed == "" {
		return nil
	}
	return []oracle.Finding{{Of: w.Operation, Detail: "changes " + changed,
		Reason: fmt.Sprintf("a user to whom changes are refused changes %s of %s", changed, x.Operation.Name())}}
}

// seenByOther reports whether another user read or made the resource at a path before.
func seenByOther(x *oracle.Exchange, at string) bool {
	return slices.ContainsFunc(x.Before, func(b *oracle.Exchange) bool {
		return b.User != x.User && b.Succeeded() &&
			(b.Path() == at && b.Request.Method != "DELETE" || made(b, at, x.Operation.Path))
	})
}

// unlisted returns a finding if a user can read an element of another user by its path, although the whole list that
// the first user sees lacks the element. The list shows that the element is not meant for everybody.
func unlisted(x, b *oracle.Exchange) []oracle.Finding {
	list, ok := rows(b)
	if !ok || !reads(b) || !whole(b, list) || path.Dir(x.Path()) != b.Path() || api.LastParam(x.Operation.Path) == "" ||
		!seenByOther(x, x.Path()) {
		return nil
	}
	has := ids(list, api.Noun(b.Operation.Path))
	if has == nil && len(list) > 0 || slices.Contains(has, path.Base(x.Path())) ||
		!listedFor(x, b.Path(), path.Base(x.Path())) {
		return nil
	}
	return []oracle.Finding{{Detail: b.Operation.Name(),
		Reason: fmt.Sprintf("a user to whom %s does not show it succeeds", b.Operation.Name())}}
}

// filteredIn returns a finding if a list with parameters, or an export of the list, shows a user an element that the
// whole list hides from this user and shows to the user who made it.
func filteredIn(x, b *oracle.Exchange) []oracle.Finding {
	all, ok := rows(b)
	list, both := rows(x)
	exported := b.Path() != x.Path() && exports(x, b)
	filtered := b.Path() == x.Path() && len(x.Query()) > 0 && !turned(x, list)
	if !ok || !both || !reads(b) || !reads(x) || !whole(b, all) || widens(x) || !exported && !filtered ||
		exported && forSome(x.Operation, b.Operation) {
		return nil
	}
	noun := api.Noun(b.Operation.Path)
	has, more := ids(all, noun), ids(list, noun)
	if has == nil && len(all) > 0 {
		return nil
	}
	for _, id := range more {
		switch {
		case slices.Contains(has, id) || !listedFor(x, b.Path(), id):
		case exported:
			return one("exported", "it shows a user what another one has, and %s does not", b.Operation.Name())
		default:
			return one("by parameters",
				"parameters show a user what another one has, and the list without them does not")
		}
	}
	return nil
}

// exports reports whether an answer is an export of a list, in another form than JSON: its path is below the path of
// the list, or has the same name.
func exports(x, list *oracle.Exchange) bool {
	if _, ok := elements(x); ok {
		return false // an answer in JSON may be about anything
	}
	last := path.Base(x.Path())
	name := strings.TrimSuffix(last, path.Ext(last))
	return !words.Wider.Has(last) && (path.Dir(x.Path()) == list.Path() || name == path.Base(list.Path()))
}

// listedOnly looks for elements that a list shows to a user, although their paths answer this user 403 or 404, and
// that another user read or made.
func listedOnly(x *oracle.Exchange) []oracle.Finding {
	last := path.Base(x.Path())
	if x.Request.Method != "GET" || x.Status() != 403 && x.Status() != 404 || x.User == "" || x.Invalid != nil ||
		api.LastParam(x.Operation.Path) == "" || !seenByOther(x, x.Path()) {
		return nil
	}
	for i := len(x.Before) - 1; i >= 0 && !changes(x.Before[i]); i-- {
		b := x.Before[i]
		list, ok := rows(b)
		lists := path.Dir(x.Path()) == b.Path() || apart(b.Operation.Path, x.Operation.Path)
		if !ok || !lists || !reads(b) || b.User != x.User ||
			x.Status() == 403 && forSome(x.Operation, b.Operation) {
			continue
		}
		if slices.ContainsFunc(list, func(e any) bool { id, _ := object(e).Get("id"); return text(id) == last }) {
			return []oracle.Finding{{Of: b.Operation, Detail: "listed",
				Reason: fmt.Sprintf("it shows a user what %s answers %d for", x.Operation.Name(), x.Status())}}
		}
	}
	return nil
}

// widens reports whether a query may ask for more elements than the list shows without it: the name of a parameter says
// so, or the list leaves elements out "unless" a call has the parameter.
func widens(x *oracle.Exchange) bool {
	for name := range x.Query() {
		if words.Wider.Has(name) || slices.ContainsFunc(sentences(x.Operation.Text), func(line string) bool {
			_, exception, found := strings.Cut(line, words.Unless)
			return found && words.Whole(exception, name)
		}) {
			return true
		}
	}
	return false
}

// listedFor reports whether the whole list at a path showed the element with an id to another user.
func listedFor(x *oracle.Exchange, at, id string) bool {
	return slices.ContainsFunc(x.Before, func(o *oracle.Exchange) bool {
		list, ok := rows(o)
		return ok && reads(o) && o.User != x.User && o.Path() == at &&
			slices.Contains(ids(list, api.Noun(o.Operation.Path)), id)
	})
}

// shownPassword looks for answers that show a password, in the answer itself or in the elements of a list: the text
// that a call sent, or any other text that is no placeholder.
func shownPassword(x *oracle.Exchange) []oracle.Finding {
	if !x.Succeeded() {
		return nil
	}
	shown, _ := rows(x)
	if o, ok := got(x); ok {
		shown = append(slices.Clip(shown), o)
	}
	for _, e := range shown {
		for _, m := range object(e) {
			secret, isText := m.Value.(string)
			if !isText || len(secret) < 4 ||
				!strings.Contains(words.Plain(m.Name), "password") && !words.Passwords.Has(m.Name) {
				continue
			}
			if sentBefore(x, m) {
				return []oracle.Finding{{Detail: m.Name,
					Reason: fmt.Sprintf("the answer shows the %s that was sent", m.Name)}}
			}
			if words.Passwords.Has(m.Name) && x.Safe() && !words.Masked().MatchString(secret) {
				return []oracle.Finding{{Detail: m.Name, Reason: fmt.Sprintf("the answer shows a %s", m.Name)}}
			}
		}
	}
	return nil
}

// sentBefore reports whether this call or an earlier one sent a member with this value.
func sentBefore(x *oracle.Exchange, m value.Member) bool {
	return slices.ContainsFunc(append(slices.Clip(x.Before), x), func(b *oracle.Exchange) bool {
		said, ok := sent(b)
		v, has := said.Get(m.Name)
		return ok && has && v == m.Value
	})
}
