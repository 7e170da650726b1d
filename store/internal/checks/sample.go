package checks

import (
	"regexp"
	"regexp/syntax"
)

// Sample returns the n-th of the shortest texts that a regular expression has, from 0, and whether there is one.
func Sample(pattern string, n int) (string, bool) {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return "", false
	}
	s := sampler{left: n}
	s.add(re.Simplify())
	matches, err := regexp.MatchString(pattern, string(s.out))
	return string(s.out), err == nil && matches && s.left == 0
}

// sampler writes a text. It takes the number of the text apart into choices, as the digits of a number.
type sampler struct {
	out  []rune
	left int
}

// add appends what an expression has at least.
func (s *sampler) add(re *syntax.Regexp) {
	switch re.Op {
	case syntax.OpLiteral:
		s.out = append(s.out, re.Rune...)
	case syntax.OpCharClass:
		s.out = append(s.out, s.runeOf(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		s.out = append(s.out, s.runeOf([]rune{'a', 'z'}))
	case syntax.OpStar, syntax.OpQuest:
		if s.left > 0 {
			s.add(re.Sub[0])
		}
	case syntax.OpRepeat:
		for range re.Min {
			s.add(re.Sub[0])
		}
	case syntax.OpAlternate:
		at := s.left % len(re.Sub)
		s.left /= len(re.Sub)
		s.add(re.Sub[at])
	default:
		for _, sub := range re.Sub {
			s.add(sub)
		}
	}
}

// runeOf chooses of the first characters of a class, letters and digits first.
func (s *sampler) runeOf(ranges []rune) rune {
	for _, usual := range []rune{'a', 'A', '0'} {
		for i := 0; i+1 < len(ranges); i += 2 {
			if low := max(ranges[i], usual); low <= ranges[i+1] && low <= usual+9 {
				size := int(min(ranges[i+1], usual+9)-low) + 1
				at := s.left % size
				s.left /= size
				return low + rune(at)
			}
		}
	}
	return ranges[0]
}
