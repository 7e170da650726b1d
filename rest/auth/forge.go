package auth

import (
	"encoding/base64"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/openapi"
)

// maxForged is the maximum number of users with forged credentials, besides the one with the broken header.
const maxForged = 3

// expiredJWT is a JSON Web Token (RFC 7519) of nobody, which expired in 1970. Its signature is no valid signature.
var expiredJWT = unpadded(`{"alg":"HS256","typ":"JWT"}`) + "." + unpadded(`{"sub":"nobody","iat":0,"exp":1}`) + "." +
	unpadded("a signature that no key has made")

func unpadded(text string) string { return base64.RawURLEncoding.EncodeToString([]byte(text)) }

// Forge returns users with invented credentials, which a service has to refuse. There is one user for each header,
// parameter or cookie that carries a credential of the given users, at most three, and one whose Authorization header
// consists of the scheme alone. A forged token has the length and the form of the real one. If the real one is a JSON
// Web Token, or unknown before a log-in, the forged one is a JSON Web Token that expired long ago. Forged credentials
// are public.
func Forge(users []User) []User {
	f := forger{seen: map[string]bool{}, names: namesOf(users)}
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

func namesOf(users []User) map[string]bool {
	names := map[string]bool{}
	for i := range users {
		names[users[i].Name] = true
	}
	return names
}

// free returns the name, or the name with a number behind it, so that it is not taken yet, and takes it.
func free(taken map[string]bool, name, between string) string {
	out := name
	for n := 2; taken[out]; n++ {
		out = name + between + strconv.Itoa(n)
	}
	taken[out] = true
	return out
}

// scheme returns the authentication scheme before a credential; "" if there is none.
func (c *credential) scheme() string {
	scheme, _, ok := strings.Cut(c.Value, " ")
	if !ok {
		return ""
	}
	return scheme
}

// sentCredentials returns the credentials that the calls of a user carry. The token of a log-in is empty, since it is
// not known yet.
func (u *User) sentCredentials() []credential {
	out := u.fixed()
	if u.Login != nil && u.Login.Token != nil {
		out = append(out, u.Login.Token.credential(expiredJWT))
	}
	return out
}

// forger makes users with forged credentials.
type forger struct {
	seen, names map[string]bool // the places of credentials, and the names of users
	out         []User
}

// add adds a user with a forged credential in the place of a real one.
func (f *forger) add(c credential) {
	key := strings.ToLower(fmt.Sprint(c.in, " ", c.Name, " ", c.scheme()))
	if f.seen[key] || len(f.out) == maxForged {
		return
	}
	f.seen[key] = true
	f.user("forged", c.in, Header{c.Name, forged(c.Value)})
}

// addBroken adds a user whose Authorization header consists of a scheme alone.
func (f *forger) addBroken() {
	for i := range f.out {
		for _, h := range f.out[i].Headers {
			if c := (credential{InHeader, h}); c.scheme() != "" && strings.EqualFold(h.Name, "Authorization") {
				f.user("broken", InHeader, Header{h.Name, c.scheme()})
				return
			}
		}
	}
}

// user adds a user, with a name that no other user has.
func (f *forger) user(name string, place Place, h Header) {
	u := APIKey(free(f.names, name, " "), place, h.Name, h.Value)
	u.Public, u.forged = true, &forgery{}
	f.out = append(f.out, u)
}

// forged returns a text with the form of a credential.
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

// The alphabets of tokens, the smallest first.
var alphabets = []string{"0123456789", "0123456789abcdef", "0123456789ABCDEF",
	"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"}

// separators are the characters between the parts of a token.
const separators = "-_.:"

// forgedToken returns a token with the same length, alphabet and separators. The alphabet is the smallest that contains
// the token's characters.
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

// maxParts is the maximum number of users with a part of another user's credentials.
const maxParts = 4

// Parts returns users who send only the credential of one security scheme, for operations that require several schemes
// together. Each is made from a user who has the credentials of all of these. A service has to refuse them.
// [User.Forged] reports true for them, and [User.Lacks] returns the schemes that they leave out.
func Parts(users []User, doc *openapi.Document) (out []User) {
	names := namesOf(users)
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

// Lacks returns the names of the security schemes whose credentials the user leaves out on purpose, see [Parts]; nil
// for other users.
func (u *User) Lacks() []string {
	if u.forged == nil {
		return nil
	}
	return u.forged.lacks
}

// together returns the sets of schemes that operations require together, each set once.
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

// parts returns, for each of some schemes, the user with the credential of this scheme alone, if the user has it.
func (u *User) parts(set []openapi.SecurityScheme) (out []User) {
	for i := range set {
		own := seatOf(&set[i])
		part := User{Name: fmt.Sprintf("%s by %s alone", u.Name, set[i].Name), Public: u.Public, forged: &forgery{}}
		for _, c := range u.fixed() {
			if own.takes(c.in, c.Name) {
				part.send(c)
			}
		}
		if part.Login = own.login(u.Login); part.Login != nil {
			part.SignUp, part.SignedUpBy = u.SignUp, u.SignedUpBy
		}
		for j := range set {
			if j != i {
				part.forged.lacks = append(part.forged.lacks, set[j].Name)
			}
			if j != i && seatOf(&set[j]) == own {
				return nil // two schemes use the same place of a call
			}
		}
		if len(part.sentCredentials()) > 0 || part.Login != nil {
			out = append(out, part)
		}
	}
	return out
}

// seat is the place of a credential in calls.
type seat struct {
	in   Place
	name string
}

// seatOf returns the place of the credential of a scheme.
func seatOf(s *openapi.SecurityScheme) seat {
	if s.Type == "apiKey" {
		return seat{Place(s.In), s.Param}
	}
	return seat{InHeader, "Authorization"}
}

// takes reports whether a header, parameter or cookie is at this place.
func (c seat) takes(in Place, name string) bool {
	return in == c.in && (name == c.name || in == InHeader && strings.EqualFold(name, c.name))
}

// login returns a log-in that gives only the credential for this place; nil if it does not give one.
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
