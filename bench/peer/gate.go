package main

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/go-chi/chi/v5/middleware"
)

// gate lets a number of calls through to a service and notes what they are answered.
// Further calls are answered 503 and do not reach the service.
type gate struct {
	service http.Handler
	budget  int
	// operation names the operation of a request, "" for none of the schema.
	operation func(*http.Request) string
	// full is closed when the last call of the budget was answered and no other is under way.
	full chan struct{}

	mu       sync.Mutex
	calls    int
	under    int // calls under way
	answered map[string]map[int]int
}

// newGate returns a gate for at least one call.
func newGate(service http.Handler, budget int, operation func(*http.Request) string) *gate {
	return &gate{service: service, budget: budget, operation: operation, full: make(chan struct{}),
		answered: map[string]map[int]int{}}
}

func (g *gate) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !g.enter() {
		http.Error(w, "the budget of calls is used up", http.StatusServiceUnavailable)
		return
	}
	name := g.operation(r) // before the service may change the request
	recorder, status := middleware.NewWrapResponseWriter(w, r.ProtoMajor), http.StatusInternalServerError
	defer func() { g.leave(name, status) }() // 500 when the service panics
	g.service.ServeHTTP(recorder, r)
	switch status = recorder.Status(); {
	case status == 0 && r.Header.Get("Upgrade") != "":
		status = http.StatusSwitchingProtocols
	case status == 0:
		status = http.StatusOK
	}
}

// enter counts a call, and reports whether it is within the budget.
func (g *gate) enter() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.calls == g.budget {
		return false
	}
	g.calls++
	g.under++
	return true
}

// leave notes an answer. The operation "" stands for calls that fit none.
func (g *gate) leave(operation string, status int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.answered[operation] == nil {
		g.answered[operation] = map[int]int{}
	}
	g.answered[operation][status]++
	g.under--
	if g.calls == g.budget && g.under == 0 {
		close(g.full)
	}
}

// made is how many calls reached the service.
func (g *gate) made() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.calls
}

// operations is how many operations of the schema had an answer of a class, such as 2
// for those from 200 to 299.
func (g *gate) operations(class int) (n int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for name, statuses := range g.answered {
		for s := range statuses {
			if name != "" && s/100 == class {
				n++
				break
			}
		}
	}
	return n
}

// String lists the operations with how often which status was the answer.
func (g *gate) String() string {
	g.mu.Lock()
	defer g.mu.Unlock()
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(g.answered)) {
		fmt.Fprintf(&b, "%s:", name)
		for _, s := range slices.Sorted(maps.Keys(g.answered[name])) {
			fmt.Fprintf(&b, " %d of %d", g.answered[name][s], s)
		}
		fmt.Fprintln(&b)
	}
	return b.String()
}
