package heuristics

import "unicode"

// Classes of characters, as ranges of ASCII: the first and the last character of
// each, in order. They are what [ClassDistance] takes.
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

// ClassDistance is how far a character is from the nearest one of ASCII that is
// in a class, such as [Letters], or that is not in it. Most characters that a
// search tries are ASCII. It is 0 for one of ASCII that is where it should be.
// The unit is one step of a character. Source: EvoMaster's distance of a
// character from the nearest one that is valid there.
func ClassDistance(c rune, class string, in bool) uint64 {
	if in {
		return inClass(c, class)
	}
	best, free := uint64(hopeless), rune(0)
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
	best := uint64(hopeless)
	for i := 0; i < len(class); i += 2 {
		best = min(best, charDistance(c, min(max(c, rune(class[i])), rune(class[i+1]))))
	}
	return best
}

// TableDistance is how far a character is from the nearest one of a table, and 0
// exactly when that has it. Nothing is in a table without characters, which is
// farther than any. Source: as [ClassDistance].
func TableDistance(c rune, table *unicode.RangeTable) uint64 {
	best := uint64(hopeless)
	for _, r := range table.R16 {
		best = min(best, rangeDistance(c, rune(r.Lo), rune(r.Hi), rune(r.Stride)))
	}
	for _, r := range table.R32 {
		best = min(best, rangeDistance(c, rune(r.Lo), rune(r.Hi), rune(r.Stride)))
	}
	return best
}

// rangeDistance is the distance from the nearest of every stride-th character.
func rangeDistance(c, low, high, stride rune) uint64 {
	at := min(max(c, low), high)
	below := low + (at-low)/stride*stride
	d := charDistance(c, below)
	if below+stride <= high {
		d = min(d, charDistance(c, below+stride))
	}
	return d
}

// AnyCharDistance is how far s is from having one of some characters, and 0
// exactly when strings.ContainsAny(s, chars). It is the distance of the two
// characters that are nearest, and [MissingChar] for an empty text. Nothing has
// one of no characters, which is farther than any text. Source: [ContainsDistance]
// for each of the characters. Bytes outside of code points are alike, as they are
// there. It looks at pairs until it has compared 65,536.
func AnyCharDistance(s, chars string) uint64 {
	if chars == "" {
		return hopeless
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

// AnyByteDistance is how far s is from having a byte, and 0 exactly when it has:
// the distance from the nearest byte, and [MissingChar] for an empty text. It
// looks at 65,536 bytes. Source: as [AnyCharDistance].
func AnyByteDistance(s string, c byte) uint64 {
	best := uint64(MissingChar)
	for i := 0; i < min(len(s), windowWork) && best > 0; i++ {
		best = min(best, UintDistance(uint64(s[i]), uint64(c)))
	}
	return best
}
