package project

import (
	"bytes"

	"go.yaml.in/yaml/v4"

	"github.com/evoke-go/evoke/rest/auth"
)

// Write returns a file about a running service.
func Write(schema, url string, users []auth.User) ([]byte, error) {
	f := File{Schema: schema, System: System{URL: url}}
	for i := range users {
		f.REST.Users = append(f.REST.Users, newUser(&users[i]))
	}
	var b bytes.Buffer
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if err := e.Encode(f); err != nil {
		return nil, err
	}
	return b.Bytes(), e.Close()
}
