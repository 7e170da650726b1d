package accepted

import (
	"math/rand/v2"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/wire"
	"github.com/evoke-go/evoke/sut"
)

const (
	// maxTexts is how many whole answers are kept that are texts, and maxWhole how long
	// one may be, in bytes.
	maxTexts, maxWhole = 24, 16 << 10
	// textRate is the share of new calls with a text for a body that send what was answered,
	// editRate that of these with changed lines, and maxEdits how many.
	textRate, editRate, maxEdits = 0.3, 0.7, 3
)

// texts are answers that are texts, such as what an export gives: what imports takes them.
// There is one for each outline.
type texts struct {
	kept     []string
	outlines map[string]bool
}

// add keeps an answer if it is a text with a new outline.
func (t *texts) add(resp *sut.Response) {
	kind := wire.KindOf(resp.Header.Get("Content-Type"))
	declared := resp.Header.Get("Content-Type") != ""
	if declared && kind != wire.Text && kind != wire.Bytes || wire.Essence(resp.Header.Get("Content-Type")) == "text/html" {
		return
	}
	if len(t.kept) == maxTexts || len(resp.Body) > maxWhole || resp.Encoded || !utf8.Valid(resp.Body) {
		return
	}
	plain := string(resp.Body)
	shape := outline(plain)
	if strings.ContainsRune(plain, 0) || t.outlines[shape] {
		return
	}
	if t.outlines == nil {
		t.outlines = map[string]bool{}
	}
	t.outlines[shape] = true
	t.kept = append(t.kept, plain)
}

// outline is how the lines of a text begin, each beginning once where several lines in a
// row have it: what kinds of records there are, in formats that begin with one.
func outline(text string) string {
	var out []rune
	for line := range strings.Lines(text) {
		first, _ := utf8.DecodeRuneInString(line)
		if len(out) == 0 || out[len(out)-1] != first {
			out = append(out, first)
		}
	}
	return string(out)
}

// LendText gives a new call whose body may be a text one that was answered, now and then,
// mostly with some lines changed. It reports whether it did.
func (l *Library) LendText(r *rand.Rand, c *action.Call) bool {
	b := c.Genotype.Body
	if l == nil || len(l.texts.kept) == 0 || b == nil || c.Genotype.IsInvalid() {
		return false
	}
	t := &l.texts
	var takers []int
	for i, m := range c.Genotype.Bodies() {
		if i < len(b.Contents) && wire.KindOf(m.Type) == wire.Text {
			takers = append(takers, i)
		}
	}
	if len(takers) == 0 || r.Float64() >= textRate {
		return false
	}
	text := t.kept[r.IntN(len(t.kept))]
	if r.Float64() < editRate {
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
