package stores_test

import (
	"database/sql"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/store"
	"github.com/evoke-go/evoke/value"
)

// TestChange: all rows of a table get the given values, and no column that tells rows apart can be changed so.
func TestChange(t *testing.T) {
	eachSystem(t, func(t *testing.T, s system, db *sql.DB) {
		execute(t, db, library[s.dialect])
		d := store.SQL(db)
		for _, email := range []string{"a@b.c", "d@e.f"} {
			require.NoError(t, d.Insert(t.Context(), "members", value.Object{{Name: "level", Value: int64(2)},
				{Name: "email", Value: email}, {Name: "joined", Value: "2026-01-02"}}))
		}
		newest, err := d.Newest(t.Context(), "members")
		require.NoError(t, err)
		assert.Equal(t, []string{"level", "active", "joined"}, names(newest))
		joined, _ := newest.Get("joined")
		assert.Contains(t, joined, "2026-01-02")

		values := value.Object{{Name: "level", Value: int64(7)}, {Name: "joined", Value: nil}}
		require.NoError(t, d.Change(t.Context(), "MEMBERS", values))
		assert.Equal(t, "UPDATE members SET level = 7, joined = NULL", d.Changing("members", values))
		var n int
		require.NoError(t, db.QueryRow("SELECT count(*) FROM members WHERE level = 7 AND joined IS NULL").Scan(&n))
		assert.Equal(t, 2, n)

		var refused *store.Refused
		require.ErrorAs(t, d.Change(t.Context(), "members", value.Object{{Name: "level", Value: int64(10)}}), &refused)
		assert.Equal(t, store.Check, refused.Kind)
		require.Error(t, d.Change(t.Context(), "nowhere", values))
		newest, err = d.Newest(t.Context(), "order")
		require.NoError(t, err)
		assert.Nil(t, newest)

		tables, err := d.Tables(t.Context())
		require.NoError(t, err)
		assert.NotContains(t, tables[0].Changes(), "email")
		assert.Contains(t, tables[0].Changes(), `"level":{"type":"integer","minimum":1,"maximum":9}`)
		assert.Contains(t, tables[1].Schema(), `"member":{"type":"integer","minimum":1,`, "as the key of members")
	})
}

// TestRowsAreMended: a row whose values a CHECK refuses gets others that it accepts, in each system.
func TestRowsAreMended(t *testing.T) {
	patterns := map[string]string{"sqlite": "code GLOB '[A-Z][0-9]'", "postgres": "code ~ '^[A-Z][0-9]$'",
		"mysql": "code REGEXP '^[A-Z][0-9]$'"}
	eachSystem(t, func(t *testing.T, s system, db *sql.DB) {
		execute(t, db, "CREATE TABLE spans (low INT NOT NULL, high INT NOT NULL, "+
			"host VARCHAR(20) NOT NULL CHECK (host = lower(host)), code VARCHAR(4) NOT NULL, "+
			"CHECK ("+patterns[s.dialect]+"), CHECK (high BETWEEN low AND 100))")
		d := store.SQL(db)
		tables, err := d.Tables(t.Context())
		require.NoError(t, err)
		row := value.Object{{Name: "low", Value: int64(50)}, {Name: "high", Value: int64(7)},
			{Name: "host", Value: "Ab"}, {Name: "code", Value: "zz"}}
		require.Error(t, d.Insert(t.Context(), "spans", row))
		mended := tables[0].Mend(row, []string{"low"})
		require.NoError(t, d.Insert(t.Context(), "spans", mended), mended)
		low, _ := mended.Get("low")
		assert.Equal(t, int64(50), low)
		require.NoError(t, d.Insert(t.Context(), "spans", tables[0].Mend(row, nil)))
	})
}

// names returns the names of the columns of a row.
func names(row value.Object) (out []string) {
	for _, m := range row {
		out = append(out, m.Name)
	}
	return out
}
