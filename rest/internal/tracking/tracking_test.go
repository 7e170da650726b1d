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
	api       *api.API
	registry  *fitness.Registry
	listening bool
	heard     []sut.Heard
	compare   func(values [][]any) []sut.Heard
	reads     func(values [][]any) string // a text that is decoded
}

const itemType = `{"type":"object","properties":{"name":{"type":"string"},"count":{"type":"integer","minimum":0}},"required":["name","count"]}`

func newProgram(t *testing.T, compare func(values [][]any) []sut.Heard) *program {
	t.Helper()
	p := &program{t: t, compare: compare}
	builder := genotype.NewBuilder(genotype.Options{})
	p.registry = &fitness.Registry{}
	p.api = api.New(resttest.Read(t, notes).Operations, builder, p.registry)
	for i := range 100 {
		p.registry.ID(fitness.Target{Kind: "branch", Name: fmt.Sprint(i)})
	}
	p.tracker = tracking.New(sut.Inside{
		Listen: func(on bool) { p.listening = on },
		Heard:  func() []sut.Heard { return p.heard },
		Values: func(id fitness.ID) []any {
			if id == 90 {
				return []any{"a case", 'x'}
			}
			return nil
		},
	}, builder.Document, tracking.Names{Operations: []string{"POST /notes", "GET /notes"}, Targets: p.registry})
	return p
}

// test makes a POST and a GET.
func (p *program) test(owner string, size int64, q string) *testcase.Case {
	post, get := action.New(p.api.Named("POST /notes"), 0, 0), action.New(p.api.Named("GET /notes"), 0, 0)
	require.True(p.t, gene.Assign(post.Genotype.Params[0].Gene, owner) && gene.Assign(post.Genotype.Params[1].Gene, size))
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
			p.tracker.Read(&sut.Input{Place: "body", Name: "application/json", Type: itemType, Decoded: true, Data: p.reads(valuesOf(c))})
		}
		p.tracker.Called(c, i)
	}
	var scores fitness.Scores
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
		"limit":                   {[]any{size, int64(5000)}, 10, [][][]any{{{owner, int64(5000)}, {q}}, {{owner, int64(5001)}, {q}}}},
		"form":                    {[]any{q, probe.Wanted{Form: probe.Folded, Text: "Rohan"}}, 10, [][][]any{{{owner, size}, {"Rohan"}}}},
		"constants of a switch":   {[]any{q}, 90, [][][]any{{{owner, size}, {"a case"}}, {{owner, size}, {"x"}}}},
		"another input":           {[]any{q, owner}, 10, [][][]any{{{owner, size}, {owner}}, {{q, size}, {q}}}},
		"table":                   {[]any{q, "rohan", "moria"}, 10, [][][]any{{{owner, size}, {"rohan"}}, {{owner, size}, {"moria"}}}},
		"the same":                {[]any{q, q}, 10, [][][]any{{{owner, size}, {" " + q + " "}}, {{owner, size}, {"ZM9YZXN0"}}, {{owner, size}, {"zm9yzxn0"}}, {{owner, size}, {q + "/"}}, {{owner, size}, {q + "x"}}}},
		"the same number":         {[]any{size, size}, 10, [][][]any{{{owner, int64(4322)}, {q}}, {{owner, int64(4320)}, {q}}}},
		"nothing that was sent":   {[]any{"elsewhere", "rohan"}, 10, nil},
	} {
		t.Run(name, func(t *testing.T) {
			p := newProgram(t, func([][]any) []sut.Heard { return []sut.Heard{{True: tt.id, False: tt.id + 1, Operands: tt.operands}} })
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
			{True: 10, False: 11, Operands: []any{int64(3), int64(5000)}}, {True: 12, False: 13, Operands: []any{"forest", "rohan"}},
			{True: 14, False: 15, Operands: []any{int64(0), int64(5000)}},
		}
	})
	c := p.test("frodo", 3, "forest")
	p.evaluate(c)
	assert.False(t, p.tracker.Knows(10))
	assert.Equal(t, [][][]any{{{"frodo", int64(3)}, {"rohan"}}, {{"frodo", int64(5000)}, {"forest"}}, {{"frodo", int64(5001)}, {"forest"}}}, p.tried())
	limit := int64(0)
	p.compare = func([][]any) (heard []sut.Heard) {
		for range 4 {
			limit += 10
			heard = append(heard, sut.Heard{True: 10, False: 11, Operands: []any{int64(3), limit}})
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
	assert.False(t, p.tracker.Remind(r, fresh()), "it has not paid yet")
	p.evaluate(next, 10)
	got := fresh()
	require.True(t, p.tracker.Remind(r, got))
	assert.Equal(t, "rohan", got.Genotype.Value(0))
	assert.False(t, p.tracker.Remind(r, action.New(p.api.Named("POST /notes"), 0, 0)))
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
		if !p.tracker.Remind(r, c.Actions[0].(*action.Call)) {
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
	assert.Nil(t, p.tracker.Aim(rand.New(rand.NewPCG(1, 2)), c, 1, 10, 0.5))
	p.evaluate(c)
	require.True(t, p.tracker.Knows(10))
	r, given := rand.New(rand.NewPCG(1, 2)), 0
	for range 200 {
		child := valuesOf(p.tracker.Aim(r, c, 1, 10, 0.5))
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

// TestNoTracker: without what it needs there is none, and a nil one does nothing.
func TestNoTracker(t *testing.T) {
	none := tracking.New(sut.Inside{}, nil, tracking.Names{})
	assert.Nil(t, none)
	none.Begin()
	none.Called(nil, 0)
	none.End(nil, nil)
	assert.False(t, none.Waiting() || none.Knows(1) || none.Remembers())
	assert.Nil(t, none.Next(nil))
	assert.False(t, none.Reads())
	none.Read(nil)
	none.Bind(nil, nil)
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
		text := p.reads(valuesOf(p.tracker.Aim(r, c, 1, 10, 0.5)))
		if json.Valid([]byte(text)) {
			valid++
		}
		others[text] = true
	}
	assert.Greater(t, valid, 70, "mutation changes members")
	assert.Greater(t, len(others), 20)
	call := action.New(p.api.Named("POST /notes"), 0, 0)
	require.True(t, p.tracker.Remind(r, call))
	require.True(t, p.tracker.Reads())
	for range 20 {
		child := valuesOf(p.tracker.Rewrite(r, c, 1, 0.5))
		assert.True(t, json.Valid([]byte(p.reads(child))), "%v", child)
		assert.NotEqual(t, valuesOf(c), child)
	}
	assert.Nil(t, p.tracker.Rewrite(r, p.test("nothing", 4321, "shire"), 1, 0.5))
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
		require.True(t, p.tracker.Remind(r, call))
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
		require.True(t, p.tracker.Remind(r, call))
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
	for _, want := range [][][]any{{{"forest", int64(1)}, {"rohan"}}, {{"rohan", int64(1)}, {"forest"}}, {{"rohan", int64(1)}, {"rohan"}}} {
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
			heard = append(heard, sut.Heard{True: -2 - id, False: -1, Operands: []any{values[1][0], fmt.Sprint("wanted", n)}})
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
	assert.False(t, p.tracker.Remembers(), "none has paid")
	assert.False(t, p.tracker.Knows(-2), "nobody aims at a library")
	assert.InDelta(t, 15, search(300), 10)
	require.True(t, p.tracker.Waiting() || search(100) > 0)
	for !p.tracker.Waiting() {
		search(1)
	}
	more := search(100, 40)
	assert.Greater(t, more, 15)
	assert.True(t, p.tracker.Remembers(), "one covered something new")
}
