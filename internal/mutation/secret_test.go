package mutation

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/suite"
)

// Credentials come from the environment, and are in JSON as their values.
func TestSecretsOfTests(t *testing.T) {
	t.Setenv("EVOKE_TOKEN_ANN", `a "b"/c`)
	t.Setenv("EVOKE_PASSWORD_ANN_PIN", "1234")
	key := suite.Piece{Var: "EVOKE_TOKEN_ANN"}
	got := variables{}.request(&suite.Request{
		Method: "POST", Path: suite.Text{{Literal: "/x/"}, key},
		Query:   []suite.Field{{Name: "k", Value: suite.Text{key}}},
		Headers: []suite.Field{{Name: "Authorization", Value: suite.Text{{Literal: "Bearer "}, key}}},
		Body: &suite.Body{JSON: true, Text: suite.Text{{Literal: `{"a":"`}, key, {Literal: `","pin":`},
			{Var: "EVOKE_PASSWORD_ANN_PIN"}, {Literal: "}"}}},
	})
	assert.Equal(t, "/x/a%20%22b%22%2Fc?k=a%20%22b%22%2Fc", got.Target)
	assert.Equal(t, `Bearer a "b"/c`, got.Header.Get("Authorization"))
	assert.JSONEq(t, `{"a":"a \"b\"/c","pin":1234}`, string(got.Body))
}
