package link

import (
	"encoding/json"
	"net/textproto"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

// told is the value that a schema link gives to a part of later calls.
type told struct {
	step  int
	fill  *api.Fill
	given given
}

// given is a value. text has its pieces, nil if the value is constant.
type given struct {
	value any
	text  []Piece
}

// constant returns a value that does not depend on answers.
func constant(v any) (given, bool) { return given{value: v}, true }

// Declared records the values that the schema links of an answer give to later calls. url is the URL of the call.
func (m *Answers) Declared(x *Exchange, url string) {
	if x.Answer.Outcome != sut.Answered {
		return
	}
	response, _ := api.Declared(x.Call.Op.Spec, x.Answer.Status, "")
	fills := x.Call.Op.Links.Out[response]
	if len(fills) == 0 {
		return
	}
	r := reader{x, url}
	for _, f := range fills {
		if v, ok := r.read(f); ok {
			m.told = append(m.told, told{x.Step, f, v})
		}
	}
}

// reader evaluates the expressions of links in one exchange.
type reader struct {
	*Exchange
	url string
}

// read returns the value with which a link fills a part. ok is false if the exchange does not have it.
func (r *reader) read(f *api.Fill) (given, bool) {
	e, ok := f.Value.(openapi.Expression)
	if !ok {
		return constant(f.Value)
	}
	if len(e) == 1 {
		return r.term(e[0], f)
	}
	whole, constants := "", true
	var text []Piece
	for _, t := range e {
		part, ok := r.term(t, nil)
		plain, isText := textOf(part.value)
		if !ok || !isText {
			return given{}, false
		}
		whole, constants = whole+plain, constants && part.text == nil
		if part.text == nil {
			part.text = []Piece{{Literal: plain}}
		}
		text = append(text, part.text...)
	}
	if constants {
		return constant(whole)
	}
	return given{whole, text}, true
}

// term returns the value of a term of an expression. f is the filled part if the term is the whole expression, else
// nil.
func (r *reader) term(t openapi.Term, f *api.Fill) (given, bool) {
	switch t.From {
	case "":
		return constant(t.Text)
	case openapi.FromMethod:
		return constant(r.Call.Op.Spec.Method)
	case openapi.FromStatus:
		return constant(int64(r.Answer.Status))
	case openapi.FromURL:
		moves := slices.ContainsFunc(r.Uses, func(u Use) bool {
			return u.In == openapi.InPath || u.In == openapi.InQuery
		})
		return given{value: r.url}, !moves
	case openapi.FromResponseHeader:
		return r.header(t.Name, f)
	case openapi.FromResponseBody:
		return r.answered(t.Pointer)
	case openapi.FromRequestBody:
		return r.sentBody(t.Pointer)
	}
	return r.sent(t)
}

// header returns the value of a header of the answer. For a path parameter it returns the last segment of a URL.
func (r *reader) header(name string, f *api.Fill) (given, bool) {
	text := r.Answer.Header.Get(name)
	from := &Origin{Step: r.Step, Template: r.Call.Op.Spec.Path, Source: suite.FromHeader,
		Name: textproto.CanonicalMIMEHeaderKey(name), Field: words.Plain(name)}
	if f != nil && f.Param != genotype.InBody && f.To.Template.Params[f.Param].Spec.In == openapi.InPath &&
		strings.Contains(text, "/") {
		text, from.Field = lastSegment(text), ""
	}
	from.value = text
	return given{text, []Piece{{Origin: from}}}, text != ""
}

// answered returns the value at a JSON pointer in the body of the answer.
func (r *reader) answered(pointer string) (given, bool) {
	body, ok := r.Body()
	if !ok {
		return given{}, false
	}
	v, ok := lookUp(body, pointer)
	if !ok || v == nil {
		return given{}, false
	}
	field := words.Plain(pointer[strings.LastIndexByte(pointer, '/')+1:])
	if field == "" || field[0] >= '0' && field[0] <= '9' {
		field = "id"
	}
	return given{v, []Piece{{Origin: &Origin{Step: r.Step, Template: r.Call.Op.Spec.Path, Source: suite.FromBody,
		Name: pointer, Field: field}}}}, true
}

// sent returns the value of a parameter of the call.
func (r *reader) sent(t openapi.Term) (given, bool) {
	if t.From == openapi.FromRequestPath {
		i := slices.IndexFunc(r.Encoded.Path, func(p message.PathPiece) bool { return p.Param == t.Name })
		if i < 0 {
			return given{}, false
		}
		return r.used(openapi.InPath, i, r.Encoded.Path[i].Raw), true
	}
	in, pairs, same := openapi.InQuery, r.Encoded.Query, func(a, b string) bool { return a == b }
	if t.From == openapi.FromRequestHeader {
		in, pairs, same = openapi.InHeader, r.Encoded.Headers, strings.EqualFold
	}
	i := slices.IndexFunc(pairs, func(p message.Pair) bool { return same(p.Name, t.Name) })
	if i < 0 {
		return given{}, false
	}
	return r.used(in, i, pairs[i].Value), true
}

// used returns the text of a part of the call. If the part came from an earlier answer, the result has its pieces.
func (r *reader) used(in string, piece int, text string) given {
	i := slices.IndexFunc(r.Uses, func(u Use) bool { return u.In == in && u.Piece == piece })
	if i < 0 {
		return given{value: text}
	}
	return given{text, r.Uses[i].Text}
}

// sentBody returns the value at a JSON pointer in the body of the call.
func (r *reader) sentBody(pointer string) (given, bool) {
	if !r.Encoded.JSONBody || r.Call.Genotype.Body == nil {
		return given{}, false
	}
	body := r.Encoded.Value
	if body == nil {
		body = r.Call.Genotype.WholeBody()
	}
	v, ok := lookUp(body, pointer)
	if !ok || v == nil {
		return given{}, false
	}
	for _, u := range r.Uses {
		at := pointerTo(u.At)
		switch {
		case u.In != InBodyText:
		case at == pointer:
			return given{v, u.Text}, true
		case strings.HasPrefix(at+"/", pointer+"/") || strings.HasPrefix(pointer+"/", at+"/"):
			return given{}, false // a part inside of the value comes from an earlier answer
		}
	}
	return constant(v)
}

// pointerTo returns the JSON pointer for a place.
func pointerTo(at []genotype.Step) (pointer string) {
	for _, s := range at {
		name := s.Name
		if name == "" {
			name = strconv.Itoa(s.Index)
		}
		pointer = value.Below(pointer, name)
	}
	return pointer
}

// lookUp returns the value at a JSON pointer.
func lookUp(v any, pointer string) (any, bool) {
	found, err := value.At(v, pointer)
	return found, err == nil && !value.IsAbsent(found)
}

// textOf returns a value as the text of a parameter. ok is false for an object or list.
func textOf(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case int64, float64, bool, json.Number:
		return string(value.AppendJSON(nil, v)), true
	}
	return "", false
}
