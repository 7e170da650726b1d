package report_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
)

func TestSilenceFits(t *testing.T) {
	f := &suite.Fault{Code: 101, Operation: "GET /books/{id}", Category: "answer against the schema",
		Reason: "status 404 is not declared", Frame: "api.(*Server).get (api.go:7)"}
	for name, c := range map[string]struct {
		s    report.Silence
		want bool
	}{
		"its code":          {report.Silence{Code: 101}, true},
		"another code":      {report.Silence{Code: 100}, false},
		"its operation":     {report.Silence{Operation: "GET /books/{id}"}, true},
		"another operation": {report.Silence{Operation: "GET /books"}, false},
		"a pattern":         {report.Silence{Operation: "* /books/*"}, true},
		"another pattern":   {report.Silence{Operation: "POST *"}, false},
		"ends elsewhere":    {report.Silence{Operation: "GET *x"}, false},
		"its place":         {report.Silence{Place: "(*Server).get"}, true},
		"another place":     {report.Silence{Place: "(*Server).list"}, false},
		"a text":            {report.Silence{Text: "404 is not declared"}, true},
		"its category":      {report.Silence{Text: "against the schema"}, true},
		"another text":      {report.Silence{Text: "500"}, false},
		"one of two":        {report.Silence{Code: 101, Text: "500"}, false},
	} {
		assert.Equal(t, c.want, c.s.Fits(f), name)
	}
}

func TestSilenceNeedsAReason(t *testing.T) {
	require.NoError(t, (&report.Silence{Code: 101, Reason: "why"}).Check())
	require.EqualError(t, (&report.Silence{Code: 101, Text: "x", Reason: " "}).Check(),
		`code 101, text "x" is silenced without a reason`)
	require.ErrorContains(t, (&report.Silence{Reason: "why"}).Check(), "has to say what it is about")
}

// TestSilencedLaws: a silenced law is not listed. A silence of a law silences no fault.
func TestSilencedLaws(t *testing.T) {
	laws := func() []report.Law {
		return []report.Law{{Text: "response/a is response/b"}, {Text: "response/a is at most response/c", Broken: 1}}
	}
	r := &report.Report{Suite: &suite.Suite{}, Untested: []suite.Fault{{Code: 100, Operation: "GET /b"}},
		Operations: []report.Operation{{Name: "GET /a", Learnt: report.Learnt{Laws: laws()}},
			{Name: "GET /b", Learnt: report.Learnt{Laws: laws()}}}}
	report.MuteAll(r, []report.Silence{{Operation: "GET /a", Law: "response/a is at most *", Reason: "by chance"},
		{Law: "response/c", Reason: "gone"}})
	assert.Equal(t, laws()[:1], r.Operations[0].Laws)
	assert.Equal(t, laws(), r.Operations[1].Laws)
	assert.Empty(t, report.Silenced(r))
	assert.Equal(t, []string{`nothing was found that is silenced by law "response/c" (gone)`}, r.Warnings)
}

// Silenced faults are counted separately, with their reasons. A silence that fits no fault is named.
func TestSilencedFindings(t *testing.T) {
	r := &report.Report{
		Suite: &suite.Suite{Tests: []suite.Test{{Name: "a",
			Faults: []suite.Fault{{Code: 101, Operation: "GET /a", Key: "a", Reason: "odd"}}}}},
		Untested: []suite.Fault{{Code: 100, Operation: "GET /b", Key: "b", Reason: "bad"}},
	}
	report.MuteAll(r, []report.Silence{{Code: 101, Reason: "we know"}, {Code: 7, Reason: "once"}})
	require.Len(t, report.Findings(r), 1)
	require.Len(t, report.Silenced(r), 1)
	assert.Equal(t, "GET /a", report.Silenced(r)[0].Operation)
	assert.Equal(t, []string{"nothing was found that is silenced by code 7 (once)"}, r.Warnings)
	var b bytes.Buffer
	require.NoError(t, report.Summary(&b, r))
	assert.Contains(t, b.String(), "\nFaults: 1\n")
	assert.Contains(t, b.String(), "\nSilenced, or hints: 1\n  101 GET /a: odd\n      since we know\n")
	b.Reset()
	require.NoError(t, report.Brief(&b, r))
	assert.Contains(t, b.String(), "  1 fault; 1 silenced\n")
	written, err := report.JSON(r)
	require.NoError(t, err)
	assert.Contains(t, string(written), `"totalNumber": 1,`)
	again, err := report.Read(written)
	require.NoError(t, err)
	assert.Len(t, report.Silenced(again), 1)
	assert.Len(t, report.Findings(again), 1)
}
