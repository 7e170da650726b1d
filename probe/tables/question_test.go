package tables

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/probe/tables/where"
)

// TestShapes: of statements that differ in their texts and numbers alone, the first few keep their own texts, and all
// others share a text.
func TestShapes(t *testing.T) {
	var j judgement
	for i := range mostTexts + 2 {
		text := fmt.Sprintf("SELECT * FROM things WHERE name = '%d' AND size > %d", i, i)
		q := j.parse(text, where.Any)
		conditions := q.Conditions()
		if i >= mostTexts {
			text, conditions = "SELECT * FROM things WHERE name = ? AND size > ?", []string{"name = ?", "size > ?"}
		}
		assert.Equal(t, text, q.text)
		assert.Equal(t, conditions, q.conditions)
	}
	other := "SELECT * FROM parts WHERE name = 'a'"
	assert.Equal(t, other, j.parse(other, where.Any).text)
	assert.Nil(t, j.parse("SELECT 1", where.Any).Query)
}
