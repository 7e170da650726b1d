package silent_test

import (
	"testing"
)

const (
	fjord = `{"name": "Fjord AS", "email": "post@fjord.example", "phone": "+47 22", "country": "NO", "discount": 5}`
	alpes = `{"name": "Alpes", "email": "a@alpes.example", "country": "FR"}`
	april = `{"customer": 1, "due": "2026-04-30"}`
	net   = `{"text": "Net", "quantity": 1, "price": 990}`
	boat  = `{"text": "Boat", "quantity": 1, "price": 12000}`
)

func billingSymptoms() map[string]symptom {
	customer := []step{{"tom", "POST /customers", fjord, 201, `/creditLimit 100000`}}
	draft := steps(customer, step{"tom", "POST /invoices", april, 201, `/status "draft"`})
	filled := steps(draft, step{"tom", "POST /invoices/1/lines", boat, 200, ""})
	sent := steps(filled, step{"tom", "POST /invoices/1/send", "", 200, `/status "sent"`})
	two := steps(filled, step{"tom", "POST /invoices", april, 201, ""},
		step{"tom", "POST /invoices/2/lines", net, 200, ""})
	return map[string]symptom{
		"zero-discount-kept": {
			steps(customer, step{"tom", "PATCH /customers/1", `{"discount": 0}`, 200, "/discount 0"}),
			step{user: "tom", request: "GET /customers/1"},
			outcome{200, "/discount 0"}, outcome{200, "/discount 5"},
		},
		"put-keeps-phone": {
			steps(customer, step{"tom", "PUT /customers/1", alpes, 200, "/discount 0"}),
			step{user: "tom", request: "GET /customers/1"},
			outcome{200, `/phone ""`}, outcome{200, `/phone "+47 22"`},
		},
		"patch-drops-phone": {
			customer, step{user: "tom", request: "PATCH /customers/1", body: `{"name": "Fjell"}`},
			outcome{200, `/phone "+47 22"`}, outcome{200, `/phone ""`},
		},
		"emails-by-case": {
			steps(customer, step{"uma", "POST /customers", fjord, 409, ""}),
			step{user: "uma", request: "POST /customers",
				body: `{"name": "F", "email": "POST@fjord.example", "country": "NO"}`},
			outcome{409, ""}, outcome{201, ""},
		},
		"credit-limit-taken": {
			nil, step{user: "tom", request: "POST /customers",
				body: `{"name": "F", "email": "a@b.example", "country": "NO", "creditLimit": 9}`},
			outcome{201, "/creditLimit 100000"}, outcome{201, "/creditLimit 9"},
		},
		"foreign-by-filter": {
			steps(draft, step{"uma", "GET /invoices", "", 200, "/total 0"}),
			step{user: "uma", request: "GET /invoices?customer=1"},
			outcome{200, "/total 0"}, outcome{200, "/total 1"},
		},
		"foreign-payments": {
			steps(draft, step{"uma", "GET /invoices/1", "", 403, ""}),
			step{user: "uma", request: "GET /invoices/1/payments"},
			outcome{403, ""}, outcome{200, ""},
		},
		"credit-by-agents": {
			customer, step{user: "tom", request: "PUT /customers/1/credit", body: `{"creditLimit": 5}`},
			outcome{403, ""}, outcome{200, "/creditLimit 5"},
		},
		"refused-payment-stays": {
			steps(sent, step{"tom", "POST /invoices/1/payments", `{"amount": 11401}`, 409, ""}),
			step{user: "tom", request: "GET /invoices/1/payments"},
			outcome{200, "/0 -"}, outcome{200, "/0/amount 11401"},
		},
		"total-without-new-line": {
			draft, step{user: "tom", request: "POST /invoices/1/lines", body: boat}, outcome{200, "/net 12000"},
			outcome{200, "/net 0"},
		},
		"discount-cut": {
			draft, step{user: "tom", request: "POST /invoices/1/lines", body: net}, outcome{200, "/total 941"},
			outcome{200, "/total 940"},
		},
		"due-to-exclusive": {
			steps(draft, step{"tom", "GET /invoices?dueFrom=2026-04-30", "", 200, "/total 1"}),
			step{user: "tom", request: "GET /invoices?dueTo=2026-04-30"},
			outcome{200, "/total 1"}, outcome{200, "/total 0"},
		},
		"total-sorted-as-text": {
			two, step{user: "tom", request: "GET /invoices?sort=total"}, outcome{200, "/items/0/id 2"},
			outcome{200, "/items/0/id 1"},
		},
		"offset-of-pages": {
			two, step{user: "tom", request: "GET /invoices?offset=1&limit=5"}, outcome{200, "/items/0/id 2"},
			outcome{200, "/items/0 -"},
		},
		"deleted-customer-billed": {
			steps(customer, step{"tom", "DELETE /customers/1", "", 204, ""},
				step{"tom", "GET /customers/1", "", 404, ""}),
			step{user: "tom", request: "POST /invoices", body: april}, outcome{409, ""}, outcome{201, ""},
		},
		"sent-twice": {sent, step{user: "tom", request: "POST /invoices/1/send"}, outcome{409, ""}, outcome{200, ""}},
		"deleted-invoice-in-balance": {
			steps(filled, step{"tom", "DELETE /invoices/1", "", 204, ""},
				step{"tom", "GET /invoices", "", 200, "/total 0"}),
			step{user: "vera", request: "GET /customers/1/balance"}, outcome{200, "/invoices 0"},
			outcome{200, "/invoices 1"},
		},
		"invoice-location": {
			steps(draft, step{"tom", "POST /invoices", april, 201, "/id 2"}),
			step{user: "tom", request: "GET {Location}"},
			outcome{200, "/id 2"}, outcome{200, "/id 1"},
		},
	}
}

// An invoice goes its way from draft to paid, and no further than its customer
// may owe.
func TestInvoices(t *testing.T) {
	s := begin(t, named(t, "billing"))
	s.all([]step{
		{"tom", "POST /customers", fjord, 201, `/agent "tom"`},
		{"tom", "GET {Location}", "", 200, `/name "Fjord AS"`},
		{"vera", "POST /invoices", april, 201, `/agent "tom"`},
		{"tom", "POST /invoices/1/send", "", 409, ""},
		{"tom", "POST /invoices/1/lines", boat, 200, "/lines/0/id 1"},
		{"vera", "PUT /customers/1/credit", `{"creditLimit": 11399}`, 200, ""},
		{"tom", "POST /invoices/1/send", "", 409, ""},
		{"vera", "PUT /customers/1/credit", `{"creditLimit": 11400}`, 200, ""},
		{"tom", "POST /invoices/1/payments", `{"amount": 1}`, 409, ""},
		{"tom", "POST /invoices/1/send", "", 200, "/total 11400"},
		{"tom", "POST /invoices/1/lines", net, 409, ""},
		{"tom", "DELETE /invoices/1", "", 409, ""},
		{"tom", "DELETE /customers/1", "", 409, ""},
		{"uma", "POST /invoices/1/payments", `{"amount": 1}`, 403, ""},
		{"tom", "POST /invoices/1/payments", `{"amount": 400}`, 201, `/method "transfer"`},
		{"tom", "GET {Location}", "", 200, "/amount 400"},
		{"uma", "GET {Location}", "", 403, ""},
		{"tom", "GET /customers/1/balance", "", 200, "/open 11000"},
		{"tom", "POST /invoices/1/payments", `{"amount": 11000}`, 201, ""},
		{"tom", "GET /invoices?status=paid&sort=-total", "", 200, "/items/0/lines/0/price 12000"},
		{"tom", "GET /customers?search=FJORD&sort=-name", "", 200, "/total 1"},
	})
}
