package derive

import (
	"math/rand/v2"
	"strings"

	"github.com/evoke-go/evoke/rest/internal/refusal"
	"github.com/evoke-go/evoke/value"
)

// reach creates the objects and lists that contain the part named by a complaint, outer ones first, because an absent
// object has no parts. It reports whether it changed anything.
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

// missing reports whether a value is absent or an empty list.
func missing(v any) bool {
	list, ok := v.([]any)
	return value.IsAbsent(v) || ok && len(list) == 0
}
