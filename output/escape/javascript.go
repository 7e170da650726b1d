package escape

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// JSString returns a text as a JavaScript literal in one line, in single quotes unless double quotes are more readable.
// A byte that is not UTF-8 becomes U+FFFD, because a JavaScript string cannot contain it.
func JSString(s string) string {
	quote := "'"
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		quote = `"`
	}
	return quote + jsPart(s, quote) + quote
}

// JSTemplate returns a text as the literal part of a JavaScript template literal. A byte that is not UTF-8 becomes
// U+FFFD.
func JSTemplate(s string) string {
	return strings.ReplaceAll(jsPart(s, "`"), "${", `\${`)
}

// jsPart escapes invisible characters, backslashes and one kind of quote.
func jsPart(s, quote string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\\' || string(r) == quote:
			b.WriteString(`\` + string(r))
		case isVisible(r, 2):
			b.WriteRune(r)
		default:
			b.WriteString(jsSpelled(r))
		}
	}
	return strings.NewReplacer("@vitest-environment", `\x40vitest-environment`, "@jest-environment",
		`\x40jest-environment`).Replace(b.String())
}

func jsSpelled(r rune) string {
	switch {
	case r == '\n':
		return `\n`
	case r == '\r':
		return `\r`
	case r == '\t':
		return `\t`
	case r < 0x100:
		return fmt.Sprintf(`\x%02x`, r)
	case r < 0x10000:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\u{%x}`, r)
}

// JSComment returns a text as a line of a JavaScript comment, which begins with "// ". Test runners and linters find no
// instruction in it.
func JSComment(s string) string {
	s = Prose(s)
	for _, start := range []string{"#", "@", "eslint", "prettier-ignore", "istanbul", "c8 ", "v8 ",
		"global ", "jshint", "biome-"} {
		if strings.HasPrefix(s, start) {
			s = "'" + s
		}
	}
	s = strings.NewReplacer("@vitest-", "@ vitest-", "@jest-", "@ jest-").Replace(s)
	return strings.TrimSpace("// " + s)
}

// IsText reports whether a JavaScript string can contain a text, which means that it is UTF-8.
func IsText(s string) bool { return utf8.ValidString(s) }
