// Package mongo has the smallest services whose answers depend on documents of a MongoDB that no call inserts. Each
// answers its goal only if its filter finds a document, most of them, or if a document has what the goal needs. The
// database is FerretDB in a process of its own: [Serve] starts it.
package mongo

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"

	"go.mongodb.org/mongo-driver/v2/bson"
	driver "go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"

	"github.com/evoke-go/evoke/store"
	evokemongo "github.com/evoke-go/evoke/store/mongo"
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
	for _, group := range [][]kind{finds(), reads()} {
		for _, k := range group {
			out = append(out, Micro{Name: k.name, Schema: k.openAPI(), kind: k})
		}
	}
	return out
}

// Address names the environment variable with the URL of the database, and Variable the one that says which service New
// is about, the first one without it.
const Address, Variable = "STORES_MONGO_URL", "STORES_MONGO"

// database is that of this process.
type database struct {
	*driver.Database
	own     *driver.Client // is not watched
	watcher *evokemongo.Watcher
}

// opened opens the database of this process. Each process has a database of its own.
var opened = sync.OnceValues(func() (*database, error) {
	name := fmt.Sprint("stores_", os.Getpid())
	of := options.Client().ApplyURI(os.Getenv(Address))
	own, err := driver.Connect(of)
	if err != nil {
		return nil, err
	}
	watched := options.Client().ApplyURI(os.Getenv(Address))
	w, err := evokemongo.Watch(watched, evokemongo.Options{Database: name, Documents: documents()})
	if err != nil {
		return nil, err
	}
	client, err := driver.Connect(watched)
	if err != nil {
		return nil, err
	}
	return &database{client.Database(name), own, w}, nil
})

// empty deletes all documents.
func (d *database) empty(ctx context.Context) error {
	of := d.own.Database(d.Name())
	names, err := of.ListCollectionNames(ctx, bson.D{})
	for _, name := range names {
		_, failed := of.Collection(name).DeleteMany(ctx, bson.D{})
		err = errors.Join(err, failed)
	}
	return err
}

// New returns a handler of the service with an empty database.
func (m Micro) New() http.Handler {
	d, err := opened()
	if err == nil {
		err = d.empty(context.Background())
	}
	if err != nil {
		panic(err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc(m.kind.method+" "+m.kind.path, m.kind.handle(d.Database))
	return mux
}

// New returns a handler of the service that the environment names. It panics if there is none of that name.
func New() http.Handler { return named(os.Getenv(Variable)).New() }

// Documents returns the database of the newest handler.
func Documents() store.Watcher {
	d, err := opened()
	if err != nil {
		return nil
	}
	return d.watcher
}

// Schema returns the OpenAPI document of the service that the environment names.
func Schema() []byte { return []byte(named(os.Getenv(Variable)).Schema) }

func named(name string) Micro {
	for _, m := range All() {
		if name == "" || m.Name == name {
			return m
		}
	}
	panic("mongo: no service is called " + strings.TrimSpace(name))
}
