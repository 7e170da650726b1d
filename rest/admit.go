package rest

import (
	"cmp"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/api"
)

// admit makes each operation learn which users may call it. It starts with the users whose credentials fit the security
// of the operation. Without memory, all users are alike.
func admit(a *api.API, users []auth.User, schemes []openapi.SecurityScheme, o *Options) {
	if o.NoMemory || o.Policy != nil {
		return
	}
	for _, op := range a.Ops {
		op.Admission = nil
		if len(users) == 0 {
			continue
		}
		asked := op.Spec.Security
		anyone := len(asked) == 0 || slices.ContainsFunc(asked, func(r openapi.Requirement) bool { return len(r) == 0 })
		fits := make([]bool, len(users))
		for i := range users {
			fits[i] = (!spare(&users[i]) || users[i].Expendable()) && (anyone || slices.ContainsFunc(asked,
				func(r openapi.Requirement) bool { return satisfies(&users[i], r, schemes) }))
		}
		op.Admission = api.NewAdmission(fits, anyone, countSpare(users))
	}
}

// withSpare appends the users that are seldom used, none for a search without memory. If the system can be reset and
// the search did not find the users itself, the first are users with another log-in that the schema declares. If the
// system keeps what tests do, the first is an expendable user, who makes the calls that would end the credentials of
// others. Then come users with a part of the credentials that an operation asks for together, and users with forged
// credentials: services have to refuse both.
func withSpare(users []auth.User, doc *openapi.Document, lasts, found bool, o *Options) []auth.User {
	if o.NoMemory || o.Policy != nil || len(users) == 0 {
		return users
	}
	var alternates []auth.User
	switch expendable, ok := auth.Expendable(users); {
	case !lasts && !found:
		alternates = auth.Alternates(users, doc)
	case lasts && ok:
		alternates = []auth.User{expendable}
	}
	return slices.Concat(users, alternates, auth.Parts(users, doc), auth.Forge(users))
}

// spare reports whether a user is seldom used. See withSpare.
func spare(u *auth.User) bool { return u.Forged() || u.Alternate() }

// countSpare counts the spare users. They come last.
func countSpare(users []auth.User) (n int) {
	for i := range users {
		if spare(&users[i]) {
			n++
		}
	}
	return n
}

// cast is the number of users that make calls, and the number of spare users among them. Spare users come last.
type cast struct{ all, spare int }

func castOf(users []auth.User) cast { return cast{len(users), countSpare(users)} }

// own returns the indexes of the users that are not spare.
func (c cast) own() []int {
	out := make([]int, c.all-c.spare)
	for i := range out {
		out[i] = i
	}
	return out
}

// userNames returns the names of users.
func userNames(users []auth.User) (names []string) {
	for i := range users {
		names = append(names, users[i].Name)
	}
	return names
}

// satisfies reports whether the calls of a user carry the credentials of a requirement.
func satisfies(u *auth.User, r openapi.Requirement, schemes []openapi.SecurityScheme) bool {
	for _, s := range schemes {
		if _, asked := r[s.Name]; asked && !carries(u, &s) {
			return false
		}
	}
	return true
}

// carries reports whether the calls of a user carry a credential for a security scheme. For a user whose log-in sets
// cookies, any cookie scheme counts.
func carries(u *auth.User, s *openapi.SecurityScheme) bool {
	switch {
	case s.Type == "apiKey" && s.In == openapi.InCookie:
		cookies := func(l auth.Login) bool { return l.Cookies }
		return slices.ContainsFunc(logins(u), cookies) || sends(u, auth.InCookie, s.Param, "")
	case s.Type == "apiKey" && s.In == openapi.InQuery:
		return sends(u, auth.InQuery, s.Param, "")
	case s.Type == "apiKey":
		return sends(u, auth.InHeader, s.Param, "")
	case s.Type == "http" && strings.EqualFold(s.Scheme, "basic"):
		return sends(u, auth.InHeader, "Authorization", "Basic ")
	case s.Type == "http" && strings.EqualFold(s.Scheme, "bearer"), s.Type == "oauth2", s.Type == "openIdConnect":
		return sends(u, auth.InHeader, "Authorization", "") && !sends(u, auth.InHeader, "Authorization", "Basic ")
	}
	return true
}

// sends reports whether the calls of a user send, in a place, a value with a name and a beginning.
func sends(u *auth.User, in auth.Place, name, begin string) bool {
	same := func(a, b string) bool { return in == auth.InHeader && strings.EqualFold(a, b) || a == b }
	fixed := map[auth.Place][]auth.Header{auth.InHeader: u.Headers, auth.InQuery: u.Query, auth.InCookie: u.Cookies}[in]
	for _, h := range fixed {
		if same(h.Name, name) && hasBegin(h.Value, begin) {
			return true
		}
	}
	return slices.ContainsFunc(logins(u), func(l auth.Login) bool {
		t := l.Token
		return t != nil && cmp.Or(t.SendIn, auth.InHeader) == in &&
			same(cmp.Or(t.SendName, "Authorization"), name) && hasBegin(t.Template, begin)
	})
}

// logins returns the calls of the log-in of a user.
func logins(u *auth.User) []auth.Login {
	if u.Login == nil {
		return nil
	}
	return append(slices.Clone(u.Login.Before), *u.Login)
}

func hasBegin(text, begin string) bool {
	return len(text) >= len(begin) && strings.EqualFold(text[:len(begin)], begin)
}
