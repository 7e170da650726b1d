package gotest_test

import (
	"strings"
	"testing"

	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/output/internal/features"
	"github.com/evoke-go/evoke/suite"
)

// leaving returns a suite in which clients disconnect: one accepts any answer, one expects a status, and one expects a
// panic.
func leaving() *suite.Suite {
	any, gone, panics := features.Step("GET /books", 0), features.WithJSON(features.Step("POST /books", 499),
		features.Lit(`{"title":"x"}`)), features.Step("GET /panic", 0)
	panics.Call.Expect.Panics = true
	s := &suite.Suite{Tests: []suite.Test{
		{Name: "Any", Kind: suite.ClientError, Steps: []suite.Step{any}},
		{Name: "Gone", Kind: suite.ClientError, Steps: []suite.Step{gone}},
		{Name: "Panics", Kind: suite.FaultKind, Steps: []suite.Step{panics}, Faults: []suite.Fault{{Code: 100,
			Category: "handler panics", Operation: "GET /panic", Reason: "it panics"}}},
		{Name: "Waits", Kind: suite.Success, Steps: []suite.Step{features.Step("GET /books", 200)}},
	}}
	for i := range 3 {
		s.Tests[i].Steps[0].Call.Request.Gone = true
	}
	return s
}

// TestWrittenClientsLeave: tests with the handler in their own process cancel the context before the call. Over a
// connection nobody knows when a handler notices that the client has disconnected, so there these tests are left out.
func TestWrittenClientsLeave(t *testing.T) {
	const left = "\t// The client leaves before the answer.\n\tapi.call(\"GET\", \"/books\").leaving().send()\n"
	for name, tt := range map[string]struct {
		w    gotest.Writer
		want []string
		not  []string
	}{
		"in process": {*flavours()["standard"], []string{left, ".leaving().want(499)", ".leaving().wantPanic()",
			"if c.leaves {\n\t\tcancel()"}, []string{"wantAnswer("}},
		"fail": {gotest.Writer{Constructor: flavours()["standard"].Constructor, Faults: output.FailFaults},
			[]string{"leaving().\n\t\twantAnswer(\""}, []string{"wantPanic()", "wantNoFault("}},
		"remote": {*flavours()["remote"], []string{"TestWaits"},
			[]string{"leav", "TestAny", "TestGone", "TestPanics"}},
	} {
		var all strings.Builder
		for _, f := range write(t, &tt.w, leaving()) {
			all.Write(f.Content)
		}
		for _, want := range tt.want {
			if !strings.Contains(all.String(), want) {
				t.Errorf("%s: no %q in\n%s", name, want, all.String())
			}
		}
		for _, not := range tt.not {
			if strings.Contains(all.String(), not) {
				t.Errorf("%s: there is %q", name, not)
			}
		}
	}
}
