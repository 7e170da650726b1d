package driver

import (
	"fmt"
	"hash/fnv"
	"net/http"

	"github.com/evoke-go/evoke/sut"
)

// reads tells whether calls that should change nothing do so. It compares answers of reads.
type reads struct {
	on     bool
	first  map[string]uint64 // of those that were the first call of a process, by their request; 0: not always the same
	strict bool              // one was another one where nothing should have changed
}

// maxReads bounds the reads that are kept.
const maxReads = 1000

// since is what happened to a process since it started or was reset.
type since struct {
	calls int
	used  bool // a call may have changed it
}

// changes reports whether a call may have changed the system.
func (r *reads) changes(req *sut.Request, resp *sut.Response, before since) bool {
	if resp.Outcome != sut.Answered || resp.Repeats > 0 {
		return true
	}
	if req.Method == http.MethodGet && !before.used {
		r.compare(req, resp, before.calls == 0)
	}
	refused := resp.Status >= http.StatusBadRequest && resp.Status < http.StatusInternalServerError
	switch {
	case resp.Status == http.StatusTooManyRequests:
		r.strict = true // it counts calls
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

// compare compares the answer of a read with that of the same read as the first call of a process.
func (r *reads) compare(req *sut.Request, resp *sut.Response, pristine bool) {
	key := fmt.Sprint(req.Target, req.Header)
	h := fnv.New64a()
	fmt.Fprintln(h, resp.Status)
	_, _ = h.Write(resp.Body)
	answer := h.Sum64() | 1
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
func (r *reads) unchanged(s since) bool { return !s.used && (s.calls == 0 || !r.strict) }
