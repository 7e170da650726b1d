package project

import (
	"cmp"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/evoke-go/evoke/rest/auth"
)

// User corresponds to an auth.User.
type User struct {
	Name string `yaml:"name,omitempty"`
	// Bearer and Basic are fixed credentials.
	Bearer  string `yaml:"bearer,omitempty"`
	Basic   *Basic `yaml:"basic,omitempty"`
	Headers Pairs  `yaml:"headers,omitempty"`
	Query   Pairs  `yaml:"query,omitempty"`
	Cookies Pairs  `yaml:"cookies,omitempty"`
	SignUp  *Login `yaml:"signUp,omitempty"`
	// SignedUpBy names the user whose credentials the sign-up carries.
	SignedUpBy string `yaml:"signedUpBy,omitempty"`
	Login      *Login `yaml:"login,omitempty"`
	// Public says that the credentials are not secret, and are written into tests.
	Public bool `yaml:"public,omitempty"`
}

// Basic is a name with a password.
type Basic struct {
	User     string `yaml:"user,omitempty"`
	Password string `yaml:"password,omitempty"`
}

// Login corresponds to an auth.Login. The default content type of a body is application/json.
type Login struct {
	Method      string `yaml:"method,omitempty"`
	Path        string `yaml:"path,omitempty"`
	Headers     Pairs  `yaml:"headers,omitempty"`
	ContentType string `yaml:"contentType,omitempty"`
	Body        string `yaml:"body,omitempty"`
	Token       *Token `yaml:"token,omitempty"`
	Cookies     bool   `yaml:"cookies,omitempty"`
	// Before are the calls before the log-in.
	Before []Login `yaml:"before,omitempty"`
}

// Token corresponds to an auth.Token. In the header Authorization, which is the default, it is sent as a bearer token
// unless there is a template.
type Token struct {
	From     string `yaml:"from,omitempty"`
	Selector string `yaml:"selector,omitempty"`
	SendIn   string `yaml:"sendIn,omitempty"`
	SendName string `yaml:"sendName,omitempty"`
	Template string `yaml:"template,omitempty"`
}

// Pairs are names with values in the order of the file.
type Pairs []auth.Header

// UnmarshalYAML reads a mapping.
func (p *Pairs) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind != yaml.MappingNode {
		return fmt.Errorf("line %d: names with values are wanted, as in {X-Key: abc}", n.Line)
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i+1].Kind != yaml.ScalarNode {
			return fmt.Errorf("line %d: the value of %s has to be a text", n.Content[i+1].Line, n.Content[i].Value)
		}
		*p = append(*p, auth.Header{Name: n.Content[i].Value, Value: n.Content[i+1].Value})
	}
	return nil
}

// plain returns the user for the search.
func (u *User) plain() auth.User {
	out := auth.User{Name: u.Name, Headers: u.Headers, Query: u.Query, Cookies: u.Cookies, SignUp: u.SignUp.plain(),
		SignedUpBy: u.SignedUpBy, Login: u.Login.plain(), Public: u.Public}
	if u.Bearer != "" {
		out.Headers = append(auth.Bearer(u.Name, u.Bearer).Headers, out.Headers...)
	}
	if u.Basic != nil {
		out.Headers = append(auth.Basic(u.Name, u.Basic.User, u.Basic.Password).Headers, out.Headers...)
	}
	return out
}

func (l *Login) plain() *auth.Login {
	if l == nil {
		return nil
	}
	out := &auth.Login{Method: l.Method, Path: l.Path, Headers: l.Headers, ContentType: l.ContentType,
		Body: l.Body, Cookies: l.Cookies}
	if l.Body != "" {
		out.ContentType = cmp.Or(l.ContentType, "application/json")
	}
	for i := range l.Before {
		out.Before = append(out.Before, *l.Before[i].plain())
	}
	if t := l.Token; t != nil {
		out.Token = &auth.Token{From: auth.Place(t.From), Selector: t.Selector, SendIn: auth.Place(t.SendIn),
			SendName: t.SendName, Template: t.Template}
		if t.Template == "" && (t.SendName == "" || strings.EqualFold(t.SendName, "Authorization")) {
			out.Token.Template = "Bearer {token}"
		}
	}
	return out
}

// newUser returns a user in the form of the file.
func newUser(u *auth.User) User {
	return User{Name: u.Name, Headers: u.Headers, Query: u.Query, Cookies: u.Cookies, SignUp: newLogin(u.SignUp),
		SignedUpBy: u.SignedUpBy, Login: newLogin(u.Login), Public: u.Public}
}

func newLogin(l *auth.Login) *Login {
	if l == nil {
		return nil
	}
	out := &Login{Method: l.Method, Path: l.Path, Headers: l.Headers, ContentType: l.ContentType,
		Body: l.Body, Cookies: l.Cookies}
	for i := range l.Before {
		out.Before = append(out.Before, *newLogin(&l.Before[i]))
	}
	if t := l.Token; t != nil {
		out.Token = &Token{From: string(t.From), Selector: t.Selector, SendIn: string(t.SendIn),
			SendName: t.SendName, Template: t.Template}
	}
	return out
}

// MarshalYAML writes a mapping in the order of the pairs.
func (p Pairs) MarshalYAML() (any, error) {
	n := &yaml.Node{Kind: yaml.MappingNode}
	for _, h := range p {
		n.Content = append(n.Content, text(h.Name), text(h.Value))
	}
	return n, nil
}

func text(s string) *yaml.Node { return &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: s} }
