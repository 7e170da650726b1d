package whitebox_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/rest/oracle/oracletest"
	"github.com/evoke-go/evoke/rest/oracle/whitebox"
	"github.com/evoke-go/evoke/suite"
)

// weighing is the rule about growth, with what the answers say that calls cost.
type weighing struct{ oracle.Oracle }

func (o weighing) Judge(x *oracle.Exchange) []oracle.Finding {
	x.Response.Steps, _ = strconv.ParseUint(x.Response.Header.Get("Steps"), 10, 64)
	x.Response.Allocated, _ = strconv.ParseUint(x.Response.Header.Get("Allocated"), 10, 64)
	return o.Oracle.Judge(x)
}

func growthRule() *oracle.Rule {
	rules := whitebox.Rules()
	return rules[slices.IndexFunc(rules, func(r *oracle.Rule) bool { return r.Code == whitebox.CodeGrowth })]
}

// working is a service that does so many steps, and allocates so much, for a number and a text of some length.
func working(steps, bytes func(number, length int) int) func() http.Handler {
	return func() http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			var sent struct {
				Size int
				Text string
				List []int
			}
			_ = json.NewDecoder(r.Body).Decode(&sent)
			w.Header().Set("Steps", strconv.Itoa(100+steps(sent.Size, len(sent.Text)+len(sent.List))))
			w.Header().Set("Allocated", strconv.Itoa(40_000+bytes(sent.Size, len(sent.Text)+len(sent.List))))
			says(w, 201, `{}`)
		})
	}
}

func none(int, int) int { return 0 }

// numbers and longer make calls whose input grows.
func numbers(n ...int) (out []oracletest.Call) {
	for _, v := range n {
		out = append(out, growingCall("size", "a growing number", `{"size": `+strconv.Itoa(v)+`}`))
	}
	return out
}

func longer(n ...int) (out []oracletest.Call) {
	for _, v := range n {
		out = append(out, growingCall("text", "a growing text", `{"text": "`+strings.Repeat("w", v)+`"}`))
	}
	return out
}

func growingCall(at, how, body string) oracletest.Call {
	return oracletest.Call{Method: "POST", Target: "/notes", Body: body,
		Invalid: &suite.Invalid{In: "body", At: []string{at}, What: "is an attack by " + how}}
}

// TestGrowth: what grows with a number that is as long as before, or with the square of a length.
func TestGrowth(t *testing.T) {
	number := func(n, _ int) int { return n }
	square := func(_, n int) int { return n * n }
	linear := func(_, n int) int { return 3 * n }
	for name, tt := range map[string]struct {
		faulty, healthy func() http.Handler
		calls           []oracletest.Call
		reason          string
	}{
		"a loop": {working(number, none), working(none, none), numbers(250_000, 500_000, 1_000_000),
			"a number that is four times as much in body size costs about 3 times as many steps: 1000000, for 25 " +
				"bytes that are sent and answered"},
		"memory": {working(none, number), working(none, none), numbers(250_000, 500_000, 1_000_000),
			"a number that is four times as much in body size costs about 3 times as many bytes of memory: 1000000, " +
				"for 25 bytes that are sent and answered"},
		"a square": {working(square, none), working(linear, linear), longer(1000, 2000, 4000),
			"a text that is four times as long in body text costs about 20 times as many steps: 20000000, for 4020 " +
				"bytes that are sent and answered"},
	} {
		t.Run(name, func(t *testing.T) {
			oracletest.Test(t, weighing{growthRule()}, oracletest.Kit{Schema: notes, Faulty: tt.faulty,
				Healthy: tt.healthy, Calls: tt.calls})
			all := oracletest.Findings(t, weighing{growthRule()}, notes, tt.faulty(), tt.calls)
			assert.Equal(t, tt.reason, all[len(all)-1][0].Reason)
		})
	}
}

// TestNoGrowth: what does not grow each time, is small, has an input that does not grow, or an answer that grows too.
func TestNoGrowth(t *testing.T) {
	number := func(n, _ int) int { return n }
	limited := func(n, _ int) int { return min(n, 500_000) }
	for name, tt := range map[string]struct {
		service func() http.Handler
		calls   []oracletest.Call
	}{
		"two calls": {working(number, none), numbers(500_000, 1_000_000)},
		"a limit":   {working(limited, none), numbers(250_000, 500_000, 1_000_000)},
		"small":     {working(func(n, _ int) int { return n / 100 }, none), numbers(250_000, 500_000, 1_000_000)},
		"linear":    {working(func(_, n int) int { return 1000 * n }, none), longer(1000, 2000, 4000)},
		"not asked": {working(number, none),
			[]oracletest.Call{{Method: "POST", Target: "/notes", Body: `{"size": 1000000}`}}},
		"small list": {working(func(_, n int) int { return n * n / 100 }, none), longer(100, 200, 400)},
	} {
		for _, found := range oracletest.Findings(t, weighing{growthRule()}, notes, tt.service(), tt.calls) {
			assert.Empty(t, found, name)
		}
	}
}
