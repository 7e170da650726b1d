package nouns_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/nouns"
)

func TestOf(t *testing.T) {
	for text, want := range map[string][]string{
		"":                                       nil,
		" \n":                                    nil,
		"Creates a new order for the warehouse.": {"order", "warehouse"},
		"Returns the products of a category. Products are sorted by price": {"products", "category", "price"},
		"Delete quickly": nil,
	} {
		got := nouns.Of(text)
		for _, w := range want {
			assert.Contains(t, got, w, text)
		}
		for _, w := range []string{"the", "a", "of", "new", "quickly", "are", "by", "for"} {
			assert.NotContains(t, got, w, text)
		}
	}
}

// TestOfIsTheSameEachTime: also from several goroutines.
func TestOfIsTheSameEachTime(t *testing.T) {
	const text = "Lists the bookings of a room in the given period, newest first; guests see their own only"
	first := nouns.Of(text)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for range 20 {
				assert.Equal(t, first, nouns.Of(text))
			}
		})
	}
	all.Wait()
}

func ExampleOf() {
	fmt.Println(nouns.Of("Adds a product to the warehouse"))
	// Output: [product warehouse]
}
