package rows_test

import (
	"database/sql"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/internal/rows"
)

// TestNoDatabase: without a database nothing is kept and nothing put back. Those with one are tested where there are
// drivers, in bench/stores/lockers.
func TestNoDatabase(t *testing.T) {
	r := rows.New(rows.Options{Database: func() *sql.DB { return nil }})
	assert.ErrorContains(t, r.Keep(t.Context()), "keep the rows: there is no database")
	assert.ErrorContains(t, r.Restore(t.Context()), "none are kept")
	assert.NoError(t, r.Close(t.Context()))
}
