package api

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/openapi"
)

// TestSortsBy: a parameter is known by its name, or by values of which one is the opposite of another one.
func TestSortsBy(t *testing.T) {
	for name, tt := range map[string]struct {
		param  string
		values []any
		want   bool
	}{
		"named":        {"order_by", nil, true},
		"minus":        {"arranged", []any{"price", "-price"}, true},
		"words":        {"by", []any{"price_asc", "price_desc"}, true},
		"one way":      {"by", []any{"price_desc"}, false},
		"any choices":  {"kind", []any{"red", "re-used"}, false},
		"plain filter": {"kind", nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			p := &openapi.Parameter{Name: tt.param, In: openapi.InQuery, Schema: &openapi.Schema{}}
			p.Schema.Enum = tt.values
			assert.Equal(t, tt.want, SortsBy(p))
		})
	}
}

func TestDirection(t *testing.T) {
	for by, want := range map[string]struct {
		member string
		down   bool
	}{"-price": {"price", true}, "+price": {"price", false}, "price": {"price", false}, "price:desc": {"price", true},
		"unit_price_asc": {"unit_price", false}, "in_stock": {"in_stock", false}} {
		member, down := Direction(by)
		assert.Equal(t, want.member, member, by)
		assert.Equal(t, want.down, down, by)
	}
}

func TestUnitsAndSingulars(t *testing.T) {
	for member, want := range map[string]string{"weightgrams": "weight", "pricecents": "price",
		"grams": "", "weight": ""} {
		assert.Equal(t, want, WithoutUnit(member), member)
	}
	for word, want := range map[string]string{"addresses": "address", "boxes": "box", "branches": "branch",
		"entries": "entry", "series": "serie", "houses": "house", "notes": "note", "bus": "bus", "glass": "glass"} {
		assert.Equal(t, want, Singular(word), word)
	}
}
