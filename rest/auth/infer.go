package auth

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/openapi"
)

// Candidate is a log-in that the schema suggests, but that may not work.
type Candidate struct {
	// Users are the users for rest.Options. If anybody can sign up, there are two, so that the search can test whether
	// one user may access resources of the other. Otherwise there is one.
	Users []User
	// Why says in one line which parts of the schema suggest the log-in.
	Why string
	// Complete says that the users can be used as they are. Other candidates have a placeholder for a password, a key
	// or a token that only you know.
	Complete bool

	carriers []carrier // ways in which calls may carry a token, the most likely first
}

const (
	// maxLogins and maxSignUps bound the operations of which pairs become candidates.
	maxLogins, maxSignUps = 3, 2
	// placeholder begins values that only the owner of an API knows.
	placeholder = "your-"
)

// rank returns the sort key of a candidate: complete candidates come first.
func rank(c *Candidate) int {
	if c.Complete {
		return 0
	}
	return 1
}

// inferrer finds the operations of a schema that take credentials.
type inferrer struct {
	doc             *openapi.Document
	carriers        []carrier
	logins, signUps []*form
}

// read collects the forms. It leaves out the least likely ones.
func (n *inferrer) read() {
	for _, op := range n.doc.Operations {
		switch f, role := newForm(n.doc.BasePath, op); {
		case f == nil:
		case role == logsIn:
			n.logins = append(n.logins, f)
		case role == signsUp:
			n.signUps = append(n.signUps, f)
		}
	}
	for _, s := range n.doc.Security {
		if f := passwordFlow(n.doc.BasePath, s.TokenURL); f != nil && !slices.ContainsFunc(n.logins, f.samePath) {
			n.logins = append(n.logins, f)
		}
	}
	slices.SortStableFunc(n.signUps, func(a, b *form) int { return b.likely - a.likely })
	n.logins = n.logins[:min(len(n.logins), maxLogins)]
	n.signUps = n.signUps[:min(len(n.signUps), maxSignUps)]
}

// names returns the names of the users that sign up.
func names() []string { return []string{"ann", "bob"} }

// signedUp returns users that sign up and then log in.
func (n *inferrer) signedUp(signUp, login *form) []Candidate {
	c := Candidate{Why: fmt.Sprintf("%s takes %s, and %s logs in", signUp.name(), signUp.takes(), login.name()),
		Complete: true}
	for _, name := range names() {
		w := newWho(name)
		u := User{Name: name, SignUp: signUp.fill(w)}
		u.Login = login.fill(w)
		login.answer(u.Login, n.carriers)
		c.Users = append(c.Users, u)
	}
	return []Candidate{c}
}

// signUpAlone returns users that do not log in: the answer to the sign-up has a token, or calls carry the name and the
// password.
func (n *inferrer) signUpAlone(signUp *form) (out []Candidate) {
	basic := Candidate{Why: fmt.Sprintf("%s takes %s, and calls carry them (HTTP basic)", signUp.name(),
		signUp.takes()), Complete: true}
	token := Candidate{Why: fmt.Sprintf("%s takes %s, and its answer may have a token", signUp.name(), signUp.takes()),
		Complete: true}
	for _, name := range names() {
		w := newWho(name)
		l := signUp.fill(w)
		u := Basic(name, w.login(), w.values[isPassword])
		u.SignUp = l
		basic.Users = append(basic.Users, u)
		once := *l
		signUp.answer(&once, n.carriers)
		token.Users = append(token.Users, User{Name: name, Login: &once})
	}
	if n.basic() {
		out = append(out, basic)
	}
	if len(n.logins) == 0 || signUp.token != nil {
		out = append(out, token)
	}
	return out
}

// loginAlone returns a user that already exists. If the schema has examples of a name and a password, these are used.
func (n *inferrer) loginAlone(login *form) []Candidate {
	w := &who{name: "ann", values: map[class]string{}, examples: true}
	l := login.fill(w)
	c := Candidate{Why: login.name() + " takes " + login.takes(), Complete: !w.lacks}
	if c.Complete {
		c.Why += ", and the schema has examples of both"
	}
	login.answer(l, n.carriers)
	name := w.login()
	if name == "" || strings.HasPrefix(name, placeholder) {
		name = "ann"
	}
	c.Users = []User{{Name: name, Login: l}}
	return []Candidate{c}
}

// fixed returns users with fixed credentials, which no call of the API returns.
func (n *inferrer) fixed() (out []Candidate) {
	for _, s := range n.doc.Security {
		u, what := fixedUser(&s)
		if what != "" {
			out = append(out, Candidate{Users: []User{u},
				Why: fmt.Sprintf("the security scheme %s wants %s", s.Name, what)})
		}
	}
	return out
}

// fixedUser returns a user with placeholders for a security scheme. what is the kind of credential; "" for a scheme
// that a call cannot carry.
func fixedUser(s *openapi.SecurityScheme) (u User, what string) {
	switch {
	case s.Type == "http" && s.Scheme == "basic":
		return Basic("ann", "ann", placeholder+"password"), "name and password in each call (HTTP basic)"
	case s.Type == "apiKey":
		return APIKey("ann", Place(s.In), s.Param, placeholder+"key"), fmt.Sprintf("a key in the %s %s", s.In, s.Param)
	case s.Type == "http" && s.Scheme == "bearer", s.Type == "oauth2", s.Type == "openIdConnect":
		return Bearer("ann", placeholder+"token"), "a bearer token"
	}
	return User{}, ""
}

// basic reports whether the schema declares HTTP basic authentication.
func (n *inferrer) basic() bool {
	return slices.ContainsFunc(n.doc.Security, func(s openapi.SecurityScheme) bool {
		return s.Type == "http" && s.Scheme == "basic"
	})
}
