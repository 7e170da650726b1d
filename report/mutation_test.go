package report_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/report"
)

func survivors(n int) (out []report.Survivor) {
	for range n {
		out = append(out, report.Survivor{Package: "example.com/x/shop", Function: "(*Store).Add",
			Change: "n > 100 becomes\nn >= 100"})
	}
	return out
}

func TestMutationSummary(t *testing.T) {
	const one = "  not noticed: shop.(*Store).Add: n > 100 becomes n >= 100\n"
	for name, tt := range map[string]struct {
		mutation *report.Mutation
		want     string
	}{
		"not asked for": {nil, ""},
		"not measured":  {&report.Mutation{Note: "it does\nnot build"}, "\nMutants: not measured: it does not build\n"},
		"all": {&report.Mutation{Mutants: 3, Noticed: 3, AssertionsBefore: 5, AssertionsAfter: 5},
			"\nMutants: 100.0 % of 3 noticed\n"},
		"nearly all": {&report.Mutation{Mutants: 2000, Noticed: 1999, Untried: 1, NotReached: 1200},
			"\nMutants: 99.9 % of 2,000 noticed, 1 not tried, 1,200 not reached\n"},
		"fewer assertions": {&report.Mutation{Mutants: 2, Noticed: 1, AssertionsBefore: 1400, AssertionsAfter: 1001,
			Survived: survivors(1)},
			"\nMutants: 50.0 % of 2 noticed\n  1,001 of 1400 assertions are enough to notice them\n" + one},
		"of a document": {
			&report.Mutation{Mutants: 1, Survived: []report.Survivor{{Function: "#save", Change: "is not there"}}},
			"\nMutants: 0.0 % of 1 noticed\n  not noticed: #save: is not there\n",
		},
		"in a file": {
			&report.Mutation{Mutants: 1, Survived: []report.Survivor{
				{Package: "src/store.js", Function: "Store.add", Change: "1 becomes 2", Line: 12},
			}},
			"\nMutants: 0.0 % of 1 noticed\n  not noticed: Store.add (src/store.js:12): 1 becomes 2\n",
		},
		"many survive": {&report.Mutation{Mutants: 8, Noticed: 1, Survived: survivors(7)},
			"\nMutants: 12.5 % of 8 noticed\n" + strings.Repeat(one, 5) + "  ... and 2 more in report.json\n"},
	} {
		t.Run(name, func(t *testing.T) {
			var text strings.Builder
			require.NoError(t, report.Summary(&text, &report.Report{Mutation: tt.mutation}))
			_, after, ok := strings.Cut(text.String(), "answered 5xx     0    0 %\n")
			if !ok { // there is no such operation
				_, after, ok = strings.Cut(text.String(), "Operations: 0\n")
			}
			require.True(t, ok)
			found, _, ok := strings.Cut(after, "\nFaults: none\n")
			require.True(t, ok)
			assert.True(t, strings.HasSuffix(found, tt.want), "%q", found)
			assert.Equal(t, tt.mutation != nil, strings.Contains(found, "Mutants"))
		})
	}
}

func TestMutationJSON(t *testing.T) {
	section := func(m *report.Mutation) map[string]any {
		data, err := report.JSON(&report.Report{Mutation: m})
		require.NoError(t, err)
		var d struct {
			Evoke struct{ Mutation map[string]any }
		}
		require.NoError(t, json.Unmarshal(data, &d))
		return d.Evoke.Mutation
	}
	assert.Nil(t, section(nil))
	assert.Equal(t, map[string]any{
		"mutants": 3.0, "noticed": 2.0, "percent": 66.6, "notReached": 4.0, "notTried": 5.0, "assertionsBefore": 9.0,
		"assertionsAfter": 8.0,
		"survived": []any{map[string]any{"package": "example.com/x/shop", "function": "(*Store).Add",
			"change": "n > 100 becomes\nn >= 100"}},
	}, section(&report.Mutation{Mutants: 3, Noticed: 2, NotReached: 4, Untried: 5, AssertionsBefore: 9,
		AssertionsAfter: 8, Survived: survivors(1)}))
	assert.Equal(t, []any{}, section(&report.Mutation{Note: "why"})["survived"])
}
