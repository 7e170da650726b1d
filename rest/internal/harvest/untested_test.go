package harvest

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/sut"
)

// TestDiffering: what is said of a test without a place in the suite has the two answers that differ.
func TestDiffering(t *testing.T) {
	call := &action.Call{Op: &api.Operation{Spec: &openapi.Operation{Method: "GET", Path: "/tags/{id}"}}}
	traced := func(answers ...sut.Response) *execute.Trace {
		out := &execute.Trace{}
		for _, a := range answers {
			out.Steps = append(out.Steps, execute.TraceStep{Call: call, Answer: a})
		}
		return out
	}
	ok, gone, cut := sut.Response{Status: 200}, sut.Response{Status: 404}, sut.Response{Outcome: sut.Broken}
	assert.Empty(t, differing([]*execute.Trace{traced(ok, ok), traced(ok, ok)}))
	assert.Equal(t, ": GET /tags/{id} was answered 200, and then 404",
		differing([]*execute.Trace{traced(ok, ok), traced(ok, ok), traced(ok, gone)}))
	assert.Equal(t, ": GET /tags/{id} was answered 404, and then by nothing",
		differing([]*execute.Trace{traced(gone), traced(cut)}))
}
