package resource

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe/tables"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/sut"
)

func TestTablesTellOfDependencies(t *testing.T) {
	all := shopSpace(t).Resources
	of := func(path string) *api.Operation { return all.byPath[path].ops[0] }
	product, orders, item, ping := of("/products/{productName}"), of("/orders"), of("/orders/{id}"), of("/ping")
	index := func(op *api.Operation) int { return all.byPath[op.Spec.Path].Index }
	find := func(known *Tables) []Edge {
		var g Graph
		known.Written(&g)
		return g.Edges()
	}
	use := func(way tables.Way, table string, columns ...string) []sut.Table {
		return []sut.Table{{Table: table, Way: way, Columns: columns}}
	}

	known := NewTables(all)
	require.Len(t, known.Learn(orders, use(tables.Read, "stock"), false), 1, "a refused call reads")
	require.Empty(t, known.Learn(product, use(tables.Insert, "stock"), false), "but writes nothing")
	require.Empty(t, find(known))
	require.Len(t, known.Learn(product, use(tables.Insert, "stock", "x"), true), 1)
	require.Empty(t, known.Learn(product, use(tables.Insert, "stock", "x"), true), "no news")
	require.Equal(t, []Edge{{index(orders), index(product), true, 1, ByTables}}, find(known))
	known.Tell()
	assert.Equal(t, []api.Writer{{Op: product, Probability: 1}}, orders.Writers)
	assert.Empty(t, product.Writers)
	assert.Equal(t, []string{"stock"}, known.Between(false)(index(orders), index(product)))
	assert.Empty(t, known.Between(false)(index(product), index(orders)))
	assert.Equal(t, []string{"stock"}, known.Between(true)(index(product), index(orders)))

	known.Learn(item, use(tables.Read, "stock"), true)
	assert.InDelta(t, 2.0/3, find(known)[0].Probability, 1e-9, "one of three others reads it")
	known.Learn(ping, use(tables.Update, "stock", "y"), true)
	assert.Len(t, find(known), 4, "columns are not told by who reads")

	known = NewTables(all)
	known.Learn(orders, use(tables.Read, "stock", "x"), true)
	known.Learn(product, use(tables.Update, "stock", "y"), true)
	known.Learn(ping, use(tables.Delete, "stock"), true)
	require.Empty(t, find(known), "other columns, and what is deleted is not there")
	require.Len(t, known.Learn(orders, use(tables.Read, "stock", "y"), true), 1, "more columns are news")
	require.Len(t, find(known), 1)
	require.Len(t, known.Learn(orders, use(tables.Read, "stock"), true), 1, "all columns too")
	require.Empty(t, known.Learn(orders, use(tables.Read, "stock", "z"), true))

	known = NewTables(all)
	for _, r := range all.All {
		known.Learn(r.ops[0], use(tables.Read, "users"), true)
	}
	known.Learn(product, use(tables.Insert, "users"), true)
	known.Tell()
	assert.Empty(t, find(known), "what all read says nothing")
	assert.Empty(t, orders.Writers, "what was told is told anew")

	var g Graph
	known.Accessed(&g, ping, use(tables.Read, "users"))
	assert.Len(t, g.Edges(), len(all.All)-1, "as published, it says all")
	assert.False(t, g.Edges()[0].Directed)
}
