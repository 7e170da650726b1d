package silent_test

import "testing"

const (
	emma  = `{"sku": "BKS-0001", "name": "Emma", "category": "books", "price": 850, "description": "A novel"}`
	ludo  = `{"sku": "GMS-0001", "name": "Ludo", "category": "games", "price": 1200}`
	spade = `{"sku": "GDN-0001", "name": "Spade", "category": "garden", "price": 2500}`
	home  = `{"address": "1 High Street"}`
	two   = `{"quantity": 2}`
)

func shopSymptoms() map[string]symptom {
	item := []step{{"dora", "POST /items", emma, 201, `/seller "dora"`}}
	three := steps(item, step{"dora", "POST /items", ludo, 201, ""}, step{"dora", "POST /items", spade, 201, ""})
	full := steps(item, step{"eli", "PUT /cart/items/1", two, 200, "/total 1700"})
	ordered := steps(full, step{"eli", "POST /orders", home, 201, ""})
	return map[string]symptom{
		"total-of-prices": {full, step{"eli", "POST /orders", home, 0, ""}, outcome{201, "/total 1700"},
			outcome{201, "/total 850"}},
		"put-merges": {
			item, step{"dora", "PUT /items/1", `{"sku": "BKS-0001", "name": "Emma", "category": "books", "price": 900}`,
				0, ""},
			outcome{200, `/description ""`}, outcome{200, `/description "A novel"`},
		},
		"foreign-read": {
			steps(ordered, step{"finn", "POST /orders/1/cancel", "", 404, ""},
				step{"finn", "GET /orders/1/payments", "", 404, ""}),
			step{user: "finn", request: "GET /orders/1"}, outcome{404, ""}, outcome{200, `/customer "eli"`},
		},
		"max-price-ignored": {
			steps(three, step{"", "GET /items?minPrice=1200", "", 200, "/total 2"}),
			step{request: "GET /items?maxPrice=1200"},
			outcome{200, "/total 2"}, outcome{200, "/total 3"},
		},
		"pages-overlap": {
			steps(three, step{"", "GET /items?size=2", "", 200, "/items/1/id 2"}),
			step{request: "GET /items?size=2&page=2"},
			outcome{200, "/items/0/id 3"}, outcome{200, "/items/0/id 2"},
		},
		"seller-assigned": {
			nil, step{"dora", "POST /items",
				`{"sku": "BKS-0001", "name": "Emma", "category": "books", "price": 850, "seller": "eli"}`, 0, ""},
			outcome{201, `/seller "dora"`}, outcome{201, `/seller "eli"`},
		},
		"cart-adds": {full, step{"eli", "PUT /cart/items/1", two, 0, ""}, outcome{200, "/lines/0/quantity 2"},
			outcome{200, "/lines/0/quantity 4"}},
		"delete-stays-in-list": {
			steps(item, step{"dora", "DELETE /items/1", "", 204, ""}, step{"", "GET /items/1", "", 404, ""}),
			step{request: "GET /items"},
			outcome{200, "/total 0"}, outcome{200, "/total 1"},
		},
		"patch-wipes": {
			item, step{"dora", "PATCH /items/1", `{"price": 900}`, 0, ""},
			outcome{200, `/description "A novel"`}, outcome{200, `/description ""`},
		},
		"sort-wrong-way": {
			steps(three, step{"", "GET /items?sort=price", "", 200, "/items/0/id 1"}),
			step{request: "GET /items?sort=-price"},
			outcome{200, "/items/0/id 3"}, outcome{200, "/items/0/id 1"},
		},
		"quantity-unbounded": {
			steps(item, step{"eli", "PUT /cart/items/1", `{"quantity": 0}`, 400, ""}),
			step{"eli", "PUT /cart/items/1", `{"quantity": 100}`, 0, ""},
			outcome{400, ""}, outcome{200, "/lines/0/quantity 100"},
		},
		"refused-in-part": {
			steps(item, step{"dora", "PATCH /items/1", `{"name": "Persuasion", "price": 0}`, 400, ""}),
			step{request: "GET /items/1"},
			outcome{200, `/name "Emma"`}, outcome{200, `/name "Persuasion"`},
		},
		"paid-twice": {
			steps(ordered, step{"eli", "POST /orders/1/payments", `{"method": "card"}`, 201, ""}),
			step{"eli", "POST /orders/1/payments", `{"method": "card"}`, 0, ""},
			outcome{409, ""}, outcome{201, "/id 2"},
		},
		"cancelled-counts": {
			steps(ordered, step{"eli", "POST /orders/1/cancel", "", 200, ""}),
			step{user: "eli", request: "GET /account"},
			outcome{200, "/orders 0"}, outcome{200, "/orders 1"},
		},
		"garden-has-games": {
			steps(three, step{"", "GET /items?category=games", "", 200, "/total 1"}),
			step{request: "GET /items?category=garden"},
			outcome{200, "/total 1"}, outcome{200, "/total 2"},
		},
	}
}

// What the healthy service promises besides.
func TestShopHealthy(t *testing.T) {
	s := begin(t, named(t, "shop"))
	s.all([]step{
		{"", "POST /items", emma, 401, ""},
		{"dora", "POST /items", emma, 201, ""},
		{"", "GET {Location}", "", 200, `/name "Emma"`},
		{"eli", "POST /items", emma, 409, ""},
		{"eli", "POST /items", `{"sku": "bks-1", "name": "Emma", "category": "books", "price": 850}`, 400, ""},
		{"eli", "PUT /items/1", emma, 403, ""},
		{"eli", "PATCH /items/1", `{}`, 403, ""},
		{"eli", "DELETE /items/1", "", 403, ""},
		{"eli", "POST /items", ludo, 201, ""},
		{"eli", "PATCH /items/2", `{"sku": "BKS-0001"}`, 409, ""},
		{"", "GET /items?sort=name&page=2&size=1", "", 200, `/items/0/name "Ludo"`},
		{"", "GET /items?page=3&size=1", "", 200, "/items []"},
		{"", "GET /items?minPrice=850&maxPrice=850", "", 200, "/total 1"},
		{"", "GET /items?sort=size", "", 400, ""},
		{"eli", "POST /orders", home, 409, ""},
		{"eli", "PUT /cart/items/9", two, 404, ""},
		{"eli", "PUT /cart/items/1", two, 200, "/total 1700"},
		{"eli", "PUT /cart/items/2", two, 200, "/total 4100"},
		{"finn", "GET /cart", "", 200, "/total 0"},
		{"eli", "DELETE /cart/items/2", "", 204, ""},
		{"eli", "DELETE /cart/items/2", "", 404, ""},
		{"eli", "POST /orders", home, 201, "/total 1700"},
		{"eli", "GET {Location}", "", 200, "/lines/0/amount 1700"},
		{"eli", "GET /cart", "", 200, "/lines []"},
		{"finn", "GET /orders", "", 200, "/total 0"},
		{"finn", "POST /orders/1/payments", `{"method": "card"}`, 404, ""},
		{"eli", "GET /orders?state=open", "", 200, "/items/0/lines/0/item 1"},
		{"eli", "GET /orders?state=paid", "", 200, "/total 0"},
		{"eli", "POST /orders/1/payments", `{"method": "cash"}`, 400, ""},
		{"eli", "POST /orders/1/payments", `{"method": "card"}`, 201, "/amount 1700"},
		{"eli", "GET /orders/1/payments", "", 200, "/total 1"},
		{"eli", "POST /orders/1/cancel", "", 409, ""},
		{"eli", "GET /account", "", 200, "/spent 1700"},
		{"eli", "PATCH /account", `{"newsletter": true}`, 200, `/displayName "eli"`},
		{"finn", "PUT /cart/items/1", two, 200, ""},
		{"dora", "DELETE /items/1", "", 204, ""},
		{"dora", "DELETE /items/1", "", 404, ""},
		{"finn", "GET /cart", "", 200, "/lines []"},
		{"eli", "GET /orders/1", "", 200, `/lines/0/name "Emma"`},
		{"finn", "POST /items", emma, 201, "/id 3"},
	})
}
