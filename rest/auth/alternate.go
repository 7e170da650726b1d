package auth

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/openapi"
)

// maxAlternates is the maximum number of users who send a credential in another place.
const maxAlternates = 3

// Alternates returns users who authenticate in a declared way that no user of the search uses. Some, at most three,
// send the key of a user in another header, parameter or cookie that an operation accepts instead. One signs up, unless
// a user of the search does. Only public keys are sent in another place, because tests would read a secret key from a
// variable that nobody has set.
func Alternates(users []User, doc *openapi.Document) []User {
	a := alternates{doc: doc, names: namesOf(users), sent: map[string]bool{}}
	for i := range users {
		for _, c := range users[i].sentCredentials() {
			a.sent[c.key()] = true
		}
	}
	for i := range users {
		if users[i].Public {
			a.elsewhere(&users[i])
		}
	}
	if !slices.ContainsFunc(users, func(u User) bool { return u.SignUp != nil }) {
		a.signUp(users)
	}
	return a.out
}

// Alternate reports whether [Alternates] made the user.
func (u *User) Alternate() bool { return u.alternate }

// alternates makes the users of [Alternates].
type alternates struct {
	doc         *openapi.Document
	names, sent map[string]bool // the names of users, and the places of credentials in calls
	out         []User
}

func (c *credential) key() string {
	return strings.ToLower(string(c.in)+" "+c.Name) + " " + c.Value
}

// elsewhere adds users who send the fixed key of u by another scheme that operations accept instead.
func (a *alternates) elsewhere(u *User) {
	for _, c := range u.sentCredentials() {
		if c.scheme() != "" || u.dynamic() {
			continue
		}
		for _, s := range a.beside(seat{c.in, c.Name}) {
			other := credential{Place(s.In), Header{s.Param, c.Value}}
			if s.In == openapi.InHeader && strings.EqualFold(s.Param, "Authorization") {
				other.Value = "Bearer " + c.Value
			}
			if key := other.key(); !a.sent[key] && len(a.out) < maxAlternates {
				a.sent[key] = true
				next := APIKey(free(a.names, u.Name+" by "+s.Param, " "), other.in, other.Name, other.Value)
				next.Public, next.alternate = true, true
				a.out = append(a.out, next)
			}
		}
	}
}

// beside returns the key schemes that operations accept instead of the scheme of a place.
func (a *alternates) beside(at seat) (out []openapi.SecurityScheme) {
	same := func(s *openapi.SecurityScheme) bool { return s.Type == "apiKey" && at.takes(Place(s.In), s.Param) }
	for i := range a.doc.Security {
		s := &a.doc.Security[i]
		if s.Type != "apiKey" || same(s) {
			continue
		}
		for j := range a.doc.Security {
			if other := &a.doc.Security[j]; same(other) && a.instead(s.Name, other.Name) {
				out = append(out, *s)
				break
			}
		}
	}
	return out
}

// instead reports whether an operation accepts either of two schemes alone.
func (a *alternates) instead(one, other string) bool {
	alone := func(name string) func(openapi.Requirement) bool {
		return func(r openapi.Requirement) bool { _, ok := r[name]; return ok && len(r) == 1 }
	}
	return slices.ContainsFunc(a.doc.Operations, func(op *openapi.Operation) bool {
		return slices.ContainsFunc(op.Security, alone(one)) && slices.ContainsFunc(op.Security, alone(other))
	})
}

// signUp adds the first user that can sign up according to the schema. If sign-ups need credentials, the first of the
// users makes the sign-up: any operation with a name and a password in its body counts.
func (a *alternates) signUp(users []User) {
	for _, c := range Infer(a.doc) {
		u := c.Users[0]
		if !c.Complete || u.SignUp == nil {
			continue
		}
		if a.guarded(u.SignUp) {
			u.SignedUpBy = users[0].Name
		}
		u.Name, u.alternate = free(a.names, u.Name, " "), true
		a.out = append(a.out, u)
		return
	}
}

// guarded reports whether a sign-up requires a credential.
func (a *alternates) guarded(l *Login) bool {
	path, _, _ := strings.Cut(l.Path, "?")
	i := slices.IndexFunc(a.doc.Operations, func(op *openapi.Operation) bool {
		return op.Method == l.method() && op.Below(a.doc.BasePath)+op.Path == path
	})
	return i >= 0 && len(a.doc.Operations[i].Security) > 0 &&
		!slices.ContainsFunc(a.doc.Operations[i].Security, func(r openapi.Requirement) bool { return len(r) == 0 })
}
