// Package neighbours has the smallest services whose answers depend on what another service answers: its status, its
// header, a member of its document, or that it answers too late or nothing that can be read. Nobody runs the other
// services: their names end in .invalid, which no name server knows.
//
// Each service has an operation and answers its goal only if its neighbour answers as the goal needs. A call of a
// neighbour is http.Get, a request through http.DefaultClient, or one through a client of the service, to an address in
// the code or in an environment variable.
//
// # What cannot be reached
//
// With answers of the neighbours, every statement can be reached but the panic about a document. The returns of an
// error of http.NewRequestWithContext need an environment variable whose text is no address, and those of io.ReadAll in
// empty-body a connection that breaks.
package neighbours

import (
	"net/http"
	"os"
)

// Micro is a service with an operation and a neighbour.
type Micro struct {
	Name string
	// New returns a handler.
	New func() http.Handler
	// Schema is an OpenAPI document in JSON.
	Schema string
	// Goal is the status that the service answers only if the neighbour answers as it needs.
	Goal string
	// Address names the environment variable with the base URL of the neighbour, if it is not in the code.
	Address string
}

// All returns the services, in a fixed order.
func All() []Micro {
	var out []Micro
	for _, group := range [][]kind{documents(), answers()} {
		for _, k := range group {
			out = append(out, k.micro())
		}
	}
	return out
}

// Variable names the environment variable that says which service New is about, the first one without it.
const Variable = "STORES_NEIGHBOURS"

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
	panic("neighbours: no service is called " + name)
}
