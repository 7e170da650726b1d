package execute

import (
	"net/http"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/refusal"
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
	Last    int
	refused []refused // while it never succeeded
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

// refused counts refusals that say the same but for what changes from call to call.
type refused struct {
	status, times      int
	class, said, field string
}

// maxSorts is how many sorts of refusals are counted of an operation.
const maxSorts = 64

// refuse counts what a refusal says.
func (t *Tally) refuse(status int, r *refusal.Refusal) {
	if r.Reason == "" || t.Succeeded() {
		return
	}
	for i := range t.refused {
		if f := &t.refused[i]; f.status == status && f.class == r.Class {
			f.times++
			return
		}
	}
	if len(t.refused) == maxSorts {
		return
	}
	f := refused{status: status, times: 1, class: r.Class, said: r.Reason}
	if len(r.Complaints) > 0 {
		f.field = r.Complaints[0].Field
	}
	t.refused = append(t.refused, f)
}

// Recall counts a refusal that another process read.
func (t *Tally) Recall(said, field string) {
	if said != "" && len(t.refused) < maxSorts {
		t.refused = append(t.refused, refused{times: 1, said: said, field: field})
	}
}

// Refusal returns what the service says most often with the status that it refuses most calls
// with, and the part of the call that this is about; "" for what is not known. A refusal that came up later, and
// often enough, is that of a later check: calls got past the others.
func (t *Tally) Refusal() (said, field string) {
	best, admitted := -1, t.admits()
	for i, f := range t.refused {
		if f.status == http.StatusUnauthorized && admitted {
			continue
		}
		if best < 0 {
			best = i
			continue
		}
		b := t.refused[best]
		if n, most := t.Statuses[f.status], t.Statuses[b.status]; n > most || n == most && f.times > b.times {
			best = i
		}
	}
	if best < 0 {
		return "", ""
	}
	most := t.refused[best]
	for _, f := range t.refused[best:] {
		if f.status == most.status && f.times*laterShare >= most.times {
			said, field = f.said, f.field
		}
	}
	return said, field
}

// laterShare is the least part, one in so many, of the refusals that come most that one of a later check has to come.
const laterShare = 10

// admits reports whether a quarter of the answers are of calls that got past 401. What
// stood in their way is worth more words then.
func (t *Tally) admits() bool {
	past, total := 0, 0
	for status, n := range t.Statuses {
		total += n
		if status == http.StatusForbidden || status == http.StatusNotFound ||
			status == http.StatusConflict || status >= 500 {
			past += n
		}
	}
	return 4*past >= total
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
	if t.Statuses[http.StatusOK] > 0 {
		return true // as most do
	}
	for status, n := range t.Statuses {
		if status/100 == 2 && n > 0 {
			return true
		}
	}
	return false
}

// SucceededOnce reports whether the operation answered one success so far.
func (t *Tally) SucceededOnce() bool {
	n := 0
	for status, times := range t.Statuses {
		if status/100 == 2 {
			n += times
		}
	}
	return n == 1
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
