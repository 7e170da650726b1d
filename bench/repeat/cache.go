package repeat

import (
	"net/http"
	"strings"
	"sync"
)

const cacheSchema = `{"openapi": "3.0.3", "info": {"title": "Cache", "version": "1"}, "paths": {
	"/entries": {
		"get": {"responses": {"200": {"description": "all"}}},
		"put": {"requestBody": {"content": {"application/json": {"schema": {"type": "object", "required": ["key"],
			"properties": {"key": {"type": "string"}, "value": {"type": "integer"}}}}}},
			"responses": {"200": {"description": "changed"}, "201": {"description": "made"}, "400": {"description": "bad"}, "422": {"description": "refused"}}},
		"delete": {"parameters": [{"name": "prefix", "in": "query", "schema": {"type": "string"}}],
			"responses": {"200": {"description": "how many"}, "404": {"description": "none"}}}},
	"/evict": {"post": {"responses": {"200": {"description": "one is gone"}, "404": {"description": "none"}}}}}}`

type cache struct{ sync.Map }

// NewCache keeps entries in a sync.Map.
func NewCache() http.Handler {
	c := &cache{}
	for i, key := range []string{"alpha", "beta", "gamma", "delta"} {
		c.Store(key, i)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /entries", c.list)
	mux.HandleFunc("PUT /entries", c.put)
	mux.HandleFunc("DELETE /entries", c.clear)
	mux.HandleFunc("POST /evict", c.evict)
	return mux
}

func (c *cache) list(w http.ResponseWriter, _ *http.Request) {
	keys := []any{}
	c.Range(func(k, _ any) bool { keys = append(keys, k); return true })
	answer(w, http.StatusOK, keys)
}

func (c *cache) put(w http.ResponseWriter, r *http.Request) {
	var e struct {
		Key   string `json:"key"`
		Value int    `json:"value"`
	}
	if !read(w, r, &e) {
		return
	}
	if e.Key == "" {
		refuse(w, http.StatusUnprocessableEntity, "an entry has a key")
		return
	}
	before, had := c.Swap(e.Key, e.Value)
	if had {
		answer(w, http.StatusOK, map[string]any{"before": before})
		return
	}
	answer(w, http.StatusCreated, e)
}

func (c *cache) clear(w http.ResponseWriter, r *http.Request) {
	gone := []any{}
	c.Range(func(k, _ any) bool {
		if strings.HasPrefix(k.(string), r.URL.Query().Get("prefix")) {
			c.Delete(k)
			gone = append(gone, k)
		}
		return len(gone) < 2
	})
	if len(gone) == 0 {
		refuse(w, http.StatusNotFound, "no entry begins so")
		return
	}
	answer(w, http.StatusOK, gone)
}

// evict removes any entry.
func (c *cache) evict(w http.ResponseWriter, _ *http.Request) {
	var victim any
	c.Range(func(k, _ any) bool { victim = k; return false })
	if victim == nil {
		refuse(w, http.StatusNotFound, "the cache is empty")
		return
	}
	c.Delete(victim)
	answer(w, http.StatusOK, map[string]any{"evicted": victim})
}
