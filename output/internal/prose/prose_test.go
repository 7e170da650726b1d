package prose_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/output/internal/prose"
	"github.com/evoke-go/evoke/suite"
)

func call(method string, path suite.Text, captures ...suite.Capture) suite.Step {
	return suite.Step{Operation: method,
		Call: &suite.Call{Request: suite.Request{Method: method, Path: path}, Captures: captures}}
}

func at(step int) suite.Fault { return suite.Fault{Code: 100, Step: step, Curl: "curl of the fault"} }

func TestDetailsShowAllCalls(t *testing.T) {
	create := call("POST", suite.Literal("/books"), suite.Capture{Var: "bookID", Source: suite.FromBody, Name: "/id"})
	remove := call("DELETE", suite.Text{{Literal: "/books/"}, {Var: "bookID"}})
	long := call("POST", suite.Literal("/books"))
	long.Call.Request.Body = &suite.Body{Text: suite.Literal(strings.Repeat("x", 500))}
	function := suite.Step{Operation: "strconv.Atoi", Function: &suite.Function{}}
	for name, c := range map[string]struct {
		base   string
		steps  []suite.Step
		faults []suite.Fault
		want   string // the lines of the last fault
	}{
		"one call": {"", []suite.Step{create}, []suite.Fault{at(0)}, "curl:   curl of the fault"},
		"two calls": {
			"", []suite.Step{create, remove, create}, []suite.Fault{at(1)},
			"curl:   bookID=$(curl -sS -X POST \"http://localhost:8080/books\" | jq -r '.id | @uri')\n        curl " +
				"-i -X DELETE \"http://localhost:8080/books/${bookID}\"",
		},
		"a running service": {"http://shop:1/", []suite.Step{remove, create},
			[]suite.Fault{at(1)}, "curl:   curl -i -X DELETE \"http://shop:1/books/${bookID}\"\n        curl -i -X " +
				"POST \"http://shop:1/books\""},
		"the same calls": {"", []suite.Step{create, remove}, []suite.Fault{at(0), at(1), at(1)},
			"curl:   the lines above"},
		"other calls": {"", []suite.Step{create, create, remove}, []suite.Fault{at(2), at(1)},
			"curl:   curl -i -X POST \"http://localhost:8080/books\"\n        curl -i -X POST " +
				"\"http://localhost:8080/books\""},
		"a long line": {"", []suite.Step{long, create}, []suite.Fault{at(1)}, "curl:   the last of 2 calls; " +
			"--report curl=FILE writes all of them\n        curl -i -X POST \"http://localhost:8080/books\""},
		"a long last line": {"", []suite.Step{create, long}, []suite.Fault{at(1)},
			"curl:   too long for this place; see the report"},
		"many calls": {"", slices.Repeat([]suite.Step{remove}, 13), []suite.Fault{at(12)},
			"curl:   the last of 13 calls; --report curl=FILE writes all of them\n        curl -i -X DELETE " +
				"\"http://localhost:8080/books/${bookID}\""},
		"a function": {"", []suite.Step{function, create}, []suite.Fault{at(1)}, "curl:   curl of the fault"},
		"nothing":    {"", []suite.Step{create}, []suite.Fault{{Code: 100}}, "no more is known"},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, line := range prose.Details(c.base, &suite.Test{Steps: c.steps, Faults: c.faults}, len(c.faults)-1) {
				got = append(got, line.Label+line.Text)
			}
			assert.Equal(t, c.want, strings.Join(got, "\n"))
		})
	}
}
