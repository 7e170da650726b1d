package store

import (
	"context"
	"fmt"

	"github.com/evoke-go/evoke/probe/tables"
	"github.com/evoke-go/evoke/value"
)

// Watcher is a store other than SQL that says what the system asks of it. A search with a watcher has its queries for
// targets, and inserts the rows that they want. It is a [Store] with a method more: whoever wants a row says in which
// of its tables.
//
// A query may ask for a table that Tables does not have yet, so Tables is called again when such a row is wanted: its
// columns are those that rows have, that inserted rows had, and that queries named. A column with a Schema needs no
// Type. Names are as queries write them; they differ in more than capitals.
//
// Its methods are safe for concurrent use, since goroutines of the system may outlive a call. Package storetest is the
// kit for watchers, and packages redis and mongo, in modules of their own, have two.
type Watcher interface {
	Store
	// Queries returns the queries that the system made since the last call of Queries, each judged over the rows that
	// were there before it, in their order. Queries of the watcher itself are not among them. It is called after each
	// call of a test, so a watcher need not keep more than a hundred.
	Queries() []Query
}

// Query is a query that a system made. Its Text has no values, so that queries which differ in their values alone are
// the same to a search: "GET session:*". Any and None are how near it came to answering rows and to answering none, in
// (0,1], and 1 if it did. Where it answered none, Wanted are rows that make it answer. The conditions may be left out.
// If there are any, each has an outcome, and the text decides which there are.
type Query = tables.Question

// Put inserts a row in JSON. Written tests call it.
func Put(ctx context.Context, into Store, table, row string) error {
	v, err := value.ParseJSON([]byte(row))
	if err != nil {
		return fmt.Errorf("store: a row of %s: %w", table, err)
	}
	object, ok := v.(value.Object)
	if !ok {
		return fmt.Errorf("store: a row of %s is an object, not %s", table, row)
	}
	return into.Insert(ctx, table, object)
}
