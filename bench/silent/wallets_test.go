package silent_test

import (
	"maps"
	"testing"
)

const (
	household = `{"name": "Household", "description": "Food", "low_balance_alert": "100.00"}`
	travel    = `{"name": "Travel"}`
	landlady  = `{"label": "Landlady", "wallet": "` + wallet1 + `", "favourite": true}`
	salary    = `{"wallet": "` + wallet1 + `", "amount": "500.00", "reference": "Salary"}`
	tickets   = `{"from": "` + wallet1 + `", "to": "` + wallet2 +
		`", "amount": "300.00", "message": "Tickets", "note": "half"}`
	snack = `{"from": "` + wallet1 + `", "to": "` + wallet2 + `", "amount": "20.00"}`

	// The ids that are given first, and those after two wallets and a deposit.
	wallet1, wallet2 = "wa_efcc500589", "wa_e20b063b50"
	transfer5        = "tr_1d65f436d5"
	payee6           = "py_cacb8f38c1"
)

func walletsSymptoms() map[string]symptom {
	out := map[string]symptom{}
	maps.Copy(out, walletSymptoms())
	maps.Copy(out, payeeSymptoms())
	maps.Copy(out, transferSymptoms())
	maps.Copy(out, reserveSymptoms())
	return out
}

// money is two wallets, of joe and of kai, the first of which has money.
func money() []step {
	return []step{
		{"joe", "POST /v1/wallets", household, 200, `/id "` + wallet1 + `"`},
		{"kai", "POST /v1/wallets", travel, 200, `/id "` + wallet2 + `"`},
		{"joe", "POST /v1/deposits", salary, 200, `/amount "500.00"`},
	}
}

// walletSymptoms are those of wallets.
func walletSymptoms() map[string]symptom {
	one := []step{{"joe", "POST /v1/wallets", household, 200, `/currency "EUR"`}}
	two := steps(one, step{"joe", "POST /v1/wallets", travel, 200, ""})
	return map[string]symptom{
		"description-null-ignored": {
			one, step{user: "joe", request: "POST /v1/wallets/" + wallet1, body: `{"description": null}`},
			outcome{200, "/description null"}, outcome{200, `/description "Food"`},
		},
		"alert-reset": {
			steps(one, step{"joe", "POST /v1/wallets/" + wallet1, `{"name": "Home"}`, 200, `/name "Home"`}),
			step{user: "joe", request: "GET /v1/wallets/" + wallet1},
			outcome{200, `/low_balance_alert "100.00"`}, outcome{200, "/low_balance_alert null"},
		},
		"zero-deposit": {
			one, step{user: "joe", request: "POST /v1/deposits", body: `{"wallet": "` + wallet1 +
				`", "amount": "0.00"}`}, outcome{400, ""}, outcome{200, `/amount "0.00"`},
		},
		"page-repeats": {
			two, step{user: "joe", request: "GET /v1/wallets?starting_after=" + wallet1},
			outcome{200, `/data/0/name "Travel"`}, outcome{200, `/data/0/name "Household"`},
		},
		"balance-set": {
			nil, step{user: "joe", request: "POST /v1/wallets", body: `{"name": "Rich", "balance": "5.00"}`},
			outcome{200, `/balance "0.00"`}, outcome{200, `/balance "5.00"`},
		},
		"entries-foreign": {
			steps(money(), step{"kai", "GET /v1/wallets/" + wallet1, "", 404, ""}),
			step{user: "kai", request: "GET /v1/wallets/" + wallet1 + "/entries"},
			outcome{404, ""}, outcome{200, `/data/0/balance_after "500.00"`},
		},
		"unfreeze-by-owner": {
			steps(one, step{"olga", "POST /v1/wallets/" + wallet1 + "/freeze", "", 200, ""}),
			step{user: "joe", request: "POST /v1/wallets/" + wallet1 + "/unfreeze"},
			outcome{403, ""}, outcome{200, `/status "active"`},
		},
		"name-taken-by-others": {
			one, step{user: "kai", request: "POST /v1/wallets", body: household},
			outcome{200, `/owner "kai"`}, outcome{409, ""},
		},
		"token-after-logout": {
			steps(one, step{"joe", "POST /v1/logout", "", 204, ""}), step{user: "joe", request: "GET /v1/wallets"},
			outcome{401, ""}, outcome{200, "/has_more false"},
		},
	}
}

// payeeSymptoms are those of payees.
func payeeSymptoms() map[string]symptom {
	kept := steps(money(), step{"joe", "POST /v1/payees", `{"label": "Kai", "wallet": "` + wallet2 + `"}`, 200,
		"/favourite false"}, step{"joe", "POST /v1/payees", landlady, 200, `/id "` + payee6 + `"`})
	return map[string]symptom{
		"payee-listed": {
			steps(kept, step{"joe", "DELETE /v1/payees/" + payee6, "", 200, "/deleted true"},
				step{"joe", "GET /v1/payees/" + payee6, "", 404, ""}),
			step{user: "joe", request: "GET /v1/payees?favourite=true"}, outcome{200, "/data []"},
			outcome{200, `/data/0/label "Landlady"`},
		},
		"payee-renamed-same": {
			kept, step{user: "joe", request: "POST /v1/payees/" + payee6, body: `{"label": "Kai"}`}, outcome{409, ""},
			outcome{200, `/label "Kai"`},
		},
	}
}

// transferSymptoms are those of what transfers look like.
func transferSymptoms() map[string]symptom {
	two := steps(money(), step{"joe", "POST /v1/transfers", tickets, 200, `/id "` + transfer5 + `"`},
		step{"joe", "POST /v1/transfers", snack, 200, `/status "pending"`})
	return map[string]symptom{
		"least-as-text": {
			two, step{user: "joe", request: "GET /v1/transfers?min_amount=100.00"}, outcome{200, "/data/1 -"},
			outcome{200, `/data/1/amount "300.00"`},
		},
		"oldest-ignored": {
			two, step{user: "joe", request: "GET /v1/transfers?order=oldest"}, outcome{200, `/data/0/amount "300.00"`},
			outcome{200, `/data/0/amount "20.00"`},
		},
		"note-shown": {two, step{user: "kai", request: "GET /v1/transfers/" + transfer5}, outcome{200, "/note -"},
			outcome{200, `/note "half"`}},
	}
}

// reserveSymptoms are those of the money of transfers.
func reserveSymptoms() map[string]symptom {
	one := steps(money(), step{"joe", "POST /v1/transfers", tickets, 200, `/id "` + transfer5 + `"`})
	return map[string]symptom{
		"pending-not-reserved": {
			steps(one, step{"joe", "GET /v1/wallets/" + wallet1, "", 200, `/available "200.00"`}),
			step{user: "joe", request: "POST /v1/transfers", body: tickets},
			outcome{409, ""}, outcome{200, `/amount "300.00"`},
		},
		"confirmed-twice": {
			steps(one, step{"joe", "POST /v1/transfers/" + transfer5 + "/confirm", "", 200, `/status "confirmed"`}),
			step{user: "joe", request: "POST /v1/transfers/" + transfer5 + "/confirm"}, outcome{409, ""},
			outcome{200, `/status "confirmed"`},
		},
		"key-again": {
			steps(money(), step{"joe", "POST /v1/deposits\nIdempotency-Key: k", salary, 200, ""},
				step{"joe", "POST /v1/deposits\nIdempotency-Key: k", salary, 200, ""}),
			step{user: "joe", request: "GET /v1/wallets/" + wallet1}, outcome{200, `/balance "1000.00"`},
			outcome{200, `/balance "1500.00"`},
		},
		"cancelled-reserves": {
			steps(one, step{"joe", "POST /v1/transfers/" + transfer5 + "/cancel", "", 200, `/status "cancelled"`}),
			step{user: "joe", request: "GET /v1/wallets/" + wallet1}, outcome{200, `/available "500.00"`},
			outcome{200, `/available "200.00"`},
		},
	}
}

// Money comes in, goes on, and is seen by those whose it is.
func TestTransfers(t *testing.T) {
	s := begin(t, named(t, "wallets"))
	s.all(money())
	wallet, second := "/v1/wallets/"+wallet1, "/v1/wallets/"+wallet2
	s.all([]step{
		{"joe", "POST /v1/wallets", household, 409, ""},
		{"kai", "POST " + wallet, "{}", 404, ""},
		{"kai", "POST /v1/deposits", salary, 422, ""},
		{"kai", "POST /v1/transfers", tickets, 422, ""},
		{"joe", "POST /v1/transfers\nIdempotency-Key: k", tickets, 200, `/id "` + transfer5 + `"`},
		{"joe", "POST /v1/transfers\nIdempotency-Key: k", tickets, 200, `/id "` + transfer5 + `"`},
		{"joe", "POST /v1/transfers\nIdempotency-Key: k", snack, 422, ""},
		{"kai", "POST /v1/transfers/" + transfer5 + "/confirm", "", 403, ""},
		{"kai", "DELETE " + second, "", 409, ""},
		{"joe", "POST " + wallet + "/freeze", "", 403, ""},
		{"olga", "POST " + second + "/freeze", "", 200, `/status "frozen"`},
		{"joe", "POST /v1/transfers/" + transfer5 + "/confirm", "", 409, ""},
		{"joe", "POST /v1/transfers", snack, 409, ""},
		{"kai", "GET /v1/wallets?status=frozen", "", 200, `/data/0/name "Travel"`},
		{"olga", "POST " + second + "/unfreeze", "", 200, ""},
		{"olga", "POST " + second + "/unfreeze", "", 409, ""},
		{"joe", "POST /v1/transfers/" + transfer5 + "/confirm", "", 200, `/note "half"`},
		{"joe", "POST /v1/transfers/" + transfer5 + "/cancel", "", 409, ""},
		{"kai", "GET /v1/transfers?wallet=" + wallet1 + "&status=confirmed&min_amount=300.00",
			"", 200, "/data/0/note -"},
		{"kai", "GET " + second, "", 200, `/balance "300.00"`},
		{"joe", "GET " + wallet, "", 200, `/available "200.00"`},
		{"joe", "GET " + wallet + "/entries?limit=1", "", 200, "/has_more true"},
		{"joe", "GET " + wallet + "/entries?kind=transfer", "", 200, `/data/0/amount "-300.00"`},
		{"joe", "GET /v1/summary", "", 200, `/totals/EUR "200.00"`},
		{"olga", "GET /v1/summary", "", 200, `/totals/EUR "500.00"`},
		{"joe", "DELETE " + wallet, "", 409, ""},
		{"kai", "POST /v1/transfers", `{"from": "` + wallet2 + `", "to": "` + wallet1 + `", "amount": "300.00"}`,
			200, ""},
		{"kai", "GET /v1/transfers?order=oldest&limit=1", "", 200, `/data/0/id "` + transfer5 + `"`},
	})
}

// Payees are those of who keeps them, and wallets go.
func TestPayees(t *testing.T) {
	s := begin(t, named(t, "wallets"))
	s.all(money())
	s.all([]step{
		{"joe", "POST /v1/payees", `{"label": "Nobody", "wallet": "x"}`, 422, ""},
		{"joe", "POST /v1/payees", `{"label": "Kai", "wallet": "` + wallet2 + `"}`, 200, ""},
		{"joe", "POST /v1/payees", landlady, 200, `/id "` + payee6 + `"`},
		{"joe", "POST /v1/payees", landlady, 409, ""},
		{"kai", "POST /v1/payees", landlady, 200, ""},
		{"olga", "GET /v1/payees/" + payee6, "", 404, ""},
		{"joe", "POST /v1/payees/" + payee6, `{"label": "Landlady", "favourite": false}`, 200, "/favourite false"},
		{"joe", "GET /v1/payees?favourite=false&limit=1", "", 200, "/has_more true"},
		{"joe", "DELETE /v1/payees/" + payee6, "", 200, "/deleted true"},
		{"joe", "DELETE /v1/payees/" + payee6, "", 404, ""},
		{"joe", "POST /v1/payees", landlady, 200, ""},
		{"kai", "DELETE /v1/wallets/" + wallet2, "", 200, "/deleted true"},
		{"kai", "GET /v1/wallets/" + wallet2, "", 404, ""},
		{"kai", "POST /v1/wallets", travel, 200, ""},
		{"kai", "POST /v1/logout", "", 204, ""},
		{"kai", "GET /v1/payees", "", 401, ""},
		{"", "POST /v1/login", `{"username": "kai", "password": "kai-secret"}`, 200, `/token_type "bearer"`},
		{"kai", "GET /v1/payees", "", 200, "/has_more false"},
	})
}
