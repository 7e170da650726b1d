// Package auth describes the users that make calls, their log-ins, and the files that list users.
package auth

import (
	"cmp"
	"encoding/base64"
	"strings"
)

// Header is a named text: a header, a query parameter or a cookie.
type Header struct{ Name, Value string }

// Place is a part of a call or of an answer.
type Place string

// The places of credentials.
const (
	InBody   Place = "body"
	InHeader Place = "header"
	InQuery  Place = "query"
	InCookie Place = "cookie"
)

// User is one identity that can make calls. Its headers, parameters and cookies replace those of a call with the same
// names.
type User struct {
	// Name identifies the user in warnings and in the written tests.
	Name string
	// Headers, Query and Cookies are added to every call.
	Headers, Query, Cookies []Header
	// SignUp creates the user before its log-in, or before its first call if it
	// has no log-in. Its answer is ignored, because the user may exist already.
	// Default: none.
	SignUp *Login
	// SignedUpBy is the name of another user whose credentials the sign-up carries, for a system in which only some
	// users may create users. Default: "", anybody can sign up.
	SignedUpBy string
	// Login fetches credentials that change. Default: none.
	Login *Login
	// Public says that the credentials are not secret, and are written into tests: see [Public]. Default: false;
	// written tests read them from the environment.
	Public bool

	notes    []string  // warnings about the user's entry in a file
	variable string    // suffix of the user's variables in tests
	learned  []learned // cookies of the last log-in
	forged   *forgery  // set for users of Forge or Parts
	// alternate is set for users of Alternates.
	alternate bool
	// expendable is set for the user of Expendable.
	expendable *generation
}

// forgery describes the invalid credentials of a user.
type forgery struct {
	lacks []string // the security schemes that Parts left out
}

// generation is the current name of an expendable user.
type generation struct {
	name   string // the first name
	number int
}

// Login is a call that fetches credentials, or a sign-up.
type Login struct {
	// Method is the HTTP method. Default: POST.
	Method string
	// Path is the path on the system under test, with the base path, or the whole
	// URL of another server.
	Path string
	// Headers are the headers of the call, except the content type.
	Headers []Header
	// ContentType is the content type of the body. Default: the call has no Content-Type.
	ContentType string
	// Body is the body of the call. Default: "", none.
	Body string
	// Token says where the token is in the answer and how calls carry it. Default: nil, none.
	Token *Token
	// Cookies says that later calls send the cookies of the answer.
	Cookies bool
	// Before are calls that have to come before this call, in order, such as a call that returns an anti-forgery token,
	// or the first of two steps. Each call carries the credentials from the calls before it, as do this call and all
	// calls of the user. Default: none.
	Before []Login
}

// Token says how to read a token from the answer to a log-in and how to send it.
type Token struct {
	// From is InBody, InHeader or InCookie. Default: InBody.
	From Place
	// Selector is a JSON pointer (RFC 6901) into the body, or the name of the
	// header or cookie. An empty pointer selects the whole body.
	Selector string
	// SendIn is InHeader, InQuery or InCookie; or InBody for a token that only the following calls of a log-in carry,
	// see [Login.Before]. Default: InHeader.
	SendIn Place
	// SendName is the name of the header, parameter or cookie, or of a member or field of the body. Default:
	// Authorization.
	SendName string
	// Template is the text to send, in which {token} stands for the token. Default: "{token}".
	Template string
}

const (
	// tokenMark is the placeholder of templates.
	tokenMark      = "{token}"
	bearerTemplate = "Bearer " + tokenMark
	formType       = "application/x-www-form-urlencoded"
)

// Basic returns a user with HTTP basic authentication (RFC 7617). name identifies the user in tests; user is the name
// that is sent.
func Basic(name, user, password string) User {
	code := base64.StdEncoding.EncodeToString([]byte(user + ":" + password))
	return User{Name: name, Headers: []Header{{"Authorization", "Basic " + code}}}
}

// Bearer returns a user with a fixed bearer token (RFC 6750).
func Bearer(name, token string) User {
	return User{Name: name, Headers: []Header{{"Authorization", "Bearer " + token}}}
}

// APIKey returns a user whose calls carry a fixed key in a header, a query parameter or a cookie named param. Any other
// place counts as a header.
func APIKey(name string, in Place, param, value string) User {
	u := User{Name: name}
	u.send(credential{in, Header{param, value}})
	return u
}

// BearerLogin returns a user who logs in by a POST of a JSON body to path. The text at a JSON pointer of the answer is
// the user's bearer token.
func BearerLogin(name, path, body, pointer string) User {
	return User{Name: name, Login: &Login{
		Path: path, ContentType: "application/json", Body: body,
		Token: &Token{Selector: pointer, Template: bearerTemplate},
	}}
}

// FormLogin returns a user who logs in by a POST of a form to path, as in the password flow of OAuth 2. The form is
// encoded as by [net/url.Values.Encode]: "grant_type=password&username=ann&password=secret". The text at a JSON pointer
// of the answer is the user's bearer token. For a form whose answer sets cookies, see [CookieLogin].
func FormLogin(name, path, form, pointer string) User {
	u := BearerLogin(name, path, form, pointer)
	u.Login.ContentType = formType
	return u
}

// WithSignUp returns the user with a sign-up before its log-in, for a system without users at first. The sign-up is a
// POST of a JSON body to path.
func (u User) WithSignUp(path, body string) User {
	u.SignUp = &Login{Path: path, ContentType: "application/json", Body: body}
	return u
}

// CookieLogin returns a user who logs in by a POST of a body to path. The user's calls send the cookies of the answer.
func CookieLogin(name, path, contentType, body string) User {
	return User{Name: name, Login: &Login{Path: path, ContentType: contentType, Body: body, Cookies: true}}
}

// credential is a header, parameter or cookie with a credential, or a member of the body of a call of a log-in.
type credential struct {
	in Place
	Header
}

// fixed returns the credentials that need no log-in.
func (u *User) fixed() (out []credential) {
	for _, part := range []struct {
		in   Place
		list []Header
	}{{InHeader, u.Headers}, {InQuery, u.Query}, {InCookie, u.Cookies}} {
		for _, h := range part.list {
			out = append(out, credential{part.in, h})
		}
	}
	return out
}

// send adds a fixed credential to the calls of the user.
func (u *User) send(c credential) {
	switch c.in {
	case InQuery:
		u.Query = append(u.Query, c.Header)
	case InCookie:
		u.Cookies = append(u.Cookies, c.Header)
	default:
		u.Headers = append(u.Headers, c.Header)
	}
}

// credential returns a token as calls carry it.
func (t *Token) credential(token string) credential {
	return credential{t.sendIn(), Header{t.sendName(), strings.ReplaceAll(t.template(), tokenMark, token)}}
}

func (l *Login) method() string { return strings.ToUpper(cmp.Or(l.Method, "POST")) }

// name describes the call in a few words: "POST /login".
func (l *Login) name() string { return l.method() + " " + l.Path }

// external reports whether the call goes to another server.
func (l *Login) external() bool {
	return strings.HasPrefix(l.Path, "http://") || strings.HasPrefix(l.Path, "https://")
}

func (t *Token) from() Place { return cmp.Or(t.From, InBody) }

func (t *Token) sendIn() Place { return cmp.Or(t.SendIn, InHeader) }

func (t *Token) sendName() string { return cmp.Or(t.SendName, "Authorization") }

func (t *Token) template() string { return cmp.Or(t.Template, tokenMark) }

// learned is a cookie from a step of the last log-in.
type learned struct {
	step int
	name string
}

// steps returns the calls of a log-in in order, the log-in itself last.
func (l *Login) steps() []*Login {
	out := make([]*Login, 0, len(l.Before)+1)
	for i := range l.Before {
		out = append(out, &l.Before[i])
	}
	return append(out, l)
}
