package conformance_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/conformance"
)

const benchSchema = `{type: array, items: {$ref: '#/components/schemas/Book'}}`

const benchComponents = `Book: {type: object, required: [id, title], properties: {id: {type: integer, format: int64, minimum: 1},
  title: {type: string, maxLength: 100}, price: {type: number}, tags: {type: array, items: {type: string}}, sequel: {$ref: '#/components/schemas/Book'}}}`

func benchBody(books, serial int) []byte {
	book := fmt.Sprintf(`{"id": 12, "title": "Ulysses %d", "price": 9.99, "tags": ["a", "b"], "sequel": {"id": 13, "title": "Finnegans Wake"}}`, serial)
	return []byte("[" + strings.TrimSuffix(strings.Repeat(book+",", books), ",") + "]")
}

// BenchmarkResponse checks bodies of 1 and of 50 books, with and without a cached verdict.
func BenchmarkResponse(b *testing.B) {
	for _, books := range []int{1, 50} {
		doc := schemaDoc(b, "3.0.3", benchSchema, benchComponents)
		op := doc.Operations[0]
		b.Run(fmt.Sprintf("%d/seen", books), func(b *testing.B) {
			checker, _ := conformance.Compile(doc)
			body := benchBody(books, 0)
			b.SetBytes(int64(len(body)))
			b.ReportAllocs()
			for b.Loop() {
				if got := checker.Judge(op, conformance.Answer{Status: 200, ContentType: "application/json",
					Body: body}); got != nil {
					b.Fatal(got)
				}
			}
		})
		b.Run(fmt.Sprintf("%d/new", books), func(b *testing.B) {
			checker, _ := conformance.Compile(doc)
			var bodies [1000][]byte
			for i := range bodies {
				bodies[i] = benchBody(books, i)
			}
			b.SetBytes(int64(len(bodies[0])))
			b.ReportAllocs()
			status := 200
			for i := 0; b.Loop(); i++ {
				// A new content type is not in the cache.
				kind := fmt.Sprintf("application/json; n=%d", i)
				if got := checker.Judge(op, conformance.Answer{Status: status, ContentType: kind,
					Body: bodies[i%1000]}); got != nil {
					b.Fatal(got)
				}
			}
		})
	}
}

// BenchmarkFirstUse compiles schemas that all refer to each other, as the first response does.
func BenchmarkFirstUse(b *testing.B) {
	for _, n := range []int{100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			var parts []string
			for i := range n {
				parts = append(parts, fmt.Sprintf("S%d: {type: object, required: [id], properties: {id: {type: "+
					"integer}, a: {$ref: '#/components/schemas/S%d'}, b: {$ref: '#/components/schemas/S%d'}, c: "+
					"{$ref: '#/components/schemas/S%d'}, d: {type: array, items: {$ref: '#/components/schemas/S%d'}}}}",
					i, (i+1)%n, (i*7+1)%n, (i*31+1)%n, (i*3+2)%n))
			}
			doc := schemaDoc(b, "3.0.3", "{$ref: '#/components/schemas/S0'}", strings.Join(parts, ",\n  "))
			b.ReportAllocs()
			for b.Loop() {
				checker, warnings := conformance.Compile(doc)
				require.Empty(b, warnings)
				got := checker.Judge(doc.Operations[0], conformance.Answer{Status: 200, ContentType: "application/json",
					Body: []byte(`{"id": 1, "a": {"id": "x"}}`)})
				require.Len(b, got, 1)
			}
		})
	}
}
