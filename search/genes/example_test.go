package genes_test

import (
	"context"
	"fmt"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/search/genes"
)

// Find x and y for two goals: x is three times y and 17, and both are 1001.
func Example() {
	registry := &fitness.Registry{}
	pair := gene.NewTuple(gene.NewInt64(), gene.NewInt64())
	problem := genes.Problem(registry, pair, genes.Goal{Name: "both", Score: func(v any) float64 {
		x, y := v.([]any)[0].(int64), v.([]any)[1].(int64)
		return heuristics.And(heuristics.EqualInt(x, 3*y+17), heuristics.EqualInt(x+y, 1001)).OfTrue
	}})
	session := search.NewSession(problem, registry, search.Options{Seed: 1, Budget: search.Cost(10_000)})
	if err := session.Run(context.Background(), &mio.MIO[gene.Gene]{}); err != nil {
		fmt.Println(err)
	}
	for _, found := range session.Archive().Suite() {
		fmt.Println(found.Individual.Value())
	}
	// Output:
	// [755 246]
}
