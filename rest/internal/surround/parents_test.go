package surround

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/probe/tables/where"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/link"
	"github.com/evoke-go/evoke/store"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// TestReferred: of a row that others refer to, the values that they name are kept, each once.
func TestReferred(t *testing.T) {
	of := func(columns ...string) store.Reference { return store.Reference{Table: "things", To: columns} }
	s := stores{tables: []store.Table{{Name: "things", References: []store.Reference{of("id")}},
		{Name: "parts", References: []store.Reference{of("id"), of("id", "kind"),
			{Table: "shops", To: []string{"size"}}}},
	}}
	row := store.Row{Table: "things", Values: value.Object{{Name: "id", Value: int64(3)}, {Name: "kind", Value: "x"},
		{Name: "size", Value: int64(1)}}}
	assert.Equal(t, []where.Assigned{{Column: "id", Value: int64(3)}, {Column: "kind", Value: "x"}},
		s.referred(t.Context(), row))
	assert.Empty(t, s.referred(t.Context(), store.Row{Table: "parts", Values: row.Values}))
}

// TestAdopt: rows that were added for others are wanted in the tests whose statements answered rows of their tables,
// and are heard of once.
func TestAdopt(t *testing.T) {
	parent := where.Wanted{Table: "Things", Values: []where.Assigned{{Column: "id", Value: int64(3)}}}
	w := &Wishes{around: &Surroundings{}, known: map[key]*wish{}}
	call := &action.Call{Op: &api.Operation{Template: &genotype.Call{}}, Genotype: &genotype.Call{}}
	step := &execute.Step{Exchange: &link.Exchange{Call: call}, Test: &testcase.Case{Actions: []testcase.Action{call}}}
	hear := func(some float64, table string) {
		w.around.parents = []where.Wanted{parent, {Table: "shops"}}
		step.Queries = []sut.Query{{Text: "q", Tables: []string{table}, Result: where.Result{Any: some}}}
		w.adopt(step)
		w.adopt(step)
	}
	hear(0.5, "things")
	hear(1, "parts")
	assert.Empty(t, w.order)
	for range patience {
		hear(1, "things")
	}
	own := w.order[0]
	assert.Len(t, w.order, 1)
	assert.Equal(t, patience, own.vain)
	assert.Equal(t, []where.Wanted{parent}, own.wanted)
	assert.True(t, own.isDue())
}
