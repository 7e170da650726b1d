package auth

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/openapi"
)

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
