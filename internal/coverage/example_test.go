package coverage_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

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
		{Package: "example.com/shop", File: "shop.go", Line: 41, Column: 5, What: "n > 4711", Kind: report.NearBranch,
			Side: true, Best: 0.98},
	}
	for _, b := range coverage.Explain(blocks, near) {
		fmt.Printf("%s:%d-%d %s, closest %.2f\n", b.File, b.StartLine, b.EndLine, b.Missing, b.Best)
	}
	// Output: shop.go:41-44 n > 4711 never true, closest 0.98
}

// One statement of three is reached by no test.
func ExampleMeasure() {
	dir, err := os.MkdirTemp("", "shop-*")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	for name, text := range map[string]string{
		"go.mod":       "module example.com/shop\n\ngo 1.26\n",
		"shop.go":      "package shop\n\nfunc Price(n int) int {\n\tif n > 4711 {\n\t\treturn 0\n\t}\n\treturn n\n}\n",
		"shop_test.go": "package shop\n\nimport \"testing\"\n\nfunc TestPrice(t *testing.T) { Price(1) }\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			fmt.Println(err)
			return
		}
	}
	p, err := coverage.Measure(context.Background(), coverage.Options{Dir: dir, Tests: []string{"TestPrice"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, b := range p.Report(nil).Blocks {
		fmt.Printf("%s:%d-%d is not executed\n", b.File, b.StartLine, b.EndLine)
	}
	total := p.Report(nil).Total()
	fmt.Printf("%d of %d statements are\n", total.Covered, total.Statements)
	// Output:
	// shop.go:4-6 is not executed
	// 2 of 3 statements are
}
