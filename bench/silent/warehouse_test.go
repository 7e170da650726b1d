package silent_test

import (
	"maps"
	"testing"
)

const (
	saw    = `{"sku": "SAW-0001", "name": "Saw", "category": "tools", "barcode": "0490", "minimum": 3}`
	brush  = `{"sku": "BRU-0001", "name": "Brush", "category": "paint"}`
	axe    = `{"sku": "AXE-0001", "name": "Axe", "category": "tools"}`
	ten    = `{"kind": "in", "quantity": 10}`
	bakery = `{"customer": "Bakery", "lines": [{"product": 1, "quantity": 8}]}`
)

func warehouseSymptoms() map[string]symptom {
	out := map[string]symptom{}
	maps.Copy(out, productSymptoms())
	maps.Copy(out, moveSymptoms())
	maps.Copy(out, holdSymptoms())
	return out
}

// productSymptoms are those of products and their list.
func productSymptoms() map[string]symptom {
	product := []step{{"nora", "POST /products", saw, 201, "/available 0"}}
	three := steps(product, step{"nora", "POST /products", brush, 201, ""},
		step{"nora", "POST /products", axe, 201, ""})
	return map[string]symptom{
		"id-by-count": {
			steps(product, step{"nora", "POST /products", brush, 201, "/id 2"},
				step{"nora", "DELETE /products/1", "", 204, ""}, step{"nora", "POST /products", axe, 201, ""}),
			step{user: "otto", request: "GET /products/2"}, outcome{200, `/name "Brush"`}, outcome{200, `/name "Axe"`},
		},
		"barcode-zeros": {
			product, step{user: "otto", request: "GET /products/1"}, outcome{200, `/barcode "0490"`},
			outcome{200, `/barcode "490"`},
		},
		"empty-ignored": {
			steps([]step{{"nora", "POST /products", axe, 201, ""}},
				step{"nora", "PATCH /products/1", `{"barcode": "77"}`, 200, `/barcode "77"`},
				step{"nora", "PATCH /products/1", `{"barcode": ""}`, 200, ""}),
			step{user: "otto", request: "GET /products/1"}, outcome{200, `/barcode ""`}, outcome{200, `/barcode "77"`},
		},
		"pages-floored": {
			steps(three, step{"otto", "GET /products?perPage=2&page=2", "", 200, "/items/0/id 3"}),
			step{user: "otto", request: "GET /products?perPage=2"},
			outcome{200, "/pages 2"}, outcome{200, "/pages 1"},
		},
		"sorted-by-page": {
			steps(three, step{"otto", "GET /products?sort=name", "", 200, `/items/0/name "Axe"`}),
			step{user: "otto", request: "GET /products?sort=name&perPage=2"},
			outcome{200, `/items/0/name "Axe"`}, outcome{200, `/items/0/name "Brush"`},
		},
		"list-cached": {
			steps(product, step{"otto", "GET /products", "", 200, "/items/0/stock 0"},
				step{"otto", "POST /products/1/moves", ten, 201, ""}),
			step{user: "otto", request: "GET /products"}, outcome{200, "/items/0/stock 10"},
			outcome{200, "/items/0/stock 0"},
		},
	}
}

// moveSymptoms are those of moves.
func moveSymptoms() map[string]symptom {
	product := []step{{"nora", "POST /products", saw, 201, "/available 0"}}
	stocked := steps(product, step{"otto", "POST /products/1/moves", ten, 201, "/after 10"})
	held := steps(stocked, step{"otto", "POST /holds", bakery, 201, `/status "open"`})
	return map[string]symptom{
		"last-one-kept": {
			held, step{user: "otto", request: "POST /products/1/moves", body: `{"kind": "out", "quantity": 2}`},
			outcome{201, "/after 8"}, outcome{409, ""},
		},
		"undone-the-same-way": {
			steps(stocked, step{"otto", "POST /products/1/moves", `{"kind": "out", "quantity": 4}`, 201, "/id 2"},
				step{"nora", "POST /moves/2/undo", "", 201, ""}),
			step{user: "otto", request: "GET /products/1"}, outcome{200, "/stock 10"}, outcome{200, "/stock 2"},
		},
		"moves-left": {
			steps(stocked, step{"nora", "POST /moves/1/undo", "", 201, "/after 0"},
				step{"nora", "DELETE /products/1", "", 204, ""}),
			step{user: "otto", request: "GET /moves/1"}, outcome{404, ""}, outcome{200, "/product 1"},
		},
		"key-ignored": {
			steps(product, step{"otto", "POST /products/1/moves\nIdempotency-Key: k1", ten, 201, ""}),
			step{user: "otto", request: "POST /products/1/moves\nIdempotency-Key: k1", body: ten},
			outcome{201, "/after 10"}, outcome{201, "/after 20"},
		},
	}
}

// holdSymptoms are those of holds and the report.
func holdSymptoms() map[string]symptom {
	product := []step{{"nora", "POST /products", saw, 201, "/available 0"}}
	stocked := steps(product, step{"otto", "POST /products/1/moves", ten, 201, "/after 10"})
	held := steps(stocked, step{"otto", "POST /holds", bakery, 201, `/status "open"`})
	shipped := step{"otto", "PATCH /holds/1", `{"status": "shipped"}`, 200, ""}
	return map[string]symptom{
		"release-frees-nothing": {
			steps(held, step{"otto", "PATCH /holds/1", `{"status": "released"}`, 200, ""}),
			step{user: "otto", request: "GET /products/1"},
			outcome{200, "/available 10"}, outcome{200, "/available 2"},
		},
		"release-after-ship": {
			steps(held, shipped, step{"otto", "PATCH /holds/1", `{"status": "shipped"}`, 409, ""}),
			step{user: "otto", request: "PATCH /holds/1", body: `{"status": "released"}`}, outcome{409, ""},
			outcome{200, `/status "released"`},
		},
		"half-held": {
			steps(stocked, step{"otto", "POST /holds",
				`{"customer": "B", "lines": [{"product": 1, "quantity": 8}, {"product": 9, "quantity": 1}]}`, 409, ""}),
			step{user: "otto", request: "GET /products/1"}, outcome{200, "/held 0"}, outcome{200, "/held 8"},
		},
		"same-product-twice": {
			steps(stocked, step{"otto", "POST /holds",
				`{"customer": "B", "lines": [{"product": 1, "quantity": 3}, {"product": 1, "quantity": 4}]}`, 201, ""}),
			step{user: "otto", request: "GET /products/1"}, outcome{200, "/held 7"}, outcome{200, "/held 4"},
		},
		"foreign-ship": {
			steps(held, step{"pia", "GET /holds/1", "", 403, ""},
				step{"pia", "PATCH /holds/1", `{"status": "released"}`, 403, ""}),
			step{user: "pia", request: "PATCH /holds/1", body: `{"status": "shipped"}`}, outcome{403, ""},
			outcome{200, `/by "otto"`},
		},
		"report-for-clerks": {
			steps(stocked, step{"nora", "GET /report", "", 200, "/units 10"}),
			step{user: "pia", request: "GET /report"}, outcome{403, ""}, outcome{200, "/units 10"},
		},
		"filters-or": {
			steps(held, step{"otto", "GET /holds?product=1", "", 200, "/total 1"}),
			step{user: "otto", request: "GET /holds?product=1&status=shipped"},
			outcome{200, "/total 0"}, outcome{200, "/total 1"},
		},
		"report-low-by-stock": {
			steps(held, step{"nora", "GET /products/1", "", 200, "/low true"}),
			step{user: "nora", request: "GET /report"},
			outcome{200, "/low [1]"}, outcome{200, "/low []"},
		},
	}
}

// Stock, holds and lists are as they say.
func TestStock(t *testing.T) {
	s := begin(t, named(t, "warehouse"))
	s.all([]step{
		{"otto", "POST /products", saw, 403, ""},
		{"nora", "POST /products", saw, 201, "/low true"},
		{"nora", "GET {Location}", "", 200, "/held 0"},
		{"nora", "POST /products", saw, 409, ""},
		{"nora", "POST /products", brush, 201, "/weight 0"},
		{"otto", "GET /products?search=SAW&category=tools", "", 200, "/total 1"},
		{"otto", "GET /products?inStock=true", "", 200, "/pages 0"},
		{"otto", "POST /products/1/moves\nIdempotency-Key: k", ten, 201, ""},
		{"otto", "GET {Location}", "", 200, `/by "otto"`},
		{"otto", "POST /products/1/moves\nIdempotency-Key: k", `{"kind": "in", "quantity": 1}`, 409, ""},
		{"pia", "POST /products/1/moves\nIdempotency-Key: k", ten, 201, "/after 20"},
		{"otto", "POST /products/2/moves\nIdempotency-Key: k", ten, 201, "/after 10"},
		{"otto", "POST /products/1/moves", `{"kind": "out", "quantity": 21}`, 409, ""},
		{"nora", "DELETE /products/1", "", 409, ""},
		{"otto", "GET /products?sort=-available", "", 200, "/items/0/id 1"},
		{"otto", "POST /holds", bakery, 201, ""},
		{"otto", "GET {Location}", "", 200, `/lines/0/quantity 8`},
		{"pia", "GET /holds", "", 200, "/total 0"},
		{"nora", "GET /holds", "", 200, "/total 1"},
		{"nora", "POST /moves/1/undo", "", 201, "/undoes 1"},
		{"nora", "POST /moves/1/undo", "", 409, ""},
		{"nora", "POST /moves/4/undo", "", 409, ""},
		{"otto", "POST /moves/2/undo", "", 403, ""},
		{"nora", "POST /moves/2/undo", "", 409, ""},
		{"otto", "PATCH /holds/1", `{"status": "shipped"}`, 200, ""},
		{"otto", "GET /products/1/moves?kind=in&limit=1", "", 200, "/items/0/id 2"},
		{"nora", "GET /report", "", 200, "/units 12"},
		{"nora", "GET /report", "", 200, "/low [1]"},
	})
}
