package suite_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/internal/e2e/suite/testdata/depot"
	"github.com/evoke-go/evoke/report"
)

const depotSchema = `
openapi: 3.0.3
info: {title: Depot, version: "1"}
paths:
  /alpha: {post: {responses: {"201": {description: made}}}}
  /beta: {post: {responses: {"201": {description: made}}}}
  /gamma: {post: {responses: {"201": {description: made}}}}
  /omega: {get: {responses: {"200": {description: some}, "404": {description: none}}}}
  /psi: {get: {responses: {"200": {description: some}, "404": {description: none}}}}
`

// TestStatementsTellWhatOperationsNeed: a search learns from the statements of a program which operation reads what
// another one wrote, where drivers are wrapped by hand and where the program has no line for it.
func TestStatementsTellWhatOperationsNeed(t *testing.T) {
	if testing.Short() {
		return // it builds the program with probes
	}
	needs := func(from, to, table string) report.Dependency {
		return report.Dependency{From: from, To: to, Directed: true, Probability: 1, Why: []string{"tables"},
			Tables: []string{table}}
	}
	want := []report.Dependency{needs("/omega", "/alpha", "stock"), needs("/psi", "/beta", "notices")}
	for name, handler := range map[string]func() http.Handler{"by hand": depot.ByHand, "by itself": depot.New} {
		t.Run(name, func(t *testing.T) {
			result, err := evoke.Run(t.Context(), evoke.Config{
				Schema: depotSchema, Handler: handler, Budget: evoke.Budget{Calls: 300},
				WhiteBox: evoke.WhiteBox{Cover: []string{"./testdata/depot"}},
				Output:   evoke.Output{Dir: t.TempDir(), Mutants: -1},
			})
			require.NoError(t, err)
			assert.ElementsMatch(t, want, result.Report.Dependencies)
		})
	}
}
