package neighbour

import (
	"context"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSees: the transports of this test do not ask this package, as those of programs do that Evoke builds.
func TestSees(t *testing.T) {
	assert.False(t, Sees())
	seen := false
	ctx := context.WithValue(t.Context(), seenKey{}, &seen)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://a.example", nil)
	require.NoError(t, err)
	_, done, _ := asks(nil, r)
	assert.False(t, done)
	assert.True(t, seen)
}

func TestListens(t *testing.T) {
	for address, want := range map[string]bool{
		"http://localhost:8081/x": true, "http://127.0.0.9:1024": true, "http://[::1]:9000": true,
		"https://localhost:8081": false, "http://localhost": false, "http://rates:8081": false, "http://%zz": false,
	} {
		assert.Equal(t, want, (&Asked{URL: address}).Listens(), address)
	}
}
