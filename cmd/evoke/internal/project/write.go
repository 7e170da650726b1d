package project

import (
	"bytes"
	"errors"

	"go.yaml.in/yaml/v4"

	"github.com/evoke-go/evoke/output/escape"
	"github.com/evoke-go/evoke/rest/auth"
)

// Write returns a file about a running service.
func Write(schema, url string, users []auth.User) ([]byte, error) {
	f := File{Schema: schema, System: System{URL: url}}
	for i := range users {
		f.REST.Users = append(f.REST.Users, newUser(&users[i]))
	}
	var root yaml.Node
	if err := root.Encode(f); err != nil {
		return nil, err
	}
	quote(&root)
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if err := errors.Join(e.Encode(&root), e.Close()); err != nil {
		return nil, err
	}
	return []byte(escape.Lines(b.String())), nil
}

// quote puts texts with invisible characters in quotes, because YAML escapes characters only there.
func quote(n *yaml.Node) {
	if n.Kind == yaml.ScalarNode && escape.Line(n.Value) != n.Value {
		n.Style = yaml.DoubleQuotedStyle
	}
	for _, inner := range n.Content {
		quote(inner)
	}
}
