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

// Options say what a Builder knows beyond the schema.
type Options struct {
	// Formats make genes for schemas by their format. They go before the
	// built-in ones.
	Formats map[string]func(*openapi.Schema) gene.Gene
	// Users have log-ins and sign-ups whose bodies are examples of the
	// operations that they call.
	Users []auth.User
	// Credentials are the headers, cookies and queries with which calls say who makes
	// them. They are no inputs that could be found.
	Credentials []Input
	// Stop ends the making of genes when it is closed. What is made then is of no
	// use.
	Stop <-chan struct{}
}

// Builder makes the genes of calls: of their parameters and bodies.
type Builder struct {
	users   []auth.User
	own     []Input // credentials
	schemas schemaBuilder
}

// NewBuilder returns a Builder without warnings.
func NewBuilder(o Options) *Builder {
	b := &Builder{users: o.Users, own: o.Credentials, schemas: schemaBuilder{
		custom: o.Formats, formats: map[string]bool{}, builtIn: &formatGenes{}, listings: &listings{},
		account: account{stop: o.Stop},
	}}
	b.schemas.begin("schema")
	return b
}

// Warnings say what of the schemas could not be used, in the order found.
func (b *Builder) Warnings() []string { return b.schemas.warned }

// Formats returns the formats of the schemas that genes were made for, sorted.
func (b *Builder) Formats() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(b.schemas.formats)), func(f string) bool { return f == "" })
}

// Call returns the genes of everything that one call of op sends.
func (b *Builder) Call(op *openapi.Operation) *Call {
	b.schemas.begin(op.Name())
	b.schemas.answered = answeredLists(op)
	c := &Call{}
	index := map[string]int{} // of the path parameters
	for _, p := range op.Parameters {
		if !b.usable(p) {
			continue
		}
		if p.In == openapi.InPath {
			index[p.Name] = len(c.Params)
		}
		c.Params = append(c.Params, Param{Spec: p, Gene: b.param(p)})
	}
	c.path, c.Params = b.path(op, c.Params, index)
	if accept := acceptOf(op); accept != nil {
		c.Params = append(c.Params, Param{Spec: accept, Gene: b.param(accept)})
	}
	if len(op.Bodies) > 0 {
		c.Body = b.body(op)
	}
	return c
}

// acceptOf is the header that chooses between the media types that an operation
// declares for its successes, nil where there is nothing to choose. It is not
// among the declared parameters.
func acceptOf(op *openapi.Operation) *openapi.Parameter {
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

// authorization is no parameter in a schema, but an input of a program that reads it where
// neither users nor the schema say how.
const authorization = "Authorization"

// ignored are the headers that are not parameters (OpenAPI 3.1.1, 4.8.12.2)
// and those that belong to the connection. It is read-only.
var ignored = []string{
	"Accept", "Content-Type", authorization, "Cookie",
	"Host", "Content-Length", "Transfer-Encoding", "Connection", "Upgrade", "Te", "Trailer", "Expect",
}

// usable reports whether a parameter can be sent at all.
func (b *Builder) usable(p *openapi.Parameter) bool {
	switch p.In {
	case openapi.InPath, openapi.InQuery, openapi.InCookie:
		return true
	case openapi.InHeader:
		if !message.IsToken(p.Name) {
			b.schemas.warn("parameter %q: no valid name for a header", p.Name)
			return false
		}
		return !slices.Contains(ignored, textproto.CanonicalMIMEHeaderKey(p.Name))
	}
	b.schemas.warn("parameter %q: unknown place %q", p.Name, p.In)
	return false
}

// param is the gene of one parameter.
func (b *Builder) param(p *openapi.Parameter) gene.Gene {
	s := p.Schema
	if s == nil {
		s = openapi.NewSchema()
		s.Types = []string{"string"}
	}
	if p.In == openapi.InPath {
		s = pathSchema(s)
	}
	if s.Description == "" && p.Description != "" {
		own := *message.Flatten(s)
		own.Description = p.Description
		s = &own
	}
	b.schemas.part(p.Name, p.In == openapi.InPath)
	g := unfolder{&b.schemas}.whole(s)
	if isCycle(g) {
		b.schemas.none(fmt.Sprintf("parameter %q", p.Name))
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

// segmentLength is the greatest length of a text in a path that has no limit.
const segmentLength = 64

// pathSchema is a schema for one segment of a path: not null, and a text has
// at least one character.
func pathSchema(s *openapi.Schema) *openapi.Schema {
	flat := message.Flatten(s)
	segment := *flat
	segment.Nullable = false
	if len(segment.Types) == 0 && hinted(&segment) == "" && isBare(&segment) {
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

// path splits the template of an operation. A parameter that is not declared is taken for a text, and stands behind
// those that are. The index of path parameters gets it.
func (b *Builder) path(op *openapi.Operation, params Params, index map[string]int) (pieces []pathPiece, all Params) {
	rest := op.Path
	for rest != "" {
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
				index[name] = len(params)
				p := &openapi.Parameter{Name: name, In: openapi.InPath, Required: true, Style: "simple"}
				params = append(params, Param{Spec: p, Gene: b.param(p)})
			}
			pieces = append(pieces, pathPiece{param: index[name]})
		}
		rest = next
	}
	return pieces, params
}

// pathLiteral escapes what may not stand in a path and keeps what is escaped.
func pathLiteral(s string) string { return message.Escaped(s, &message.PathPlain) }

// body is the gene of a request body.
func (b *Builder) body(op *openapi.Operation) *Body {
	g := &Body{Required: op.BodyRequired, On: true, types: &mediaTypes{all: op.Bodies}}
	for _, m := range op.Bodies {
		g.Contents = append(g.Contents, b.content(m, b.logins(op, m)...))
	}
	return g
}

// logins are the bodies with which users sign up or log in by an operation.
// They are examples of it, and its one way to succeed where the state at the
// start knows nobody else.
func (b *Builder) logins(op *openapi.Operation, m *openapi.MediaType) (bodies []any) {
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

// parseForm reads the fields of a form, in their order.
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

func (b *Builder) content(m *openapi.MediaType, seeds ...any) gene.Gene {
	kind := message.KindOf(m.Type)
	s := m.Schema
	b.schemas.part("", false)
	if s == nil || (kind == message.PlainText || kind == message.Bytes) && hinted(s) == "" && len(s.Types) == 0 {
		return b.opaque(kind, m.Type)
	}
	for _, enc := range m.Encoding {
		if len(enc.Headers) > 0 {
			b.schemas.warn("%s: the headers of parts are left out", m.Type)
		}
	}
	g := unfolder{&b.schemas}.whole(s)
	if isCycle(g) {
		b.schemas.none(m.Type)
		return b.opaque(kind, m.Type)
	}
	for _, e := range m.Examples {
		seeds = append(seeds, e.Value)
	}
	if kind == message.PlainText || kind == message.Bytes {
		seeds = append(seeds, documents(m.Type)...)
	}
	return withSeeds(g, seeds)
}

// opaque is the gene of a body that no schema describes.
func (b *Builder) opaque(kind message.BodyKind, mediaType string) gene.Gene {
	switch kind {
	case message.PlainText, message.XML:
		return withSeeds(gene.NewString(gene.StringLimits{MaxLength: defaultBinary}), documents(mediaType))
	case message.Bytes:
		return file(mediaType, 0, -1)
	case message.Form, message.Multipart:
		word := gene.NewString(gene.StringLimits{MaxLength: 16})
		return gene.NewMap(freeKey(), word, 0, maxFree)
	}
	return anything()
}
