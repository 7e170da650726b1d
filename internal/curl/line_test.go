package curl_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/internal/curl"
	"github.com/evoke-go/evoke/suite"
)

func TestLine(t *testing.T) {
	for name, c := range map[string]struct {
		base string
		r    suite.Request
		want string
	}{
		"a call": {
			"", suite.Request{Method: "GET", Path: suite.Literal("/books"),
				Query: []suite.Field{{Name: "q", Value: suite.Literal("a b")}}},
			`curl -i -X GET "http://localhost:8080/books?q=a+b"`,
		},
		"values of earlier answers": {
			"http://shop", suite.Request{
				Method: "PUT", Path: suite.Text{{Literal: "/books/"}, {Var: "bookID"}},
				Headers: []suite.Field{{Name: "Authorization",
					Value: suite.Text{{Literal: "Bearer "}, {Var: "token"}}}},
				Body: &suite.Body{Text: suite.Text{{Literal: `{"id":"`}, {Var: "größe"}, {Literal: `"}`}},
					JSON: true},
			},
			`curl -i -X PUT "http://shop/books/${bookID}" -H "Authorization: Bearer ${token}" -H Content-Type: --data-raw '{"id":"'"${gr__e}"'"}'`,
		},
		"what curl would change": {
			"", suite.Request{
				Method: "POST", Path: suite.Literal("/a/../[1-3]"),
				Headers: []suite.Field{{Name: "X-Empty", Value: suite.Literal("")}},
				Body:    &suite.Body{Text: suite.Literal("@/etc/passwd")},
			},
			`curl -i -X POST -g --path-as-is "http://localhost:8080/a/../[1-3]" -H "X-Empty;" -H Content-Type: --data-raw @/etc/passwd`,
		},
		"commands": {
			"", suite.Request{
				Method: "GET", Path: suite.Literal("/"),
				Headers: []suite.Field{{Name: "X-`touch$IFS.pwned`", Value: suite.Literal("$(touch .pwned)")}},
			},
			"curl -i -X GET \"http://localhost:8080/\" -H 'X-`touch$IFS.pwned`: $(touch .pwned)'",
		},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, c.want, curl.Line(c.base, &c.r)) })
	}
}
