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

// Credentials returns the inputs by which a call tells its user: the inputs of users, and of security schemes.
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

// maxFound bounds the undeclared parameters of an operation, and maxFoundBodies its undeclared bodies.
const maxFound, maxFoundBodies = 64, 4

// Found returns the genes of a call with a further gene for an undeclared input. It returns nil if the input is
// declared, known, or cannot be sent. Existing calls get the gene by [Call.Adopt].
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
	if !b.canSend(in) || len(c.Params)-len(c.Params.declared()) >= maxFound || c.declaration(false).hasInput(in) {
		return nil
	}
	at := slices.IndexFunc(c.Params, func(p Param) bool { return p.isInput(in) })
	if at >= 0 && !Surrounds(in.In) {
		return nil
	}
	spec := &openapi.Parameter{Name: in.Name, In: in.In, Style: "form", Explode: true}
	if in.In == openapi.InHeader {
		spec.Name, spec.Style = textproto.CanonicalMIMEHeaderKey(in.Name), "simple"
	}
	if m := readType(openapi.MediaType{Type: "application/json"}, in.Type); m != nil {
		spec.Schema = m.Schema
	}
	g := b.makeFound(spec)
	out := c.Clone()
	if at >= 0 { // more is known of it now
		out.Params[at] = Param{Spec: spec, Gene: g, Found: true}
		return out
	}
	out.Params = append(out.Params, Param{Spec: spec, Gene: g, Found: true})
	return out
}

// makeFound returns the gene of an undeclared parameter, which is off.
func (b *Builder) makeFound(spec *openapi.Parameter) (g *gene.Optional) {
	if spec.In == InTime {
		g = gene.NewOptional(newWait())
	} else {
		g = b.makeParam(spec).(*gene.Optional)
	}
	g.Set(false)
	return g
}

// transportHeaders describe how a message travels. Like nonParameters, they are no inputs.
var transportHeaders = []string{"Accept-Encoding", "Content-Encoding", "Keep-Alive", "Proxy-Authorization",
	"Proxy-Connection", "Sec-Websocket-Key", "Sec-Websocket-Version"}

// canSend reports whether the genes of a call can send an input. Credentials and headers of the connection come from
// other parts.
func (b *Builder) canSend(in Input) bool {
	if in.Name == "" {
		return false
	}
	if slices.ContainsFunc(b.credentials, in.isSame) {
		return false
	}
	switch in.In {
	case openapi.InHeader:
		if in == Handshake {
			return true
		}
		name := textproto.CanonicalMIMEHeaderKey(in.Name)
		return message.IsToken(in.Name) && (name == authorization || !slices.Contains(nonParameters, name)) &&
			!slices.Contains(transportHeaders, name)
	case openapi.InCookie:
		return message.IsToken(in.Name)
	}
	return in.In == InForm || in.In == openapi.InQuery || Surrounds(in.In)
}

// foundBody returns the gene of an undeclared body, and the known media types with the media type of this body. It
// returns nil if there is no body to add.
func (b *Builder) foundBody(declared Params, known *mediaTypes, in Input) (gene.Gene, *mediaTypes) {
	m := readType(openapi.MediaType{Type: in.Name}, in.Type)
	if m == nil || len(known.keys) >= maxFoundBodies || known.indexOfFound(in.Key()) >= 0 {
		return nil, nil
	}
	if !in.Sampled && (declaration{params: declared, bodies: known.all}).coversBody(m) {
		return nil, nil
	}
	return b.makeContent(m), known.with(m, in.Key())
}

// Document returns the gene for the JSON values of a JSON Schema. It returns nil if the schema cannot be read.
func (b *Builder) Document(schema string) gene.Gene {
	m := readType(openapi.MediaType{Type: "application/json"}, schema)
	if m == nil {
		return nil
	}
	b.schemas.begin("document")
	return b.makeContent(m)
}

// Adopt adds the genes that the template of the operation has got since the call was made. They are off, so the call
// sends the same as before.
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

// adopt adds the contents that the template has got since the body was made.
func (g *Body) adopt(template *Body) {
	if g.types == template.types {
		return
	}
	g.Contents = append(slices.Clip(g.Contents), template.Contents[len(g.Contents):]...)
	g.types = template.types
}

// Undeclared returns the found inputs that the call sends.
func (c *Call) Undeclared(found []Input) (sent []Input) {
	for _, in := range found {
		if in.In == InWhole {
			if b := c.Body; b != nil && b.On && b.media == b.types.indexOfFound(in.Key()) {
				sent = append(sent, in)
			}
			continue
		}
		if slices.ContainsFunc(c.Params, func(p Param) bool {
			return p.Found && p.isInput(in) && !value.IsAbsent(p.Gene.Value())
		}) {
			sent = append(sent, in)
		}
	}
	return sent
}

// Describe describes an input in words: "query page", or "body application/json with x, y". For a body of a declared
// media type, it names only the members that the schema does not declare. b is the body of the operation, nil for none.
func (in Input) Describe(b *Body) string {
	switch in.In {
	case InForm:
		return "form field " + in.Name
	case openapi.InHeader:
		return in.In + " " + textproto.CanonicalMIMEHeaderKey(in.Name)
	}
	text := in.In + " " + in.Name
	if in.In == InWhole && b != nil {
		if at := b.types.indexOfFound(in.Key()); at >= 0 {
			text += b.types.describeMissing(at)
		}
	}
	return text
}

// declaration has the inputs that calls of an operation are known to send.
type declaration struct {
	params Params
	bodies []*openapi.MediaType
	free   bool // members count whose names the schema leaves open, such as additional properties
}

// declaration returns the inputs that the schema declares. With free, members count whose names the schema leaves open,
// although no call may send them.
func (c *Call) declaration(free bool) declaration {
	d := declaration{params: c.Params.declared(), free: free}
	if c.Body != nil {
		d.bodies = c.Body.types.declared()
	}
	return d
}

// Declares reports whether the schema declares an input: under its own name, as a part of a parameter or field by the
// style of encoding, or as a document inside a parameter or field. A name that the schema leaves open is declared too.
func (c *Call) Declares(in Input) bool { return c.declaration(true).hasInput(in) }

// hasInput reports whether the declaration has an input.
func (d declaration) hasInput(in Input) bool {
	if in.In == InWhole {
		m := readType(openapi.MediaType{Type: in.Name}, in.Type)
		return m != nil && d.coversBody(m)
	}
	if slices.ContainsFunc(d.params, func(p Param) bool {
		return p.isInput(in) || p.Spec.In == in.In && hasPart(p.Spec, in.Name, d.free)
	}) {
		return true
	}
	// A program may read a field of a form from the query.
	field := func(m *openapi.MediaType) bool { return isForm(m) && hasField(m, in.Name, d.free) }
	return (in.In == InForm || in.In == openapi.InQuery) && slices.ContainsFunc(d.bodies, field)
}

// schemasFor returns the schemas of the documents in a media type: of bodies, and for JSON of the parameters and fields
// that may hold JSON.
func (d declaration) schemasFor(mediaType string) (out []*openapi.Schema) {
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

// coversBody reports whether a declared document has all members of a body.
func (d declaration) coversBody(m *openapi.MediaType) bool {
	return slices.ContainsFunc(d.schemasFor(m.Type), func(known *openapi.Schema) bool {
		n := namer{known: []*openapi.Schema{known}, free: d.free, xml: message.KindOf(m.Type) == message.XML}
		return n.coversMembers(m.Schema, maxCovered)
	})
}

func isForm(m *openapi.MediaType) bool {
	kind := message.KindOf(m.Type)
	return m.Schema != nil && (kind == message.Form || kind == message.Multipart)
}

// hasField reports whether a form has a field with a name.
func hasField(m *openapi.MediaType, name string, free bool) bool {
	base, _, _ := strings.Cut(name, "[")
	enc := m.Encoding[base]
	for _, s := range (namer{known: []*openapi.Schema{m.Schema}, free: free}).schemasOf(base) {
		field := openapi.Parameter{Name: base, Style: enc.Style, Explode: enc.Explode, Schema: s}
		if base == name || hasPart(&field, name, free) {
			return true
		}
	}
	return len((namer{known: []*openapi.Schema{m.Schema}, free: free}).schemasOf(name)) > 0
}

// hasPart reports whether a parameter, encoded in its style, sends a part of its value under a name.
func hasPart(p *openapi.Parameter, name string, free bool) bool {
	n := namer{known: []*openapi.Schema{p.Schema}, free: free}
	switch {
	case p.Schema == nil || p.ContentType != "":
		return false
	case p.Style == "deepObject":
		steps, ok := strings.CutPrefix(name, p.Name+"[")
		steps, closed := strings.CutSuffix(steps, "]")
		return ok && closed && n.leadsTo(strings.Split(steps, "]["))
	case p.Explode && (p.In == openapi.InQuery || p.In == openapi.InCookie):
		return len(n.schemasOf(name)) > 0
	}
	return false
}
