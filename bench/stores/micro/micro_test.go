package micro

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestMicro inserts rows by hand: without them, and with those that come close, no service answers its goal. Calls on
// empty tables never do, and each answer is in the document.
func TestMicro(t *testing.T) {
	proofs := readProofs()
	require.Len(t, All(), len(proofs), "each service has a proof")
	for _, m := range All() {
		t.Run(m.Name, func(t *testing.T) {
			p, found := proofs[m.Name]
			require.True(t, found)
			goal, err := strconv.Atoi(m.Goal)
			require.NoError(t, err)
			assert.NotEqual(t, goal, p.status(t, m, nil), "no row")
			assert.NotEqual(t, goal, p.status(t, m, p.misses), "rows that come close")
			assert.Equal(t, goal, p.status(t, m, p.rows))
		})
	}
}

// status is the answer of a new handler with rows, to a call that was made before there were any.
func (p proof) status(t *testing.T, m Micro, rows []string) int {
	t.Helper()
	h := m.New()
	defer func() { require.NoError(t, h.(io.Closer).Close()) }()
	for range 2 {
		assert.NotEqual(t, m.Goal, strconv.Itoa(p.send(t, h, m)), "before there are rows")
	}
	for _, row := range rows {
		_, err := m.Database().ExecContext(context.Background(), "INSERT INTO "+row)
		require.NoError(t, err, row)
	}
	return p.send(t, h, m)
}

func (p proof) send(t *testing.T, h http.Handler, m Micro) int {
	t.Helper()
	method, path, _ := strings.Cut(p.call, " ")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(method, path, nil))
	assert.Contains(t, documented(t, m), strconv.Itoa(w.Code), "the document has each answer")
	return w.Code
}

// documented returns the statuses of the only operation of a service.
func documented(t *testing.T, m Micro) map[string]any {
	t.Helper()
	var doc struct {
		Paths map[string]map[string]struct{ Responses map[string]any }
	}
	require.NoError(t, json.Unmarshal([]byte(m.Schema), &doc))
	require.Len(t, doc.Paths, 1)
	for _, operations := range doc.Paths {
		require.Len(t, operations, 1)
		for _, o := range operations {
			return o.Responses
		}
	}
	return nil
}

// TestMalformed: a parameter that is no number, or no day, is refused.
func TestMalformed(t *testing.T) {
	proofs := readProofs()
	for _, m := range All() {
		if _, refuses := documented(t, m)["400"]; !refuses {
			continue
		}
		op := strings.Split(proofs[m.Name].call, " ")
		path, query, _ := strings.Cut(op[1], "?")
		if query != "" {
			path += "?none=1"
		} else {
			path = path[:strings.LastIndex(path, "/")+1] + "x"
		}
		h := m.New()
		assert.Equal(t, http.StatusBadRequest, proof{call: op[0] + " " + path}.send(t, h, m), m.Name)
		require.NoError(t, h.(io.Closer).Close())
	}
}

// TestNamed: a process that is told a name runs that service.
func TestNamed(t *testing.T) {
	t.Setenv(Variable, "join-three")
	h := New()
	assert.Same(t, named("join-three").Database(), Database())
	require.NoError(t, Database().PingContext(t.Context()))
	require.NoError(t, h.(io.Closer).Close())
	require.Error(t, Database().PingContext(t.Context()), "the database is closed with the handler")
	assert.Contains(t, string(Schema()), "join-three")
	t.Setenv(Variable, "none")
	assert.Panics(t, func() { New() })
}

// TestTables: the statements of all tables are valid alone, and names of services are unique.
func TestTables(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range All() {
		assert.False(t, seen[m.Name], m.Name)
		seen[m.Name] = true
		require.NoError(t, open(m.Tables).Close())
	}
	assert.GreaterOrEqual(t, len(seen), 40)
	assert.Panics(t, func() { open("CREATE TABLE") })
}
