package harvest

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/value"
)

func TestNamesOfIDs(t *testing.T) {
	p, _ := things(t, nil)
	isID := idsOf(p.api.Ops)
	for name, want := range map[string]bool{"id": true, "bookId": true, "book_ids": true, "thing": true, "Thing": true,
		"size": false, "paid": false, "": false} {
		assert.Equal(t, want, isID(name), name)
	}
}

// The places of a call are its scalars, lists, and what differs from examples.
func TestSlots(t *testing.T) {
	p, _ := things(t, nil)
	post := thing(t, p, "POST /things", 0, map[string]any{"": value.Object{{Name: "name", Value: "a thing as it is"},
		{Name: "size", Value: int64(4711)}, {Name: "more", Value: int64(9)}}})
	var places []any
	none := func(string) bool { return false }
	for _, s := range slots(post, none) {
		_, v := s.of(post)
		places = append(places, s.member, v)
	}
	assert.Equal(t, []any{"size", int64(4711), "more", int64(9)}, places)
	first := slots(post, none)[0]
	assert.False(t, first.takes(post, int64(4711)), "it has that value")
	assert.False(t, first.takes(post, int64(0)), "the schema says no")
	assert.True(t, first.takes(post, int64(5)))
	assert.Equal(t, int64(4711), first.set(post, int64(5)))
	_, now := first.of(post)
	assert.Equal(t, int64(5), now)

	get := thing(t, p, "GET /things/{id}", 0, map[string]any{"id": int64(5), "tags": []any{"x", "y"}})
	var lists, elements int
	for _, s := range slots(get, none) {
		if s.list {
			lists++
		} else {
			elements++
		}
	}
	assert.Equal(t, 1, lists)
	assert.Equal(t, 3, elements, "the id and both tags: what is left out is no place")
}
