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
	// Sought counts the calls of tests that were made to have it succeed for the first
	// time, with those that prepare it.
	Sought int
	// Last is the status of the last answer, 0 if there was none.
	Last int
	// Location is where the first redirect leads, "" for none.
	Location string
}

// count counts an answer.
func (t *Tally) count(resp *sut.Response) {
	t.Calls++
	t.Last = 0
	if resp.Outcome == sut.Answered {
		t.Last = resp.Status
		t.Statuses[resp.Status]++
		if t.Location == "" && resp.Status/100 == 3 {
			t.Location = resp.Header.Get("Location")
		}
	} else {
		t.NoAnswer++
	}
}

// answeredStatus returns the status of an answer, 0 if there was none.
func answeredStatus(resp *sut.Response) int {
	if resp.Outcome != sut.Answered {
		return 0
	}
	return resp.Status
}

// Succeeded reports whether the operation ever answered 2xx.
func (t *Tally) Succeeded() bool {
	for status, n := range t.Statuses {
		if status/100 == 2 && n > 0 {
			return true
		}
	}
	return false
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
