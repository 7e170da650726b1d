package driver

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/sut"
)

// trial finds out whether a reset by the driver does what a new process does, and lets it reset the system while it
// does. A test in which a call was accepted that may have changed something is made once more in a new process, and
// once more behind a reset of that process. What the answers to both do not have in common is volatile, or it is left
// from before the reset: the answers in another new process tell which.
type trial struct {
	on     bool
	failed bool // each test gets a new process
	resets int  // of the process
	tried  []string
	test   []made // the calls of the test; nil: it is none to try
	beyond bool   // the test is none to try
}

// made is a call of a test.
type made struct {
	request *sut.Request
	accepts string // what was accepted that may have changed something, "" for nothing
}

const (
	// mostTrials bounds how many tests are tried.
	mostTrials = 6
	// mostTried and mostSent bound the calls of a test that is tried, and the bytes of a body.
	mostTried, mostSent = 20, 64 << 10
	// mostResets is how often a process is reset by itself before the next one follows: what a reset leaves adds up.
	mostResets = 100
)

// note keeps a call for a trial.
func (t *trial) note(req *sut.Request, resp *sut.Response) {
	switch {
	case !t.on || t.failed || t.beyond || len(t.tried) >= mostTrials:
		return
	case len(t.test) >= mostTried || len(req.Body) > mostSent || resp.Outcome != sut.Answered || resp.Repeats > 0:
		t.test, t.beyond = nil, true
		return
	}
	sent := *req
	sent.Header, sent.Body = req.Header.Clone(), bytes.Clone(req.Body)
	m := made{request: &sent}
	if !isSafe(req.Method) && resp.Status < http.StatusBadRequest {
		path, _, _ := strings.Cut(req.Target, "?")
		m.accepts = cmp.Or(req.Operation, req.Method+" "+path)
	}
	t.test = append(t.test, m)
}

// next takes the calls of the test that ended, if there is something in them to try.
func (t *trial) next() []made {
	test, fresh := t.test, false
	t.test, t.beyond = nil, false
	for _, m := range test {
		if m.accepts != "" && len(t.tried) < mostTrials && !slices.Contains(t.tried, m.accepts) {
			t.tried, fresh = append(t.tried, m.accepts), true
		}
	}
	if !fresh {
		return nil
	}
	return test
}

// renews reports whether tests, or trials, need new processes.
func (t *trial) renews() bool { return t.on && (t.failed || len(t.tried) < mostTrials) }

// forget begins the first test of a process.
func (t *trial) forget() { t.resets, t.test, t.beyond = 0, nil, false }

// within reports whether all that two processes have in common is in the answers behind a reset.
func within(first, second, behind [][]string) bool {
	if len(first) == len(second) && len(first) != len(behind) {
		return false
	}
	for i := range min(len(first), len(second), len(behind)) {
		for _, part := range first[i] {
			if slices.Contains(second[i], part) && !slices.Contains(behind[i], part) {
				return false
			}
		}
	}
	return true
}

// parts are the parts of an answer: its status, and what stands in which place of its body.
func parts(resp *sut.Response) []string {
	out := []string{strconv.Itoa(resp.Status)}
	var body any
	if json.Unmarshal(resp.Body, &body) != nil {
		return append(out, string(resp.Body))
	}
	out = append(out, partsOf("", body)...)
	slices.Sort(out)
	return out
}

func partsOf(at string, v any) (out []string) {
	switch v := v.(type) {
	case map[string]any:
		for name, member := range v {
			out = append(out, partsOf(at+"/"+name, member)...)
		}
	case []any:
		out = append(out, fmt.Sprint(at, " has ", len(v)))
		for i, element := range v {
			out = append(out, partsOf(at+"/"+strconv.Itoa(i), element)...)
		}
	default:
		out = append(out, fmt.Sprint(at, " is ", v))
	}
	return out
}

// again makes the calls of a test once more, and returns what is in their answers. A call without an answer ends that.
func again(ctx context.Context, remote *sut.Remote, test []made) (answers [][]string, err error) {
	for _, m := range test {
		resp, err := remote.Call(ctx, m.request)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if err != nil || resp.Outcome != sut.Answered {
			return append(answers, []string{"no answer"}), nil
		}
		answers = append(answers, parts(resp))
	}
	return answers, nil
}
