package silent

import "github.com/evoke-go/evoke/bench/silent/shop"

// shopBugs are the bugs of the shop.
func shopBugs() []Bug {
	return []Bug{
		{"total-of-prices", Total, []string{"POST /orders", "GET /orders/{id}", "GET /orders"},
			"the total of an order is the sum of prices, not of amounts", 1, shop.TotalOfPrices},
		{"put-merges", Merges, []string{"PUT /items/{id}", "GET /items/{id}"},
			"PUT without a description leaves the old one", 1, shop.PutMerges},
		{"foreign-read", Foreign, []string{"GET /orders/{id}"},
			"a customer reads the order of another one, whom all other operations answer 404", 2, shop.ForeignRead},
		{"max-price-ignored", Filter, []string{"GET /items"},
			"maxPrice=10 finds items that cost more", 1, shop.MaxPriceIgnored},
		{"pages-overlap", Paging, []string{"GET /items"},
			"the second page begins with the last item of the first one", 2, shop.PagesOverlap},
		{"seller-assigned", Assignment, []string{"POST /items"},
			"POST with a member seller makes an item of that seller", 1, shop.SellerAssigned},
		{"cart-adds", NotIdempotent, []string{"PUT /cart/items/{id}", "GET /cart"},
			"PUT of the same quantity twice leaves twice the quantity in the cart", 1, shop.CartAdds},
		{"delete-stays-in-list", NotDeleted, []string{"DELETE /items/{id}", "GET /items"},
			"a deleted item is in the list", 2, shop.DeleteStaysInList},
		{"patch-wipes", WipesOthers, []string{"PATCH /items/{id}", "GET /items/{id}"},
			"PATCH without a description empties the description", 2, shop.PatchWipes},
		{"sort-wrong-way", Sorting, []string{"GET /items"},
			"sort=-price sorts in ascending order", 2, shop.SortWrongWay},
		{"quantity-unbounded", InvalidAccepted, []string{"PUT /cart/items/{id}"},
			"a quantity above 99 is accepted", 1, shop.QuantityUnbounded},
		{"refused-in-part", RefusedChanges, []string{"PATCH /items/{id}", "GET /items/{id}"},
			"PATCH with a good name and a bad price answers 400 and has changed the name", 2, shop.RefusedInPart},
		{"paid-twice", StepTwice, []string{"POST /orders/{id}/payments"},
			"paying a paid order answers 201, not 409", 1, shop.PaidTwice},
		{"cancelled-counts", Total, []string{"GET /account"},
			"the account counts the cancelled orders", 2, shop.CancelledCounts},
		{"garden-has-games", Filter, []string{"GET /items"},
			"category=garden finds games as well", 2, shop.GardenHasGames},
	}
}
