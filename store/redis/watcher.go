// Package redis makes a Redis database known to a search: which keys the program asked for in vain, and how tests put
// them there.
//
//	client := redis.NewClient(&redis.Options{Addr: "localhost:6379"}) // of github.com/redis/go-redis/v9
//	cache = evokeredis.Watch(client)
//	...
//	System: evoke.System{Stores: []func() store.Watcher{Cache}} // func Cache() store.Watcher { return cache }
//
// The database must be one of tests, which a new handler or a reset empties, such as miniredis in the process.
//
// A table is a kind of values and a pattern of keys: "hash user:*". A command that reads a key, a field or a member
// that is not there answers none and wants it; so does one that counts from nothing (INCR), or that sets a key only if
// it is not there (SETNX). Which values the program then looks for is found by the search. Fields of hashes are those
// that commands named. Scripts are not understood, and values expire for no reader.
package redis

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/redis/go-redis/v9"

	"github.com/evoke-go/evoke/probe/tables/where"
	"github.com/evoke-go/evoke/store"
	"github.com/evoke-go/evoke/value"
)

// Watcher is a Redis database as a store. It is safe for concurrent use.
type Watcher struct {
	client redis.UniversalClient

	mu     sync.Mutex
	heard  []store.Query
	tables map[string]*table
	names  names
}

// Watch returns the watcher of a client. It hears the commands of the client, of its pipelines and transactions from
// now on.
func Watch(client redis.UniversalClient) *Watcher {
	w := &Watcher{client: client, tables: map[string]*table{}, names: names{}}
	client.AddHook(hook{w})
	return w
}

// most bounds the queries that are kept.
const most = 100

// Queries implements [store.Watcher].
func (w *Watcher) Queries() []store.Query {
	w.mu.Lock()
	defer w.mu.Unlock()
	out := w.heard
	w.heard = nil
	return out
}

// aside is the key of contexts for commands of the watcher itself.
type aside struct{}

// hear notes a command that was executed.
func (w *Watcher) hear(ctx context.Context, cmd redis.Cmder, err error) {
	if ctx.Value(aside{}) != nil || err != nil && err != redis.Nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, a := range w.asksOf(answer{cmd, err}) {
		if len(w.heard) < most {
			w.heard = append(w.heard, a.query())
		}
	}
}

// ask is what a command asks of a key.
type ask struct {
	text  string
	found bool
	table string
	row   []where.Assigned
}

func (a ask) query() store.Query {
	q := store.Query{Text: a.text, Tables: []string{a.table}, Result: where.Result{Any: 1, None: 0.5}}
	if !a.found {
		q.Any, q.None = 0.5, 1
		q.Wanted = []where.Wanted{{Table: a.table, Values: a.row}}
	}
	return q
}

// Tables implements [store.Store]. It returns the tables that commands named.
func (w *Watcher) Tables(context.Context) ([]store.Table, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var out []store.Table
	for name, t := range w.tables {
		out = append(out, store.Table{Name: name, Key: []string{keyColumn}, Columns: t.columns()})
	}
	slices.SortFunc(out, func(a, b store.Table) int { return cmp.Compare(a.Name, b.Name) })
	return out, nil
}

// Insert implements [store.Store]. The name of the table begins with the kind of the value.
func (w *Watcher) Insert(ctx context.Context, table string, row value.Object) error {
	args, err := command(table, row)
	if err != nil {
		return err
	}
	if err := w.client.Do(context.WithValue(ctx, aside{}, true), args...).Err(); err != nil {
		return refused(table, err)
	}
	return nil
}

// hook has a watcher hear the commands of a client.
type hook struct{ w *Watcher }

// DialHook implements redis.Hook.
func (h hook) DialHook(next redis.DialHook) redis.DialHook { return next }

// ProcessHook implements redis.Hook.
func (h hook) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		err := next(ctx, cmd)
		h.w.hear(ctx, cmd, err)
		return err
	}
}

// ProcessPipelineHook implements redis.Hook.
func (h hook) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(ctx context.Context, cmds []redis.Cmder) error {
		err := next(ctx, cmds)
		for _, cmd := range cmds {
			h.w.hear(ctx, cmd, cmd.Err())
		}
		return err
	}
}
