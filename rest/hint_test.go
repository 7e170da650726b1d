package rest

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// A parameter that was given a constant does not follow earlier answers, which
// would undo that.
func TestGivenValuesStay(t *testing.T) {
	op := &api.Operation{Chained: true, Following: 3, Spec: &openapi.Operation{Method: "GET", Path: "/{a}/{b}",
		Parameters: []*openapi.Parameter{
			{Name: "a", In: openapi.InPath, Required: true, Schema: &openapi.Schema{Types: []string{"integer"}}},
			{Name: "b", In: openapi.InPath, Required: true, Schema: &openapi.Schema{Types: []string{"string"}}},
		}}}
	op.Template = genotype.NewBuilder(genotype.Options{}).Call(op.Spec)
	c := action.New(op, 0, 0)
	require.True(t, c.Follow.Assign(true))
	hints := newAim(sut.Inside{})
	for r := rand.New(rand.NewPCG(1, 2)); !hints.Hint(r, &testcase.Case{Actions: []testcase.Action{c}},
		0, []any{"wanted"}); {
	}
	assert.Contains(t, c.Genotype.Value(1), "wanted")
	assert.True(t, c.Follow.On(0))
	assert.False(t, c.Follow.On(1))
}
