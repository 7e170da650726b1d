package random_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/search/random"
	"github.com/evoke-go/evoke/search/searchtest"
)

func TestConformance(t *testing.T) {
	searchtest.Run(t, func() search.Algorithm[searchtest.Vector] { return random.Search[searchtest.Vector]{} })
}

func ExampleSearch() {
	problem, registry := searchtest.Easy().New()
	session := search.NewSession(problem, registry, search.Options{Budget: search.Evaluations(1000)})
	err := session.Run(context.Background(), random.Search[searchtest.Vector]{})
	fmt.Println(session.Stats().Covered, "covered", err)
	// Output: 10 covered <nil>
}
