package execute

import (
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/sut"
)

// Tally counts the answers of one operation over a whole search.
type Tally struct {
	Operation *openapi.Operation
	// Calls is how often the operation was called.
	Calls int
	// Statuses counts the answers by status code.
	Statuses map[int]int
	// NoAnswer counts the calls without a complete answer: panics, time-outs and
	// broken connections.
	NoAnswer int
}

// count counts an answer.
func (t *Tally) count(resp *sut.Response) {
	t.Calls++
	if resp.Outcome == sut.Answered {
		t.Statuses[resp.Status]++
	} else {
		t.NoAnswer++
	}
}
