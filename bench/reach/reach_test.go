package reach_test

import (
	"flag"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/bench/reach"
	"github.com/evoke-go/evoke/suite"
)

var (
	calls = flag.Int("calls", 20000, "the budget of each search")
	seeds = flag.Uint64("seeds", 3, "how many searches there are")
)

// TestReached: each operation of the service succeeds in the suites of two searches of
// three at least. One in twenty misses the deepest filter, or the chain. The tests of as many
// send the codes that earlier answers had, as variables.
func TestReached(t *testing.T) {
	succeeded := map[string]uint64{}
	for _, name := range []string{"voucher", "X-Proof", "body"} {
		succeeded[name+" has a variable"] = 0
	}
	for seed := range *seeds {
		result, err := evoke.Run(t.Context(), evoke.Config{
			Schema: reach.Schema(), Handler: reach.New, Budget: evoke.Budget{Calls: *calls},
			Search: evoke.Search{Seed: seed},
		})
		require.NoError(t, err)
		for i := range result.Report.Operations {
			o := &result.Report.Operations[i]
			if o.Succeeded() {
				succeeded[o.Name]++
				continue
			}
			succeeded[o.Name] += 0
			t.Logf("seed %d misses %s", seed, o.Name)
		}
		for name := range claimed(result.Suite) {
			succeeded[name+" has a variable"]++
		}
	}
	for name, n := range succeeded {
		assert.GreaterOrEqual(t, 3*n, 2**seeds, name)
	}
}

// claimed returns the inputs of a suite that are sent as variables: "body", or the name of a parameter.
func claimed(s *suite.Suite) map[string]bool {
	variables := map[string]bool{}
	note := func(name string, text suite.Text) {
		for _, p := range text {
			if p.Var != "" {
				variables[name] = true
			}
		}
	}
	for i := range s.Tests {
		for _, step := range s.Tests[i].Steps {
			if step.Call == nil {
				continue
			}
			for _, f := range append(step.Call.Request.Query, step.Call.Request.Headers...) {
				note(f.Name, f.Value)
			}
			if b := step.Call.Request.Body; b != nil {
				note("body", b.Text)
			}
		}
	}
	return variables
}
