package derive

import (
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/genotype"
)

// piece matches one piece of a text in a small language: a quoted text, a word or number, blanks, or one other
// character.
var piece = lazyregexp.New(`(?s)"(?:[^"\\]|\\.)*"|[\pL\pN_]+|\s+|.`)

// fewestPieces is the least number of pieces of a text that is torn. mostPieces is the number of its pieces that are
// changed, one at a time.
const fewestPieces, mostPieces = 3, 12

// pieceChanges are the changes of one piece of a text: remove it, double it, swap it with the next piece, end the text
// after it, replace it by an unclosed quotation mark, replace it by an unclosed bracket. It is read-only.
var pieceChanges = []func(all []string, at int) []string{
	func(all []string, at int) []string { return slices.Delete(all, at, at+1) },
	func(all []string, at int) []string { return slices.Insert(all, at, all[at]) },
	func(all []string, at int) []string {
		if at+1 < len(all) {
			all[at], all[at+1] = all[at+1], all[at]
		}
		return all
	},
	func(all []string, at int) []string { return all[:at+1] },
	func(all []string, at int) []string { all[at] = `"`; return all },
	func(all []string, at int) []string { all[at] = "["; return all },
}

// tear changes one piece of a text in a call in a way that was not tried. It takes the text with the fewest tries. The
// parser that accepted the text fails at another point then. It reports whether a change was left.
func (v *Variants) tear(c *action.Call) bool {
	var best *written
	next, name, fewest := "", mark{}, 0
	all := writtenIn(c)
	for i := range all {
		place := v.key(c, torn, all[i].name)
		if n := v.places[place]; best == nil || n < fewest {
			if text, done := v.nextTorn(place, &all[i]); text != "" {
				best, next, name, fewest = &all[i], text, done, n
			}
		}
	}
	if best == nil || !best.assign(best.g, next) {
		return false
	}
	v.tried[name] = true
	v.places[v.key(c, torn, best.name)]++
	for _, t := range action.Takers(c) {
		if t.Gene == best.g {
			c.Keep(t)
		}
	}
	return true
}

// written is a text in a call.
type written struct {
	name, text string
	g          gene.Gene
	assign     func(gene.Gene, string) bool
}

// selector returns a filter with two conditions, in a notation of which many services understand a part. It is the text
// that is torn for a filter input.
func selector() string { return inNotation(bothWays, pair{"a", "b"}, pair{"c", "d"}) }

// writtenIn lists the texts of a call with enough pieces, and the filter inputs in its query.
func writtenIn(c *action.Call) (out []written) {
	for _, l := range genotype.Leaves(c.Genotype) {
		if text, ok := l.Value().(string); ok && len(piece().FindAllString(text, fewestPieces)) == fewestPieces {
			out = append(out,
				written{l.Name, text, l.Gene, func(g gene.Gene, t string) bool { return gene.Assign(g, t) }})
		}
	}
	for i := range c.Genotype.Params {
		if p := &c.Genotype.Params[i]; p.Spec.In == openapi.InQuery && words.Filters.Has(p.Spec.Name) {
			out = append(out, written{p.Spec.Name + " of a selector", selector(), p.Gene,
				func(g gene.Gene, t string) bool { return gene.Assign(g, []any{t}) || gene.Assign(g, t) }})
		}
	}
	return out
}

// nextTorn returns the text with the next change that was not tried and that the input accepts, and the mark of the
// change. It returns "" if none is left.
func (v *Variants) nextTorn(place mark, w *written) (string, mark) {
	for at := range min(mostPieces, len(piece().FindAllString(w.text, mostPieces))) {
		for how, change := range pieceChanges {
			name := place.of(strconv.Itoa(at) + " " + strconv.Itoa(how))
			if v.tried[name] {
				continue
			}
			next := strings.Join(change(piece().FindAllString(w.text, -1), at), "")
			if next != w.text && next != "" && w.assign(w.g.Clone(), next) {
				return next, name
			}
			v.tried[name] = true
		}
	}
	return "", mark{}
}
