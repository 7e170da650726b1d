package neighbours

import (
	"encoding/json"
	"net/http"
	"os"
	"strings"
)

// met is the status of a service whose neighbour answers as its goal needs.
const met = 299

// kind is a service and its call. The path has at most the parameter {code}.
type kind struct {
	name, method, path string
	// address names the environment variable with the base URL of the neighbour, and base is that without it. A handler
	// without them has its address in its code.
	address, base string
	handle        func(base string) http.HandlerFunc
}

func (k kind) micro() Micro {
	return Micro{
		Name: k.name, Goal: "299", Address: k.address, Schema: k.openAPI(),
		New: func() http.Handler {
			base := k.base
			if v := os.Getenv(k.address); k.address != "" && v != "" {
				base = v
			}
			mux := http.NewServeMux()
			mux.HandleFunc(k.method+" "+k.path, k.handle(base))
			return mux
		},
	}
}

type object = map[string]any

// openAPI returns the document of the service: that its neighbour fails is status 502.
func (k kind) openAPI() string {
	parameters := []object{}
	if strings.Contains(k.path, "{code}") {
		parameters = append(parameters,
			object{"name": "code", "in": "path", "required": true, "schema": object{"type": "string"}})
	}
	doc, err := json.MarshalIndent(object{
		"openapi": "3.0.3",
		"info":    object{"title": k.name, "version": "1.0.0"},
		"paths": object{k.path: object{strings.ToLower(k.method): object{
			"operationId": strings.ToLower(k.method), "parameters": parameters,
			"responses": object{
				"204": object{"description": "The neighbour answers, but not as the goal needs."},
				"299": object{"description": "The neighbour answers as the goal needs."},
				"502": object{"description": "The neighbour fails, or its answer cannot be read."},
			},
		}}},
	}, "", "  ")
	if err != nil {
		panic(err)
	}
	return string(doc)
}

// decide answers the goal if a condition holds.
func decide(w http.ResponseWriter, holds bool) {
	if holds {
		w.WriteHeader(met)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func badGateway(w http.ResponseWriter) { w.WriteHeader(http.StatusBadGateway) }
