package follow

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/payload"
	"github.com/evoke-go/evoke/rest/internal/action"
)

// TestAttacks: each form goes into each input so often, in tests that have room for all of its payloads, and calls have
// what is in them where it is wanted.
func TestAttacks(t *testing.T) {
	c := checksOf(t, 0)
	a := NewAttacks(c.Source, payload.Forms(nil), Strays{})
	r := rand.New(rand.NewPCG(3, 4))
	sent := map[string]int{}
	for next := a.Next(r); next != nil; next = a.Next(r) {
		require.LessOrEqual(t, len(next.Actions), c.MaxCalls)
		payloads := 0
		for _, made := range next.Actions {
			call := made.(*action.Call)
			if f := call.Genotype.Invalid; f != nil {
				payloads++
				plain := f.Plain(call.Genotype)
				require.True(t, payload.Is(plain.What), plain.What)
				sent[call.Op.Spec.Name()+": "+plain.String()]++
			}
		}
		require.GreaterOrEqual(t, payloads, 2)
	}
	for _, want := range []string{
		"POST /lamps: room is an attack by markup", "POST /lamps: room is an attack by quotes",
		"GET /lamps: room is an attack by SQL",
		"GET /lamps/{lampId}: lampId is an attack by a path", "PATCH /lamps/{lampId}: room is an attack by a template",
		"GET /lamps: limit is an attack by SQL",
	} {
		assert.NotZero(t, sent[want], "%s of %v", want, sent)
	}
	for _, none := range []string{"PUT /lamps/{lampId}: room is an attack by SQL",
		"POST /lamps: watts is an attack by quotes"} {
		assert.Zero(t, sent[none], none)
	}
}

// TestNoAttacks: there are none without forms, and none at a rate of zero.
func TestNoAttacks(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	c := checksOf(t, 0)
	assert.Nil(t, NewAttacks(c.Source, nil, Strays{}).Next(r))
}
