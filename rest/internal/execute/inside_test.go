package execute

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// seeing is a tracer of scripted targets.
type seeing struct {
	target fitness.ID
	log    []string
	fails  string
}

func (s *seeing) Inside(*fitness.Registry) sut.Inside { return sut.Inside{} }

func (s *seeing) note(what string) error {
	if s.log = append(s.log, what); s.fails == what {
		return errors.New("blind")
	}
	return nil
}

func (s *seeing) Begin(_ context.Context, all bool) error { return s.note(fmt.Sprint("begin ", all)) }

func (s *seeing) Take(_ context.Context, into []sut.Reached) ([]sut.Reached, error) {
	return append(into, sut.Reached{Target: s.target, Value: float64(len(s.log)) / 10}), s.note("take")
}

// TestTracersAreAskedAfterEachCall: what a call reached is its own, a suite is told
// everything, and a tracer that goes blind ends the search.
func TestTracersAreAskedAfterEachCall(t *testing.T) {
	s := &seeing{}
	b := newBench(t, Options{Tracer: s})
	s.target = b.registry.ID(fitness.Target{Kind: "branch", Name: "x"})
	_, scores := b.run(Purpose{}, b.test(-1, "HEAD /pens", "HEAD /pens"), status(200), status(200))
	assert.Equal(t, []string{"begin false", "take", "take"}, s.log)
	assert.InDelta(t, 0.2, scores["1 branch x"], 1e-6, "the best of all calls")
	b.run(Purpose{Suite: true}, b.test(-1, "HEAD /pens"), status(200))
	assert.Equal(t, "begin true", s.log[3])
	for _, what := range []string{"begin false", "take"} {
		s.fails = what
		b.system.answers = []*sut.Response{status(200)}
		_, err := b.Run(context.Background(), b.test(-1, "HEAD /pens"), b.Begin(Purpose{}))
		assert.EqualError(t, errors.Unwrap(err), "blind", what)
	}
}

// TestPlacesOfFaults: the answer's own place, else where the program was last, for
// what is a fault by itself.
func TestPlacesOfFaults(t *testing.T) {
	var fails error
	in := inside{Known: sut.Inside{Last: func(context.Context) (string, error) { return "a.go:1", fails }}}
	for _, tt := range []struct {
		answer sut.Response
		want   string
	}{
		{sut.Response{Status: 200}, ""}, {sut.Response{Status: 499}, ""}, {sut.Response{Status: 500}, "a.go:1"},
		{sut.Response{Outcome: sut.Broken}, "a.go:1"}, {sut.Response{Outcome: sut.TimedOut, Place: "b.go:2"}, "b.go:2"},
		{sut.Response{Status: 200, Place: "c.go:3"}, "c.go:3"},
	} {
		place, err := in.place(context.Background(), &tt.answer)
		require.NoError(t, err)
		assert.Equal(t, tt.want, place)
	}
	fails = errors.New("blind")
	_, err := in.place(context.Background(), &sut.Response{Status: 500})
	assert.ErrorIs(t, err, fails)
	place, err := (&inside{}).place(context.Background(), &sut.Response{Status: 500})
	assert.NoError(t, err)
	assert.Empty(t, place)
}

// TestLeaksAreSureTheSecondTime: a goroutine that is left behind once may be one that
// is started once. In a suite it counts at once.
func TestLeaksAreSureTheSecondTime(t *testing.T) {
	b := newBench(t, Options{})
	test := b.test(-1, "POST /pens", "HEAD /pens", "HEAD /pens")
	score := func(e *execution, tests int) map[fitness.ID]fitness.Score {
		b.leaked(test, &sut.Leak{Place: "pens.go:7", Call: 1, Tests: tests}, e)
		out := map[fitness.ID]fitness.Score{}
		for _, s := range b.Board.Take() {
			out[s.ID] = s
		}
		return out
	}
	b.Inside.action = 2
	first := score(b.Begin(Purpose{}), 1)
	id := b.Faults.Target(b.api.Named("HEAD /pens"), &oracle.Finding{Code: oracle.CodeLeak, Detail: "pens.go:7"})
	require.Contains(t, first, id)
	assert.EqualValues(t, 0.5, first[id].Value)
	assert.EqualValues(t, 2, first[id].Action, "that of the last call")
	assert.Empty(t, b.Faults.All())
	assert.True(t, b.Faults.IsLeak(id))
	trace := &Trace{Steps: make([]TraceStep, 3)}
	second := score(b.Begin(Purpose{Trace: trace}), 2)
	assert.EqualValues(t, 1, second[id].Value)
	require.Len(t, b.Faults.All(), 1)
	assert.Equal(t, "HEAD /pens", b.Faults.All()[0].Operation.Name())
	assert.Equal(t, "goroutine leak", b.Faults.All()[0].Category)
	assert.Len(t, trace.Steps[1].Findings, 1)
	assert.EqualValues(t, 1, score(b.Begin(Purpose{Suite: true}), 1)[id].Value)
}

// TestDeclaredLinksAreFollowed: what the schema links is filled before names are
// guessed.
func TestDeclaredLinksAreFollowed(t *testing.T) {
	b := newBenchOf(t, `
openapi: 3.0.3
info: {title: Links, version: "1"}
paths:
  /a:
    post: {responses: {"201": {description: made, links: {l: {operationId: to, parameters: {p: $url}}}}}}
  /b/{p}:
    put:
      operationId: to
      parameters: [{name: p, in: path, required: true, schema: {type: string}}]
      responses: {"200": {description: changed}}
`, Options{Addresses: Addresses{BaseURL: "http://host"}})
	test := b.test(-1, "POST /a", "PUT /b/{p}")
	test.Actions[1].(*action.Call).Follow.Enabled = true
	b.run(Purpose{}, test, status(201), status(200))
	assert.Equal(t, "PUT /b/http%3A%2F%2Fhost%2Fa", b.system.log[2])
}

// reading is a tracer that tells what the system read.
type reading struct {
	seeing
	reads []sut.Input
	asked int
}

func (s *reading) read() []sut.Input {
	s.asked++
	return s.reads
}

// finder adds what the program read to the operations.
type finder struct{ api *api.API }

func (finder) Begin(*testcase.Case) {}

func (f finder) Heard(s *Step) {
	for _, input := range s.Inputs {
		f.api.Find(s.Call.Op, input)
	}
}

// TestWhatIsReadIsFound: what was decoded counts if it is the body of the call. A suite
// finds nothing, and neither does a search that is told not to.
func TestWhatIsReadIsFound(t *testing.T) {
	const x = `{"type":"object","properties":{"x":{"type":"integer"}}}`
	for _, tt := range []struct {
		name  string
		finds bool
		p     Purpose
		read  sut.Input
		want  string
	}{
		{"a parameter", true, Purpose{}, sut.Input{Place: "query", Name: "page"}, "query page"},
		{"a body", true, Purpose{}, sut.Input{Place: "body", Name: "application/json", Type: x},
			"body application/json with x"},
		{"nothing was sent, nothing decoded", true, Purpose{},
			sut.Input{Place: "body", Name: "application/json", Type: x, Decoded: true}, "body application/json with x"},
		{"another text", true, Purpose{},
			sut.Input{Place: "body", Name: "application/json", Type: x, Decoded: true, Data: "{}"}, ""},
		{"for a suite", true, Purpose{Suite: true}, sut.Input{Place: "query", Name: "page"}, ""},
		{"switched off", false, Purpose{}, sut.Input{Place: "query", Name: "page"}, ""},
	} {
		s := &reading{reads: []sut.Input{tt.read}}
		b := newBench(t, Options{Tracer: s, Known: sut.Inside{Inputs: s.read}, Finds: tt.finds})
		b.Listener = finder{b.api}
		b.run(tt.p, b.test(-1, "HEAD /pens"), status(200))
		assert.Equal(t, tt.want, strings.Join(b.api.Named("HEAD /pens").Undeclared(), "; "), tt.name)
		assert.Equal(t, tt.finds, s.asked > 0, tt.name)
		assert.Empty(t, b.api.Named("POST /pens").Found)
	}
}
