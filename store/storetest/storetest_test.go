package storetest

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe/tables/where"
	"github.com/evoke-go/evoke/store"
	"github.com/evoke-go/evoke/value"
)

// keys is a store of keys. Its fields break what a watcher has to do.
type keys struct {
	has   map[string]bool
	asked []store.Query

	table, column, schema string
	refuses               bool
	tell                  func(*store.Query)
	twice                 bool
}

func (k *keys) ask(names ...string) {
	for _, name := range names {
		q := store.Query{Text: "has", Result: where.Result{Any: 1, None: 0.5}}
		if !k.has[name] {
			q.Any, q.None = 0.5, 1
			q.Wanted = []where.Wanted{{Table: "keys", Values: []where.Assigned{{Column: "name", Value: name}}}}
		}
		if k.tell != nil {
			k.tell(&q)
		}
		k.asked = append(k.asked, q)
	}
}

func (k *keys) Queries() []store.Query {
	out := k.asked
	if !k.twice || len(out) > 1 {
		k.asked = nil
	}
	return out
}

func (k *keys) Tables(context.Context) ([]store.Table, error) {
	if k.table == "fails" {
		return nil, errors.New("out of order")
	}
	return []store.Table{{Name: k.table, Columns: []store.Column{{Name: k.column, Schema: k.schema}}}}, nil
}

func (k *keys) Insert(_ context.Context, _ string, row value.Object) error {
	if k.refuses {
		return errors.New("refused")
	}
	k.has[row[0].Value.(string)] = true
	return nil
}

func (k *keys) Statement(_ string, row value.Object) string { return "ADD " + row[0].Value.(string) }

// TestLaws: the kit tells what is wrong with a watcher, and says nothing of one that is right.
func TestLaws(t *testing.T) {
	unlike := numbered()
	for name, tt := range map[string]struct {
		breaks func(*keys)
		asks   []string
		want   string
	}{
		"right":     {func(*keys) {}, []string{"a"}, ""},
		"deaf":      {func(*keys) {}, nil, "a query is heard"},
		"two keys":  {func(*keys) {}, []string{"a", "b"}, "a query answers when it got the rows that it wanted"},
		"no wish":   {tells(func(q *store.Query) { q.Wanted = nil }), []string{"a"}, "wants nothing"},
		"no text":   {tells(func(q *store.Query) { q.Text = "" }), []string{"a"}, "a query has a text"},
		"no score":  {tells(func(q *store.Query) { q.Any = 0 }), []string{"a"}, "with scores in (0,1]"},
		"undecided": {tells(func(q *store.Query) { q.None = 0.5 }), []string{"a"}, "with scores in (0,1]"},
		"no outcome": {tells(func(q *store.Query) { q.Conditions = []string{"x"} }), []string{"a"},
			"each condition has an outcome"},
		"answers": {tells(func(q *store.Query) { q.Any = 1 }), []string{"a"},
			"the store is empty, so a query answers none"},
		"told twice":  {func(k *keys) { k.twice = true }, []string{"a"}, "each query is told once"},
		"no tables":   {func(k *keys) { k.table = "fails" }, []string{"a"}, "Tables: out of order"},
		"no table":    {func(k *keys) { k.table = "x" }, []string{"a"}, `"keys" is not there`},
		"no column":   {func(k *keys) { k.column = "x" }, []string{"a"}, "keys has no name"},
		"no JSON":     {func(k *keys) { k.schema = "{" }, []string{"a"}, "the schema of a column is JSON"},
		"refuses":     {func(k *keys) { k.refuses = true }, []string{"a"}, "a wanted row can be inserted"},
		"not certain": {func(k *keys) { k.tell = unlike }, []string{"a"}, "the same calls have the same queries"},
	} {
		t.Run(name, func(t *testing.T) {
			var own *keys
			kit := Kit{New: func() store.Watcher {
				own = &keys{has: map[string]bool{}, table: "keys", column: "name", schema: `{"type": "string"}`}
				tt.breaks(own)
				return own
			}, Asks: []Ask{{Name: "a key", Do: func() { own.ask(tt.asks...) }}}}
			broken := strings.Join(laws(kit), "\n")
			if tt.want == "" {
				assert.Empty(t, broken)
			} else {
				assert.Contains(t, broken, tt.want)
			}
		})
	}
}

// tells returns what changes each query of a store.
func tells(how func(*store.Query)) func(*keys) { return func(k *keys) { k.tell = how } }

// numbered makes the text of each query another one.
func numbered() func(*store.Query) {
	n := 0
	return func(q *store.Query) { n++; q.Text += strings.Repeat("!", n) }
}

// TestFurther: an ask of several queries gets rows until all answer.
func TestFurther(t *testing.T) {
	var own *keys
	kit := Kit{New: func() store.Watcher {
		own = &keys{has: map[string]bool{}, table: "keys", column: "name", schema: `{"type": "string"}`}
		return own
	}, Asks: []Ask{{Name: "two keys", Further: true, Do: func() { own.ask("a", "b") }}}}
	Test(t, kit)
	require.True(t, own.has["b"])
}
