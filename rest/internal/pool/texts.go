package pool

import (
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/chance"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/sut"
)

const (
	// maxTexts is the largest number of kept answers with new outlines, maxCoded the number of further answers with new
	// codes. maxWhole is the largest size of an answer in bytes.
	maxTexts, maxCoded, maxWhole = 24, 24, 16 << 10
	// codeLength is the length of the code at the beginning of a line, in characters.
	codeLength = 3
	// maxEdits is the largest number of edits of an answered text.
	maxEdits = 3
)

// texts keeps answers that are plain texts, such as the result of an export: an import accepts such a text. It keeps
// one text for each outline, and one for each set of codes. In formats with fixed columns, a code of a few characters
// often tells the type of a record.
type texts struct {
	kept     []string
	outlines map[string]bool
	coded    int // number of kept texts that were kept for their codes
}

// add keeps an answer if it is a text with a new outline.
func (t *texts) add(resp *sut.Response) {
	kind := message.KindOf(resp.Header.Get("Content-Type"))
	declared := resp.Header.Get("Content-Type") != ""
	if declared && kind != message.PlainText && kind != message.Bytes ||
		message.Essence(resp.Header.Get("Content-Type")) == "text/html" {
		return
	}
	if len(resp.Body) > maxWhole || resp.Encoded || !utf8.Valid(resp.Body) {
		return
	}
	plain := string(resp.Body)
	if strings.ContainsRune(plain, 0) || !t.news(plain) {
		return
	}
	t.kept = append(t.kept, plain)
}

// news reports whether to keep a text, and notes its outline and codes.
func (t *texts) news(text string) bool {
	if t.outlines == nil {
		t.outlines = map[string]bool{}
	}
	shape, codes := outline(text, 1), " "+outline(text, codeLength)
	switch {
	case !t.outlines[shape] && len(t.kept)-t.coded < maxTexts:
	case t.outlines[shape] && !t.outlines[codes] && t.coded < maxCoded:
		t.coded++
	default:
		return false
	}
	t.outlines[shape], t.outlines[codes] = true, true
	return true
}

// outline returns the beginnings of the lines of a text: the first character and the letters and digits after it, at
// most length characters. Lines in a row with the same beginning count once. In formats whose lines begin with a type
// of record, the outline tells which types the text has.
func outline(text string, length int) string {
	var out []string
	for line := range strings.Lines(text) {
		_, end := utf8.DecodeRuneInString(line)
		for range length - 1 {
			next, n := utf8.DecodeRuneInString(line[end:])
			if !unicode.IsLetter(next) && !unicode.IsDigit(next) {
				break
			}
			end += n
		}
		if first := line[:end]; len(out) == 0 || out[len(out)-1] != first {
			out = append(out, first)
		}
	}
	return strings.Join(out, "")
}

// LendText sometimes gives a new call the text of an earlier answer as its body, mostly with some lines changed. The
// operation has to accept plain text. It reports whether it changed the call.
func (l *Values) LendText(r *rand.Rand, c *action.Call) bool {
	b := c.Genotype.Body
	if l == nil || len(l.texts.kept) == 0 || b == nil || c.Genotype.IsInvalid() {
		return false
	}
	t := &l.texts
	var takers []int
	for i, m := range b.Types() {
		if i < len(b.Contents) && message.KindOf(m.Type) == message.PlainText {
			takers = append(takers, i)
		}
	}
	if len(takers) == 0 || !chance.Seldom(r) {
		return false
	}
	text := t.kept[r.IntN(len(t.kept))]
	if chance.Mostly(r) {
		for range 1 + r.IntN(maxEdits) {
			text = t.edit(r, text)
		}
	}
	media := takers[r.IntN(len(takers))]
	if !gene.Assign(b.Contents[media].Clone(), text) {
		return false
	}
	b.Set(true)
	b.SetMedia(media)
	return gene.Assign(b.Contents[media], text)
}

// edit makes one change to a text: it removes a line, doubles it, swaps it with the next line, inserts a line of
// another text, or changes some columns.
func (t *texts) edit(r *rand.Rand, text string) string {
	lines := strings.SplitAfter(text, "\n")
	at := r.IntN(len(lines))
	switch r.IntN(6) {
	case 0:
		lines = slices.Delete(lines, at, at+1)
	case 1:
		lines = slices.Insert(lines, at, lines[at])
	case 2:
		if at+1 < len(lines) {
			lines[at], lines[at+1] = lines[at+1], lines[at]
		}
	case 3:
		other := strings.SplitAfter(t.kept[r.IntN(len(t.kept))], "\n")
		lines = slices.Insert(lines, at, other[r.IntN(len(other))])
	default:
		lines[at] = columns(r, lines[at], lines)
	}
	return strings.Join(lines, "")
}

// maxColumns is the largest number of columns that change at once.
const maxColumns = 3

// columns changes some columns of a line: to those of another line of the text, or to random digits, letters and
// blanks.
func columns(r *rand.Rand, line string, lines []string) string {
	end := len(strings.TrimRight(line, "\r\n"))
	if end == 0 || end != utf8.RuneCountInString(line[:end]) {
		return line
	}
	out := []byte(line)
	from := r.IntN(end)
	other := lines[r.IntN(len(lines))]
	for i := from; i < min(end, from+1+r.IntN(maxColumns)); i++ {
		switch {
		case r.IntN(3) == 0 && i < len(other) && other[i] >= ' ' && other[i] < utf8.RuneSelf:
			out[i] = other[i]
		case r.IntN(4) == 0:
			out[i] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ -"[r.IntN(28)]
		default:
			out[i] = byte('0' + r.IntN(10))
		}
	}
	return string(out)
}
