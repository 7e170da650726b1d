package link

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/sut"
)

// linked is a source and a target, with %s for what the link between them fills.
const linked = `
openapi: 3.0.3
paths:
  /a/{own}:
    post:
      parameters:
        - {name: own, in: path, required: true, schema: {type: string}}
        - {name: q, in: query, required: true, schema: {type: string}}
        - {name: X-In, in: header, required: true, schema: {type: string}}
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [x, y], properties: {x: {type: integer}, y: {type: object, properties: {z: {type: string}}}}}}}}
      responses:
        "2XX": {description: made, links: {l: {operationId: to, %s}}}
        "404": {description: no, links: {l: {operationId: to, parameters: {p: refused}}}}
  /b/{p}:
    put:
      operationId: to
      parameters:
        - {name: p, in: path, required: true, schema: {type: string}}
        - {name: f, in: query, required: true, schema: {type: string}}
        - {name: o, in: query, schema: {type: string}}
        - {name: X-H, in: header, required: true, schema: {type: string}}
        - {name: c, in: cookie, required: true, schema: {type: string}}
      requestBody:
        required: true
        content:
          application/json:
            schema: {type: object, required: [s, n], properties: {s: {type: string}, n: {type: integer}, opt: {type: string}, in: {type: object, properties: {t: {type: string}}}}}
      responses: {"200": {description: changed}}
`

// pair is a call of the source and one of the target.
type pair struct {
	a      *api.API
	m      *Answers
	from   *action.Call
	to     *action.Call
	sent   message.Request
	target message.Request
}

func newPair(t *testing.T, fills string) *pair {
	doc := resttest.Read(t, strings.Replace(linked, "%s", fills, 1))
	require.Empty(t, doc.Warnings)
	p := &pair{a: api.New(doc.Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{}), m: &Answers{}}
	p.from = order(p.a, "POST /a/{own}", `{"x": 5, "y": {"z": "deep"}}`)
	p.to = order(p.a, "PUT /b/{p}", `{"s": "old", "n": 1, "in": {"t": "old"}}`)
	p.from.Genotype.Encode(p.from.Op.Spec, &p.sent)
	p.sent.Path[1].Set("me")
	p.sent.Query[0].Value, p.sent.Headers[0].Value = "query", "head"
	return p
}

// answered notes an answer to the source.
func (p *pair) answered(step, status int, body string, uses ...Use) {
	resp := &sut.Response{Outcome: sut.Answered, Status: status, Header: http.Header{}, Body: []byte(body)}
	resp.Header.Set("Location", "http://host/b/77?x=1")
	resp.Header.Set("X-Id", "plain")
	p.m.Declared(&Exchange{Step: step, Call: p.from, Encoded: &p.sent, Uses: uses, Answer: resp},
		"http://host/a/me")
}

// resolve encodes the target and fills it.
func (p *pair) resolve() []Use {
	p.to.Genotype.Encode(p.to.Op.Spec, &p.target)
	p.target.Path[1].Set("own")
	for i := range p.target.Query {
		p.target.Query[i].Value = "own"
	}
	p.target.Headers[0].Value, p.target.Cookies[0].Value = "own", "own"
	return p.m.Resolve(p.to, &p.target, nil)
}

// written is the target in one line.
func (p *pair) written() string {
	out := string(p.target.Target(nil, "")) + " " + p.target.Headers[0].Value
	return out + " " + string(p.target.Body)
}

const body = `{"id": 7, "name": "nn", "list": [{"k": "v1"}, {"k": "v2"}], "o": {"a~/b": true}, "none": null}`

func TestWhatLinksFill(t *testing.T) {
	const plain = ` own {"s":"old","n":1,"in":{"t":"old"}}`
	tests := []struct{ fills, want, uses string }{
		{"parameters: {p: $response.body#/id}", "/b/7?f=own" + plain, "path[1]=@0/id"},
		{"parameters: {p: '{$response.body#/id}'}", "/b/7?f=own" + plain, "path[1]=@0/id"},
		{"parameters: {p: $response.body#/list/1/k}", "/b/v2?f=own" + plain, "path[1]=@0/list/1/k"},
		{"parameters: {p: $response.body#/o/a~0~1b}", "/b/true?f=own" + plain, "path[1]=@0/o/a~0~1b"},
		{"parameters: {p: $response.header.Location}", "/b/77?f=own" + plain, "path[1]=@0Location"},
		{"parameters: {f: $response.header.location}", "/b/own?f=http%3A%2F%2Fhost%2Fb%2F77%3Fx%3D1" + plain,
			"query[0]=@0Location"},
		{"parameters: {p: $response.header.X-Id, f: $response.body#/name}", "/b/plain?f=nn" + plain,
			"path[1]=@0X-Id query[0]=@0/name"},
		{"parameters: {x-h: 'a {$response.body#/name}'}", `/b/own?f=own a nn {"s":"old","n":1,"in":{"t":"old"}}`,
			"header[0]=a +@0/name"},
		{"parameters: {p: 'x-{$response.body#/id}-{$response.body#/name}'}", "/b/x-7-nn?f=own" + plain,
			"path[1]=x-+@0/id+-+@0/name"},
		{"parameters: {p: $request.path.own, f: $request.query.q}", "/b/me?f=query" + plain, ""},
		{"parameters: {f: $request.header.x-in}", "/b/own?f=head" + plain, ""},
		{"parameters: {p: $request.body#/x, f: $request.body#/y/z}", "/b/5?f=deep" + plain, ""},
		{"parameters: {p: $method, f: $statusCode}", "/b/POST?f=201" + plain, ""},
		{"parameters: {f: $url}", "/b/own?f=http%3A%2F%2Fhost%2Fa%2Fme" + plain, ""},
		{"parameters: {p: 3, f: true}", "/b/3?f=true" + plain, ""},
		{"parameters: {f: '{$method} {$statusCode}'}", "/b/own?f=POST%20201" + plain, ""},
		{"requestBody: {s: $response.body#/name, n: $response.body#/id}",
			`/b/own?f=own own {"s":"nn","n":7,"in":{"t":"old"}}`, "body/s=@0/name bare body/n=@0/id"},
		{"requestBody: {n: $response.header.X-Id, in: {t: c}}",
			`/b/own?f=own own {"s":"old","n":"plain","in":{"t":"c"}}`, "body/n=@0X-Id"},
		{"requestBody: {in: $response.body#/o}", `/b/own?f=own own {"s":"old","n":1,"in":{"a~/b":true}}`,
			"bare body/in=@0/o"},
		{"requestBody: $response.body", `/b/own?f=own own ` + strings.NewReplacer(": ", ":", ", ", ",").Replace(body),
			"bare body=@0"},
		{"requestBody: {new: $response.body#/name, opt: $response.body#/name}",
			`/b/own?f=own own {"s":"old","n":1,"in":{"t":"old"},"new":"nn"}`, "body/new=@0/name"},
		{"requestBody: {in: {u: {v: $response.body#/name}}}", "/b/own?f=own" + plain, ""},
		{"parameters: {o: $response.body#/id}", "/b/own?f=own" + plain, ""},
		{"parameters: {p: $response.body#/missing}", "/b/own?f=own" + plain, ""},
		{"parameters: {p: $response.body#/none}", "/b/own?f=own" + plain, ""},
		{"parameters: {p: $response.body#/list}", "/b/own?f=own" + plain, ""},
		{"parameters: {p: $response.body#/list/9/k, f: $response.body#/list/x}", "/b/own?f=own" + plain, ""},
		{"parameters: {p: $response.header.X-None}", "/b/own?f=own" + plain, ""},
		{"parameters: {p: 'a{$response.body#/none}'}", "/b/own?f=own" + plain, ""},
		{"parameters: {f: $request.query.none}", "/b/own?f=own" + plain, ""},
	}
	for _, tt := range tests {
		t.Run(tt.fills, func(t *testing.T) {
			p := newPair(t, tt.fills)
			p.answered(0, 201, body)
			uses := p.resolve()
			assert.Equal(t, tt.want, p.written())
			assert.Equal(t, tt.uses, describe(uses))
		})
	}
}

// describe writes uses in one line.
func describe(uses []Use) string {
	var all []string
	for _, u := range uses {
		place := fmt.Sprintf("%s[%d]", u.In, u.Piece)
		if u.In == InBodyText {
			place = u.In + pointerTo(u.At)
		}
		if u.Bare {
			place = "bare " + place
		}
		var text []string
		for _, p := range u.Text {
			if p.Origin == nil {
				text = append(text, p.Literal)
				continue
			}
			text = append(text, fmt.Sprintf("@%d%s", p.Origin.Step, p.Origin.Name))
		}
		all = append(all, place+"="+strings.Join(text, "+"))
	}
	return strings.Join(all, " ")
}

func TestLinksFillCookies(t *testing.T) {
	p := newPair(t, "parameters: {c: $response.body#/name}")
	p.answered(0, 201, `{"name": "n"}`)
	assert.Equal(t, "cookie[0]=@0/name", describe(p.resolve()))
	assert.Equal(t, "c=n", p.target.CookieText())
	p.answered(1, 201, `{"name": "n;"}`)
	assert.Empty(t, p.resolve(), "a test does not escape cookies")
	assert.Equal(t, "c=own", p.target.CookieText())
}

func TestTheLatestAnswerFills(t *testing.T) {
	p := newPair(t, "parameters: {p: $response.body#/id, f: $response.body#/name}")
	p.answered(0, 201, `{"id": 1, "name": "one"}`)
	p.answered(1, 299, `{"id": 2}`)
	assert.Equal(t, "path[1]=@1/id query[0]=@0/name", describe(p.resolve()))
	p.answered(2, 404, `{"id": 3}`)
	p.resolve()
	assert.Contains(t, p.written(), "/b/refused?", "the links of the response that came")
	p.answered(3, 500, `{"id": 4}`)
	p.resolve()
	assert.Contains(t, p.written(), "/b/refused?", "no link is declared for this one")
	p.m.Reset()
	assert.Empty(t, p.resolve())
}

// Of one answer the first link counts, and of two that fill a value and a part of
// it the one whose value came first.
func TestTheFirstLinkFills(t *testing.T) {
	p := newPair(t, "parameters: {p: one}}, k: {operationId: to, parameters: {p: two, f: two}, requestBody: {in: {t: "+
		"k}}}, m: {operationId: to, requestBody: {in: whole, s: m}")
	p.answered(0, 201, body)
	p.resolve()
	assert.Equal(t, `/b/one?f=two own {"s":"m","n":1,"in":{"t":"k"}}`, p.written())

	p = newPair(t, "requestBody: {in: $response.body#/o}}, k: {operationId: to, requestBody: {in: {t: k}}")
	p.answered(0, 201, body)
	p.resolve()
	assert.Contains(t, p.written(), `"in":{"a~/b":true}}`)
}

// What a call sent may come from an earlier answer itself.
func TestLinksPassVariablesOn(t *testing.T) {
	p := newPair(t, "parameters: {p: $request.path.own, f: '{$request.query.q}?'}, requestBody: {n: "+
		"$request.body#/x, s: $url, in: $request.body#/y}")
	from := func(name string) []Piece { return []Piece{{Origin: &Origin{Step: 4, Name: name}}} }
	p.answered(5, 201, "",
		Use{In: openapi.InPath, Piece: 1, Text: from("/i")}, Use{In: openapi.InQuery, Piece: 0, Text: from("/j")},
		Use{In: InBodyText, At: []genotype.Step{{Name: "x"}}, Text: from("/k")},
		Use{In: InBodyText, At: []genotype.Step{{Name: "y"}, {Name: "z"}}, Text: from("/l")})
	assert.Equal(t, "path[1]=@4/i query[0]=@4/j+? bare body/n=@4/k", describe(p.resolve()),
		"an address and a value that are only partly known are not used")
}

// A call that keeps a value, and one that is invalid on purpose, are left alone.
func TestLinksLeaveAlone(t *testing.T) {
	const fills = "parameters: {p: $response.body#/id, f: $response.body#/name}, requestBody: " +
		"{s: $response.body#/name, n: 9}"
	p := newPair(t, fills)
	p.answered(0, 201, body)
	p.to.Keep(action.Taker{Name: "p", Param: 0})
	p.to.Keep(action.Taker{Name: "s", Param: genotype.InBody})
	p.resolve()
	assert.Equal(t, `/b/own?f=nn own {"s":"old","n":9,"in":{"t":"old"}}`, p.written())

	p = newPair(t, fills)
	p.answered(0, 201, body)
	p.to.Genotype.Invalid = &genotype.Invalid{Param: genotype.InBody, At: []genotype.Step{{Name: "s"}}, Value: int64(4)}
	p.resolve()
	assert.Equal(t, `/b/7?f=nn own {"s":4,"n":9,"in":{"t":"old"}}`, p.written())
	p.to.Genotype.Invalid = &genotype.Invalid{Param: 1, Value: "wrong"}
	p.resolve()
	assert.Contains(t, p.written(), "f=own")
	p.to.Genotype.Invalid = &genotype.Invalid{Param: genotype.InBody, Whole: genotype.BodyMalformed}
	assert.Len(t, p.resolve(), 2)
	p.to.Follow.Enabled = false
	assert.Empty(t, p.resolve())
}

func TestAnswersThatCannotBeRead(t *testing.T) {
	p := newPair(t, "parameters: {p: $response.body#/id}")
	for _, resp := range []*sut.Response{
		{Outcome: sut.Answered, Status: 201, Body: []byte(`{"id": 1`)},
		{Outcome: sut.Answered, Status: 201, Body: []byte(`{"id": 1}`), Truncated: true},
		{Outcome: sut.Broken, Status: 201, Body: []byte(`{"id": 1}`)},
		{Outcome: sut.Answered, Status: 201},
	} {
		p.m.Declared(&Exchange{Call: p.from, Encoded: &p.sent, Answer: resp}, "")
	}
	assert.Empty(t, p.m.told)
}

// What names tell is used where no link fills a part.
func TestLinksComeBeforeNames(t *testing.T) {
	p := newPair(t, "parameters: {p: $response.body#/list/0/k}")
	p.m.origins = []Origin{{Step: 3, Template: "/b", Field: "id", Source: "body", Name: "/id", value: "guess"}}
	assert.Equal(t, "path[1]=@3/id", describe(p.resolve()))
	p.answered(0, 201, body)
	assert.Equal(t, "path[1]=@0/list/0/k", describe(p.resolve()))
}
