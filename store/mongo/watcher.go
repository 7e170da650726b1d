// Package mongo makes a MongoDB known to a search: which documents the program looked for in vain, and how tests
// insert them.
//
//	options := options.Client().ApplyURI(uri) // of go.mongodb.org/mongo-driver/v2
//	documents, err = evokemongo.Watch(options, evokemongo.Options{Database: "shop"})
//	client, err := mongo.Connect(options)
//	...
//	System: evoke.System{Stores: []func() store.Watcher{Documents}} // func Documents() store.Watcher
//
// The database must be one of tests, which a new handler or a reset empties. A table is a collection, and its columns
// are the fields of its documents.
//
// The filter of a command is judged before the command is sent, by package where: it becomes a condition of SQL whose
// columns are the paths of the filter, and documents become rows, several for one with lists. So operators of filters
// guide a search as those of SQL do. These are understood: equality, $eq, $ne, $gt, $gte, $lt, $lte, $in, $nin,
// $exists, $and, $or, $nor, $not, $regex, $elemMatch, $all and $size. Others are left out of the judgement, and the
// database has the last word whether a document is found. Negations of lists are judged element by element.
package mongo

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/event"
	driver "go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/evoke-go/evoke/probe/tables/where"
	"github.com/evoke-go/evoke/store"
	"github.com/evoke-go/evoke/value"
)

// Options say what is watched.
type Options struct {
	// Database is the name of the database. Default: "test".
	Database string
	// Documents are values of the types of documents by the names of their collections, such as {"members": Member{}}.
	// Without them, fields are those that filters name, that the program inserts, and that documents have.
	Documents map[string]any
}

// Watcher is a database of MongoDB as a store. It is safe for concurrent use.
type Watcher struct {
	client   *driver.Client
	database string

	mu     sync.Mutex
	heard  []store.Query
	fields map[string]*field // of each collection
}

// Watch returns the watcher of a database. Clients that connect with the options from now on are heard. The watcher has
// a connection of its own, which Close ends.
func Watch(of *options.ClientOptions, o Options) (*Watcher, error) {
	w := &Watcher{database: cmp.Or(o.Database, "test"), fields: map[string]*field{}}
	for _, name := range slices.Sorted(maps.Keys(o.Documents)) {
		if err := w.collection(name).learnType(o.Documents[name]); err != nil {
			return nil, fmt.Errorf("mongo: documents of %s: %w", name, err)
		}
	}
	client, err := driver.Connect(options.MergeClientOptions(of))
	if err != nil {
		return nil, fmt.Errorf("mongo: %w", err)
	}
	w.client = client
	var before func(context.Context, *event.CommandStartedEvent)
	monitor := event.CommandMonitor{}
	if of.Monitor != nil {
		monitor, before = *of.Monitor, of.Monitor.Started
	}
	monitor.Started = func(ctx context.Context, e *event.CommandStartedEvent) {
		if e.DatabaseName == w.database {
			w.hear(ctx, e.Command)
		}
		if before != nil {
			before(ctx, e)
		}
	}
	of.SetMonitor(&monitor)
	return w, nil
}

// Close ends the connection of the watcher.
func (w *Watcher) Close() error { return w.client.Disconnect(context.Background()) }

const (
	// mostQueries bounds the queries that are kept, and mostJudged those that are judged between two calls of Queries.
	mostQueries, mostJudged = 100, 64
	// mostRead bounds the documents that are read to judge a filter.
	mostRead = 100
)

// Queries implements [store.Watcher].
func (w *Watcher) Queries() []store.Query {
	w.mu.Lock()
	defer w.mu.Unlock()
	out := w.heard
	w.heard = nil
	return out
}

// hear notes the filters of a command.
func (w *Watcher) hear(ctx context.Context, command bson.Raw) {
	filters, documents := asked(command)
	for _, d := range documents {
		w.mu.Lock()
		w.collection(d.collection).learn(d.document)
		w.mu.Unlock()
	}
	for _, f := range filters {
		w.mu.Lock()
		full := len(w.heard) >= mostJudged
		w.mu.Unlock()
		if full {
			return
		}
		if q, ok := w.judge(ctx, f); ok {
			w.mu.Lock()
			w.heard = append(w.heard, q)
			w.mu.Unlock()
		}
	}
}

// judge judges a filter over the documents that are there.
func (w *Watcher) judge(ctx context.Context, f filter) (store.Query, bool) {
	of := w.client.Database(w.database).Collection(f.collection)
	n, err := of.CountDocuments(ctx, f.document, options.Count().SetLimit(1))
	if err != nil {
		return store.Query{}, false
	}
	documents, err := first(ctx, of)
	if err != nil {
		return store.Query{}, false
	}
	t := translate(f.document)
	w.mu.Lock()
	defer w.mu.Unlock()
	known := w.collection(f.collection)
	for _, d := range documents {
		known.learn(d)
	}
	t.learn(known)
	q := t.judge(f, documents)
	return settled(q, n > 0), true
}

// settled gives a query the outcome that the database says.
func settled(q store.Query, found bool) store.Query {
	const near = 0.99 // the judgement is nearer than the database, which has the last word
	if found {
		q.Any, q.None, q.Wanted = 1, min(q.None, near), nil
	} else {
		q.Any, q.None = min(q.Any, near), 1
	}
	return q
}

// first returns the first documents of a collection.
func first(ctx context.Context, of *driver.Collection) (out []bson.D, err error) {
	cursor, err := of.Find(ctx, bson.D{}, options.Find().SetLimit(mostRead))
	if err != nil {
		return nil, err
	}
	return out, cursor.All(ctx, &out)
}

// collection returns what is known of the fields of a collection.
func (w *Watcher) collection(name string) *field {
	if w.fields[name] == nil {
		w.fields[name] = &field{}
	}
	return w.fields[name]
}

// Tables implements [store.Store]. It returns the collections that commands named.
func (w *Watcher) Tables(context.Context) ([]store.Table, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var out []store.Table
	for _, name := range slices.Sorted(maps.Keys(w.fields)) {
		out = append(out, store.Table{Name: name, Key: []string{"_id"}, Columns: w.fields[name].columns()})
	}
	return out, nil
}

// Insert implements [store.Store]. Values that JSON has not are in extended JSON: {"$oid": ...}, {"$date": ...}. A null
// is left out: for a filter it is the same, and a field without a value is seldom there.
func (w *Watcher) Insert(ctx context.Context, table string, row value.Object) error {
	var document bson.D
	if err := bson.UnmarshalExtJSON(value.AppendJSON(nil, withoutNull(row)), false, &document); err != nil {
		return &store.Refused{Table: table, Kind: store.Type, Err: err}
	}
	_, err := w.client.Database(w.database).Collection(table).InsertOne(ctx, document)
	switch {
	case err == nil:
		return nil
	case driver.IsDuplicateKeyError(err):
		return &store.Refused{Table: table, Kind: store.Unique, Err: err}
	}
	return fmt.Errorf("mongo: insert into %s: %w", table, err)
}

// withoutNull returns an object without members that are null, here and below.
func withoutNull(o value.Object) value.Object {
	out := value.Object{}
	for _, m := range o {
		if below, is := m.Value.(value.Object); is {
			m.Value = withoutNull(below)
		}
		if m.Value != nil {
			out = append(out, m)
		}
	}
	return out
}

// Statement implements [store.Store]: db.members.insertOne({"level": 7}).
func (w *Watcher) Statement(table string, row value.Object) string {
	return "db." + table + ".insertOne(" + string(value.AppendJSON(nil, withoutNull(row))) + ")"
}

// wantedOf returns the row of a document.
func wantedOf(collection string, document value.Object) []where.Wanted {
	row := where.Wanted{Table: collection}
	for _, m := range document {
		row.Values = append(row.Values, where.Assigned{Column: m.Name, Value: m.Value})
	}
	slices.SortFunc(row.Values, func(a, b where.Assigned) int { return cmp.Compare(a.Column, b.Column) })
	return []where.Wanted{row}
}
