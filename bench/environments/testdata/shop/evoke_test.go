package shop

import (
	"testing"

	"github.com/evoke-go/evoke"
)

func TestEvoke(t *testing.T) {
	evoke.Generate(t, evoke.Config{
		Schema: "openapi.yaml", Handler: New,
		Budget: evoke.Budget{Calls: 2000}, Output: evoke.Output{Mutants: -1},
	})
}
