package invariant

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/value"
)

// TestAlways: relations between values of the answer that were never broken can be asserted, and tell answers that
// break them.
func TestAlways(t *testing.T) {
	m := learned(200, func(i int, got value.Object) {
		if i == 150 {
			got[9].Value = "2027-01-01" // response/to
			got[8].Value = "2027-01-02"
		}
	})
	all := m.Always("POST /sales", "response")
	var got [][]string
	for _, r := range all {
		got = append(got, append([]string{r.Form}, r.Of...))
	}
	assert.ElementsMatch(t, [][]string{
		{NullIf, "/ended", "/status", "open"}, {PartOf, "/id", "/link"},
		{Sum, "/lines/*/twice", "/lines/*/amount", "/lines/*/amount"},
		{Product, "/lines/*/twice", "/lines/*/amount", "/lines/*/unit"},
		{Same, "/sum", "the sum of /lines/*/amount"}, {Product, "/total", "/count", "/price"},
		{Sum, "the sum of /lines/*/twice", "/sum", "/sum"},
	}, got)
	answer := func(text string) any {
		v, err := value.ParseJSON([]byte(text))
		require.NoError(t, err)
		return v
	}
	total, most := []string{"/total", "/count", "/price"}, []string{"/l/*/a", "/l/*/b"}
	for _, tt := range []struct {
		r              Relation
		text           string
		holds, applies bool
	}{
		{Relation{Product, total}, `{"total": 6, "count": 2, "price": 3}`, true, true},
		{Relation{Product, total}, `{"total": 7, "count": 2, "price": 3}`, false, true},
		{Relation{Product, total}, `{"total": 7, "count": 2}`, false, false},
		{Relation{AtMost, most}, `{"l": [{"a": 1, "b": 2}, {"a": 2}]}`, true, true},
		{Relation{AtMost, most}, `{"l": [{"a": 1, "b": 2}, {"a": 3, "b": 2}]}`, false, true},
		{Relation{Same, []string{"/n", "the size of /l"}}, `{"l": [1, 2], "n": 2}`, true, true},
		{Relation{NullIf, []string{"/end", "/state", "new"}}, `{"state": "new", "end": 1}`, false, true},
		{Relation{NullIf, []string{"/end", "/state", "new"}}, `{"state": "old", "end": 1}`, true, true},
		{Relation{NullIf, []string{"/end", "/state", "new"}}, `{"end": 1}`, false, false},
	} {
		holds, applies := tt.r.Holds(answer(tt.text))
		assert.Equal(t, []bool{tt.holds, tt.applies}, []bool{holds, applies}, "%v %s", tt.r, tt.text)
	}
}
