package refusal

import (
	"regexp/syntax"
	"slices"
	"strings"
	"unicode/utf8"
)

// fits reports whether a text may match the form of a rule, by the words that the form needs. Most texts have no word
// of most forms. small is the text in lower case, or "" if the text has letters beyond ASCII that may belong to a
// word.
func (r rule) fits(small string) bool {
	needs := r.needs()
	return small == "" || needs == nil ||
		slices.ContainsFunc(needs, func(word string) bool { return strings.Contains(small, word) })
}

// smallLetters returns a text in the form that [rule.fits] takes.
func smallLetters(text string) string {
	small := strings.ToLower(text)
	if strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return ""
	}
	return small
}

// needed returns texts of which each match of an expression contains at least one. It returns nil if there are no such
// texts.
func needed(expression string) []string {
	re, err := syntax.Parse(expression, syntax.Perl)
	if err != nil {
		return nil // such an expression does not compile, either
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
		for _, part := range re.Sub { // the part with the longest texts excludes most
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

// shortest returns the length of the shortest text, or 0 if there are none.
func shortest(texts []string) (n int) {
	for i, text := range texts {
		if i == 0 || len(text) < n {
			n = len(text)
		}
	}
	return n
}
