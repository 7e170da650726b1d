package main

import (
	"testing"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/gene/genetest"
)

func TestISBN(t *testing.T) { genetest.Run(t, func() gene.Gene { return &ISBN{978_000_000_000} }) }

func Example() {
	main()
	// Output:
	// GET /books/{isbn} answers 200
	// GET /books/{isbn} answers 400 when isbn is no isbn
}
