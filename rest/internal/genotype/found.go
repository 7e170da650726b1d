package genotype

import (
	"net/textproto"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// Credentials are the inputs with which users say who they are, and those that
// schemes of the schema name for that.
func Credentials(users []auth.User, schemes []openapi.SecurityScheme) (out []Input) {
	for i := range users {
		u := &users[i]
		for at, list := range [][]auth.Header{u.Headers, u.Query, u.Cookies} {
			for _, h := range list {
				out = append(out,
					Input{In: []string{openapi.InHeader, openapi.InQuery, openapi.InCookie}[at], Name: h.Name})
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

// maxFound bounds the parameters of an operation that are not declared, and
// maxFoundBodies its bodies.
const maxFound, maxFoundBodies = 64, 4

// Found returns the genes of calls of an operation with one for an input, or nil if
// there is none to add. Calls that exist get it by [Call.Adopt].
func (b *Builder) Found(op *openapi.Operation, c *Call, in Input) *Call {
	b.schemas.begin(op.Name())
	if in.In == InWhole {
		out := c.Clone()
		if out.Body == nil {
			out.Body = &Body{types: &mediaTypes{}}
		}
		content, types := b.foundBody(c.Params.declared(), out.Body.types, in)
		if content == nil {
			return nil
		}
		out.Body.Contents, out.Body.types = append(out.Body.Contents, content), types
		return out
	}
	if !b.sends(in) || len(c.Params)-len(c.Params.declared()) >= maxFound || c.declaration(false).has(in) {
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
	out.Params = append(out.Params, Param{Spec: spec, Gene: g, Found: true})
	return out
}

// foreign are the headers that are no inputs beside those that are ignored: they say
// how a message travels.
var foreign = []string{"Accept-Encoding", "Content-Encoding", "Keep-Alive", "Proxy-Authorization", "Proxy-Connection",
	"Sec-Websocket-Key", "Sec-Websocket-Version"}

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
		return message.IsToken(in.Name) && (name == authorization || !slices.Contains(ignored, name)) &&
			!slices.Contains(foreign, name)
	case openapi.InCookie:
		return message.IsToken(in.Name)
	}
	return in.In == InForm || in.In == openapi.InQuery
}

// foundBody returns the content of a body of a type that was found, with the known media types and its own. It returns
// nil where there is none to add.
func (b *Builder) foundBody(declared Params, known *mediaTypes, in Input) (gene.Gene, *mediaTypes) {
	m := read(openapi.MediaType{Type: in.Name}, in.Type)
	if m == nil || len(known.keys) >= maxFoundBodies || known.found(in.Key()) >= 0 {
		return nil, nil
	}
	if !in.Sampled && (declaration{params: declared, bodies: known.all}).covers(m) {
		return nil, nil
	}
	return b.content(m), known.with(m, in.Key())
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

// Adopt gives the call the genes that the genes of its operation have got since it
// was made. They are off, so it sends what it sent before.
func (c *Call) Adopt(template *Call) {
	for _, p := range template.Params[len(c.Params):] {
		c.Params = append(c.Params, p.clone())
	}
	switch {
	case template.Body == nil:
	case c.Body == nil:
		c.Body = template.Body.clone()
	default:
		c.Body.adopt(template.Body)
	}
}

// adopt gives a body the contents that its template has got since the body was made.
func (g *Body) adopt(template *Body) {
	if g.types == template.types {
		return
	}
	g.Contents = append(slices.Clip(g.Contents), template.Contents[len(g.Contents):]...)
	g.types = template.types
}

// Undeclared returns what of the inputs a call sends.
func (c *Call) Undeclared(found []Input) (sent []Input) {
	for _, in := range found {
		if in.In == InWhole {
			if b := c.Body; b != nil && b.On && b.media == b.types.found(in.Key()) {
				sent = append(sent, in)
			}
			continue
		}
		if slices.ContainsFunc(c.Params, func(p Param) bool {
			return p.Found && p.is(in) && !value.IsAbsent(p.Gene.Value())
		}) {
			sent = append(sent, in)
		}
	}
	return sent
}

// Describe says in words what an input is: "query page", or "body application/json
// with x, y". Where the schema declares such a body, it names the members that are
// missing there. The operation takes body b, nil for none.
func (in Input) Describe(b *Body) string {
	switch in.In {
	case InForm:
		return "form field " + in.Name
	case openapi.InHeader:
		return in.In + " " + textproto.CanonicalMIMEHeaderKey(in.Name)
	}
	text := in.In + " " + in.Name
	if in.In == InWhole && b != nil {
		if at := b.types.found(in.Key()); at >= 0 {
			text += b.types.describe(at)
		}
	}
	return text
}

// declaration holds the inputs that calls of an operation are known to send.
type declaration struct {
	params Params
	bodies []*openapi.MediaType
	free   bool // members of free names, which the schema allows, are among them
}

// declaration returns the inputs that the schema declares. Unless free is set, names that a
// schema leaves open are left out: nothing says that a call sends them.
func (c *Call) declaration(free bool) declaration {
	d := declaration{params: c.Params.declared(), free: free}
	if c.Body != nil {
		d.bodies = c.Body.types.declared()
	}
	return d
}

// Declares reports whether the schema declares an input: under its own name, as a part of
// a parameter or field by the style in which that is sent, or as a document that a
// parameter or field holds. Names that a schema leaves open are declared too.
func (c *Call) Declares(in Input) bool { return c.declaration(true).has(in) }

// has reports whether an input is known.
func (d declaration) has(in Input) bool {
	if in.In == InWhole {
		m := read(openapi.MediaType{Type: in.Name}, in.Type)
		return m != nil && d.covers(m)
	}
	if slices.ContainsFunc(d.params, func(p Param) bool {
		return p.is(in) || p.Spec.In == in.In && sent(p.Spec, in.Name, d.free)
	}) {
		return true
	}
	// What is read from the query may stand in a form.
	field := func(m *openapi.MediaType) bool { return isForm(m) && fields(m, in.Name, d.free) }
	return (in.In == InForm || in.In == openapi.InQuery) && slices.ContainsFunc(d.bodies, field)
}

// documents returns the schemas of the documents that may be written in a media type: bodies,
// and where it is JSON, the parameters and fields that may hold JSON.
func (d declaration) documents(mediaType string) (out []*openapi.Schema) {
	kind := message.KindOf(mediaType)
	for _, m := range d.bodies {
		if m.Schema != nil && message.KindOf(m.Type) == kind {
			out = append(out, m.Schema)
		}
		if isForm(m) && kind == message.JSON {
			(namer{known: []*openapi.Schema{m.Schema}}).visit(func(s *openapi.Schema) {
				for _, p := range s.Properties {
					out = append(out, p.Schema)
				}
			})
		}
	}
	for _, p := range d.params {
		if p.Spec.Schema != nil && p.Spec.ContentType != "" && message.KindOf(p.Spec.ContentType) == kind {
			out = append(out, p.Spec.Schema)
		}
	}
	return out
}

// covers reports whether one of the bodies and other documents has all members of a body.
func (d declaration) covers(m *openapi.MediaType) bool {
	return slices.ContainsFunc(d.documents(m.Type), func(known *openapi.Schema) bool {
		n := namer{known: []*openapi.Schema{known}, free: d.free, xml: message.KindOf(m.Type) == message.XML}
		return n.covers(m.Schema, maxCovered)
	})
}

func isForm(m *openapi.MediaType) bool {
	kind := message.KindOf(m.Type)
	return m.Schema != nil && (kind == message.Form || kind == message.Multipart)
}

// fields reports whether a form has a field of a name.
func fields(m *openapi.MediaType, name string, free bool) bool {
	base, _, _ := strings.Cut(name, "[")
	enc := m.Encoding[base]
	for _, s := range (namer{known: []*openapi.Schema{m.Schema}, free: free}).member(base) {
		field := openapi.Parameter{Name: base, Style: enc.Style, Explode: enc.Explode, Schema: s}
		if base == name || sent(&field, name, free) {
			return true
		}
	}
	return len((namer{known: []*openapi.Schema{m.Schema}, free: free}).member(name)) > 0
}

// sent reports whether the style of a parameter gives a part of its value a name.
func sent(p *openapi.Parameter, name string, free bool) bool {
	n := namer{known: []*openapi.Schema{p.Schema}, free: free}
	switch {
	case p.Schema == nil || p.ContentType != "":
		return false
	case p.Style == "deepObject":
		steps, ok := strings.CutPrefix(name, p.Name+"[")
		steps, closed := strings.CutSuffix(steps, "]")
		return ok && closed && n.leads(strings.Split(steps, "]["))
	case p.Explode && (p.In == openapi.InQuery || p.In == openapi.InCookie):
		return len(n.member(name)) > 0
	}
	return false
}
