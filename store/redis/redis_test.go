package redis

import (
	"context"
	"testing"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/store"
	"github.com/evoke-go/evoke/store/storetest"
	"github.com/evoke-go/evoke/value"
)

// opened returns a client of an empty database in this process.
func opened(t *testing.T) *redis.Client {
	t.Helper()
	client := redis.NewClient(&redis.Options{Addr: miniredis.RunT(t).Addr()})
	t.Cleanup(func() { assert.NoError(t, client.Close()) })
	return client
}

// TestKit: each command asks in vain, wants a key, and finds it when it is there.
func TestKit(t *testing.T) {
	ctx := t.Context()
	asks := map[string]func(c *redis.Client){
		"GET":       func(c *redis.Client) { c.Get(ctx, "session:a") },
		"GET word":  func(c *redis.Client) { c.Get(ctx, "maintenance") },
		"GETDEL":    func(c *redis.Client) { c.GetDel(ctx, "session:a") },
		"EXISTS":    func(c *redis.Client) { c.Exists(ctx, "session:a") },
		"TYPE":      func(c *redis.Client) { c.Type(ctx, "session:a") },
		"TTL":       func(c *redis.Client) { c.TTL(ctx, "session:a") },
		"DEL":       func(c *redis.Client) { c.Del(ctx, "session:a") },
		"INCR":      func(c *redis.Client) { c.Incr(ctx, "rate:a") },
		"DECRBY":    func(c *redis.Client) { c.DecrBy(ctx, "rate:a", 5) },
		"SETNX":     func(c *redis.Client) { c.SetNX(ctx, "lock:a", "me", 0) },
		"HGET":      func(c *redis.Client) { c.HGet(ctx, "user:a", "role") },
		"HEXISTS":   func(c *redis.Client) { c.HExists(ctx, "user:a", "role") },
		"HMGET":     func(c *redis.Client) { c.HMGet(ctx, "user:a", "role", "state") },
		"HGETALL":   func(c *redis.Client) { c.HGetAll(ctx, "user:a") },
		"HINCRBY":   func(c *redis.Client) { c.HIncrBy(ctx, "user:a", "visits", 2) },
		"SISMEMBER": func(c *redis.Client) { c.SIsMember(ctx, "blocked", "a") },
		"SMEMBERS":  func(c *redis.Client) { c.SMembers(ctx, "tags:a") },
		"LRANGE":    func(c *redis.Client) { c.LRange(ctx, "queue:a", 0, -1) },
		"LLEN":      func(c *redis.Client) { c.LLen(ctx, "queue:a") },
		"ZSCORE":    func(c *redis.Client) { c.ZScore(ctx, "board", "a") },
		"ZRANK":     func(c *redis.Client) { c.ZRank(ctx, "board", "a") },
		"ZCARD":     func(c *redis.Client) { c.ZCard(ctx, "board") },
		"Do":        func(c *redis.Client) { c.Do(ctx, "GET", "session:a") },
		"pipeline": func(c *redis.Client) {
			_, _ = c.Pipelined(ctx, func(p redis.Pipeliner) error { p.Get(ctx, "session:a"); return nil })
		},
	}
	for name, do := range asks {
		t.Run(name, func(t *testing.T) {
			var client *redis.Client
			storetest.Test(t, storetest.Kit{
				New:  func() store.Watcher { client = opened(t); return Watch(client) },
				Asks: []storetest.Ask{{Name: name, Do: func() { do(client) }}},
			})
		})
	}
	t.Run("MGET", func(t *testing.T) {
		var client *redis.Client
		storetest.Test(t, storetest.Kit{
			New:  func() store.Watcher { client = opened(t); return Watch(client) },
			Asks: []storetest.Ask{{Name: "two keys", Do: func() { client.MGet(ctx, "a:1", "b:2") }, Further: true}},
		})
	})
}

// TestHeard: values change no text, and what a command found is told.
func TestHeard(t *testing.T) {
	ctx, client := t.Context(), opened(t)
	w := Watch(client)
	client.HSet(ctx, "user:a", "role", "guest", "plan", "free")
	client.Set(ctx, "rank:a", 0, 0)
	client.ZAdd(ctx, "board", redis.Z{Score: 0, Member: "a"})
	client.Set(ctx, "kind:a", "none", 0)
	assert.Empty(t, w.Queries(), "to write is to ask for nothing")
	for name, tt := range map[string]struct {
		do    func()
		text  string
		found bool
	}{
		"a hash":       {func() { client.HGetAll(ctx, "user:a") }, "HGETALL user:*", true},
		"another hash": {func() { client.HGetAll(ctx, "user:b7") }, "HGETALL user:*", false},
		"a field":      {func() { client.HGet(ctx, "user:a", "role") }, "HGET user:* role", true},
		"no field":     {func() { client.HGet(ctx, "user:a", "state") }, "HGET user:* state", false},
		"a score of 0": {func() { client.ZScore(ctx, "board", "a") }, "ZSCORE *", true},
		"a text none":  {func() { client.Get(ctx, "kind:a") }, "GET kind:*", true},
		"a count":      {func() { client.Incr(ctx, "rank:b") }, "INCR rank:*", false},
		"set again":    {func() { client.SetNX(ctx, "kind:a", "x", 0) }, "SET kind:*", true},
	} {
		t.Run(name, func(t *testing.T) {
			tt.do()
			got := w.Queries()
			require.Len(t, got, 1)
			assert.Equal(t, tt.found, got[0].Any >= 1, got[0])
			if name != "set again" { // as SETNX or as SET NX
				assert.Equal(t, tt.text, got[0].Text)
			}
		})
	}
	client.HSet(ctx, "kind:a", "a", "b") // WRONGTYPE
	assert.Empty(t, w.Queries())
	tables, err := w.Tables(ctx)
	require.NoError(t, err)
	var names []string
	for _, table := range tables {
		names = append(names, table.Name)
		if table.Name == "hash user:*" {
			assert.JSONEq(t, `{"type": "object", "minProperties": 1, "additionalProperties": {"type": "string"},
				"properties":
				{"plan": {"type": "string"}, "role": {"type": "string"}, "state": {"type": "string"}}}`,
				table.Column(fieldsColumn).Schema)
		}
	}
	assert.Equal(t, []string{"hash user:*", "number rank:*", "string kind:*", "zset *"}, names)
}

// TestPatterns: parts of keys that are values are "*". A word that is in several keys is a name.
func TestPatterns(t *testing.T) {
	n := names{}
	for range evident {
		n.pattern("maintenance")
		n.pattern("session:abc")
	}
	for _, id := range []string{"17", "xy", "ab"} {
		n.pattern("user:" + id + ":cart")
		n.pattern("app:rate:" + id)
	}
	for _, tt := range [][2]string{
		{"session:3f7", "session:*"}, {"session:abc", "session:*"}, {"session:a:b:7", "session:*"},
		{"app:rate:10.0.0.1", "app:rate:*"}, {"user:18:cart", "user:*:cart"}, {"user:18:orders", "user:*"},
		{"maintenance", "maintenance"}, {"other", "*"}, {"A7", "*"}, {"", "*"}, {"::", ":*"},
		{"orders/2026/open", "orders/*"},
	} {
		assert.Equal(t, tt[1], n.pattern(tt[0]), tt[0])
	}
	for c := 'a'; c <= 'z'; c++ {
		for range evident {
			n.pattern("x" + string(c))
		}
	}
	assert.Equal(t, "*", n.pattern("xz"), "there are so many words that they are values")
	assert.Equal(t, "maintenance", n.pattern("maintenance"))
	assert.LessOrEqual(t, len(n[""]), mostParts)
}

// TestStatement: the line of a row is the command that inserts it.
func TestStatement(t *testing.T) {
	ctx, client := t.Context(), opened(t)
	w := Watch(client)
	for _, tt := range []struct{ table, row, want string }{
		{"string a:*", `{"key": "a:1", "value": "x"}`, "SET a:1 x"},
		{"string a:*", `{"key": "a:2", "value": "say \"x\" "}`, `SET a:2 "say \"x\" "`},
		{"string a:*", `{"key": "a:3"}`, `SET a:3 ""`},
		{"number a:*", `{"key": "a:4", "value": 7}`, "SET a:4 7"},
		{"hash b:*", `{"key": "b:1", "fields": {"role": "admin", "visits": 3}}`, "HSET b:1 role admin visits 3"},
		{"list c:*", `{"key": "c:1", "values": ["x", "y"]}`, "RPUSH c:1 x y"},
		{"set d", `{"key": "d", "values": ["x"]}`, "SADD d x"},
		{"zset e", `{"key": "e", "values": [{"member": "x", "score": 1.5}]}`, "ZADD e 1.5 x"},
	} {
		v, err := value.ParseJSON([]byte(tt.row))
		require.NoError(t, err)
		assert.Equal(t, tt.want, w.Statement(tt.table, v.(value.Object)))
		require.NoError(t, store.Put(ctx, w, tt.table, tt.row))
	}
	assert.Equal(t, "3", client.HGet(ctx, "b:1", "visits").Val())
	assert.InDelta(t, 1.5, client.ZScore(ctx, "e", "x").Val(), 0)
	assert.Equal(t, []string{"x", "y"}, client.LRange(ctx, "c:1", 0, -1).Val())
}

// TestRefused: what is no row is an error.
func TestRefused(t *testing.T) {
	w := Watch(opened(t))
	for name, tt := range map[string]struct{ table, row, want string }{
		"no kind":     {"stream a", `{"key": "a"}`, `redis: there is no kind of values for table "stream a"`},
		"empty":       {"list a", `{"key": "a", "values": []}`, "redis: a list without values is not there"},
		"another":     {"set d", `{"key": "d", "values": ["x"]}`, ""},
		"a wrong one": {"list d", `{"key": "d", "values": ["x"]}`, "store: list d refuses a row: TYPE"},
	} {
		t.Run(name, func(t *testing.T) {
			if name == "a wrong one" {
				require.NoError(t, store.Put(t.Context(), w, "set d", `{"key": "d", "values": ["x"]}`))
			}
			err := store.Put(t.Context(), w, tt.table, tt.row)
			if tt.want == "" {
				require.NoError(t, err)
				return
			}
			require.ErrorContains(t, err, tt.want)
		})
	}
}

// TestBound: a program that asks much between two calls of Queries costs no more memory than a hundred queries.
func TestBound(t *testing.T) {
	client := opened(t)
	w := Watch(client)
	for range 150 {
		client.Get(context.Background(), "a")
	}
	assert.Len(t, w.Queries(), most)
}

// BenchmarkHear measures what a command costs more because it is heard.
func BenchmarkHear(b *testing.B) {
	w := &Watcher{tables: map[string]*table{}, names: names{}}
	cmd := redis.NewStringCmd(b.Context(), "get", "session:3f7")
	for b.Loop() {
		w.hear(b.Context(), cmd, nil)
		w.Queries()
	}
}
