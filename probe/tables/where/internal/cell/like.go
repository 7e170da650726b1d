package cell

import (
	"strings"
	"unicode/utf8"

	"github.com/evoke-go/evoke/heuristics"
)

// Pattern is a pattern of LIKE or GLOB.
type Pattern struct {
	parts   []element
	machine *heuristics.Machine // made when it is needed
}

// element is a part of a pattern: any text, or one character.
type element struct {
	many   bool
	any    bool
	not    bool // any character but these
	ranges []rune
}

// NewPattern parses a pattern of LIKE. Escape is 0 for none.
func NewPattern(text string, escape rune, fold bool) *Pattern {
	p := &Pattern{}
	escaped := false
	for _, r := range text {
		switch {
		case escaped:
			p.parts, escaped = append(p.parts, character(r, fold)), false
		case r == escape && escape != 0:
			escaped = true
		case r == '%':
			p.parts = append(p.parts, element{many: true})
		case r == '_':
			p.parts = append(p.parts, element{any: true})
		default:
			p.parts = append(p.parts, character(r, fold))
		}
	}
	return p
}

// NewGlob parses a pattern of GLOB.
func NewGlob(text string) *Pattern {
	p := &Pattern{}
	for runes := []rune(text); len(runes) > 0; {
		n := 1
		switch r := runes[0]; r {
		case '*':
			p.parts = append(p.parts, element{many: true})
		case '?':
			p.parts = append(p.parts, element{any: true})
		case '[':
			var class element
			class, n = classOf(runes)
			p.parts = append(p.parts, class)
		default:
			p.parts = append(p.parts, character(r, false))
		}
		runes = runes[n:]
	}
	return p
}

// classOf reads a class such as [a-z0] or [^x], and returns its length. A class without an end has no characters.
func classOf(runes []rune) (out element, n int) {
	n = 1
	if n < len(runes) && runes[n] == '^' {
		out.not = true
		n++
	}
	for first := true; n < len(runes) && (runes[n] != ']' || first); first = false {
		low, high := runes[n], runes[n]
		if n+2 < len(runes) && runes[n+1] == '-' && runes[n+2] != ']' {
			high = runes[n+2]
			n += 2
		}
		if low <= high {
			out.ranges = append(out.ranges, low, high)
		}
		n++
	}
	if n == len(runes) {
		return element{}, n
	}
	return out, n + 1
}

// character is a part that one character matches, in upper or lower case if fold is set. Only the letters of ASCII
// fold, as in SQLite.
func character(r rune, fold bool) element {
	if low := r | 0x20; fold && low >= 'a' && low <= 'z' {
		return element{ranges: []rune{low - 0x20, low - 0x20, low, low}}
	}
	return element{ranges: []rune{r, r}}
}

// has reports whether a character matches a part.
func (p *element) has(r rune) bool {
	if p.any {
		return true
	}
	for i := 0; i < len(p.ranges); i += 2 {
		if r >= p.ranges[i] && r <= p.ranges[i+1] {
			return !p.not
		}
	}
	return p.not
}

// Matches reports whether a text has the pattern.
func (p *Pattern) Matches(text string) bool {
	s := []rune(text)
	i, j, star, mark := 0, 0, -1, 0
	for i < len(s) {
		switch {
		case j < len(p.parts) && p.parts[j].many:
			star, mark = j, i
			j++
		case j < len(p.parts) && p.parts[j].has(s[i]):
			i, j = i+1, j+1
		case star >= 0:
			mark++
			i, j = mark, star+1
		default:
			return false
		}
	}
	for j < len(p.parts) && p.parts[j].many {
		j++
	}
	return j == len(p.parts)
}

// mostRead bounds how many bytes of a text have a distance from a pattern, and mostElements the patterns that have
// distances.
const mostRead, mostElements = 256, 64

// Truth is how near a text came to having the pattern, and to not having it.
func (p *Pattern) Truth(text string) heuristics.Truthness {
	if p.Matches(text) {
		return heuristics.FromDistances(0, 1)
	}
	if len(p.parts) > mostElements {
		return heuristics.FromDistances(heuristics.MissingChar, 0)
	}
	if p.machine == nil {
		p.machine = heuristics.NewMachine(p.shape())
	}
	return heuristics.FromDistances(max(1, float64(p.machine.Distance(text[:min(len(text), mostRead)]))), 0)
}

// shape is the set of texts that have the pattern.
func (p *Pattern) shape() heuristics.Shape {
	one := heuristics.Runes(0, utf8.MaxRune)
	var parts []heuristics.Shape
	for _, x := range p.parts {
		switch {
		case x.many:
			parts = append(parts, heuristics.Repeated(one, 0, -1))
		case x.any, x.not:
			parts = append(parts, one)
		default:
			parts = append(parts, heuristics.Runes(x.ranges...))
		}
	}
	return heuristics.Whole(heuristics.Sequence(parts...))
}

// Fill returns a text that has the pattern, with some text in place of any text.
func (p *Pattern) Fill(any string) string {
	var b strings.Builder
	for _, x := range p.parts {
		switch {
		case x.many:
			b.WriteString(any)
		case x.any:
			b.WriteByte('a')
		case x.not:
			for r := ' '; r < utf8.RuneSelf; r++ {
				if x.has(r) {
					b.WriteRune(r)
					break
				}
			}
		case len(x.ranges) > 0:
			b.WriteRune(x.ranges[len(x.ranges)-1])
		}
	}
	return b.String()
}
