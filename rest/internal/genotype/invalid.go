package genotype

import (
	"math/rand/v2"
	"net/http"
	"slices"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// Invalid is one thing in a call that breaks the schema on purpose. It lies over the
// genes, which stay valid, so that the call is valid again without it.
type Invalid struct {
	What  string // in a few words, for people
	Param int    // index of the parameter, or InBody
	At    []Step // where in the value
	Value any    // what stands there instead; value.Absent drops it
	Whole wholeBody
}

// InBody stands for the body in place of the index of a parameter, and InClient for the client.
const InBody, InClient = -1, -2

// wholeBody is what can be wrong with a body apart from its value.
type wholeBody uint8

const (
	BodyValue     wholeBody = iota // nothing: the value is wrong
	bodyMissing                    // there is none
	BodyMalformed                  // the text is cut short
	bodyForeign                    // the media type is unknown
	bodyPlain                      // the media type is that of any text
	bodyCharset                    // the media type says that characters are encoded in another way
	bodyHalf                       // the second half of the text is missing
	bodyUntyped                    // the media type cannot be read
	acceptForeign                  // no body: the call asks for an answer of a media type that nobody has
	sentTwice                      // no body: a parameter of the query comes twice
	sentObject                     // no body: it comes as an object
	otherMethod                    // no body: the call has a method that no operation of its path has
	otherPath                      // no body: the call is a GET of a path that no operation has
	bodyBlank                      // the text is white space alone
	clientGone                     // no body: the client leaves before the answer
	bodyWholes                     // how many there are
)

// InForm reports whether one value comes in the form of several.
func (f *Invalid) InForm() bool { return f.Whole == sentTwice || f.Whole == sentObject }

// spec describes a parameter as it is sent.
func (f *Invalid) spec(p *openapi.Parameter) *openapi.Parameter {
	out := *p
	out.Style, out.Explode = "form", true
	if f.Whole == sentObject {
		out.Style = "deepObject"
	}
	return &out
}

// client and early say who leaves when.
const client, early = "client", "leaves before the answer"

// Gone reports whether the client leaves before the answer. A nil Invalid is nothing wrong.
func (f *Invalid) Gone() bool { return f != nil && f.Whole == clientGone }

// foreignType is a media type that nobody has.
const foreignType = "application/x-evoke"

// Step leads into a member by name, or into an element when name is "".
type Step struct {
	Name  string
	Index int
}

// Within reports whether the invalid part lies at a place of a value or around it. The
// place is given by the names of its members.
func (f *Invalid) Within(param int, names []string) bool {
	if f.Param != param || f.Whole != BodyValue && !f.InForm() {
		return false
	}
	n := 0
	for _, step := range f.At {
		if step.Name == "" {
			continue
		}
		if n == len(names) || names[n] != step.Name {
			return false
		}
		n++
	}
	return true
}

// Over returns what is sent in the place of a value, if the invalid part lies there or
// around it. It does not tell the elements of a list apart, and returns false for them.
func (f *Invalid) Over(param int, names []string) (v any, ok bool) {
	element := func(s Step) bool { return s.Name == "" }
	switch {
	case !f.Within(param, names) || slices.ContainsFunc(f.At, element):
		return nil, false
	case len(f.At) < len(names):
		return value.Absent, true
	}
	return f.Value, true
}

// apply returns a copy of a value with the invalid part in it.
func (f *Invalid) apply(v any) any { return ReplaceAt(v, f.At, f.Value) }

// applies reports whether the value of a parameter or body has the place where the invalid part lies. Elements and
// members on the way to it go when the call changes.
func (f *Invalid) applies(v any) bool {
	for i, step := range f.At {
		switch whole := v.(type) {
		case value.Object:
			part, has := whole.Get(step.Name)
			if !has {
				return step.Name != "" && i == len(f.At)-1 && f.Value != value.Absent
			}
			v = part
		case []any:
			if step.Name != "" || step.Index >= len(whole) {
				return false
			}
			v = whole[step.Index]
		default:
			return false
		}
	}
	return true
}

// ReplaceAt returns a copy of v that holds value at a place. If the place
// is gone, it returns v; only a missing member at its end is added.
func ReplaceAt(v any, at []Step, val any) any {
	if len(at) == 0 {
		return val
	}
	next := at[0]
	switch v := v.(type) {
	case value.Object:
		out := make(value.Object, len(v), len(v)+1)
		copy(out, v)
		for i := range out {
			if next.Name != "" && out[i].Name == next.Name {
				out[i].Value = ReplaceAt(out[i].Value, at[1:], val)
				return out
			}
		}
		if len(at) == 1 && next.Name != "" && val != value.Absent {
			return append(out, value.Member{Name: next.Name, Value: val})
		}
	case []any:
		if next.Name == "" && next.Index < len(v) {
			out := make([]any, len(v))
			copy(out, v)
			out[next.Index] = ReplaceAt(out[next.Index], at[1:], val)
			return out
		}
	}
	return v
}

// encodeBody writes a body with a value, which is invalid.
func (f *Invalid) encodeBody(m *openapi.MediaType, v any, dst *message.Request) {
	if v == value.Absent || f.Whole == bodyMissing {
		return
	}
	if f.Whole == BodyValue {
		v = f.apply(v)
	}
	if v == value.Absent {
		return
	}
	dst.AddBody(m, v)
	switch f.Whole {
	case bodyForeign:
		dst.ContentType = foreignType
	case bodyUntyped:
		dst.ContentType += "; evoke"
	case bodyPlain:
		dst.ContentType = "text/plain"
	case bodyCharset:
		dst.ContentType += "; charset=utf-16"
	case bodyHalf:
		dst.Body, dst.JSONBody = dst.Body[:(len(dst.Body)+1)/2], false
	case bodyBlank:
		dst.Body, dst.JSONBody = append(dst.Body[:0], ' '), false
	case BodyMalformed:
		dst.Body, dst.JSONBody = malformed(dst.Body), false
	}
}

// malformed cuts the end off a text, or adds one where there is none to cut.
func malformed(body []byte) []byte {
	if n := len(body); n > 0 {
		switch body[n-1] {
		case '}', ']', '"', '>':
			return body[:n-1]
		}
	}
	return append(body, "}"...)
}

// MakeInvalid breaks the schema in one place of the call, if the schema demands
// anything.
func (c *Call) MakeInvalid(r *rand.Rand) {
	found := c.Invalidities()
	c.Invalid = nil
	if len(found) > 0 {
		chosen := found[r.IntN(len(found))] // a copy, so that the others go
		c.Invalid = &chosen
	}
}

// Invalidities lists the places of the call where the schema can be broken, each with
// what breaks it.
func (c *Call) Invalidities() []Invalid {
	var v invalidities
	for i, p := range c.Params.declared() {
		v.ofParam(i, p)
	}
	if c.Body != nil {
		v.ofBody(c.Body)
	}
	return v.found
}

// Headers lists what can be wrong with the headers that say of which type a body and its
// answer are. HTTP has rules for them and the schema has none, so they are not among the
// [Call.Invalidities].
func Headers(b *Body) []Invalid {
	var v invalidities
	v.param = InBody
	if b != nil && b.Value() != value.Absent {
		v.addBody("has a media type that cannot be read", bodyUntyped)
	}
	v.found = append(v.found, Invalid{What: acceptHeader + " names a media type that nobody has",
		Param: InBody, Whole: acceptForeign})
	return v.found
}

// Forms lists changes of query parameters that have one value: the parameter is sent twice, or as an object in
// brackets, as in ?name[toString]=1, which many frameworks read. A member toString takes the place of the method with
// which JavaScript makes a text of an object. No rule of the schema forbids either. Undeclared parameters are left out:
// another process may not know them, or may have them in another order.
func Forms(ps Params) []Invalid {
	var out []Invalid
	for i, p := range ps.declared() {
		if p.Spec.In != openapi.InQuery || p.Spec.Fixed || p.Spec.ContentType != "" {
			continue
		}
		if p.Spec.Schema != nil && several(p.Spec.Schema) {
			continue
		}
		one := p.Gene.Value()
		switch one.(type) {
		case []any, value.Object:
			continue
		}
		if value.IsAbsent(one) {
			one = "1"
		}
		place := p.Spec.In + " " + p.Spec.Name
		out = append(out, Invalid{What: place + " comes twice", Param: i, Value: []any{one, one}, Whole: sentTwice},
			Invalid{What: place + " comes as an object", Param: i, Value: value.Object{{Name: "toString", Value: one}},
				Whole: sentObject})
	}
	return out
}

// several reports whether a schema is about values that consist of several.
func several(s *openapi.Schema) bool {
	s = message.Flatten(s)
	return s.Is("array") || s.Is("object") || len(s.OneOf)+len(s.AnyOf) > 0
}

// acceptHeader is where an invalid Accept stands, in words.
const acceptHeader = "header Accept"

// undeclared is what is wrong with calls that no operation has, in words.
const undeclared = "is not declared"

// Stray says of which operation, that no schema has, a call is: one with another method on its path, or GET of another
// path, below the host. Both are "" for a call of its own operation. A nil Invalid is nothing wrong.
func (f *Invalid) Stray() (method, path string) {
	if f == nil || f.Whole != otherMethod && f.Whole != otherPath {
		return "", ""
	}
	text, _ := f.Value.(string)
	if f.Whole == otherPath {
		return http.MethodGet, text
	}
	return text, ""
}

// SetStray makes a call one that no operation has, as [Invalid.Stray] tells: with another method on its path, or GET of
// another path where path is not "". What only reads has no body.
func SetStray(c *Call, method, path string) {
	out := Invalid{What: "method " + undeclared, Param: InBody, Value: method, Whole: otherMethod}
	if path != "" {
		out.What, out.Value, out.Whole, method = "path "+undeclared, path, otherPath, http.MethodGet
	}
	c.Invalid = &out
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace, http.MethodDelete:
		if c.Body != nil {
			c.Body.On = false // also where it is required
		}
	}
}

// detour has an encoded call leave its operation.
func (f *Invalid) detour(dst *message.Request) {
	method, path := f.Stray()
	dst.Method = method
	if path != "" {
		dst.Rooted, dst.Query = true, dst.Query[:0]
		dst.Path = append(dst.Path[:0], message.PathPiece{Raw: path, Text: pathLiteral(path)})
	}
}

// ofParam lists what can be wrong with one parameter.
func (v *invalidities) ofParam(i int, p Param) {
	if p.Spec.Fixed { // any other value is another operation
		return
	}
	v.param, v.typed = i, p.Spec.ContentType != "" && message.KindOf(p.Spec.ContentType) == message.JSON
	v.place = p.Spec.In + " " + p.Spec.Name
	v.segment = p.Spec.In == openapi.InPath
	if p.Spec.Required && !v.segment {
		v.add("is missing", nil, value.Absent)
	}
	v.visit(p.Spec.Schema, p.Gene.Value(), nil)
}

// ofBody lists what can be wrong with the body. One that the schema does not declare
// breaks no rule, but the text may be none of its media type.
func (v *invalidities) ofBody(b *Body) {
	v.param, v.place, v.segment = InBody, "body", false
	val, declared := b.Value(), b.media < b.contents()
	if b.Required && declared {
		v.addBody("is missing", bodyMissing)
	}
	if val == value.Absent {
		return
	}
	m := b.mediaType()
	kind := message.KindOf(m.Type)
	v.typed = kind == message.JSON
	if declared {
		v.addBody("has an unknown media type", bodyForeign)
	}
	if kind == message.JSON || kind == message.XML {
		v.addBody("is malformed", BodyMalformed)
		if declared {
			v.odd(val, b.Required)
		}
	}
	if declared {
		v.visit(m.Schema, val, nil)
	}
}

// odd lists what can be wrong around a text whose value is right. Half of a number is
// often one, and a blank may stand for no body.
func (v *invalidities) odd(val any, required bool) {
	v.addBody("has the media type of plain text", bodyPlain)
	v.addBody("is said to be in UTF-16", bodyCharset)
	switch val.(type) {
	case value.Object, []any:
		v.addBody("is cut in half", bodyHalf)
	}
	if required {
		v.addBody("is blank", bodyBlank)
	}
}
