package rest

import (
	"cmp"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/api"
)

// admit has each operation learn who may call it. What its security asks for is where
// it starts. Without memory, all users stay alike.
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

// withSpare adds the users that are seldom used: those who get in by another way that the schema declares, unless the
// search found the users itself, or, where the system keeps what tests do, one who makes the calls that would end the
// credentials of others, and then those with a part of the credentials that are asked for together, or with forged
// ones, which services have to refuse. There are none for a search without memory.
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

// spare reports whether a user is one of those that are seldom used.
func spare(u *auth.User) bool { return u.Forged() || u.Alternate() }

// countSpare counts these users, who are the last ones.
func countSpare(users []auth.User) (n int) {
	for i := range users {
		if spare(&users[i]) {
			n++
		}
	}
	return n
}

// cast is how many users make calls, and how many of them are seldom used, the last ones.
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

// satisfies reports whether the calls of a user carry what a requirement asks for.
func satisfies(u *auth.User, r openapi.Requirement, schemes []openapi.SecurityScheme) bool {
	for _, s := range schemes {
		if _, asked := r[s.Name]; asked && !carries(u, &s) {
			return false
		}
	}
	return true
}

// carries reports whether the calls of a user carry a credential of a scheme. A user
// whose log-in sets cookies may carry any in a cookie.
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

// sends reports whether the calls of a user send a value under a name that begins with
// a text.
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

// logins are the calls of a user's log-in.
func logins(u *auth.User) []auth.Login {
	if u.Login == nil {
		return nil
	}
	return append(slices.Clone(u.Login.Before), *u.Login)
}

func hasBegin(text, begin string) bool {
	return len(text) >= len(begin) && strings.EqualFold(text[:len(begin)], begin)
}
