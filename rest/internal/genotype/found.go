package genotype

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"net/textproto"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/schema"
	"github.com/evoke-go/evoke/rest/internal/wire"
	"github.com/evoke-go/evoke/value"
)

// InForm is the place of a field of a form in the body that no body of the schema
// has. The other places are those of parameters.
const InForm = "form"

// InWhole is the place of a body of which only the type is known.
const InWhole = "body"

// Input is a part of a request that the program reads and the schema does not
// declare.
type Input struct {
	// In is a place of parameters, InForm or InWhole.
	In string
	// Name is that of the parameter or field, or the media type of a body.
	Name string
	// Type is a JSON Schema, "" for a text.
	Type string
	// Sampled says that a sample has it, whether or not the program reads it. Such a body
	// may differ from a declared one in its values alone.
	Sampled bool `json:",omitempty"`
}

// same reports whether two inputs are one parameter.
func (in Input) same(other Input) bool {
	return in.In == other.In && (in.Name == other.Name || in.In == openapi.InHeader && strings.EqualFold(in.Name, other.Name))
}

// Credentials are the inputs with which users say who they are, and those that
// schemes of the schema name for that.
func Credentials(users []auth.User, schemes []openapi.SecurityScheme) (out []Input) {
	for i := range users {
		u := &users[i]
		for at, list := range [][]auth.Header{u.Headers, u.Query, u.Cookies} {
			for _, h := range list {
				out = append(out, Input{In: []string{openapi.InHeader, openapi.InQuery, openapi.InCookie}[at], Name: h.Name})
			}
		}
	}
	for i := range schemes {
		if s := &schemes[i]; s.Type == "apiKey" {
			out = append(out, Input{In: s.In, Name: s.Param})
		} else {
			out = append(out, Input{In: openapi.InHeader, Name: authorization})
		}
	}
	return out
}

// Key tells the inputs of an operation apart.
func (in Input) Key() string {
	if in.In != InWhole {
		return in.In + " " + in.Name
	}
	h := fnv.New64a()
	h.Write([]byte(in.Type)) //nolint:errcheck // it never fails
	return fmt.Sprintf("%s %s %016x", in.In, in.Name, h.Sum64())
}

// foundRate is how often a new call has a certain parameter that is not declared.
// There may be many, most of which change little; aimed mutation switches on the
// one that is compared.
const foundRate = 0.1

// maxFound bounds the parameters of an operation that are not declared, and
// maxFoundBodies its bodies.
const maxFound, maxFoundBodies = 64, 4

// Found returns the genes of calls of an operation with one for an input, or nil if
// there is none to add. Calls that exist get it by [Call.Adopt].
func (b *Builder) Found(op *openapi.Operation, c *Call, in Input) *Call {
	b.schemas.begin(op.Name())
	if in.In == InWhole {
		return b.foundBody(c, in)
	}
	if !b.sends(in) || len(c.Params)-c.plan.declared >= maxFound || declares(c, in, false) {
		return nil
	}
	if slices.ContainsFunc(c.Params, func(p Param) bool { return p.is(in) }) {
		return nil
	}
	spec := &openapi.Parameter{Name: in.Name, In: in.In, Style: "form", Explode: true}
	if in.In == openapi.InHeader {
		spec.Name, spec.Style = textproto.CanonicalMIMEHeaderKey(in.Name), "simple"
	}
	if m := read(openapi.MediaType{Type: "application/json"}, in.Type); m != nil {
		spec.Schema = m.Schema
	}
	g := b.param(spec)
	g.(*gene.Optional).Set(false)
	out := c.Clone()
	plan := *c.plan
	plan.other = append(slices.Clone(plan.other), len(out.Params))
	out.plan, out.Params = &plan, append(out.Params, Param{Spec: spec, Gene: g, Found: true})
	return out
}

// foreign are the headers that are no inputs beside those that are ignored: they say
// how a message travels.
var foreign = []string{"Accept-Encoding", "Content-Encoding", "Keep-Alive", "Proxy-Authorization", "Proxy-Connection", "Sec-Websocket-Key", "Sec-Websocket-Version"}

// sends reports whether a name can be sent, and is not sent by what makes the call.
func (b *Builder) sends(in Input) bool {
	if in.Name == "" {
		return false
	}
	if slices.ContainsFunc(b.own, in.same) {
		return false
	}
	switch in.In {
	case openapi.InHeader:
		if in == Handshake {
			return true
		}
		name := textproto.CanonicalMIMEHeaderKey(in.Name)
		return wire.IsToken(in.Name) && (name == authorization || !slices.Contains(ignored, name)) && !slices.Contains(foreign, name)
	case openapi.InCookie:
		return wire.IsToken(in.Name)
	}
	return in.In == InForm || in.In == openapi.InQuery
}

// foundBody adds a body of a type.
func (b *Builder) foundBody(c *Call, in Input) *Call {
	m := read(openapi.MediaType{Type: in.Name}, in.Type)
	if m == nil || len(c.plan.bodies)-c.plan.contents >= maxFoundBodies || slices.Contains(c.plan.keys, in.Key()) {
		return nil
	}
	if !in.Sampled && covers(c, m, c.plan.bodies, false) {
		return nil
	}
	out := c.Clone()
	plan := *c.plan
	plan.bodies, plan.keys = append(slices.Clone(plan.bodies), m), append(slices.Clone(plan.keys), in.Key())
	out.plan = &plan
	content := b.content(m)
	if out.Body == nil {
		out.Body = &Body{Contents: []gene.Gene{content}}
	} else {
		out.Body.Contents = append(out.Body.Contents, content)
	}
	out.Body.keys = plan.keys
	return out
}

// Document returns the gene of JSON values of a type, which is given as a JSON Schema,
// or nil.
func (b *Builder) Document(schema string) gene.Gene {
	m := read(openapi.MediaType{Type: "application/json"}, schema)
	if m == nil {
		return nil
	}
	b.schemas.begin("document")
	return b.content(m)
}

// read reads a JSON Schema as that of a media type, nil for none.
func read(m openapi.MediaType, text string) *openapi.MediaType {
	if !json.Valid([]byte(text)) {
		return nil
	}
	text = strings.ReplaceAll(text, `"#/$defs/`, `"#/components/schemas/Found/$defs/`)
	document := fmt.Sprintf(`{"openapi":"3.1.0","info":{"title":"found","version":"1"},"paths":{"/":{"post":{"requestBody":{"content":{%q:
		{"schema":{"$ref":"#/components/schemas/Found"}}}},"responses":{"200":{"description":"any"}}}}},"components":{"schemas":{"Found":%s}}}`, m.Type, text)
	doc, err := openapi.Read([]byte(document), openapi.Options{})
	if err != nil || len(doc.Operations) != 1 || len(doc.Operations[0].Bodies) != 1 {
		return nil
	}
	return doc.Operations[0].Bodies[0]
}

// Adopt gives the call the genes that the genes of its operation have got since it
// was made. They are off, so it sends what it sent before.
func (c *Call) Adopt(template *Call) {
	if c.plan == template.plan {
		return
	}
	for _, p := range template.Params[len(c.Params):] {
		c.Params = append(c.Params, Param{Spec: p.Spec, Gene: p.Gene.Clone(), Found: p.Found})
	}
	switch {
	case template.Body == nil:
	case c.Body == nil:
		c.Body = template.Body.clone()
	default:
		c.Body.Contents = append(slices.Clip(c.Body.Contents), template.Body.Contents[len(c.Body.Contents):]...)
		c.Body.keys = template.Body.keys
	}
	c.plan = template.plan
}

// Bodies returns the media types of the contents of the body, those that are not
// declared included.
func (c *Call) Bodies() []*openapi.MediaType { return c.plan.bodies }

// Undeclared returns what of the inputs a call sends.
func (c *Call) Undeclared(found []Input) (sent []Input) {
	for _, in := range found {
		if in.In == InWhole {
			if at := slices.Index(c.plan.keys, in.Key()); at >= 0 && c.Body != nil && c.Body.On && c.Body.media == c.plan.contents+at {
				sent = append(sent, in)
			}
			continue
		}
		if slices.ContainsFunc(c.Params, func(p Param) bool { return p.Found && p.is(in) && !value.IsAbsent(p.Gene.Value()) }) {
			sent = append(sent, in)
		}
	}
	return sent
}

func (p *Param) is(in Input) bool { return in.same(Input{In: p.Spec.In, Name: p.Spec.Name}) }

// draw draws a parameter that is not declared, which is mostly off.
func (p *Param) draw(r *rand.Rand) {
	p.Gene.Randomize(r)
	if r.Float64() >= 2*foundRate { // on in half of the draws
		p.Gene.(*gene.Optional).Set(false)
	}
}

// form returns the fields of a form that are not declared and are on.
func (c *Call) form() (fields value.Object) {
	for i, p := range c.Params {
		if p.Found && p.Spec.In == InForm {
			if v := c.Value(i); v != value.Absent {
				fields = append(fields, value.Member{Name: p.Spec.Name, Value: v})
			}
		}
	}
	return fields
}

// maxDescribed is how many members of a body are named.
const maxDescribed = 6

// Describe says in words what an input is: "query page", or "body application/json
// with x, y". Where the schema declares such a body, it names the members that are
// missing there.
func (c *Call) Describe(in Input) string {
	at := slices.Index(c.plan.keys, in.Key())
	switch {
	case in.In == InForm:
		return "form field " + in.Name
	case in.In == openapi.InHeader:
		return in.In + " " + textproto.CanonicalMIMEHeaderKey(in.Name)
	case in.In != InWhole || at < 0:
		return in.In + " " + in.Name
	}
	declared := namer{xml: wire.KindOf(in.Name) == wire.XML, free: true}
	for _, m := range c.plan.bodies[:c.plan.contents] {
		if m.Schema != nil && wire.KindOf(m.Type) == wire.KindOf(in.Name) {
			declared.known = append(declared.known, m.Schema)
		}
	}
	var missing []string
	for _, p := range schema.Flatten(c.plan.bodies[c.plan.contents+at].Schema).Properties {
		if len(declared.member(p.Name)) == 0 {
			missing = append(missing, p.Name)
		}
	}
	text := in.In + " " + in.Name
	if n := len(missing); n > maxDescribed {
		missing = append(missing[:maxDescribed], fmt.Sprintf("%d more", n-maxDescribed))
	}
	if len(missing) > 0 {
		text += " with " + strings.Join(missing, ", ")
	}
	return text
}

// Declares reports whether the schema declares an input: under its own name, as a part of
// a parameter or field by the style in which that is sent, or as a document that a
// parameter or field holds. Names that a schema leaves open are declared too.
func (c *Call) Declares(in Input) bool { return declares(c, in, true) }

// declares is Declares. Unless free is set, it takes no names that a schema leaves open:
// nothing says that a call sends them.
func declares(c *Call, in Input, free bool) bool {
	declared, bodies := c.Params[:min(c.plan.declared, len(c.Params))], c.plan.bodies[:c.plan.contents]
	if in.In == InWhole {
		m := read(openapi.MediaType{Type: in.Name}, in.Type)
		return m != nil && covers(c, m, bodies, free)
	}
	if slices.ContainsFunc(declared, func(p Param) bool {
		return p.is(in) || p.Spec.In == in.In && sent(p.Spec, in.Name, free)
	}) {
		return true
	}
	// What is read from the query may stand in a form.
	return (in.In == InForm || in.In == openapi.InQuery) && slices.ContainsFunc(bodies, func(m *openapi.MediaType) bool {
		return isForm(m) && fields(m, in.Name, free)
	})
}

// documentSchemas returns the schemas of what may be written in a media type: those of bodies,
// and where it is JSON, of the parameters and fields that may hold JSON.
func documentSchemas(c *Call, mediaType string, bodies []*openapi.MediaType) (out []*openapi.Schema) {
	kind := wire.KindOf(mediaType)
	for _, m := range bodies {
		if m.Schema != nil && wire.KindOf(m.Type) == kind {
			out = append(out, m.Schema)
		}
		if isForm(m) && kind == wire.JSON {
			(namer{known: []*openapi.Schema{m.Schema}}).visit(func(s *openapi.Schema) {
				for _, p := range s.Properties {
					out = append(out, p.Schema)
				}
			})
		}
	}
	for _, p := range c.Params {
		if !p.Found && p.Spec.Schema != nil && p.Spec.ContentType != "" && wire.KindOf(p.Spec.ContentType) == kind {
			out = append(out, p.Spec.Schema)
		}
	}
	return out
}

// covers reports whether one of the bodies and other documents has all members of a body.
func covers(c *Call, m *openapi.MediaType, bodies []*openapi.MediaType, free bool) bool {
	return slices.ContainsFunc(documentSchemas(c, m.Type, bodies), func(known *openapi.Schema) bool {
		n := namer{known: []*openapi.Schema{known}, free: free, xml: wire.KindOf(m.Type) == wire.XML}
		return n.covers(m.Schema, maxCovered)
	})
}
