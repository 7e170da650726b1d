package rest_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest"
)

// A fault without a test says why it has none.
func TestFaultsSayWhyNoTestShowsThem(t *testing.T) {
	lists := 0
	fails := func(when func(n int) bool) func() http.Handler {
		return func() http.Handler {
			items := newItems()
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Method == "GET" && r.URL.Path == "/items" {
					if lists++; when(lists) {
						w.WriteHeader(http.StatusBadGateway)
						return
					}
				}
				items.ServeHTTP(w, r)
			})
		}
	}
	why := func(p *rest.Problem) (out []string) {
		for _, f := range p.Faults() {
			if f.Operation == "GET /items" {
				out = append(out, f.Untested)
			}
		}
		return out
	}
	once := explore(t, fails(func(n int) bool { return n == 20 }), 500, withUser())
	assert.Equal(t, []string{"it did not come again when its test was repeated: it was answered 200"},
		why(once.problem))

	always := explore(t, fails(func(int) bool { return true }), 500, withUser())
	assert.Equal(t, []string{""}, why(always.problem), "a test shows it")
	for name, c := range map[string]struct {
		how  problem.Harvest
		want string
	}{
		"no time": {problem.Harvest{Confirm: func(_, _ problem.Work) bool { return false }},
			"its test could not be repeated, since the time for making tests was over"},
		"no calls": {problem.Harvest{Calls: 1},
			"its test could not be repeated, since the calls for making tests were spent"},
	} {
		_, _, err := always.problem.Suite(context.Background(), always.session.Archive(), c.how)
		require.NoError(t, err, name)
		assert.Equal(t, []string{c.want}, why(always.problem), name)
	}
}
