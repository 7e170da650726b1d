package report

import (
	"strings"
	"unicode/utf8"
)

// columns is the width that the prose of a summary keeps to: that of a small
// terminal, less the indentation that "go test" gives to what a test logs.
const columns = 72

// folded breaks a text at its spaces into lines that fit a terminal. The first
// one begins with first, the others with as many spaces. A word that does not
// fit stays whole, since it is most often something to copy.
func folded(first, text string) string {
	indent := strings.Repeat(" ", utf8.RuneCountInString(first))
	var b strings.Builder
	b.WriteString(first)
	used, fresh := len(indent), true
	for word := range strings.FieldsSeq(line(text)) {
		n := utf8.RuneCountInString(word)
		switch {
		case !fresh && used+1+n > columns:
			b.WriteString("\n" + indent)
			used = len(indent)
		case !fresh:
			b.WriteByte(' ')
			used++
		}
		b.WriteString(word)
		used, fresh = used+n, false
	}
	b.WriteByte('\n')
	return b.String()
}
