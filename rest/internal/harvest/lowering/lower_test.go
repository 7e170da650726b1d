package lowering

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
)

func TestKindsOfTests(t *testing.T) {
	for _, tt := range []struct {
		expect suite.Expect
		want   suite.Kind
	}{
		{suite.Expect{Status: 204}, suite.Success}, {suite.Expect{Status: 302}, suite.Success},
		{suite.Expect{Status: 400}, suite.ClientError}, {suite.Expect{Status: 499}, suite.ClientError},
		{suite.Expect{Status: 500}, suite.FaultKind}, {suite.Expect{Panics: true}, suite.FaultKind},
		{suite.Expect{Broken: true}, suite.FaultKind},
	} {
		l := &lowering{test: suite.Test{Steps: []suite.Step{{Call: &suite.Call{Expect: tt.expect}}}}}
		assert.Equal(t, tt.want, l.kind(), tt.expect)
	}
}

// TestAgrees: as many answers of the same kinds; what they hold may differ. Where no
// other process answered, any agree.
func TestAgrees(t *testing.T) {
	trace := &execute.Trace{Steps: []execute.TraceStep{{Answer: sut.Response{Status: 200, Body: []byte("x")}},
		{Answer: sut.Response{Outcome: sut.TimedOut}}}}
	same := []Answer{{Status: 200, Body: []byte("y")}, {Outcome: sut.TimedOut}}
	for name, tt := range map[string]struct {
		answers []Answer
		want    bool
	}{
		"unknown": {nil, true}, "the same": {same, true}, "fewer": {same[:1], false},
		"more":            {append(same[:2:2], same[0]), false},
		"another status":  {[]Answer{{Status: 201}, {Outcome: sut.TimedOut}}, false},
		"another outcome": {[]Answer{{Status: 200}, {Outcome: sut.Broken}}, false},
	} {
		assert.Equal(t, tt.want, Executions{[]*execute.Trace{trace}, tt.answers}.Agree(), name)
	}
}
