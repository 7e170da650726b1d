package genotype

import (
	"net/http"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
)

// Handshake is the input of an operation that opens a WebSocket: the header that asks for the other protocol. A call
// with this header also sends the other headers of a handshake.
var Handshake = Input{In: openapi.InHeader, Name: "Upgrade", Type: `{"type":"string","enum":["websocket"]}`}

// handshakeHeaders are the other headers of a handshake (RFC 6455, 4.1). The key may be any 16 bytes in base64. This
// key is the example of the RFC.
var handshakeHeaders = []message.Pair{
	{Name: "Connection", Value: "Upgrade"}, {Name: "Sec-Websocket-Version", Value: "13"},
	{Name: "Sec-Websocket-Key", Value: "dGhlIHNhbXBsZSBub25jZQ=="},
}

// Invites reports whether an answer asks for a handshake: it names the version of WebSockets (RFC 6455, 4.4) or the
// protocol to change to (RFC 9110, 15.5.22).
func Invites(status int, h http.Header) bool {
	if status/100 != 4 {
		return false
	}
	return h.Get("Sec-Websocket-Version") != "" || strings.EqualFold(h.Get("Upgrade"), "websocket")
}

// completeHandshake adds the other headers of a handshake to a request with the header of [Handshake].
func completeHandshake(ps Params, dst *message.Request) {
	handshake := func(p Param) bool { return p.Found && p.Spec.Name == Handshake.Name }
	for i := range dst.Headers {
		if dst.Headers[i].Name == Handshake.Name && slices.ContainsFunc(ps, handshake) {
			dst.Headers = append(dst.Headers, handshakeHeaders...)
			return
		}
	}
}
