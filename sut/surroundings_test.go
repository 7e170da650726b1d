package sut

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/probe/tables"
	"github.com/evoke-go/evoke/probe/tables/where"
)

// TestQueries: a statement has targets, and an INSERT has none, though both are told, until the INSERT is judged no
// longer.
func TestQueries(t *testing.T) {
	q := &queries{}
	told := q.ask()
	told()
	t.Cleanup(func() { tables.Ask(false) })
	p := &Probes{registry: &fitness.Registry{}}
	take := func() []Reached {
		tables.Note(Query{Text: "INSERT", Inserts: true, Result: where.Result{Any: 0.5, None: 1}},
			Query{Text: "SELECT", Result: where.Result{Any: 0.5, None: 0.7}})
		return q.take(nil, p)
	}
	reached := take()
	require.Len(t, reached, 2)
	assert.Equal(t, "answers rows: SELECT", p.registry.Target(reached[0].Target).Name)
	assert.Len(t, told(), 2)
	assert.Empty(t, q.heard(nil))
	for range mostSince {
		take()
	}
	q.silence(func(fitness.ID) bool { return false })
	assert.True(t, q.known["INSERT"].quiet)
	assert.False(t, q.known["SELECT"].quiet)
}
