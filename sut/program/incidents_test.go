package program_test

import (
	"os"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/oracle/whitebox"
	"github.com/evoke-go/evoke/sut/program"
)

// line is that of a place.
var line = regexp.MustCompile(` \(main\.go:\d+\)`)

// TestWhatNoAnswerShows: incidents and costs of calls with successful answers are found as in a handler, with the
// places in package main that decide. Nothing is reported if all goes well.
func TestWhatNoAnswerShows(t *testing.T) {
	if testing.Short() {
		return // it makes a search
	}
	schema, err := os.ReadFile("testdata/vault/slips/openapi.yaml")
	require.NoError(t, err)
	result, err := evoke.Run(t.Context(), evoke.Config{
		Schema: string(schema),
		System: evoke.System{Controller: newController(t, program.Options{Package: "./slips", Keep: true})},
		REST:   rest.Options{With: whitebox.Codes()}, Search: evoke.Search{Seed: 1}, Budget: evoke.Budget{Calls: 2000},
		Output: evoke.Output{Dir: t.TempDir()},
	})
	require.NoError(t, err)
	var found []string
	for _, f := range result.Report.Faults() {
		assert.NotEmpty(t, f.Tests, f.Key)
		found = append(found, line.ReplaceAllString(f.Key, ""))
	}
	assert.ElementsMatch(t, []string{
		"GET /slips/{n}/logs 1300 main.logs", "GET /slips/{n}/recovers 1301 main.third",
		"GET /slips/{n}/drops 1302 main.drops", "GET /slips/{n}/opens 1303 main.opens",
		"GET /slips/{n}/counts 1305 main.counts int16(number(r))",
		"GET /slips/{n}/loops 1306 n is an attack by a growing number", "POST /slips/{n}/writes 1307 main.writes",
	}, found)
}
