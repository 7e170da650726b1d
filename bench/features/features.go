// Package features is features-service, which keeps the features of products,
// constraints between them, and configurations: sets of features that are
// active together. The original is written in Java, with JAX-RS and a database;
// this one has its operations, rules, faults and schema, with the tables in
// memory, and its layers: resources, services, entities, tables.
//
// There is no answer of 4xx but by routing: every error is a 500. Besides that
// these faults are the original's:
//
//   - two or more features that constraints derive at once are an error, since
//     the set of them changes while it is iterated;
//   - a required feature whose name differs from the product's only in case is
//     derived without end;
//   - an invalid configuration is an error, but stays stored;
//   - a new excludes constraint is located at a path that does not exist.
package features

import (
	_ "embed"
	"net/http"
	"sync"

	"github.com/evoke-go/evoke/bench/features/container"
)

//go:embed testdata/swagger.json
var schema []byte

// Schema returns the Swagger 2.0 document of the service. As in the original it
// declares successes only, and all parameters of forms are optional.
func Schema() []byte { return schema }

// server is the service.
type server struct {
	http.Handler
	mu      sync.Mutex
	tables  tables
	initial func(*tables)

	products       products
	configurations configurations
}

// New returns a service that has the demo data, which benchmarks start with: a
// product with nine features, three constraints and a configuration. It is a
// bench.Resetter.
func New() http.Handler { return start(demo) }

// NewEmpty returns a service without data. It is a bench.Resetter.
func NewEmpty() http.Handler { return start((*tables).clear) }

func start(initial func(*tables)) *server {
	s := &server{initial: initial}
	s.products.tables, s.configurations.tables = &s.tables, &s.tables
	s.Handler = cors(container.Clean(s.routes()))
	initial(&s.tables)
	return s
}

// Reset brings back the data that the service started with.
func (s *server) Reset() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.initial(&s.tables)
	return nil
}

func (s *server) routes() *http.ServeMux {
	const (
		product       = "/products/{productName}"
		feature       = product + "/features/{featureName}"
		configuration = product + "/configurations/{configurationName}"
	)
	mux := http.NewServeMux()
	handle := func(pattern string, o container.Operation) { mux.HandleFunc(pattern, container.Handler(&s.mu, o)) }
	handle("GET /products", s.getProducts)
	handle("GET "+product, s.getProduct)
	handle("POST "+product, s.addProduct)
	handle("DELETE "+product, s.deleteProduct)
	handle("GET "+product+"/features", s.getFeatures)
	handle("POST "+feature, s.addFeature)
	handle("PUT "+feature, s.updateFeature)
	handle("DELETE "+feature, s.deleteFeature)
	handle("POST "+product+"/constraints/requires", s.addRequires)
	handle("POST "+product+"/constraints/excludes", s.addExcludes)
	handle("DELETE "+product+"/constraints/{constraintId}", container.Int64("constraintId", s.deleteConstraint))
	handle("GET "+product+"/configurations", s.getConfigurations)
	handle("GET "+configuration, s.getConfiguration)
	handle("POST "+configuration, s.addConfiguration)
	handle("DELETE "+configuration, s.deleteConfiguration)
	handle("GET "+configuration+"/features", s.getActiveFeatures)
	handle("POST "+configuration+"/features/{featureName}", s.activateFeature)
	handle("DELETE "+configuration+"/features/{featureName}", s.deactivateFeature)
	return mux
}

// cors lets pages of any origin use the service.
func cors(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Access-Control-Allow-Origin", "*")
		h.Set("Access-Control-Allow-Methods", "GET, POST, PUT, DELETE, OPTIONS")
		h.Set("Access-Control-Allow-Headers", "Content-Type, X-Requested-With")
		h.Set("Access-Control-Max-Age", "3600")
		if r.Method == http.MethodOptions {
			w.WriteHeader(http.StatusOK)
			return
		}
		next.ServeHTTP(w, r)
	})
}
