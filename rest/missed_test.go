package rest

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/refusal"
	"github.com/evoke-go/evoke/rest/internal/resttest"
)

const payments = `
openapi: 3.0.3
info: {title: Payments, version: "1"}
paths:
  /methods: {post: {responses: {"201": {description: made}}}}
  /methods/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {"200": {description: one}}}}
  /payment-methods: {post: {responses: {"201": {description: made}}}}
  /payment-methods/{id}: {get: {parameters: [{name: id, in: path, required: true, schema: {type: string}}], responses: {"200": {description: one}}}}
`

// TestNounsOfSeveralWords: what a refusal says is not there may have a noun of several words, which is not that of its
// last one.
func TestNounsOfSeveralWords(t *testing.T) {
	a := api.New(resttest.Read(t, payments).Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{})
	for text, want := range map[string]string{
		"Payment Method 'x-17' not found":                    "/payment-methods",
		"payment methods: there is no x-17":                  "/payment-methods",
		"x-17 is no payment method":                          "/payment-methods",
		"no payment_method x-17":                             "/payment-methods",
		"the method x-17 does not exist":                     "/methods",
		"your payment has no method x-17":                    "/methods",
		"x-17 is not known":                                  "",
		"for this payment one may not use the method 'x-17'": "/methods",
	} {
		before, after, ok := refusal.Quotes(text, "x-17")
		assert.True(t, ok)
		assert.Equal(t, want, a.NamedBy(around(before, after)), text)
	}
}
