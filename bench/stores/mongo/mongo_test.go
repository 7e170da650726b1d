package mongo

import (
	"fmt"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/bench/stores/internal/goal"
	"github.com/evoke-go/evoke/store"
	"github.com/evoke-go/evoke/store/storetest"
)

// TestMain starts the database of the tests.
func TestMain(m *testing.M) {
	url, stop, err := Serve()
	if err != nil {
		panic(err)
	}
	if err := os.Setenv(Address, url); err != nil {
		panic(err)
	}
	code := m.Run()
	if err := stop(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

const id = "0123456789abcdef01234567"

// proof has documents with which a service answers its goal, and with which it does not.
type proof struct{ met, not []string }

func proofs() map[string]proof {
	out := map[string]proof{}
	add := func(name, met, not string) { out[name] = proof{[]string{met}, []string{not}} }
	add("nested", `parcels {"code": "c", "to": {"city": "Oslo"}}`, `parcels {"code": "c"}`)
	add("comparison", `accounts {"owner": "c", "balance": -101}`, `accounts {"owner": "c", "balance": 1}`)
	add("times", `events {"room": "c", "at": {"$date": "2031-03-01T00:00:00Z"}}`,
		`events {"room": "c", "at": {"$date": "2031-04-01T00:00:00Z"}}`)
	add("in", `files {"name": "c", "state": "seized", "public": true}`, `files {"name": "c", "state": "seized"}`)
	add("not-in", `doors {"name": "c"}`, `doors {"name": "c", "state": "open"}`)
	add("exists", `contracts {"number": "c", "ended": 1}`, `contracts {"number": "c", "ended": 1, "reason": "x"}`)
	add("or", `guests {"name": "c", "points": 900}`, `guests {"name": "c", "vip": true, "banned": true}`)
	add("not", `exams {"student": "c", "points": 50}`, `exams {"student": "c", "points": 49}`)
	add("regex", `cars {"owner": "c", "plate": "NO1234"}`, `cars {"owner": "c", "plate": "no1234"}`)
	add("prefix", `pages {"site": "c", "path": "/drafts/x"}`, `pages {"site": "c", "path": "/x"}`)
	add("element", `runs {"code": "c", "laps": [9, 82]}`, `runs {"code": "c", "laps": [9]}`)
	add("all", `crates {"code": "c", "marks": ["cold", "a", "fragile"]}`,
		`crates {"code": "c", "marks": ["cold", "fragile"]}`)
	add("field", `members {"code": "c", "level": 1201}`, `members {"code": "c"}`)
	add("below", `members {"code": "c", "plan": {"name": "founder"}}`, `members {"code": "c"}`)
	add("id", `seals {"_id": {"$oid": "`+id+`"}, "state": "broken"}`, `seals {"_id": {"$oid": "`+id+`"}}`)
	add("aggregate", `payments {"code": "c", "kind": "debit", "amount": 5001}`,
		`payments {"code": "c", "kind": "debit", "amount": 5000}`)
	add("update", `stock {"code": "c", "left": 3}`, `stock {"code": "c", "left": 2}`)
	out["two-collections"] = proof{
		[]string{`trips {"code": "c", "driver": "d"}`, `persons {"name": "d", "license": "D1"}`},
		[]string{`trips {"code": "c", "driver": "d"}`, `persons {"name": "d"}`},
	}
	return out
}

// code is that of the calls of a service.
func (k kind) code() string {
	if k.pattern != "" {
		return id
	}
	return "c"
}

// call makes the only call of a service, with documents that are there before.
func call(t *testing.T, m Micro, documents []string) int {
	t.Helper()
	h := m.New()
	for _, d := range documents {
		collection, text, _ := strings.Cut(d, " ")
		require.NoError(t, store.Put(t.Context(), Documents(), collection, text))
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(m.kind.method, strings.ReplaceAll(m.kind.path, "{code}", m.kind.code()), nil))
	return w.Code
}

// TestGoals: each service answers its goal with the right documents alone.
func TestGoals(t *testing.T) {
	require.Len(t, All(), len(proofs()), "each service has a proof")
	for _, m := range All() {
		t.Run(m.Name, func(t *testing.T) {
			p := proofs()[m.Name]
			assert.Equal(t, goal.Met, call(t, m, p.met))
			assert.NotEqual(t, goal.Met, call(t, m, p.not))
		})
	}
}

// TestWatcher: the watcher of the database obeys the kit in each service.
func TestWatcher(t *testing.T) {
	for _, m := range All() {
		t.Run(m.Name, func(t *testing.T) {
			h := m.New()
			target := strings.ReplaceAll(m.kind.path, "{code}", m.kind.code())
			storetest.Test(t, storetest.Kit{
				New: func() store.Watcher { h = m.New(); Documents().Queries(); return Documents() },
				Asks: []storetest.Ask{{Name: m.Name, Further: true, Do: func() {
					h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(m.kind.method, target, nil))
				}}},
			})
		})
	}
}
