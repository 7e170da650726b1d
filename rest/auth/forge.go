package auth

import (
	"encoding/base64"
	"fmt"
	"strings"
)

// maxForged is how many users with forged credentials there are, besides the one whose
// header is broken.
const maxForged = 3

// expiredJWT is a JSON Web Token (RFC 7519) of nobody that expired in 1970. No key made
// its signature.
var expiredJWT = unpadded(`{"alg":"HS256","typ":"JWT"}`) + "." + unpadded(`{"sub":"nobody","iat":0,"exp":1}`) + "." + unpadded("a signature that no key has made")

func unpadded(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }

// Forge returns users with credentials that look like those of others and were made up:
// one for each header, parameter or cookie that carries a credential of the others, at
// most three, and one whose Authorization header ends behind the scheme. A service has
// to refuse them. A forged token has the length and the form of the one that it stands
// for; where that is a JSON Web Token, or not known before a log-in, it is one that
// expired long ago. Forged credentials are no secrets.
func Forge(users []User) []User {
	f := forger{seen: map[string]bool{}, names: map[string]bool{}}
	for i := range users {
		f.names[users[i].Name] = true
	}
	for i := range users {
		for _, c := range users[i].sentCredentials() {
			f.add(c)
		}
	}
	f.addBroken()
	return f.out
}

// Forged reports whether [Forge] or [Parts] made the user.
func (u *User) Forged() bool { return u.forged != nil }

// sentCredential is a header, parameter or cookie with a credential.
type sentCredential struct {
	place Place
	Header
}

// scheme returns the authentication scheme before a credential, "" if there is none.
func (c *sentCredential) scheme() string {
	scheme, _, ok := strings.Cut(c.Value, " ")
	if !ok {
		return ""
	}
	return scheme
}

// sentCredentials lists what the calls of a user add. The token of a log-in is not known yet.
func (u *User) sentCredentials() (out []sentCredential) {
	for _, h := range u.Headers {
		out = append(out, sentCredential{InHeader, h})
	}
	for _, h := range u.Query {
		out = append(out, sentCredential{InQuery, h})
	}
	for _, h := range u.Cookies {
		out = append(out, sentCredential{InCookie, h})
	}
	if u.Login != nil && u.Login.Token != nil {
		t := u.Login.Token
		out = append(out, sentCredential{t.sendIn(), Header{t.sendName(), strings.ReplaceAll(t.template(), tokenMark, expiredJWT)}})
	}
	return out
}

// forger makes users with forged credentials.
type forger struct {
	seen, names map[string]bool // what carries credentials, and names of users
	out         []User
}

// add adds a user with a forged credential in place of another one.
func (f *forger) add(c sentCredential) {
	key := strings.ToLower(fmt.Sprint(c.place, " ", c.Name, " ", c.scheme()))
	if f.seen[key] || len(f.out) == maxForged {
		return
	}
	f.seen[key] = true
	f.user("forged", c.place, Header{c.Name, forged(c.Value)})
}

// addBroken adds a user whose Authorization header has a scheme and nothing else.
func (f *forger) addBroken() {
	for i := range f.out {
		for _, h := range f.out[i].Headers {
			if c := (sentCredential{InHeader, h}); c.scheme() != "" && strings.EqualFold(h.Name, "Authorization") {
				f.user("broken", InHeader, Header{h.Name, c.scheme()})
				return
			}
		}
	}
}

// user adds a user of a name that no other has.
func (f *forger) user(name string, place Place, h Header) {
	u := User{Name: name, Public: true, forged: &forgery{}}
	for n := 2; f.names[u.Name]; n++ {
		u.Name = fmt.Sprintf("%s %d", name, n)
	}
	f.names[u.Name] = true
	switch place {
	case InQuery:
		u.Query = []Header{h}
	case InCookie:
		u.Cookies = []Header{h}
	default:
		u.Headers = []Header{h}
	}
	f.out = append(f.out, u)
}

// forged returns a text that looks like another one, which has a credential.
func forged(value string) string {
	scheme, token, ok := strings.Cut(value, " ")
	switch {
	case !ok:
		return forgedToken(value)
	case strings.EqualFold(scheme, "Basic"):
		return scheme + " " + base64.StdEncoding.EncodeToString([]byte("nobody:wrong"))
	}
	return scheme + " " + forgedToken(token)
}

// The alphabets of tokens, the narrowest first.
var alphabets = []string{"0123456789", "0123456789abcdef", "0123456789ABCDEF", "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"}

// separators are what stands between the parts of a token.
const separators = "-_.:"

// forgedToken returns a token of the same length, in the narrowest alphabet that has the
// characters of the other one, with the separators where they were.
func forgedToken(token string) string {
	if strings.HasPrefix(token, "eyJ") && strings.Count(token, ".") == 2 {
		return expiredJWT
	}
	letters := ""
	for _, letters = range alphabets {
		if strings.Trim(token, letters+separators) == "" {
			break
		}
	}
	out := []byte(token)
	for i, c := range out {
		if strings.IndexByte(separators, c) < 0 {
			out[i] = letters[(7*i+3)%len(letters)]
		}
	}
	return string(out)
}
