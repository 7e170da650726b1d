package rules

import (
	"fmt"
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
		if seenByOther(x.Before, there) && path.Dir(there.Path()) == path.Dir(gone.Path()) &&
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
				return one(m.Name, "the answer shows the %s that was sent", m.Name)
			}
			if words.Passwords.Has(m.Name) && x.Safe() && !words.Masked().MatchString(secret) {
				return one(m.Name, "the answer shows a %s", m.Name)
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
