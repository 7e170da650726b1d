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
	post := &openapi.Operation{Method: "POST", Path: "/notes", BodyRequired: true, Bodies: []*openapi.MediaType{{Type: "application/json", Schema: text}}}
	for _, op := range []*openapi.Operation{post, {Method: "GET", Path: "/notes"}} {
		c := NewBuilder(Options{}).Call(op)
		var valid message.Request
		c.Encode(op, &valid)
		for _, f := range Headers(c) {
			assert.NotContains(t, c.Invalidities(), f, "the schema has no rule for it")
			c.Invalid = DecodeInvalid(f.State(), len(c.Params))
			require.NotNil(t, c.Invalid)
			var e message.Request
			c.Encode(op, &e)
			assert.Equal(t, valid.Body, e.Body)
			if f.Whole == acceptForeign {
				assert.Equal(t, []message.Pair{{Name: "Accept", Value: "application/x-evoke"}}, e.Headers)
				assert.Equal(t, valid.ContentType, e.ContentType)
				assert.Equal(t, &suite.Invalid{In: "header", At: []string{"Accept"}, What: "names a media type that nobody has"}, f.Plain(c))
			} else {
				assert.Equal(t, "application/json; evoke", e.ContentType)
				assert.Equal(t, "has a media type that cannot be read", f.Plain(c).What)
			}
		}
		assert.Len(t, Headers(c), 1+len(op.Bodies))
	}
}
