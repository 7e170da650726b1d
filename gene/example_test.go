package gene_test

import (
	"fmt"
	"math/rand/v2"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/value"
)

// isbn is a gene defined by a user, complete in five lines: its last digit is a checksum of the others. One line of
// genetest.Run checks it.
type isbn struct{ n int64 }

func (g *isbn) Clone() gene.Gene               { c := *g; return &c }
func (g *isbn) Randomize(r *rand.Rand)         { g.n = r.Int64N(1e8) }
func (g *isbn) Mutate(r *rand.Rand, _ float64) { g.n = (g.n + 1 + r.Int64N(1e3)) % 1e8 }
func (g *isbn) Value() any                     { return fmt.Sprintf("97%08d%d", g.n, g.n%97%10) }

func Example() {
	book := gene.NewObject(
		gene.Field{Name: "isbn", Gene: &isbn{}}, // used like any other gene
		gene.Field{Name: "title", Gene: gene.NewString(gene.StringLimits{MinLength: 1, MaxLength: 80})},
		gene.Field{Name: "pages", Gene: gene.NewOptional(gene.NewInt(1, 5000))},
	)
	r := rand.New(rand.NewPCG(1, 2))
	book.Randomize(r)
	for range 100 {
		book.Mutate(r, 0.5)
	}
	fmt.Println(gene.Check(book))

	gene.Assign(book.Field("title"), "Dune")
	gene.Assign(book.Field("pages"), int64(412))
	fmt.Printf("%s\n", value.AppendJSON(nil, book.Value())[len(`{"isbn":"97123456789",`):])
	// Output:
	// <nil>
	// "title":"Dune","pages":412}
}

func ExampleNewRegex() {
	sku, err := gene.NewRegex(`^[A-Z]{3}-\d{4}$`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(sku.Assign("ABC-1234"), sku.Assign("abc"), sku.Value())

	_, err = gene.NewRegex(`^(?=.*\d)[a-z\d]{8,}$`)
	fmt.Println(err)
	// Output:
	// true false ABC-1234
	// use pattern "^(?=.*\\d)[a-z\\d]{8,}$": lookahead is not supported
}
