package silent_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/bench/silent"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/sut"
)

// search makes a short run without a look inside.
func search(t *testing.T, s silent.Service, bugs ...silent.Bug) *report.Report {
	t.Helper()
	construct := func() http.Handler { return s.New(bugs...) }
	result, err := evoke.Run(t.Context(), evoke.Config{
		Schema: string(s.Schema), System: evoke.System{Controller: sut.NewHandler(construct, sut.HandlerOptions{})},
		REST:     rest.Options{Users: s.Users, LoginEachTest: true},
		WhiteBox: evoke.WhiteBox{Cover: []string{"none"}}, Budget: evoke.Budget{Calls: 1000},
		Search: evoke.Search{Seed: 1},
	})
	require.NoError(t, err)
	return result.Report
}

// Whatever is reported on a healthy service is a false alarm.
func TestHealthy(t *testing.T) {
	for _, s := range silent.Services() {
		t.Run(s.Name, func(t *testing.T) {
			found := search(t, s)
			for _, f := range found.Faults() {
				t.Errorf("%s: %s", f.Key, f.Reason)
			}
			succeeded := 0
			for _, o := range found.Operations {
				if o.Succeeded() {
					succeeded++
				}
			}
			assert.Greater(t, 2*succeeded, len(found.Operations), "the run hardly saw the service")
		})
	}
}

// The codes of Web Fuzzing Commons of faults that are not silent.
const (
	serverError    = 100
	schemaMismatch = 101
)

// No bug crashes, answers 5xx, or answers against the schema, not even all of a
// service together.
func TestSilent(t *testing.T) {
	for _, s := range silent.Services() {
		t.Run(s.Name, func(t *testing.T) {
			for _, f := range search(t, s, s.Bugs...).Faults() {
				assert.NotContains(t, []int{serverError, schemaMismatch}, f.Code, "%s: %s", f.Key, f.Reason)
			}
		})
	}
}
