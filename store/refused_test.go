package store

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// pgError has the fields of an error of github.com/jackc/pgx, pqError those of github.com/lib/pq.
type (
	pgError struct{ Code, ConstraintName, ColumnName string }
	pqError struct{ Code, Constraint, Column string }
)

func (*pgError) Error() string { return "FEHLER: doppelter Schlüsselwert" }
func (*pqError) Error() string { return "pq: duplicate key" }

func TestRefusal(t *testing.T) {
	constraints := []constraint{{"a_pkey", Unique, []string{"id"}}, {"PRIMARY", Unique, []string{"id"}},
		{"a_b", Unique, []string{"b", "c"}}, {"a_fk", ForeignKey, []string{"d"}}, {"a_check", Check, nil}}
	for _, c := range []struct {
		dialect dialect
		err     error
		kind    Kind
		columns []string
		name    string
	}{
		{sqlite, errors.New("UNIQUE constraint failed: a.b, a.c"), Unique, []string{"b", "c"}, ""},
		{sqlite, errors.New("constraint failed: UNIQUE constraint failed: index 'a_b' (2067)"), Unique,
			[]string{"b", "c"}, "a_b"},
		{sqlite, errors.New("constraint failed: NOT NULL constraint failed: a.b (1299)"), NotNull, []string{"b"}, ""},
		{sqlite, errors.New("CHECK constraint failed: length(b) > (1)"), Check, nil, "length(b) > (1)"},
		{sqlite, errors.New("constraint failed: CHECK constraint failed: length(b) > 1 (275)"), Check, nil,
			"length(b) > 1"},
		{sqlite, errors.New("FOREIGN KEY constraint failed"), ForeignKey, nil, ""},
		{sqlite, errors.New("datatype mismatch (20)"), Type, nil, ""},
		{sqlite, errors.New("cannot store TEXT value in INTEGER column a.b (3091)"), Type, []string{"b"}, ""},
		{sqlite, errors.New("database is locked"), "", nil, ""},
		{postgres, &pgError{Code: "23505", ConstraintName: "a_b"}, Unique, []string{"b", "c"}, "a_b"},
		{postgres, fmt.Errorf("x: %w", &pqError{Code: "23502", Column: "b"}), NotNull, []string{"b"}, ""},
		{postgres, errors.New("ERROR: value too long for type character varying(3) (SQLSTATE 22001)"), Type, nil, ""},
		{postgres, errors.New("ERROR: relation does not exist (SQLSTATE 42P01)"), "", nil, ""},
		{mysql, errors.New("Error 1062 (23000): Duplicate entry '1' for key 'a.PRIMARY'"), Unique, []string{"id"},
			"PRIMARY"},
		{mysql, errors.New("Error 1062 (23000): Duplicate entry 'for key x-1' for key 'a_b'"), Unique,
			[]string{"b", "c"}, "a_b"},
		{mysql, errors.New("Error 1452 (23000): Cannot add or update a child row: a foreign key constraint fails " +
			"(`x`.`a`, CONSTRAINT `a_fk` FOREIGN KEY (`d`) REFERENCES `e` (`id`))"), ForeignKey, []string{"d"}, "a_fk"},
		{mysql, errors.New("Error 3819 (HY000): Check constraint 'a_check' is violated."), Check, nil, "a_check"},
		{mysql, errors.New("Error 4025 (23000): CONSTRAINT `a.b` failed for `x`.`a`"), Check, nil, "a.b"},
		{mysql, errors.New("Error 1364 (HY000): Field 'b' doesn't have a default value"), NotNull, []string{"b"}, ""},
		{mysql, errors.New("Error 1406 (22001): Data too long for column 'b' at row 1"), Type, []string{"b"}, ""},
		{mysql, errors.New("Error 1146 (42S02): Table 'x.a' doesn't exist"), "", nil, ""},
		{mysql, errors.New("invalid connection"), "", nil, ""},
	} {
		got := refusal(&Table{Name: "a", dialect: c.dialect, constraints: constraints}, c.err)
		if c.kind == "" {
			assert.Nil(t, got, c.err)
			continue
		}
		require.NotNil(t, got, c.err)
		assert.Equal(t, Refused{"a", c.kind, c.columns, c.name, c.err}, *got)
		require.ErrorIs(t, got, c.err)
		assert.Contains(t, got.Error(), "store: a refuses a row: "+string(c.kind))
	}
}
