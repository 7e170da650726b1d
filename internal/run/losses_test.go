package run

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/supervise"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/sut"
)

// lethal returns a test of GET calls that ended a process, such as "/a /b".
func lethal(weight int, targets string) Lethal {
	out := Lethal{Weight: weight}
	for target := range strings.FieldsSeq(targets) {
		out.Calls = append(out.Calls, call(target))
	}
	return out
}

// call returns a call. Its operation is the path of its target.
func call(target string) supervise.Request {
	path, _, _ := strings.Cut(target, "?")
	return supervise.Request{Operation: "GET " + path, Method: "GET", Target: target}
}

// TestLethalTestsAreRefused: the last call of a test that ended a process is not made again after the same calls. After
// two such tests no test makes the call, and after a few more no test calls its operation.
func TestLethalTestsAreRefused(t *testing.T) {
	all := func(each string, n int) (out []Lethal) {
		for i := range n {
			out = append(out, lethal(1, "/x"+strings.Repeat("x", i)+" "+each))
		}
		return out
	}
	var many []Lethal
	for _, target := range []string{"/p", "/q", "/r", "/s", "/t"} {
		many = append(many, all(target, someLethal-1)...)
	}
	for name, tt := range map[string]struct {
		lethal []Lethal
		test   string
		made   int // calls
	}{
		"none":                      {nil, "/a /b", 2},
		"the same":                  {[]Lethal{lethal(1, "/a /b")}, "/a /b /c", 1},
		"other calls before it":     {[]Lethal{lethal(1, "/a /b")}, "/a /c /b", 3},
		"no call before it":         {[]Lethal{lethal(1, "/a /b")}, "/b", 1},
		"a call before it":          {[]Lethal{lethal(1, "/b")}, "/a /b", 2},
		"one of several":            {[]Lethal{lethal(1, "/a /b"), lethal(1, "/c /d")}, "/c /d", 1},
		"two with the same call":    {[]Lethal{lethal(1, "/a /b"), lethal(1, "/c /b")}, "/d /b", 1},
		"two of one operation":      {[]Lethal{lethal(1, "/b?n=1"), lethal(1, "/b?n=2")}, "/b?n=3", 1},
		"five of one operation":     {all("/b", someLethal), "/b?n=3 /a", 0},
		"a hang":                    {[]Lethal{lethal(7, "/b")}, "/b?n=3 /a", 0},
		"many, of its operation":    {many, "/a /r?n=1", 1},
		"many, of other operations": {many, "/a /b", 2},
	} {
		t.Run(name, func(t *testing.T) {
			g, _ := recording(t)
			g.Lethal = tt.lethal
			g.finishing("making the suite")
			for range 2 { // each execution begins anew
				require.NoError(t, g.Begin(context.Background()))
				made := 0
				for target := range strings.FieldsSeq(tt.test) {
					c := call(target)
					if !g.Act(&problem.Action{Operation: c.Operation,
						HTTP: &sut.Request{Method: c.Method, Target: c.Target}}) {
						assert.False(t, act(g, "y"), "the rest of the test is not executed")
						break
					}
					made++
				}
				assert.Equal(t, tt.made, made)
			}
		})
	}
}

// TestAlike: a call equals the call of a flight recorder if all parts that the recorder has are equal.
func TestAlike(t *testing.T) {
	whole := supervise.Request{Operation: "POST /a", Method: "POST", Target: "/a?n=1", Body: []byte("text"),
		Header: http.Header{"X-N": {"1"}}}
	for name, tt := range map[string]struct {
		change func(*supervise.Request)
		alike  bool
	}{
		"same":         {func(*supervise.Request) {}, true},
		"operation":    {func(r *supervise.Request) { r.Operation = "POST /b" }, false},
		"method":       {func(r *supervise.Request) { r.Method = "PUT" }, false},
		"target":       {func(r *supervise.Request) { r.Target = "/a?n=12" }, false},
		"header":       {func(r *supervise.Request) { r.Header = http.Header{"X-N": {"2"}} }, false},
		"body":         {func(r *supervise.Request) { r.Body = []byte("tex") }, false},
		"client":       {func(r *supervise.Request) { r.Gone = true }, false},
		"begun":        {func(r *supervise.Request) { r.Body, r.Truncated = []byte("tex"), true }, true},
		"begun, other": {func(r *supervise.Request) { r.Body, r.Truncated = []byte("tax"), true }, false},
	} {
		recorded := whole
		tt.change(&recorded)
		assert.Equal(t, tt.alike, alike(&whole, &recorded), name)
	}
}
