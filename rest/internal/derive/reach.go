package derive

import (
	"math/rand/v2"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/refusal"
	"github.com/evoke-go/evoke/value"
)

// reach makes the objects and lists be there that a complaint names around a part, outer
// ones first. What is in them is no part of the call until then. It reports whether it
// changed anything.
func reach(r *rand.Rand, p *parts, complaint *refusal.Complaint) bool {
	if complaint.Kind == refusal.Unwanted {
		return false
	}
	changed := false
	steps := strings.Split(plain(complaint.Field), "/")
	for n := 1; n < len(steps); n++ {
		all := p.all()
		d := demand{r, complaint, all}
		for i, s := range all {
			if fitting(all, i, steps[:n]) == n && missing(s.Value()) && d.appear(s.Gene) {
				changed, p.listed = true, nil
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
