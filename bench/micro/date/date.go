// Package date is the service of the paper on testability transformations
// (Arcuri and Galeotti, Fig. 1): a date, a number and a choice from two words,
// all hidden in texts. The schema knows three texts only.
//
// The pattern of the date belongs to the route in the original, whose framework
// answers 404 where it does not match; net/http has no such patterns.
package date

import (
	_ "embed"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"time"

	"github.com/evoke-go/evoke/bench/web"
)

//go:embed swagger.json
var schema []byte

// Schema returns the Swagger document.
func Schema() []byte { return schema }

// New returns the service. It has no state.
func New() http.Handler {
	s := web.NewStateless()
	s.HandleFunc("GET /api/testability/{date}/{number}/{setting}",
		web.Three("date", web.String, "number", web.String, "setting", web.String, testability))
	return s
}

var likeDate = regexp.MustCompile(`^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}$`)

func testability(date, number, setting string) web.Answer {
	if !likeDate.MatchString(date) {
		return web.Answer{Status: http.StatusNotFound}
	}
	day, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return web.Answer{Status: http.StatusInternalServerError}
	}
	n, err := strconv.ParseInt(number, 10, 32)
	if err != nil {
		return web.Answer{Status: http.StatusInternalServerError}
	}
	if day.Year() == 2019 && n == 42 && slices.Contains([]string{"Foo", "Bar"}, setting) {
		return web.Text("OK")
	}
	return web.Text("ERROR")
}
