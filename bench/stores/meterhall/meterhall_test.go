package meterhall_test

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
	"github.com/evoke-go/evoke/bench/stores/meterhall"
)

//go:embed testdata/places.txt
var text string

// TestPlaces: each branch on rows of other systems is taken with these rows, and not without.
func TestPlaces(t *testing.T) {
	s := places.Service{New: meterhall.New, Database: meterhall.Database, Schema: meterhall.Schema()}
	places.Run(t, s, text)
	places.RunOdd(t, s)
}

// TestReset: a handler that is reset has no rows, and counts from 1 again.
func TestReset(t *testing.T) {
	h := meterhall.New()
	for range 2 {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/customers",
			strings.NewReader(`{"name": "Eve", "email": "e@example.org", "segment": "private"}`)))
		assert.Equal(t, http.StatusCreated, w.Code)
		assert.Contains(t, w.Body.String(), `"id":1,`)
		require.NoError(t, h.(interface{ Reset() error }).Reset())
	}
	require.NoError(t, h.(io.Closer).Close())
}
