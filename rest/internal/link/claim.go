package link

import (
	"net/http"
	"net/textproto"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

// maxGiven is the largest number of values of one answer that inputs can claim, maxGivenDepth the depth down to which
// they are read, and maxGivenText their length in bytes.
const maxGiven, maxGivenDepth, maxGivenText = 100, 6, 4096

// common are the response headers whose values no input needs.
var common = []string{"Content-Length", "Content-Type", "Date", "Connection", "Vary", "Transfer-Encoding"}

// Given lists the values of an answer that inputs can claim. The schema need not declare them.
func Given(resp *sut.Response) (out []action.Given) {
	for _, name := range headersOf(resp.Header) {
		out = append(out, action.Given{Header: true, Name: name, Value: resp.Header[name][0]})
	}
	if len(resp.Body) == 0 || resp.Truncated || resp.Stream {
		return out
	}
	if body, err := value.ParseJSON(resp.Body); err == nil {
		out = scalars(out, "", body, 0)
	}
	return out
}

// headersOf lists the names of the headers with exactly one value, sorted.
func headersOf(h http.Header) (names []string) {
	for name, values := range h {
		if len(values) == 1 && values[0] != "" && len(values[0]) <= maxGivenText && !slices.Contains(common, name) &&
			textproto.CanonicalMIMEHeaderKey(name) == name {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names[:min(len(names), maxGiven/2)]
}

func scalars(out []action.Given, at string, v any, depth int) []action.Given {
	if depth > maxGivenDepth || len(out) >= maxGiven {
		return out
	}
	switch v := v.(type) {
	case value.Object:
		for _, m := range v {
			out = scalars(out, value.Below(at, m.Name), m.Value, depth+1)
		}
	case []any:
		for i, e := range v {
			out = scalars(out, value.Below(at, strconv.Itoa(i)), e, depth+1)
		}
	case string:
		if v != "" && len(v) <= maxGivenText {
			out = append(out, action.Given{Name: at, Value: v})
		}
	case int64:
		out = append(out, action.Given{Name: at, Value: v})
	}
	return out
}

// held are the values of one answer.
type held struct {
	step  int
	op    *api.Operation
	given []action.Given
}

// Hold keeps the values of an answer, so that later calls can claim them.
func (m *Answers) Hold(step int, op *api.Operation, given []action.Given) {
	m.held = append(m.held, held{step, op, given})
}

// claimed returns the value of a source from the latest answer that has it.
func (m *Answers) claimed(from *action.Source) (action.Given, Origin, bool) {
	for i := len(m.held) - 1; i >= 0; i-- {
		h := &m.held[i]
		if h.op.Spec.Name() != from.Operation {
			continue
		}
		for _, g := range h.given {
			if g.Header == from.Header && g.Name == from.Name {
				return g, h.origin(&g), true
			}
		}
	}
	return action.Given{}, Origin{}, false
}

// origin returns the origin of a value.
func (h *held) origin(g *action.Given) Origin {
	o := Origin{Step: h.step, Template: h.op.Spec.Path, Source: suite.FromBody, Name: g.Name}
	last := g.Name[strings.LastIndexByte(g.Name, '/')+1:]
	if g.Header {
		o.Source, last = suite.FromHeader, g.Name
	}
	if o.Field = words.Plain(last); o.Field == "" || o.Field[0] >= '0' && o.Field[0] <= '9' {
		o.Field = "id"
	}
	o.value, _ = g.Text()
	return o
}

// claims fills the inputs that claim values of earlier answers. Then it fills the inputs that echo the path with the
// final values of the path.
func (l *linker) claims() {
	for _, k := range l.c.Claims() {
		switch {
		case k.From.Collection != "":
			elements(l, &k)
		case !k.From.Echoes():
			if g, pieces, ok := l.m.claims(&k.From); ok {
				l.claim(&k, 0, &g, pieces)
			}
		}
	}
	for _, k := range l.c.Claims() {
		if k.From.Echoes() {
			if g, pieces, ok := l.echoed(k.From.Name); ok {
				l.claim(&k, 0, &g, pieces)
			}
		}
	}
}

// elements gives an input the id of an element of a collection. The elements of a list each get another id while there
// are enough.
func elements(l *linker, k *action.Claim) {
	places := make([]scalar, 1)
	if k.In == InBodyText && l.e.Named() && l.opensBody() {
		places = placesAt(l.e.Value, k.At)
	}
	for nth, place := range places[:min(maxElements, len(places))] {
		if g, pieces, ok := element(l, &k.From, isNumber(place.value)); ok {
			l.claim(k, nth, &g, pieces)
		}
	}
}

// maxElements is the largest number of list elements that get ids.
const maxElements = 8

// element returns the id of an element of a collection from earlier answers: the one that the source counts among those
// that the test created, or else the latest one that the call does not name yet. If number is set, the id is a number.
// The pieces are nil if an earlier call chose the id.
func element(l *linker, source *action.Source, number bool) (action.Given, []Piece, bool) {
	ref := &api.Reference{Like: api.Noun(source.Collection) + "id", Collection: source.Collection}
	if l.taken == nil {
		l.take()
	}
	from, ok := l.m.made(ref, l.c.Op, source.Made, number)
	if source.Made == 0 {
		from, ok = l.next(ref, number)
	}
	if !ok {
		return action.Given{}, nil, false
	}
	g := action.Given{Value: from.value}
	if n, err := strconv.ParseInt(from.value, 10, 64); err == nil && from.numeric() {
		g.Value = n
	}
	if from.Source == "" {
		return g, nil, true
	}
	return g, []Piece{{Origin: &from}}, true
}

// claim gives an input a value and records its pieces. In a body, nth selects among the values at the place of the
// claim.
func (l *linker) claim(k *action.Claim, nth int, g *action.Given, pieces []Piece) {
	text, _ := g.Text()
	text = k.From.Before + text + k.From.After
	var use Use
	ok := false
	if k.In == InBodyText {
		use, ok = l.claimInBody(k, nth, g, text)
	} else {
		use, ok = l.claimParam(k.In, text)
	}
	if !ok {
		return
	}
	l.uses = slices.DeleteFunc(l.uses, func(u Use) bool {
		return u.In == use.In && u.Piece == use.Piece && (use.In != InBodyText || overlap(u.At, use.At))
	})
	if use.Text = pieces; len(pieces) > 0 {
		l.uses = append(l.uses, use)
	}
}

// claims returns the value of a source, and the pieces of the text around it.
func (m *Answers) claims(s *action.Source) (action.Given, []Piece, bool) {
	g, from, ok := m.claimed(s)
	var pieces []Piece
	for _, p := range []Piece{{Literal: s.Before}, {Origin: &from}, {Literal: s.After}} {
		if p.Origin != nil || p.Literal != "" {
			pieces = append(pieces, p)
		}
	}
	return g, pieces, ok
}

// echoed returns the current value of a path parameter. The pieces are nil if the call itself chose the value.
func (l *linker) echoed(name string) (action.Given, []Piece, bool) {
	at := slices.IndexFunc(l.e.Path, func(p message.PathPiece) bool { return p.Param == name })
	if at < 0 || l.e.Path[at].Raw == "" {
		return action.Given{}, nil, false
	}
	g := action.Given{Value: l.e.Path[at].Raw}
	if n, err := strconv.ParseInt(l.e.Path[at].Raw, 10, 64); err == nil &&
		strconv.FormatInt(n, 10) == l.e.Path[at].Raw {
		g.Value = n
	}
	for i := range l.uses {
		if u := &l.uses[i]; u.In == openapi.InPath && u.Piece == at {
			return g, u.Text, true
		}
	}
	return g, nil, true
}

// claimParam gives a parameter a text. in is its place and its name. ok is false if the parameter cannot take the text.
func (l *linker) claimParam(in, text string) (Use, bool) {
	param := slices.IndexFunc(l.c.Genotype.Params, func(p genotype.Param) bool {
		return p.Spec.In+" "+p.Spec.Name == in
	})
	if param < 0 || l.isInvalid(param) {
		return Use{}, false
	}
	use := Use{In: l.c.Genotype.Params[param].Spec.In}
	if use.In == openapi.InPath {
		use.Piece = slices.IndexFunc(l.e.Path, func(p message.PathPiece) bool {
			return p.Param != "" && p.Index == param
		})
		if use.Piece < 0 || text == "" {
			return Use{}, false
		}
		l.e.Path[use.Piece].Set(text)
		return use, true
	}
	pairs, at := l.pair(param)
	switch {
	case at < 0, use.In == openapi.InCookie && message.EscapeCookie(text) != text:
		return Use{}, false
	case use.In == openapi.InHeader && strings.ContainsAny(text, "\r\n\x00"):
		return Use{}, false
	}
	pairs[at].Value, use.Piece = text, at
	return use, true
}

// claimInBody gives a part of the body a value: a number if both the old and the new value are numbers, else a text. ok
// is false if the body cannot take the value.
func (l *linker) claimInBody(k *action.Claim, nth int, g *action.Given, text string) (Use, bool) {
	if !l.e.Named() || !l.opensBody() || l.isInvalid(genotype.InBody) {
		return Use{}, false
	}
	places := placesAt(l.e.Value, k.At)
	if nth >= len(places) {
		return Use{}, false
	}
	at, old := places[nth].steps, places[nth].value
	_, number := g.Value.(int64)
	use := Use{In: InBodyText, At: at, Bare: number && isNumber(old) && k.From.Before+k.From.After == ""}
	var v any = text
	if use.Bare {
		v = g.Value
	}
	if l.e.Form != nil && message.EscapeSegment(text) != text {
		return Use{}, false // tests write variables into a form unescaped
	}
	l.e.SetValue(genotype.ReplaceAt(l.e.Value, at, v))
	return use, true
}

// scalar is a scalar value in a body, and the steps to its place.
type scalar struct {
	steps []genotype.Step
	value any
}

// placesAt returns the scalars at a place of a body. There are several if the place goes through lists.
func placesAt(v any, place string) (out []scalar) {
	var names []string
	for name := range strings.SplitSeq(place, "/") {
		if name != "" {
			names = append(names, name)
		}
	}
	var visit func(v any, names []string, at []genotype.Step)
	visit = func(v any, names []string, at []genotype.Step) {
		switch v := v.(type) {
		case []any:
			for i := range v {
				visit(v[i], names, append(slices.Clip(at), genotype.Step{Index: i}))
			}
		case value.Object:
			if len(names) == 0 {
				return
			}
			if member, ok := v.Get(names[0]); ok {
				visit(member, names[1:], append(slices.Clip(at), genotype.Step{Name: names[0]}))
			}
		default:
			if _, isScalar := textOf(v); isScalar && len(names) == 0 {
				out = append(out, scalar{at, v})
			}
		}
	}
	visit(v, names, nil)
	return out
}
