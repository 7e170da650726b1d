package main

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/bench/experiment/run"
	"github.com/evoke-go/evoke/bench/ncs"
	"github.com/evoke-go/evoke/bench/scs"
	"github.com/evoke-go/evoke/js/node"
	"github.com/evoke-go/evoke/sut"
)

// installed skips a test where there is no node, or nothing of npm.
func installed(t *testing.T) {
	t.Helper()
	if _, err := node.Version(t.Context()); err != nil {
		t.Skip(err)
	}
	if _, err := os.Stat("node_modules"); err != nil {
		t.Skip("install.sh was not executed: what the services need comes from npm")
	}
}

// TestTwins: the services answer as those in Go do, within the limits that both have.
func TestTwins(t *testing.T) {
	installed(t)
	handlers := map[string]http.Handler{"ncs": ncs.New(), "scs": scs.New()}
	for _, s := range services(".") {
		c, err := s.started(t.Context(), true)
		require.NoError(t, err)
		t.Cleanup(func() { assert.NoError(t, c.Stop(t.Context())) })
		targets, err := s.requests(rand.New(rand.NewPCG(3, 4)), 40)
		require.NoError(t, err)
		same := 0
		for _, target := range append(targets, examples()[s.name]...) {
			w := httptest.NewRecorder()
			handlers[s.name].ServeHTTP(w, httptest.NewRequest(http.MethodGet, target, nil))
			got, err := c.Call(t.Context(), &sut.Request{Method: http.MethodGet, Target: target})
			require.NoError(t, err)
			require.Equal(t, w.Code, got.Status, target)
			if w.Code == http.StatusOK {
				same++
				assert.True(t, equal(w.Body.String(), string(got.Body)), "%s: %s and %s", target, w.Body, got.Body)
			}
		}
		assert.Greater(t, same, 200, s.name)
	}
}

// examples are calls that values by chance seldom make.
func examples() map[string][]string {
	return map[string][]string{
		"ncs": {"/api/expint/1/NaN", "/api/expint/2/Infinity", "/api/gammq/25400/23998", "/api/bessj/5/-7.5",
			"/api/fisher/1/1/-0.5", "/api/remainder/-7/-3", "/api/triangle/x/1/1"},
		"scs": {"/api/cookie/SESSION/am/abc.com", "/api/pat/http%2F%2F:a%2Fb", "/api/pat/xabccbax/abc",
			"/api/text2txt/By/the/way", "/api/ordered4/aaaaa/bbbbb/ddddd/ccccc", "/api/calc/pi/x/1"},
	}
}

// equal reports whether two answers say the same: numbers are those of different libraries.
func equal(a, b string) bool {
	var x, y any
	if json.Unmarshal([]byte(a), &x) != nil {
		x = a
	}
	if json.Unmarshal([]byte(b), &y) != nil {
		y = b
	}
	return same(x, y)
}

func same(x, y any) bool {
	switch v := x.(type) {
	case map[string]any:
		w, ok := y.(map[string]any)
		return ok && same(v["resultAsInt"], w["resultAsInt"]) && same(v["resultAsDouble"], w["resultAsDouble"])
	case nil:
		return y == nil
	}
	a, isNumber := number(x)
	if math.IsNaN(a) || math.IsInf(a, 0) { // which JSON has not
		return y == nil || x == y
	}
	b, both := number(y)
	if !isNumber || !both {
		return isNumber == both && x == y
	}
	return a == b || math.Abs(a-b) <= 1e-9*max(1, math.Abs(a))
}

func number(v any) (float64, bool) {
	if s, ok := v.(string); ok {
		f, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
		return f, err == nil
	}
	f, ok := v.(float64)
	return f, ok
}

// TestCounted: what a written suite executes is counted, though searches work in copies.
func TestCounted(t *testing.T) {
	installed(t)
	t.Setenv(given, t.TempDir())
	r, err := services(".")[0].run(t.Context(), run.Key{SUT: "ncs", Config: "evoke", Calls: 200}, ".")
	require.NoError(t, err)
	assert.Zero(t, r.Failed)
	assert.Greater(t, r.Lines.Percent(), 50.0)
	assert.Greater(t, r.Branches.Percent(), 50.0)
}

// TestUndeclaredInputsOfFrameworks: what programs read by frameworks, and what they compare
// that with, is sent.
func TestUndeclaredInputsOfFrameworks(t *testing.T) {
	installed(t)
	for name, statuses := range map[string][]string{
		"frameworks/express": {"201", "202", "203", "206"},
		"frameworks/fastify": {"201", "202", "206"},
		"frameworks/koa":     {"201", "202", "203", "206"},
		"forms/express":      {"203", "206"}, // which reads no JSON
		"forms/fastify":      {"203", "206"},
		"forms/koa":          {"203", "206"}, // which reads no JSON
	} {
		t.Run(name, func(t *testing.T) {
			dir, program := path.Split("testdata/" + name)
			schema, err := os.ReadFile(dir + "openapi.yaml")
			require.NoError(t, err)
			controller, err := node.New(node.Options{Dir: dir, Command: "node " + program + ".js", Keep: true})
			require.NoError(t, err)
			result, err := evoke.Run(t.Context(), evoke.Config{
				Schema: string(schema), System: evoke.System{Controller: controller}, Budget: evoke.Budget{Calls: 5000},
			})
			require.NoError(t, err)
			got := map[string]int{}
			for _, o := range result.Report.Operations {
				for status, n := range o.Outcomes {
					got[status] += n
				}
			}
			for _, status := range statuses {
				assert.Positive(t, got[status], "%s of %v", status, got)
			}
		})
	}
}
