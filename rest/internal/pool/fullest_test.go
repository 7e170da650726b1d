package pool

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
)

// TestFullest: the pool keeps the test after which a read with a query answered the most objects, and the shortest of
// those.
func TestFullest(t *testing.T) {
	registry := &fitness.Registry{}
	a := api.New([]*openapi.Operation{
		{Method: "GET", Path: "/things", Parameters: []*openapi.Parameter{{Name: "q", In: openapi.InQuery,
			Schema: openapi.NewSchema()}}},
		{Method: "GET", Path: "/all"},
	}, genotype.NewBuilder(genotype.Options{}), registry)
	m := New(&action.Codec{API: a}, registry, nil, false)
	asked, plain := a.Ops[0], a.Ops[1]
	for _, tt := range []struct {
		calls int
		body  string
		want  int
	}{
		{3, `[]`, 0}, {3, `[{}]`, 3}, {5, `[{},{}]`, 5}, {2, `[{}]`, 5}, {4, `[{},{}]`, 4},
		{maxFilling + 2, `[{},{},{}]`, 4}, {maxFilling + 1, `[{},{},{}]`, maxFilling + 1},
	} {
		m.Shown(callsOf(asked, tt.calls), []byte(tt.body))
		assert.Len(t, m.Fullest(asked), tt.want, "%d calls, %s", tt.calls, tt.body)
	}
	m.Shown(callsOf(plain, 2), []byte(`[{}]`))
	assert.Empty(t, m.Fullest(plain), "there is nothing to ask")
}
