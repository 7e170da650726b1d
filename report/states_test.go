package report_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/report"
)

// TestStates: report.json has the graph of states, without pictures, and Read reads it.
func TestStates(t *testing.T) {
	g := &report.StateGraph{
		States: []report.State{{ID: "a", Title: "Shop", Address: "/", Picture: []byte("RIFF")},
			{ID: "b", Distance: 1}},
		Arrows: []report.Arrow{{To: "a", Event: "open", Count: 2},
			{From: "a", To: "b", Event: "click Go", Faults: []string{"k"}}},
		MoreStates: 3, MoreArrows: 4,
	}
	data, err := report.JSON(&report.Report{States: g})
	require.NoError(t, err)
	assert.NotContains(t, string(data), "UklGR")
	got, err := report.Read(data)
	require.NoError(t, err)
	g.States[0].Picture = nil
	assert.Equal(t, g, got.States)
}
