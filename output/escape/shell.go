package escape

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Part is a part of a shell word: a text, or the value of a variable.
type Part struct {
	Text string
	// Variable is the name of a variable. If it is set, Text is ignored.
	Variable string
}

// Shell returns a text as one word of bash, zsh or ksh, whose value is exactly the text. NUL is left out, because no
// argument of a program can contain it.
func Shell(s string) string {
	if s != "" && !strings.ContainsFunc(s, special) {
		return s
	}
	return quoted(s)
}

// special reports whether a character may have a meaning to a shell.
func special(r rune) bool {
	letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	return !letter && !strings.ContainsRune("_-./:,@%+", r)
}

// ShellWord joins parts to one word. It uses double quotes if they suffice, because variables are most readable in
// them.
func ShellWord(parts ...Part) string {
	double := "\""
	for _, p := range parts {
		switch {
		case p.Variable != "":
			double += "${" + variable(p.Variable) + "}"
		case strings.ContainsAny(p.Text, "\"$\\`!") || !plain(p.Text, ""):
			return mixed(parts)
		default:
			double += p.Text
		}
	}
	return double + "\""
}

func mixed(parts []Part) string {
	word, text := "", ""
	flush := func() {
		if text != "" {
			word += quoted(text)
		}
		text = ""
	}
	for _, p := range parts {
		if p.Variable == "" {
			text += p.Text
			continue
		}
		flush()
		word += `"${` + variable(p.Variable) + `}"`
	}
	flush()
	return word
}

// variable returns a name that shells accept as a variable.
func variable(name string) string {
	name = strings.Map(func(r rune) rune {
		if r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, name)
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		name = "_" + name
	}
	return name
}

// quoted returns a text in single quotes, which escape invisible characters if the text has any.
func quoted(s string) string {
	if plain(s, "") {
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	return "$'" + escapeBytes(strings.ReplaceAll(s, "\x00", ""), `\'`, `\%03o`) + "'"
}

// ShellFile returns a word of bash, zsh or ksh that is the name of a file with the text as its content. Unlike an
// argument, a file can contain NUL.
func ShellFile(s string) string { return "<(printf %b '" + escapeBytes(s, `\0047`, `\0%03o`) + "')" }

// escapeBytes escapes invisible characters, backslashes and single quotes. quote replaces a single quote, and format
// formats the other bytes.
func escapeBytes(s, quote, format string) string {
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		switch at := strings.IndexRune("\n\t\r\\'", r); {
		case at >= 0:
			b.WriteString([]string{`\n`, `\t`, `\r`, `\\`, quote}[at])
		case isVisible(r, size):
			b.WriteString(s[:size])
		default:
			for _, c := range []byte(s[:size]) {
				fmt.Fprintf(&b, format, c)
			}
		}
		s = s[size:]
	}
	return b.String()
}
