package api_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/resttest"
)

// TestCalledAlike: a collection in the plural and one in the singular beside it name the same things.
func TestCalledAlike(t *testing.T) {
	assert.True(t, api.CalledAlike("/orders", "/order"))
	assert.True(t, api.CalledAlike("/shops/{id}/category", "/shops/{id}/categories"))
	assert.False(t, api.CalledAlike("/orders", "/orders"))
	assert.False(t, api.CalledAlike("/orders", "/shops/order"))
	assert.False(t, api.CalledAlike("/orders/{order}", "/orders/{orders}"))
}

// TestStirringWhatNamesNothing: an operation that names nothing may need whatever another one changes.
func TestStirringWhatNamesNothing(t *testing.T) {
	a := api.New(resttest.Read(t, `
openapi: 3.0.3
info: {title: Carts, version: "1"}
paths:
  /cart/lines: {post: {responses: {"200": {description: put in}}}}
  /cart: {get: {responses: {"200": {description: it}}}}
  /order: {post: {responses: {"201": {description: made of the cart}}}}
`).Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{})
	order := a.Named("POST /order")
	assert.True(t, api.NamesNothing(order.Spec))
	assert.Equal(t, []*api.Operation{a.Named("POST /cart/lines")}, a.Stirring(order))
}
