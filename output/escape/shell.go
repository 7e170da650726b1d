package escape

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Part is a part of a word of a shell: a text, or the value of a variable.
type Part struct {
	Text string
	// Variable is the name of a variable. Text is not used then.
	Variable string
}

// Shell returns a text as one word of bash, zsh or ksh, which is exactly the text.
// NUL is left out, because no argument of a program can hold it.
func Shell(s string) string {
	if s != "" && !strings.ContainsFunc(s, special) {
		return s
	}
	return quoted(s)
}

// special reports whether a character may mean more than itself to a shell.
func special(r rune) bool {
	letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
	return !letter && !strings.ContainsRune("_-./:,@%+", r)
}

// ShellWord joins parts to one word. It quotes them with double quotes where that is
// enough, because variables read best in them.
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

// variable is a name that shells take.
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

// quoted puts single quotes around a text, of the kind in which all characters show.
func quoted(s string) string {
	if plain(s, "") {
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	return "$'" + spelledOut(strings.ReplaceAll(s, "\x00", ""), `\'`, `\%03o`) + "'"
}

// ShellFile returns a word of bash, zsh or ksh that is the name of a file with the
// text. Unlike an argument, a file can hold NUL.
func ShellFile(s string) string { return "<(printf %b '" + spelledOut(s, `\0047`, `\0%03o`) + "')" }

// spelledOut spells out what does not show, backslashes and single quotes. The
// format is for the bytes of the other characters.
func spelledOut(s, quote, format string) string {
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		switch at := strings.IndexRune("\n\t\r\\'", r); {
		case at >= 0:
			b.WriteString([]string{`\n`, `\t`, `\r`, `\\`, quote}[at])
		case shows(r, size):
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
