package store

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestChecks: the schema of a row and its plainest values heed what CHECKs demand.
func TestChecks(t *testing.T) {
	for _, c := range []struct {
		column Column
		checks []string
		schema string // without the type
		plain  any
	}{
		{Column{Type: "int"}, []string{"(a >= 5) AND (a < 10)"}, `"minimum":5,"maximum":9`, int64(5)},
		{Column{Type: "int"}, []string{"a > 2", "a <= 1000000000000"}, `"minimum":3,"maximum":2147483647`, int64(3)},
		{Column{Type: "int", numbered: true, HasDefault: true}, []string{"a > 2"}, `"minimum":3,"maximum":1073741823`,
			int64(3)},
		{Column{Type: "numeric(4,2)"}, []string{"a >= 0", "a <= 1"}, `"minimum":0,"maximum":1,"multipleOf":0.01`,
			int64(1)},
		{Column{Type: "double"}, []string{"a BETWEEN 0.25 AND 0.5"}, `"minimum":0.25,"maximum":0.5`, 0.5},
		{Column{Type: "varchar(9)"}, []string{"length(a) >= 3", "length(a) <= 20"}, `"minLength":3,"maxLength":9`,
			"aaa"},
		{Column{Type: "text"}, []string{"length(a) <= 20"}, `"maxLength":20`, "a"},
		{Column{Type: "text"}, []string{"a IN ('x', 'y')"}, `"enum":["x","y"]`, "x"},
		{Column{Type: "int"}, []string{"a IN (3, 4)"}, `"enum":[3,4]`, int64(3)},
		{Column{Type: "mood", Enum: []string{"sad", "ok"}}, []string{"a = 'ok'"}, `"enum":["ok"]`, "ok"},
		{Column{Type: "text"}, []string{"a LIKE 'x%'"}, `"pattern":"^x.*$"`, "x"},
	} {
		c.column.Name = "a"
		table := Table{Columns: []Column{c.column}, Checks: c.checks}
		if c.schema != "" {
			assert.Contains(t, table.Schema(), c.schema+"}", c.checks)
		}
		got, ok := table.plain(&c.column, 0)
		assert.True(t, ok, c.checks)
		assert.Equal(t, c.plain, got, c.checks)
	}
	table := Table{Columns: []Column{{Name: "a", Type: "int", Nullable: true}}, Checks: []string{"A IS NOT NULL"}}
	heedChecks(table.Columns, table.Checks)
	assert.True(t, table.Columns[0].Required())
}

func TestGreater(t *testing.T) {
	assert.Equal(t, []string{"2", "1", "1", "1", "1"}, []string{greater("1", "2", 1), greater("1", "2", -1),
		greater("", "1", 1), greater("1", "", 1), greater("1", "1.0", 1)})
}
