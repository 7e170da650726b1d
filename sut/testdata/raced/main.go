// Raced makes calls at the same time and prints the races between them. What its handlers do beside their counters is what
// code with probes does, which must not be an order for the race detector.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"sync"

	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/probe/inputs"
	"github.com/evoke-go/evoke/sut"
)

// cells are those of code with probes.
var (
	group  probe.Group
	conds  [2]probe.Cond
	nears  [2]probe.Near
	stmt   probe.Stmt
	choice = probe.Choice{First: &choices[0], Near: &distances[0], N: 3, Ints: &tags[0]}

	choices   [3]probe.Cond
	distances [3]probe.Near
	tags      = [2]int64{3, 1000}
)

var errOften = errors.New("often")

// probes does what probes around a statement do that has conditions, errors, inputs, a switch and a random number.
func probes(n int64) {
	probe.Enter(&group, &stmt)
	if probe.Ints(probe.At(&group, &conds[0], &nears[0])).Lt(n, 100) {
		_ = probe.Saw(&conds[1], errOften)
		_ = probe.Dropped("often", errOften)
	}
	probe.SwitchI(&group, &choice, int64(999))
	inputs.Name("query", "q")
	probe.Done(&group, &stmt)
}

// counter counts calls.
type counter struct {
	mu   sync.Mutex
	lock bool
	n    int64
}

func (c *counter) add() {
	if c.lock {
		c.mu.Lock()
		defer c.mu.Unlock()
	}
	c.n++
}

func (c *counter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var sent string
	d := inputs.Decoder(json.NewDecoder)(r.Body)
	_ = inputs.Decode("application/json", d)(&sent)
	_ = inputs.Unmarshal("application/json", json.Unmarshal)([]byte(`"two"`), &sent)
	probes(1)
	c.add()
	probes(2)
	_, _ = io.WriteString(w, "counted")
}

func main() {
	inputs.Watch(true)
	for _, lock := range []bool{false, true} {
		h := sut.NewHandler(func() http.Handler { return &counter{lock: lock} }, sut.HandlerOptions{})
		ctx := context.Background()
		if _, err := h.Start(ctx); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		call := &sut.Request{Method: "POST", Target: "/", Body: []byte(`"one"`)}
		for range 3 {
			found := sut.Watched(func() { _ = h.Together(ctx, []*sut.Request{call, call, call}) })
			for _, in := range found {
				if in.Kind == sut.Raced {
					fmt.Println("lock", lock, in.Text)
				}
			}
			probe.Drop()
		}
		_ = h.Stop(ctx)
	}
}
