package heuristics

import "unicode"

// Classes of ASCII characters for [ClassDistance], as ranges in ascending order: the first and the last character of
// each.
const (
	Letters  = "AZaz"
	Uppers   = "AZ"
	Lowers   = "az"
	Digits   = "09"
	Spaces   = "\t\r  "
	Puncts   = "!#%*,/:;?@[]__{{}}"
	Symbols  = "$$++<>^^``||~~"
	Controls = "\x00\x1f\x7f\x7f"
	Graphics = " ~"
)

// ClassDistance is how far a character is from the nearest ASCII character that is in a class, such as [Letters], or,
// if in is false, from the nearest one that is not in it. Most characters that a search tries are ASCII. It is 0 for an
// ASCII character that is where it should be. The unit is one step of a code point. Source: EvoMaster's distance of a
// character from the nearest one that is valid there.
func ClassDistance(c rune, class string, in bool) uint64 {
	if in {
		return inClass(c, class)
	}
	best, free := uint64(unreachable), rune(0)
	for i := 0; i < len(class); i += 2 {
		if last := rune(class[i]) - 1; free <= last {
			best = min(best, charDistance(c, min(max(c, free), last)))
		}
		free = rune(class[i+1]) + 1
	}
	if free <= unicode.MaxASCII {
		best = min(best, charDistance(c, min(max(c, free), unicode.MaxASCII)))
	}
	return best
}

func inClass(c rune, class string) uint64 {
	best := uint64(unreachable)
	for i := 0; i < len(class); i += 2 {
		best = min(best, charDistance(c, min(max(c, rune(class[i])), rune(class[i+1]))))
	}
	return best
}

// TableDistance is how far a character is from the nearest character of a table, and 0 exactly when the table has it.
// For a table without characters it is larger than any other distance. Source: as [ClassDistance].
func TableDistance(c rune, table *unicode.RangeTable) uint64 {
	best := uint64(unreachable)
	for _, r := range table.R16 {
		best = min(best, rangeDistance(c, rune(r.Lo), rune(r.Hi), rune(r.Stride)))
	}
	for _, r := range table.R32 {
		best = min(best, rangeDistance(c, rune(r.Lo), rune(r.Hi), rune(r.Stride)))
	}
	return best
}

// rangeDistance is the distance from the nearest of the characters low, low+stride, ... up to high.
func rangeDistance(c, low, high, stride rune) uint64 {
	at := min(max(c, low), high)
	below := low + (at-low)/stride*stride
	d := charDistance(c, below)
	if below+stride <= high {
		d = min(d, charDistance(c, below+stride))
	}
	return d
}

// AnyCharDistance is how far s is from having one of the characters chars, and 0 exactly when strings.ContainsAny(s,
// chars). It is the distance of the two characters that are nearest, and [MissingChar] for an empty text. If chars is
// empty, it is larger than any other distance. Source: [ContainsDistance] for each of the characters. As in package
// strings, all bytes that are no UTF-8 count as the same character. It compares at most 65,536 pairs.
func AnyCharDistance(s, chars string) uint64 {
	if chars == "" {
		return unreachable
	}
	best, work := uint64(MissingChar), 0
	for _, c := range s {
		for _, want := range chars {
			best = min(best, charDistance(c, want))
		}
		if work += len(chars); best == 0 || work >= windowWork {
			break
		}
	}
	return best
}

// AnyByteDistance is how far s is from having the byte c, and 0 exactly when it has it: the distance from the nearest
// byte, and [MissingChar] for an empty text. It looks at 65,536 bytes. Source: as [AnyCharDistance].
func AnyByteDistance(s string, c byte) uint64 {
	best := uint64(MissingChar)
	for i := 0; i < min(len(s), windowWork) && best > 0; i++ {
		best = min(best, UintDistance(uint64(s[i]), uint64(c)))
	}
	return best
}
