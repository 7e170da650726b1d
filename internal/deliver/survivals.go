package deliver

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
)

// maxSurvivals is how many findings of that kind the warning names.
const maxSurvivals = 5

// Survivals takes faults out of a report that come of what earlier tests left behind: faults over several steps whose
// tests end in another way where no test came before. A warning says what they looked like.
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
