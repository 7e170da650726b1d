package silent

import "github.com/evoke-go/evoke/bench/silent/shop"

// shopBugs are the bugs of the shop.
func shopBugs() []Bug {
	return []Bug{
		{
			Name: "total-of-prices", Kind: Total, Half: 1, number: shop.TotalOfPrices,
			Operations: []string{"POST /orders", "GET /orders/{id}", "GET /orders"},
			Seen:       "the total of an order is the sum of prices, not of amounts",
		},
		{
			Name: "put-merges", Kind: Merges, Half: 1, number: shop.PutMerges,
			Operations: []string{"PUT /items/{id}", "GET /items/{id}"},
			Seen:       "PUT without a description leaves the old one",
		},
		{
			Name: "foreign-read", Kind: Foreign, Half: 2, number: shop.ForeignRead,
			Operations: []string{"GET /orders/{id}"},
			Seen:       "a customer reads the order of another one, whom all other operations answer 404",
		},
		{
			Name: "max-price-ignored", Kind: Filter, Half: 1, number: shop.MaxPriceIgnored,
			Operations: []string{"GET /items"},
			Seen:       "maxPrice=10 finds items that cost more",
		},
		{
			Name: "pages-overlap", Kind: Paging, Half: 2, number: shop.PagesOverlap,
			Operations: []string{"GET /items"},
			Seen:       "the second page begins with the last item of the first one",
		},
		{
			Name: "seller-assigned", Kind: Assignment, Half: 1, number: shop.SellerAssigned,
			Operations: []string{"POST /items"},
			Seen:       "POST with a member seller makes an item of that seller",
		},
		{
			Name: "cart-adds", Kind: NotIdempotent, Half: 1, number: shop.CartAdds,
			Operations: []string{"PUT /cart/items/{id}", "GET /cart"},
			Seen:       "PUT of the same quantity twice leaves twice the quantity in the cart",
		},
		{
			Name: "delete-stays-in-list", Kind: NotDeleted, Half: 2, number: shop.DeleteStaysInList,
			Operations: []string{"DELETE /items/{id}", "GET /items"},
			Seen:       "a deleted item is in the list",
		},
		{
			Name: "patch-wipes", Kind: WipesOthers, Half: 2, number: shop.PatchWipes,
			Operations: []string{"PATCH /items/{id}", "GET /items/{id}"},
			Seen:       "PATCH without a description empties the description",
		},
		{
			Name: "sort-wrong-way", Kind: Sorting, Half: 2, number: shop.SortWrongWay,
			Operations: []string{"GET /items"},
			Seen:       "sort=-price sorts in ascending order",
		},
		{
			Name: "quantity-unbounded", Kind: InvalidAccepted, Half: 1, number: shop.QuantityUnbounded,
			Operations: []string{"PUT /cart/items/{id}"},
			Seen:       "a quantity above 99 is accepted",
		},
		{
			Name: "refused-in-part", Kind: RefusedChanges, Half: 2, number: shop.RefusedInPart,
			Operations: []string{"PATCH /items/{id}", "GET /items/{id}"},
			Seen:       "PATCH with a good name and a bad price answers 400 and has changed the name",
		},
		{
			Name: "paid-twice", Kind: StepTwice, Half: 1, number: shop.PaidTwice,
			Operations: []string{"POST /orders/{id}/payments"},
			Seen:       "paying a paid order answers 201, not 409",
		},
		{
			Name: "cancelled-counts", Kind: Total, Half: 2, number: shop.CancelledCounts,
			Operations: []string{"GET /account"},
			Seen:       "the account counts the cancelled orders",
		},
		{
			Name: "garden-has-games", Kind: Filter, Half: 2, number: shop.GardenHasGames,
			Operations: []string{"GET /items"},
			Seen:       "category=garden finds games as well",
		},
	}
}
