package features

import "github.com/evoke-go/evoke/suite"

// Neighbours returns a suite with answers of another service: complete and broken ones, one that changes, and none.
func Neighbours() *suite.Suite {
	const address = "https://rates.example/v1/DE"
	given := func(s suite.Step, a suite.Answer) suite.Step {
		a.Method, a.URL = "GET", address
		s.Given = append(s.Given, suite.Given{Answer: &a})
		return s
	}
	failed := func(status int, text string) suite.Step {
		s := Step("GET /rates/DE", status, suite.Check{Op: suite.Whole, Value: text + "\n"})
		s.Call.Expect.ContentType = "text/plain"
		return s
	}
	get := func(rate float64) suite.Step { return Step("GET /rates/DE", 200, Equal("/rate", rate)) }
	refused := `Get "https://rates.example/v1/DE?in=EUR": dial tcp rates.example:443: connect: connection refused`
	late := `Get "https://rates.example/v1/DE?in=EUR": context deadline exceeded ` +
		"(Client.Timeout exceeded while awaiting headers)"
	rate := suite.Answer{Status: 200, Body: `{"rate":1.5}`}
	known := given(get(1.5), rate)
	known.Given[0].Note = "the rate is known"
	busy := failed(503, "the rates are not there")
	stock := failed(200, "410 then 204")
	stock.Operation, stock.Call.Request.Path = "GET /stock", Lit("/stock")
	once := stock
	stock.Given, once.Given = answersOfStock("?of=B", false), answersOfStock("", true)
	each := given(get(1.5), rate)
	each.Given[0].Answer.URL = "https://rates.example/v1/*"
	test := func(name string, kind suite.Kind, steps ...suite.Step) suite.Test {
		return suite.Test{Name: name, Kind: kind, Steps: steps}
	}
	long := `{"rate":2.5,"note":"a note that makes the answer so long that its line is broken"}`
	return &suite.Suite{Neighbours: true, Tests: []suite.Test{
		test("GetRatesReturns200", suite.Success, known, given(get(2.5), suite.Answer{Status: 200, Body: long})),
		test("GetRatesReturns503", suite.FaultKind,
			given(busy, suite.Answer{Status: 429, Headers: Fields("Retry-After", "3"), Body: "`busy`"})),
		test("GetRatesReturns504WhenLate", suite.FaultKind,
			given(failed(504, late), suite.Answer{Status: 200, Fails: suite.Late, Body: rate.Body})),
		test("GetRatesReturns502WhenCut", suite.FaultKind,
			given(failed(502, "unexpected EOF"), suite.Answer{Status: 200, Fails: suite.Cut, Body: rate.Body})),
		test("GetRatesReturns502WhenRefused", suite.FaultKind,
			given(failed(502, refused), suite.Answer{Fails: suite.Refused})),
		test("GetRatesReturns502", suite.FaultKind, failed(502, refused)),
		test("GetStockReturns200", suite.Success, stock),
		test("GetStockReturns200AskedAgain", suite.Success, once),
		test("GetRatesReturns200ForEachCountry", suite.Success, each),
	}}
}

// answersOfStock returns an answer of a service on this machine, once or for all requests, and an answer for a query.
func answersOfStock(query string, once bool) []suite.Given {
	ask := suite.Answer{Method: "GET", URL: "http://localhost:28471/stock", Status: 410, Own: true, Once: once}
	then := ask
	then.URL, then.Status, then.Once = ask.URL+query, 204, false
	return []suite.Given{{Answer: &ask}, {Answer: &then}}
}
