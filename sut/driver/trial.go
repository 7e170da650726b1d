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

// trial finds out whether a reset by the driver does what a new process does, and lets the driver reset the system as
// long as it does. If a test had an accepted call that may have changed something, its calls are repeated in a new
// process, and again after a reset of that process. A part of the first answers that is missing in the second ones is
// either volatile, or shows that the reset left something. The answers in another new process tell which.
type trial struct {
	on     bool
	failed bool // each test gets a new process
	resets int  // of the process
	tried  []string
	test   []triedCall // the calls of the test; nil: not to be tried
	beyond bool        // the test is too long to be tried
}

// triedCall is a call of a test.
type triedCall struct {
	request *sut.Request
	accepts string // what was accepted that may have changed something, "" for nothing
}

const (
	// mostTrials bounds how many tests are tried.
	mostTrials = 6
	// mostTried bounds the calls of a test that is tried, and mostSent the bytes of a body.
	mostTried, mostSent = 20, 64 << 10
	// mostResets is how often a process is reset before the next one replaces it: the rests of many resets add up.
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
	m := triedCall{request: &sent}
	if !isSafe(req.Method) && resp.Status < http.StatusBadRequest {
		path, _, _ := strings.Cut(req.Target, "?")
		m.accepts = cmp.Or(req.Operation, req.Method+" "+path)
	}
	t.test = append(t.test, m)
}

// next returns the calls of the test that has ended, if they are worth a trial, else nil.
func (t *trial) next() []triedCall {
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

// within reports whether all parts that the answers of two processes have in common are in the answers after a reset.
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

// parts returns the parts of an answer: its status, and each value in its body with its place.
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

// repeatCalls repeats the calls of a test, and returns the parts of their answers. It stops at a call without an
// answer.
func repeatCalls(ctx context.Context, remote *sut.Remote, test []triedCall) (answers [][]string, err error) {
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
