// Package clock has the smallest services whose answers depend on the time that passes between calls: days, months, or
// until a window opens. Their state is in memory, and they read the clock by time.Now.
//
// Each service makes things by POST and answers its goal only if time goes by between that and another call.
//
// # What cannot be reached
//
// With clocks that are put forward, every statement can be reached but the panic about a document.
package clock

import (
	"encoding/json"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Micro is a service whose answers depend on the time.
type Micro struct {
	Name string
	// New returns a handler without things.
	New func() http.Handler
	// Schema is an OpenAPI document in JSON.
	Schema string
	// Goal is the status that the service answers only at the right time.
	Goal string
}

// All returns the services, in a fixed order.
func All() []Micro {
	var out []Micro
	for _, k := range kinds() {
		out = append(out, Micro{Name: k.name, New: k.handler, Schema: k.openAPI(), Goal: "299"})
	}
	return out
}

// Variable names the environment variable that says which service New is about, the first one without it.
const Variable = "STORES_CLOCK"

// New returns a handler of the service that the environment names. It panics if there is none of that name.
func New() http.Handler { return named(os.Getenv(Variable)).New() }

// Schema returns the OpenAPI document of the service that the environment names.
func Schema() []byte { return []byte(named(os.Getenv(Variable)).Schema) }

func named(name string) Micro {
	for _, m := range All() {
		if name == "" || m.Name == name {
			return m
		}
	}
	panic("clock: no service is called " + name)
}

// met is the status of a service that is asked at the right time.
const met = 299

// thing is what a service keeps.
type thing struct {
	ID   int       `json:"id"`
	Made time.Time `json:"made"`
	Used time.Time `json:"used"`
}

// kind is a service: things are made by POST /path, and asked by GET, or POST, /path/{id}/verb.
type kind struct {
	name, path, method, verb string
	// decide returns a status for a thing, which it may change, at a time.
	decide func(*thing, time.Time) int
}

func (k kind) handler() http.Handler {
	var lock sync.Mutex
	things := map[int]*thing{}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /"+k.path, func(w http.ResponseWriter, _ *http.Request) {
		lock.Lock()
		defer lock.Unlock()
		now := time.Now().UTC()
		made := &thing{ID: len(things) + 1, Made: now, Used: now}
		things[made.ID] = made
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusCreated)
		_ = json.NewEncoder(w).Encode(made) // the client is gone
	})
	mux.HandleFunc(k.method+" /"+k.path+"/{id}/"+k.verb, func(w http.ResponseWriter, r *http.Request) {
		lock.Lock()
		defer lock.Unlock()
		id, err := strconv.Atoi(r.PathValue("id"))
		if err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		if things[id] == nil {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		w.WriteHeader(k.decide(things[id], time.Now().UTC()))
	})
	return mux
}

type object = map[string]any

// openAPI returns the document of the service.
func (k kind) openAPI() string {
	stamp := object{"type": "string", "format": "date-time"}
	made := object{"type": "object", "required": []string{"id", "made", "used"},
		"properties": object{"id": object{"type": "integer"}, "made": stamp, "used": stamp}}
	doc, err := json.MarshalIndent(object{
		"openapi": "3.0.3",
		"info":    object{"title": k.name, "version": "1.0.0"},
		"paths": object{
			"/" + k.path: object{"post": object{"operationId": "make", "responses": object{"201": object{
				"description": "Made.", "content": object{"application/json": object{"schema": made}},
			}}}},
			"/" + k.path + "/{id}/" + k.verb: object{strings.ToLower(k.method): object{
				"operationId": k.verb,
				"parameters": []object{
					{"name": "id", "in": "path", "required": true, "schema": object{"type": "integer"}},
				},
				"responses": object{
					"204": object{"description": "It is not the time."},
					"299": object{"description": "It is the time."},
					"400": object{"description": "The id is no number."},
					"404": object{"description": "There is no such thing."},
				},
			}},
		},
	}, "", "  ")
	if err != nil {
		panic(err)
	}
	return string(doc)
}
