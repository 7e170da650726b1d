package auth

import (
	"encoding/base64"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// expendableName is the name of an expendable user, unless another user has it.
const expendableName = "eve"

// maxGenerations is the maximum number of names that an expendable user takes, one after another.
const maxGenerations = 1000

// Expendable returns a user for calls that may delete an account or change a password, so that the other users keep
// theirs. It signs up with its own name, in the way of the first user whose sign-up is public. When it can no longer
// log in, it signs up with another name. It returns false if no user signs up, or if a user's name does not occur in
// its sign-up and log-in.
func Expendable(users []User) (User, bool) {
	for i := range users {
		u := &users[i]
		if !u.Public || u.SignUp == nil || u.Forged() || u.alternate || len(u.Name) < 2 {
			continue
		}
		name := free(namesOf(users), expendableName, "")
		if out, ok := u.like(u.Name, name); ok {
			out.Name, out.alternate, out.expendable = name, true, &generation{name, 1}
			return out, true
		}
	}
	return User{}, false
}

// Expendable reports whether [Expendable] made the user.
func (u *User) Expendable() bool { return u.expendable != nil }

// next gives an expendable user its next name. It returns false after too many names.
func (u *User) next() bool {
	g := u.expendable
	if g == nil || g.number == maxGenerations {
		return false
	}
	out, ok := u.like(g.now(), fmt.Sprintf("%s%d", g.name, g.number+1))
	if ok {
		g.number++
		*u = out
	}
	return ok
}

// now returns the current name of the user.
func (g *generation) now() string {
	if g.number > 1 {
		return fmt.Sprintf("%s%d", g.name, g.number)
	}
	return g.name
}

// like returns a copy of the user that sends the text to wherever the user sends from: in the bodies of its sign-up and
// log-in, and in the name of HTTP basic authentication. It returns false if the sign-up does not contain from.
func (u *User) like(from, to string) (User, bool) {
	out := *u
	ok := false
	word := regexp.MustCompile(`\b` + regexp.QuoteMeta(from) + `\b`)
	change := func(l *Login, first bool) *Login {
		if l == nil {
			return nil
		}
		next := *l
		next.Body = word.ReplaceAllLiteralString(l.Body, to)
		next.Headers = basicAs(l.Headers, from, to)
		ok = ok || first && next.Body != l.Body
		return &next
	}
	out.SignUp, out.Login = change(u.SignUp, true), change(u.Login, false)
	out.Headers = basicAs(u.Headers, from, to)
	return out, ok
}

// basicAs returns headers with another name in HTTP basic authentication.
func basicAs(headers []Header, from, to string) []Header {
	out := slices.Clone(headers)
	for i := range out {
		code, basic := strings.CutPrefix(out[i].Value, "Basic ")
		if plain, err := base64.StdEncoding.DecodeString(code); basic && err == nil {
			out[i].Value = "Basic " +
				base64.StdEncoding.EncodeToString([]byte(strings.Replace(string(plain), from, to, 1)))
		}
	}
	return out
}
