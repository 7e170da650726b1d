package whitebox_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"io"
	"net/http"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/probe/tables"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/rest/oracle/oracletest"
	"github.com/evoke-go/evoke/rest/oracle/whitebox"
)

const orders = `
openapi: 3.0.3
info: {title: orders, version: "1"}
paths:
  /orders:
    get: {responses: {"200": {description: all}}}
    post: {responses: {"201": {description: made}}}
    delete: {responses: {"204": {description: none is left}}}
`

// paper is a driver whose changes change a row, and whose queries return as many rows as their argument says.
type paper struct{ driver.Conn }

func (p paper) Connect(context.Context) (driver.Conn, error) { return p, nil }
func (paper) Driver() driver.Driver                          { return nil }
func (paper) Close() error                                   { return nil }
func (p paper) BeginTx(context.Context, driver.TxOptions) (driver.Tx, error) {
	return p, nil
}
func (paper) Commit() error   { return nil }
func (paper) Rollback() error { return nil }
func (paper) ExecContext(_ context.Context, _ string, args []driver.NamedValue) (driver.Result, error) {
	return driver.RowsAffected(1 - len(args)), nil
}
func (paper) QueryContext(_ context.Context, _ string, args []driver.NamedValue) (driver.Rows, error) {
	return &lines{left: args[0].Value.(int64)}, nil
}

type lines struct{ left int64 }

func (*lines) Columns() []string { return []string{"id"} }
func (*lines) Close() error      { return nil }
func (l *lines) Next(to []driver.Value) error {
	if l.left == 0 {
		return io.EOF
	}
	l.left--
	to[0] = l.left
	return nil
}

// shop answers calls by what they do in a database, of which the answer has the status.
func shop(t *testing.T, does map[string]func(db *sql.DB, n int) (status int)) func() http.Handler {
	return func() http.Handler {
		db := sql.OpenDB(tables.Connector(paper{}))
		t.Cleanup(func() { assert.NoError(t, db.Close()) })
		calls := map[string]int{}
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			calls[r.Method]++
			says(w, does[r.Method](db, calls[r.Method]), `[]`)
		})
	}
}

// run executes statements in a transaction, and commits it or not.
func run(commits bool, statements ...string) func(db *sql.DB) {
	return func(db *sql.DB) {
		tx, err := db.BeginTx(context.Background(), nil)
		if err != nil {
			panic(err)
		}
		for _, s := range statements {
			if _, err := tx.Exec(s); err != nil {
				panic(err)
			}
		}
		if !commits {
			_ = tx.Rollback()
			return
		}
		_ = tx.Commit()
	}
}

// turns does one thing after the other, and answers with a status each.
func turns(does ...any) func(db *sql.DB, n int) int {
	return func(db *sql.DB, n int) int {
		if does[2*n-2] != nil {
			does[2*n-2].(func(*sql.DB))(db)
		}
		return does[2*n-1].(int)
	}
}

// asks reads some orders, and the lines of each.
func asks(n int, each string) func(db *sql.DB, n int) int {
	return func(db *sql.DB, _ int) int {
		rows, err := db.Query("SELECT id FROM orders LIMIT ?", n)
		if err != nil {
			return http.StatusInternalServerError
		}
		var ids []int64
		for rows.Next() {
			ids = append(ids, 0)
			_ = rows.Scan(&ids[len(ids)-1])
		}
		_ = rows.Close()
		for _, id := range ids {
			text := each
			if each == "" {
				text = "SELECT id FROM lines WHERE parent = " + strconv.FormatInt(id, 10) + " LIMIT ?"
			}
			if more, err := db.Query(text, 1); err == nil {
				_ = more.Close()
			}
		}
		return http.StatusOK
	}
}

var (
	get    = oracletest.Call{Method: "GET", Target: "/orders"}
	post   = oracletest.Call{Method: "POST", Target: "/orders", Body: `{"total": 1}`}
	remove = oracletest.Call{Method: "DELETE", Target: "/orders"}
)

type (
	does    = func(db *sql.DB, n int) (status int)
	methods = map[string]does
)

// stored are the rules about what is in a database, each with services that have the defect and others that do not.
var stored = map[string]struct {
	code            int
	faulty, healthy methods
	calls           []oracletest.Call
	reason          string
}{
	"committed though refused": {whitebox.CodeDone,
		methods{"POST": turns(run(true, orderAndStock...), 201, run(true, orderAndStock...), 409)},
		methods{"POST": turns(run(true, orderAndStock...), 201, run(false, orderAndStock...), 409)},
		[]oracletest.Call{post, post},
		"the program inserts into orders, updates stock (count), as for a call that is accepted, and answers 409"},
	"without a transaction": {whitebox.CodeDone,
		methods{"POST": turns(alone("INSERT INTO orders (total) VALUES (1)"), 201,
			alone("INSERT INTO orders (total) VALUES (1)"), 422)},
		methods{"POST": turns(alone("INSERT INTO orders (total) VALUES (1)"), 201, nil, 422)},
		[]oracletest.Call{post, post},
		"the program inserts into orders, as for a call that is accepted, and answers 422"},
	"a part": {whitebox.CodeWrote,
		methods{"GET": turns(nil, 200), "POST": turns(run(true, "INSERT INTO orders (total) VALUES (1)"), 500)},
		methods{"GET": turns(nil, 200), "POST": turns(run(false, "INSERT INTO orders (total) VALUES (1)"), 500)},
		[]oracletest.Call{get, post}, "the program inserts into orders for good, and answers 500"},
	"what every call writes": {whitebox.CodeWrote,
		methods{"GET": turns(alone(touch), 200), "POST": turns(inTurn(alone(touch), alone("DELETE FROM carts")), 400)},
		methods{"GET": turns(alone(touch), 200), "POST": turns(alone(touch), 400)},
		[]oracletest.Call{get, post}, "the program deletes from carts for good, and answers 400"},
	"a transaction": {whitebox.CodeLeftOpen,
		methods{"POST": func(db *sql.DB, _ int) int { _, _ = db.Begin(); return 201 }},
		methods{"POST": turns(run(true, touch), 201)},
		[]oracletest.Call{post}, "the program begins a transaction and neither commits it nor rolls it back"},
	"each row": {whitebox.CodeRepeated,
		methods{"GET": asks(12, "SELECT id FROM lines WHERE id < ? AND kind = 'x'")},
		methods{"GET": asks(9, "SELECT id FROM lines WHERE id < ? AND kind = 'x'")},
		[]oracletest.Call{get}, "the program executes a statement 12 times, for the 12 rows of another one: " +
			"SELECT id FROM lines WHERE id < ? AND kind = ?"},
}

// touch is what some programs do with each call.
const touch = "UPDATE clients SET used = 1 WHERE id = 1"

var orderAndStock = []string{"INSERT INTO orders (total) VALUES (1)", "UPDATE stock SET count = count - 1 WHERE id = 7"}

// alone executes a statement outside of a transaction.
func alone(statement string) func(db *sql.DB) {
	return func(db *sql.DB) { _, _ = db.Exec(statement) }
}

// inTurn does all of them.
func inTurn(all ...func(db *sql.DB)) func(db *sql.DB) {
	return func(db *sql.DB) {
		for _, do := range all {
			do(db)
		}
	}
}

// TestStored shows each rule about databases services with its defect and without.
func TestStored(t *testing.T) {
	for name, tt := range stored {
		t.Run(name, func(t *testing.T) {
			rule := ruleOf(t, tt.code)
			oracletest.Test(t, rule, oracletest.Kit{Schema: orders, Faulty: shop(t, tt.faulty),
				Healthy: shop(t, tt.healthy), Calls: tt.calls})
			found := oracletest.Findings(t, rule, orders, shop(t, tt.faulty)(), tt.calls)
			last := found[len(found)-1]
			require.Len(t, last, 1)
			assert.Equal(t, tt.reason, last[0].Reason)
			assert.Equal(t, rule.Doubt, last[0].Doubt)
			assert.Regexp(t, `^whitebox_test\..+ \(stored_test\.go:\d+\)$`, last[0].Frame)
		})
	}
}

func ruleOf(t *testing.T, code int) *oracle.Rule {
	t.Helper()
	for _, r := range whitebox.Rules() {
		if r.Code == code {
			return r
		}
	}
	require.Fail(t, "no such rule")
	return nil
}

// TestStoredForGoodReasons: programs may write though they refuse a call, keep a transaction for a while, and execute
// a statement often.
func TestStoredForGoodReasons(t *testing.T) {
	order, failed := run(true, orderAndStock...), alone("INSERT INTO payments (state) VALUES ('failed')")
	for name, tt := range map[string]struct {
		does  methods
		calls []oracletest.Call
		hint  bool
	}{
		"rolled back": {methods{"GET": turns(nil, 200), "POST": turns(order, 201, run(false, orderAndStock...), 400)},
			[]oracletest.Call{get, post, post}, false},
		"back to a savepoint": {methods{"GET": turns(nil, 200), "POST": turns(order, 201, run(true, "SAVEPOINT a",
			orderAndStock[0], "ROLLBACK TO SAVEPOINT a"), 400)}, []oracletest.Call{get, post, post}, false},
		"no row": {methods{"GET": turns(nil, 200), "POST": turns(func(db *sql.DB) {
			_, _ = db.Exec("UPDATE orders SET total = 1 WHERE id = ?", 7)
		}, 404)}, []oracletest.Call{get, post}, false},
		"a record of calls": {methods{"GET": turns(nil, 200), "POST": turns(
			alone("INSERT INTO audit_log (text) VALUES ('x')"), 400)}, []oracletest.Call{get, post}, false},
		"a part of what is done": {methods{"POST": turns(order, 201, alone(orderAndStock[0]), 409)},
			[]oracletest.Call{post, post}, true},
		"attempts": {methods{"POST": turns(alone("UPDATE users SET failed = 0"), 201,
			alone("UPDATE users SET failed = 0"), 409)}, []oracletest.Call{post, post}, true},
		"a payment": {methods{"POST": turns(failed, 201, failed, 402)}, []oracletest.Call{post, post}, false},
		"by other calls": {methods{"DELETE": turns(alone("INSERT INTO trail (text) VALUES ('x')"), 204), "POST": turns(
			alone("INSERT INTO trail (text) VALUES ('x')"), 201, alone("INSERT INTO trail (text) VALUES ('x')"), 409)},
			[]oracletest.Call{remove, post, post}, false},
		"in different statements": {methods{"GET": asks(20, "")}, []oracletest.Call{get}, false},
		"by the context": {methods{"POST": func(db *sql.DB, _ int) int {
			ctx, cancel := context.WithCancel(context.Background())
			_, _ = db.BeginTx(ctx, nil)
			cancel()
			return 201
		}}, []oracletest.Call{post}, false},
		"by a goroutine": {methods{"POST": func(db *sql.DB, _ int) int {
			tx, _ := db.Begin()
			go func() { time.Sleep(time.Second / 10); _ = tx.Rollback() }()
			return 201
		}}, []oracletest.Call{post}, false},
	} {
		t.Run(name, func(t *testing.T) {
			var found []oracle.Finding
			for _, r := range whitebox.Rules() {
				for _, findings := range oracletest.Findings(t, r, orders, shop(t, tt.does)(), tt.calls) {
					found = append(found, findings...)
				}
			}
			if !tt.hint {
				assert.Empty(t, found)
				return
			}
			require.Len(t, found, 1)
			assert.Equal(t, whitebox.CodeWrote, found[0].Code)
			assert.NotEmpty(t, found[0].Doubt)
		})
	}
}

// TestKeptTransaction: a transaction that a later call ends is not left open, once that was seen.
func TestKeptTransaction(t *testing.T) {
	var tx *sql.Tx
	service := shop(t, methods{
		"POST":   func(db *sql.DB, _ int) int { tx, _ = db.Begin(); return 201 },
		"DELETE": func(*sql.DB, int) int { _ = tx.Commit(); return 204 },
	})()
	calls := []oracletest.Call{post, remove, post, remove}
	found := oracletest.Findings(t, ruleOf(t, whitebox.CodeLeftOpen), orders, service, calls)
	assert.Len(t, found[0], 1)
	for _, later := range found[1:] {
		assert.Empty(t, later)
	}
}
