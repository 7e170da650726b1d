package coverage_test

import (
	"context"
	"fmt"

	"github.com/evoke-go/evoke/internal/coverage"
	"github.com/evoke-go/evoke/report"
)

// Without the source a block has the guard of its first statement as reason.
func ExampleExplain() {
	blocks := []coverage.Block{{
		Package: "example.com/shop", File: "shop.go", Statements: 2,
		Start: coverage.Position{Line: 41, Column: 16}, End: coverage.Position{Line: 44, Column: 3},
	}}
	near := []report.Near{
		{Package: "example.com/shop", File: "shop.go", Line: 42, Column: 3, Guard: []int{1}},
		{Package: "example.com/shop", File: "shop.go", Line: 41, Column: 5, What: "n > 4711", Kind: report.NearBranch, Side: true, Best: 0.98},
	}
	for _, b := range coverage.Explain(blocks, near) {
		fmt.Printf("%s:%d-%d %s, closest %.2f\n", b.File, b.StartLine, b.EndLine, b.Missing, b.Best)
	}
	// Output: shop.go:41-44 n > 4711 never true, closest 0.98
}

func ExampleMeasure() {
	p, err := coverage.Measure(context.Background(), coverage.Options{
		Dir: "./evoke", Tests: []string{"TestGetBooksReturns200"}, Packages: []string{"example.com/shop"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Report(nil).Total().Percent())
}
