package action_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// TestExactCallsKeepWhatTheySent: a text of the wire is the value that it stands for,
// and what the schema does not allow stays as a value that is invalid on purpose.
func TestExactCallsKeepWhatTheySent(t *testing.T) {
	codec := &action.Codec{API: newAPI(t)}
	for text, exact := range map[string]bool{
		`{"calls":[{"call":"GET /shelves/{shelfId}","path":{"shelfId":"7"},"follow":false,"exact":true}]}`: true,
		`{"calls":[{"call":"GET /shelves/{shelfId}","path":{"shelfId":"7"},"follow":false}]}`:              false,
	} {
		plain, err := value.ParseExact([]byte(text))
		require.NoError(t, err)
		c, losses, err := codec.Recall(plain.(value.Object))
		require.NoError(t, err)
		got := c.Actions[0].(*action.Call).Genotype
		assert.Equal(t, exact, value.Equal(got.Params[0].Gene.Value(), int64(7)))
		assert.Equal(t, exact, len(losses) == 0)
	}
	plain, err := value.ParseExact(
		[]byte(`{"calls":[{"call":"POST /boxes","body":"none","follow":false,"exact":true}]}`),
	)
	require.NoError(t, err)
	c, _, err := codec.Recall(plain.(value.Object))
	require.NoError(t, err)
	wrong := c.Actions[0].(*action.Call).Genotype.Invalid
	require.NotNil(t, wrong)
	assert.Equal(t, genotype.InBody, wrong.Param)
	assert.Equal(t, "none", wrong.Value)
}

// TestRepeatedElementsSurviveChanges: the search may give a list of unique elements an element twice. The list is
// kept as invalid data when another part of the schema has changed.
func TestRepeatedElementsSurviveChanges(t *testing.T) {
	const unique = `
openapi: 3.0.3
info: {title: Labels, version: "1"}
paths:
  /labels:
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [all, text]
              properties:
                all: {type: array, minItems: 2, uniqueItems: true, items: {type: string}}
                text: {type: string}
      responses: {"201": {description: made}}
`
	old := archivist(t, unique)
	c := call(t, old.API, "POST /labels", `{"text":"t","all":["a","b"]}`)
	for root := range c.Genotype.Genes() {
		for g := range gene.Walk(root) {
			if g.Value() == "b" {
				require.True(t, gene.Assign(g, "a"))
			}
		}
	}
	require.JSONEq(t, `{"text":"t","all":["a","a"]}`, shown(c))
	test := &testcase.Case{Actions: []testcase.Action{c}}
	changed := archivist(t, strings.ReplaceAll(unique, "text", "title"))
	back, _, _ := through(t, old, changed, test)
	wrong := back.Actions[0].(*action.Call).Genotype.Invalid
	require.NotNil(t, wrong)
	assert.Equal(t, []any{"a", "a"}, wrong.Value)
	back, losses, _ := through(t, old, old, test)
	assert.Empty(t, losses)
	assert.JSONEq(t, `{"text":"t","all":["a","a"]}`, shown(back.Actions[0].(*action.Call)))
}
