package tables

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/evoke-go/evoke/probe"
	lex "github.com/evoke-go/evoke/probe/tables/internal/token"
)

// mark begins the words that attacks put into inputs: five digits follow. An attack on a number has a condition of two
// such numbers instead, after condition.
const mark, condition, markDigits = "evoke", " OR ", 5

// marked reports whether a text has the mark of an attack in it. The value of an argument has no place in the text.
func marked(text string) bool { return markIn(text) >= 0 }

// markIn returns where the first mark of a text is, -1 for none.
func markIn(text string) int {
	for at := 0; ; at++ {
		next := indexFold(text[at:], mark)
		if next < 0 {
			break
		}
		if at += next; digits(text[at+len(mark):]) == markDigits {
			return at
		}
	}
	for at := 0; ; at++ {
		next := indexFold(text[at:], condition)
		if next < 0 {
			return -1
		}
		at += next
		rest := text[at+len(condition):]
		if digits(rest) == markDigits && strings.HasPrefix(rest[markDigits:], "=") || startsFold(rest, "(SELECT ") {
			return at
		}
	}
}

// digits counts those that a text begins with.
func digits(text string) (n int) {
	for n < len(text) && text[n] >= '0' && text[n] <= '9' {
		n++
	}
	return n
}

// startsFold reports whether a text begins with a part, in capital or small letters.
func startsFold(text, part string) bool {
	return len(text) >= len(part) && strings.EqualFold(text[:len(part)], part)
}

// indexFold returns where a part of ASCII is in a text, in capital or small letters, -1 for nowhere.
func indexFold(text, part string) int {
	if at := strings.Index(text, part); at >= 0 {
		return at
	}
	for _, other := range [...]string{strings.ToLower(part), strings.ToUpper(part)} {
		if at := strings.Index(text, other); at >= 0 {
			return at
		}
	}
	return -1
}

// splice notes a marked statement, once in a round.
func (r *recorder) splice(s *statement) {
	turn := r.turn.Load()
	if s.spliced.Swap(turn) == turn {
		return
	}
	in := probe.Incident{Kind: probe.Spliced, Text: around(s.text), Stack: callers()}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.happened(in)
}

// mostText bounds the part of a marked statement that is kept, in bytes: a third of it comes before the mark.
const mostText = 1500

// around returns the part of a statement around its mark, which begins with a token. The parts of a statement behind
// its first 64 KB are not read.
func around(text string) string {
	if len(text) <= mostText {
		return text
	}
	from, at := 0, max(0, markIn(text))
	for _, p := range pieces(text, false) {
		if p.from <= at && (at-from > mostText/3 || p.from == 0) {
			from = p.from
		}
	}
	return strings.ToValidUTF8(text[from:min(len(text), from+mostText)], "")
}

// piece is where a token of a text is.
type piece struct {
	from, to int
	kind     kind
}

// pieces returns where the tokens of a text are. escapes says that a backslash in a text in quotes takes the meaning
// from the character behind it, as in MySQL.
func pieces(text string, escapes bool) (out []piece) {
	all, _ := lex.Scan(text, lex.Options{Backslash: escapes})
	for _, t := range all {
		out = append(out, piece{t.At, t.At + len(t.Source), kindOf(t)})
	}
	return out
}

// Torn reports whether a part of a statement, in capital or small letters, is more than one token of the statement:
// then it stands there as SQL, and not as a value in quotes or a name. It reports false if the part is not in the
// statement, is in a comment, or is a single token to some dialect.
func Torn(statement, part string) bool {
	lower, part := strings.ToLower(statement), strings.ToLower(part)
	if part == "" || len(lower) != len(statement) {
		return false
	}
	standard, escaping := pieces(statement, false), pieces(statement, true)
	for at := 0; ; at++ {
		next := strings.Index(lower[at:], part)
		if next < 0 {
			return false
		}
		at += next
		if touched(standard, at, at+len(part)) > 1 && touched(escaping, at, at+len(part)) > 1 {
			return true
		}
	}
}

// touched counts the tokens between two indexes of a text, up to two.
func touched(all []piece, from, to int) (n int) {
	at, _ := slices.BinarySearchFunc(all, from, func(p piece, from int) int { return cmp.Compare(p.to, from+1) })
	for ; at < len(all) && all[at].from < to && n < 2; at++ {
		n++
	}
	return n
}

// mostShape bounds the text of a shape, in bytes.
const mostShape = 300

// Shape returns a statement with a question mark for each text and number in it, without comments, in one line. Texts
// with the part keep, unless it is "", stay as they are. A long statement is cut.
func Shape(statement, keep string) string {
	text := shapeOf(statement, keep)
	if len(text) <= mostShape {
		return text
	}
	from := 0
	if at := strings.Index(text, keep); keep != "" && at > mostShape/2 {
		from = at - mostShape/2
		for !utf8.RuneStart(text[from]) {
			from++
		}
	}
	text = strings.ToValidUTF8(text[from:min(len(text), from+mostShape)], "") + "..."
	if from > 0 {
		text = "..." + text
	}
	return text
}

// shapeOf is Shape for a statement that is not cut.
func shapeOf(statement, keep string) string {
	var out strings.Builder
	last := 0
	for _, p := range pieces(statement, false) {
		if p.from > last && out.Len() > 0 {
			out.WriteByte(' ')
		}
		last = p.to
		switch token := statement[p.from:p.to]; {
		case p.kind == literal && (keep == "" || !strings.Contains(token, keep)):
			out.WriteByte('?')
		default:
			out.WriteString(strings.Join(strings.Fields(token), " "))
		}
	}
	return out.String()
}
