package run

import (
	"strings"

	"github.com/evoke-go/evoke/internal/supervise"
)

// large is how many digits a number has at least that may be a size: a program takes memory for it, or time.
const large = 5

// isLarger reports whether a call is one that ended a process but for larger numbers, of which at least one may be a
// size. Such a call would end the process too. (It may not: a number may be so large that the program refuses it. Its
// test is lost then, in place of a process for each number between.)
func isLarger(call, lethal *supervise.Request) bool {
	if call.Operation != lethal.Operation || call.Method != lethal.Method || lethal.Truncated {
		return false
	}
	return larger(call.Target+" "+string(call.Body), lethal.Target+" "+string(lethal.Body))
}

// larger reports whether a text differs from another one only by larger numbers.
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
