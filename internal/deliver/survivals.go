package deliver

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
)

// maxSurvivals is how many of these findings the warning names.
const maxSurvivals = 5

// Survivals removes faults from a report that are effects of earlier tests: faults about several steps whose test has
// another outcome when no test ran before. A warning names them.
func Survivals(r *report.Report) {
	if r.Suite == nil {
		return
	}
	shown := map[string]bool{}
	for i := range r.Suite.Tests {
		for _, f := range r.Suite.Tests[i].Faults {
			shown[f.Key] = true
		}
	}
	var told []string
	r.Untested = slices.DeleteFunc(r.Untested, func(f suite.Fault) bool {
		survives := f.Sequence && !shown[f.Key] && strings.HasPrefix(f.Untested, suite.EndsOtherwise)
		if survives {
			told = append(told, fmt.Sprintf("%d %s", f.Code, f.Operation))
		}
		return survives
	})
	if len(told) == 0 {
		return
	}
	told = once(told)
	if n := len(told); n > maxSurvivals {
		told = append(told[:maxSurvivals:maxSurvivals], fmt.Sprintf("%d more", n-maxSurvivals))
	}
	r.Warnings = append(r.Warnings,
		"state survives a reset, and tests saw what earlier ones left behind; what looked like a fault for it "+
			"and does not come in a fresh process is not reported: "+strings.Join(told, ", ")+
			" (a Reset can bring the state back)")
}
