package genotype

import (
	"math/rand/v2"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
)

// TestHandshakeIsWhole: an operation that asked for a handshake gets one input for all of its
// headers, which come and go together.
func TestHandshakeIsWhole(t *testing.T) {
	b := NewBuilder(Options{})
	op := &openapi.Operation{Method: "GET", Path: "/news"}
	c := b.Call(op)
	assert.Nil(t, b.Found(op, c, Input{In: openapi.InHeader, Name: "Upgrade"}), "a header of the connection alone")
	c = b.Found(op, c, Handshake)
	require.NotNil(t, c)
	g := c.Params[len(c.Params)-1].Gene.(*gene.Optional)
	var sent message.Request
	c.Encode(op, &sent)
	assert.Empty(t, sent.Header())
	g.Set(true)
	g.Randomize(rand.New(rand.NewPCG(1, 2)))
	g.Set(true)
	c.Encode(op, &sent)
	h := sent.Header()
	assert.Equal(t, []string{"websocket", "Upgrade", "13"}, []string{h.Get("Upgrade"), h.Get("Connection"),
		h.Get("Sec-WebSocket-Version")})
	assert.Len(t, h.Get("Sec-WebSocket-Key"), 24)
}

// TestInvites: refusals that name what the handshake has to be like.
func TestInvites(t *testing.T) {
	assert.True(t, Invites(426, http.Header{"Upgrade": {"WebSocket"}}))
	assert.True(t, Invites(400, http.Header{"Sec-Websocket-Version": {"13"}}))
	assert.False(t, Invites(400, http.Header{"Upgrade": {"h2c"}}))
	assert.False(t, Invites(200, http.Header{"Sec-Websocket-Version": {"13"}}))
}
