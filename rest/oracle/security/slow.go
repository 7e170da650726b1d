package security

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/evoke-go/evoke/internal/payload"
	"github.com/evoke-go/evoke/rest/oracle"
)

const (
	// steeper is the least factor by which each longer run of characters has to slow the answer. Backtracking gives a
	// factor of eight or nine, proportional work one of three.
	steeper = 5
	// noticed is the least time of the longest run. apart is the least factor between its time and the time of any
	// short run.
	noticed = 50 * time.Millisecond
	apart   = 8
)

// slowed looks for inputs for which the time of the answer grows far faster than their length.
func slowed(x *oracle.Exchange) []oracle.Finding {
	for _, in := range inputs(x) {
		if unit, n := payload.RunIn(in.text); unit != "" && steep(x, in.place, unit, n) {
			reason := fmt.Sprintf("%s takes the service out of proportion longer the longer it is: %d times %q "+
				"before something that does not fit are enough", in.place, n, unit)
			return []oracle.Finding{{Detail: in.place, Reason: reason}}
		}
	}
	return nil
}

// steep reports whether the times of three runs rose steeply, while at least two short runs between them were fast.
func steep(x *oracle.Exchange, place, unit string, n int) bool {
	longest, least := map[int]time.Duration{}, n // the longest time of runs, by their length
	shorts := 0
	for _, b := range like(x) {
		of, m := payload.RunIn(at(b, place))
		if of != unit || m > n {
			continue
		}
		if m < least {
			least, shorts = m, 0
		}
		if m == least {
			shorts++
		}
		longest[m] = max(longest[m], b.Response.Elapsed)
	}
	lengths := slices.Sorted(maps.Keys(longest))
	if len(lengths) != 3 || shorts < 2 || lengths[2] >= n {
		return false
	}
	last, mid, first := x.Response.Elapsed, longest[lengths[2]], longest[lengths[1]]
	return last >= noticed && last >= apart*longest[least] && rises(first, mid) && rises(mid, last)
}

// rises reports whether the second answer took far longer than the first one.
func rises(before, after time.Duration) bool { return after >= steeper*before }
