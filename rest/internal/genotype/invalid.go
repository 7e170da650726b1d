package genotype

import (
	"math/rand/v2"
	"net/http"
	"slices"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// Invalid is the part of a call that breaks the schema on purpose. The genes of the call stay valid, so without its
// Invalid the call is valid again.
type Invalid struct {
	What  string // description in a few words, for people
	Param int    // index of the parameter, InBody or InClient
	At    []Step // place in the value of the parameter or body
	Value any    // value that is sent at this place; value.Absent leaves the place out
	Whole wholeBody
}

// InBody stands for the body in place of the index of a parameter, and InClient for the client.
const InBody, InClient = -1, -2

// wholeBody is a way in which a call is invalid as a whole, apart from its values.
type wholeBody uint8

const (
	BodyValue     wholeBody = iota // none: a value is invalid
	bodyMissing                    // the body is missing
	BodyMalformed                  // the text is cut short
	bodyForeign                    // the media type is unknown
	bodyPlain                      // the media type is plain text
	bodyCharset                    // the media type names another encoding of characters
	bodyHalf                       // the second half of the text is missing
	bodyUntyped                    // the media type cannot be read
	acceptForeign                  // the call asks for an answer in an unknown media type
	sentTwice                      // a parameter of the query comes twice
	sentObject                     // a parameter of the query comes as an object
	otherMethod                    // the call has a method that no operation of its path has
	otherPath                      // the call is a GET of a path that no operation has
	bodyBlank                      // the text is only white space
	clientGone                     // the client leaves before the answer
	bodyWholes                     // number of these ways
)

// InForm reports whether a parameter with a single value comes as several values. See [Forms].
func (f *Invalid) InForm() bool { return f.Whole == sentTwice || f.Whole == sentObject }

// specSent returns the parameter with the style in which the invalid call sends it.
func (f *Invalid) specSent(p *openapi.Parameter) *openapi.Parameter {
	out := *p
	out.Style, out.Explode = "form", true
	if f.Whole == sentObject {
		out.Style = "deepObject"
	}
	return &out
}

// clientPlace and leavesEarly describe a call whose client leaves before the answer.
const clientPlace, leavesEarly = "client", "leaves before the answer"

// Gone reports whether the client leaves before the answer. A nil Invalid is nothing wrong.
func (f *Invalid) Gone() bool { return f != nil && f.Whole == clientGone }

// foreignType is a media type that nobody has.
const foreignType = "application/x-evoke"

// Step leads into a member by its name, or into an element by its index if the name is "".
type Step struct {
	Name  string
	Index int
}

// Within reports whether the invalid part lies at a place in the value of a parameter, or around the place. The names
// are those of the members that lead to the place.
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

// Over returns the value that the call sends at a place, if the invalid part lies at the place or around it. The names
// are those of the members that lead to the place. They cannot tell the elements of a list apart, so Over returns false
// for elements.
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

// fitsInto reports whether the value of a parameter or body has the place of the invalid part. A change of the call may
// remove the elements and members that lead to the place.
func (f *Invalid) fitsInto(v any) bool {
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

// ReplaceAt returns a copy of v that has val at a place. If only the last member on the way to the place is missing, it
// adds this member. If more is missing, it returns v.
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

// encodeBody writes a body in the invalid way.
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
		dst.Body, dst.JSONBody = breakSyntax(dst.Body), false
	}
}

// breakSyntax cuts the closing character off a text. It adds one to a text that ends in no closing character.
func breakSyntax(body []byte) []byte {
	if n := len(body); n > 0 {
		switch body[n-1] {
		case '}', ']', '"', '>':
			return body[:n-1]
		}
	}
	return append(body, "}"...)
}

// MakeInvalid breaks the schema in one place of the call, if the schema has a rule to break.
func (c *Call) MakeInvalid(r *rand.Rand) {
	found := c.Invalidities()
	c.Invalid = nil
	if len(found) > 0 {
		chosen := found[r.IntN(len(found))] // a copy, so that the others go
		c.Invalid = &chosen
	}
}

// Invalidities returns the ways in which the call can break the schema.
func (c *Call) Invalidities() []Invalid {
	var v invalidities
	for i, p := range c.Params.declared() {
		v.addOfParam(i, &p)
	}
	if c.Body != nil {
		v.addOfBody(c.Body)
	}
	return v.found
}

// Headers returns the ways in which the headers for the media types of the body and of the answer can be wrong. HTTP
// has rules for these headers and the schema has none, so the ways are not among the [Call.Invalidities].
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

// Forms lists changes of query parameters that have one value: the call sends the parameter twice, or as an object in
// brackets, as in ?name[toString]=1, which many frameworks read. A member toString takes the place of the method by
// which JavaScript turns an object into a text. No rule of the schema forbids these forms. Undeclared parameters are
// left out, because another process may not know them, or may have them in another order.
func Forms(ps Params) []Invalid {
	var out []Invalid
	for i, p := range ps.declared() {
		if p.Spec.In != openapi.InQuery || p.Spec.Fixed || p.Spec.ContentType != "" {
			continue
		}
		if s := p.Spec.Schema; s != nil {
			if s = message.Flatten(s); s.Is("array") || s.Is("object") || len(s.OneOf)+len(s.AnyOf) > 0 {
				continue
			}
		}
		one := p.Gene.Value()
		if message.IsComposite(one) {
			continue
		}
		if value.IsAbsent(one) {
			one = "1"
		}
		object := value.Object{{Name: "toString", Value: one}}
		out = append(out, Invalid{What: p.Label() + " comes twice", Param: i, Value: []any{one, one}, Whole: sentTwice},
			Invalid{What: p.Label() + " comes as an object", Param: i, Value: object, Whole: sentObject})
	}
	return out
}

// acceptHeader describes the place of an invalid Accept.
const acceptHeader = "header Accept"

// undeclared describes calls of methods and paths that the schema does not have.
const undeclared = "is not declared"

// Stray returns the method and the path of a call that leaves its operation: another method on the same path, with the
// path "", or GET with another path below the host. Both are "" for a call that stays, and for a nil Invalid.
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

// SetStray makes a call leave its operation, see [Invalid.Stray]: the call gets another method on its path, or becomes
// a GET of another path if path is not "". A call whose method only reads has no body.
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

// leaveOperation gives a request the method and path of a stray call.
func (f *Invalid) leaveOperation(dst *message.Request) {
	method, path := f.Stray()
	dst.Method = method
	if path != "" {
		dst.Rooted, dst.Query = true, dst.Query[:0]
		dst.Path = append(dst.Path[:0], message.PathPiece{Raw: path, Text: pathLiteral(path)})
	}
}

// addOfParam adds the ways in which a parameter can be invalid.
func (v *invalidities) addOfParam(i int, p *Param) {
	if p.Spec.Fixed { // any other value is another operation
		return
	}
	v.param, v.typed = i, p.Spec.ContentType != "" && message.KindOf(p.Spec.ContentType) == message.JSON
	v.place, v.segment = p.Label(), p.InPath()
	if p.Spec.Required && !v.segment {
		v.add("is missing", nil, value.Absent)
	}
	v.addOfValue(p.Spec.Schema, p.Gene.Value(), nil)
}

// addOfBody adds the ways in which the body can be invalid. An undeclared body breaks no rule of the schema, but its
// text may break the syntax of its media type.
func (v *invalidities) addOfBody(b *Body) {
	v.param, v.place, v.segment = InBody, "body", false
	val, declared := b.Value(), b.media < b.countContents()
	if b.Required && declared {
		v.addBody("is missing", bodyMissing)
	}
	if val == value.Absent {
		return
	}
	m := b.currentType()
	kind := message.KindOf(m.Type)
	v.typed = kind == message.JSON
	if declared {
		v.addBody("has an unknown media type", bodyForeign)
	}
	if kind == message.JSON || kind == message.XML {
		v.addBody("is malformed", BodyMalformed)
		if declared {
			v.addOddBodies(val, b.Required)
		}
	}
	if declared {
		v.addOfValue(m.Schema, val, nil)
	}
}

// addOddBodies adds ways in which a body can be invalid although its value is valid. Half the text of a number may be a
// number, so only objects and lists are cut in half. A blank text may stand for no body, so it needs a required body.
func (v *invalidities) addOddBodies(val any, required bool) {
	v.addBody("has the media type of plain text", bodyPlain)
	v.addBody("is said to be in UTF-16", bodyCharset)
	if message.IsComposite(val) {
		v.addBody("is cut in half", bodyHalf)
	}
	if required {
		v.addBody("is blank", bodyBlank)
	}
}
