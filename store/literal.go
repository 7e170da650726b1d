package store

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/evoke-go/evoke/value"
)

// scribe writes names and texts in a dialect.
type scribe struct {
	settings
	// reserved has the names that the dialect takes for something else, in small letters. Nil: no name is known to be
	// free, so all are quoted.
	reserved map[string]bool
}

// name writes a name, in quotes if it needs them.
func (w *scribe) name(s string) string {
	if w.reserved != nil && !w.reserved[strings.ToLower(s)] && w.isBare(s) {
		return s
	}
	if w.dialect == mysql {
		return "`" + strings.ReplaceAll(s, "`", "``") + "`"
	}
	return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
}

// isBare reports whether the characters of a name need no quotes. PostgreSQL makes small letters of capitals.
func (w *scribe) isBare(s string) bool {
	for i, c := range s {
		small, capital := 'a' <= c && c <= 'z' || c == '_', 'A' <= c && c <= 'Z' && w.dialect != postgres
		if !small && !capital && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}

// names writes names with commas between them.
func (w *scribe) names(list []string) string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = w.name(s)
	}
	return strings.Join(out, ", ")
}

// table writes the name of a table. In PostgreSQL a table of another schema has its schema before it, as the database
// writes it. MariaDB takes "value" behind INTO for the beginning of the values, and for a name anywhere else.
func (w *scribe) table(s string) string {
	switch {
	case w.dialect == postgres && strings.Contains(s, "."):
		return s
	case w.dialect == mysql && strings.EqualFold(s, "value"):
		return "`" + s + "`"
	}
	return w.name(s)
}

// text writes a text in one line.
func (w *scribe) text(s string) string {
	control := strings.ContainsFunc(s, unicode.IsControl)
	switch {
	case !utf8.ValidString(s) && w.dialect == sqlite:
		return "CAST(" + hexed(s) + " AS TEXT)"
	case !utf8.ValidString(s) && w.dialect == mysql:
		return "X'" + hex.EncodeToString([]byte(s)) + "'"
	case w.dialect == sqlite && control:
		return joined(s)
	case w.dialect == mysql:
		return w.ofMySQL(s, control)
	case w.dialect == postgres && (control || strings.Contains(s, `\`)):
		return "E'" + escaped(s, postgresEscape) + "'"
	}
	return "'" + strings.ReplaceAll(s, "'", "''") + "'"
}

// ofMySQL writes a text for MySQL. A character that has no escape there has the text in hexadecimal digits.
func (w *scribe) ofMySQL(s string, control bool) string {
	strange := func(c rune) bool { return unicode.IsControl(c) && !strings.ContainsRune("\x00\n\r\t\b\x1a", c) }
	switch {
	case w.plain && control, strings.ContainsFunc(s, strange):
		return "_utf8mb4 X'" + hex.EncodeToString([]byte(s)) + "'"
	case w.plain:
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	}
	return "'" + escaped(s, mysqlEscape) + "'"
}

// escaped writes the inside of a text, where escape returns what stands for a character, "" for the character itself.
func escaped(s string, escape func(c rune) string) string {
	var out strings.Builder
	for _, c := range s {
		if e := escape(c); e != "" {
			out.WriteString(e)
		} else {
			out.WriteRune(c)
		}
	}
	return out.String()
}

func commonEscape(c rune) string {
	switch c {
	case '\'':
		return "''"
	case '\\':
		return `\\`
	case '\n':
		return `\n`
	case '\r':
		return `\r`
	case '\t':
		return `\t`
	case '\b':
		return `\b`
	}
	return ""
}

func mysqlEscape(c rune) string {
	switch c {
	case 0:
		return `\0`
	case 0x1a:
		return `\Z`
	}
	return commonEscape(c)
}

func postgresEscape(c rune) string {
	if e := commonEscape(c); e != "" || !unicode.IsControl(c) {
		return e
	}
	if c == 0 {
		return `\000` // the database says that it takes none
	}
	return fmt.Sprintf(`\u%04x`, c)
}

// joined writes a text for SQLite, which has no escapes: its parts, and characters by their numbers.
func joined(s string) string {
	var parts []string
	for s != "" {
		end := strings.IndexFunc(s, unicode.IsControl)
		if end < 0 {
			end = len(s)
		}
		if end > 0 {
			parts = append(parts, "'"+strings.ReplaceAll(s[:end], "'", "''")+"'")
		}
		var numbers []string
		for s = s[end:]; s != ""; {
			c, size := utf8.DecodeRuneInString(s)
			if !unicode.IsControl(c) {
				break
			}
			numbers = append(numbers, fmt.Sprint(int(c)))
			s = s[size:]
		}
		if len(numbers) > 0 {
			parts = append(parts, "char("+strings.Join(numbers, ", ")+")")
		}
	}
	return strings.Join(parts, " || ")
}

// bytes writes a text for a column of bytes.
func (w *scribe) bytes(s string) string {
	readable := utf8.ValidString(s) && !strings.ContainsFunc(s, unicode.IsControl)
	switch {
	case w.dialect == postgres && (!readable || strings.Contains(s, `\`)):
		return `'\x` + hex.EncodeToString([]byte(s)) + "'"
	case w.dialect == postgres:
		return "'" + strings.ReplaceAll(s, "'", "''") + "'"
	case !readable:
		return hexed(s)
	case w.dialect == sqlite:
		return "CAST(" + w.text(s) + " AS BLOB)"
	}
	return w.text(s)
}

func hexed(s string) string { return "X'" + hex.EncodeToString([]byte(s)) + "'" }

// literal writes the plain value of a column as the database takes it. A column of nil is not known.
func (w *scribe) literal(c *Column, v any) string {
	f := form{kind: text}
	if c != nil {
		f = c.form(w.dialect)
	}
	if v == nil {
		return "NULL"
	}
	if f.kind == document {
		return w.text(documentText(v))
	}
	switch v := v.(type) {
	case bool:
		return w.truth(c, f, v)
	case string:
		return w.word(f, v)
	case int64, float64, json.Number:
		return w.figure(c, f, figureText(v))
	}
	return w.text(string(value.AppendJSON(nil, v)))
}

// documentText returns the text of a JSON document. A text that is one stays as it is.
func documentText(v any) string {
	if s, ok := v.(string); ok && json.Valid([]byte(s)) {
		return s
	}
	return string(value.AppendJSON(nil, v))
}

// truth writes a bool: as a number, but for PostgreSQL, and as a word into a column of texts.
func (w *scribe) truth(c *Column, f form, v bool) string {
	switch {
	case w.dialect == postgres && (f.kind == boolean || c == nil):
		return strconv.FormatBool(v)
	case c != nil && f.kind == text:
		return w.text(strconv.FormatBool(v))
	case v:
		return "1"
	}
	return "0"
}

func figureText(v any) string {
	switch v := v.(type) {
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return "NULL" // no plain value, and no number of SQL
		}
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return string(v.(json.Number))
}

// figure writes a number: as a text into a column of texts, and as a bool for PostgreSQL.
func (w *scribe) figure(c *Column, f form, v string) string {
	switch {
	case c != nil && f.kind == text, f.money:
		return w.text(v)
	case w.dialect == postgres && f.kind == boolean:
		return strconv.FormatBool(strings.Trim(v, "-0.") != "")
	}
	return v
}

// word writes a text: as bytes, or as a time in the form that all databases and drivers read.
func (w *scribe) word(f form, v string) string {
	switch f.kind {
	case bytes:
		return w.bytes(v)
	case moment:
		if t, err := time.Parse(time.RFC3339Nano, v); err == nil {
			return w.text(w.moment(f, t))
		}
	case clock:
		for _, layout := range []string{"15:04:05.999999999Z07:00", "15:04:05.999999999"} {
			if t, err := time.Parse(layout, v); err == nil {
				return w.text(t.Format("15:04:05.999999"))
			}
		}
	case date:
		if t, err := time.Parse(time.RFC3339Nano, v); err == nil {
			return w.text(t.Format(time.DateOnly))
		}
	}
	return w.text(v)
}

// moment writes a time in UTC. In a column with a zone it says so: the zone of the session may be another one.
func (w *scribe) moment(f form, t time.Time) string {
	out := t.UTC().Format("2006-01-02 15:04:05.999999")
	if f.zoned {
		out += "+00"
	}
	return out
}
