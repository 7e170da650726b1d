package deliver

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
)

// TestSurvivals: what several calls showed and a fresh process does not is no fault, whatever one answer showed stays.
func TestSurvivals(t *testing.T) {
	const fresh = suite.EndsOtherwise + " in a fresh process"
	s := &suite.Suite{Tests: []suite.Test{{Faults: []suite.Fault{{Key: "shown", Code: 1003, Sequence: true}}}}}
	r := &report.Report{Suite: s, Untested: []suite.Fault{
		{Key: "shown", Code: 1003, Sequence: true, Untested: fresh},
		{Key: "lost", Code: 103, Operation: "DELETE /items/{id}", Sequence: true, Untested: fresh},
		{Key: "lost too", Code: 103, Operation: "DELETE /items/{id}", Sequence: true, Untested: fresh},
		{Key: "crash", Code: 100, Untested: fresh},
		{Key: "no calls left", Code: 901, Sequence: true, Untested: "the calls were spent"},
	}}
	Survivals(r)
	var keys []string
	for _, f := range r.Untested {
		keys = append(keys, f.Key)
	}
	assert.Equal(t, []string{"shown", "crash", "no calls left"}, keys)
	assert.Len(t, r.Warnings, 1)
	assert.Contains(t, r.Warnings[0], "is not reported: 103 DELETE /items/{id} (")
	Survivals(r)
	assert.Len(t, r.Warnings, 1)
}
