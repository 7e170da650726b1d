// Package redis has the smallest services whose answers depend on keys of a Redis database that no call writes. Each
// answers its goal only if a key has the value that the goal needs. The database is in the process.
package redis

import (
	"net/http"
	"os"
	"sync"
	"sync/atomic"

	"github.com/alicebob/miniredis/v2"
	"github.com/redis/go-redis/v9"

	"github.com/evoke-go/evoke/store"
	evokeredis "github.com/evoke-go/evoke/store/redis"
)

// Micro is a service with an operation.
type Micro struct {
	Name string
	// Schema is an OpenAPI document in JSON.
	Schema string
	kind   kind
}

// All returns the services, in a fixed order.
func All() (out []Micro) {
	for _, k := range kinds() {
		out = append(out, Micro{Name: k.name, Schema: k.openAPI(), kind: k})
	}
	return out
}

// server is the database of this process.
var server = sync.OnceValues(miniredis.Run)

// watcher is that of the newest handler.
var watcher atomic.Pointer[evokeredis.Watcher]

// handler is a service with its connections.
type handler struct {
	http.Handler
	client *redis.Client
}

// Close closes the connections.
func (h handler) Close() error { return h.client.Close() }

// New returns a handler of the service with an empty database.
func (m Micro) New() http.Handler {
	s, err := server()
	if err != nil {
		panic(err)
	}
	s.FlushAll()
	client := redis.NewClient(&redis.Options{Addr: s.Addr()})
	watcher.Store(evokeredis.Watch(client))
	mux := http.NewServeMux()
	mux.HandleFunc(m.kind.method+" "+m.kind.path, m.kind.handle(client))
	return handler{mux, client}
}

// Variable names the environment variable that says which service New is about, the first one without it.
const Variable = "STORES_REDIS"

// New returns a handler of the service that the environment names. It panics if there is none of that name.
func New() http.Handler { return named(os.Getenv(Variable)).New() }

// Keys returns the database of the newest handler.
func Keys() store.Watcher { return watcher.Load() }

// Schema returns the OpenAPI document of the service that the environment names.
func Schema() []byte { return []byte(named(os.Getenv(Variable)).Schema) }

func named(name string) Micro {
	for _, m := range All() {
		if name == "" || m.Name == name {
			return m
		}
	}
	panic("redis: no service is called " + name)
}
