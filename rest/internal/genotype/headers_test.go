package genotype

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/suite"
)

// TestHeadersOfTypes: a body whose type cannot be read keeps its text, and a call with
// and without a body can ask for an answer of a type that nobody has.
func TestHeadersOfTypes(t *testing.T) {
	text := openapi.NewSchema()
	text.Types = []string{"string"}
	post := &openapi.Operation{Method: "POST", Path: "/notes", BodyRequired: true,
		Bodies: []*openapi.MediaType{{Type: "application/json", Schema: text}}}
	for _, op := range []*openapi.Operation{post, {Method: "GET", Path: "/notes"}} {
		c := NewBuilder(Options{}).Call(op)
		var valid message.Request
		c.Encode(op, &valid)
		for _, f := range Headers(c.Body) {
			assert.NotContains(t, c.Invalidities(), f, "the schema has no rule for it")
			c.Invalid = DecodeInvalid(f.State(), len(c.Params))
			require.NotNil(t, c.Invalid)
			var e message.Request
			c.Encode(op, &e)
			assert.Equal(t, valid.Body, e.Body)
			if f.Whole == acceptForeign {
				assert.Equal(t, []message.Pair{{Name: "Accept", Value: "application/x-evoke"}}, e.Headers)
				assert.Equal(t, valid.ContentType, e.ContentType)
				assert.Equal(t, &suite.Invalid{In: "header", At: []string{"Accept"},
					What: "names a media type that nobody has"}, f.Plain(c))
			} else {
				assert.Equal(t, "application/json; evoke", e.ContentType)
				assert.Equal(t, "has a media type that cannot be read", f.Plain(c).What)
			}
		}
		assert.Len(t, Headers(c.Body), 1+len(op.Bodies))
	}
}

// TestFormsOfParameters: what has one value is sent twice or as an object whatever its style is, and what has several
// is not.
func TestFormsOfParameters(t *testing.T) {
	op := &openapi.Operation{Method: "GET", Path: "/weather"}
	for _, p := range [][3]string{{"day", "query", "string"}, {"hour", "query", "integer"}, {"towns", "query", "array"},
		{"trace", "header", "string"}} {
		s := openapi.NewSchema()
		s.Types = []string{p[2]}
		op.Parameters = append(op.Parameters, &openapi.Parameter{Name: p[0], In: p[1], Style: "form", Schema: s})
	}
	c := NewBuilder(Options{}).Call(op)
	var sent []string
	for _, f := range Forms(c.Params) {
		assert.NotContains(t, c.Invalidities(), f, "the schema has no rule for it")
		c.Invalid = DecodeInvalid(f.State(), len(c.Params))
		require.NotNil(t, c.Invalid)
		assert.True(t, f.Within(f.Param, nil))
		var e message.Request
		c.Encode(op, &e)
		text := c.Invalid.Plain(c).String()
		for _, pair := range e.Query {
			text += " " + pair.Name + "=" + pair.Value
		}
		sent = append(sent, text)
	}
	assert.Equal(t, []string{
		"day comes twice day= day= hour=0", "day comes as an object day[toString]= hour=0",
		"hour comes twice day= hour=0 hour=0", "hour comes as an object day= hour[toString]=0",
	}, sent)
}

// TestFormsAreOfDeclaredParameters: a state leaves out what was found and is off, so nothing invalid may lie there.
func TestFormsAreOfDeclaredParameters(t *testing.T) {
	op := &openapi.Operation{Method: "GET", Path: "/weather"}
	b := NewBuilder(Options{})
	c := b.Found(op, b.Call(op), Input{In: openapi.InQuery, Name: "extra"})
	require.Len(t, c.Params, 1)
	assert.Empty(t, c.Params.States())
	assert.Empty(t, Forms(c.Params))
}
