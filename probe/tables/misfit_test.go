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
	for _, variable := range []any{&flag, &flag, new(uint8), &sql.NullInt64{}, &sql.Null[time.Time]{}, new(string), nil} {
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
