package main

import (
	"testing"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/examples/bookshop/shop"
	"github.com/evoke-go/evoke/rest"
	"github.com/stretchr/testify/assert"
)

// TestEvoke is all that a package needs to get its suite from go test. Without
// Out the suite is written beside this file.
func TestEvoke(t *testing.T) {
	result := evoke.Generate(t, evoke.Config{
		Schema:  "shop/openapi.yaml",
		Handler: shop.New,
		Budget:  evoke.Budget{Calls: 3000},
		Output:  evoke.Output{Dir: t.TempDir()},
		REST:    rest.Options{Users: users()},
	})
	assert.NotEmpty(t, result.Suite.Tests)
	if testing.Short() {
		return // a smoke run need not reach every operation
	}
	for _, op := range result.Report.Operations {
		assert.True(t, op.Succeeded(), "%s: %s", op.Name, op.Why())
	}
}
