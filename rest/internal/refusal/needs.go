package refusal

import (
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"
)

// fits reports whether the form of a rule may match a text, by the words that it needs. Most texts have no word of most
// forms. small is the text in small letters, or "" where letters beyond ASCII may be of a word as well.
func (r rule) fits(small string) bool {
	needs := r.needs()
	return small == "" || needs == nil ||
		slices.ContainsFunc(needs, func(word string) bool { return strings.Contains(small, word) })
}

// smallLetters returns a text as [rule.fits] takes it.
func smallLetters(text string) string {
	small := strings.ToLower(text)
	if strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return ""
	}
	return small
}

// needed returns texts of which a match of an expression has at least one, nil where there are no such texts.
func needed(expression string) []string {
	re, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return nil // it does not compile either
	}
	return neededBy(re)
}

func neededBy(re *syntax.Regexp) (out []string) {
	switch re.Op {
	case syntax.OpLiteral:
		return []string{strings.ToLower(string(re.Rune))}
	case syntax.OpCapture, syntax.OpPlus:
		return neededBy(re.Sub[0])
	case syntax.OpConcat:
		for _, part := range re.Sub { // the longest tells most
			if texts := neededBy(part); shortest(texts) > shortest(out) {
				out = texts
			}
		}
	case syntax.OpAlternate:
		for _, branch := range re.Sub {
			texts := neededBy(branch)
			if texts == nil {
				return nil
			}
			out = append(out, texts...)
		}
	}
	return out
}

// shortest is the length of the shortest of some texts, 0 for none.
func shortest(texts []string) (n int) {
	for i, text := range texts {
		if i == 0 || len(text) < n {
			n = len(text)
		}
	}
	return n
}
