package project

import (
	"cmp"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/evoke-go/evoke/rest/auth"
)

// User is an auth.User.
type User struct {
	Name string `yaml:"name"`
	// Bearer and Basic are fixed credentials.
	Bearer  string `yaml:"bearer"`
	Basic   *Basic `yaml:"basic"`
	Headers Pairs  `yaml:"headers"`
	Query   Pairs  `yaml:"query"`
	Cookies Pairs  `yaml:"cookies"`
	SignUp  *Login `yaml:"signUp"`
	Login   *Login `yaml:"login"`
}

// Basic is a name with a password.
type Basic struct {
	User     string `yaml:"user"`
	Password string `yaml:"password"`
}

// Login is an auth.Login. The content type of a body is application/json unless
// it is set.
type Login struct {
	Method      string `yaml:"method"`
	Path        string `yaml:"path"`
	Headers     Pairs  `yaml:"headers"`
	ContentType string `yaml:"contentType"`
	Body        string `yaml:"body"`
	Token       *Token `yaml:"token"`
	Cookies     bool   `yaml:"cookies"`
}

// Token is an auth.Token. In the header Authorization, which is the default, it is
// sent as a bearer token unless there is a template.
type Token struct {
	From     string `yaml:"from"`
	Selector string `yaml:"selector"`
	SendIn   string `yaml:"sendIn"`
	SendName string `yaml:"sendName"`
	Template string `yaml:"template"`
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

// plain returns the user as the search takes it.
func (u *User) plain() auth.User {
	out := auth.User{Name: u.Name, Headers: u.Headers, Query: u.Query, Cookies: u.Cookies, SignUp: u.SignUp.plain(), Login: u.Login.plain()}
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
	out := &auth.Login{Method: l.Method, Path: l.Path, Headers: l.Headers, ContentType: l.ContentType, Body: l.Body, Cookies: l.Cookies}
	if l.Body != "" {
		out.ContentType = cmp.Or(l.ContentType, "application/json")
	}
	if t := l.Token; t != nil {
		out.Token = &auth.Token{From: auth.Place(t.From), Selector: t.Selector, SendIn: auth.Place(t.SendIn), SendName: t.SendName, Template: t.Template}
		if t.Template == "" && (t.SendName == "" || strings.EqualFold(t.SendName, "Authorization")) {
			out.Token.Template = "Bearer {token}"
		}
	}
	return out
}
