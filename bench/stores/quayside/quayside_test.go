package quayside_test

import (
	_ "embed"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/bench/stores/internal/places"
	"github.com/evoke-go/evoke/bench/stores/quayside"
	"github.com/evoke-go/evoke/bench/stores/server"
)

//go:embed testdata/places.txt
var text string

// TestPlaces: each branch on rows of other systems is taken with these rows, and not without.
func TestPlaces(t *testing.T) {
	t.Setenv(quayside.Variable, server.Postgres(t))
	s := places.Service{New: quayside.New, Database: quayside.Database, Schema: quayside.Schema()}
	places.Run(t, s, text)
	places.RunOdd(t, s)
	t.Run("reset", func(t *testing.T) {
		h := quayside.New()
		for range 2 {
			w := httptest.NewRecorder()
			h.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/carriers",
				strings.NewReader(`{"code": "MAEU", "name": "Line"}`)))
			assert.Equal(t, http.StatusCreated, w.Code)
			require.NoError(t, h.(interface{ Reset() error }).Reset())
		}
		require.NoError(t, h.(io.Closer).Close())
	})
}

// TestNoDatabase: a service that is told of no database does not start.
func TestNoDatabase(t *testing.T) {
	for _, dsn := range []string{"postgres://%", "postgres://postgres@127.0.0.1:1/postgres?sslmode=disable"} {
		t.Setenv(quayside.Variable, dsn)
		assert.Panics(t, func() { quayside.New() })
	}
}
