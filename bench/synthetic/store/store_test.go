package store

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// book refers to a shelf and owns a cover.
type book struct{ shelf, cover int32 }

type library struct {
	books  *Table[book]
	shelfs *Table[string]
	covers *Table[string]
}

func newLibrary(rule Rule) library {
	l := library{NewTable[book](), NewTable[string](), NewTable[string]()}
	Refer(l.books, l.shelfs, rule, func(b book) int32 { return b.shelf })
	Own(l.books, l.covers, rule, func(b book) int32 { return b.cover })
	for id := range int32(3) {
		l.shelfs.Save(id, "shelf")
		l.covers.Save(id, "cover")
	}
	return l
}

// state is the ids of books, shelfs and covers.
func (l library) state() [3][]int32 {
	return [3][]int32{
		slices.Sorted(maps.Keys(l.books.Rows)), slices.Sorted(maps.Keys(l.shelfs.Rows)),
		slices.Sorted(maps.Keys(l.covers.Rows)),
	}
}

func TestDelete(t *testing.T) {
	type ids = []int32
	for name, test := range map[string]struct {
		rule  Rule
		books map[int32]book
		do    func(library)
		want  [3][]int32
		fails bool
	}{
		"what nothing points to": {
			do: func(l library) { l.shelfs.Delete(1) }, want: [3][]int32{nil, {0, 2}, {0, 1, 2}},
		},
		"what is absent": {
			do: func(l library) { l.shelfs.Delete(9) }, want: [3][]int32{nil, {0, 1, 2}, {0, 1, 2}},
		},
		"with what it owns": {
			books: map[int32]book{7: {0, 1}}, do: func(l library) { l.books.Delete(7) },
			want: [3][]int32{nil, {0, 1, 2}, {0, 2}},
		},
		"what is referred to": {
			books: map[int32]book{7: {0, 1}}, do: func(l library) { l.shelfs.Delete(0) },
			want: [3][]int32{{7}, {0, 1, 2}, {0, 1, 2}}, fails: true,
		},
		"what is owned": {
			books: map[int32]book{7: {0, 1}}, do: func(l library) { l.covers.Delete(1) },
			want: [3][]int32{{7}, {0, 1, 2}, {0, 1, 2}}, fails: true,
		},
		"with what another owns, too": {
			books: map[int32]book{7: {0, 1}, 8: {0, 1}}, do: func(l library) { l.books.Delete(7) },
			want: [3][]int32{{7, 8}, {0, 1, 2}, {0, 1, 2}}, fails: true,
		},
		"what is referred to, by a cascade": {
			rule: Cascade, books: map[int32]book{7: {0, 1}, 8: {1, 2}}, do: func(l library) { l.shelfs.Delete(0) },
			want: [3][]int32{{8}, {1, 2}, {0, 2}},
		},
		"what is owned twice, by a cascade": {
			rule: Cascade, books: map[int32]book{7: {0, 1}, 8: {1, 1}, 9: {1, 2}},
			do:   func(l library) { l.books.Delete(7) },
			want: [3][]int32{{9}, {0, 1, 2}, {0, 2}},
		},
		"what is owned no more": {
			books: map[int32]book{7: {0, 1}}, do: func(l library) { l.books.Save(7, book{1, 2}) },
			want: [3][]int32{{7}, {0, 1, 2}, {0, 2}},
		},
		"nothing where the same is owned": {
			books: map[int32]book{7: {0, 1}}, do: func(l library) { l.books.Save(7, book{2, 1}) },
			want: [3][]int32{{7}, {0, 1, 2}, {0, 1, 2}},
		},
		"what one owns no more and another does": {
			books: map[int32]book{7: {0, 1}, 8: {0, 1}}, do: func(l library) { l.books.Save(7, book{1, 2}) },
			want: [3][]int32{{7, 8}, {0, 1, 2}, {0, 1, 2}}, fails: true,
		},
		"what one owns no more and another does, by a cascade": {
			rule: Cascade, books: map[int32]book{7: {0, 1}, 8: {0, 1}},
			do:   func(l library) { l.books.Save(7, book{1, 2}) },
			want: [3][]int32{{7}, {0, 1, 2}, {0, 2}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := newLibrary(test.rule)
			for id, b := range test.books {
				l.books.Save(id, b)
			}
			if test.fails {
				assert.PanicsWithValue(t, Violation{}, func() { test.do(l) })
				assert.Equal(t, test.books, l.books.Rows, "nothing has changed")
			} else {
				test.do(l)
			}
			for i, got := range l.state() {
				assert.Equal(t, ids(test.want[i]), got)
			}
		})
	}
}

func TestInUse(t *testing.T) {
	l := newLibrary(Restrict)
	l.books.Save(7, book{0, 1})
	assert.True(t, l.shelfs.InUse(0))
	assert.False(t, l.shelfs.InUse(1))
	assert.True(t, l.covers.InUse(1))
	assert.False(t, l.books.InUse(7))
	l.books.Save(8, book{0, 1})
	assert.True(t, l.books.InUse(7), "its cover is another's, too")
	l = newLibrary(Cascade)
	l.books.Save(7, book{0, 1})
	assert.False(t, l.shelfs.InUse(0))
}

func TestRows(t *testing.T) {
	l := newLibrary(Restrict)
	l.books.Save(5, book{1, 1})
	l.books.Save(-5, book{2, 2})
	require.Equal(t, []book{{2, 2}, {1, 1}}, l.books.Sorted())
	assert.Equal(t, book{1, 1}, l.books.Row(5))
	l.books.Clear()
	assert.Equal(t, []book{}, l.books.Sorted())
	assert.ErrorContains(t, Violation{}, "cannot go")
}
