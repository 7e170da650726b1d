package tables

import (
	"database/sql"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestMisfits: each column is told once, with the kind of the variable that it did not fit.
func TestMisfits(t *testing.T) {
	Misfits()
	var flag *bool
	variables := []any{&flag, &flag, new(uint8), &sql.NullInt64{}, &sql.Null[time.Time]{}, new(string), nil}
	for _, variable := range variables {
		onUnread("a", variable)
	}
	assert.Equal(t, []Misfit{{"a", "bool"}, {"a", "uint8"}, {"a", "int64"}, {"a", "time"}, {"a", "string"}, {"a", ""}},
		Misfits())
	for i := range 2 * mostMisfits {
		onUnread(string(rune('a'+i)), new(int))
	}
	assert.Len(t, Misfits(), mostMisfits)
	assert.Empty(t, Misfits())
}
