package execute

import (
	"net/http"

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
	// Location is where the first redirect leads, "" for none.
	Location string
}

// count counts an answer.
func (t *Tally) count(resp *sut.Response) {
	t.Calls++
	if resp.Outcome == sut.Answered {
		t.Statuses[resp.Status]++
		if t.Location == "" && resp.Status/100 == 3 {
			t.Location = resp.Header.Get("Location")
		}
	} else {
		t.NoAnswer++
	}
}

// Redirects reports whether all answers of the operation redirect.
func (t *Tally) Redirects() bool {
	for status, n := range t.Statuses {
		if n > 0 && (status < 300 || status > 399 || status == http.StatusNotModified) {
			return false
		}
	}
	return t.Location != "" && t.NoAnswer == 0
}
