// Package laws learns what holds in all but a few calls of an operation: relations of the values that are sent and
// answered (package invariant), what the operation does as its peers do, and that the program reads what is declared.
package laws

import (
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/invariant"
	"github.com/evoke-go/evoke/internal/secret"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

// Learner learns laws. A nil Learner learns nothing. It is not safe for concurrent use.
type Learner struct {
	miner invariant.Miner
	peers invariant.Peers
	// unread has, by operation, the parameters of its query and whether the program read them.
	unread  map[string]map[string]*reading
	address string
	secrets *secret.Set
}

// New returns a Learner that learnt nothing. address is the base URL of the lines of curl that name calls. They are
// without the secrets.
func New(address string, secrets *secret.Set) *Learner {
	return &Learner{address: address, secrets: secrets}
}

// response is the place of the values of an answer.
const response = "response"

// Heard learns from an answered step: what the operation does beside others, and from an accepted call with valid data
// the relations of its values.
func (l *Learner) Heard(s *execute.Step) {
	if l == nil || s.Suite {
		return
	}
	x := s.About
	l.compare(x)
	l.watch(s)
	if o := observed(x); o != nil {
		o.Name = func() string { return l.script(x) }
		l.miner.Learn(o)
	}
}

// observed returns the values of an accepted call with valid data, nil for other calls.
func observed(x *oracle.Exchange) *invariant.Observation {
	got, isJSON := x.Got()
	if !isJSON || !x.Succeeded() || x.Invalid != nil {
		return nil
	}
	return &invariant.Observation{
		Operation: x.Operation.Name(), Sent: sentBy(x), Got: []invariant.Value{{Place: response, Plain: got}},
	}
}

// sentBy returns the values that a call sends: the parameters of its path and query, and its body.
func sentBy(x *oracle.Exchange) (out []invariant.Value) {
	segments := strings.Split(strings.TrimPrefix(x.Path(), strings.TrimSuffix(x.Base, "/")), "/")
	for i, segment := range strings.Split(x.Operation.Path, "/") {
		if strings.HasPrefix(segment, "{") && strings.HasSuffix(segment, "}") && i < len(segments) {
			out = append(out, invariant.Value{Place: "path " + strings.Trim(segment, "{}"), Plain: segments[i]})
		}
	}
	for _, p := range x.Operation.Parameters {
		if values := x.Query()[p.Name]; p.In == "query" && len(values) == 1 {
			out = append(out, invariant.Value{Place: "query " + p.Name, Plain: scalar(values[0])})
		}
	}
	if body, isJSON := x.Sent(); isJSON {
		out = append(out, invariant.Value{Place: "body", Plain: body})
	}
	return out
}

// scalar returns the number that a text of a query is, or else the text.
func scalar(text string) any {
	if v, err := value.ParseJSON([]byte(text)); err == nil && value.IsNumber(text) {
		return v
	}
	return text
}

// script returns lines of curl for a call and those before it in its test.
func (l *Learner) script(x *oracle.Exchange) string {
	var lines []string
	for _, b := range append(slices.Clip(x.Before), x) {
		lines = append(lines, message.Curl(l.address, l.secrets.Copy(b.Request)))
	}
	return strings.Join(lines, "\n")
}

// News returns the laws of which other processes are to hear since the last call.
func (l *Learner) News() []invariant.Record {
	if l == nil {
		return nil
	}
	return l.miner.News()
}

// Learn adds what another process learnt.
func (l *Learner) Learn(records []invariant.Record) {
	if l != nil {
		l.miner.Add(records)
	}
}

// mostAsserted is the number of laws of an operation that tests assert.
const mostAsserted = 20

// Checks returns the assertions that a written test makes of an answer of an operation: the laws between values of the
// answer that held in all executions.
func (l *Learner) Checks(operation string) (out []suite.Check) {
	if l == nil {
		return nil
	}
	always := l.miner.Always(operation, response)
	for _, r := range always[:min(len(always), mostAsserted)] {
		out = append(out, suite.Law(suite.Op(r.Form), r.Of...))
	}
	return out
}

// Of returns the laws of an operation.
func (l *Learner) Of(operation string) (out []problem.Law) {
	if l == nil {
		return nil
	}
	for _, found := range append(l.miner.Laws(operation), l.peers.Laws(operation)...) {
		out = append(out, problem.Law(found))
	}
	return append(out, l.ignored(operation)...)
}
