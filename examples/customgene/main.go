// Command customgene shows a gene for a format of one's own: ISBNs. Random strings are hardly ever ISBNs, because the
// last digit is a checksum.
package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest"
)

// ISBN is an ISBN-13: twelve digits and their check digit.
type ISBN struct{ digits int64 }

func (g *ISBN) Clone() gene.Gene       { return &ISBN{g.digits} }
func (g *ISBN) Randomize(r *rand.Rand) { g.digits = 978_000_000_000 + r.Int64N(1_000_000_000) }
func (g *ISBN) Mutate(r *rand.Rand, _ float64) {
	g.digits = 978_000_000_000 + (g.digits+1+r.Int64N(999))%1_000_000_000
}
func (g *ISBN) Value() any { return fmt.Sprintf("%d%d", g.digits, check(g.digits)) }

func check(digits int64) int64 {
	sum := int64(0)
	for weight := int64(3); digits > 0; digits, weight = digits/10, 4-weight {
		sum += digits % 10 * weight
	}
	return (10 - sum%10) % 10
}

const schema = `{"openapi": "3.0.3", "info": {"title": "Shelf", "version": "1"}, "paths": {"/books/{isbn}": {"get": {
  "parameters": [{"name": "isbn", "in": "path", "required": true, "schema": {"type": "string", "format": "isbn"}}],
  "responses": {"200": {"description": "known"}, "400": {"description": "not an ISBN"}}}}}}`

// shelf answers 200 to every valid ISBN and 400 to anything else.
func shelf(w http.ResponseWriter, r *http.Request) {
	var n int64
	if _, err := fmt.Sscanf(r.URL.Path, "/books/%13d", &n); err != nil || n%10 != check(n/10) {
		http.Error(w, "not an ISBN", http.StatusBadRequest)
	}
}

func main() {
	formats := map[string]func(*openapi.Schema) gene.Gene{"isbn": func(*openapi.Schema) gene.Gene { return &ISBN{} }}
	result, err := evoke.Run(context.Background(), evoke.Config{
		Schema: schema, Budget: evoke.Budget{Calls: 100}, REST: rest.Options{Formats: formats},
		Handler: func() http.Handler { return http.HandlerFunc(shelf) },
	})
	if err != nil {
		panic(err)
	}
	for _, t := range result.Suite.Tests {
		fmt.Println(t.Purpose)
	}
}
