package auth

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// LoadUsers reads an authentication file of Web Fuzzing Commons, as YAML or JSON:
// https://github.com/WebFuzzing/Commons, schema auth.yaml, including its older fields for tokens. In addition to the
// schema, it accepts cookie for extractFrom and sendIn. An error has one line and names the field.
func LoadUsers(r io.Reader) ([]User, error) {
	var root *authNode
	data, err := io.ReadAll(io.LimitReader(r, maxAuthFile+1))
	if err == nil {
		root, err = readAuthTree(data)
	}
	var users []User
	if err == nil {
		users, err = readUsers(root)
	}
	if err != nil {
		return nil, fmt.Errorf("rest: authentication file: %w", err)
	}
	return users, nil
}

func readUsers(root *authNode) ([]User, error) {
	r := &authReader{}
	r.object(root, "schemaVersion", "auth", "authTemplate", "configs")
	entries := r.list(root, "auth")
	if len(entries) == 0 {
		r.fail(root, "auth: has to list at least one user")
	}
	template := root.member("authTemplate")
	if template != nil && template.member("name") != nil {
		r.fail(template.member("name"), "names belong to the users, not to the template")
	}
	var users []User
	names := map[string]bool{}
	for _, entry := range entries {
		if template != nil {
			entry = entry.fill(template)
		}
		for _, u := range r.users(entry) {
			if names[u.Name] {
				r.fail(entry, "there is another user of the name %q", u.Name)
			}
			names[u.Name] = true
			users = append(users, u)
		}
		if r.err != nil {
			return nil, r.err
		}
	}
	return users, r.err
}

// users reads one entry. It returns one user, or two if the entry requests the creation of users.
func (r *authReader) users(n *authNode) []User {
	if !r.object(n, "name", "requireMockHandling", "fixedHeaders", "loginEndpointAuth", "createUsers") {
		return nil
	}
	u := User{Name: r.required(n, "name")}
	if r.err == nil && u.Name == "" {
		r.fail(n.member("name"), "is empty")
	}
	if r.flag(n, "requireMockHandling") {
		u.notes = append(u.notes, "requireMockHandling is not supported and was ignored")
	}
	u.Headers = r.headers(n, "fixedHeaders")
	if login := n.member("loginEndpointAuth"); login != nil {
		u.Login = r.login(login)
	}
	create := n.member("createUsers")
	if r.err == nil && len(u.Headers) == 0 && u.Login == nil && create == nil {
		r.fail(n, "fixedHeaders, loginEndpointAuth or createUsers is required")
	}
	if create != nil {
		return r.createUsers(create, u)
	}
	r.verify(n, &u)
	return []User{u}
}

// verify applies the checks for users made in Go.
func (r *authReader) verify(n *authNode, u *User) {
	if r.err != nil {
		return
	}
	if err := u.Check(); err != nil {
		r.fail(n, "%v", err)
	}
}

func (r *authReader) headers(n *authNode, name string) []Header {
	var out []Header
	for _, item := range r.list(n, name) {
		if !r.object(item, "name", "value") {
			return nil
		}
		h := Header{r.required(item, "name"), r.required(item, "value")}
		if r.err == nil && !message.IsToken(h.Name) {
			r.fail(item.member("name"), "%q cannot be the name of a header", h.Name)
		}
		if r.err == nil && !message.IsLine(h.Value) {
			r.fail(item.member("value"), "has a line break or another control character")
		}
		out = append(out, h)
	}
	return out
}

func (r *authReader) login(n *authNode) *Login {
	if !r.object(n, words.LoginEndpoint()...) {
		return nil
	}
	l := r.endpoint(n)
	l.Headers = r.headers(n, "headers")
	if n.member("payloadRaw") != nil || n.member("payloadUserPwd") != nil {
		r.payload(n, l)
	}
	l.Cookies = r.flag(n, "expectCookies")
	switch token := n.member("token"); {
	case token != nil:
		l.Token = r.token(token)
	case !l.Cookies:
		r.fail(n, "token or expectCookies is required")
	}
	return l
}

// endpoint reads the parts that all calls have: the address and the method.
func (r *authReader) endpoint(n *authNode) *Login {
	l := &Login{ContentType: r.text(n, "contentType")}
	verb := r.required(n, "verb")
	l.Method = strings.ToUpper(verb)
	if r.err == nil && !slices.Contains([]string{"POST", "GET", "PATCH", "DELETE", "PUT"}, l.Method) {
		r.fail(n.member("verb"), "%q is none of POST, GET, PATCH, DELETE, PUT", verb)
	}
	which := r.one(n, "endpoint", "externalEndpointURL")
	if which == "" {
		return l
	}
	l.Path = r.text(n, which)
	err := checkPath(l.Path)
	if err == nil && l.external() != (which == "externalEndpointURL") {
		err = fmt.Errorf("%q is for the other one of endpoint and externalEndpointURL", l.Path)
	}
	if err != nil {
		r.fail(n.member(which), "%v", err)
	}
	return l
}

func (r *authReader) payload(n *authNode, l *Login) {
	which := r.one(n, "payloadRaw", "payloadUserPwd")
	switch {
	case which == "":
	case which == "payloadRaw":
		l.Body = r.text(n, which)
		if l.ContentType == "" && json.Valid([]byte(l.Body)) {
			l.ContentType = "application/json"
		}
	default:
		r.userPassword(n, n.member(which), l)
	}
}

// userPassword sets the body in the form of the content type.
func (r *authReader) userPassword(n, payload *authNode, l *Login) {
	if !r.object(payload, "username", "password", "usernameField", "passwordField") {
		return
	}
	names := []string{r.required(payload, "usernameField"), r.required(payload, "passwordField")}
	body := value.Object{{Name: names[0], Value: r.required(payload, "username")},
		{Name: names[1], Value: r.required(payload, "password")}}
	if l.ContentType == "" {
		l.ContentType = "application/json"
	}
	switch kind := strings.ToLower(l.ContentType); {
	case strings.Contains(kind, "json"):
		l.Body = string(value.AppendJSON(nil, body))
	case strings.HasPrefix(kind, "application/x-www-form-urlencoded"):
		l.Body = encodeForm(body)
	default:
		r.fail(n.member("contentType"), "%q needs payloadRaw: payloadUserPwd is for JSON and forms", l.ContentType)
	}
}
