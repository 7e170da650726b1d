package surround

import (
	"cmp"
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
	// memberFirst is the answer to the first request alone.
	memberFirst = "first"
)

// fillTries bounds how often a value is drawn that shall have no empty list: some have no other value.
const fillTries = 8

// tooLate is how long an answer takes that comes too late for each client.
const tooLate = 24 * time.Hour

// answerSchema returns the schema of the answers to a wish.
func (n *neighbourWish) answerSchema() string {
	body := cmp.Or(n.schema, `{"type":"object","maxProperties":0}`)
	read := value.Object{}
	for name := range strings.SplitSeq(n.header, ",") {
		if name != "" {
			schema := value.Object{{Name: "type", Value: "string"}, {Name: "pattern", Value: "^[!-~]+$"}}
			read = append(read, value.Member{Name: name, Value: schema})
		}
	}
	answer := `{"type":"object","required":["status","body"],"properties":{` +
		`"status":{"type":"integer","enum":[200,201,202,204,400,401,403,404,409,422,429,500,503]},` +
		`"header":{"type":"object","properties":` + string(value.AppendJSON(nil, read)) + `},` +
		`"fails":{"type":"string","enum":["refused","cut","late"]},"body":` + body
	if len(n.firsts) > 0 {
		answer += `,"first":` + answer + `}}`
	}
	return answer + `}}`
}

// outcome is an answer that is tried: a status, or a failure. It has all members and headers that the program reads, or
// any of them.
type outcome struct {
	status int64
	fails  suite.Failure
	any    bool
}

// outcomes are the answers that are tried first, in their order. It is read-only.
var outcomes = []outcome{{status: 200}, {status: 404}, {status: 200, any: true}, {status: 503}, {status: 409},
	{status: 200, any: true}, {status: 400}, {status: 200, fails: suite.Cut}, {status: 200, fails: suite.Late},
	{status: 200, any: true}, {status: 401}, {status: 204}, {status: 429}}

// neighbourWish is an answer that requests of an operation to a neighbour may want.
type neighbourWish struct {
	name   string // such as "GET http://rates.example/rates/*"
	schema string // schema of bodies, "" if it is not known
	header string // the names of the headers that the program reads, with commas between them
	test   *testcase.Case
	tries  int
	// firsts are the answers after which the program asked again. thens is how many answers to the later requests were
	// tried: a number of mostThens for each first answer.
	firsts []value.Object
	thens  int
}

const (
	// mostFirsts bounds the first answers, and mostThens the answers that are tried after each of them.
	mostFirsts, mostThens = 4, 4
)

// asked learns which neighbours a call asked.
func (w *Wishes) asked(s *execute.Step) {
	seen := map[string]bool{}
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
		if again := a.Again || seen[name]; again {
			own.again(s.Call)
		}
		seen[name] = true
	}
}

// again learns that a program asked again after the first answer in a call.
func (n *neighbourWish) again(c *action.Call) {
	first := value.Object{{Name: memberStatus, Value: int64(http.StatusServiceUnavailable)},
		{Name: memberFails, Value: string(suite.Refused)}, {Name: memberBody, Value: value.Object{}}}
	if i := c.Genotype.Params.Labeled(genotype.InNeighbour + " " + n.name); i >= 0 {
		if of, ok := c.Genotype.Params[i].Gene.Value().(value.Object); ok {
			first = of
		}
	}
	_, isPair := first.Get(memberFirst)
	if isPair || len(n.firsts) == mostFirsts || slices.ContainsFunc(n.firsts, func(known value.Object) bool {
		return value.Equal(outcomeOf(known), outcomeOf(first))
	}) {
		return
	}
	n.firsts = append(n.firsts, first)
}

// outcomeOf returns the status and the failure of an answer.
func outcomeOf(answer value.Object) any {
	return slices.DeleteFunc(slices.Clone(answer), func(m value.Member) bool {
		return m.Name != memberStatus && m.Name != memberFails
	})
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
		outcome, first, ok := own.next()
		if !ok {
			continue
		}
		c := own.test.Clone()
		call := c.Actions[len(c.Actions)-1].(*action.Call)
		g := w.geneOf(call, genotype.InNeighbour, own.name, own.answerSchema())
		if g == nil {
			continue
		}
		if fill(r, g); outcome.any {
			g.Randomize(r)
			g.(gene.Switch).Set(true)
		}
		of, _ := g.Value().(value.Object)
		of = with(of, memberStatus, outcome.status)
		of = slices.DeleteFunc(of, func(m value.Member) bool { return m.Name == memberFails || m.Name == memberFirst })
		if first != nil {
			of = append(of, value.Member{Name: memberFirst, Value: first})
		}
		if outcome.fails != "" {
			of = append(of, value.Member{Name: memberFails, Value: string(outcome.fails)})
		}
		if gene.Assign(g, of) {
			return c
		}
	}
	return nil
}

// next returns the next answer that is to be tried, and the answer before it: nil for none.
func (n *neighbourWish) next() (o outcome, first value.Object, ok bool) {
	most := len(outcomes)
	if n.schema == "" && n.header == "" {
		most /= 2
	}
	switch {
	case n.tries < most:
		n.tries++
		return outcomes[n.tries-1], nil, true
	case n.thens < mostThens*len(n.firsts):
		n.thens++
		return outcomes[(n.thens-1)%mostThens], n.firsts[(n.thens-1)/mostThens], true
	}
	return o, nil, false
}

// fill gives an answer a random value with all of its parts, and an element in each list of the body.
func fill(r *rand.Rand, g gene.Gene) {
	for range fillTries {
		g.Randomize(r)
		turnOn(g)
		of, _ := g.Value().(value.Object)
		if body, _ := of.Get(memberBody); !hasEmpty(body) {
			return
		}
	}
}

// hasEmpty reports whether a value is, or contains, a list or an object without elements.
func hasEmpty(v any) bool {
	switch v := v.(type) {
	case []any:
		return len(v) == 0 || slices.ContainsFunc(v, hasEmpty)
	case value.Object:
		return len(v) == 0 || slices.ContainsFunc(v, func(m value.Member) bool { return hasEmpty(m.Value) })
	}
	return false
}

// answer arranges the answers of a neighbour: those of its value, and before them the first one.
func (s *Surroundings) answer(g message.Given) (out []suite.Given) {
	of, _ := g.Value.(value.Object)
	if first, ok := of.Get(memberFirst); ok {
		once, _ := first.(value.Object)
		out = append(out, s.arrange(g.Name, once, true))
	}
	out = append(out, s.arrange(g.Name, of, false))
	s.inside.Arrange(s.answers)
	return out
}

// arrange adds an answer of a neighbour.
func (s *Surroundings) arrange(name string, of value.Object, once bool) suite.Given {
	method, at, _ := strings.Cut(name, " ")
	given := suite.Answer{Method: method, URL: at, Once: once}
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
		Body: []byte(given.Body), Once: once}
	switch given.Fails {
	case suite.Refused:
		out.Break, given.Status, given.Body, given.Headers = sut.Refused, 0, "", nil
	case suite.Cut:
		out.Break = sut.Cut
	case suite.Late:
		out.After, given.Status, given.Body, given.Headers = tooLate, 0, "", nil
	}
	s.answers = append([]sut.Answer{out}, s.answers...) // the newest first
	return suite.Given{Answer: &given}
}
