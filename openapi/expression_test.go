package openapi_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/openapi"
)

func TestParseExpression(t *testing.T) {
	tests := []struct {
		text string
		want openapi.Expression
	}{
		{"$url", openapi.Expression{{From: openapi.FromURL}}},
		{"$method", openapi.Expression{{From: openapi.FromMethod}}},
		{"$statusCode", openapi.Expression{{From: openapi.FromStatus}}},
		{"$request.path.id", openapi.Expression{{From: openapi.FromRequestPath, Name: "id"}}},
		{"$request.query.queryUrl", openapi.Expression{{From: openapi.FromRequestQuery, Name: "queryUrl"}}},
		{"$request.query.a.b", openapi.Expression{{From: openapi.FromRequestQuery, Name: "a.b"}}},
		{"$request.header.Accept", openapi.Expression{{From: openapi.FromRequestHeader, Name: "Accept"}}},
		{"$request.body", openapi.Expression{{From: openapi.FromRequestBody}}},
		{"$request.body#/x", openapi.Expression{{From: openapi.FromRequestBody, Pointer: "/x"}}},
		{"$response.body", openapi.Expression{{From: openapi.FromResponseBody}}},
		{"$response.body#", openapi.Expression{{From: openapi.FromResponseBody}}},
		{"$response.body#/id", openapi.Expression{{From: openapi.FromResponseBody, Pointer: "/id"}}},
		{"$response.body#/a~1b/0/~0", openapi.Expression{{From: openapi.FromResponseBody, Pointer: "/a~1b/0/~0"}}},
		{"$response.header.Location", openapi.Expression{{From: openapi.FromResponseHeader, Name: "Location"}}},
		{"", nil},
		{"plain", openapi.Expression{{Text: "plain"}}},
		{"$5", openapi.Expression{{Text: "$5"}}},
		{"{x}", openapi.Expression{{Text: "{x}"}}},
		{"a{$b}", openapi.Expression{{Text: "a{$b}"}}},
		{"{$response.body#/id}", openapi.Expression{{From: openapi.FromResponseBody, Pointer: "/id"}}},
		{"ref-{$request.path.id}/{$method}!", openapi.Expression{
			{Text: "ref-"}, {From: openapi.FromRequestPath, Name: "id"}, {Text: "/"},
			{From: openapi.FromMethod}, {Text: "!"}}},
		{"{$x}{$url}{$url}", openapi.Expression{{Text: "{$x}"}, {From: openapi.FromURL}, {From: openapi.FromURL}}},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			got, err := openapi.ParseExpression(tt.text)
			require.NoError(t, err)
			require.Equal(t, tt.want, got)
			again, err := openapi.ParseExpression(got.String())
			require.NoError(t, err)
			require.Equal(t, got, again)
		})
	}
}

func TestParseExpressionErrors(t *testing.T) {
	tests := []struct{ text, want string }{
		{"$response.query.x", "no such part"},
		{"$response.path.x", "no such part"},
		{"$request.cookie.x", "no such part"},
		{"$urls", "no such part"},
		{"$request.path.", "names nothing"},
		{"$response.body/id", "no such part"},
		{"$response.body#id", "does not start with a slash"},
		{"$response.body#/a~2", `neither "~0" nor "~1"`},
		{"$response.body#/~0~", `neither "~0" nor "~1"`},
		{"x{$url", "not closed"},
		{"x{$request.nothing}", "no such part"},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			got, err := openapi.ParseExpression(tt.text)
			require.ErrorContains(t, err, tt.want)
			require.Nil(t, got)
		})
	}
}

func TestConstantExpressions(t *testing.T) {
	for text, want := range map[string]bool{"": true, "a": true, "$url": false, "a{$url}": false} {
		e, err := openapi.ParseExpression(text)
		require.NoError(t, err)
		require.Equal(t, want, e.IsConstant(), text)
	}
}

// FuzzExpression: no text makes the parser panic, and a parsed expression is the same after it is written and parsed
// again.
func FuzzExpression(f *testing.F) {
	for _, text := range []string{"$url", "$response.body#/a~1b", "x{$request.path.id}y", "{$url}{$url}", "{$}",
		"$request.header.", "{${$url}", "{$url}$url"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, err := openapi.ParseExpression(text)
		if err != nil {
			require.Nil(t, e)
			return
		}
		again, err := openapi.ParseExpression(e.String())
		require.NoError(t, err)
		require.Equal(t, e, again)
		if e.IsConstant() {
			require.Equal(t, text, e.String())
		}
	})
}

func ExampleParseExpression() {
	e, err := openapi.ParseExpression("/books/{$response.body#/id}")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, term := range e {
		fmt.Printf("%q %q %q\n", term.From, term.Text, term.Pointer)
	}
	// Output:
	// "" "/books/" ""
	// "response.body" "" "/id"
}
