package driver

import (
	"regexp"
	"strings"
)

// colours matches control sequences of terminals.
var colours = regexp.MustCompile(`\x1b(?:\[[0-9;:?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])`)

// bare returns a text without control sequences of terminals.
func bare(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' || r == 0x7f {
			return -1
		}
		return r
	}, colours.ReplaceAllString(text, ""))
}

const maxLine = 300 // bytes of a text in an error

func oneLine(text string) string {
	text, _, _ = strings.Cut(strings.TrimSpace(bare(text)), "\n")
	return cut(text)
}

func cut(text string) string {
	if len(text) > maxLine {
		text = strings.ToValidUTF8(text[:maxLine], "") + "..."
	}
	return text
}
