package sut_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/sut"
)

// TestClientsThatAreGone: the handler gets a context that has ended, with and without a time limit, and its answer is
// recorded all the same. The next call has a client again.
func TestClientsThatAreGone(t *testing.T) {
	var heard []error
	h := sut.NewHandler(func() http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			heard = append(heard, r.Context().Err())
			w.WriteHeader(http.StatusTeapot)
		})
	}, sut.HandlerOptions{})
	timeless := sut.NewHandler(func() http.Handler {
		return http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	}, sut.HandlerOptions{Timeout: -time.Second})
	ctx := context.Background()
	for _, each := range []*sut.Handler{h, timeless} {
		_, err := each.Start(ctx)
		require.NoError(t, err)
		defer func() { require.NoError(t, each.Stop(ctx)) }()
		assert.True(t, sut.Departing(each).Departs())
	}
	for _, gone := range []bool{true, false} {
		resp, err := h.Call(ctx, &sut.Request{Method: "GET", Target: "/", Gone: gone})
		require.NoError(t, err)
		assert.Equal(t, http.StatusTeapot, resp.Status)
	}
	assert.Equal(t, []error{context.Canceled, nil}, heard)
	resp, err := timeless.Call(ctx, &sut.Request{Method: "GET", Target: "/", Gone: true})
	require.NoError(t, err)
	assert.Equal(t, sut.Answered, resp.Outcome)
}
