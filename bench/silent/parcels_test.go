package silent_test

import (
	"maps"
	"testing"
)

const (
	shopAddress = `{"label": "Shop", "name": "Liv Dahl", "street": "Havnegata 4", ` +
		`"postcode": "0150", "city": "Oslo", "phone": "5550", "is_default": true}`
	homeAddress = `{"label": "Home", "name": "Nils Berg", "street": "Vegen 1", ` +
		`"postcode": "5003", "city": "Bergen", "country": "DK", "is_default": true}`
	lamp = `{"address_id": 1, "weight_grams": 1200, "fragile": true, "insured_value": 5001, ` +
		`"reference": "Order 17"}`
	rug        = `{"address_id": 1, "weight_grams": 9000}`
	picked     = `{"type": "picked_up", "place": "Oslo"}`
	arrival    = `{"type": "arrived", "place": "Hamar"}`
	going      = `{"type": "out_for_delivery", "place": "Hamar"}`
	missed     = `{"type": "attempt_failed", "place": "Hamar", "note": "Nobody there"}`
	handedOver = `{"type": "delivered", "place": "Hamar"}`
)

func parcelsSymptoms() map[string]symptom {
	out := map[string]symptom{}
	maps.Copy(out, addressSymptoms())
	maps.Copy(out, shipmentSymptoms())
	maps.Copy(out, listedSymptoms())
	maps.Copy(out, scanSymptoms())
	return out
}

// addressSymptoms are those of the address book.
func addressSymptoms() map[string]symptom {
	address := []step{{"max", "POST /addresses", shopAddress, 201, `/country "NO"`}}
	return map[string]symptom{
		"country-not-updated": {
			steps(address, step{"max", "PUT /addresses/1", homeAddress, 200, `/country "DK"`}),
			step{user: "max", request: "GET /addresses/1"},
			outcome{200, `/country "DK"`}, outcome{200, `/country "NO"`},
		},
		"default-twice": {
			steps(address, step{"max", "POST /addresses", homeAddress, 201, "/is_default true"}),
			step{user: "max", request: "GET /addresses/1"},
			outcome{200, "/is_default false"}, outcome{200, "/is_default true"},
		},
		"recipient-follows": {
			steps(address, step{"max", "POST /shipments", lamp, 201, ""},
				step{"max", "PUT /addresses/1", homeAddress, 200, ""}),
			step{user: "max", request: "GET /shipments/PX500001"}, outcome{200, `/recipient/name "Liv Dahl"`},
			outcome{200, `/recipient/name "Nils Berg"`},
		},
		"foreign-address": {
			steps(address, step{"nia", "GET /addresses/1", "", 404, ""}),
			step{user: "nia", request: "POST /shipments", body: lamp},
			outcome{422, ""}, outcome{201, `/recipient/name "Liv Dahl"`},
		},
	}
}

// shipmentSymptoms are those of one shipment.
func shipmentSymptoms() map[string]symptom {
	one := []step{{"max", "POST /addresses", shopAddress, 201, ""},
		{"max", "POST /shipments", lamp, 201, "/price 6951"}}
	return map[string]symptom{
		"insured-null-ignored": {
			one, step{user: "max", request: "PATCH /shipments/PX500001", body: `{"insured_value": null}`},
			outcome{200, "/insured_value null"}, outcome{200, "/insured_value 5001"},
		},
		"price-not-updated": {
			one, step{user: "max", request: "PATCH /shipments/PX500001", body: `{"weight_grams": 900}`},
			outcome{200, "/price 5951"}, outcome{200, "/price 6951"},
		},
		"location-by-row": {
			one, step{user: "max", request: "GET {Location}"}, outcome{200, `/number "PX500001"`}, outcome{404, ""},
		},
		"weight-unchecked": {
			one, step{user: "max", request: "PATCH /shipments/PX500001", body: `{"weight_grams": 0}`}, outcome{400, ""},
			outcome{200, "/weight_grams 0"},
		},
		"fragile-reset": {
			steps(one, step{"max", "PATCH /shipments/PX500001", `{"reference": null}`, 200, "/reference null"}),
			step{user: "max", request: "GET /shipments/PX500001"}, outcome{200, "/fragile true"},
			outcome{200, "/fragile false"},
		},
		"tracked-after-delete": {
			steps(one, step{"max", "DELETE /shipments/PX500001", "", 204, ""},
				step{"max", "GET /shipments/PX500001", "", 404, ""}),
			step{request: "GET /track/PX500001"}, outcome{404, ""}, outcome{200, `/status "registered"`},
		},
	}
}

// listedSymptoms are those of the list of shipments.
func listedSymptoms() map[string]symptom {
	two := []step{{"max", "POST /addresses", shopAddress, 201, ""}, {"max", "POST /shipments", lamp, 201, ""},
		{"max", "POST /shipments", rug, 201, ""}}
	return map[string]symptom{
		"next-drops-filters": {
			two, step{user: "max", request: "GET /shipments?page_size=1&ordering=-price"},
			outcome{200, `/next "/shipments?ordering=-price&page=2&page_size=1"`},
			outcome{200, `/next "/shipments?page=2&page_size=1"`},
		},
		"max-weight-exclusive": {
			two, step{user: "max", request: "GET /shipments?max_weight=1200"}, outcome{200, "/count 1"},
			outcome{200, "/count 0"},
		},
		"price-ascending": {
			two, step{user: "max", request: "GET /shipments?ordering=-price"},
			outcome{200, "/results/0/weight_grams 9000"}, outcome{200, "/results/0/weight_grams 1200"},
		},
		"count-of-everyone": {
			steps(two, step{"nia", "GET /shipments", "", 200, "/results []"}),
			step{user: "nia", request: "GET /shipments"}, outcome{200, "/count 0"}, outcome{200, "/count 2"},
		},
	}
}

// scanSymptoms are those of a shipment on its way.
func scanSymptoms() map[string]symptom {
	one := []step{{"max", "POST /addresses", shopAddress, 201, ""}, {"max", "POST /shipments", lamp, 201, ""}}
	moving := steps(one, step{"dee", "POST /shipments/PX500001/events", picked, 200, `/status "picked_up"`},
		step{"dee", "POST /shipments/PX500001/events", arrival, 200, `/status "in_transit"`})
	goes, fails := step{"dee", "POST /shipments/PX500001/events", going, 200, `/status "out_for_delivery"`},
		step{"dee", "POST /shipments/PX500001/events", missed, 200, ""}
	return map[string]symptom{
		"merchant-scans": {
			one, step{user: "max", request: "POST /shipments/PX500001/events", body: picked}, outcome{403, ""},
			outcome{200, `/status "picked_up"`},
		},
		"third-attempt-goes-on": {
			steps(moving, goes, fails, goes, fails, goes, fails), step{user: "max", request: "GET /shipments/PX500001"},
			outcome{200, `/status "returned"`}, outcome{200, `/status "in_transit"`},
		},
		"refused-scan-stored": {
			steps(one, step{"dee", "POST /shipments/PX500001/events", going, 409, ""}),
			step{user: "max", request: "GET /shipments/PX500001/events"},
			outcome{200, "/results []"}, outcome{200, `/results/0/type "out_for_delivery"`},
		},
		"delivered-early": {
			moving, step{user: "dee", request: "POST /shipments/PX500001/events", body: handedOver}, outcome{409, ""},
			outcome{200, `/status "delivered"`},
		},
	}
}

// The address book and the list of shipments are as they say.
func TestAddressBook(t *testing.T) {
	s := begin(t, named(t, "parcels"))
	s.all([]step{
		{"kim", "GET /addresses", "", 403, ""},
		{"max", "POST /addresses", shopAddress, 201, `/owner "max"`},
		{"dee", "GET {Location}", "", 200, `/postcode "0150"`},
		{"max", "POST /addresses", shopAddress, 409, `/title "Conflict"`},
		{"nia", "POST /addresses", shopAddress, 201, "/id 2"},
		{"max", "POST /addresses", homeAddress, 201, "/phone null"},
		{"max", "PUT /addresses/3", shopAddress, 409, ""},
		{"max", "GET /addresses?page_size=1", "", 200, `/next "/addresses?page=2&page_size=1"`},
		{"max", "GET /addresses?page=2&page_size=1", "", 200, `/previous "/addresses?page=1&page_size=1"`},
		{"max", "GET /addresses?page=3&page_size=1", "", 200, "/results []"},
		{"max", "GET /addresses?country=DK", "", 200, "/count 1"},
		{"dee", "GET /addresses", "", 200, "/count 3"},
		{"dee", "GET /addresses/2", "", 200, "/is_default true"},
		{"nia", "PUT /addresses/1", homeAddress, 404, ""},
		{"dee", "PUT /addresses/1", shopAddress, 200, `/owner "max"`},
		{"max", "GET /addresses/3", "", 200, "/is_default false"},
		{"nia", "DELETE /addresses/3", "", 404, ""},
		{"max", "DELETE /addresses/3", "", 204, ""},
		{"max", "POST /shipments", lamp, 201, `/status "registered"`},
		{"max", "POST /shipments", rug, 201, `/insured_value null`},
		{"dee", "POST /shipments", rug, 422, ""},
		{"max", "DELETE /addresses/1", "", 204, ""},
		{"max", "GET {Location}", "", 200, `/recipient/city "Oslo"`},
		{"max", "GET /shipments?search=Order", "", 200, "/count 1"},
		{"max", "GET /shipments?search=Liv&ordering=-weight_grams", "", 200, "/results/0/weight_grams 9000"},
		{"max", "GET /shipments?service=express&status=registered", "", 200, "/count 0"},
		{"max", "PATCH /shipments/PX500001", `{"address_id": 1}`, 422, ""},
		{"max", "PATCH /shipments/PX500001", `{"service": "express", "insured_value": 0}`, 200, "/price 13800"},
		{"", "POST /quote", `{"weight_grams": 1001, "service": "express", "country": "SE", "insured_value": 1}`,
			200, "/price 17801"},
		{"", "POST /quote", `{"weight_grams": 1000}`, 200, "/price 5900"},
	})
}

// A shipment goes its way, and is seen by those who have to do with it.
func TestScans(t *testing.T) {
	s := begin(t, named(t, "parcels"))
	s.all([]step{
		{"nia", "POST /addresses", shopAddress, 201, ""},
		{"nia", "POST /shipments", lamp, 201, ""},
		{"max", "GET {Location}", "", 404, ""},
		{"kim", "GET {Location}", "", 404, ""},
		{"nia", "PUT {Location}/courier", `{"courier": "kim"}`, 403, ""},
		{"dee", "PUT {Location}/courier", `{"courier": "kim"}`, 200, `/courier "kim"`},
		{"kim", "GET /shipments?courier=kim", "", 200, "/count 1"},
		{"kim", "PATCH {Location}", "{}", 403, ""},
		{"kim", "POST {Location}/events", arrival, 409, ""},
		{"kim", "POST {Location}/events", picked, 200, ""},
		{"kim", "POST {Location}/events", picked, 409, ""},
		{"lou", "POST {Location}/events", arrival, 404, ""},
		{"nia", "PATCH {Location}", "{}", 409, ""},
		{"nia", "DELETE {Location}", "", 409, ""},
		{"nia", "POST {Location}/cancel", "", 409, ""},
		{"kim", "POST {Location}/events", arrival, 200, ""},
		{"kim", "POST {Location}/events", arrival, 200, ""},
		{"kim", "POST {Location}/events", going, 200, ""},
		{"kim", "POST {Location}/events", missed, 200, "/attempts 1"},
		{"kim", "GET {Location}/events", "", 200, `/results/4/note "Nobody there"`},
		{"", "GET /track/PX500001", "", 200, "/events/4/note -"},
		{"dee", "PUT {Location}/courier", `{"courier": null}`, 200, "/courier null"},
		{"kim", "GET {Location}", "", 404, ""},
		{"dee", "POST {Location}/events", going, 200, ""},
		{"dee", "POST {Location}/events", handedOver, 200, `/status "delivered"`},
		{"dee", "PUT {Location}/courier", `{"courier": "lou"}`, 409, ""},
		{"nia", "POST /shipments", rug, 201, ""},
		{"nia", "POST {Location}/cancel", "", 200, `/status "cancelled"`},
		{"nia", "POST {Location}/cancel", "", 409, ""},
		{"nia", "GET /summary", "", 200, "/revenue 6951"},
		{"nia", "GET /summary", "", 200, "/by_status/cancelled 1"},
		{"nia", "DELETE {Location}", "", 204, ""},
		{"nia", "GET /summary", "", 200, "/total 1"},
		{"max", "GET /summary", "", 200, "/total 0"},
	})
}
