package invariant

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestPeers: an operation that lacks what its peers do breaks their law. What it does at times, and what too few do, is
// no law.
func TestPeers(t *testing.T) {
	p := &Peers{}
	see := func(does, op string, yes bool) {
		for range leastSeen {
			p.See("reads of an element", does, op, yes, func() string { return op })
		}
	}
	for _, op := range []string{"GET /a/{id}", "GET /b/{id}", "GET /c/{id}", "GET /d/{id}", "GET /e/{id}"} {
		see("ETag", op, op != "GET /e/{id}")
		see("Date", op, op != "GET /d/{id}" && op != "GET /e/{id}")
		see("Age", op, true)
	}
	see("Age", "GET /e/{id}", false)
	assert.Equal(t, []Law{{Text: "reads of an element: ETag", Held: 4, Broken: 1, Right: "GET /a/{id}",
		Wrong: "GET /e/{id}"}}, p.Laws("GET /e/{id}"))
	assert.Empty(t, p.Laws("GET /d/{id}"))
	assert.Empty(t, p.Laws("GET /none"))
	p.See("lists", "total", "GET /f", false, func() string { return "" })
	assert.Empty(t, p.Laws("GET /f"), "seen too seldom")
}
