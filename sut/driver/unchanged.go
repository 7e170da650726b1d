package driver

import (
	"fmt"
	"hash/fnv"
	"net/http"

	"github.com/evoke-go/evoke/sut"
)

// readAnswers checks whether calls that should change nothing really change nothing, by comparing answers to reads
// (GET).
type readAnswers struct {
	on     bool
	first  map[string]uint64 // answers as the first call of a process, by request; 0: not always the same
	strict bool              // a read was answered differently although nothing should have changed

	last     map[string]answered // latest answers, by request
	epoch    int                 // of the state: each call that may have changed it increments it
	stateful bool                // a call changed the answer to a read
}

// answered is the answer of a read.
type answered struct {
	answer uint64 // 0: not always the same
	epoch  int
}

// maxReads bounds the reads that are kept.
const maxReads = 1000

// since is what happened to a process since it started or was reset.
type since struct {
	calls int
	used  bool // a call may have changed the system
}

// changes reports whether a call may have changed the system.
func (r *readAnswers) changes(req *sut.Request, resp *sut.Response, before since) bool {
	if resp.Outcome != sut.Answered || resp.Repeats > 0 {
		return true
	}
	if req.Method == http.MethodGet && !before.used {
		r.compare(req, resp, before.calls == 0)
	}
	refused := resp.Status >= http.StatusBadRequest && resp.Status < http.StatusInternalServerError
	switch {
	case resp.Status == http.StatusTooManyRequests:
		r.strict = true // the system counts calls
		return true
	case isSafe(req.Method):
		return resp.Status >= http.StatusInternalServerError
	}
	return !refused
}

func isSafe(method string) bool {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace:
		return true
	}
	return false
}

// learn finds out whether calls change the answers to reads. Answers that change by themselves do not count.
func (r *readAnswers) learn(req *sut.Request, resp *sut.Response, changed bool) {
	if changed {
		r.epoch++
	}
	if req.Method != http.MethodGet || resp.Outcome != sut.Answered || r.stateful {
		return
	}
	key, answer := keyOf(req), sumOf(resp)
	before, known := r.last[key]
	switch {
	case known && before.answer == 0, !known && len(r.last) >= maxReads:
		return
	case known && before.answer != answer && before.epoch == r.epoch:
		answer = 0
	case known && before.answer != answer:
		r.stateful = true
	}
	if r.last == nil {
		r.last = map[string]answered{}
	}
	r.last[key] = answered{answer, r.epoch}
}

func keyOf(req *sut.Request) string { return fmt.Sprint(req.Target, req.Header) }

func sumOf(resp *sut.Response) uint64 {
	h := fnv.New64a()
	fmt.Fprintln(h, resp.Status)
	_, _ = h.Write(resp.Body)
	return h.Sum64() | 1
}

// compare compares the answer to a read with the answer to the same read as the first call of a process. pristine says
// that this is the first call.
func (r *readAnswers) compare(req *sut.Request, resp *sut.Response, pristine bool) {
	key, answer := keyOf(req), sumOf(resp)
	before, known := r.first[key]
	switch {
	case !pristine:
		r.strict = r.strict || known && before != 0 && before != answer
	case known && before != answer:
		r.first[key] = 0
	case !known && len(r.first) < maxReads:
		if r.first == nil {
			r.first = map[string]uint64{}
		}
		r.first[key] = answer
	}
}

// unchanged reports whether a process is still as it was after its start.
func (r *readAnswers) unchanged(s since) bool { return !s.used && (s.calls == 0 || !r.strict) }
