package rules

import (
	"fmt"
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/rest/oracle/rules/internal/sentence"
	"github.com/evoke-go/evoke/value"
)

// permitted: whoever may not read something may not change it, list it, refer to it or read it elsewhere, on any route.
func permitted(m *model) Relation {
	return Relation{
		Name:     "who",
		Law:      "Who may not read something may not see or change it on another route.",
		Scenario: "act, refused observation of another user, observation or act of that user",
		Rules: []*oracle.Rule{
			{Code: CodeNobody, Name: "access without a credential", Severity: oracle.High, Check: nobody,
				Explanation: "The schema says that the operation needs a credential, and it works without, " +
					"or with one that is made up."},
			{Code: CodeExistence, Name: "existence told", Severity: oracle.Low, OptIn: true, Check: revealed,
				Explanation: "Users find out by 403 and 404 what exists that is not theirs: who has an account, " +
					"which numbers are taken."},
			{Code: CodeShutOut, Name: "credential not taken", Severity: oracle.Low, OptIn: true, Check: shutOut,
				Explanation: "401 says that the credential is missing or wrong (RFC 9110, 15.5.2). One that is not " +
					"enough is refused with 403."},
			{Code: CodeSession, Name: "session after its end", Severity: oracle.High, Check: stillIn,
				Explanation: "The description of a log-out says that it ends the session, and the credential is " +
					"accepted after it (CWE-613)."},
			{Code: CodeMissedCheck, Name: "access of another user", Severity: oracle.High, Check: m.read(missedCheck),
				Explanation: "A user who is refused to see something can change it, or reads what " +
					"no list shows to the user."},
			{Code: CodePassword, Name: "password in an answer", Severity: oracle.High, Check: shownPassword,
				Explanation: "Passwords end up in logs and caches of whoever reads the answer."},
			{Code: CodeDoer, Name: "name of another user", Check: otherDoer,
				Explanation: "A member says who changed something last, and names somebody else."},
		},
	}
}

// Codes of rules about users.
const (
	CodeExistence   = 204
	CodeShutOut     = 205
	CodeMissedCheck = 206
	CodeNobody      = 207
	CodePassword    = 1009 // an answer shows a password that was sent
	CodeSession     = 1049 // a credential is accepted after the log-out that should end it
	CodeDoer        = 1050 // a member for who changed something last names somebody else
)

// missedCheck looks for users who can do or see on one route what they may not on another.
func missedCheck(laws *sentence.Laws, x *oracle.Exchange) []oracle.Finding {
	if x.User == "" && len(x.Operation.Security) == 0 || x.Invalid != nil {
		return nil
	}
	for _, law := range []func(x *oracle.Exchange) []oracle.Finding{
		unequal, movedByOther, reservedAlike, notTheirs, roundabout, hidden, uncovered,
	} {
		if f := law(x); f != nil {
			return f
		}
	}
	return roleless(laws, x)
}

// pair is a call that was refused to a user beside one that succeeded.
type pair struct {
	refused, allowed *oracle.Exchange
	before           []*oracle.Exchange // the calls before the allowed one
	last             bool               // the allowed call is the later one
	still            bool               // nothing changed between them
}

// pairs yields the pairs of a call with earlier calls of its user, the latest first.
func pairs(x *oracle.Exchange) iter.Seq[pair] {
	return func(yield func(pair) bool) {
		still := true
		for i, b := range slices.Backward(x.Before) {
			p := pair{b, x, x.Before, true, still}
			if !x.Succeeded() {
				p = pair{x, b, x.Before[:i], false, still}
			}
			still = still && !changes(b)
			status := p.refused.Status()
			if b.User == x.User && x.User != "" && b.Invalid == nil && x.Invalid == nil && !x.Forged && !b.Forged &&
				p.allowed.Succeeded() && (status == 403 || status == 404) && !yield(p) {
				return
			}
		}
	}
}

// roundabout looks for a user who is refused to read something that another user read or made, and comes to it on
// another route.
func roundabout(x *oracle.Exchange) []oracle.Finding {
	for p := range pairs(x) {
		how := ""
		if p.still && p.refused.Request.Method == "GET" && (seenByOther(p.before, p.refused) ||
			!p.last && forAnother(p.allowed, p.refused)) {
			how = p.route()
		}
		if how != "" {
			return []oracle.Finding{{Of: p.allowed.Operation, Detail: p.refused.Operation.Name(), Reason: fmt.Sprintf(
				"a user to whom %s answers %d %s", p.refused.Operation.Name(), p.refused.Status(), how)}}
		}
	}
	return nil
}

// route says how a call comes to what a read refuses to its user, or "" if it does not. The read may be for a role that
// the user lacks, unlike the call.
func (p pair) route() string {
	refused, allowed, after := p.refused, p.allowed, p.last
	role := refused.Status() == 403 && forSome(refused.Operation, allowed.Operation)
	of, is := entityOf(refused), api.LastParam(refused.Operation.Path) != ""
	list, isList := rows(allowed)
	said, _ := sent(allowed)
	fields := inputsOf(allowed.Operation)
	switch {
	case after && !role && !allowed.Safe() && about(allowed.Path(), refused.Path()):
		return "succeeds"
	case after && !role && is && reads(allowed) && tells(allowed) && !words.Wider.Has(path.Base(allowed.Path())) &&
		len(allowed.Query()) == 0 && strings.HasPrefix(allowed.Path(), refused.Path()+"/") &&
		len(allowed.Operation.Security) > 0 && len(refused.Operation.Security) > 0:
		return "reads what is below it"
	case !role && is && isList && reads(allowed) && slices.Contains(idsIn(allowed, list), of.id()) &&
		(path.Dir(refused.Path()) == allowed.Path() || apart(allowed.Operation.Path, of.template)):
		return "sees it in a list"
	case is && !allowed.Safe() && words.Owning().MatchString(allowed.Operation.Text) &&
		root(allowed) != root(refused) && slices.ContainsFunc(said, func(m value.Member) bool {
		return of.namedBy(m) && fields.get(m.Name) != nil && !words.Reaching.Has(m.Name)
	}):
		return "can name it in a change, which is for what belongs to the user"
	case refused.Status() == 403 && !after && forAnother(allowed, refused):
		return "makes it in the name of another user"
	}
	return ""
}

// forAnother reports whether a call made what a later one is about in the name of another user: it sent the name, and
// the answer has it.
func forAnother(x, later *oracle.Exchange) bool {
	said, _ := sent(x)
	now, _ := got(x)
	return made(x, later.Path(), later.Operation.Path) && slices.ContainsFunc(said, func(m value.Member) bool {
		v, has := now.Get(m.Name)
		return has && words.Person.Has(m.Name) && text(m.Value) != "" && text(m.Value) != x.User &&
			text(v) == text(m.Value)
	})
}

// seenByOther reports whether another user read or made what a call is about, and nobody deleted it since.
func seenByOther(earlier []*oracle.Exchange, x *oracle.Exchange) bool {
	for _, b := range slices.Backward(earlier) {
		switch {
		case !b.Succeeded():
		case b.Path() == x.Path() && b.Request.Method == "DELETE":
			return false
		case b.User != x.User && (b.Path() == x.Path() || made(b, x.Path(), x.Operation.Path)):
			return true
		}
	}
	return false
}

// hidden looks for a user who comes to an element of another user that the whole list hides from the user and shows to
// the other one: by its path, by parameters of the list, or in an export of it.
func hidden(x *oracle.Exchange) []oracle.Finding {
	if !x.Succeeded() {
		return nil
	}
	for _, b := range slices.Backward(x.Before) {
		if changes(b) {
			return nil
		}
		all, ok := rows(b)
		if !ok || !reads(b) || b.User != x.User || !whole(b, all) {
			continue
		}
		has := idsIn(b, all)
		hides := func(id string) bool {
			return (has != nil || len(all) == 0) && !slices.Contains(has, id) && listedFor(x, b.Path(), id)
		}
		list, lists := rows(x)
		shown := ids(list, api.Noun(b.Operation.Path))
		if b.Path() == x.Path() {
			shown = idsIn(x, list)
		}
		more := slices.ContainsFunc(shown, hides)
		switch {
		case path.Dir(x.Path()) == b.Path() && api.LastParam(x.Operation.Path) != "" && hides(path.Base(x.Path())) &&
			seenByOther(x.Before, x):
			return one(b.Operation.Name(), "a user to whom %s does not show it succeeds", b.Operation.Name())
		case !lists || !reads(x) || !more || widens(x):
		case b.Path() == x.Path() && len(x.Query()) > 0 && (!turned(x, list) || picked(x, list)):
			return one("by parameters",
				"parameters show a user what another one has, and the list without them does not")
		case b.Path() != x.Path() && exports(x, b) && !forSome(x.Operation, b.Operation):
			return one("exported", "it shows a user what another one has, and %s does not", b.Operation.Name())
		}
	}
	return nil
}

// uncovered looks for a list that shows a user a member of an element which the element itself does not show this user,
// but another one.
func uncovered(x *oracle.Exchange) []oracle.Finding {
	list, ok := elements(x)
	reader := readerOf(x.Operations, x.Operation.Path)
	if !ok || !reads(x) || reader == nil {
		return nil
	}
	for i, id := range idsIn(x, list) {
		var own, others value.Object
		still := true
		for _, b := range slices.Backward(x.Before) {
			still = still && !changes(b)
			if b.Operation != reader || !reads(b) || entityOf(b).id() != id || len(b.Query()) > 0 {
				continue
			}
			if o, _ := got(b); b.User != x.User {
				others = append(others, o...)
			} else if still && own == nil {
				own = o
			}
		}
		for _, m := range object(list[i]) {
			_, shown := own.Get(m.Name)
			if v, _ := others.Get(m.Name); own != nil && !shown && !nothing(m.Value) && !nothing(v) {
				return one("shows "+m.Name, "it shows a user %s of an element, which %s shows others only", m.Name,
					reader.Name())
			}
		}
	}
	return nil
}

// picked reports whether all elements have each value of a query somewhere, so that its parameters surely are filters.
func picked(x *oracle.Exchange, list []any) bool {
	for name, values := range x.Query() {
		if !(words.Paging + words.Sorts).Has(name) && (len(values) != 1 || values[0] == "" ||
			slices.ContainsFunc(list, func(e any) bool { return !mentions(e, values[0]) })) {
			return false
		}
	}
	return true
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

// widens reports whether a query may ask for more elements than the list shows without it: the name of a parameter says
// so, or the list leaves elements out "unless" a call has the parameter.
func widens(x *oracle.Exchange) bool {
	for name := range x.Query() {
		if words.Wider.Has(name) || slices.ContainsFunc(sentence.All(x.Operation.Text), func(line string) bool {
			_, exception, found := strings.Cut(line, words.Unless)
			return found && words.Whole(exception, name)
		}) {
			return true
		}
	}
	return false
}

// listedFor reports whether the whole list at a path showed the element with an id to another user since the last
// change, with which a list may leave the element out.
func listedFor(x *oracle.Exchange, at, id string) bool {
	for _, o := range slices.Backward(x.Before) {
		if changes(o) {
			return false
		}
		list, ok := rows(o)
		if ok && reads(o) && o.User != x.User && o.Path() == at && slices.Contains(idsIn(o, list), id) {
			return true
		}
	}
	return false
}

// unequal looks for users to whom some changes of a resource are refused while others succeed. PUT and PATCH do the
// same, so both have to be refused. If two other changes are refused, all should be.
func unequal(x *oracle.Exchange) []oracle.Finding {
	for p := range pairs(x) {
		to, others, alike := p.allowed, map[*operation]bool{}, false
		if to.Safe() || verb(to) == "POST" || p.refused.Safe() || !seenByOther(x.Before, to) {
			continue
		}
		for _, of := range append(slices.Clip(x.Before), x) {
			if of.User == x.User && of.Status() == 403 && !of.Safe() && of.Invalid == nil &&
				entityOf(of) == entityOf(to) && of.Operation != to.Operation && !forSome(of.Operation, to.Operation) {
				others[of.Operation] = true
				alike = alike || replaces(of) && replaces(to) && of.Path() == to.Path()
			}
		}
		if alike || len(others) > 1 {
			return []oracle.Finding{{Of: to.Operation, Detail: "changes",
				Reason: "a user to whom other changes of it are refused succeeds"}}
		}
	}
	return nil
}

// movedByOther looks for a resource that a user who did not make it changed by a call below its path, although direct
// changes of the resource are refused to this user.
func movedByOther(x *oracle.Exchange) []oracle.Finding {
	w, i := lastChange(x.Before)
	if !reads(x) || w == nil || w.User == x.User || !w.Succeeded() || w.Request.Method != "POST" ||
		!strings.HasPrefix(w.Path(), x.Path()+"/") || !slices.ContainsFunc(x.Before, func(b *oracle.Exchange) bool {
		return b.User == w.User && b.Path() == x.Path() && (b.Status() == 403 || b.Status() == 404) &&
			b.Invalid == nil && replaces(b) && !forOthers(w.Operation, b.Operation)
	}) {
		return nil
	}
	was, _ := viewed(x.Before[:i], x)
	now, _ := got(x)
	changed := ""
	for _, d := range differencesOf(was, now) {
		if _, isNumber := value.Rat(d.was); isNumber && d.top == d.member && !words.Restless().MatchString(d.member) {
			return nil // such as a stock or a balance: a booking below a resource is no change of the resource
		}
		if changed == "" && d.top == d.member && isState(d.was) && isState(d.now) &&
			!words.Restless().MatchString(d.member) {
			changed = d.member
		}
	}
	if changed == "" {
		return nil
	}
	return []oracle.Finding{{Of: w.Operation, Detail: "changes " + changed,
		Reason: fmt.Sprintf("a user to whom changes are refused changes %s of %s", changed, x.Operation.Name())}}
}

// otherDoer looks for a member for who changed an element last that names its user of before, after another user
// changed the element.
func otherDoer(x *oracle.Exchange) []oracle.Finding {
	w, i := lastChange(x.Before)
	if !reads(x) || w == nil || !w.Succeeded() || w.Invalid != nil || !replaces(w) || w.Path() != x.Path() ||
		w.User == "" {
		return nil
	}
	was, seen := viewed(x.Before[:i], x)
	now, _ := got(x)
	if said, _ := sent(w); !seen || len(said) == 0 || len(differencesOf(was, now)) == 0 {
		return nil
	}
	for _, m := range now {
		v, _ := was.Get(m.Name)
		stays := text(m.Value) != "" && text(m.Value) == text(v) && text(v) != w.User
		if stays && words.Doer().MatchString(m.Name) &&
			words.LastOne().MatchString(m.Name+" "+saysOf(x.Operation, m.Name)) &&
			slices.ContainsFunc(x.Before[:i], func(b *oracle.Exchange) bool { return b.User == text(v) && !b.Safe() }) {
			return []oracle.Finding{{Of: w.Operation, Detail: m.Name, Reason: fmt.Sprintf(
				"%s of %s still names another user than the one who changed it last", m.Name, x.Operation.Name())}}
		}
	}
	return nil
}
