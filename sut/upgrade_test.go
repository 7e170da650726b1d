package sut_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/sut"
)

// TestRemoteUpgradeHasNoBody: an answer that switches the protocol has no body, in particular not that of the call
// before.
func TestRemoteUpgradeHasNoBody(t *testing.T) {
	base, _ := serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/stream" {
			_, _ = w.Write([]byte(`{"name": "before"}`))
			return
		}
		w.Header().Set("Connection", "Upgrade")
		w.Header().Set("Upgrade", "websocket")
		w.WriteHeader(http.StatusSwitchingProtocols)
	}))
	remote := sut.NewRemote(base, sut.RemoteOptions{})
	ctx := context.Background()
	_, err := remote.Start(ctx)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, remote.Stop(ctx)) })

	resp, err := remote.Call(ctx, &sut.Request{Method: "GET", Target: "/thing"})
	require.NoError(t, err)
	assert.Equal(t, `{"name": "before"}`, string(resp.Body))

	resp, err = remote.Call(ctx, &sut.Request{Method: "GET", Target: "/stream",
		Header: http.Header{"Connection": {"Upgrade"}, "Upgrade": {"websocket"}}})
	require.NoError(t, err)
	assert.Equal(t, http.StatusSwitchingProtocols, resp.Status)
	assert.Empty(t, resp.Body)
}
