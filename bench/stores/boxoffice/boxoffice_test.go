package boxoffice_test

import (
	_ "embed"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/bench/stores/boxoffice"
	"github.com/evoke-go/evoke/bench/stores/internal/places"
	"github.com/evoke-go/evoke/bench/stores/server"
)

//go:embed testdata/places.txt
var text string

// TestPlaces: each branch on rows of other systems is taken with these rows, and not without.
func TestPlaces(t *testing.T) {
	t.Setenv(boxoffice.Variable, server.MariaDB(t))
	s := places.Service{New: boxoffice.New, Database: boxoffice.Database, Schema: boxoffice.Schema()}
	places.Run(t, s, text)
	places.RunOdd(t, s)
	t.Run("reset", func(t *testing.T) {
		h := boxoffice.New()
		for range 2 {
			w := httptest.NewRecorder()
			h.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/members",
				strings.NewReader(`{"name": "Eve", "email": "eve@example.org"}`)))
			assert.Equal(t, http.StatusCreated, w.Code)
			assert.Contains(t, w.Body.String(), `"id":1,`)
			require.NoError(t, h.(interface{ Reset() error }).Reset())
		}
		require.NoError(t, h.(io.Closer).Close())
	})
}

// TestNoDatabase: a service that is told of no database does not start.
func TestNoDatabase(t *testing.T) {
	for _, dsn := range []string{"a", "root@tcp(127.0.0.1:1)/test"} {
		t.Setenv(boxoffice.Variable, dsn)
		assert.Panics(t, func() { boxoffice.New() })
	}
}
