package tracking_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/netip"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/pool"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/rest/internal/tracking"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

const notes = `
openapi: 3.0.3
info: {title: Notes, version: "1"}
paths:
  /notes:
    post:
      parameters:
        - {name: owner, in: query, required: true, schema: {type: string}}
        - {name: size, in: query, required: true, schema: {type: integer}}
      responses: {"200": {description: it is made}}
    get:
      parameters: [{name: q, in: query, required: true, schema: {type: string}}]
      responses: {"200": {description: all}}
    delete:
      parameters: [{name: q, in: query, required: true, schema: {type: string}}]
      responses: {"200": {description: none are left}}
`

// program is a system that compares what a function says, by the call.
type program struct {
	t         *testing.T
	tracker   *tracking.Tracker
	pool      *pool.Pool
	api       *api.API
	registry  *fitness.Registry
	listening bool
	heard     []sut.Heard
	compare   func(values [][]any) []sut.Heard
	reads     func(values [][]any) string // a text that is decoded
	typed     string                      // what the text is decoded into
	near      float64                     // score of target 3, 0 for none
}

const itemType = `{"type":"object","properties":{"name":{"type":"string"},"count":{"type":"integer","minimum":0}},"required":["name","count"]}`

func newProgram(t *testing.T, compare func(values [][]any) []sut.Heard) *program {
	t.Helper()
	p := &program{t: t, compare: compare, typed: itemType}
	builder := genotype.NewBuilder(genotype.Options{})
	p.registry = &fitness.Registry{}
	p.api = api.New(resttest.Read(t, notes).Operations, builder, p.registry)
	for i := range 100 {
		p.registry.ID(fitness.Target{Kind: "branch", Name: fmt.Sprint(i)})
	}
	p.pool = pool.New(&action.Codec{API: p.api}, p.registry, nil, false)
	p.tracker = tracking.New(sut.Inside{
		Listen: func(on bool) { p.listening = on },
		Heard:  func() []sut.Heard { return p.heard },
		Values: func(id fitness.ID) []any {
			if id == 90 {
				return []any{"a case", 'x'}
			}
			return nil
		},
		Describe: func(id fitness.ID) (what, place string) {
			if id == 80 {
				return "len(q) >= 9 is true", ""
			}
			return "q >= 9 is true", ""
		},
	}, builder.Document, p.pool)
	p.pool.Track(p.tracker.Inputs())
	return p
}

// test makes a POST and a GET.
func (p *program) test(owner string, size int64, q string) *testcase.Case {
	post, get := action.New(p.api.Named("POST /notes"), 0, 0), action.New(p.api.Named("GET /notes"), 0, 0)
	require.True(p.t, gene.Assign(post.Genotype.Params[0].Gene, owner) &&
		gene.Assign(post.Genotype.Params[1].Gene, size))
	require.True(p.t, gene.Assign(get.Genotype.Params[0].Gene, q))
	return &testcase.Case{Actions: []testcase.Action{post, get}}
}

func valuesOf(c *testcase.Case) (all [][]any) {
	for _, a := range c.Actions {
		var values []any
		for _, t := range action.Takers(a) {
			values = append(values, t.Value())
		}
		all = append(all, values)
	}
	return all
}

// evaluate has the program compare behind the last call.
func (p *program) evaluate(c *testcase.Case, covered ...fitness.ID) (listened bool) {
	p.tracker.Begin()
	listened = p.listening
	for i := range c.Actions {
		p.heard = nil
		if i == len(c.Actions)-1 && listened {
			p.heard = p.compare(valuesOf(c))
		}
		if p.reads != nil && listened {
			p.tracker.Read(&sut.Input{Place: "body", Name: "application/json", Type: p.typed, Decoded: true,
				Data: p.reads(valuesOf(c))})
		}
		p.tracker.Called(c, i)
	}
	var scores fitness.Scores
	if p.near > 0 {
		scores = fitness.Scores{{ID: 3, Value: p.near}}
	}
	for _, id := range covered {
		scores = append(scores, fitness.Score{ID: id, Value: 1})
	}
	p.tracker.End(c, scores)
	assert.False(p.t, p.listening)
	return listened
}

// tried returns the values of all tests that wait.
func (p *program) tried() (all [][][]any) {
	r := rand.New(rand.NewPCG(1, 2))
	for p.tracker.Waiting() {
		if c := p.tracker.Next(r); c != nil {
			all = append(all, valuesOf(c))
		}
	}
	return all
}

// TestWhatAConditionWantsIsTriedInItsInput: in whichever call the input is, and in the
// form that it had before the program changed it.
func TestWhatAConditionWantsIsTriedInItsInput(t *testing.T) {
	const owner, size, q = "team:Frodo", int64(4321), "Zm9yZXN0"
	for name, tt := range map[string]struct {
		operands []any
		id       fitness.ID
		want     [][][]any
	}{
		"text of this call":       {[]any{q, "rohan"}, 10, [][][]any{{{owner, size}, {"rohan"}}}},
		"text of an earlier call": {[]any{"gondor", owner}, 10, [][][]any{{{"gondor", size}, {q}}}},
		"part":                    {[]any{"Frodo", "sam"}, 10, [][][]any{{{"team:sam", size}, {q}}}},
		"decoded":                 {[]any{"forest", "mordor"}, 10, [][][]any{{{owner, size}, {"bW9yZG9y"}}}},
		"limit": {[]any{size, int64(5000)}, 10,
			[][][]any{{{owner, int64(5000)}, {q}}, {{owner, int64(5001)}, {q}}}},
		"form": {[]any{q, probe.Wanted{Form: probe.Folded, Text: "Rohan"}}, 10,
			[][][]any{{{owner, size}, {"Rohan"}}}},
		"constants of a switch": {[]any{q}, 90, [][][]any{{{owner, size}, {"a case"}}, {{owner, size}, {"x"}}}},
		"another input":         {[]any{q, owner}, 10, [][][]any{{{owner, size}, {owner}}, {{q, size}, {q}}}},
		"table": {[]any{q, "rohan", "moria"}, 10,
			[][][]any{{{owner, size}, {"rohan"}}, {{owner, size}, {"moria"}}}},
		"the same": {[]any{q, q}, 10, [][][]any{{{owner, size}, {" " + q + " "}}, {{owner, size},
			{"ZM9YZXN0"}}, {{owner, size}, {"zm9yzxn0"}}, {{owner, size}, {q + "/"}}, {{owner, size}, {q + "x"}}}},
		"the same number": {[]any{size, size}, 10,
			[][][]any{{{owner, int64(4322)}, {q}}, {{owner, int64(4320)}, {q}}}},
		"nothing that was sent": {[]any{"elsewhere", "rohan"}, 10, nil},
		"length": {[]any{int64(8), int64(9)}, 80,
			[][][]any{{{owner, size}, {q + "0"}}, {{owner, size}, {q + "00"}}}},
		"no length": {[]any{int64(8), int64(9)}, 10, nil},
	} {
		t.Run(name, func(t *testing.T) {
			p := newProgram(t, func([][]any) []sut.Heard {
				return []sut.Heard{{True: tt.id, False: tt.id + 1, Operands: tt.operands}}
			})
			require.True(t, p.evaluate(p.test(owner, size, q)))
			assert.Equal(t, tt.want, p.tried())
			p.evaluate(p.test(owner, size, q))
			assert.Empty(t, p.tried(), "once")
		})
	}
}

// TestSmallNumbersAreTriedLast: that 3 was sent and 3 was compared says little. What it
// may be good for is tried once nothing else waits, and not without end.
func TestSmallNumbersAreTriedLast(t *testing.T) {
	p := newProgram(t, func([][]any) []sut.Heard {
		return []sut.Heard{
			{True: 10, False: 11, Operands: []any{int64(3), int64(5000)}},
			{True: 12, False: 13, Operands: []any{"forest", "rohan"}},
			{True: 14, False: 15, Operands: []any{int64(0), int64(5000)}},
		}
	})
	c := p.test("frodo", 3, "forest")
	p.evaluate(c)
	assert.False(t, p.tracker.Inputs().Knows(10))
	assert.Equal(t, [][][]any{{{"frodo", int64(3)}, {"rohan"}}, {{"frodo", int64(5000)}, {"forest"}},
		{{"frodo", int64(5001)}, {"forest"}}}, p.tried())
	limit := int64(0)
	p.compare = func([][]any) (heard []sut.Heard) {
		for i := range fitness.ID(4) {
			limit += 10
			heard = append(heard, sut.Heard{True: 20 + 2*i, False: 21 + 2*i, Operands: []any{int64(3), limit}})
		}
		return heard
	}
	for range 100 {
		p.evaluate(c)
	}
	assert.InDelta(t, 55, len(p.tried()), 5, "of 800")
}

// TestCoveredConditionsWantNothing: neither those that went both ways, nor trials whose
// side was covered meanwhile.
func TestCoveredConditionsWantNothing(t *testing.T) {
	operands := []any{"forest", "rohan"}
	p := newProgram(t, func([][]any) []sut.Heard {
		return []sut.Heard{{True: 10, False: 11, Operands: operands}, {True: 12, False: -1, Operands: operands}}
	})
	c := p.test("frodo", 1, "forest")
	p.evaluate(c, 11, 12)
	require.True(t, p.tracker.Waiting())
	p.evaluate(c, 10)
	assert.Empty(t, p.tried())
	p.evaluate(c)
	assert.False(t, p.tracker.Waiting())
}

// TestWhatPaidIsKept: a value that made a condition go the other way comes up again in
// new calls of the operation.
func TestWhatPaidIsKept(t *testing.T) {
	p := newProgram(t, func(values [][]any) []sut.Heard {
		return []sut.Heard{{True: 10, False: 11, Operands: []any{values[1][0], "rohan"}}}
	})
	r := rand.New(rand.NewPCG(1, 2))
	p.evaluate(p.test("frodo", 1, "forest"), 11)
	next := p.tracker.Next(r)
	require.NotNil(t, next)
	fresh := func() *action.Call { return action.New(p.api.Named("GET /notes"), 0, 0) }
	assert.False(t, p.tracker.Inputs().Remind(r, fresh()), "it has not paid yet")
	p.evaluate(next, 10)
	got := fresh()
	require.True(t, p.tracker.Inputs().Remind(r, got))
	assert.Equal(t, "rohan", got.Genotype.Value(0))
	assert.False(t, p.tracker.Inputs().Remind(r, action.New(p.api.Named("POST /notes"), 0, 0)))
}

// TestNamesLend: what paid in an input is tried in those of the same name too, for as long
// as that brings something.
func TestNamesLend(t *testing.T) {
	p := newProgram(t, func(values [][]any) []sut.Heard {
		return []sut.Heard{{True: 10, False: 11, Operands: []any{values[1][0], "rohan"}}}
	})
	r := rand.New(rand.NewPCG(1, 2))
	p.evaluate(p.test("frodo", 1, "forest"), 11)
	p.evaluate(p.tracker.Next(r), 10)
	lent, last := 0, (*testcase.Case)(nil)
	lend := func() bool {
		c := &testcase.Case{Actions: []testcase.Action{action.New(p.api.Named("DELETE /notes"), 0, 0)}}
		if !p.tracker.Inputs().Remind(r, c.Actions[0].(*action.Call)) {
			return false
		}
		assert.Equal(t, "rohan", valuesOf(c)[0][0])
		lent, last = lent+1, c
		return true
	}
	for range 100 {
		if lend() {
			p.tracker.End(last, nil)
		}
	}
	assert.Equal(t, 20, lent, "it did not pay")
	p = newProgram(t, p.compare)
	p.evaluate(p.test("frodo", 1, "forest"), 11)
	p.evaluate(p.tracker.Next(r), 10)
	require.True(t, lend())
	p.tracker.End(last, fitness.Scores{{ID: 20, Value: 1}})
	for range 100 {
		require.True(t, lend(), "it paid, so the input has it now")
	}
}

// TestAimChangesTheInput: mutants for a condition change the input that reaches it, and
// sometimes give it what the condition wants.
func TestAimChangesTheInput(t *testing.T) {
	p := newProgram(t, func(values [][]any) []sut.Heard {
		return []sut.Heard{{True: 10, False: 11, Operands: []any{strings.ToLower(values[0][0].(string)), "rohan"}}}
	})
	c := p.test("Gandalf", 1, "forest")
	assert.Nil(t, p.tracker.Inputs().Aim(rand.New(rand.NewPCG(1, 2)), c, 1, 10, 0.5))
	p.evaluate(c)
	require.True(t, p.tracker.Inputs().Knows(10))
	r, given := rand.New(rand.NewPCG(1, 2)), 0
	for range 200 {
		child := valuesOf(p.tracker.Inputs().Aim(r, c, 1, 10, 0.5))
		assert.Equal(t, []any{"forest"}, child[1], "nothing else changes")
		assert.Equal(t, int64(1), child[0][1])
		if child[0][0] == "rohan" {
			given++
		}
	}
	assert.InDelta(t, 80, given, 30)
	assert.Equal(t, "Gandalf", valuesOf(c)[0][0], "the parent stays")
}

// TestListeningFollowsWhatItBrings: each evaluation is listened to while that tells
// something new, then one in 32, and each again once something new is covered.
func TestListeningFollowsWhatItBrings(t *testing.T) {
	p := newProgram(t, func([][]any) []sut.Heard { return nil })
	c := p.test("frodo", 1, "forest")
	listened := func(n int) (count int) {
		for range n {
			if p.evaluate(c) {
				count++
			}
		}
		return count
	}
	assert.Less(t, listened(64), 8)
	assert.Equal(t, 2, listened(64))
	p.evaluate(c, 10)
	assert.Positive(t, listened(2))
}

// TestTrialsAreHeard: a function that compares a second input once the first one fits
// is heard though the trial has not made the condition go the other way.
func TestTrialsAreHeard(t *testing.T) {
	p := newProgram(t, func(values [][]any) []sut.Heard {
		heard := []sut.Heard{{True: 10, False: 11, Operands: []any{values[0][0], "rohan"}}}
		if values[0][0] == "rohan" {
			heard = append(heard, sut.Heard{True: 10, False: 11, Operands: []any{values[1][0], "edoras"}})
		}
		return heard
	})
	r := rand.New(rand.NewPCG(1, 2))
	for !p.evaluate(p.test("frodo", 1, "forest"), 11) { // the next one would not be listened to
	}
	for range 10 {
		p.evaluate(p.test("nobody", 1, "nowhere"))
	}
	next := p.tracker.Next(r)
	require.NotNil(t, next)
	require.True(t, p.evaluate(next))
	for _, c := range p.tried() {
		if c[0][0] == "rohan" && c[1][0] == "edoras" {
			return
		}
	}
	assert.Fail(t, "the second input was not tried beside the first")
}

// TestNoTracker: without what it needs there is none, and a nil one does nothing.
func TestNoTracker(t *testing.T) {
	none := tracking.New(sut.Inside{}, nil, nil)
	assert.Nil(t, none)
	none.Begin()
	none.Called(nil, 0)
	none.End(nil, nil)
	assert.False(t, none.Waiting() || none.Inputs().Knows(1) || none.Inputs().Remembers())
	assert.Nil(t, none.Next(nil))
	assert.False(t, none.Inputs().Reads())
	none.Read(nil)
	none.Inputs().Bind(nil, nil)
}

// TestTextsGetTheTypeTheyAreDecodedInto: an input whose text is decoded gets JSON of that
// type, in the form that it is read from. Its members are inputs then.
func TestTextsGetTheTypeTheyAreDecodedInto(t *testing.T) {
	p := newProgram(t, func([][]any) []sut.Heard { return nil })
	p.reads = func(values [][]any) string {
		text, _ := strings.CutPrefix(values[0][0].(string), "token ")
		data, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			return "nothing"
		}
		return string(data)
	}
	p.evaluate(p.test("token Zm9yZXN0", 4321, "shire"))
	tried := p.tried()
	require.Len(t, tried, 3)
	for _, values := range tried {
		var item struct{ Name *string }
		require.NoError(t, json.Unmarshal([]byte(p.reads(values)), &item), "%v", values)
		assert.NotNil(t, item.Name)
	}
	p.compare = func(values [][]any) []sut.Heard {
		var item struct{ Name string }
		_ = json.Unmarshal([]byte(p.reads(values)), &item)
		return []sut.Heard{{True: 10, False: 11, Operands: []any{item.Name, "rohan"}}}
	}
	c := p.test("token "+base64.StdEncoding.EncodeToString([]byte(`{"name":"gondor","count":3}`)), 4321, "shire")
	p.evaluate(c)
	tried = p.tried()
	require.NotEmpty(t, tried)
	assert.Equal(t, `{"name":"rohan","count":3}`, p.reads(tried[0]))
	r := rand.New(rand.NewPCG(1, 2))
	valid, others := 0, map[string]bool{}
	for range 100 {
		text := p.reads(valuesOf(p.tracker.Inputs().Aim(r, c, 1, 10, 0.5)))
		if json.Valid([]byte(text)) {
			valid++
		}
		others[text] = true
	}
	assert.Greater(t, valid, 70, "mutation changes members")
	assert.Greater(t, len(others), 20)
	call := action.New(p.api.Named("POST /notes"), 0, 0)
	require.True(t, p.tracker.Inputs().Remind(r, call))
	require.True(t, p.tracker.Inputs().Reads())
	for range 20 {
		child := valuesOf(p.tracker.Inputs().Rewrite(r, c, 1, 0.5))
		assert.True(t, json.Valid([]byte(p.reads(child))), "%v", child)
		assert.NotEqual(t, valuesOf(c), child)
	}
	assert.Nil(t, p.tracker.Inputs().Rewrite(r, p.test("nothing", 4321, "shire"), 1, 0.5))
}

// TestFormsAreDrawnAnew: an input that has to have a form gets others of that form.
func TestFormsAreDrawnAnew(t *testing.T) {
	p := newProgram(t, func(values [][]any) []sut.Heard {
		return []sut.Heard{{True: 10, False: 11, Operands: []any{values[1][0], probe.Wanted{Form: probe.IP}}}}
	})
	r := rand.New(rand.NewPCG(1, 2))
	p.evaluate(p.test("frodo", 1, "forest"), 11)
	p.evaluate(p.tracker.Next(r), 10)
	kinds := map[bool]int{}
	for range 100 {
		call := action.New(p.api.Named("GET /notes"), 0, 0)
		require.True(t, p.tracker.Inputs().Remind(r, call))
		ip, err := netip.ParseAddr(call.Genotype.Value(0).(string))
		require.NoError(t, err)
		kinds[ip.Is4()]++
	}
	assert.Len(t, kinds, 2)
}

// TestTablesAreTriedWhole: each entry of a table is tried and kept, though the first one
// makes the condition hold.
func TestTablesAreTriedWhole(t *testing.T) {
	p := newProgram(t, func(values [][]any) []sut.Heard {
		return []sut.Heard{{True: 10, False: 11, Operands: []any{values[1][0], "rohan", "moria"}}}
	})
	r := rand.New(rand.NewPCG(1, 2))
	p.evaluate(p.test("frodo", 1, "forest"), 11)
	for _, want := range []string{"rohan", "moria"} {
		next := p.tracker.Next(r)
		require.NotNil(t, next)
		assert.Equal(t, []any{want}, valuesOf(next)[1])
		p.evaluate(next, 10)
	}
	got := map[any]bool{}
	for range 50 {
		call := action.New(p.api.Named("GET /notes"), 0, 0)
		require.True(t, p.tracker.Inputs().Remind(r, call))
		got[call.Genotype.Value(0)] = true
	}
	assert.Equal(t, map[any]bool{"rohan": true, "moria": true}, got)
}

// TestCompanionsMove: where a value alone does not help, other inputs move with it: those
// that had the same text.
func TestCompanionsMove(t *testing.T) {
	p := newProgram(t, func(values [][]any) []sut.Heard {
		if values[0][0] != values[1][0] || values[1][0] == "rohan" {
			return nil
		}
		return []sut.Heard{{True: 10, False: 11, Operands: []any{values[1][0], "rohan"}}}
	})
	p.evaluate(p.test("forest", 1, "forest"), 11)
	r := rand.New(rand.NewPCG(1, 2))
	for _, want := range [][][]any{{{"forest", int64(1)}, {"rohan"}}, {{"rohan", int64(1)}, {"forest"}},
		{{"rohan", int64(1)}, {"rohan"}}} {
		next := p.tracker.Next(r)
		require.NotNil(t, next)
		assert.Equal(t, want, valuesOf(next))
		p.evaluate(next)
	}
}

// TestLayoutsAreLearnt: a layout that a parser wants is one in which moments are known
// again. A day is the step to the other side of a limit.
func TestLayoutsAreLearnt(t *testing.T) {
	p := newProgram(t, func([][]any) []sut.Heard {
		return []sut.Heard{
			{True: 10, False: 11, Operands: []any{probe.Wanted{Form: probe.Timed, Text: "02.01.2006"}}},
			{True: 12, False: 13, Operands: []any{"2024-02-29T00:00:00Z", "2024-03-10T00:00:00Z"}},
		}
	})
	p.evaluate(p.test("frodo", 1, "29.02.2024"))
	assert.Equal(t, [][][]any{{{"frodo", int64(1)}, {"10.03.2024"}}, {{"frodo", int64(1)}, {"11.03.2024"}}}, p.tried())
}

// TestLibrariesAreTriedInBounds: what a condition of a library wants is tried, though it
// is no target; less and less often while that covers nothing new.
func TestLibrariesAreTriedInBounds(t *testing.T) {
	n := 0
	p := newProgram(t, func(values [][]any) (heard []sut.Heard) {
		for id := range fitness.ID(10) { // as a library does in which ten places compare anything
			n++
			heard = append(heard,
				sut.Heard{True: -2 - id, False: -1, Operands: []any{values[1][0], fmt.Sprint("wanted", n)}})
		}
		return heard
	})
	r := rand.New(rand.NewPCG(1, 2))
	search := func(evaluations int, covered ...fitness.ID) (trials int) {
		for range evaluations {
			if c := p.tracker.Next(r); c != nil {
				trials++
				p.evaluate(c, covered...)
				covered = nil
			} else {
				p.evaluate(p.test("frodo", 1, "forest"))
			}
		}
		return trials
	}
	first := search(300)
	assert.InDelta(t, 110, first, 15)
	assert.False(t, p.tracker.Inputs().Remembers(), "none has paid")
	assert.False(t, p.tracker.Inputs().Knows(-2), "nobody aims at a library")
	assert.InDelta(t, 15, search(300), 10)
	require.True(t, p.tracker.Waiting() || search(100) > 0)
	for !p.tracker.Waiting() {
		search(1)
	}
	more := search(100, 40)
	assert.Greater(t, more, 15)
	assert.True(t, p.tracker.Inputs().Remembers(), "one covered something new")
}

// TestDecodersGetTexts: a decoder that is given no text may read an input that is empty,
// as it is or from base64.
func TestDecodersGetTexts(t *testing.T) {
	p := newProgram(t, func([][]any) []sut.Heard { return nil })
	p.reads = func([][]any) string { return "" }
	p.evaluate(p.test("frodo", 1, ""))
	var plain, coded int
	for _, values := range p.tried() {
		text := values[1][0].(string)
		if data, err := base64.StdEncoding.DecodeString(text); err == nil && json.Valid(data) {
			coded++
		} else if assert.True(t, json.Valid([]byte(text)), text) {
			plain++
		}
		assert.Equal(t, []any{"frodo", int64(1)}, values[0], "these are not empty")
	}
	assert.Equal(t, []int{1, 1}, []int{plain, coded})
	p.evaluate(p.test("frodo", 1, "forest"))
	assert.Empty(t, p.tried(), "no input is empty")
}

// TestInputsThatAreInvalidGetTexts: what is invalid on purpose stands in the place of an
// input, so it is what the program saw, and it goes where the input gets a value.
func TestInputsThatAreInvalidGetTexts(t *testing.T) {
	p := newProgram(t, func([][]any) []sut.Heard { return nil })
	p.reads = func([][]any) string { return "" }
	c := p.test("frodo", 1, "forest")
	c.Actions[1].(*action.Call).Genotype.Invalid = &genotype.Invalid{Value: nil}
	p.evaluate(c)
	r, tests := rand.New(rand.NewPCG(1, 2)), 0
	for p.tracker.Waiting() {
		child := p.tracker.Next(r).Actions[1].(*action.Call)
		assert.False(t, child.Genotype.IsInvalid())
		assert.NotEqual(t, "forest", action.Takers(child)[0].Value())
		tests++
	}
	assert.Equal(t, 2, tests)
	assert.True(t, c.Actions[1].(*action.Call).Genotype.IsInvalid(), "the parent stays what it is")
}

// TestMembersThatAreMissingGetMarks: a condition that compares with nothing may be about a
// member that a document lacks. The member gets a value that is known again, and then
// what the condition wants.
func TestMembersThatAreMissingGetMarks(t *testing.T) {
	item := func(values [][]any) (item struct {
		Name  string
		Count int64
	}) {
		_ = json.Unmarshal([]byte(values[0][0].(string)), &item)
		return item
	}
	for name, c := range map[string]struct {
		document string
		compare  func(name string, count int64) []any
		member   string // that gets a mark, "" for none
	}{
		"an empty text": {`{"name":"","count":3}`,
			func(name string, _ int64) []any { return []any{name, "ore", "salt"} }, "name"},
		"no number": {`{"name":"ann","count":0}`,
			func(_ string, count int64) []any { return []any{count, int64(70)} }, "count"},
		"another kind":    {`{"name":"ann","count":0}`, func(string, int64) []any { return []any{"", "ore"} }, ""},
		"nothing missing": {`{"name":"ann","count":3}`, func(string, int64) []any { return []any{"", "ore"} }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			compare := func(string, int64) []any { return nil }
			p := newProgram(t, func(values [][]any) []sut.Heard {
				got := item(values)
				return []sut.Heard{{True: 10, False: 11, Operands: compare(got.Name, got.Count)}}
			})
			p.reads = func(values [][]any) string { return values[0][0].(string) }
			c0 := p.test(c.document, 4321, "shire")
			p.evaluate(c0) // the document is known then
			p.tried()
			compare = c.compare
			p.evaluate(c0)
			marked := p.tried()
			if c.member == "" {
				assert.Empty(t, marked)
				return
			}
			require.Len(t, marked, 1)
			got := item(marked[0])
			assert.Equal(t, c.member == "name", got.Name != "ann", "%v", got)
			assert.Equal(t, c.member == "count", got.Count != 3, "%v", got)
			if c.member != "name" {
				return
			}
			assert.NotEmpty(t, got.Name)
			p.evaluate(p.test(marked[0][0][0].(string), 4321, "shire"))
			var names []string
			for _, values := range p.tried() {
				names = append(names, item(values).Name)
			}
			assert.ElementsMatch(t, []string{"ore", "salt"}, names)
		})
	}
}

// TestMembersThatAreAddedHaveValues: a change that adds a member to a document gives it
// another value than nothing.
func TestMembersThatAreAddedHaveValues(t *testing.T) {
	p := newProgram(t, func([][]any) []sut.Heard { return nil })
	p.typed = `{"type":"object","properties":{"name":{"type":"string"},"count":{"type":"integer"}}}`
	p.reads = func(values [][]any) string { return values[0][0].(string) }
	c := p.test(`{"count":300}`, 4321, "shire")
	p.evaluate(c)
	p.tried()
	r, empty, all := rand.New(rand.NewPCG(1, 2)), 0, 0
	for range 2000 {
		var item struct{ Name *string }
		require.NoError(t, json.Unmarshal([]byte(p.reads(valuesOf(p.tracker.Inputs().Rewrite(r, c, 0, 0.5)))), &item))
		if item.Name != nil {
			all++
			if *item.Name == "" {
				empty++
			}
		}
	}
	assert.Greater(t, all, 30)
	assert.Less(t, empty, all/4)
}

// TestOneConditionHasNotAllTrials: a condition that is compared with something else in
// each test has so many trials that the others have theirs as well, and more of them when
// they bring it nearer. A table is tried whole.
func TestOneConditionHasNotAllTrials(t *testing.T) {
	for name, c := range map[string]struct {
		more    []any // operands
		nearer  bool
		between [2]int // trials in 400 tests
	}{
		"nothing helps":         {nil, false, [2]int{40, 45}},
		"trials bring it near":  {nil, true, [2]int{150, 400}},
		"one among many others": {[]any{"a", "b"}, false, [2]int{300, 1500}},
	} {
		n := 0
		p := newProgram(t, func(values [][]any) []sut.Heard {
			n++
			return []sut.Heard{{True: 3, False: 4,
				Operands: append([]any{values[1][0], fmt.Sprint("wanted", n)}, c.more...)}}
		})
		r := rand.New(rand.NewPCG(1, 2))
		trials := 0
		for i := range 400 {
			one := p.tracker.Next(r)
			if one != nil {
				trials++
			} else {
				one = p.test("frodo", 1, fmt.Sprint("the old forest ", i))
			}
			p.near = 0.5
			if c.nearer {
				p.near += float64(i) / 1000
			}
			p.evaluate(one)
		}
		assert.GreaterOrEqual(t, trials, c.between[0], name)
		assert.LessOrEqual(t, trials, c.between[1], name)
	}
}

// TestLibrariesAreTriedTogether: where a library wants something of several inputs of a
// call, and one alone brings nothing, they are tried together.
func TestLibrariesAreTriedTogether(t *testing.T) {
	p := newProgram(t, func([][]any) []sut.Heard { return nil })
	both := func(values []any) (heard []sut.Heard) {
		return []sut.Heard{{True: -2, False: -1, Operands: []any{values[0], "gondor"}},
			{True: -3, False: -1, Operands: []any{values[1], int64(5000)}}}
	}
	c := p.test("Frodo Baggins", 4321, "forest")
	c.Actions = c.Actions[:1]
	p.compare = func(values [][]any) []sut.Heard { return both(values[0]) }
	r, together := rand.New(rand.NewPCG(1, 2)), 0
	p.evaluate(c)
	for range 20 {
		if child := p.tracker.Next(r); child != nil {
			v := valuesOf(child)[0]
			if v[0] == "gondor" && v[1] != int64(4321) {
				together++
			}
			p.evaluate(child)
		}
	}
	assert.Positive(t, together)
	assert.Less(t, together, 8)
}

// TestJoinedInputsAreTriedTogether: what is wanted of a text that was put together from
// inputs is taken apart, and each input gets its part. A form is that of the whole.
func TestJoinedInputsAreTriedTogether(t *testing.T) {
	route := probe.Wanted{Form: probe.Matching, Text: "^/notes/sam-[0-9]{4}/(?P<size>[1-9][0-9]?)$"}
	p := newProgram(t, func(values [][]any) []sut.Heard {
		path := fmt.Sprintf("/notes/%v/%v", values[0][0], values[0][1])
		return []sut.Heard{
			{True: -2, False: -1, Operands: []any{path, route}},
			{True: -2, False: -1, Operands: []any{path, probe.Wanted{Form: probe.Matching, Text: "^/other$"}}},
			{True: 10, False: 11, Operands: []any{path, "/notes/gondor/3"}},
			{True: 12, False: 13, Operands: []any{path, "/notes/gondor/three"}},
		}
	})
	c := p.test("Frodo Baggins", 4321, "forest")
	c.Actions = c.Actions[:1]
	p.evaluate(c)
	r, tried := rand.New(rand.NewPCG(1, 2)), 0
	for p.tracker.Waiting() {
		next := p.tracker.Next(r)
		require.NotNil(t, next)
		v := valuesOf(next)[0]
		if tried++; v[0] != "gondor" {
			assert.Regexp(t, "^sam-[0-9]{4}$", v[0])
			assert.Less(t, v[1], int64(100))
			p.evaluate(next, 40)
			continue
		}
		assert.Equal(t, int64(3), v[1])
		p.evaluate(next)
	}
	assert.Equal(t, 2, tried, "what cannot be taken apart is not tried")
	call := action.New(p.api.Named("POST /notes"), 0, 0)
	require.True(t, p.tracker.Inputs().Remind(r, call), "what paid is kept")
	assert.Regexp(t, "^sam-[0-9]{4}$", call.Genotype.Value(0), "and the pattern of the whole is not drawn in a part")
}
