package pool

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/action"
)

// forms are the formats that programs most often expect of a text which the schema does not restrict: dates, numbers,
// UUIDs and so on. Each function returns the nth text of a call. Formats with an order return rising values.
var forms = [...]func(r *rand.Rand, day time.Time, nth int) string{
	func(_ *rand.Rand, day time.Time, nth int) string { return day.AddDate(0, 0, nth).Format(time.DateOnly) },
	func(_ *rand.Rand, day time.Time, nth int) string { return day.AddDate(0, 0, nth).Format(time.RFC3339) },
	func(_ *rand.Rand, _ time.Time, nth int) string { return strconv.Itoa(1 + nth) },
	func(r *rand.Rand, _ time.Time, _ int) string {
		return fmt.Sprintf("%08x-%04x-4%03x-8%03x-%012x", r.Uint32(), r.IntN(1<<16), r.IntN(1<<12),
			r.IntN(1<<12), r.Int64N(1<<48))
	},
	func(r *rand.Rand, _ time.Time, _ int) string { return fmt.Sprintf("m%x@example.org", r.IntN(1<<20)) },
	func(r *rand.Rand, _ time.Time, _ int) string {
		return fmt.Sprintf("https://example.org/%x", r.IntN(1<<20))
	},
	func(_ *rand.Rand, _ time.Time, nth int) string { return fmt.Sprintf("%02d:30", 9+nth) },
}

// Forms returns the number of formats that [Form] knows.
func Forms() int { return len(forms) }

// Form gives inputs of a call texts of one format, by its index, and has the call keep them. It reports whether any
// input accepted a text.
func Form(r *rand.Rand, c *action.Call, inputs []action.Taker, form int) bool {
	day, taken := someDay(r), 0
	for _, t := range inputs {
		if gene.Assign(t.Gene, forms[form](r, day, taken)) {
			c.Keep(t)
			taken++
		}
	}
	return taken > 0
}
