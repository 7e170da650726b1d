package api

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// Links are the schema links of one operation: links that fill its calls, and links that fill other calls from its
// answers.
type Links struct {
	// In are the parts of its calls that links fill, in the order of the schema.
	In []*Fill
	// Out are the parts of later calls that links from its answers fill, by the response that declares the link.
	Out map[*openapi.Response][]*Fill
}

// Fill is one part of a call of the operation To that a link fills from an answer of the operation From.
type Fill struct {
	From, To *Operation
	Param    int             // index of the parameter, genotype.InBody for a part of the body
	At       []genotype.Step // place in the body
	// Value is the content of the part: a plain value or an openapi.Expression.
	Value any
	Bit   uint64 // as in [Operation.Following]
	// Declared says that the schema of the body declares the part.
	Declared bool
	works    bool // the response with the link is no 4xx or 5xx
}

// SamePart reports whether both fill the same part of a call.
func (f *Fill) SamePart(o *Fill) bool {
	return f.To == o.To && f.Param == o.Param && slices.Equal(f.At, o.At)
}

// member returns the name of the innermost body member that is filled, "" for a parameter or the whole body.
func (f *Fill) member() string {
	for _, s := range slices.Backward(f.At) {
		if s.Name != "" {
			return s.Name
		}
	}
	return ""
}

// addLinks records the links that the schema declares between operations.
func (a *API) addLinks() {
	of := map[*openapi.Operation]*Operation{}
	for _, o := range a.Ops {
		of[o.Spec] = o
	}
	for _, from := range a.Ops {
		for _, r := range from.Spec.Responses {
			for _, l := range r.Links {
				to := of[l.Operation]
				if to == nil {
					continue
				}
				fills := to.fillsOf(from, r, l)
				to.Links.In = append(to.Links.In, fills...)
				if from.Links.Out == nil {
					from.Links.Out = map[*openapi.Response][]*Fill{}
				}
				from.Links.Out[r] = append(from.Links.Out[r], fills...)
			}
		}
	}
}

// fillsOf lists the parts of a call that a link fills. It leaves out parts without a gene.
func (o *Operation) fillsOf(from *Operation, r *openapi.Response, l *openapi.Link) (out []*Fill) {
	works := r.Status[0] != '4' && r.Status[0] != '5'
	for _, p := range l.Parameters {
		i := slices.IndexFunc(o.Template.Params, func(q genotype.Param) bool { return q.Spec == p.Parameter })
		if i >= 0 {
			out = append(out, &Fill{From: from, To: o, Param: i, Value: p.Value, works: works})
		}
	}
	if l.HasBody && o.Template.Body != nil {
		eachScalar(l.Body, nil, func(at []genotype.Step, v any) {
			declared := slices.ContainsFunc(o.Spec.Bodies, func(m *openapi.MediaType) bool {
				return declares(m.Schema, at, maxUnions)
			})
			out = append(out, &Fill{From: from, To: o, Param: genotype.InBody, At: at, Value: v,
				Declared: declared, works: works})
		})
	}
	return out
}

// maxUnions is the number of nested oneOf and anyOf that are searched.
const maxUnions = 8

// declares reports whether a schema declares a place. It searches unions to a depth.
func declares(s *openapi.Schema, at []genotype.Step, unions int) bool {
	if len(at) == 0 || s == nil {
		return s != nil
	}
	flat := message.Flatten(s)
	if at[0].Name == "" {
		return declares(flat.Items, at[1:], unions)
	}
	for _, p := range flat.Properties {
		if p.Name == at[0].Name {
			return declares(p.Schema, at[1:], unions)
		}
	}
	return unions > 0 && slices.ContainsFunc(slices.Concat(flat.OneOf, flat.AnyOf), func(a *openapi.Schema) bool {
		return declares(a, at, unions-1)
	})
}

// eachScalar calls each for every scalar in the body of a link, with its place.
func eachScalar(v any, at []genotype.Step, each func(at []genotype.Step, v any)) {
	switch v := v.(type) {
	case value.Object:
		for _, m := range v {
			eachScalar(m.Value, append(slices.Clone(at), genotype.Step{Name: m.Name}), each)
		}
	case []any:
		for i, e := range v {
			eachScalar(e, append(slices.Clone(at), genotype.Step{Index: i}), each)
		}
	default:
		each(at, v)
	}
}

// fills reports whether a link fills the part of a reference.
func (l *Links) fills(ref *Reference) bool {
	return slices.ContainsFunc(l.In, func(f *Fill) bool {
		return f.Param == ref.Param && (f.Param != genotype.InBody || words.Plain(f.member()) == ref.name)
	})
}

// useCreatorsOfLinks makes the operations from which links come the first creators of this operation. If a link fills
// the last path parameter, they are the only creators: those that were guessed from names are dropped.
func (o *Operation) useCreatorsOfLinks() {
	if len(o.Links.In) == 0 {
		return
	}
	guessed, needs := o.Creators, o.Needs
	o.Creators, o.Needs = nil, nil
	for i, f := range o.Links.In {
		if !slices.ContainsFunc(o.Links.In[:i], f.SamePart) {
			o.addCreators(o.Links.sourcesOf(f))
		}
	}
	if o.knowsPath() {
		return
	}
	for _, c := range guessed {
		if !slices.Contains(o.Creators, c) {
			o.Creators = append(o.Creators, c)
		}
	}
	o.Needs = append(o.Needs, needs...)
}

// sourcesOf returns the operations with a link that fills the same part.
func (l *Links) sourcesOf(part *Fill) (out []*Operation) {
	for _, f := range l.In {
		if f.works && f.SamePart(part) && !slices.Contains(out, f.From) {
			out = append(out, f.From)
		}
	}
	return out
}

// knowsPath reports whether a link from a success fills the last path parameter.
func (o *Operation) knowsPath() bool {
	before, _, _ := strings.Cut(o.Spec.Path[strings.LastIndexByte(o.Spec.Path, '{')+1:], "}")
	return slices.ContainsFunc(o.Links.In, func(f *Fill) bool {
		if f.Param == genotype.InBody || !f.works {
			return false
		}
		spec := o.Template.Params[f.Param].Spec
		return spec.In == openapi.InPath && spec.Name == before
	})
}

// assignBits assigns each filled part the bit with which a call decides to follow the link. A part that is also a
// reference shares the bit of the reference.
func (o *Operation) assignBits() {
	for i, f := range o.Links.In {
		if f.Bit = Bit(f.Param); f.Param == genotype.InBody {
			f.Bit = o.bodyBit(f, o.Links.In[:i])
		}
		o.Following |= f.Bit
		o.Chained = true
	}
}

// bodyBit returns the bit for a filled member of the body: the bit of its name if there is one, else a free bit, else
// 0.
func (o *Operation) bodyBit(f *Fill, before []*Fill) uint64 {
	if bit := o.bitOf(f.member(), before); bit != 0 {
		return bit
	}
	for n := 1; n <= maxBodyReferences; n++ {
		if bit := Bit(64 - n); o.Following&bit == 0 {
			return bit
		}
	}
	return 0
}

// bitOf returns the bit that references and fills already use for a member of the body, 0 for none.
func (o *Operation) bitOf(member string, fills []*Fill) uint64 {
	if ref := o.References.Of(genotype.InBody, member); ref != nil {
		return ref.Bit
	}
	for _, f := range fills {
		if f.Param == genotype.InBody && words.Plain(f.member()) == words.Plain(member) {
			return f.Bit
		}
	}
	return 0
}

// BitOf returns the bit with which a call decides whether a parameter or body member follows earlier answers. It
// returns 0 if the input cannot follow.
func (o *Operation) BitOf(param int, name string) uint64 {
	if param != genotype.InBody {
		return Bit(param)
	}
	return o.bitOf(name, o.Links.In)
}
