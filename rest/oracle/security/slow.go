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
	// steeper is how many times as long an answer takes at least for each longer run, of which eight or nine are
	// expected, and three where it is in proportion.
	steeper = 5
	// noticed is how long the longest takes at least, and apart how many times as long as that to any short run.
	noticed = 50 * time.Millisecond
	apart   = 8
)

// slowed looks for inputs whose longer runs take far longer than they are longer.
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

// steep reports whether three runs took longer and longer, and at least two short ones between them did not.
func steep(x *oracle.Exchange, place, unit string, n int) bool {
	longest, least := map[int]time.Duration{}, n // how long runs took at most, by their length
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

// rises reports whether an answer took far longer than another one.
func rises(before, after time.Duration) bool { return after >= steeper*before }
