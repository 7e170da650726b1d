package rest_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"io"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/probe/tables"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/sut"
)

// tallied is a database whose tables are numbers of rows.
type tallied struct {
	mu   sync.Mutex
	rows map[string]int
}

func (c *tallied) Connect(context.Context) (driver.Conn, error) { return &talliedConn{of: c}, nil }
func (c *tallied) Driver() driver.Driver                        { return nil }

type talliedConn struct {
	driver.Conn
	of *tallied
}

func (c *talliedConn) Close() error { return nil }

// ExecContext executes "INSERT INTO table ...".
func (c *talliedConn) ExecContext(_ context.Context, query string, _ []driver.NamedValue) (driver.Result, error) {
	c.of.mu.Lock()
	defer c.of.mu.Unlock()
	c.of.rows[strings.Fields(query)[2]]++
	return driver.RowsAffected(1), nil
}

// QueryContext executes "SELECT count(*) FROM table".
func (c *talliedConn) QueryContext(_ context.Context, query string, _ []driver.NamedValue) (driver.Rows, error) {
	c.of.mu.Lock()
	defer c.of.mu.Unlock()
	return &talliedRows{n: c.of.rows[strings.Fields(query)[3]]}, nil
}

type talliedRows struct {
	n    int
	told bool
}

func (*talliedRows) Columns() []string { return []string{"n"} }
func (*talliedRows) Close() error      { return nil }
func (r *talliedRows) Next(to []driver.Value) error {
	if r.told {
		return io.EOF
	}
	r.told, to[0] = true, int64(r.n)
	return nil
}

// storeSchema is an API whose names do not say that /omega needs /alpha.
const storeSchema = `
openapi: 3.0.3
info: {title: Store, version: "1"}
paths:
  /alpha: {post: {responses: {"201": {description: made}}}}
  /beta: {post: {responses: {"201": {description: made}}}}
  /gamma: {post: {responses: {"201": {description: made}}}}
  /omega: {get: {responses: {"200": {description: some}, "404": {description: none}}}}
`

// newStore is the service. All calls are counted in a table that all read.
func newStore(wrap func(driver.Connector) driver.Connector) http.Handler {
	db := sql.OpenDB(wrap(&tallied{rows: map[string]int{}}))
	count := func(table string) (n int) {
		if err := db.QueryRow("SELECT count(*) FROM " + table).Scan(&n); err != nil {
			panic(err)
		}
		return n
	}
	insert := func(table string) {
		if _, err := db.Exec("INSERT INTO " + table + " (x) VALUES (1)"); err != nil {
			panic(err)
		}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		count("callers")
		insert("callers")
		switch r.URL.Path {
		case "/alpha":
			insert("stock")
			w.WriteHeader(http.StatusCreated)
		case "/omega":
			if count("stock") == 0 {
				w.WriteHeader(http.StatusNotFound)
			}
		default:
			insert("elsewhere")
			w.WriteHeader(http.StatusCreated)
		}
	})
}

// watched is a handler with a tracer that knows tables only.
type watched struct{ *sut.Handler }

func (watched) Inside(*fitness.Registry) sut.Inside {
	tables.Watch(true)
	return sut.Inside{Tables: func() []sut.Table { return tables.Take(nil) }}
}
func (watched) Begin(context.Context, bool) error { return nil }
func (watched) Take(_ context.Context, into []sut.Reached) ([]sut.Reached, error) {
	return into, nil
}

// prepared returns in which share of the samples with a call of /omega one of /alpha comes
// before it.
func prepared(p *rest.Problem) float64 {
	r := rand.New(rand.NewPCG(1, 1))
	all, after := 0, 0
	for range 5000 {
		made := false
		for _, a := range p.Sample(r).Actions {
			switch a.(*action.Call).Op.Spec.Path {
			case "/alpha":
				made = true
			case "/omega":
				all++
				if made {
					after++
				}
			}
		}
	}
	return float64(after) / float64(all)
}

// TestTablesTell: of an operation that reads a table it is found out who writes it, and that
// is called before it; another process learns it; and a published policy relates all that
// access the same table.
func TestTablesTell(t *testing.T) {
	t.Cleanup(func() { tables.Watch(false) })
	find := func(wrap func(driver.Connector) driver.Connector, o rest.Options) ([]problem.Dependency, float64) {
		doc, err := openapi.Read([]byte(storeSchema), openapi.Options{})
		require.NoError(t, err)
		system := watched{sut.NewHandler(func() http.Handler { return newStore(wrap) }, sut.HandlerOptions{})}
		_, err = system.Start(t.Context())
		require.NoError(t, err)
		defer func() { require.NoError(t, system.Stop(context.Background())) }()
		p, other := taught(t, doc, system, o, 1000)
		if o.Policy != nil { // scores tell more
			return p.Dependencies(), 0
		}
		require.Equal(t, p.Dependencies(), other.Dependencies(), "another process learns the same")
		return p.Dependencies(), prepared(other)
	}
	plain := func(c driver.Connector) driver.Connector { return c }
	none, without := find(plain, rest.Options{})
	assert.Empty(t, none)
	found, with := find(tables.Connector, rest.Options{})
	assert.Equal(t, []problem.Dependency{{From: "/omega", To: "/alpha", Directed: true, Probability: 1,
		Why: []string{"tables"}, Tables: []string{"stock"}}}, found)
	assert.Greater(t, with, without+0.1, "the share of the calls that find something")
	assert.Less(t, with, 0.95, "other tests are left")
	published, _ := find(tables.Connector, rest.Options{Policy: rest.ResourceHandling{Pd: 0.5}})
	pairs := 0
	for _, d := range published {
		if slices.Contains(d.Why, "tables") {
			assert.Contains(t, d.Tables, "callers")
			pairs++
		}
	}
	assert.Equal(t, 6, pairs, "each two of the four")
}
