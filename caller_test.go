package evoke

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/output/gotest"
)

func newTestHandler() http.Handler { return http.NotFoundHandler() }

func TestFunction(t *testing.T) {
	named, ok := function(newTestHandler)
	assert.True(t, ok)
	assert.Equal(t, gotest.Func{ImportPath: module, Name: "newTestHandler"}, named)

	_, ok = function(func() http.Handler { return nil })
	assert.False(t, ok, "a function literal has no name")
	_, ok = function(http.NewServeMux().ServeHTTP)
	assert.False(t, ok, "nor has a method value")
	_, ok = function(nil)
	assert.False(t, ok)
}

func TestSplitFunction(t *testing.T) {
	tests := map[string][2]string{
		"example.com/a/b.New":       {"example.com/a/b", "New"},
		"example.com/a/b%2ev2.New":  {"example.com/a/b.v2", "New"},
		"main.newAPI":               {"main", "newAPI"},
		"example.com/b_test.f":      {"example.com/b_test", "f"},
		"example.com/b.(*T).Method": {"example.com/b", "(*T).Method"},
	}
	for full, want := range tests {
		path, name := splitFunction(full)
		assert.Equal(t, want, [2]string{path, name}, full)
	}
}

func TestCallerOf(t *testing.T) {
	from := callerOf(0)
	assert.Equal(t, caller{path: module, name: "evoke"}, from)
}

func TestFlagsGoBeforeTheConfig(t *testing.T) {
	f := flags{calls: 5, seed: 9, out: "x", algorithm: "random"}
	cfg := Config{Budget: Budget{Time: 1}, Seed: 1, Out: "y"}
	assert.NoError(t, f.apply(&cfg, false))
	assert.Equal(t, Budget{Calls: 5}, cfg.Budget)
	assert.Equal(t, uint64(9), cfg.Seed)
	assert.Equal(t, "x", cfg.Out)
	assert.NotNil(t, cfg.Algorithm)
	assert.ErrorContains(t, (&flags{algorithm: "best"}).apply(&cfg, false), "no algorithm")
}

func TestShortModeWritesNothing(t *testing.T) {
	var long, short Config
	assert.NoError(t, (&flags{}).apply(&long, false))
	assert.NoError(t, (&flags{}).apply(&short, true))
	assert.Equal(t, ".", long.Out)
	assert.Empty(t, short.Out)
	assert.Equal(t, Budget{Calls: shortCalls}, short.Budget)
}
