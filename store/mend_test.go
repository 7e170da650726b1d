package store

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/value"
)

// TestMend: a row gets values that the CHECKs accept, in columns that may change.
func TestMend(t *testing.T) {
	columns := []Column{{Name: "a", Type: "text"}, {Name: "b", Type: "integer"}, {Name: "c", Type: "integer"},
		{Name: "d", Type: "date"}, {Name: "e", Type: "date", Nullable: true}}
	for _, tt := range []struct {
		name    string
		dialect dialect
		checks  []string
		row     value.Object
		keep    []string
		want    value.Object // nil: as it was
	}{
		{"accepted", sqlite, []string{"b > 3"}, value.Object{{Name: "b", Value: int64(4)}}, nil, nil},
		{"a number", sqlite, []string{"b > 3"}, value.Object{{Name: "b", Value: int64(1)}}, nil,
			value.Object{{Name: "b", Value: int64(4)}}},
		{"kept", sqlite, []string{"b > 3"}, value.Object{{Name: "b", Value: int64(1)}}, []string{"b"}, nil},
		{"NULL is accepted", sqlite, []string{"b > 3"}, value.Object{{Name: "b", Value: nil}}, nil, nil},
		{"a column of another", sqlite, []string{"b BETWEEN 0 AND c"},
			value.Object{{Name: "b", Value: int64(9)}, {Name: "c", Value: int64(5)}}, []string{"c"},
			value.Object{{Name: "b", Value: int64(0)}, {Name: "c", Value: int64(5)}}},
		{"an order of days", sqlite, []string{"e IS NULL OR e > d"},
			value.Object{{Name: "d", Value: "2026-01-02"}, {Name: "e", Value: "2026-01-01"}}, []string{"d"},
			value.Object{{Name: "d", Value: "2026-01-02"}, {Name: "e", Value: nil}}},
		{"a pattern", sqlite, []string{"a LIKE '__-%'"}, value.Object{{Name: "a", Value: "zz"}}, nil,
			value.Object{{Name: "a", Value: "aa-"}}},
		{"a pattern of PostgreSQL", postgres, []string{"((a)::text ~ '^[A-Z]{4}$'::text)"},
			value.Object{{Name: "a", Value: "zz"}}, nil, value.Object{{Name: "a", Value: "AAAA"}}},
		{"small letters", mysql, []string{"`a` = lcase(`a`)"}, value.Object{{Name: "a", Value: "Ab"}}, nil,
			value.Object{{Name: "a", Value: "ab"}}},
		{"not to be fulfilled", sqlite, []string{"b > 3", "b < 3"}, value.Object{{Name: "b", Value: int64(1)}},
			nil, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tables := []Table{{Name: "t", Columns: columns, Checks: tt.checks, dialect: tt.dialect}}
			relate(tables)
			if tt.want == nil {
				tt.want = tt.row
			}
			assert.Equal(t, tt.want, tables[0].Mend(tt.row, tt.keep))
		})
	}
}

// TestFit: a column keeps to what the program reads it into.
func TestFit(t *testing.T) {
	for _, c := range []struct{ column, kind, schema string }{
		{"numeric", "bool", `{"type":"integer","enum":[0,1]}`},
		{"integer", "bool", `{"type":"integer","enum":[0,1]}`},
		{"integer", "uint8", `{"type":"integer","minimum":0,"maximum":255}`},
		{"integer", "int16", `{"type":"integer","minimum":-32768,"maximum":32767}`},
		{"numeric", "uint", `{"type":"integer","minimum":0,"maximum":18446744073709551615}`},
		{"text", "time", `{"type":"string","format":"date-time"}`},
		{"text", "string", `{"type":"string"}`},
	} {
		table := Table{Columns: []Column{{Name: "a", Type: c.column}}, dialect: sqlite}
		assert.True(t, table.Column("A").Fit(c.kind))
		assert.False(t, table.Column("a").Fit(c.kind), "it is known")
		assert.Contains(t, table.Schema(), `"a":`+c.schema, c.kind)
	}
}
