package pool

import (
	"fmt"
	"math/rand/v2"
	"net/textproto"
	"net/url"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/samples"
	"github.com/evoke-go/evoke/value"
)

// draft holds the data of a sample for one call of an operation.
type draft struct {
	op      *api.Operation
	path    map[string]string
	query   []pair
	header  []samples.Field
	kind    string // media type of the body
	body    any
	hasBody bool
	answer  *samples.Answer

	call  *action.Call
	needs []int // indexes of the earlier calls of the session that this call needs
}

// pair is a field of a query or form.
type pair struct{ name, text string }

// read copies the query, the headers and the body of a request into the draft.
func (d *draft) read(query string, r *samples.Request) {
	d.query = pairs(query)
	for _, h := range r.Header {
		if name := textproto.CanonicalMIMEHeaderKey(h.Name); !isUnknown(h.Value) && !travels(name) {
			d.header = append(d.header, samples.Field{Name: name, Value: h.Value})
		}
	}
	if r.Body != "" {
		d.take(r.Type, r.Body)
	}
}

// carried lists headers that clients send by themselves. They say nothing about the API.
const carried = " Accept Accept-Charset Accept-Encoding Accept-Language Access-Control-Request-Headers " +
	"Access-Control-Request-Method Cache-Control Connection Content-Encoding Content-Length Content-Type " +
	"Date Dnt Expect Forwarded From Host Keep-Alive Origin Pragma Priority Proxy-Connection Referer Te Traceparent " +
	"Tracestate Trailer Transfer-Encoding Upgrade Upgrade-Insecure-Requests User-Agent Via X-Real-Ip X-Request-Id " +
	"X-Requested-With Postman-Token "

// travels reports whether a header describes the transport or the client, and not the API.
func travels(name string) bool {
	return strings.Contains(carried, " "+name+" ") || strings.HasPrefix(name, "Sec-") ||
		strings.HasPrefix(name, "X-Forwarded-")
}

// pairs parses a query or a form. It leaves out fields that are not encoded correctly.
func pairs(text string) (out []pair) {
	if text == "" {
		return nil
	}
	for part := range strings.SplitSeq(text, "&") {
		name, v, _ := strings.Cut(part, "=")
		plain, err := url.QueryUnescape(name)
		if v, e := url.QueryUnescape(v); err == nil && e == nil && plain != "" {
			out = append(out, pair{plain, v})
		}
	}
	return out
}

// take parses a body. It uses the schema of the declared media type that is closest to mediaType.
func (d *draft) take(mediaType, text string) {
	d.kind = message.Essence(mediaType)
	var s *openapi.Schema
	if m := d.media(); m != nil {
		s = m.Schema
	}
	var err error
	switch message.KindOf(d.kind) {
	case message.JSON:
		d.body, err = value.ParseJSON([]byte(text))
	case message.XML:
		if d.body = text; s != nil {
			d.body, err = message.ParseXML(s, []byte(text))
		}
	case message.Form, message.Multipart:
		d.body = formValue(pairs(text), s)
	default:
		d.body = text
	}
	d.hasBody = err == nil
}

// media returns the declared media type that the body has, nil if none fits.
func (d *draft) media() *openapi.MediaType {
	all := d.op.Spec.Bodies
	for _, same := range []func(string) bool{
		func(t string) bool { return message.Essence(t) == d.kind },
		func(t string) bool { return message.KindOf(t) == message.KindOf(d.kind) },
	} {
		if i := slices.IndexFunc(all, func(m *openapi.MediaType) bool { return same(m.Type) }); i >= 0 {
			return all[i]
		}
	}
	return nil
}

// mediaType names the media type of the body.
func (d *draft) mediaType() string {
	if m := d.media(); m != nil {
		return message.Concrete(m.Type)
	}
	return d.kind
}

// formValue returns the fields of a form as an object. A field that occurs several times becomes a list.
func formValue(fields []pair, s *openapi.Schema) any {
	var out value.Object
	for _, f := range fields {
		p := message.Property(s, f.name)
		at := slices.IndexFunc(out, func(m value.Member) bool { return m.Name == f.name })
		isList := p != nil && message.Flatten(p).Is("array")
		v := message.Typed(p, f.text)
		if isList {
			v = message.Typed(message.Items(p), f.text)
		}
		switch {
		case at < 0 && isList:
			out = append(out, value.Member{Name: f.name, Value: []any{v}})
		case at < 0:
			out = append(out, value.Member{Name: f.name, Value: v})
		default:
			list, ok := out[at].Value.([]any)
			if !ok {
				list = []any{out[at].Value}
			}
			out[at].Value = append(list, v)
		}
	}
	return out
}

// key returns a text that is the same for two drafts with the same data.
func (d *draft) key() string {
	var path []string
	for _, p := range d.op.Spec.Parameters {
		path = append(path, d.path[p.Name])
	}
	return fmt.Sprint(d.op.Spec.Name(), path, d.query, d.header, d.kind, d.hasBody) +
		string(value.AppendJSON(nil, d.body))
}

// undeclared lists the parameters of the sample that the operation does not declare.
func (d *draft) undeclared() (out []genotype.Input) {
	known := func(in, name string) bool {
		return slices.ContainsFunc(d.op.Spec.Parameters, func(p *openapi.Parameter) bool {
			return p.In == in && (p.Name == name || in == openapi.InHeader && strings.EqualFold(p.Name, name) ||
				strings.HasPrefix(name, p.Name+"["))
		})
	}
	for _, q := range d.query {
		if !known(openapi.InQuery, q.name) && !isUnknown(q.text) {
			out = append(out, genotype.Input{In: openapi.InQuery, Name: q.name, Sampled: true})
		}
	}
	for _, h := range d.header {
		if !known(openapi.InHeader, h.Name) {
			out = append(out, genotype.Input{In: openapi.InHeader, Name: h.Name, Sampled: true})
		}
	}
	return out
}

// make builds the call of the draft.
func (d *draft) make(m *maker) {
	c := action.New(d.op, m.codec.Users, m.codec.InvalidRate)
	c.Randomize(m.random)
	c.Genotype.Fill(m.random, genotype.Manner{})
	if c.User.Index = auth.Anonymous; m.codec.Users > 0 {
		c.User.Index = 0
	}
	c.Follow.Enabled, c.Follow.Own = false, 0
	own := uint64(0) // bits of the inputs that the sample leaves open
	for i := range c.Genotype.Params {
		if d.param(m.random, c, i) {
			own |= api.Bit(i)
		}
	}
	own |= d.giveBody(m.random, c)
	if own &= c.Follow.Params; own != 0 && c.Follow.Chained {
		c.Follow.Enabled, c.Follow.Own = true, c.Follow.Params&^own
	}
	d.call = c
}

// param gives a parameter the value of the sample. It reports whether the sample leaves the parameter open.
func (d *draft) param(r *rand.Rand, c *action.Call, i int) (open bool) {
	p := &c.Genotype.Params[i]
	texts := d.texts(p.Spec)
	optional, isOptional := p.Gene.(*gene.Optional)
	switch {
	case len(texts) == 0 && isOptional:
		optional.Set(false)
		return false
	case len(texts) == 0 || slices.ContainsFunc(texts, isUnknown):
		if isOptional {
			optional.Set(true)
		}
		return p.Spec.In != openapi.InHeader
	}
	if isOptional {
		optional.Set(true)
	}
	v := paramValue(p.Spec, texts)
	if !gene.Assign(p.Gene, v) && !gene.Assign(p.Gene, texts[0]) {
		spoil(c, p.Spec.In+" "+p.Spec.Name, i, v)
	}
	return false
}

// spoil adds a value that the gene of an input rejects as invalid data. A call has at most one invalid value.
func spoil(c *action.Call, part string, param int, v any) {
	if c.Genotype.Invalid == nil {
		c.Genotype.Invalid = &genotype.Invalid{What: part + " has a value that the schema does not allow",
			Param: param, Value: v}
	}
}

// texts returns the texts that the sample has for a parameter.
func (d *draft) texts(p *openapi.Parameter) (out []string) {
	switch p.In {
	case openapi.InPath:
		if text, ok := d.path[p.Name]; ok {
			out = append(out, text)
		}
	case openapi.InQuery:
		for _, q := range d.query {
			if q.name == p.Name || q.name == p.Name+"[]" {
				out = append(out, q.text)
			}
		}
	case openapi.InHeader:
		for _, h := range d.header {
			if strings.EqualFold(h.Name, p.Name) {
				out = append(out, h.Value)
			}
		}
	}
	return out
}

// paramValue returns the value of a parameter that is written as texts.
func paramValue(p *openapi.Parameter, texts []string) any {
	if p.ContentType != "" {
		if v, err := value.ParseJSON([]byte(texts[0])); err == nil {
			return v
		}
	}
	if p.Schema == nil || !message.Flatten(p.Schema).Is("array") {
		return message.Typed(p.Schema, texts[0])
	}
	if len(texts) == 1 && !p.Explode {
		texts = strings.Split(texts[0], map[string]string{"spaceDelimited": " ", "pipeDelimited": "|",
			"tabDelimited": "\t"}[p.Style]+strings.Repeat(",", commas(p.Style)))
	}
	out := []any{}
	for _, text := range texts {
		out = append(out, message.Typed(message.Items(p.Schema), text))
	}
	return out
}

// commas returns the number of commas between two elements of a list in a style of parameters.
func commas(style string) int {
	if strings.HasSuffix(style, "Delimited") {
		return 0
	}
	return 1
}
