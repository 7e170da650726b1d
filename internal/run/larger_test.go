package run

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/internal/supervise"
)

// TestLarger: a call with a larger size is refused where a smaller size ended the process, and no other call.
func TestLarger(t *testing.T) {
	for text, want := range map[string]bool{
		"/tasks?limit=100000000&page=1":  false, // alike
		"/tasks?limit=200000000&page=1":  true,
		"/tasks?limit=1000000000&page=1": true,
		"/tasks?limit=99999999&page=1":   false,
		"/tasks?limit=1000000000&page=2": false,
		"/tasks?limit=1000000000":        false,
		"/tasks?limit=10":                false,
		"/tasks?limit=x&page=1":          false,
		"/tasks?first=200000000&page=1":  false,
	} {
		assert.Equal(t, want, larger(text, "/tasks?limit=100000000&page=1"), text)
	}
	assert.False(t, larger("/tasks/8", "/tasks/7"), "a number of few digits, such as an id, is no size")
	call := &supervise.Request{Operation: "list", Method: "GET", Target: "/a?n=20000", Body: []byte("{}")}
	lethal := &supervise.Request{Operation: "list", Method: "GET", Target: "/a?n=10000", Body: []byte("{}")}
	assert.True(t, isLarger(call, lethal))
	call.Operation = "get"
	assert.False(t, isLarger(call, lethal))

	losses := &Losses{Lethal: []Lethal{{Calls: []supervise.Request{*lethal}, Weight: 1}}}
	call.Operation = "list"
	var w wary
	w.begin(losses, 1)
	assert.True(t, w.refuses(losses, call))
	w.begin(losses, 2)
	assert.False(t, w.refuses(losses, &supervise.Request{Operation: "list", Method: "GET", Target: "/a?n=10"}))
}
