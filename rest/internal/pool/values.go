package pool

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/chance"
	"github.com/evoke-go/evoke/internal/words"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/value"
)

const (
	// maxNames is the largest number of names with values, maxValues the number of values of a name. The first values
	// that were seen, as many as lasting, stay for good.
	maxNames, maxValues, lasting = 2000, 12, 6
	// maxText is the largest length of a text that is kept, in bytes.
	maxText = 200
	// maxScalars is the largest number of values that are read from one answer, maxDepth the depth down to which they
	// are read.
	maxScalars, maxDepth = 100, 6
	// always is the number of first successes of an operation that are read. Later, a success is read each time their
	// number doubles.
	always = 32
)

// Values holds values by the plain names of inputs and members. A nil Values knows
// nothing. It is not safe for concurrent use.
type Values struct {
	shelves map[string]*shelf
	calls   map[*api.Operation]int // number of successful calls
	answers map[*api.Operation]int // number of answers to successful calls
	donors  map[*api.Operation][]*api.Operation
	kept    func(*api.Operation) [][]*action.Call
	handed  map[handing]int // number of calls
	texts   texts
	listed  listed
	paid    map[action.Place][]Paid
	loans   []loan   // of values that paid, to calls that are not evaluated yet
	news    []paidAt // values that paid and that no other process knows yet
}

// Value is a value that a successful call sent or that an answer contained.
type Value struct {
	Plain any
	// From is the operation of the call. Answered says that the answer contained the value; otherwise the call sent it.
	From     *api.Operation
	Answered bool
}

// shelf holds the values of a name.
type shelf struct {
	values    []Value // the first values, then the latest values
	next      int     // index among the latest values of the next to be replaced
	paid      []Paid
	lent, won int // number of loans of values that paid, and of those that covered something new
}

// newValues returns an empty Values for operations. kept returns the tests of an operation that succeeded; the last
// call of each is the successful call.
func newValues(ops []*api.Operation, kept func(*api.Operation) [][]*action.Call) *Values {
	l := &Values{
		shelves: map[string]*shelf{}, calls: map[*api.Operation]int{}, answers: map[*api.Operation]int{}, kept: kept,
		donors: map[*api.Operation][]*api.Operation{}, handed: map[handing]int{}, listed: listed{},
		paid: map[action.Place][]Paid{},
	}
	for _, op := range ops {
		l.donors[op] = donorsOf(op, ops)
	}
	return l
}

// donorsOf lists the other operations that send inputs of the same names, those with the most names in common first.
func donorsOf(op *api.Operation, ops []*api.Operation) []*api.Operation {
	common := map[*api.Operation]int{}
	var out []*api.Operation
	for _, other := range ops {
		for _, name := range op.Sends {
			if other != op && slices.Contains(other.Sends, name) {
				common[other]++
			}
		}
		if common[other] > 0 {
			out = append(out, other)
		}
	}
	slices.SortStableFunc(out, func(a, b *api.Operation) int { return common[b] - common[a] })
	return out
}

// due counts a success and reports whether to read it.
func due(seen map[*api.Operation]int, op *api.Operation) bool {
	seen[op]++
	n := seen[op]
	return n <= always || n&(n-1) == 0
}

// Succeeded keeps the values of a successful call.
func (l *Values) Succeeded(c *action.Call) {
	if l != nil && !c.Genotype.IsInvalid() && due(l.calls, c.Op) {
		l.Sampled(c)
	}
}

// Sampled keeps the values of a call that is known to be good, such as a call of a sample.
func (l *Values) Sampled(c *action.Call) {
	if l == nil || c.Genotype.IsInvalid() {
		return
	}
	for _, t := range action.Takers(c) {
		if !follows(c, t) {
			l.add(t.Name, Value{Plain: t.Value(), From: c.Op})
		}
	}
}

// follows reports whether an input of a call takes its value from an earlier answer.
func follows(c *action.Call, t action.Taker) bool {
	bit := c.Op.BitOf(t.Param, t.Name)
	return bit != 0 && bit&c.Follow.Params != 0 && c.Follow.Follows(bit)
}

// Answered keeps the values of the answer to a successful call.
func (l *Values) Answered(op *api.Operation, resp *sut.Response) {
	if l == nil || len(resp.Body) == 0 || resp.Truncated || resp.Stream {
		return
	}
	news := due(l.answers, op)
	if !news && message.KindOf(resp.Header.Get("Content-Type")) == message.JSON {
		return
	}
	body, err := value.ParseJSON(resp.Body)
	if err != nil {
		l.texts.add(resp)
	}
	if err != nil || !news {
		return
	}
	l.listed.note(op, body)
	v := visit{l: l, op: op}
	segments := strings.Split(op.Spec.Path, "/")
	if last := segments[len(segments)-1]; !strings.Contains(last, "{") {
		v.names = api.Singulars(words.Plain(last))
	}
	v.value(body, 0)
}

// visit reads the values of one answer.
type visit struct {
	l     *Values
	op    *api.Operation
	seen  int
	names []string // names of the current value
}

func (v *visit) value(plain any, depth int) {
	if depth > maxDepth || v.seen >= maxScalars {
		return
	}
	switch plain := plain.(type) {
	case value.Object:
		for _, m := range plain {
			v.names = api.Singulars(words.Plain(m.Name))
			v.value(m.Value, depth+1)
		}
	case []any:
		names := v.names
		for _, e := range plain {
			v.names = names
			v.value(e, depth+1)
		}
	default:
		v.seen++
		for _, name := range v.names {
			v.l.add(name, Value{plain, v.op, true})
		}
	}
}

// add puts a value on the shelf of a name, unless it is there already.
func (l *Values) add(name string, v Value) {
	switch plain := v.Plain.(type) {
	case string:
		if plain == "" || len(plain) > maxText {
			return
		}
	case int64, float64, json.Number:
	default:
		return
	}
	s := l.shelf(name)
	if s == nil {
		return
	}
	same := func(k Value) bool { return k.Plain == v.Plain }
	if slices.ContainsFunc(s.values, same) {
		return
	}
	if len(s.values) < maxValues {
		s.values = append(s.values, v)
		return
	}
	s.values[lasting+s.next] = v
	s.next = (s.next + 1) % (maxValues - lasting)
}

// shelf returns the shelf of a name, nil if there are too many names.
func (l *Values) shelf(name string) *shelf {
	name = words.Plain(name)
	s := l.shelves[name]
	if s == nil && name != "" && len(l.shelves) < maxNames {
		s = &shelf{}
		l.shelves[name] = s
	}
	return s
}

// Named returns the values of a name that successful calls sent or that answers contained.
func (l *Values) Named(name string) []Value {
	if l == nil || l.shelves[words.Plain(name)] == nil {
		return nil
	}
	return l.shelves[words.Plain(name)].values
}

// Inform gives each input of a call a known value of its name, if there is one. leaveOut tells the names of inputs to
// skip.
func (l *Values) Inform(r *rand.Rand, c *action.Call, leaveOut func(name string) bool) {
	if l == nil {
		return
	}
	for _, t := range action.Takers(c) {
		if known := l.Named(t.Name); len(known) > 0 && !follows(c, t) && !leaveOut(t.Name) &&
			gene.Assign(t.Gene, known[r.IntN(len(known))].Plain) {
			c.Keep(t)
		}
	}
}

// Lend gives some inputs of a new call values with which other calls succeeded. It reports whether it changed anything.
func (l *Values) Lend(r *rand.Rand, c *action.Call) bool {
	if l == nil || c.Genotype.IsInvalid() {
		return false
	}
	changed := chance.Evenly(r) && l.whole(r, c)
	for _, t := range action.Takers(c) {
		if known := l.Named(t.Name); len(known) > 0 && !follows(c, t) && chance.Seldom(r) {
			if gene.Assign(t.Gene, known[r.IntN(len(known))].Plain) {
				c.Keep(t)
				changed = true
			}
		}
	}
	if chance.Evenly(r) {
		changed = echo(r, c) || changed
	}
	return changed
}

// whole gives a call the body and inputs of a successful call: of an operation that sends many inputs of the same
// names, or of its own operation.
func (l *Values) whole(r *rand.Rand, c *action.Call) bool {
	var from []*action.Call
	add := func(op *api.Operation) {
		for _, calls := range l.kept(op) {
			from = append(from, calls[len(calls)-1])
		}
	}
	if chance.Seldom(r) {
		add(c.Op)
	}
	for _, op := range l.donors[c.Op] {
		if len(from) == 0 || r.IntN(2) == 0 {
			add(op)
		}
		if len(from) > 0 && r.IntN(2) == 0 {
			break
		}
	}
	if len(from) == 0 {
		return false
	}
	return give(c, from[r.IntN(len(from))])
}

// give copies into the call c the body of the call from, as far as c accepts it, and the inputs of the same names
// outside of the path. It reports whether it changed c.
func give(c, from *action.Call) bool {
	changed := genotype.Borrow(c.Genotype.Body, from.Genotype.Body)
	known := map[string]any{}
	for _, t := range action.Takers(from) {
		if v := t.Value(); !value.IsAbsent(v) && !follows(from, t) {
			known[words.Plain(t.Name)] = v
		}
	}
	for _, t := range action.Takers(c) {
		v, ok := known[words.Plain(t.Name)]
		if inPath(c, t.Param) || !ok || changed && t.Param == genotype.InBody || follows(c, t) {
			continue
		}
		if gene.Assign(t.Gene, v) {
			c.Keep(t)
			changed = true
		}
	}
	return changed
}
