package derive

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/value"
)

// spoil makes one thing in a call invalid that was not tried, at the place with the fewest tries. It reports whether
// there was one.
func (v *Variants) spoil(c *action.Call) bool {
	g := c.Genotype
	all := slices.Concat(g.Invalidities(), genotype.Headers(g.Body), genotype.Forms(g.Params))
	best, fewest := -1, 0
	for i := range all {
		if v.tried[v.key(c, wrong, all[i].What)] {
			continue
		}
		if n := v.places[v.placeOf(c, &all[i])]; best < 0 || n < fewest {
			best, fewest = i, n
		}
	}
	if best < 0 {
		return false
	}
	v.tried[v.key(c, wrong, all[best].What)] = true
	v.places[v.placeOf(c, &all[best])]++
	chosen := all[best] // a copy, so that the others can be freed
	c.Genotype.Invalid = &chosen
	return true
}

// leave makes the client of a call leave before the answer, once for each model. It reports whether it did.
func (v *Variants) leave(c *action.Call) bool {
	tried := v.key(c, left, "")
	if v.tried[tried] {
		return false
	}
	v.tried[tried] = true
	return genotype.Leave(c.Genotype)
}

// mark identifies a variant that was tried with an operation and a model, or a place in their calls.
type mark struct {
	op, model int
	kind      kind
	what      string
}

// of returns the mark of a change at a place.
func (m mark) of(what string) mark { return mark{m.op, m.model, m.kind, m.what + " " + what} }

// key returns the mark of a change in a call of the current model.
func (v *Variants) key(c *action.Call, k kind, what string) mark {
	return mark{c.Op.Index, v.from.id, k, what}
}

// placeOf returns the mark of the place of invalid data. Another form of a value has the place of the value.
func (v *Variants) placeOf(c *action.Call, f *genotype.Invalid) mark {
	whole := f.Whole
	if f.InForm() {
		whole = genotype.BodyValue
	}
	at := strconv.AppendInt(nil, int64(f.Param), 10)
	at = strconv.AppendInt(append(at, ' '), int64(whole), 10)
	for _, step := range f.At {
		at = append(append(at, '/'), step.Name...)
		if step.Name == "" {
			at = strconv.AppendInt(at, int64(step.Index), 10)
		}
	}
	return v.key(c, wrong, string(at))
}

// longText is longer than most limits that a schema does not declare.
const longText = 300

// edges are edge values, for any input that accepts them: an empty, a blank and a long text, a letter of several bytes,
// and numbers with which programs often fail: the limits of 32 and 64 bits and their neighbours. value.Absent omits the
// input. A func(any) any computes the value from the current value, nil for none. The long text consists of the letter
// z, the last in order. It is read-only.
var edges = []struct {
	what  string
	value any
}{
	{"is left out", value.Absent}, {"is empty", ""}, {"is zero", int64(0)}, {"is below zero", int64(-1)},
	{"is blank", " "}, {"is long", strings.Repeat("z", longText)}, {"is the greatest of 64 bits", int64(math.MaxInt64)},
	{"is the least of 64 bits", int64(math.MinInt64)},
	{"is beside the greatest of 64 bits", int64(math.MaxInt64 - 1)},
	{"is one", int64(1)}, {"is large", int64(math.MaxInt32)}, {"has a letter of two bytes", "\u00e9"},
	{"has a zero", "0"}, {"has a fraction", 0.5}, {"is true", true}, {"is false", false},
	{"has one element more", longer}, {"has one element less", shorter}, {"ends with the last letter", ending('z')},
	{"ends with the last digit", ending('9')}, {"is the least of 32 bits", int64(math.MinInt32)},
	{"is above 32 bits", int64(math.MaxInt32 + 1)},
	{"is below 32 bits", int64(math.MinInt32 - 1)},
	{"is beside the least of 64 bits", int64(math.MinInt64 + 1)},
	{"is beside the greatest of 32 bits", int64(math.MaxInt32 - 1)},
	{"is beside the least of 32 bits", int64(math.MinInt32 + 1)},
}

// ending returns a function that replaces the last character of a text. If the program increments the text, such as a
// version or the number of an invoice, the last character overflows.
func ending(with byte) func(now any) any {
	return func(now any) any {
		text, ok := now.(string)
		if !ok || text == "" || !utf8.ValidString(text) {
			return nil
		}
		_, n := utf8.DecodeLastRuneInString(text)
		return text[:len(text)-n] + string(with)
	}
}

// longer returns a list with its last element twice.
func longer(now any) any {
	list, ok := now.([]any)
	if !ok || len(list) == 0 {
		return nil
	}
	return append(list[:len(list):len(list)], list[len(list)-1])
}

// shorter returns a list without its last element.
func shorter(now any) any {
	list, ok := now.([]any)
	if !ok || len(list) == 0 {
		return nil
	}
	return list[:len(list)-1]
}

// listed begins the name of an edge that is a value which the schema lists. The index of the value follows.
const listed = "is listed "

// another is the name of the edge that is any other value.
const another = "is another"

// edge gives one input of a call an edge value that was not tried: the first input with the fewest tries. It reports
// whether there was one.
func (v *Variants) edge(r *rand.Rand, c *action.Call, k kind) bool {
	leaves := append(genotype.Leaves(c.Genotype), genotype.Wholes(c.Genotype.Body.Inner())...)
	best, what, fewest := -1, "", 0
	for i := range leaves {
		place := v.key(c, k, leaves[i].Path)
		if n := v.places[place]; best < 0 || n < fewest {
			if next := v.nextEdge(r, place, &leaves[i]); next != "" {
				best, what, fewest = i, next, n
			}
		}
	}
	if best < 0 {
		return false
	}
	l := &leaves[best]
	place := v.key(c, k, l.Path)
	v.tried[place.of(what)] = true
	v.places[place]++
	if what == another {
		l.Mutate(r, 0)
	} else {
		put(r, l, what)
	}
	for _, t := range action.Takers(c) {
		if t.Gene == l.Gene {
			c.Keep(t)
		}
	}
	return true
}

// nextEdge returns the name of the next edge that was not tried in an input and that the input accepts, "" for none.
// Values that the schema lists are edges, too.
func (v *Variants) nextEdge(r *rand.Rand, place mark, l *genotype.Leaf) string {
	all := gene.Listed(l.Gene)
	for i := range len(edges) + len(all) {
		what := ""
		if i < len(edges) {
			what = edges[i].what
		} else {
			what = listed + strconv.Itoa(i-len(edges))
		}
		if v.tried[place.of(what)] {
			continue
		}
		trial := *l
		trial.Gene = l.Gene.Clone()
		if put(r, &trial, what) {
			return what
		}
		v.tried[place.of(what)] = true
	}
	switch l.Value().(type) {
	case bool, []any, value.Object:
		return ""
	}
	if v.tried[place.of(another)] {
		return ""
	}
	return another
}

// put gives an input an edge value, by the name of the edge. It reports whether that changed anything.
func put(r *rand.Rand, l *genotype.Leaf, what string) bool {
	if n, ok := strings.CutPrefix(what, listed); ok {
		i, err := strconv.Atoi(n)
		all := gene.Listed(l.Gene)
		return err == nil && i < len(all) && assignOther(l, all[i])
	}
	for i := range edges {
		if edges[i].what != what {
			continue
		}
		if value.IsAbsent(edges[i].value) {
			return toggle(r, l.Gene)
		}
		next := edges[i].value
		if change, ok := next.(func(any) any); ok {
			if next = change(l.Value()); next == nil {
				return false
			}
		}
		return assignOther(l, next)
	}
	return false
}

func assignOther(l *genotype.Leaf, next any) bool {
	return !value.Equal(l.Value(), next) && gene.Assign(l.Gene, next)
}

// toggle omits an optional input that is present, or adds an absent one with usual values. It reports whether the input
// is optional.
func toggle(r *rand.Rand, g gene.Gene) bool {
	s, ok := g.(gene.Switch)
	if !ok || !s.Set(value.IsAbsent(g.Value())) {
		return false
	}
	if w, ok := g.(gene.Wrapper); ok && w.Inner() != nil {
		switch w.Inner().Value().(type) {
		case []any, value.Object:
			genotype.Usual(r, w.Inner())
		}
	}
	return true
}
