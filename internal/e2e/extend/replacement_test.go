package extend_test

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/examples/bookshop/shop"
	"github.com/evoke-go/evoke/internal/e2e/extend/testdata/parcel"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/probe"
)

// TestReplacementsThatDoNotFit: a mistake in the table is told, with the row it
// is in, and nothing is searched without the replacement.
func TestReplacementsThatDoNotFit(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds programs")
	}
	_, err := evoke.Run(t.Context(), evoke.Config{
		Schema: string(shop.Schema), Handler: shop.New,
		WhiteBox: evoke.WhiteBox{Replacements: []probe.Replacement{{Func: "strings.Contain",
			With: "github.com/evoke-go/evoke/probe.Contains"}}},
	})
	require.ErrorContains(t, err, "replacement of strings.Contain by github.com/evoke-go/evoke/probe.Contains: "+
		"package strings has no function Contain")
	assert.NotContains(t, err.Error(), "\n")
}

const parcelSchema = `
openapi: 3.0.3
info: {title: Parcels, version: "1"}
paths:
  /parcels/{label}:
    get:
      parameters: [{name: label, in: path, required: true, schema: {type: string, enum: [a-b, ab]}}]
      responses:
        "200": {description: one, content: {text/plain: {schema: {type: string}}}}
        "400": {description: no label}
  /stations:
    get:
      responses:
        "200": {description: all, content: {text/plain: {schema: {type: string}}}}
`

// TestReplacementsThatAreWrong: what the program does only because a function of the user's stands in for another one
// is no finding, and the function is named.
func TestReplacementsThatAreWrong(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds programs")
	}
	const index = "github.com/evoke-go/evoke/internal/e2e/extend/testdata/parcel/near.Index"
	c := evoke.Config{Schema: parcelSchema, Handler: parcel.New, Budget: evoke.Budget{Calls: 200}}
	c.WhiteBox.Cover = []string{"./testdata/parcel"}
	c.WhiteBox.NoLibraries = true
	c.WhiteBox.Replacements = []probe.Replacement{{Func: "strings.Index", With: index}}
	dir, err := os.MkdirTemp(".", "evoke-replaced-")
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, os.RemoveAll(dir)) })
	c.Output.Dir, c.Output.Mutants = dir, -1
	c.Output.Writers = []output.Writer{&gotest.Writer{
		Constructor: gotest.Func{
			ImportPath: "github.com/evoke-go/evoke/internal/e2e/extend/testdata/parcel", Name: "New",
		},
	}}
	r, err := evoke.Run(t.Context(), c)
	require.NoError(t, err)
	assert.Empty(t, r.Report.Faults())
	for i := range r.Suite.Tests {
		assert.Empty(t, r.Suite.Tests[i].Faults)
	}
	text := strings.Join(r.Report.Warnings, "\n")
	assert.Contains(t, text, "1 written test did not pass under go test without "+index+", which stands in for "+
		"strings.Index: does it return what the other one returns? callstest.Alike compares them; dropped, since the "+
		"program alone does not show this: 100 in GET /parcels/{label}: the handler panics: "+
		"runtime error: slice bounds out of range [:101]")
}
