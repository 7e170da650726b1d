package action_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/value"
)

// TestKeptValuesAreSent: what is invalid on purpose in the place of an input, or around
// it, is what is sent there, until the input is given a value to keep.
func TestKeptValuesAreSent(t *testing.T) {
	a := api.New(resttest.Read(t, resttest.Shop).Operations, genotype.NewBuilder(genotype.Options{}),
		&fitness.Registry{})
	order := value.Object{
		{Name: "orderId", Value: "o"}, {Name: "billingCustomerId", Value: "b"}, {Name: "customerUuid", Value: "u"},
		{Name: "lines", Value: []any{value.Object{{Name: "categoryId", Value: int64(1)}},
			value.Object{{Name: "categoryId", Value: int64(1)}}}},
	}
	name := func(s string) genotype.Step { return genotype.Step{Name: s} }
	for label, c := range map[string]struct {
		invalid genotype.Invalid
		input   string
		sent    any // nil stands for the value of the input
		valid   bool
	}{
		"in its place": {genotype.Invalid{Param: genotype.InBody, At: []genotype.Step{name("orderId")},
			Value: int64(7)}, "orderId", int64(7), true},
		"in another place": {genotype.Invalid{Param: genotype.InBody, At: []genotype.Step{name("orderId")},
			Value: int64(7)}, "customerUuid", nil, false},
		"around it": {genotype.Invalid{Param: genotype.InBody, At: []genotype.Step{name("lines")}, Value: "x"},
			"categoryId", value.Absent, true},
		"in one of several": {genotype.Invalid{Param: genotype.InBody,
			At: []genotype.Step{name("lines"), {Index: 1}, name("categoryId")}, Value: "x"}, "categoryId", nil, true},
		"no single value": {genotype.Invalid{Param: genotype.InBody, At: []genotype.Step{name("orderId")},
			Value: []any{}}, "orderId", value.Absent, true},
		"the body":    {genotype.Invalid{Param: genotype.InBody, Value: "x"}, "orderId", value.Absent, true},
		"a parameter": {genotype.Invalid{Param: 0, Value: "x"}, "orderId", nil, false},
		"the text": {genotype.Invalid{Param: genotype.InBody, Whole: genotype.BodyMalformed},
			"orderId", nil, false},
	} {
		t.Run(label, func(t *testing.T) {
			post := call(t, a, "POST /v1/orders", string(value.AppendJSON(nil, order)))
			post.Genotype.Invalid = &c.invalid
			for _, input := range action.Takers(post) {
				if input.Name != c.input {
					continue
				}
				want := c.sent
				if want == nil {
					want = input.Value()
				}
				assert.Equal(t, want, action.Sent(post, input))
				post.Keep(input)
				assert.Equal(t, c.valid, !post.Genotype.IsInvalid())
				assert.Equal(t, input.Value(), action.Sent(post, input))
				return
			}
			require.Fail(t, "no such input")
		})
	}
}

// TestInvalidParametersAreSent is TestKeptValuesAreSent for a parameter.
func TestInvalidParametersAreSent(t *testing.T) {
	get := call(t, newAPI(t), "GET /shelves/{shelfId}", int64(5))
	get.Genotype.Invalid = &genotype.Invalid{Param: 0, Value: "x"}
	input := action.Takers(get)[0]
	assert.Equal(t, "x", action.Sent(get, input))
	get.Keep(input)
	assert.Equal(t, int64(5), action.Sent(get, input))
}
