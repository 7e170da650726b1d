package genotype

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/suite"
)

// TestClientsLeave: a call whose client leaves sends the same, with and without a body, and says who left.
func TestClientsLeave(t *testing.T) {
	text := openapi.NewSchema()
	text.Types = []string{"string"}
	post := &openapi.Operation{Method: "POST", Path: "/notes", BodyRequired: true,
		Bodies: []*openapi.MediaType{{Type: "application/json", Schema: text}}}
	for _, op := range []*openapi.Operation{post, {Method: "GET", Path: "/notes"}} {
		c := NewBuilder(Options{}).Call(op)
		var waits, left message.Request
		c.Encode(op, &waits)
		require.True(t, Leave(c))
		assert.False(t, Leave(c), "one thing is wrong at most")
		c.Encode(op, &left)
		assert.True(t, left.Gone)
		left.Gone = false
		assert.Equal(t, waits, left)
		if c.Body != nil {
			assert.Equal(t, c.Body.Value(), c.WholeBody(), "the body is as it was")
		}
		again := DecodeInvalid(c.Invalid.State(), len(c.Params))
		assert.Equal(t, c.Invalid, again)
		assert.Equal(t, &suite.Invalid{In: "client", What: "leaves before the answer"}, again.Plain(c))
		assert.Equal(t, "the client leaves before the answer", again.Plain(c).String())
		c.MakeValid()
		assert.False(t, c.Invalid.Gone())
	}
	mixed := Invalid{What: "client leaves", Param: InBody, Whole: clientGone}
	assert.Nil(t, DecodeInvalid(mixed.State(), 1), "nothing else goes with it")
	c := NewBuilder(Options{}).Call(post)
	c.Invalid = &Invalid{What: "body is blank", Param: InBody, Whole: bodyBlank}
	assert.False(t, c.Invalid.Gone())
	assert.True(t, c.IsInvalid())
	assert.False(t, Leave(c))
}
