package auth

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/openapi"
)

// maxAlternates is how many users there are who send a credential elsewhere.
const maxAlternates = 3

// Alternates returns users who get in another way than those of a search, by what the
// schema declares: with the key of one of them in another header, parameter or cookie
// that an operation names instead, at most three, and one who signs up, unless one of
// the others does. Only keys that are no secrets are sent elsewhere: tests
// would ask for variables that nobody has set.
func Alternates(users []User, doc *openapi.Document) []User {
	a := alternates{doc: doc, names: map[string]bool{}, sent: map[string]bool{}}
	for i := range users {
		a.names[users[i].Name] = true
		for _, c := range users[i].sentCredentials() {
			a.sent[carrierKey(c.place, c.Header)] = true
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

// alternates makes the users.
type alternates struct {
	doc         *openapi.Document
	names, sent map[string]bool // names of users, and what calls carry already
	out         []User
}

func carrierKey(in Place, h Header) string {
	return strings.ToLower(string(in)+" "+h.Name) + " " + h.Value
}

// elsewhere adds users who send the fixed key of another one by the schemes that stand
// beside that of the key.
func (a *alternates) elsewhere(u *User) {
	for _, c := range u.sentCredentials() {
		if c.scheme() != "" || u.dynamic() {
			continue
		}
		for _, s := range a.beside(c.place, c.Name) {
			h := Header{s.Param, c.Value}
			if s.In == openapi.InHeader && strings.EqualFold(s.Param, "Authorization") {
				h.Value = "Bearer " + c.Value
			}
			if key := carrierKey(Place(s.In), h); !a.sent[key] && len(a.out) < maxAlternates {
				a.sent[key] = true
				next := APIKey(a.free(u.Name+" by "+s.Param), Place(s.In), s.Param, h.Value)
				next.Public, next.alternate = true, true
				a.out = append(a.out, next)
			}
		}
	}
}

// beside returns the key schemes that operations accept instead of the one that names a
// place.
func (a *alternates) beside(in Place, name string) (out []openapi.SecurityScheme) {
	same := func(s *openapi.SecurityScheme) bool {
		return s.Type == "apiKey" && s.In == string(in) &&
			(s.Param == name || in == InHeader && strings.EqualFold(s.Param, name))
	}
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

// instead reports whether an operation accepts one scheme alone, and another one alone.
func (a *alternates) instead(one, other string) bool {
	alone := func(name string) func(openapi.Requirement) bool {
		return func(r openapi.Requirement) bool { _, ok := r[name]; return ok && len(r) == 1 }
	}
	return slices.ContainsFunc(a.doc.Operations, func(op *openapi.Operation) bool {
		return slices.ContainsFunc(op.Security, alone(one)) && slices.ContainsFunc(op.Security, alone(other))
	})
}

// signUp adds the first user whom the schema lets sign up. Where nobody can by itself, the
// first of some users makes it: an operation with a name and a password in its body makes a
// user, whoever may call it.
func (a *alternates) signUp(users []User) {
	for _, c := range Infer(a.doc) {
		u := c.Users[0]
		if !c.Complete || u.SignUp == nil {
			continue
		}
		if a.guarded(u.SignUp) {
			u.SignedUpBy = users[0].Name
		}
		u.Name, u.alternate = a.free(u.Name), true
		a.out = append(a.out, u)
		return
	}
}

// guarded reports whether a sign-up asks for a credential.
func (a *alternates) guarded(l *Login) bool {
	path, _, _ := strings.Cut(l.Path, "?")
	i := slices.IndexFunc(a.doc.Operations, func(op *openapi.Operation) bool {
		return op.Method == l.method() && op.Below(a.doc.BasePath)+op.Path == path
	})
	return i >= 0 && len(a.doc.Operations[i].Security) > 0 &&
		!slices.ContainsFunc(a.doc.Operations[i].Security, func(r openapi.Requirement) bool { return len(r) == 0 })
}

// free returns a name that no user has, and takes it.
func (a *alternates) free(name string) string {
	out := name
	for n := 2; a.names[out]; n++ {
		out = fmt.Sprintf("%s %d", name, n)
	}
	a.names[out] = true
	return out
}
