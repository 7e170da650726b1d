package rules

import (
	"fmt"
	"iter"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/value"
)

// credential matches names of headers and parameters that may carry a credential.
var credential = lazyregexp.New("key|token|auth|^cookie$")

// nobody looks for calls that need a credential and succeed without one, with one that is made up or expired, or with
// that of one scheme, although each alternative that the schema declares needs a second scheme as well.
func nobody(x *oracle.Exchange) []oracle.Finding {
	if !x.Succeeded() || x.User != "" && !x.Forged || x.Request.Method == "OPTIONS" ||
		!api.NeedsCredential(x.Operation) {
		return nil
	}
	carried := 0 // whether the search drew a credential or it is forged
	for _, names := range []iter.Seq[string]{maps.Keys(x.Request.Header), maps.Keys(x.Query())} {
		for name := range names {
			if credential().MatchString(words.Plain(strings.ToLower(name))) {
				carried++
			}
		}
	}
	enough := slices.ContainsFunc(x.Operation.Security, func(alternative openapi.Requirement) bool {
		return !slices.ContainsFunc(x.Lacks, func(name string) bool { _, asked := alternative[name]; return asked })
	})
	const asks = "the schema asks for a credential, and the call succeeds "
	switch {
	case len(x.Lacks) > 0 && (enough || carried > 1):
		return nil
	case len(x.Lacks) > 0:
		return one("", "the schema asks for several credentials together, and the call succeeds without that for %s",
			strings.Join(x.Lacks, " and "))
	case x.Forged && carried <= 1:
		return one("", asks+"with one that the service never gave")
	case x.User == "" && carried == 0:
		return one("", asks+"without one")
	}
	return nil
}

// revealed looks for 403 that reveals the existence of an element: the answer to a user is 403 for an element that
// another user made or read, and 404 for an element that nobody made or called.
func revealed(x *oracle.Exchange) []oracle.Finding {
	for _, b := range x.Before {
		there, gone := b, x
		if x.Status() == 403 {
			there, gone = x, b
		}
		if b.Operation == x.Operation && b.User == x.User && x.User != "" && x.Request.Method == "GET" &&
			b.Invalid == nil && x.Invalid == nil && there.Status() == 403 && gone.Status() == 404 &&
			api.LastParam(x.Operation.Path) != "" && path.Dir(there.Path()) == path.Dir(gone.Path()) &&
			seenByOther(x.Before, there) && !slices.ContainsFunc(x.Before, func(b *oracle.Exchange) bool {
			return b.Succeeded() && (about(b.Path(), gone.Path()) || made(b, gone.Path(), x.Operation.Path))
		}) {
			return one("", "a user is answered 403 for what is another user's, and 404 for what does not exist")
		}
	}
	return nil
}

// shutOut looks for 401 to a user whose same credential another operation accepted directly before.
func shutOut(x *oracle.Exchange) []oracle.Finding {
	if x.Status() != 401 || x.User == "" || x.Forged || x.Invalid != nil || !api.NeedsCredential(x.Operation) {
		return nil
	}
	for _, b := range slices.Backward(x.Before) {
		alike := func(r openapi.Requirement) bool {
			return slices.ContainsFunc(b.Operation.Security, func(s openapi.Requirement) bool {
				return maps.EqualFunc(r, s, func(_, _ []string) bool { return true })
			})
		}
		if b.User == x.User && b.Succeeded() && api.NeedsCredential(b.Operation) &&
			slices.ContainsFunc(x.Operation.Security, alike) {
			return one("", "the answer is 401 to a user whom the same credential let into %s", b.Operation.Name())
		}
		if changes(b) {
			return nil
		}
	}
	return nil
}

// stillIn looks for an accepted call with the credential of a session that an earlier call of the same user ended.
func stillIn(x *oracle.Exchange) []oracle.Finding {
	if x.User == "" || x.Forged || x.Renewed || x.Invalid != nil || !x.Succeeded() ||
		!api.NeedsCredential(x.Operation) || api.LogsOut(x.Operation) {
		return nil
	}
	for i, b := range slices.Backward(x.Before) {
		if b.User != x.User || !b.Succeeded() || b.Invalid != nil || !api.LogsOut(b.Operation) ||
			!words.Ends().MatchString(b.Operation.Text) || !sameCredential(b, x) {
			continue
		}
		if slices.ContainsFunc(x.Before[i:], func(c *oracle.Exchange) bool {
			return c.User == x.User && (c.Renewed || c.Status() == 401) ||
				c.Request.Method == "POST" && c.Succeeded() && words.Begins().MatchString(path.Base(c.Operation.Path))
		}) {
			return nil // the session had ended before, or a new one may have begun
		}
		return []oracle.Finding{{Of: b.Operation, Detail: "accepted after",
			Reason: fmt.Sprintf("%s succeeds with the credential that it ends", x.Operation.Name())}}
	}
	return nil
}

// sameCredential reports whether two calls carry the same credential, in a header for that or a cookie.
func sameCredential(a, b *oracle.Exchange) bool {
	has := false
	for _, name := range []string{"Authorization", "Cookie"} {
		v := a.Request.Header.Values(name)
		if !slices.Equal(v, b.Request.Header.Values(name)) {
			return false
		}
		has = has || len(v) > 0
	}
	return has
}

// shownPassword looks for answers that show a password, in the answer itself or in the elements of a list: the text
// that a call sent, or any other text that is no placeholder.
func shownPassword(x *oracle.Exchange) []oracle.Finding {
	for m := range membersShown(x) {
		secret, _ := m.Value.(string)
		called := words.Passwords.Has(m.Name)
		switch {
		case len(secret) < 4 || !called && !strings.Contains(words.Plain(m.Name), "password"):
		case slices.ContainsFunc(append(slices.Clip(x.Before), x), func(b *oracle.Exchange) bool {
			said, _ := sent(b)
			v, _ := said.Get(m.Name)
			return v == m.Value
		}):
			return one(m.Name, "the answer shows the %s that was sent", m.Name)
		case called && x.Safe() && !words.Masked().MatchString(secret):
			return one(m.Name, "the answer shows a %s", m.Name)
		}
	}
	return nil
}

// membersShown yields the members of the object that a successful answer is about, and of the elements of its list.
func membersShown(x *oracle.Exchange) iter.Seq[value.Member] {
	return func(yield func(value.Member) bool) {
		if !x.Succeeded() {
			return
		}
		shown, _ := rows(x)
		o, _ := got(x)
		for _, e := range append(slices.Clip(shown), any(o)) {
			for _, m := range object(e) {
				if !yield(m) {
					return
				}
			}
		}
	}
}

// keyOfOther looks for a creation that answers with the element of another user, who sent the same idempotency key. A
// read that is refused to the user of the creation shows that the element is not theirs.
func keyOfOther(x *oracle.Exchange) []oracle.Finding {
	e := entityOf(x)
	if x.Request.Method != "GET" || x.Status() != 403 && x.Status() != 404 || e.template != x.Operation.Path {
		return nil
	}
	for _, w := range slices.Backward(x.Before) {
		name, key := keyOf(w)
		if changes(w) && w.User != x.User {
			return nil
		}
		if key == "" || w.User != x.User || !w.Succeeded() || listedIn(w, idAnswered(w)) != e {
			if changes(w) {
				return nil // the element may have been deleted
			}
			continue
		}
		for _, b := range x.Before {
			if _, other := keyOf(b); other == key && b.Operation == w.Operation && b.User != w.User && b.Succeeded() &&
				listedIn(b, idAnswered(b)) == e && string(b.Response.Body) == string(w.Response.Body) {
				return []oracle.Finding{{Of: w.Operation, Detail: name + " of another user", Reason: fmt.Sprintf(
					"it answers with what another user made with the same %s, and %s refuses that to the user", name,
					x.Operation.Name())}}
			}
		}
		return nil
	}
	return nil
}

// idAnswered returns the id of the element in the answer of a creation, which may have been made before.
func idAnswered(x *oracle.Exchange) string {
	o, _ := got(x)
	return keyIn(o, elementOf(x))
}
