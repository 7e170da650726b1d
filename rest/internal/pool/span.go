package pool

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/chance"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

const (
	// maxStep is the largest distance between the beginning and the end of a new span, in days or units.
	maxStep = 14
)

// bounds are the words for the beginning of a span and for its end, in pairs. It is
// read-only.
var bounds = [][2]string{
	{"from", "to"}, {"from", "until"}, {"from", "till"}, {"from", "thru"}, {"from", "through"}, {"start", "end"},
	{"start", "stop"}, {"start", "finish"}, {"starts", "ends"}, {"starting", "ending"}, {"started", "ended"},
	{"begin", "end"}, {"begins", "ends"}, {"beginning", "end"}, {"since", "until"}, {"since", "till"},
	{"after", "before"}, {"not before", "not after"}, {"earliest", "latest"}, {"min", "max"}, {"minimum", "maximum"},
	{"least", "most"}, {"lower", "upper"}, {"low", "high"}, {"smallest", "largest"}, {"in", "out"},
	{"checkin", "checkout"}, {"open", "close"}, {"opens", "closes"}, {"opening", "closing"},
	{"issued", "expires"}, {"lo", "hi"},
}

// ends reports whether two names are those of the beginning and the end of the same span: the words that differ are a
// pair of bounds, alone or beside the words that both names have.
func ends(from, to string) bool {
	a, b := wordsOf(from), wordsOf(to)
	prefix := 0
	for prefix < min(len(a), len(b)) && a[prefix] == b[prefix] {
		prefix++
	}
	if prefix > 0 && a[prefix-1] == "not" {
		prefix-- // not before comes first
	}
	suffix := 0
	for suffix < min(len(a), len(b))-prefix && a[len(a)-1-suffix] == b[len(b)-1-suffix] {
		suffix++
	}
	return bounded(a[prefix:len(a)-suffix], b[prefix:len(b)-suffix], prefix+suffix > 0) || bounded(a, b, false)
}

// bounded reports whether two groups of words are a pair of bounds. "in" and "out" are a pair only if shared is set:
// both names have a further word.
func bounded(from, to []string, shared bool) bool {
	pair := [2]string{strings.Join(from, " "), strings.Join(to, " ")}
	return slices.Contains(bounds, pair) && (pair[0] != "in" || shared)
}

// wordsOf returns the words of a name in lower case.
func wordsOf(name string) []string {
	out := suite.Words(name)
	for i := range out {
		out[i] = strings.ToLower(out[i])
	}
	return out
}

// spans puts the beginning of each span of the call before its end.
func (a *arrangement) spans() {
	last := a.bounding(1)
	for _, i := range a.bounding(0) {
		for _, j := range last {
			from, to := &a.leaves[i], &a.leaves[j]
			if i != j && from.Record > 0 && from.Record == to.Record && from.List == to.List &&
				!a.referring[from.Gene] && ends(from.Name, to.Name) {
				a.span(from, to)
			}
		}
	}
}

// bounding returns the indexes of the leaves whose names have a word for the beginning (side 0) or the end (side 1) of
// a span. Few leaves have such names, so that few pairs remain to be compared.
func (a *arrangement) bounding(side int) (out []int) {
	for i := range a.leaves {
		if a.leaves[i].Record > 0 && hasBound(suite.Words(a.leaves[i].Name), side) {
			out = append(out, i)
		}
	}
	return out
}

func hasBound(words []string, side int) bool {
	return slices.ContainsFunc(words, func(word string) bool {
		return slices.ContainsFunc(bounds, func(b [2]string) bool {
			return strings.EqualFold(word, strings.TrimPrefix(b[side], "not "))
		})
	})
}

// span gives the leaf "from" a smaller value than the leaf "to", if they are moments or numbers.
func (a *arrangement) span(from, to *genotype.Leaf) {
	if value.IsAbsent(from.Value()) != value.IsAbsent(to.Value()) && chance.Evenly(a.r) {
		for _, l := range []*genotype.Leaf{from, to} {
			if s, ok := l.Gene.(gene.Switch); ok && s.Set(true) {
				a.changed = true
			}
		}
	}
	if a.cautious && bothTexts(from.Value(), to.Value()) && !moments(from, to) {
		return
	}
	step := 1 + a.r.IntN(maxStep)
	start, layout, isMoment := parse(from.Value())
	end, other, alsoMoment := parse(to.Value())
	low, isNumber := number(from.Value())
	high, alsoNumber := number(to.Value())
	switch {
	case isNumber && alsoNumber:
		if low >= high {
			_ = a.setNumber(to, low+float64(step)) || a.setNumber(from, high-float64(step)) ||
				low > high && a.setNumber(from, high) && a.setNumber(to, low)
		}
	case isMoment && (!alsoMoment || !end.After(start)):
		_ = a.set(to, later(start, layout, step)) || alsoMoment && a.set(from, later(end, other, -step))
	case !isMoment && alsoMoment:
		a.set(from, later(end, other, -step))
	case !isMoment && bothTexts(from.Value(), to.Value()) && chance.Seldom(a.r):
		a.dated(from, to)
	}
}

// moments reports whether the values of both leaves are moments.
func moments(from, to *genotype.Leaf) bool {
	_, _, first := parse(from.Value())
	_, _, second := parse(to.Value())
	return first && second
}

// bothTexts reports whether both values are texts.
func bothTexts(a, b any) bool {
	_, first := a.(string)
	_, second := b.(string)
	return first && second
}

// number returns the number that a value is, or that a text contains.
func number(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	case json.Number:
		f, err := v.Float64()
		return f, err == nil
	case string:
		f, err := strconv.ParseFloat(v, 64)
		return f, err == nil
	}
	return 0, false
}

// setNumber gives a leaf a number, as a text if the leaf holds a text.
func (a *arrangement) setNumber(l *genotype.Leaf, f float64) bool {
	if _, isText := l.Value().(string); isText {
		return a.set(l, strconv.FormatFloat(f, 'f', -1, 64))
	}
	return f == float64(int64(f)) && a.set(l, int64(f)) || a.set(l, f)
}
