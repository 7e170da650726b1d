package run

import (
	"strings"

	"github.com/evoke-go/evoke/internal/supervise"
)

// large is the least number of digits of a number that counts as a size, by which a program takes memory or time.
const large = 5

// isLarger reports whether a call differs from a call that ended a process only by larger sizes. Such a call probably
// ends the process too: without this rule, each size between would cost a process. If the program refuses the larger
// size instead, only the test is lost.
func isLarger(call, lethal *supervise.Request) bool {
	if call.Operation != lethal.Operation || call.Method != lethal.Method || lethal.Truncated {
		return false
	}
	return larger(call.Target+" "+string(call.Body), lethal.Target+" "+string(lethal.Body))
}

// larger reports whether two texts differ only in sizes, which are larger in the first text.
func larger(text, than string) (is bool) {
	for text != "" && than != "" {
		a, b := digits(text), digits(than)
		if a == "" || b == "" {
			if text[0] != than[0] {
				return false
			}
			text, than = text[1:], than[1:]
			continue
		}
		text, than = text[len(a):], than[len(b):]
		a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
		switch {
		case a == b:
		case len(a) < len(b) || len(a) == len(b) && a < b || len(b) < large:
			return false
		default:
			is = true
		}
	}
	return is && text == than
}

// digits returns the digits at the beginning of a text.
func digits(text string) string {
	n := strings.IndexFunc(text, func(r rune) bool { return r < '0' || r > '9' })
	if n < 0 {
		return text
	}
	return text[:n]
}
