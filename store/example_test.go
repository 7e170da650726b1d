package store_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/evoke-go/evoke/probe/tables/where"
	"github.com/evoke-go/evoke/store"
	"github.com/evoke-go/evoke/store/storetest"
	"github.com/evoke-go/evoke/value"
)

// flags are the switches of a program, kept in memory. For a search they are a store with one table, whose rows have a
// name and a state.
type flags struct {
	mu    sync.Mutex
	on    map[string]bool
	asked []store.Query
}

// IsOn is what the program asks.
func (f *flags) IsOn(name string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	area, _, _ := strings.Cut(name, ".") // names of one area share a text
	q := store.Query{Text: "flag " + area + ".*", Result: where.Result{Any: 1, None: 0.5}}
	if _, known := f.on[name]; !known {
		q.Any, q.None = 0.5, 1
		q.Wanted = []where.Wanted{{Table: "flags", Values: []where.Assigned{{Column: "name", Value: name}}}}
	}
	f.asked = append(f.asked, q)
	return f.on[name]
}

// Queries implements store.Watcher.
func (f *flags) Queries() []store.Query {
	f.mu.Lock()
	defer f.mu.Unlock()
	out := f.asked
	f.asked = nil
	return out
}

// Tables implements store.Store.
func (f *flags) Tables(context.Context) ([]store.Table, error) {
	return []store.Table{{Name: "flags", Key: []string{"name"}, Columns: []store.Column{
		{Name: "name", Schema: `{"type": "string"}`}, {Name: "on", Schema: `{"type": "boolean"}`},
	}}}, nil
}

// Insert implements store.Store.
func (f *flags) Insert(_ context.Context, _ string, row value.Object) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	name, _ := row.JSONLookup("name")
	on, _ := row.JSONLookup("on")
	f.on[fmt.Sprint(name)] = on == true
	return nil
}

// Statement implements store.Store.
func (f *flags) Statement(_ string, row value.Object) string {
	return "flag " + string(value.AppendJSON(nil, row))
}

// A type of one's own makes a store known to a search: System.Stores of the configuration has a function that returns
// it. The kit for such types is storetest.Test.
func ExampleWatcher() {
	own := &flags{on: map[string]bool{}}
	var w store.Watcher = own

	own.IsOn("checkout.fast") // the program asks in vain
	for _, q := range w.Queries() {
		fmt.Println(q.Text, "answers none, and wants", q.Wanted[0].Values[0].Value)
	}
	// A search inserts what was wanted, with values that it changes. A written test has the same line.
	if err := store.Put(context.Background(), w, "flags", `{"name": "checkout.fast", "on": true}`); err != nil {
		fmt.Println(err)
	}
	fmt.Println(own.IsOn("checkout.fast"), slices.Collect(maps.Keys(own.on)))
	// Output:
	// flag checkout.* answers none, and wants checkout.fast
	// true [checkout.fast]
}

// TestExample: the watcher of the example obeys the kit.
func TestExample(t *testing.T) {
	var own *flags
	storetest.Test(t, storetest.Kit{
		New:  func() store.Watcher { own = &flags{on: map[string]bool{}}; return own },
		Asks: []storetest.Ask{{Name: "a flag", Do: func() { own.IsOn("a.b") }}},
	})
}
