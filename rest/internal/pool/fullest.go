package pool

import (
	"bytes"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
)

// maxFilling is the greatest number of calls before a read that is kept as the fullest: the rest of a test is for
// questions. maxObjects is the number of objects from which on more of them show nothing new.
const maxFilling, maxObjects = 6, 12

// full holds the test in which a read answered the most objects.
type full struct {
	objects int
	calls   []*action.Call
}

// Shown keeps the calls of a test if its last call, a read with parameters in the query, answered more objects than
// ever. The earlier calls changed something, as for [Pool.Succeeded].
func (m *Pool) Shown(calls []*action.Call, body []byte) {
	op := calls[len(calls)-1].Op
	if m.off || len(calls) > maxFilling+1 || !asks(op.Spec) {
		return
	}
	f, n := &m.fullest[op.Index], min(maxObjects, bytes.Count(body, []byte("{")))
	if n > f.objects || n == f.objects && len(calls) < len(f.calls) {
		f.objects, f.calls = n, copied(calls)
	}
}

// asks reports whether an operation is a read with parameters in the query.
func asks(op *openapi.Operation) bool {
	for _, p := range op.Parameters {
		if p.In == openapi.InQuery && op.Method == "GET" {
			return true
		}
	}
	return false
}

// Fullest returns the test in which a read answered the most objects, nil for none. The read is its last call.
func (m *Pool) Fullest(op *api.Operation) []*action.Call { return m.fullest[op.Index].calls }
