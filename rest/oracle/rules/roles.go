package rules

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// roleless looks for calls that succeed although the schema reserves the operation, or a member of its answers, for a
// role that their user lacks. Earlier answers show the role of the user.
func roleless(x *oracle.Exchange) []oracle.Finding {
	if !x.Succeeded() || x.User == "" || x.Invalid != nil {
		return nil
	}
	role, known := roleOf(x)
	if role == "" {
		return nil
	}
	if wanted := reservedFor(x.Operation.Text); without(role, known, wanted) {
		return one("role", "a user whose role is %s succeeds, and it is for %s only", role, strings.Join(wanted, ", "))
	}
	for _, m := range reservedMembers(x) {
		if without(role, known, m.wanted) {
			return one(m.name, "a user whose role is %s sees %s, which is for %s only", role, m.name,
				strings.Join(m.wanted, ", "))
		}
	}
	return nil
}

// without reports whether a role is none of the wanted roles, at least one of which the service knows.
func without(role string, known, wanted []string) bool {
	knows := func(w string) bool { return slices.Contains(known, w) }
	return !slices.Contains(wanted, role) && slices.ContainsFunc(wanted, knows)
}

// roleOf returns the role of the user of a call, from an earlier answer about the user, and all roles in the schema of
// that answer, in lower case. It returns "" if no answer shows the role.
func roleOf(x *oracle.Exchange) (role string, known []string) {
	for _, b := range x.Before {
		if b.User != x.User || !reads(b) || strings.Contains(b.Operation.Path, "{") {
			continue
		}
		o, ok := got(b)
		named := func(name string) bool { v, _ := o.Get(name); return text(v) == x.User }
		if !ok || !slices.ContainsFunc(slices.Collect(words.Identities.All()), named) {
			continue
		}
		for _, m := range o {
			role, isText := m.Value.(string)
			known := choicesOf(b.Operation, m.Name)
			if isText && strings.HasSuffix(words.Plain(m.Name), "role") &&
				slices.Contains(known, strings.ToLower(role)) {
				return strings.ToLower(role), known
			}
		}
	}
	return "", nil
}

// reservedMember is a member of answers with the words for the only persons who may see it.
type reservedMember struct {
	name   string
	wanted []string
}

// reservedMembers returns the members of an answer, or of its elements, that the schema reserves for some persons.
func reservedMembers(x *oracle.Exchange) (out []reservedMember) {
	shown, _ := rows(x)
	if o, ok := got(x); ok {
		shown = append(slices.Clip(shown), o)
	}
	for _, e := range shown {
		for _, m := range object(e) {
			if nothing(m.Value) || slices.ContainsFunc(out, func(r reservedMember) bool { return r.name == m.Name }) {
				continue
			}
			if wanted := reservedFor(saysOf(x.Operation, m.Name)); len(wanted) > 0 {
				out = append(out, reservedMember{m.Name, wanted})
			}
		}
	}
	return out
}

// inOthersName looks for an element that a user created in the name of another user, and is not allowed to read
// afterwards. Whoever may not read an element of another user may not create it either. The answer to the creation has
// to show the name, too.
func inOthersName(x *oracle.Exchange) []oracle.Finding {
	w, _ := lastChange(x.Before)
	if w == nil || x.Request.Method != "GET" || x.Status() != 403 || x.User == "" || w.User != x.User ||
		w.Invalid != nil || !made(w, x.Path(), x.Operation.Path) {
		return nil
	}
	said, sends := sent(w)
	now, shown := got(w)
	if !sends || !shown {
		return nil
	}
	i := slices.IndexFunc(said, func(m value.Member) bool {
		v, has := now.Get(m.Name)
		return has && words.Person.Has(m.Name) && text(m.Value) != "" && text(m.Value) != x.User &&
			text(v) == text(m.Value)
	})
	if i < 0 {
		return nil
	}
	return []oracle.Finding{
		{Of: w.Operation, Detail: "for another " + said[i].Name, Reason: fmt.Sprintf("it makes what is another "+
			"user's by its %s, and %s refuses to show it to who made it", said[i].Name, x.Operation.Name())},
	}
}

// revealed looks for 403 that reveals the existence of an element: the answer to a user is 403 for an element that
// another user made or read, and 404 for an element that nobody made.
func revealed(x *oracle.Exchange) []oracle.Finding {
	if x.Request.Method != "GET" || x.Status() != 403 && x.Status() != 404 || x.User == "" || x.Invalid != nil ||
		api.LastParam(x.Operation.Path) == "" {
		return nil
	}
	for _, b := range x.Before {
		if b.Operation != x.Operation || b.User != x.User || b.Path() == x.Path() || b.Invalid != nil ||
			b.Status()+x.Status() != 403+404 {
			continue
		}
		there, gone := b, x
		if x.Status() == 403 {
			there, gone = x, b
		}
		if seenByOther(x, there.Path()) && path.Dir(there.Path()) == path.Dir(gone.Path()) &&
			!everNamed(x, gone.Path()) {
			return one("", "a user is answered 403 for what is another user's, and 404 for what does not exist")
		}
	}
	return nil
}

// everNamed reports whether a successful call had a path, or created the resource at it.
func everNamed(x *oracle.Exchange, at string) bool {
	return slices.ContainsFunc(x.Before, func(b *oracle.Exchange) bool {
		return b.Succeeded() && (about(b.Path(), at) || made(b, at, x.Operation.Path))
	})
}

// shutOut looks for 401 to a user whose same credential another operation accepted directly before.
func shutOut(x *oracle.Exchange) []oracle.Finding {
	if x.Status() != 401 || x.User == "" || x.Forged || x.Invalid != nil || !api.NeedsCredential(x.Operation) {
		return nil
	}
	for _, b := range slices.Backward(x.Before) {
		if b.User == x.User && b.Succeeded() && api.NeedsCredential(b.Operation) &&
			slices.ContainsFunc(x.Operation.Security, func(r requirement) bool {
				return slices.ContainsFunc(b.Operation.Security, func(s requirement) bool { return sameSchemes(r, s) })
			}) {
			return one("", "the answer is 401 to a user whom the same credential let into %s", b.Operation.Name())
		}
		if changes(b) {
			return nil
		}
	}
	return nil
}

type requirement = openapi.Requirement

// sameSchemes reports whether two alternatives need the same schemes.
func sameSchemes(a, b requirement) bool {
	return maps.EqualFunc(a, b, func(_, _ []string) bool { return true })
}

// reservedAlike looks for a user who is refused one operation with 403 and allowed another, although the schema
// reserves both in the same words.
func reservedAlike(x *oracle.Exchange) []oracle.Finding {
	if x.User == "" || x.Invalid != nil || !x.Succeeded() && x.Status() != 403 {
		return nil
	}
	for _, b := range slices.Backward(x.Before) {
		refused, allowed := b, x
		if x.Status() == 403 {
			refused, allowed = x, b
		}
		if b.User != x.User || refused.Status() != 403 || !allowed.Succeeded() || b.Operation == x.Operation ||
			b.Invalid != nil {
			continue
		}
		wanted := reservedFor(x.Operation.Text)
		if len(wanted) == 0 {
			return nil
		}
		if !slices.Equal(reservedFor(b.Operation.Text), wanted) {
			continue
		}
		if refused.Path() == allowed.Path() || !foreignTo(refused) {
			return []oracle.Finding{
				{Of: allowed.Operation, Detail: "role by words", Reason: fmt.Sprintf("a user to whom %s is refused "+
					"succeeds, and both are for %s", refused.Operation.Name(), strings.Join(wanted, ", "))},
			}
		}
	}
	return nil
}

// foreignTo reports whether a call may have been refused because it refers to something of others: a resource in its
// path, or a person in its body.
func foreignTo(x *oracle.Exchange) bool {
	return strings.Contains(x.Operation.Path, "{") ||
		slices.ContainsFunc(inputsOf(x.Operation), func(p openapi.Property) bool { return words.Person.Has(p.Name) })
}

// toldBelow looks for reads that reveal the existence of their parent by 403. The path of the parent answers 404, and
// so does the same read below a parent that does not exist. It judges the last of these three calls.
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
		case told != nil && b.Request.Method == "GET" && b.Status() == 404 &&
			strings.HasPrefix(told.Path(), b.Path()+"/") && seenByOther(b, b.Path()) &&
			!forSome(told.Operation, b.Operation):
			return []oracle.Finding{{Detail: "told", Reason: fmt.Sprintf("it answers 403 below what %s hides by 404, "+
				"and 404 below what is not there", b.Operation.Name())}}
		}
	}
	return nil
}

// CodeSession is the code of the rule about credentials that are accepted after the log-out that should end them.
const CodeSession = 1049

// stillIn looks for an accepted call with the credential of a session that an earlier call of the same user ended.
func stillIn(x *oracle.Exchange) []oracle.Finding {
	if x.User == "" || x.Forged || x.Renewed || x.Invalid != nil || !x.Succeeded() ||
		!api.NeedsCredential(x.Operation) || api.LogsOut(x.Operation) {
		return nil
	}
	for _, b := range slices.Backward(x.Before) {
		if b.User == x.User && (b.Renewed || b.Status() == 401) ||
			b.Request.Method == "POST" && b.Succeeded() && words.Begins().MatchString(path.Base(b.Operation.Path)) {
			return nil // the session had ended before, or a new one may have begun
		}
		if b.User == x.User && b.Succeeded() && b.Invalid == nil && api.LogsOut(b.Operation) &&
			words.Ends().MatchString(b.Operation.Text) && sameCredential(b, x) {
			return []oracle.Finding{{Of: b.Operation, Detail: "accepted after",
				Reason: fmt.Sprintf("%s succeeds with the credential that it ends", x.Operation.Name())}}
		}
	}
	return nil
}

// sameCredential reports whether two calls carry the same credential, in a header for that or a cookie.
func sameCredential(a, b *oracle.Exchange) bool {
	has := false
	for name, v := range a.Request.Header {
		if plain := strings.ToLower(name); plain != "authorization" && plain != "cookie" {
			continue
		}
		if !slices.Equal(v, b.Request.Header[name]) {
			return false
		}
		has = true
	}
	return has
}
