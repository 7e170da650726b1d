package repair

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/refusal"
	"github.com/evoke-go/evoke/value"
)

// reach makes the objects and lists be there that a complaint names around a part, outer
// ones first. What is in them is no part of the call until then. It reports whether it
// changed anything.
func reach(r *rand.Rand, c *action.Call, complaint *refusal.Complaint) bool {
	if complaint.Kind == refusal.Unwanted {
		return false
	}
	changed := false
	steps := strings.Split(plain(complaint.Field), "/")
	for n := 1; n < len(steps); n++ {
		all := slots(c)
		d := demand{r, complaint, all}
		for _, s := range all {
			inner := len(s.path) >= n && slices.Equal(s.path[len(s.path)-n:], steps[:n])
			if inner && missing(s.Value()) {
				changed = d.appear(s.Gene) || changed
			}
		}
	}
	return changed
}

// missing reports whether a value is not there, or a list without elements.
func missing(v any) bool {
	list, ok := v.([]any)
	return value.IsAbsent(v) || ok && len(list) == 0
}
