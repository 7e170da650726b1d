package suttest

import (
	"context"
	"net/http"
	"testing"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/sut"
)

// Observable is a system that takes calls and reports what they reach.
type Observable interface {
	sut.Controller
	sut.Caller
	sut.Tracer
}

// Observe starts a system and begins a test in it. It returns the registry of its targets.
func Observe(t testing.TB, c Observable) *fitness.Registry {
	t.Helper()
	registry := &fitness.Registry{}
	if _, err := c.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	c.Inside(registry)
	if err := c.Begin(context.Background(), false); err != nil {
		t.Fatal(err)
	}
	return registry
}

// Get makes a GET and returns its answer.
func Get(t testing.TB, c sut.Caller, target string) *sut.Response {
	t.Helper()
	resp, err := c.Call(context.Background(), &sut.Request{Method: http.MethodGet, Target: target})
	if err != nil {
		t.Fatal(err)
	}
	return resp
}

// Reached returns the scores of the targets that a system reached since the last time, by name.
func Reached(t testing.TB, c sut.Tracer, registry *fitness.Registry) map[string]float64 {
	t.Helper()
	list, err := c.Take(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]float64{}
	for _, r := range list {
		out[registry.Target(r.Target).String()] = r.Value
	}
	return out
}
