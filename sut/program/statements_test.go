package program_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/probe/tables"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/sut/program"
)

const depotSchema = `
openapi: 3.0.3
info: {title: Depot, version: "1"}
paths:
  /alpha: {post: {responses: {"201": {description: made}}}}
  /beta: {post: {responses: {"201": {description: made}}}}
  /omega: {get: {responses: {"200": {description: some}, "404": {description: none}}}}
`

// TestStatementsOfProgramsAreHeard: a program that knows nothing of Evoke tells which tables its statements use.
func TestStatementsOfProgramsAreHeard(t *testing.T) {
	c := newController(t, program.Options{Package: "./depot", Keep: true})
	result, err := evoke.Run(t.Context(), evoke.Config{
		Schema: depotSchema, System: evoke.System{Controller: c}, Search: evoke.Search{Seed: 1},
		Budget: evoke.Budget{Calls: 200}, Output: evoke.Output{Dir: t.TempDir()},
	})
	require.NoError(t, err)
	assert.Equal(t, []report.Dependency{{From: "/omega", To: "/alpha", Directed: true, Probability: 1,
		Why: []string{"tables"}, Tables: []string{"stock"}}}, result.Report.Dependencies)
}

// TestTablesOfEachCall: the tables of a call are told with what it reached, once they are asked for.
func TestTablesOfEachCall(t *testing.T) {
	c, registry := started(t, program.Options{Package: "./depot"})
	in := c.Inside(registry)
	assert.Empty(t, in.Tables())
	for _, call := range []struct {
		method, target string
		want           []sut.Table
	}{
		{"POST", "/alpha", []sut.Table{{Table: "stock", Way: tables.Insert, Columns: []string{"x"}}}},
		{"GET", "/omega", []sut.Table{{Table: "stock", Way: tables.Read}}},
		{"GET", "/nothing", nil},
	} {
		require.NoError(t, c.Begin(t.Context(), true))
		resp, err := c.Call(t.Context(), &sut.Request{Method: call.method, Target: call.target})
		require.NoError(t, err)
		require.Equal(t, sut.Answered, resp.Outcome)
		_, err = c.Take(t.Context(), nil)
		require.NoError(t, err)
		assert.Equal(t, call.want, in.Tables(), call.target)
	}
}

// TestNoDatabaseIsAdded: nothing that is added to programs brings database/sql with it.
func TestNoDatabaseIsAdded(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps",
		"github.com/evoke-go/evoke/sut/program/inside").Output()
	require.NoError(t, err)
	names := strings.Fields(string(out))
	assert.Contains(t, names, "github.com/evoke-go/evoke/probe/tables")
	assert.NotContains(t, names, "database/sql")
}
