package surround

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe/tables/where"
	"github.com/evoke-go/evoke/store"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

// shelf is a store with a table, whose rows have a name. It refuses the row "bad".
type shelf struct {
	rows  []string
	asked []store.Query
}

func (s *shelf) Queries() []store.Query { return s.asked }

func (s *shelf) Tables(context.Context) ([]store.Table, error) {
	return []store.Table{{Name: "things", Columns: []store.Column{{Name: "name", Schema: `{"type": "string"}`}}}}, nil
}

func (s *shelf) Insert(_ context.Context, _ string, row value.Object) error {
	if row[0].Value == "bad" {
		return errors.New("refused")
	}
	s.rows = append(s.rows, row[0].Value.(string))
	return nil
}

func (s *shelf) Statement(_ string, row value.Object) string { return "add " + row[0].Value.(string) }

// TestPlaces: the name of a table says in which store it is.
func TestPlaces(t *testing.T) {
	n, table, ok := place(named(3, "hash user:*: x"))
	assert.Equal(t, 3, n)
	assert.Equal(t, "hash user:*: x", table)
	assert.True(t, ok)
	for _, name := range []string{"members", "store", "store x: y", "store 3 things"} {
		_, _, ok := place(name)
		assert.False(t, ok, name)
	}
}

// TestStores: the queries of each watcher want rows in its own tables, and rows are put there as written tests put
// them. A store that is not there is passed over, and so is a row that is refused.
func TestStores(t *testing.T) {
	own := &shelf{asked: []store.Query{{Text: "q", Result: where.Result{Wanted: []where.Wanted{{Table: "things"}}}}}}
	s := stores{Stores: Stores{Watchers: []func() store.Watcher{
		nil, func() store.Watcher { return nil }, func() store.Watcher { return own },
	}}}
	queries := s.queries()
	require.Len(t, queries, 1)
	assert.Equal(t, "store 2: things", queries[0].Wanted[0].Table)
	assert.Equal(t, "things", own.asked[0].Wanted[0].Table, "the watcher keeps its own")

	assert.NotNil(t, s.Table(t.Context(), "store 2: things"))
	for _, name := range []string{"store 2: Things", "store 1: things", "store 7: things", "things"} {
		assert.Nil(t, s.Table(t.Context(), name), name)
	}
	var out []suite.Given
	for _, table := range []string{"store 2: things", "store 1: things", "things"} {
		for _, name := range []string{"a", "bad"} {
			var err error
			out, err = s.insert(t.Context(), table, value.Object{{Name: "name", Value: name}}, out)
			require.NoError(t, err)
		}
	}
	assert.Equal(t, []string{"a"}, own.rows)
	assert.Equal(t, []suite.Given{{Row: &suite.Row{Store: 2, Table: "things", Values: `{"name":"a"}`},
		Note: "no call makes it: add a"}}, out)
	ended, stop := context.WithCancel(t.Context())
	stop()
	_, err := s.insert(ended, "store 2: things", value.Object{{Name: "name", Value: "bad"}}, nil)
	require.ErrorIs(t, err, context.Canceled)
}

// TestKnow: the program is told the unique keys of its tables, once.
func TestKnow(t *testing.T) {
	var told []map[string]where.Keys
	w := &Wishes{around: &Surroundings{inside: &sut.Inside{}}}
	w.know()
	w.around.inside.Know = func(keys map[string]where.Keys) { told = append(told, keys) }
	w.know()
	assert.Empty(t, told, "no table is known")
	w.around.tables = []store.Table{{Name: "Things", Columns: []store.Column{{Name: "ID"}, {Name: "name"}},
		Key: []string{"ID"}, Unique: [][]string{{"name", "ID"}}}, {Name: "notes"}}
	w.know()
	w.know()
	assert.Equal(t, []map[string]where.Keys{{"things": {Columns: []string{"id", "name"},
		Unique: [][]string{{"id"}, {"name", "id"}}}, "notes": {}}}, told)
}

// TestWith: a column gets another value, and an object keeps members that the value does not have.
func TestWith(t *testing.T) {
	row := value.Object{{Name: "A", Value: int64(1)}, {Name: "b", Value: value.Object{{Name: "c", Value: "x"},
		{Name: "d", Value: "y"}}}}
	got := with(with(with(row, "a", int64(2)), "b", value.Object{{Name: "d", Value: "z"}}), "e", nil)
	assert.Equal(t, value.Object{{Name: "A", Value: int64(2)}, {Name: "b", Value: value.Object{{Name: "c", Value: "x"},
		{Name: "d", Value: "z"}}}, {Name: "e"}}, got)
	assert.Equal(t, int64(1), row[0].Value)
}

// TestChoices: a column whose schema lists its values has the first fewValues of them, and another column none.
func TestChoices(t *testing.T) {
	table := &store.Table{Name: "things", Columns: []store.Column{
		{Name: "state", Schema: `{"type": ["string", "null"], "enum": ["on", "off", null]}`},
		{Name: "open", Schema: `{"type": "boolean"}`},
		{Name: "name", Schema: `{"type": "string"}`},
		{Name: "step", Schema: `{"type": "integer", "enum": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]}`},
	}}
	got := choices(table)
	assert.Equal(t, value.Object{{Name: "state", Value: "on"}, {Name: "state", Value: "off"},
		{Name: "open", Value: true}, {Name: "open", Value: false}}, got[:4])
	assert.Len(t, got, 4+fewValues)
	assert.Empty(t, choices(&store.Table{Name: "empty"}))
}

// TestWithoutValues: a row lacks the values that may be NULL, but not those whose table has another value for them.
func TestWithoutValues(t *testing.T) {
	table := &store.Table{Name: "things", Columns: []store.Column{{Name: "name"}, {Name: "ended", Nullable: true},
		{Name: "size", Nullable: true, HasDefault: true}}}
	row := value.Object{{Name: "name", Value: "a"}, {Name: "ended", Value: "b"}, {Name: "size", Value: int64(1)}}
	got := withoutValues(row, table)
	assert.Equal(t, value.Object{{Name: "name", Value: "a"}, {Name: "size", Value: int64(1)}}, got)
	assert.Len(t, row, 3)
}
