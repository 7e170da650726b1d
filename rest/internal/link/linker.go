package link

import (
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

// linker gives the references of one call values of earlier answers. Where
// several refer to the same collection, each gets another of its elements, as
// far as there are such.
type linker struct {
	m     *Answers
	c     *action.Call
	e     *message.Request
	uses  []Use
	taken map[string]int // by collection, elements that the call names already
}

func (l *linker) link() []Use {
	body := false
	for i := range l.c.Op.References {
		ref := &l.c.Op.References[i]
		switch {
		case !l.c.Follow.Follows(ref.Bit):
		case ref.Param == genotype.InBody:
			body = true
		default:
			l.param(ref)
		}
	}
	if body && l.e.JSONBody {
		l.body()
	}
	return l.uses
}

// next returns the origin for a reference whose value is a text or a number
// now.
func (l *linker) next(ref *api.Reference, number bool) (Origin, bool) {
	from, ok := l.m.refer(ref, l.c.Op, l.taken[ref.Collection], number)
	if ok && ref.Collection != "" {
		l.taken[ref.Collection]++
	}
	return from, ok
}

func (l *linker) param(ref *api.Reference) {
	spec := l.c.Genotype.Params[ref.Param].Spec
	if f := l.c.Genotype.Invalid; f != nil && f.Param == ref.Param {
		return
	}
	pairs := l.e.Query
	if spec.In == openapi.InHeader {
		pairs = l.e.Headers
	}
	at := slices.IndexFunc(pairs, func(p message.Pair) bool { return p.Name == spec.Name })
	if at < 0 {
		return
	}
	if from, ok := l.next(ref, false); ok {
		pairs[at].Value = from.value
		l.use(Use{In: spec.In, Piece: at, Origin: from})
	}
}

// use notes what a test reads from an answer; what it chose itself needs no
// variable.
func (l *linker) use(u Use) {
	if u.Origin.Source != "" {
		l.uses = append(l.uses, u)
	}
}

// body replaces members of the body and writes it again.
func (l *linker) body() {
	if f := l.c.Genotype.Invalid; f != nil && f.Param == genotype.InBody && f.Whole != genotype.BodyValue {
		return
	}
	before := l.c.Genotype.WholeBody()
	l.e.Value = before
	linked := l.walk(before, nil, nil)
	if linked {
		l.e.Body = value.AppendJSON(l.e.Body[:0], l.e.Value)
	}
}

// walk replaces what refers to something below a value, which stands at a
// place and belongs to a reference or none.
func (l *linker) walk(v any, ref *api.Reference, at []genotype.Step) (linked bool) {
	switch v := v.(type) {
	case value.Object:
		for i := range v {
			name := v[i].Name
			linked = l.walk(v[i].Value, l.c.Op.ReferenceOf(genotype.InBody, name), append(at, genotype.Step{Name: name})) || linked
		}
	case []any:
		for i := range v {
			linked = l.walk(v[i], ref, append(at, genotype.Step{Index: i})) || linked
		}
	case string:
		return ref != nil && l.replace(ref, at, false)
	case int64:
		return ref != nil && l.replace(ref, at, true)
	}
	return linked
}

func (l *linker) replace(ref *api.Reference, at []genotype.Step, number bool) bool {
	f := l.c.Genotype.Invalid
	if !l.c.Follow.Follows(ref.Bit) || f != nil && f.Param == genotype.InBody && slices.Equal(f.At, at) {
		return false
	}
	from, ok := l.next(ref, number)
	if !ok {
		return false
	}
	var value any = from.value
	if number {
		value, _ = strconv.ParseInt(from.value, 10, 64)
	}
	l.e.Value = genotype.ReplaceAt(l.e.Value, at, value)
	l.use(Use{In: InBodyText, Number: number, At: slices.Clone(at), Origin: from})
	return true
}

// refer returns the origin for a reference: of those that fit best the latest.
// To skip some is to take one of another value, which fits well, as far as
// there are such. A number needs one.
func (m *Answers) refer(ref *api.Reference, op *api.Operation, skip int, number bool) (Origin, bool) {
	best, bestRank := -1, 0
	for i := range m.origins {
		o := &m.origins[i]
		if rank := o.suits(ref, op); rank > 0 && rank >= bestRank && (!number || o.numeric()) {
			best, bestRank = i, rank
		}
	}
	if best < 0 {
		return Origin{}, false
	}
	taken := []string{m.origins[best].value}
	for i := len(m.origins) - 1; i >= 0 && skip > 0; i-- {
		o := &m.origins[i]
		if o.suits(ref, op) >= min(bestRank, 2) && !slices.Contains(taken, o.value) && (!number || o.numeric()) {
			best, skip = i, skip-1
			taken = append(taken, o.value)
		}
	}
	return m.origins[best], true
}

// suits says how well an origin fits a reference of an operation, 0 for not at
// all.
func (o *Origin) suits(ref *api.Reference, op *api.Operation) int {
	switch {
	case ref.Collection != "":
		return o.rank(ref.Collection, ref.Like)
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

// numeric reports whether the value can stand for a JSON number: it was one, or
// is a text of digits that no JSON says the type of.
func (o *Origin) numeric() bool {
	if o.Source == suite.FromBody {
		return o.number
	}
	n, err := strconv.ParseInt(o.value, 10, 64)
	return err == nil && strconv.FormatInt(n, 10) == o.value
}
