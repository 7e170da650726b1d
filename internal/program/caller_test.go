package program

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/internal/task"
)

func newTestHandler() http.Handler { return http.NotFoundHandler() }

func TestFunction(t *testing.T) {
	path, name, ok := Function(newTestHandler)
	assert.True(t, ok)
	assert.Equal(t, []string{Evoke + "/internal/program", "newTestHandler"}, []string{path, name})

	_, _, ok = Function(func() http.Handler { return nil })
	assert.False(t, ok, "a function literal has no name")
	_, _, ok = Function(http.NewServeMux().ServeHTTP)
	assert.False(t, ok, "nor has a method value")
	_, _, ok = Function(nil)
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
		path, name := SplitFunction(full)
		assert.Equal(t, want, [2]string{path, name}, full)
	}
}

func TestCallerOf(t *testing.T) {
	from := CallerOf(0)
	assert.Equal(t, task.Caller{Path: Evoke + "/internal/program", Name: "program"}, from)
}
