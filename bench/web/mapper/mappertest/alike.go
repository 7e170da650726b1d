// Package mappertest compares services that keep their rows in different stores.
package mappertest

import (
	"database/sql"
	"io"
	"math/rand/v2"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Call sends a call to a handler. It returns a text of everything in the answer
// that clients see.
type Call func(http.Handler) (answer string)

// Alike checks that two services answer forty sequences of 250 drawn calls in
// the same way, and that both can be reset. It closes the second one.
func Alike(t *testing.T, first, second http.Handler, draw func(*rand.Rand) Call) {
	t.Helper()
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 0))
		for i := range 250 {
			call := draw(r)
			require.Equal(t, call(first), call(second), "seed %d, call %d", seed, i)
		}
		for _, h := range []http.Handler{first, second} {
			require.NoError(t, reset(h))
		}
	}
	require.NoError(t, second.(io.Closer).Close())
}

// Fails checks that the answer to a call, and the error of a reset, tell of a
// failure of the database.
func Fails(t *testing.T, h http.Handler, db *sql.DB, call Call) {
	t.Helper()
	require.NoError(t, db.Close())
	assert.Contains(t, call(h), "Internal Server Error")
	assert.Contains(t, call(h), "database is closed")
	assert.ErrorContains(t, reset(h), "database is closed")
}

func reset(h http.Handler) error { return h.(interface{ Reset() error }).Reset() }
