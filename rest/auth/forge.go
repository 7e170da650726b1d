package auth

import (
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/openapi"
)

// maxForged is how many users with forged credentials there are, besides the one whose
// header is broken.
const maxForged = 3

// expiredJWT is a JSON Web Token (RFC 7519) of nobody that expired in 1970. No key made
// its signature.
var expiredJWT = unpadded(`{"alg":"HS256","typ":"JWT"}`) + "." + unpadded(`{"sub":"nobody","iat":0,"exp":1}`) + "." +
	unpadded("a signature that no key has made")

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
		out = append(out,
			sentCredential{t.sendIn(), Header{t.sendName(), strings.ReplaceAll(t.template(), tokenMark, expiredJWT)}})
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
var alphabets = []string{"0123456789", "0123456789abcdef", "0123456789ABCDEF",
	"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"}

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

// maxParts is how many users there are with a part of the credentials of another one.
const maxParts = 4

// Parts returns users who send the credential of one security scheme alone, where an operation of the schema asks for
// several together and one of some users has them all. A service has to refuse them there. They count as
// [User.Forged], and [User.Lacks] says what they leave out.
func Parts(users []User, doc *openapi.Document) (out []User) {
	names := map[string]bool{}
	for i := range users {
		names[users[i].Name] = true
	}
	for _, set := range together(doc) {
		for i := range users {
			parts := users[i].parts(set)
			if len(parts) != len(set) || len(out)+len(parts) > maxParts {
				continue
			}
			for n := range parts {
				if !names[parts[n].Name] {
					names[parts[n].Name] = true
					out = append(out, parts[n])
				}
			}
			break
		}
	}
	return out
}

// Lacks returns the names of the security schemes whose credentials the user leaves out on purpose, see [Parts].
func (u *User) Lacks() []string {
	if u.forged == nil {
		return nil
	}
	return u.forged.lacks
}

// together returns the sets of schemes that operations ask for at once, each set once.
func together(doc *openapi.Document) (out [][]openapi.SecurityScheme) {
	seen := map[string]bool{}
	for _, op := range doc.Operations {
		for _, r := range op.Security {
			names := slices.Sorted(maps.Keys(r))
			key := strings.Join(names, "\n")
			if len(names) < 2 || seen[key] {
				continue
			}
			seen[key] = true
			var set []openapi.SecurityScheme
			for _, s := range doc.Security {
				if _, asked := r[s.Name]; asked {
					set = append(set, s)
				}
			}
			if len(set) == len(names) {
				out = append(out, set)
			}
		}
	}
	return out
}

// parts returns the user with the credential of each of some schemes alone, as far as it has them.
func (u *User) parts(set []openapi.SecurityScheme) (out []User) {
	for i := range set {
		own := seatOf(&set[i])
		part := User{Name: fmt.Sprintf("%s by %s alone", u.Name, set[i].Name), Public: u.Public, forged: &forgery{}}
		part.Headers, part.Query, part.Cookies = own.of(InHeader, u.Headers), own.of(InQuery, u.Query), own.of(InCookie,
			u.Cookies)
		if part.Login = own.login(u.Login); part.Login != nil {
			part.SignUp, part.SignedUpBy = u.SignUp, u.SignedUpBy
		}
		for j := range set {
			if j != i {
				part.forged.lacks = append(part.forged.lacks, set[j].Name)
			}
			if j != i && seatOf(&set[j]) == own {
				return nil // a call has room for one of them
			}
		}
		if len(part.sentCredentials()) > 0 || part.Login != nil {
			out = append(out, part)
		}
	}
	return out
}

// seat is where calls carry a credential.
type seat struct {
	in   Place
	name string
}

// seatOf returns where calls carry the credential of a scheme.
func seatOf(s *openapi.SecurityScheme) seat {
	if s.Type == "apiKey" {
		return seat{Place(s.In), s.Param}
	}
	return seat{InHeader, "Authorization"}
}

// takes reports whether a header, parameter or cookie is the one.
func (c seat) takes(in Place, name string) bool {
	return in == c.in && (name == c.name || in == InHeader && strings.EqualFold(name, c.name))
}

// of returns what of some headers, parameters or cookies is the one.
func (c seat) of(in Place, list []Header) (out []Header) {
	for _, h := range list {
		if c.takes(in, h.Name) {
			out = append(out, h)
		}
	}
	return out
}

// login returns a log-in that gives the credential and no other, nil where it gives none.
func (c seat) login(l *Login) *Login {
	if l == nil {
		return nil
	}
	out := *l
	switch {
	case l.Token != nil && c.takes(l.Token.sendIn(), l.Token.sendName()):
		out.Cookies = false
	case l.Cookies && c.in == InCookie:
		out.Token = nil
	default:
		return nil
	}
	return &out
}
