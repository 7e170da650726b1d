package surround

import (
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

// The members of the value of a neighbour.
const (
	memberStatus = "status"
	memberHeader = "header"
	memberFails  = "fails"
	memberBody   = "body"
)

// tooLate is how long an answer takes that comes too late for each client.
const tooLate = 24 * time.Hour

// answerSchema returns the schema of the answers of a neighbour whose bodies have a schema. The headers are those that
// the program reads, with commas between their names.
func answerSchema(body, headers string) string {
	if body == "" {
		body = `{"type":"object","maxProperties":0}`
	}
	read := value.Object{}
	for name := range strings.SplitSeq(headers, ",") {
		if name != "" {
			schema := value.Object{{Name: "type", Value: "string"}, {Name: "pattern", Value: "^[!-~]+$"}}
			read = append(read, value.Member{Name: name, Value: schema})
		}
	}
	return `{"type":"object","required":["status","body"],"properties":{` +
		`"status":{"type":"integer","enum":[200,201,202,204,400,401,403,404,409,422,429,500,503]},` +
		`"header":{"type":"object","properties":` + string(value.AppendJSON(nil, read)) + `},` +
		`"fails":{"type":"string","enum":["refused","cut","late"]},"body":` + body + `}}`
}

// outcomes are the answers that are tried first, in their order: a status, or a failure. An answer has all members and
// headers that the program reads, or any of them. It is read-only.
var outcomes = []struct {
	status int64
	fails  suite.Failure
	any    bool
}{{status: 200}, {status: 404}, {status: 200, any: true}, {status: 503}, {status: 409}, {status: 200, any: true},
	{status: 400}, {status: 200, fails: suite.Cut}, {status: 200, fails: suite.Late}, {status: 200, any: true},
	{status: 401}, {status: 204}, {status: 429}}

// neighbourWish is an answer that requests of an operation to a neighbour may want.
type neighbourWish struct {
	name   string // such as "GET http://rates.example/rates/*"
	schema string // schema of bodies, "" if it is not known
	header string // the names of the headers that the program reads
	test   *testcase.Case
	tries  int
}

// asked learns which neighbours a call asked.
func (w *Wishes) asked(s *execute.Step) {
	for _, a := range s.Asked {
		name, ok := nameOf(a, s.Call)
		if !ok || a.Own {
			continue
		}
		k := key{s.Call.Op.Index, name, false}
		own := w.neighbours[k]
		if own == nil {
			own = &neighbourWish{name: name}
			w.neighbours[k] = own
			w.asks = append(w.asks, own)
		}
		if a.Schema != "" && own.schema == "" {
			own.schema, own.tries = a.Schema, 0
		}
		if len(a.Headers) > len(own.header) {
			own.header, own.tries = a.Headers, 0
		}
		if own.test == nil || s.Answered(2) || len(own.test.Actions) > s.Step+1 {
			own.test = s.Test.Upto(s.Step)
		}
	}
}

// mostSegments bounds the segments of a path in the name of a neighbour.
const mostSegments = 16

// nameOf returns the request to a neighbour without its query. A segment of the path that is a value of the call
// becomes "*".
func nameOf(a sut.Asked, c *action.Call) (string, bool) {
	u, err := url.Parse(a.URL)
	if err != nil || u.Host == "" {
		return "", false
	}
	segments := strings.Split(u.EscapedPath(), "/")
	if len(segments) > mostSegments {
		return "", false
	}
	var sent []string
	for _, t := range action.Takers(c) {
		switch v := t.Gene.Value().(type) {
		case string:
			sent = append(sent, v)
		case int64:
			sent = append(sent, strconv.FormatInt(v, 10))
		}
	}
	for i, segment := range segments {
		if plain, err := url.PathUnescape(segment); err == nil && segment != "" && slices.Contains(sent, plain) {
			segments[i] = "*"
		}
	}
	return a.Method + " " + u.Scheme + "://" + u.Host + strings.Join(segments, "/"), true
}

// answered returns a test in which a neighbour answers, nil for none.
func (w *Wishes) answered(r *rand.Rand) *testcase.Case {
	for range w.asks {
		w.next = (w.next + 1) % len(w.asks)
		own := w.asks[w.next]
		if own.tries >= len(outcomes) || own.schema == "" && own.header == "" && own.tries >= len(outcomes)/2 {
			continue
		}
		outcome := outcomes[own.tries]
		own.tries++
		c := own.test.Clone()
		call := c.Actions[len(c.Actions)-1].(*action.Call)
		g := w.geneOf(call, genotype.InNeighbour, own.name, answerSchema(own.schema, own.header))
		if g == nil {
			continue
		}
		g.Randomize(r)
		if turnOn(g); outcome.any {
			g.Randomize(r)
			g.(gene.Switch).Set(true)
		}
		of, _ := g.Value().(value.Object)
		of = with(of, memberStatus, outcome.status)
		of = slices.DeleteFunc(of, func(m value.Member) bool { return m.Name == memberFails })
		if outcome.fails != "" {
			of = append(of, value.Member{Name: memberFails, Value: string(outcome.fails)})
		}
		if gene.Assign(g, of) {
			return c
		}
	}
	return nil
}

// answer arranges the answer of a neighbour.
func (s *Surroundings) answer(g message.Given) suite.Given {
	method, at, _ := strings.Cut(g.Name, " ")
	of, _ := g.Value.(value.Object)
	given := suite.Answer{Method: method, URL: at}
	header := http.Header{}
	for _, m := range of {
		switch m.Name {
		case memberStatus:
			status, _ := m.Value.(int64)
			given.Status = int(status)
		case memberHeader:
			fields, _ := m.Value.(value.Object)
			for _, f := range fields {
				if text, ok := f.Value.(string); ok {
					header.Set(f.Name, text)
					given.Headers = append(given.Headers, suite.Field{Name: f.Name, Value: suite.Literal(text)})
				}
			}
		case memberFails:
			text, _ := m.Value.(string)
			given.Fails = suite.Failure(text)
		case memberBody:
			given.Body = string(value.AppendJSON(nil, m.Value))
		}
	}
	out := sut.Answer{Method: method, URL: at, Status: given.Status, Header: header,
		Body: []byte(given.Body)}
	switch given.Fails {
	case suite.Refused:
		out.Break, given.Status, given.Body, given.Headers = sut.Refused, 0, "", nil
	case suite.Cut:
		out.Break = sut.Cut
	case suite.Late:
		out.After, given.Status, given.Body, given.Headers = tooLate, 0, "", nil
	}
	s.answers = append([]sut.Answer{out}, s.answers...) // the newest first
	s.inside.Arrange(s.answers)
	return suite.Given{Answer: &given}
}
