package genotype

import (
	"cmp"
	"fmt"
	"maps"
	"net/http"
	"net/textproto"
	"net/url"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// Options give a Builder knowledge beyond the schema.
type Options struct {
	// Formats make genes for schemas by their format. They take precedence over the built-in formats.
	Formats map[string]func(*openapi.Schema) gene.Gene
	// Users have log-ins and sign-ups whose bodies are examples for the operations that they call.
	Users []auth.User
	// Credentials are the headers, cookies and query parameters by which a call tells its user. Such an input is never
	// added to an operation.
	Credentials []Input
	// Stop ends the making of genes when it is closed. The genes that are made afterwards are of no use.
	Stop <-chan struct{}
}

// Builder makes the genes of calls: of their parameters and bodies.
type Builder struct {
	users       []auth.User
	credentials []Input // credentials
	schemas     schemaBuilder
}

// NewBuilder returns a Builder without warnings.
func NewBuilder(o Options) *Builder {
	b := &Builder{users: o.Users, credentials: o.Credentials, schemas: schemaBuilder{
		custom: o.Formats, formats: map[string]bool{}, builtIn: formatGenes{}, listings: listings{},
		account: account{stop: o.Stop},
	}}
	b.schemas.begin("schema")
	return b
}

// Warnings name the parts of the schemas that the genes ignore, in the order in which they were met.
func (b *Builder) Warnings() []string { return b.schemas.warned }

// Formats returns the formats of the schemas that genes were made for, sorted.
func (b *Builder) Formats() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(b.schemas.formats)), func(f string) bool { return f == "" })
}

// Call returns the genes of a call of an operation: of its parameters and its body.
func (b *Builder) Call(op *openapi.Operation) *Call {
	b.schemas.begin(op.Name())
	b.schemas.answered = listsInAnswers(op)
	c := &Call{}
	index := map[string]int{} // of the path parameters
	for _, p := range op.Parameters {
		if !b.isUsable(p) {
			continue
		}
		if p.In == openapi.InPath {
			index[p.Name] = len(c.Params)
		}
		c.Params = append(c.Params, Param{Spec: p, Gene: b.makeParam(p)})
	}
	c.path = b.splitPath(op.Path, &c.Params, index)
	if accept := acceptParameter(op); accept != nil {
		c.Params = append(c.Params, Param{Spec: accept, Gene: b.makeParam(accept)})
	}
	if len(op.Bodies) > 0 {
		c.Body = &Body{Required: op.BodyRequired, On: true, types: &mediaTypes{all: op.Bodies}}
		for _, m := range op.Bodies {
			c.Body.Contents = append(c.Body.Contents, b.makeContent(m, b.loginBodies(op, m)...))
		}
	}
	return c
}

// acceptParameter returns the header that chooses between the media types of the successful answers of an operation. It
// returns nil if there are fewer than two media types. The schema does not declare this header as a parameter.
func acceptParameter(op *openapi.Operation) *openapi.Parameter {
	s := openapi.NewSchema()
	s.Types = []string{"string"}
	for _, r := range op.Responses {
		if !strings.HasPrefix(r.Status, "2") {
			continue
		}
		for _, m := range r.Content {
			if t := message.Essence(m.Type); t != "" && !strings.Contains(t, "*") && !slices.Contains(s.Enum, any(t)) {
				s.Enum = append(s.Enum, t)
			}
		}
	}
	if len(s.Enum) < 2 {
		return nil
	}
	return &openapi.Parameter{Name: "Accept", In: openapi.InHeader, Schema: s, Style: "simple"}
}

// authorization is never a parameter of a schema. It is an input if the program reads it, and neither users nor the
// schema say how calls get it.
const authorization = "Authorization"

// nonParameters are the headers that are no parameters (OpenAPI 3.1.1, 4.8.12.2), and the headers of the connection. It
// is read-only.
var nonParameters = []string{
	"Accept", "Content-Type", authorization, "Cookie",
	"Host", "Content-Length", "Transfer-Encoding", "Connection", "Upgrade", "Te", "Trailer", "Expect",
}

// isUsable reports whether a parameter can be sent. It warns of a parameter with an invalid name or place.
func (b *Builder) isUsable(p *openapi.Parameter) bool {
	switch p.In {
	case openapi.InPath, openapi.InQuery, openapi.InCookie:
		return true
	case openapi.InHeader:
		if !message.IsToken(p.Name) {
			b.schemas.warn("parameter %q: no valid name for a header", p.Name)
			return false
		}
		return !slices.Contains(nonParameters, textproto.CanonicalMIMEHeaderKey(p.Name))
	}
	b.schemas.warn("parameter %q: unknown place %q", p.Name, p.In)
	return false
}

// makeParam returns the gene of a parameter.
func (b *Builder) makeParam(p *openapi.Parameter) gene.Gene {
	s := p.Schema
	if s == nil {
		s = openapi.NewSchema()
		s.Types = []string{"string"}
	}
	if p.In == openapi.InPath {
		s = segmentSchema(s)
	}
	if s.Description == "" && p.Description != "" {
		own := *message.Flatten(s)
		own.Description = p.Description
		s = &own
	}
	b.schemas.beginPart(p.Name, p.In == openapi.InPath)
	g := unfolder{&b.schemas}.makeWhole(s)
	if isCycle(g) {
		b.schemas.warnNone(fmt.Sprintf("parameter %q", p.Name))
		g = gene.NewString(gene.StringLimits{MinLength: 1, MaxLength: 16})
	}
	g = withSeeds(g, p.Examples)
	if p.AllowEmpty && p.In == openapi.InQuery {
		g = gene.NewWeightedChoice([]float64{0.9, 0.1}, g, gene.NewConst(""))
	}
	if p.Required || p.In == openapi.InPath {
		return g
	}
	return gene.NewOptional(g)
}

// segmentLength is the greatest length of a text in a path, if the schema has no limit.
const segmentLength = 64

// segmentSchema narrows a schema to values that can be a segment of a path: no null, no empty text, no empty list.
func segmentSchema(s *openapi.Schema) *openapi.Schema {
	flat := message.Flatten(s)
	segment := *flat
	segment.Nullable = false
	if isBare(&segment) {
		segment.Types = []string{"string"}
	}
	if segment.Is("string") {
		segment.MinLength = max(1, segment.MinLength)
		if segment.MaxLength < 0 && segment.Pattern == "" {
			segment.MaxLength = max(segmentLength, segment.MinLength)
		}
	}
	if segment.Is("array") {
		segment.MinItems = max(1, segment.MinItems)
	}
	return &segment
}

// splitPath returns the pieces of a path template. index has the path parameters by name. A parameter that is not
// declared counts as a text, and becomes the last parameter.
func (b *Builder) splitPath(template string, params *Params, index map[string]int) (pieces []pathPiece) {
	for rest := template; rest != ""; {
		literal, after, ok := strings.Cut(rest, "{")
		name, next, closed := strings.Cut(after, "}")
		if !ok || !closed {
			literal, next = rest, ""
		}
		if literal != "" {
			pieces = append(pieces, pathPiece{literal: pathLiteral(literal), param: -1})
		}
		if ok && closed {
			if _, declared := index[name]; !declared {
				b.schemas.warn("parameter %q of the path is not declared", name)
				index[name] = len(*params)
				p := &openapi.Parameter{Name: name, In: openapi.InPath, Required: true, Style: "simple"}
				*params = append(*params, Param{Spec: p, Gene: b.makeParam(p)})
			}
			pieces = append(pieces, pathPiece{param: index[name]})
		}
		rest = next
	}
	return pieces
}

// pathLiteral escapes the characters that a path may not have. It keeps the escapes of the literal.
func pathLiteral(s string) string { return message.Escaped(s, &message.PathPlain) }

// loginBodies returns the bodies with which users sign up or log in by calls of an operation. They are examples for the
// operation. If the system knows nobody else at its start, only these bodies succeed.
func (b *Builder) loginBodies(op *openapi.Operation, m *openapi.MediaType) (bodies []any) {
	read := value.ParseJSON
	switch message.KindOf(m.Type) {
	case message.JSON:
	case message.Form:
		read = parseForm
	default:
		return nil
	}
	for i := range b.users {
		u := &b.users[i]
		for _, l := range []*auth.Login{u.SignUp, u.Login} {
			if l == nil || cmp.Or(l.Method, http.MethodPost) != op.Method || !strings.HasSuffix(l.Path, op.Path) {
				continue
			}
			if body, err := read([]byte(l.Body)); err == nil {
				bodies = append(bodies, body)
			}
		}
	}
	return bodies
}

// parseForm returns the fields of a form in their order.
func parseForm(data []byte) (any, error) {
	var out value.Object
	for part := range strings.SplitSeq(string(data), "&") {
		name, text, _ := strings.Cut(part, "=")
		name, err := url.QueryUnescape(name)
		if err != nil {
			return nil, fmt.Errorf("form: %w", err)
		}
		if text, err = url.QueryUnescape(text); err != nil {
			return nil, fmt.Errorf("form: %w", err)
		}
		out = append(out, value.Member{Name: name, Value: text})
	}
	return out, nil
}

// makeContent returns the gene of a body of a media type. The gene starts from the seeds and the examples.
func (b *Builder) makeContent(m *openapi.MediaType, seeds ...any) gene.Gene {
	kind := message.KindOf(m.Type)
	s := m.Schema
	b.schemas.beginPart("", false)
	if s == nil || (kind == message.PlainText || kind == message.Bytes) && hintedType(s) == "" && len(s.Types) == 0 {
		return b.makeOpaque(kind, m.Type)
	}
	for _, enc := range m.Encoding {
		if len(enc.Headers) > 0 {
			b.schemas.warn("%s: the headers of parts are left out", m.Type)
		}
	}
	g := unfolder{&b.schemas}.makeWhole(s)
	if isCycle(g) {
		b.schemas.warnNone(m.Type)
		return b.makeOpaque(kind, m.Type)
	}
	for _, e := range m.Examples {
		seeds = append(seeds, e.Value)
	}
	if kind == message.PlainText || kind == message.Bytes {
		seeds = append(seeds, documentsOf(m.Type)...)
	}
	return withSeeds(g, seeds)
}

// makeOpaque returns the gene of a body that no schema describes.
func (b *Builder) makeOpaque(kind message.BodyKind, mediaType string) gene.Gene {
	switch kind {
	case message.PlainText, message.XML:
		return withSeeds(gene.NewString(gene.StringLimits{MaxLength: defaultBinary}), documentsOf(mediaType))
	case message.Bytes:
		return makeFile("", mediaType, 0, -1)
	case message.Form, message.Multipart:
		word := gene.NewString(gene.StringLimits{MaxLength: 16})
		return gene.NewMap(makeKeyOfAnything(), word, 0, maxUndeclared)
	}
	return makeAnything()
}
