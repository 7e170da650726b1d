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
	// maxTexts is how many whole answers are kept that are texts and whose lines begin otherwise, maxCoded how many
	// more whose lines have other codes, and maxWhole how long one may be, in bytes.
	maxTexts, maxCoded, maxWhole = 24, 24, 16 << 10
	// codeLength is how many characters at the beginning of a line may be its code.
	codeLength = 3
	// maxEdits is how many lines of an answered text are changed at most.
	maxEdits = 3
)

// texts are answers that are texts, such as what an export gives: what imports takes them. There is one for each
// outline, and one for each set of codes: in formats of fixed columns the record that a line holds is often told by a
// few characters.
type texts struct {
	kept     []string
	outlines map[string]bool
	coded    int // of those kept, how many have an outline that is not new
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

// news reports whether a text is to be kept, and notes what it is like.
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

// outline is how the lines of a text begin, by a character and the letters and digits behind it, so many in all, each
// beginning once where several lines in a row have it: what kinds of records there are, in formats that begin with one.
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

// LendText gives a new call whose body may be a text one that was answered, now and then,
// mostly with some lines changed. It reports whether it did.
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

// edit changes a line of a text: it goes, comes twice, swaps its place with the next one,
// makes room for a line of another text, or has some columns changed.
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

// maxColumns is how many columns of a line change at once.
const maxColumns = 3

// columns gives some columns of a line those of another line, or other digits, letters and blanks.
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
