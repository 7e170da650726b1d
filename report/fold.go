package report

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/evoke-go/evoke/output/escape"
)

// columns is the width that the prose of a summary keeps to: that of a small
// terminal, less the indentation that "go test" gives to what a test logs.
const columns = 72

// folded breaks a text at its spaces into lines that fit a terminal. The first line
// begins with the given text, the others with as many spaces. A word that does not
// fit stays whole, because it is most often something to copy.
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

// maxListed is how many lines a list of the summary has at most; report.json
// has them all.
const maxListed = 40

// more tells how much of a list is not shown.
func more(b *strings.Builder, n int) {
	if n > maxListed {
		fmt.Fprintf(b, "  ... and %d more in report.json\n", n-maxListed)
	}
}

func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// line makes a text safe for one line of a terminal.
func line(s string) string { return escape.Prose(s) }
