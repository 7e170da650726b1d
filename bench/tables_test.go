package bench

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
)

// TestTablesAreInTheReport: gotify keeps all in SQL tables, and a wrapped driver tells which
// of its resources read what others write.
func TestTablesAreInTheReport(t *testing.T) {
	s, err := Named("gotify")
	require.NoError(t, err)
	result, err := evoke.Run(context.Background(), evoke.Config{
		Schema: string(s.Schema), System: evoke.System{Controller: s.System()}, REST: s.REST(),
		WhiteBox: evoke.WhiteBox{Cover: s.Cover},
		Search:   evoke.Search{Seed: 1}, Budget: evoke.Budget{Calls: 2000},
	})
	require.NoError(t, err)
	found := map[string][]string{}
	for _, d := range result.Report.Dependencies {
		if slices.Contains(d.Why, "tables") {
			t.Logf("%s needs %s %.2f %v %v", d.From, d.To, d.Probability, d.Why, d.Tables)
			found[d.From+" "+d.To] = d.Tables
			assert.NotContains(t, d.Tables, "clients", "all calls read who sends them")
		}
	}
	assert.Contains(t, found["/message/{id} /message"], "messages")
	assert.Contains(t, found["/application/{id} /application"], "applications")
}
