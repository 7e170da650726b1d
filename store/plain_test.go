package store

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/value"
)

// TestPlain: the plainest values of a type come first, and end where the type ends.
func TestPlain(t *testing.T) {
	for _, c := range []struct {
		dialect dialect
		column  Column
		want    []any // the first values; nil where there is no further one
	}{
		{postgres, Column{Type: "int"}, []any{int64(1), int64(2)}},
		{postgres, Column{Type: "numeric(2,2)"}, []any{json.Number("0.99"), json.Number("-0.01"), nil}},
		{mysql, Column{Type: "decimal(2,2) unsigned"}, []any{json.Number("0.99"), json.Number("0.98")}},
		{mysql, Column{Type: "year"}, []any{int64(1901), int64(1902)}},
		{mysql, Column{Type: "tinyint(1)"}, []any{false, true, nil}},
		{mysql, Column{Type: "enum('a','b')", Enum: []string{"a", "b"}}, []any{"a", "b", nil}},
		{sqlite, Column{Type: "VARCHAR(1)"}, []any{"a", "b"}},
		{sqlite, Column{Type: "JSON"}, []any{value.Object{}, nil}},
		{sqlite, Column{Type: "DATE"}, []any{"2000-01-01", "2000-01-02"}},
		{sqlite, Column{Type: "DATETIME"}, []any{"2000-01-01T00:00:00Z", "2000-01-01T00:01:00Z"}},
		{sqlite, Column{Type: "time"}, []any{"00:00:00", "00:01:00"}},
		{postgres, Column{Type: "uuid"}, []any{"00000000-0000-4000-8000-000000000001"}},
		{postgres, Column{Type: "int[]"}, []any{"{}", nil}},
		{postgres, Column{Type: "inet"}, []any{"10.0.0.1", "10.0.0.2"}},
		{postgres, Column{Type: "xml"}, []any{"<a/>", nil}},
	} {
		table := Table{dialect: c.dialect}
		for n, want := range c.want {
			got, ok := table.plain(&c.column, n)
			assert.Equal(t, want != nil, ok, "%s %d", c.column.Type, n)
			if ok {
				assert.Equal(t, want, got, "%s %d", c.column.Type, n)
			}
		}
	}
	for n, want := range map[int]string{0: "a", 25: "z", 26: "aa", 51: "az", 52: "ba", 701: "zz", 702: "aaa"} {
		got, ok := word(n, 0, 2)
		assert.Equal(t, want, got)
		assert.Equal(t, n < 702, ok)
	}
	for n, want := range map[int]string{0: "aaa", 1: "aab", 26: "aba", 17576: "aaaa"} {
		got, ok := word(n, 3, 3)
		assert.Equal(t, want, got)
		assert.Equal(t, n < 17576, ok)
	}
	first, _ := word(0, 12, 0)
	second, _ := word(1, 12, 0)
	assert.Equal(t, []any{"aaaaaaaaaaaa", "aaaaaaaaaaab"}, []any{first, second})
}

// TestPlainOf: what drivers read becomes the plain value that was inserted, whether they return texts or not.
func TestPlainOf(t *testing.T) {
	at := time.Date(2024, 2, 29, 10, 30, 0, 0, time.UTC)
	for _, c := range []struct {
		kind kind
		read any
		want any
	}{
		{integer, int64(5), int64(5)}, {integer, []byte("5"), int64(5)}, {integer, int32(5), int64(5)},
		{number, "1.50", json.Number("1.50")}, {text, []byte("5"), "5"}, {text, nil, nil}, {boolean, true, true},
		{date, at, "2024-02-29"}, {clock, at, "10:30:00"}, {moment, at, "2024-02-29T10:30:00Z"},
		{moment, []byte("2024-02-29 10:30:00.5"), "2024-02-29T10:30:00.5Z"}, {integer, "x", "x"},
	} {
		got := plainOf(form{kind: c.kind}, c.read)
		if want, ok := c.want.(json.Number); ok {
			assert.True(t, value.Equal(want, got), got)
			continue
		}
		assert.Equal(t, c.want, got)
	}
}
