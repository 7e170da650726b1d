package store

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// rowsOf makes rows of a text: 1a is the row with the id 1 and the line a.
func rowsOf(text string) (out []row) {
	for _, word := range strings.Fields(text) {
		out = append(out, row{word[:1], word[1:]})
	}
	return out
}

// TestCompare: as little as possible is done, and rows that cannot come back to their places all come anew.
func TestCompare(t *testing.T) {
	placed := part{lines: []string{"a", "b", "c"}, clear: "DELETE", remove: "DELETE WHERE id IN", insert: "INSERT",
		placed: true}
	heap := placed
	heap.placed = false
	nameless := heap
	nameless.remove = ""
	loose := nameless
	loose.unordered = true
	for _, c := range []struct {
		name string
		part part
		rows string
		want []string
	}{
		{"nothing", placed, "1a 2b 3c", nil},
		{"a further row", placed, "1a 2b 3c 4d", []string{"DELETE WHERE id IN (4)"}},
		{"another row", placed, "1a 2x 3c", []string{"DELETE WHERE id IN (2)", "INSERT b"}},
		{"no rows", placed, "", []string{"INSERT a, b, c"}},
		{"another order", placed, "1c 2a 3b", nil},
		{"further rows between", heap, "1x 2a 3b 4c 5y", []string{"DELETE WHERE id IN (1, 5)"}},
		{"another row in a heap", heap, "1a 3c 2b", []string{"DELETE", "INSERT a, b, c"}},
		{"a missing row in a heap", heap, "1a 2b", []string{"DELETE", "INSERT a, b, c"}},
		{"a row without a name", nameless, "1a 2b 3c 4d", []string{"DELETE", "INSERT a, b, c"}},
		{"another order without names", nameless, "1c 2a 3b", []string{"DELETE", "INSERT a, b, c"}},
		{"an order that says nothing", loose, "1c 2a 3b", nil},
		{"another row without order", loose, "1c 2a 3a", []string{"DELETE", "INSERT a, b, c"}},
		{"very many rows", placed, "1a 2b 3c " + strings.Repeat("4x ", mostExtra+1),
			[]string{"DELETE", "INSERT a, b, c"}},
	} {
		change, changed := c.part.compare(rowsOf(c.rows))
		assert.Equal(t, c.want != nil, changed, c.name)
		if changed {
			assert.Equal(t, c.want, append(change.removals(), change.insertions()...), c.name)
		}
	}
	sequence := part{lines: []string{"SELECT setval(1)"}}
	change, changed := sequence.compare(rowsOf("0x"))
	assert.True(t, changed)
	assert.Nil(t, change.removals())
	assert.Equal(t, sequence.lines, change.insertions())
}

// TestInserting: a statement has a bounded length, and at least a line.
func TestInserting(t *testing.T) {
	long := strings.Repeat("x", 300<<10)
	assert.Equal(t, []string{"I a, b"}, inserting("I", []string{"a", "b"}))
	assert.Equal(t, []string{"I " + long, "I " + long, "I a, b"}, inserting("I", []string{long, long, "a", "b"}))
	assert.Empty(t, inserting("I", nil))
}

// TestAffected: a change reaches the tables that refer to its table by keys that act, and with a trigger all.
func TestAffected(t *testing.T) {
	tables := []Table{{Name: "A"}, {Name: "b", References: []Reference{{Table: "a", Acts: true}}},
		{Name: "c", References: []Reference{{Table: "b", Acts: true}, {Table: "d"}}}, {Name: "d"}}
	parts := []part{{table: "A"}, {table: "b"}, {table: "c"}, {table: "d", triggered: true}, {table: ""}}
	assert.Equal(t, map[string][]int{"a": {0, 1, 2, 4}, "b": {1, 2, 4}, "c": {2, 4}, "d": {0, 1, 2, 3, 4}},
		affected(tables, parts))
}
