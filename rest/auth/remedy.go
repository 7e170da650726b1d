package auth

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/openapi"
)

// Remedy is a change that makes a configured log-in work. It contains no credentials.
type Remedy struct {
	// Users are the names of the users with this log-in.
	Users []string
	// Login and SignUp are the corrected paths of these calls; "" if the path is right.
	Login, SignUp string
	// Carries says that Token and Cookies replace those of the log-in.
	Carries bool
	Token   *Token
	Cookies bool
	// Refused says how the service refuses the log-in as configured: "GET /user answers 401".
	Refused string
}

// Mend returns users with the remedy applied.
func (r *Remedy) Mend(users []User) []User {
	out := slices.Clone(users)
	for i := range out {
		u := &out[i]
		if !slices.Contains(r.Users, u.Name) {
			continue
		}
		if r.SignUp != "" && u.SignUp != nil {
			signUp := *u.SignUp
			signUp.Path, u.SignUp = r.SignUp, &signUp
		}
		if u.Login == nil {
			continue
		}
		login := *u.Login
		u.Login = &login
		if r.Login != "" {
			login.Path = r.Login
		}
		if r.Carries {
			login.Token, login.Cookies = r.Token, r.Cookies
		}
	}
	return out
}

// String returns a text for the user: the mistake in the log-in, the log-in that works, and the fields of the Config
// that make it explicit.
func (r *Remedy) String() string {
	var now, set []string
	for _, path := range [][2]string{{"SignUp.Path", r.SignUp}, {"Login.Path", r.Login}} {
		if path[1] != "" {
			now = append(now, path[1])
			set = append(set, fmt.Sprintf("%s to %q", path[0], path[1]))
		}
	}
	switch {
	case r.Carries && r.Token != nil:
		sent := r.Token.sent()
		if strings.Contains(r.Refused, sent) { // only the source of the token differs
			sent += fmt.Sprintf(" with the token at %q of the answer", r.Token.Selector)
		}
		now = append(now, sent)
		set = append(set, "Login.Token to "+r.Token.source())
	case r.Carries:
		now = append(now, "the cookies of the answer")
		set = append(set, "Login.Cookies to true, without Login.Token")
	}
	return fmt.Sprintf("%s; the search takes %s, which works. To make that explicit, set %s",
		r.Refused, strings.Join(now, " and "), strings.Join(set, ", and "))
}

// Sent says how calls carry the credentials of a log-in.
func (l *Login) Sent() string {
	switch {
	case l.Token != nil:
		return l.Token.sent()
	case l.Cookies:
		return "the cookies of the answer"
	}
	return "nothing of the answer"
}

func (t *Token) sent() string {
	switch t.sendIn() {
	case InHeader:
		return fmt.Sprintf("%q", t.sendName()+": "+t.template())
	case InCookie:
		return fmt.Sprintf("the cookie %q", t.sendName()+"="+t.template())
	}
	return fmt.Sprintf("the parameter %q", t.sendName()+"="+t.template())
}

// Given returns a user of a search as a candidate, for [Candidate.Settle] to find other ways in which calls may carry
// the credentials of its log-in. challenges are the WWW-Authenticate headers of an answer to an anonymous call.
func Given(u User, doc *openapi.Document, challenges []string) Candidate {
	c := Candidate{Users: []User{u}, Complete: true, carriers: carriersOf(doc)}
	usual := []string{"Token"}
	for _, challenge := range challenges {
		if scheme, _, _ := strings.Cut(strings.TrimSpace(challenge), " "); scheme != "" {
			usual = append([]string{scheme}, usual...)
		}
	}
	for _, scheme := range usual {
		form := carrier{InHeader, "Authorization", scheme + " " + tokenMark}
		if !slices.Contains(c.carriers, form) {
			c.carriers = append(c.carriers, form)
		}
	}
	return c
}

// Elsewhere returns other possible paths of a log-in: below each of the base paths, and below none of them.
func (l *Login) Elsewhere(bases []string) (paths []string) {
	if l.external() {
		return nil
	}
	add := func(path string) {
		if strings.HasPrefix(path, "/") && path != l.Path && !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	for _, base := range bases {
		if below, ok := strings.CutPrefix(l.Path, base+"/"); ok && base != "" {
			add("/" + below)
			continue
		}
		add(base + l.Path)
	}
	return paths
}
