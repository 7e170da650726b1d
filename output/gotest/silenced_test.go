package gotest_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/suite"
)

// The test of a silenced fault records the behaviour of the system, whatever the tests of other faults do.
func TestSilencedFaultsAreRecorded(t *testing.T) {
	for silenced, fails := range map[string]bool{"": true, "we wait for the library": false} {
		s := &suite.Suite{Tests: []suite.Test{{
			Name: "GetAReturns500", Kind: suite.FaultKind,
			Steps: []suite.Step{{Operation: "GET /a", Call: &suite.Call{Request: suite.Request{Method: "GET",
				Path: suite.Literal("/a")}, Expect: suite.Expect{Status: 500}}}},
			Faults: []suite.Fault{{Code: 100, Operation: "GET /a", Reason: "the answer is 500", Silenced: silenced}},
		}}}
		files, err := (&gotest.Writer{Package: "x", Faults: output.FailFaults}).Files(s)
		require.NoError(t, err)
		for _, f := range files {
			for _, at := range f.Tests {
				assert.Equal(t, fails, at.Fails, silenced)
				if silenced != "" {
					assert.Contains(t, string(f.Content), silenced)
					assert.Contains(t, string(f.Content), "The fault is silenced.")
				}
			}
		}
	}
}
