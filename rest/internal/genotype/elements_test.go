package genotype

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/value"
)

const lists = `
openapi: 3.0.3
info: {title: Lists, version: "1"}
paths:
  /lists:
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [all],
        properties: {all: {type: array, maxItems: 4, items: ITEMS}}}}}}
      responses: {"201": {description: made}}
`

// TestWrongElements: a list gets an element of each kind that it does not take, whether it has others or not.
func TestWrongElements(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, tt := range []struct{ items, want string }{
		{"{type: string}", "a number, a bool, an object, a list, null"},
		{"{type: integer}", "a text, a bool, an object, a list, null"},
		{"{type: boolean, nullable: true}", "a text, a number, an object, a list"},
		{"{type: object}", "a text, a number, a bool, a list, null"},
		{"{type: array, items: {}}", "a text, a number, a bool, an object, null"},
		{"{}", ""},
		{"{oneOf: [{type: string}, {type: object}]}", ""},
	} {
		op := resttest.Read(t, strings.Replace(lists, "ITEMS", tt.items, 1)).Operations[0]
		for _, empty := range []bool{true, false} {
			c := NewBuilder(Options{}).Call(op)
			c.Fill(r, Manner{Parts: AllParts})
			if empty {
				require.True(t, gene.Assign(c.Body.Inner(), value.Object{{Name: "all", Value: []any{}}}))
			}
			var told []string
			for _, f := range c.Invalidities() {
				if _, what, ok := strings.Cut(f.What, "body/all has an element that is "); ok {
					told = append(told, what)
					assert.LessOrEqual(t, len(f.Value.([]any)), 4)
				}
			}
			assert.Equal(t, tt.want, strings.Join(told, ", "), tt.items)
		}
	}
}
