package payload

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/internal/lazyregexp"
)

// CodeGrowth is the code of the rule about work that grows faster than what is sent.
const CodeGrowth = 1306

// Growth is how an input grows from one call of a test to the next one.
type Growth string

// The ways of growing.
const (
	GrowingNumber Growth = "a growing number" // as long as before
	GrowingText   Growth = "a growing text"
	GrowingList   Growth = "a growing list"
)

// Growing returns how an input of which something is wrong grows, "" for no growth.
func Growing(what string) Growth {
	for _, g := range []Growth{GrowingNumber, GrowingText, GrowingList} {
		if what == prefix+string(g) {
			return g
		}
	}
	return ""
}

// Sizes of growing inputs: each is twice the one before. The last number is small enough for a loop to end soon, and
// large beside all that a call does anyway.
var (
	numbers = []int{250_000, 500_000, 1_000_000}
	longs   = []int{150, 300, 600}
	// lengths are those of lists.
	lengths = []int{250, 500, 1000}
)

// growing are the forms that grow.
func growing() []Form {
	return []Form{
		{CodeGrowth, prefix + string(GrowingNumber), false, false, sized, sizes(numbers, strconv.Itoa)},
		{CodeGrowth, prefix + string(GrowingText), false, false, texts, sizes(longs, manyWords)},
		{CodeGrowth, prefix + string(GrowingList), false, false, listed, sizes(lengths, strconv.Itoa)},
	}
}

func sizes(of []int, text func(int) string) func(*rand.Rand) []string {
	return func(*rand.Rand) (out []string) {
		for _, n := range of {
			out = append(out, text(n))
		}
		return out
	}
}

// manyWords is a text of different words.
func manyWords(n int) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "w%d", i)
	}
	return b.String()
}

// CodeLine is the code of the rule about lines in a log that clients write.
const CodeLine = 1307

// Line matches the end of a line for a log.
var Line = lazyregexp.New(`evoke-line-\d{5}`)

// logged are the forms of texts that have a line of a log in them.
func logged() []Form {
	return []Form{{CodeLine, prefix + "a line for a log", false, false, notHeader,
		twice(func(r *rand.Rand) string { return fmt.Sprintf("evoke\n2001/02/03 04:05:06 evoke-line-%d", number(r)) })}}
}

// sized reports whether an input is a number.
func sized(in *Input, _ string) bool {
	_, err := strconv.ParseFloat(in.Text, 64)
	return !in.List && (in.Number || err == nil)
}

// listed reports whether an input is a list.
func listed(in *Input, _ string) bool { return in.List }
