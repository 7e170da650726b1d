// Package features is features-service, which keeps the features of products,
// constraints between them, and configurations: sets of features that are
// active together. The original is written in Java, with JAX-RS and a database;
// this one has its operations, rules, faults and schema, and its layers:
// resources, services, entities, tables. The tables are in memory here, and in
// SQLite in package sqlite.
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

	"github.com/evoke-go/evoke/bench/features/container"
	"github.com/evoke-go/evoke/bench/features/store"
)

//go:embed testdata/swagger.json
var schema []byte

// Schema returns the Swagger 2.0 document of the service. As in the original it
// declares successes only, and all parameters of forms are optional.
func Schema() []byte { return schema }

// server is the service.
type server struct {
	*container.Container
	products       products
	configurations configurations
}

// New returns a service that has the demo data, which benchmarks start with: a
// product with nine features, three constraints and a configuration. It is a
// bench.Resetter.
func New() http.Handler { return Over(&store.Memory{}) }

// NewEmpty returns a service without data. It is a bench.Resetter.
func NewEmpty() http.Handler { return OverEmpty(&store.Memory{}) }

// Over returns the service of New with its products in a store. Over
// and each reset of the service put the products that New begins with into it.
func Over(s store.Store) http.Handler { return start(s, demo) }

// OverEmpty returns the service over a store, which it empties.
func OverEmpty(s store.Store) http.Handler { return start(s, store.Store.Clear) }

func start(over store.Store, initial func(store.Store)) *server {
	s := &server{products: products{over}, configurations: configurations{over}}
	s.Container = container.New(func() { initial(over) })
	s.route()
	return s
}

func (s *server) route() {
	const (
		product       = "/products/{productName}"
		feature       = product + "/features/{featureName}"
		configuration = product + "/configurations/{configurationName}"
	)
	s.Handle("GET /products", s.getProducts)
	s.Handle("GET "+product, s.getProduct)
	s.Handle("POST "+product, s.addProduct)
	s.Handle("DELETE "+product, s.deleteProduct)
	s.Handle("GET "+product+"/features", s.getFeatures)
	s.Handle("POST "+feature, s.addFeature)
	s.Handle("PUT "+feature, s.updateFeature)
	s.Handle("DELETE "+feature, s.deleteFeature)
	s.Handle("POST "+product+"/constraints/requires", s.addRequires)
	s.Handle("POST "+product+"/constraints/excludes", s.addExcludes)
	s.Handle("DELETE "+product+"/constraints/{constraintId}", container.Int64("constraintId", s.deleteConstraint))
	s.Handle("GET "+product+"/configurations", s.getConfigurations)
	s.Handle("GET "+configuration, s.getConfiguration)
	s.Handle("POST "+configuration, s.addConfiguration)
	s.Handle("DELETE "+configuration, s.deleteConfiguration)
	s.Handle("GET "+configuration+"/features", s.getActiveFeatures)
	s.Handle("POST "+configuration+"/features/{featureName}", s.activateFeature)
	s.Handle("DELETE "+configuration+"/features/{featureName}", s.deactivateFeature)
}

// ServeHTTP answers a request. It lets pages of any origin use the service, and
// answers their OPTIONS itself.
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Access-Control-Allow-Methods", "GET, POST, PUT, DELETE, OPTIONS")
	h.Set("Access-Control-Allow-Headers", "Content-Type, X-Requested-With")
	h.Set("Access-Control-Max-Age", "3600")
	if r.Method == http.MethodOptions {
		w.WriteHeader(http.StatusOK)
		return
	}
	s.Container.ServeHTTP(w, r)
}
