package main

import (
	"bytes"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
)

// Faults with the same cause are one finding in each form of a report, with all its operations.
func TestFindingsHaveOneCount(t *testing.T) {
	r := &report.Report{Version: "1", Suite: &suite.Suite{}}
	for i := range 11 {
		name := fmt.Sprintf("GET /things/%d", i)
		r.Untested = append(r.Untested, suite.Fault{Code: 100, Category: "HTTP 500", Operation: name,
			Reason: "the answer is 500", Key: name, Cause: "same", Frame: "api.get (api.go:7)"})
	}
	once := map[string]string{
		"json": `"totalNumber": 1,`, "junit": `tests="1" failures="1"`, "sarif": `"ruleIndex": 0`,
		"github": "::error ", "curl": "finding_1() {", "html": "Findings 1<",
	}
	for name, format := range formats() {
		content, err := format(r)
		require.NoError(t, err, name)
		if name == "har" { // it has only the calls of tests
			continue
		}
		assert.Contains(t, string(content), once[name], name)
		assert.NotContains(t, string(content), "finding_2", name)
		if name != "curl" {
			assert.Contains(t, string(content), "/things/10", name)
		}
	}
}

// A silenced fault is no failure in any form of a report, but appears with its reason.
func TestSilencedFindingsFailNothing(t *testing.T) {
	f := suite.Fault{Code: 100, Operation: "GET /a", Reason: "the answer is 500", Key: "a",
		Silenced: "we wait for the library"}
	r := &report.Report{Version: "1",
		Suite: &suite.Suite{Tests: []suite.Test{{Name: "a", Kind: suite.FaultKind, Faults: []suite.Fault{f}}}}}
	for name, format := range formats() {
		content, err := format(r)
		require.NoError(t, err, name)
		switch name {
		case "github", "curl", "har":
			assert.NotContains(t, string(content), "GET /a", name)
		case "junit":
			assert.Contains(t, string(content), `failures="0"`)
			fallthrough
		default:
			assert.Contains(t, string(content), f.Silenced, name)
		}
	}
}

// In a log of continuous integration and in a file, each progress line is a line of its own.
func TestProgressIsPlainInCI(t *testing.T) {
	terminal := os.Stdout
	for _, ci := range []string{"true", "1"} {
		assert.False(t, redraws(terminal, func(string) string { return ci }))
	}
	assert.False(t, redraws(&bytes.Buffer{}, func(string) string { return "" }))
	s := &settings{url: "http://ann:secret@localhost:80"}
	assert.Equal(t, "searching http://xxxxx@localhost:80 for 100 calls or 1m0s",
		s.searches(evoke.Budget{Calls: 100, Time: time.Minute}))
	s = &settings{pkg: "./api"}
	assert.Equal(t, "searching ./api for 100 calls; before that it is built with probes, which takes longest "+
		"the first time", s.searches(evoke.Budget{Calls: 100}), "nothing else is said meanwhile")
}
