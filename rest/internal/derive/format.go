package derive

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/genotype"
)

// formatted returns values in the format that a refusal names, by a word or by a layout of Go's package time.
func formatted(r *rand.Rand, names []string) []any {
	name := strings.ToLower(strings.Join(names, " "))
	has := func(parts ...string) bool {
		return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(name, part) })
	}
	if out := moments(r, strings.Join(names, " "), has); out != nil {
		return out
	}
	if text, ok := genotype.Standard(r, name); ok {
		return []any{text}
	}
	word := resized(r, "", 8)
	switch {
	case has("mail"):
		return []any{word + "@example.org"}
	case has("ur"):
		return []any{"https://example.org/" + word}
	case has("uuid", "guid"):
		return []any{fmt.Sprintf("%08x-%04x-4%03x-8%03x-%012x", r.Uint32(), r.IntN(1<<16), r.IntN(1<<12),
			r.IntN(1<<12), r.Int64N(1<<48))}
	case has("ipv6"):
		return []any{"2001:db8::7"}
	case has("hostname", "domain"):
		return []any{word + ".example.org"}
	case has("phone"):
		return []any{fmt.Sprintf("+4930%08d", r.IntN(1e8))}
	case has("duration"):
		return []any{"1h30m0s", "PT1H"}
	case has("base64"):
		return []any{"d29yZHMh"}
	case has("json"):
		return []any{"{}"}
	case has("hex"):
		return []any{fmt.Sprintf("%08x", r.Uint32())}
	case words.Strong.Has(name):
		return []any{"Aa1!" + word}
	case has("ip"):
		return []any{fmt.Sprintf("192.0.2.%d", 1+r.IntN(250))}
	}
	return []any{word}
}

// moments returns dates and times in a format that a layout of Go's package time or a word such as "iso" names. It
// returns nil for a format of other values. has reports whether the format contains one of some parts.
func moments(r *rand.Rand, layout string, has func(parts ...string) bool) []any {
	at := time.Date(2026+r.IntN(8), time.Month(1+r.IntN(12)), 1+r.IntN(28), r.IntN(24), r.IntN(60), 0, 0, time.UTC)
	switch {
	case has("2006", "15:04"):
		return []any{at.Format(layout)}
	case has("3339", "iso", "timestamp", "datetime", "date-time"):
		return []any{at.Format(time.RFC3339), at.Format(time.DateOnly), at.Unix()}
	case has("date", "yyyy", "y-m-d"):
		return []any{at.Format(time.DateOnly), at.Format(time.RFC3339)}
	case has("time", "hh:mm"):
		return []any{at.Format("15:04"), at.Format(time.RFC3339)}
	}
	return nil
}
