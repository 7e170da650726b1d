package todo_test

import (
	"testing"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/auth"

	"example.com/todo"
)

// TestEvoke writes the tests of this package, and searches for more of them
// when it is asked to.
func TestEvoke(t *testing.T) {
	evoke.Generate(t, evoke.Config{
		Schema:  "openapi.yaml",
		Handler: todo.New,
		REST:    rest.Options{Users: auth.Public(person("ann"), person("bob"))},
	})
}

// person is somebody who signs up and logs in.
func person(name string) auth.User {
	credentials := `{"name": "` + name + `", "password": "secret of ` + name + `"}`
	user := auth.BearerLogin(name, "/login", credentials, "/token")
	user.SignUp = &auth.Login{Path: "/users", ContentType: "application/json", Body: credentials}
	return user
}
