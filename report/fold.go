package report

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/evoke-go/evoke/output/escape"
)

// columns is the width of the prose in a summary: that of a small terminal, less the indentation of logs by "go test".
const columns = 72

// folded breaks a text at spaces into lines that fit a terminal. The first line begins with first, the others with as
// many spaces. A word that is too long stays whole, because it is often there to be copied.
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

// maxListed is how many lines a list in the summary has at most; report.json has all.
const maxListed = 40

// more writes how many items of a list are not shown.
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

// line escapes a text for one line of a terminal.
func line(s string) string { return escape.Prose(s) }
