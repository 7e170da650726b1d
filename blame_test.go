package evoke_test

import (
	"context"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/suite"
)

const blameSchema = `
openapi: 3.0.3
info: {title: Notes, version: "1"}
paths:
  /notes:
    get:
      parameters: [{name: colour, in: query, required: true, schema: {type: string, format: colour}}]
      responses: {"200": {description: all}}
`

type blamedOracle struct{}

func (*blamedOracle) Judge(*oracle.Exchange) []oracle.Finding { panic("no opinion") }

type blamedWriter struct{}

func (blamedWriter) Files(*suite.Suite) ([]suite.File, error) { panic("no paper") }

// blamedGene is a gene that cannot be mutated.
type blamedGene struct{ gene.Gene }

func (g blamedGene) Clone() gene.Gene             { return blamedGene{g.Gene.Clone()} }
func (blamedGene) Mutate(_ *rand.Rand, _ float64) { panic("no change") }

// TestPanicsOfTheUsersParts: a run with an oracle, a gene and a writer that panic blames nobody and writes the rest.
func TestPanicsOfTheUsersParts(t *testing.T) {
	dir := t.TempDir()
	c := evoke.Config{
		Schema:   blameSchema,
		Handler:  func() http.Handler { return http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}) },
		Budget:   evoke.Budget{Calls: 100},
		WhiteBox: evoke.WhiteBox{Cover: []string{"none"}},
	}
	c.Output.Dir = dir
	c.Output.Writers = []output.Writer{blamedWriter{}, &gotest.Writer{}}
	c.REST.Oracles = []oracle.Oracle{&blamedOracle{}}
	c.REST.Formats = map[string]func(*openapi.Schema) gene.Gene{"colour": func(*openapi.Schema) gene.Gene {
		return blamedGene{gene.NewEnum("red", "blue")}
	}}
	r, err := evoke.Run(context.Background(), c)
	require.NoError(t, err)
	for i := range r.Report.Untested {
		assert.NotEqual(t, 100, r.Report.Untested[i].Code)
	}
	assert.NotEmpty(t, r.Suite.Tests)
	assert.FileExists(t, dir+"/evoke-panics.txt")
	assert.FileExists(t, dir+"/report.json")
	text := strings.Join(r.Report.Warnings, "\n")
	assert.Equal(t, 1, strings.Count(text, "blamedWriter panics"))
	for _, words := range []string{
		"oracle .*blamedOracle panics at .*blame_test.go",
		"writer .*blamedWriter panics at .*blame_test.go",
		"panics at .*blamedGene.* no change",
	} {
		assert.Regexp(t, words, text)
	}
}
