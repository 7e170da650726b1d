package rest_test

import (
	"io"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/rest"
)

// TestHandshakesAreTried: an operation that refuses calls for want of a handshake gets one,
// and others do not.
func TestHandshakesAreTried(t *testing.T) {
	const schema = `
openapi: 3.0.3
info: {title: News, version: "1"}
paths:
  /news: {get: {responses: {"200": {description: news as they come}}}}
  /old: {get: {responses: {"200": {description: what was}}}}
`
	asked := 0
	news := func() http.Handler {
		mux := http.NewServeMux()
		mux.HandleFunc("GET /old", func(_ http.ResponseWriter, r *http.Request) { asked += len(r.Header["Upgrade"]) })
		mux.HandleFunc("GET /news", func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Connection") != "Upgrade" || r.Header.Get("Sec-Websocket-Key") == "" ||
				r.Header.Get("Upgrade") != "websocket" {
				w.Header().Set("Sec-Websocket-Version", "13")
				http.Error(w, "no handshake", http.StatusBadRequest)
				return
			}
			conn, _, err := http.NewResponseController(w).Hijack()
			require.NoError(t, err)
			defer func() { _ = conn.Close() }()
			_, _ = io.WriteString(conn,
				"HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
		})
		return mux
	}
	c, _ := counted(t, schema, news, false, 200, rest.Options{})
	assert.Positive(t, c.statuses[http.StatusSwitchingProtocols])
	assert.Zero(t, asked)
	c, _ = counted(t, schema, news, false, 200, rest.Options{NoExpansion: true})
	assert.Zero(t, c.statuses[http.StatusSwitchingProtocols], "the schema does not declare it")
}
