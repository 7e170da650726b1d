package api

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/resttest"
)

const linked = `
openapi: 3.0.3
paths:
  /books:
    post: {responses: {"201": {description: made}}}
  /imports:
    post:
      responses:
        "200": {description: read, links: {first: {operationId: book, parameters: {id: $response.body#/first}}}}
        "409": {description: no, links: {other: {operationId: book, parameters: {id: $response.body#/other}}}}
    get:
      responses:
        "200":
          description: all
          links:
            loan: {operationId: lend, parameters: {deskId: $response.body#/desk, c: $url}, requestBody: {bookId: $response.body#/book, note: [a, {x: 1}], new: $url}}
  /books/{id}:
    get:
      operationId: book
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses: {"200": {description: one}}
  /desks: {post: {responses: {"201": {description: made}}}}
  /books/{id}/loans:
    post:
      operationId: lend
      parameters:
        - {name: id, in: path, required: true, schema: {type: string}}
        - {name: deskId, in: query, schema: {type: string}}
        - {name: c, in: cookie, schema: {type: string}}
      requestBody: {content: {application/json: {schema: {type: object, properties: {bookId: {type: string}, deskId: {type: string}, note: {type: array, items: {}}}}}}}
      responses: {"201": {description: lent}}
`

func TestLinksComeBeforeNames(t *testing.T) {
	doc := resttest.Read(t, linked)
	require.Empty(t, doc.Warnings)
	a := New(doc.Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{})
	names := func(ops []*Operation) (out []string) {
		for _, o := range ops {
			out = append(out, o.Spec.Name())
		}
		return out
	}
	book := a.Named("GET /books/{id}")
	assert.Equal(t, []string{"POST /imports"}, names(book.Creators), "not POST /books, and the refusal counts once")
	assert.Equal(t, [][]*Operation{{a.Named("POST /imports")}}, book.Needs)
	assert.Len(t, book.Links.In, 2, "refusals tell values as well")

	lend := a.Named("POST /books/{id}/loans")
	assert.Equal(t, []string{"GET /imports", "POST /books", "POST /desks"}, names(lend.Creators))
	require.Len(t, lend.Needs, 3)
	assert.Equal(t, []string{"GET /imports"}, names(lend.Needs[0]), "once for all that it fills")
	assert.Equal(t, []string{"POST /books"}, names(lend.Needs[1]), "no link fills the path")
	assert.Equal(t, []string{"POST /desks"}, names(lend.Needs[2]), "nor the desk in the body")

	var parts []string
	for _, f := range lend.Links.In {
		assert.True(t, f.Bit != 0 && lend.Following&f.Bit != 0)
		parts = append(parts, fmt.Sprint(f.Param, f.At, f.Declared))
	}
	assert.Equal(t, []string{"1 [] false", "2 [] false", "-1 [{bookId 0}] true", "-1 [{note 0} { 0}] true",
		"-1 [{note 0} { 1} {x 0}] false", "-1 [{new 0}] false"}, parts)
	assert.Equal(t, lend.References.Of(genotype.InBody, "bookId").Bit, lend.Links.In[2].Bit)
	assert.Equal(t, lend.BitOf(genotype.InBody, "new"), lend.Links.In[5].Bit)
	bits := []uint64{lend.Links.In[2].Bit, lend.Links.In[3].Bit, lend.Links.In[4].Bit, lend.Links.In[5].Bit,
		lend.BitOf(genotype.InBody, "deskId")}
	slices.Sort(bits)
	assert.Len(t, slices.Compact(bits), 5)
	assert.Zero(t, lend.BitOf(genotype.InBody, "nothing"))
	assert.True(t, lend.Chained)
}

func TestLinksToWhatIsLeftOut(t *testing.T) {
	doc := resttest.Read(t, linked)
	a := New(doc.Operations[:2], genotype.NewBuilder(genotype.Options{}), &fitness.Registry{})
	for _, o := range a.Ops {
		assert.Empty(t, o.Links.In)
		for _, fills := range o.Links.Out {
			assert.Empty(t, fills)
		}
	}
}
