// Package lamps is a service that keeps the state of lamps in a store of its own. No call of the service writes it.
package lamps

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/evoke-go/evoke/probe/tables/where"
	"github.com/evoke-go/evoke/store"
	"github.com/evoke-go/evoke/value"
)

// newest is the store of the newest handler.
var newest atomic.Pointer[states]

// New returns a handler with a store of its own.
func New() http.Handler {
	s := &states{lamps: map[string]lamp{}}
	newest.Store(s)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /lamps/{room}", s.lamp)
	return mux
}

// States returns the store of the newest handler.
func States() store.Watcher { return newest.Load() }

// lamp is a row of the store.
type lamp struct {
	hours int64
	maker string
}

func (s *states) lamp(w http.ResponseWriter, r *http.Request) {
	l, ok := s.get("lamp:" + r.PathValue("room"))
	switch {
	case !ok:
		w.WriteHeader(http.StatusNotFound)
	case l.hours > 1500 && strings.HasPrefix(l.maker, "Osr"):
		w.WriteHeader(http.StatusConflict)
		_, _ = io.WriteString(w, "worn out")
	default:
		_, _ = fmt.Fprint(w, l.hours)
	}
}

// states is a store that is not SQL.
type states struct {
	mu    sync.Mutex
	lamps map[string]lamp
	asked []store.Query
}

func (s *states) get(key string) (lamp, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l, ok := s.lamps[key]
	q := store.Query{Text: "get lamp:*", Result: where.Result{Any: 1, None: 0.5}}
	if !ok {
		q.Any, q.None = 0.5, 1
		q.Wanted = []where.Wanted{{Table: "lamps", Values: []where.Assigned{{Column: "key", Value: key}}}}
	}
	s.asked = append(s.asked, q)
	return l, ok
}

// Queries implements store.Watcher.
func (s *states) Queries() []store.Query {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := s.asked
	s.asked = nil
	return out
}

// Tables implements store.Store.
func (s *states) Tables(context.Context) ([]store.Table, error) {
	return []store.Table{{Name: "lamps", Columns: []store.Column{
		{Name: "key", Schema: `{"type": "string"}`}, {Name: "hours", Schema: `{"type": "integer"}`},
		{Name: "maker", Schema: `{"type": "string"}`},
	}}}, nil
}

// Insert implements store.Store.
func (s *states) Insert(_ context.Context, _ string, row value.Object) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	of := map[string]any{}
	for _, m := range row {
		of[m.Name] = m.Value
	}
	key, _ := of["key"].(string)
	hours, _ := of["hours"].(int64)
	maker, _ := of["maker"].(string)
	s.lamps[key] = lamp{hours, maker}
	return nil
}

// Statement implements store.Store.
func (s *states) Statement(_ string, row value.Object) string {
	return "set " + string(value.AppendJSON(nil, row))
}
