package tables_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/probe/tables"
	"github.com/evoke-go/evoke/probe/tables/where"
)

// TestNote: questions of other stores are among those of SQL, the best scores of each text together.
func TestNote(t *testing.T) {
	tables.Ask(true)
	defer tables.Ask(false)
	asks := func(text string, some float64, conditions ...string) tables.Question {
		q := tables.Question{Text: text, Conditions: conditions, Result: where.Result{Any: some, None: 1}}
		for range conditions {
			q.Result.Conditions = append(q.Result.Conditions, where.Outcome{True: some, False: 1})
		}
		return q
	}
	broken := asks("broken", 0.5, "x")
	broken.Result.Conditions = nil
	first := asks("b", 0.4, "x")
	tables.Note(first, asks("a", 0.2), asks("b", 0.7, "x"), asks("b", 0.9, "y"), broken, asks("", 1))
	got := tables.Answered(nil)
	assert.Equal(t, []tables.Question{asks("a", 0.2), asks("b", 0.7, "x")}, got)
	assert.InDelta(t, 0.4, first.Result.Conditions[0].True, 0, "a question of the caller stays as it was")
	tables.Note(asks("a", 0.2))
	tables.Unask()
	assert.Empty(t, tables.Answered(nil))
}
