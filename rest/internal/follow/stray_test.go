package follow

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/payload"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/message"
)

// straysOf makes all tests of strays, and returns what they call: methods with templates, and paths.
func straysOf(t *testing.T, s Strays) (out []string) {
	t.Helper()
	c := checksOf(t, 0)
	a := NewAttacks(c.Source, nil, s)
	r := rand.New(rand.NewPCG(5, 6))
	for next := a.Next(r); next != nil; next = a.Next(r) {
		require.LessOrEqual(t, len(next.Actions), c.MaxCalls)
		for _, made := range next.Actions {
			call := made.(*action.Call)
			method, path := call.Genotype.Invalid.Stray()
			if method == "" {
				continue
			}
			var e message.Request
			call.Genotype.Encode(call.Op.Spec, &e)
			assert.Equal(t, method, e.Method)
			if path == "" {
				path = call.Op.Spec.Path
			} else {
				assert.Equal(t, path, string(e.Target(nil, "/base")))
			}
			if method == "GET" || method == "DELETE" || method == payload.NoMethod && e.ContentType == "" {
				assert.False(t, e.HasBody, method)
			}
			out = append(out, method+" "+path)
		}
	}
	return out
}

// TestStrays: what no operation has is called, and nothing that one has; a method and a path that nobody has go before.
func TestStrays(t *testing.T) {
	all := straysOf(t, Strays{Methods: true, Paths: true, Head: true, Options: true, Trace: true})
	for _, want := range []string{"HEAD /lamps", "OPTIONS /lamps", "TRACE /lamps", "EVOKE /lamps", "DELETE /lamps",
		"EVOKE /lamps/{lampId}", "GET /.env", "GET /metrics"} {
		assert.Contains(t, all, want)
	}
	for _, none := range []string{"GET /lamps", "POST /lamps", "PUT /lamps/{lampId}"} {
		assert.NotContains(t, all, none)
	}
	assert.Less(t, slices.Index(all, "EVOKE /lamps"), slices.Index(all, "DELETE /lamps"))
	assert.Less(t, slices.Index(all, "GET "+payload.NoPath), slices.Index(all, "GET /metrics"))
	assert.NotContains(t, straysOf(t, Strays{Head: true}), "OPTIONS /lamps")
	assert.Empty(t, straysOf(t, Strays{}))
}
