package rest_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/sut"
)

const typoSchema = `
openapi: 3.0.3
info: {title: Books, version: "1"}
paths:
  /books:
    get: {operationId: listBooks, tags: [reading], responses: {"200": {description: all}}}
  /books/{isbn}:
    get:
      parameters: [{name: isbn, in: path, required: true, schema: {type: string, format: isbn}}]
      responses: {"200": {description: one}}
`

// mute is an oracle that finds nothing.
type mute struct{}

func (mute) Judge(*oracle.Exchange) []oracle.Finding { return nil }

// TestTypos: what fits nothing in the options is told, with the nearest word that does.
func TestTypos(t *testing.T) {
	doc, err := openapi.Read([]byte(typoSchema), openapi.Options{})
	require.NoError(t, err)
	formats := func(names ...string) map[string]func(*openapi.Schema) gene.Gene {
		out := map[string]func(*openapi.Schema) gene.Gene{}
		for _, name := range names {
			out[name] = func(*openapi.Schema) gene.Gene { return gene.NewEnum("1", "2") }
		}
		return out
	}
	system := sut.NewHandler(http.NotFoundHandler, sut.HandlerOptions{})
	for name, tt := range map[string]struct {
		options rest.Options
		want    []string
	}{
		"right": {rest.Options{Include: []string{"get /books", "/books/*"}, Exclude: []string{"listBooks"}}, nil},
		"formats": {rest.Options{Formats: formats("isbn", "isnb", "colour")}, []string{
			`Formats: "colour" is the format of no input`,
			`Formats: "isnb" is the format of no input; is "isbn" meant?`,
		}},
		"a format that may be left out": {rest.Options{Formats: formats("isnb"), Tags: []string{"reading"}}, nil},
		"filters": {rest.Options{
			Include: []string{"/books*", "GET /boks"}, Exclude: []string{"listBook"},
			Tags: []string{"reading", "redaing"},
		}, []string{
			`Include: "GET /boks" fits no operation; is "GET /books" meant?`,
			`Exclude: "listBook" fits no operation; is "listBooks" meant?`,
			`Tags: "redaing" is the tag of no operation; is "reading" meant?`,
		}},
		"codes": {rest.Options{With: []int{1302, 9099}, Without: []int{100, 90, 1001}}, []string{
			`With: "9099" is the code of no rule; is "909" meant?`,
			`Without: "90" is the code of no rule; is "909" meant?`,
		}},
		"codes of one's own": {rest.Options{
			Oracles: []oracle.Oracle{&oracle.Rule{Code: 5001}}, Without: []int{5001},
		}, nil},
		"codes of unknown oracles": {rest.Options{Oracles: []oracle.Oracle{mute{}}, Without: []int{77}}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			p, err := rest.New(doc, system, &fitness.Registry{}, tt.options)
			require.NoError(t, err)
			assert.Equal(t, tt.want, p.Warnings())
		})
	}
	_, err = rest.New(doc, system, &fitness.Registry{}, rest.Options{Include: []string{"GET /boks"}})
	require.ErrorIs(t, err, rest.ErrNoOperations)
	assert.ErrorContains(t, err, `leave none of its 2; Include: "GET /boks" fits no operation; is "GET /books" meant?`)
}
