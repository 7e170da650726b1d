package shop_test

import (
	"context"
	"testing"

	"github.com/evoke-go/evoke"

	"example.com/parcel/near"
	"example.com/parcel/shop"
)

// calls are enough for the search that knows how near a code is.
const calls = 1000

// TestSearch finds a valid voucher with the replacement, and none without.
func TestSearch(t *testing.T) {
	config := evoke.Config{Schema: shop.Schema, Handler: shop.New, Search: evoke.Search{Seed: 1},
		Budget: evoke.Budget{Calls: calls}}
	if found := valid(t, config); found > 0 {
		t.Errorf("%d of %d calls had a valid voucher: nothing shows what the replacement is for", found, calls)
	}
	config.WhiteBox.Replacements = near.Replacements
	if found := valid(t, config); found == 0 {
		t.Errorf("none of %d calls had a valid voucher", calls)
	}
}

// valid returns how many calls of a search had a valid voucher.
func valid(t *testing.T, config evoke.Config) int {
	t.Helper()
	result, err := evoke.Run(context.Background(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Log(result.Report.Search, result.Report.Warnings)
	return result.Report.Operations[0].Outcomes["204"]
}
