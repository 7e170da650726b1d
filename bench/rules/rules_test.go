package rules_test

import (
	"flag"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/bench/rules"
)

var (
	calls = flag.Int("calls", 4000, "the budget of each search")
	seed  = flag.Uint64("seed", 0, "of the searches")
)

// passed searches the service, and returns the operations that succeeded and those that
// did not.
func passed(t *testing.T, white evoke.WhiteBox) (good, bad []string, result *evoke.Result) {
	t.Helper()
	result, err := evoke.Run(t.Context(), evoke.Config{
		Schema: rules.Schema(), Handler: rules.New, Budget: evoke.Budget{Calls: *calls},
		Search: evoke.Search{Seed: *seed}, WhiteBox: white,
	})
	require.NoError(t, err)
	for i := range result.Report.Operations {
		if o := &result.Report.Operations[i]; o.Succeeded() {
			good = append(good, o.Name)
		} else {
			bad = append(bad, o.Name)
		}
	}
	return good, bad, result
}

// TestRulesOfLibraries: more checks of libraries are passed where the search listens
// to what these compare, and the report says where that was.
func TestRulesOfLibraries(t *testing.T) {
	with, without, result := passed(t, evoke.WhiteBox{})
	t.Logf("with libraries: %d of %d passed; not %v", len(with), len(with)+len(without), without)
	modules := map[string]bool{}
	for _, l := range result.Report.Libraries {
		modules[l.Module] = l.Places > 0
	}
	t.Log(fmt.Sprint(result.Report.Libraries))
	for _, module := range []string{"github.com/go-playground/validator/v10", "github.com/go-ozzo/ozzo-validation/v4",
		"github.com/asaskevich/govalidator"} {
		assert.True(t, modules[module], module)
	}
	own, left, result := passed(t, evoke.WhiteBox{NoLibraries: true})
	t.Logf("without: %d passed; not %v", len(own), left)
	assert.Empty(t, result.Report.Libraries)
	assert.Greater(t, len(with), len(own)+5)
}
