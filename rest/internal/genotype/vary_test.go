package genotype

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/value"
)

const waybills = `
openapi: 3.0.3
info: {title: Waybills, version: "1"}
paths:
  /waybills:
    post:
      requestBody:
        required: true
        content:
          text/plain: {schema: {type: string, example: "1 waybill"}}
          application/vnd.waybill+json: {schema: {$ref: "#/components/schemas/Waybill"}}
          application/json: {schema: {$ref: "#/components/schemas/Waybill"}}
      responses: {"201": {description: made}}
components:
  schemas:
    Waybill:
              type: object
              required: [code, kind, parcels]
              properties:
                code: {type: string, example: AB1}
                kind: {type: integer, description: "1 - road | 2 - rail | 3 - air", example: 2}
                note: {type: string}
                parcels:
                  type: array
                  minItems: 1
                  items:
                    type: object
                    required: [weight]
                    properties: {weight: {type: integer, example: 7}, label: {type: string, example: fragile}}
`

func waybill(t *testing.T) *Call {
	t.Helper()
	doc, err := openapi.Read([]byte(waybills), openapi.Options{})
	require.NoError(t, err)
	return NewBuilder(Options{}).Call(doc.Operations[0])
}

// TestMannersOfContents: each content of a body has manners of its own, after those of the
// first one, unless it is the same under another name.
func TestMannersOfContents(t *testing.T) {
	c := waybill(t)
	r := rand.New(rand.NewPCG(1, 2))
	var sent []string
	for _, m := range c.Manners() {
		if m.Content > 0 {
			c.Fill(r, m)
			assert.Equal(t, 1, c.Body.Media())
			sent = append(sent, string(value.AppendJSON(nil, c.Body.Value())))
		}
	}
	assert.Equal(t, []string{
		`{"code":"AB1","kind":2,"parcels":[{"weight":7,"label":"fragile"}]}`,
		`{"code":"AB1","kind":2,"parcels":[{"weight":7}]}`,
	}, sent)
	assert.Equal(t, 9, Examples(c), "of all contents")
}

// TestVary: one change leaves all else as it is, and each part changes in some call.
func TestVary(t *testing.T) {
	c := waybill(t)
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[string]bool{}
	for range 2000 {
		c.Fill(r, Manner{Parts: RequiredParts, Content: 1})
		Vary(r, c, 1)
		require.NoError(t, gene.Check(c.Body))
		body := c.Body.Value().(value.Object)
		changed := 0
		for name, usual := range map[string]string{"code": `"AB1"`, "kind": `2`, "note": "",
			"parcels": `[{"weight":7}]`} {
			v, ok := body.Get(name)
			now := ""
			if ok {
				now = string(value.AppendJSON(nil, v))
			}
			if now != usual {
				changed++
			}
		}
		assert.LessOrEqual(t, changed, 1)
		seen[string(value.AppendJSON(nil, body))] = true
	}
	for _, want := range []string{
		`{"code":"AB1","kind":3,"parcels":[{"weight":7}]}`,
		`{"code":"AB1","kind":2,"parcels":[{"weight":7},{"weight":7}]}`,
		`{"code":"AB1","kind":2,"parcels":[{"weight":7,"label":"fragile"}]}`,
	} {
		assert.True(t, seen[want], want)
	}
	contents := map[int]bool{}
	for range 50 {
		FillContent(r, c)
		contents[c.Body.Media()] = true
	}
	assert.Len(t, contents, 3)
}
