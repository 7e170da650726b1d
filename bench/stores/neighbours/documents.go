package neighbours

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/bench/stores/internal/goal"
)

// documents read the document that a neighbour answers with status 200.
func documents() []kind {
	return []kind{
		{name: "number-member", method: "GET", path: "/prices/{code}", handle: numberMember},
		{name: "text-member", method: "GET", path: "/owners/{code}", handle: textMember},
		{name: "bool-member", method: "GET", path: "/switches/{code}", handle: boolMember},
		{name: "nested-member", method: "GET", path: "/weather/{code}", address: "WEATHER_URL",
			base: "http://weather.invalid", handle: nestedMember},
		{name: "list-member", method: "GET", path: "/stocks/{code}", handle: listMember},
		{name: "enum-member", method: "GET", path: "/shipments/{code}", address: "TRACKING_URL",
			base: "http://tracking.invalid/v2", handle: enumMember},
		{name: "time-member", method: "GET", path: "/certificates/{code}", handle: timeMember},
		{name: "missing-member", method: "GET", path: "/people/{code}", handle: missingMember},
		{name: "echoed-member", method: "GET", path: "/vat/{code}", handle: echoedMember},
		{name: "two-neighbours", method: "GET", path: "/exchange/{code}", handle: twoNeighbours},
	}
}

// get reads the document at an address into a value. It reports whether the neighbour answers 200 and a document.
func get(r *http.Request, address string, into any) bool {
	request, err := http.NewRequestWithContext(r.Context(), http.MethodGet, address, nil)
	if err != nil {
		return false
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	defer func() { _ = response.Body.Close() }()
	return response.StatusCode == http.StatusOK && json.NewDecoder(response.Body).Decode(into) == nil
}

func numberMember(string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		response, err := http.Get("http://rates.invalid/rates/" + url.PathEscape(r.PathValue("code")))
		if err != nil {
			badGateway(w)
			return
		}
		defer func() { _ = response.Body.Close() }()
		if response.StatusCode != http.StatusOK {
			badGateway(w)
			return
		}
		var rate struct {
			Code  string  `json:"code"`
			Value float64 `json:"value"`
		}
		if err := json.NewDecoder(response.Body).Decode(&rate); err != nil {
			badGateway(w)
			return
		}
		goal.Decide(w, rate.Value > 1.5)
	}
}

func textMember(string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var owner struct {
			Name  string `json:"name"`
			Email string `json:"email"`
		}
		if !get(r, "http://directory.invalid/owners?code="+url.QueryEscape(r.PathValue("code")), &owner) {
			badGateway(w)
			return
		}
		goal.Decide(w, strings.HasSuffix(owner.Email, "@example.org") && owner.Name != "")
	}
}

func boolMember(string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var flags map[string]bool
		if !get(r, "http://flags.invalid/flags.json", &flags) {
			badGateway(w)
			return
		}
		goal.Decide(w, flags["new-checkout"] && !flags["frozen"])
	}
}

func nestedMember(base string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var report struct {
			Station struct {
				Wind struct {
					Gust int `json:"gust_kmh"`
				} `json:"wind"`
				Active bool `json:"active"`
			} `json:"station"`
		}
		if !get(r, base+"/stations/"+url.PathEscape(r.PathValue("code")), &report) {
			badGateway(w)
			return
		}
		goal.Decide(w, report.Station.Active && report.Station.Wind.Gust >= 90)
	}
}

func listMember(string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var stock struct {
			Items []struct {
				Place  string `json:"place"`
				Amount int    `json:"amount"`
			} `json:"items"`
		}
		if !get(r, "http://warehouse.invalid/stock/"+url.PathEscape(r.PathValue("code")), &stock) {
			badGateway(w)
			return
		}
		total := 0
		for _, item := range stock.Items {
			if item.Place != "returns" {
				total += item.Amount
			}
		}
		goal.Decide(w, len(stock.Items) > 1 && total >= 12)
	}
}

func enumMember(base string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var shipment struct {
			State string `json:"state"`
		}
		if !get(r, base+"/shipments/"+url.PathEscape(r.PathValue("code")), &shipment) {
			badGateway(w)
			return
		}
		switch shipment.State {
		case "lost", "seized":
			goal.Decide(w, true)
		case "moving", "delivered":
			goal.Decide(w, false)
		default:
			badGateway(w)
		}
	}
}

func timeMember(string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var certificate struct {
			NotAfter time.Time `json:"not_after"`
		}
		if !get(r, "http://ca.invalid/certificates/"+url.PathEscape(r.PathValue("code")), &certificate) {
			badGateway(w)
			return
		}
		goal.Decide(w, !certificate.NotAfter.IsZero() && certificate.NotAfter.Before(time.Now()))
	}
}

func missingMember(string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var person struct {
			Name string  `json:"name"`
			Died *string `json:"died"`
		}
		if !get(r, "http://registry.invalid/people/"+url.PathEscape(r.PathValue("code")), &person) {
			badGateway(w)
			return
		}
		goal.Decide(w, person.Died == nil && person.Name != "")
	}
}

func echoedMember(string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var checked struct {
			Number    string   `json:"number"`
			Countries []string `json:"countries"`
		}
		code := r.PathValue("code")
		if !get(r, "http://vat.invalid/check?number="+url.QueryEscape(code), &checked) {
			badGateway(w)
			return
		}
		goal.Decide(w, checked.Number == code && slices.Contains(checked.Countries, "SE"))
	}
}

func twoNeighbours(string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var bid, ask struct {
			Cents int `json:"cents"`
		}
		code := url.PathEscape(r.PathValue("code"))
		if !get(r, "http://bank-a.invalid/bids/"+code, &bid) || !get(r, "http://bank-b.invalid/asks/"+code, &ask) {
			badGateway(w)
			return
		}
		goal.Decide(w, ask.Cents > 0 && bid.Cents > ask.Cents)
	}
}
