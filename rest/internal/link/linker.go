package link

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

// linker fills parts of one call with values of earlier answers. If several parts refer to the same collection, they
// get different elements while there are enough.
type linker struct {
	m      *Answers
	c      *action.Call
	e      *message.Request
	uses   []Use
	filled []*api.Fill    // parts that schema links filled
	taken  map[string]int // by collection, number of elements that the call names
}

// path fills the path parameters by their names. It does not change an invalid value.
func (l *linker) path() {
	for i := range l.e.Path {
		piece := &l.e.Path[i]
		if piece.Param == "" || !l.c.Follow.On(piece.Index) || l.isInvalid(piece.Index) ||
			l.isFilled(piece.Index, nil) {
			continue
		}
		from, ok := l.m.find(api.ElementsOf(l.c.Op, piece.Param), piece.Param)
		if !ok && l.c.Op.Foreign[piece.Param] != "" {
			from, ok = l.m.find(api.BeforeParam(l.c.Op.Spec.Path, piece.Param), piece.Param)
		}
		if !ok {
			continue
		}
		piece.Set(from.value)
		l.use(Use{In: openapi.InPath, Piece: i}, from)
	}
}

// isFilled reports whether a schema link filled a parameter, or the place in the body.
func (l *linker) isFilled(param int, at []genotype.Step) bool {
	return slices.ContainsFunc(l.filled, func(f *api.Fill) bool {
		return f.Param == param && (param != genotype.InBody || slices.Equal(f.At, at[:min(len(f.At), len(at))]))
	})
}

// references fills the parts outside of the path that are references.
func (l *linker) references() {
	l.take()
	body := false
	for i := range l.c.Op.References {
		ref := &l.c.Op.References[i]
		switch {
		case !l.c.Follow.Follows(ref.Bit):
		case ref.Param == genotype.InBody:
			body = true
		case !l.isFilled(ref.Param, nil):
			l.param(ref)
		}
	}
	if body && l.e.Named() {
		l.body()
	}
}

// take counts the elements that the path names, by collection.
func (l *linker) take() {
	l.taken = map[string]int{}
	for i := range l.e.Path {
		if piece := &l.e.Path[i]; piece.Param != "" {
			l.taken[api.ElementsOf(l.c.Op, piece.Param)]++
		}
	}
}

// next returns the origin for the next value of a reference. If number is set, the value is a number.
func (l *linker) next(ref *api.Reference, number bool) (Origin, bool) {
	from, ok := l.m.refer(ref, l.c.Op, l.taken[ref.Collection], number)
	if ok && ref.Collection != "" {
		l.taken[ref.Collection]++
	}
	return from, ok
}

func (l *linker) param(ref *api.Reference) {
	spec := l.c.Genotype.Params[ref.Param].Spec
	pairs, at := l.pair(ref.Param)
	if at < 0 || l.isInvalid(ref.Param) {
		return
	}
	if from, ok := l.next(ref, false); ok {
		pairs[at].Value = from.value
		l.use(Use{In: spec.In, Piece: at}, from)
	}
}

// isInvalid reports whether a parameter has an invalid value.
func (l *linker) isInvalid(param int) bool {
	f := l.c.Genotype.Invalid
	return f != nil && f.Param == param
}

// pair returns the query, headers or cookies of the call, and the index of a parameter in them, -1 if the call leaves
// it out.
func (l *linker) pair(param int) ([]message.Pair, int) {
	spec, pairs := l.c.Genotype.Params[param].Spec, l.e.Query
	switch spec.In {
	case openapi.InHeader:
		pairs = l.e.Headers
	case openapi.InCookie:
		pairs = l.e.Cookies
	}
	return pairs, slices.IndexFunc(pairs, func(p message.Pair) bool { return p.Name == spec.Name })
}

// use records that a part comes from an answer. Nothing is recorded if an earlier call chose the value, because the
// test knows it.
func (l *linker) use(u Use, from Origin) {
	if from.Source != "" {
		origin := from // a copy, so that only this branch allocates
		u.Text = []Piece{{Origin: &origin}}
		l.uses = append(l.uses, u)
	}
}

// body replaces the references in the body and encodes it again.
func (l *linker) body() {
	if !l.opensBody() {
		return
	}
	if l.walk(l.e.Value, nil, nil) {
		l.e.SetValue(l.e.Value)
	}
}

// opensBody decodes the body so that its members can be replaced. It returns false if the body as a whole is invalid.
func (l *linker) opensBody() bool {
	if f := l.c.Genotype.Invalid; f != nil && f.Param == genotype.InBody && f.Whole != genotype.BodyValue {
		return false
	}
	if l.e.Value == nil {
		l.e.Value = l.c.Genotype.WholeBody()
	}
	return true
}

// walk replaces the references in a value at a place. ref is the reference of the member that contains the value, nil
// for none. It reports whether it replaced any.
func (l *linker) walk(v any, ref *api.Reference, at []genotype.Step) (linked bool) {
	switch v := v.(type) {
	case value.Object:
		for i := range v {
			name := v[i].Name
			linked = l.walk(v[i].Value, l.c.Op.References.Of(genotype.InBody, name),
				append(at, genotype.Step{Name: name})) || linked
		}
	case []any:
		for i := range v {
			linked = l.walk(v[i], ref, append(at, genotype.Step{Index: i})) || linked
		}
	case string:
		return ref != nil && l.replace(ref, at, false)
	default:
		return ref != nil && isNumber(v) && l.replace(ref, at, true)
	}
	return linked
}

// isNumber reports whether a value is a number. Floats count: schemas that are generated from programs without integers
// use them for ids.
func isNumber(v any) bool {
	switch v.(type) {
	case int64, float64, json.Number:
		return true
	}
	return false
}

func (l *linker) replace(ref *api.Reference, at []genotype.Step, number bool) bool {
	if !l.c.Follow.Follows(ref.Bit) || l.isInvalid(genotype.InBody) && slices.Equal(l.c.Genotype.Invalid.At, at) ||
		l.isFilled(genotype.InBody, at) {
		return false
	}
	from, ok := l.next(ref, number)
	if !ok || l.e.Form != nil && message.EscapeSegment(from.value) != from.value {
		return false // tests write variables into a form unescaped
	}
	var value any = from.value
	if number {
		value, _ = strconv.ParseInt(from.value, 10, 64)
	}
	l.e.Value = genotype.ReplaceAt(l.e.Value, at, value)
	l.use(Use{In: InBodyText, Bare: number, At: slices.Clone(at)}, from)
	return true
}

// refer returns the origin for a reference: the origin that fits best, the latest among equals, for an element as in
// find. skip is the number of elements of the collection that the call already names. refer skips as many different
// values, while enough of them fit well. If number is set, the origin has to be numeric.
func (m *Answers) refer(ref *api.Reference, op *api.Operation, skip int, number bool) (Origin, bool) {
	best, bestRank := -1, 0
	for i := range m.origins {
		o := &m.origins[i]
		rank := o.suits(ref, op)
		better := rank > 0 && rank >= bestRank
		if ref.Collection != "" {
			better = m.prefers(i, rank, best, bestRank)
		}
		if better && (!number || o.numeric()) {
			best, bestRank = i, rank
		}
	}
	if best < 0 {
		return Origin{}, false
	}
	taken := []string{m.origins[best].value}
	for i := len(m.origins) - 1; i >= 0 && skip > 0; i-- {
		o := &m.origins[i]
		rank := o.suits(ref, op)
		if rank >= min(bestRank, 2) && !slices.Contains(taken, o.value) && (!number || o.numeric()) &&
			!m.better(o.Step, rank, ref, op) {
			best, skip = i, skip-1
			taken = append(taken, o.value)
		}
	}
	return m.origins[best], true
}

// made returns the origin of an element that the test created: nth is 1 for the last one. Each answer shows one of
// them, and elements come in the order in which answers first showed them.
func (m *Answers) made(ref *api.Reference, op *api.Operation, nth int, number bool) (Origin, bool) {
	var each, all []Origin // of each answer the last origin that fits best
	best := 1
	for _, o := range m.origins {
		rank, n := o.suits(ref, op), len(each)
		switch {
		case !o.made || rank < best || number && !o.numeric():
			continue
		case rank > best:
			best, each = rank, nil
		case n > 0 && each[n-1].Step == o.Step:
			each = each[:n-1]
		}
		each = append(each, o)
	}
	for _, o := range each {
		if !slices.ContainsFunc(all, func(e Origin) bool { return e.value == o.value }) {
			all = append(all, o)
		}
	}
	if nth < 1 || nth > len(all) {
		return Origin{}, false
	}
	return all[len(all)-nth], true
}

// better reports whether an answer has a value that suits a reference better than rank. Then a value of this rank is
// another member of the same element, and names no other element.
func (m *Answers) better(step, rank int, ref *api.Reference, op *api.Operation) bool {
	return slices.ContainsFunc(m.origins, func(o Origin) bool { return o.Step == step && o.suits(ref, op) > rank })
}

// suits returns how well an origin fits a reference of an operation, 0 for not at all.
func (o *Origin) suits(ref *api.Reference, op *api.Operation) int {
	switch {
	case ref.Collection != "":
		return max(o.rank(ref.Collection, ref.Like), o.rankOfKey(ref.Collection, op.Keys[ref.Collection]))
	case o.Source == suite.FromHeader:
		if o.Field != ref.Like || o.Field == "" {
			return 0
		}
		if o.Template == op.Spec.Path || len(op.Makes) > 0 && api.Creates(o.Template, op.Makes) {
			return 2
		}
		return 1
	case o.Source == suite.FromBody && !o.sent && (o.Field == ref.Like || o.Field == "next"+ref.Like):
		return 1
	}
	return 0
}

// numeric reports whether the value can replace a JSON number: it was a number, or it is a text of digits from outside
// of a body.
func (o *Origin) numeric() bool {
	if o.Source == suite.FromBody {
		return o.number
	}
	n, err := strconv.ParseInt(o.value, 10, 64)
	return err == nil && strconv.FormatInt(n, 10) == o.value
}
