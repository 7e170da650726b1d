package twin

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/report"
)

// TestMutantsTakeWhatIsLeft: if executions are dear, mutants are tried with the calls that remain after the tests were
// executed in fresh processes and in their written form. If too few calls remain, the report says so.
func TestMutantsTakeWhatIsLeft(t *testing.T) {
	for name, tt := range map[string]struct {
		left, want int
		seldom, ok bool
	}{
		"enough":                   {1000, 500, false, true},
		"enough where it is tight": {400, 200, true, true},
		"not enough":               {699, 199, false, false},
	} {
		o := &outcome{Report: &report.Report{}}
		o.Left, o.Kept = &tt.left, &problem.Kept{Calls: 100, Seldom: tt.seldom}
		assert.Equal(t, tt.ok, o.affordsMutants(), name)
		assert.Equal(t, tt.want, *o.Left, name)
		assert.Equal(t, tt.ok, o.Report.Mutation == nil, name)
	}
	assert.True(t, (&outcome{}).affordsMutants(), "nothing is dear")
	assert.True(t, (&outcome{Remaking: Remaking{Left: new(int)}}).affordsMutants(), "no process makes the suite again")
}
