package pool_test

import (
	"math/rand/v2"
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

// process is what one process of a search knows.
type process struct {
	codec    action.Codec
	registry *fitness.Registry
	pool     *pool.Pool
}

func newProcess(t *testing.T, off bool) *process {
	t.Helper()
	p := &process{registry: &fitness.Registry{}}
	p.codec.API = api.New(resttest.Read(t, resttest.Shop).Operations,
		genotype.NewBuilder(genotype.Options{}), p.registry)
	p.pool = pool.New(&p.codec, p.registry, []any{"constant"}, off)
	return p
}

// calls draws a call of each operation.
func (p *process) calls(seed uint64) (out []*action.Call) {
	r := rand.New(rand.NewPCG(seed, 0))
	for _, op := range p.codec.API.Ops {
		c := action.New(op, 0, 0)
		c.Randomize(r)
		out = append(out, c)
	}
	return out
}

func (p *process) encoded(t *testing.T, calls []*action.Call) string {
	t.Helper()
	test := &testcase.Case{}
	for _, c := range calls {
		test.Actions = append(test.Actions, c)
	}
	data, err := p.codec.Encode(test)
	require.NoError(t, err)
	return string(data)
}

func TestOneProcessLearnsFromAnother(t *testing.T) {
	one, two := newProcess(t, false), newProcess(t, false)
	two.registry.ID(fitness.Target{Name: "the ids of two processes differ"})
	calls := one.calls(1)
	for i := range calls {
		one.pool.Succeeded(calls[:i+1])
	}
	target := fitness.Target{Kind: "branch", Name: "a.go:1"}
	seen := []any{"text", int64(7), 1.5, 'x', sut.Wanted{Form: probe.Matching, Text: "^a+$"}}
	assert.Equal(t, seen, one.pool.Compared(one.registry.ID(target), seen))

	data, err := one.pool.Learned()
	require.NoError(t, err)
	require.NoError(t, two.pool.Learn(data))
	for i, op := range one.codec.API.Ops {
		kept := two.pool.Kept(two.codec.API.Ops[i])
		require.Len(t, kept, 1, op.Spec.Name())
		assert.Equal(t, one.encoded(t, one.pool.Kept(op)[0]), two.encoded(t, kept[0]))
	}
	assert.Equal(t, seen, two.pool.Compared(two.registry.ID(target), nil),
		"what another process saw, until this one sees something")
	assert.Equal(t, []any{"now"}, two.pool.Compared(two.registry.ID(target), []any{"now"}))

	again, err := one.pool.Learned()
	require.NoError(t, err)
	assert.Nil(t, again, "it is told once")
}

func TestWithoutMemoryNothingIsKept(t *testing.T) {
	p := newProcess(t, true)
	calls := p.calls(1)
	p.pool.Succeeded(calls[:1])
	assert.Empty(t, p.pool.Constants())
	assert.Empty(t, p.pool.Kept(calls[0].Op))
	assert.Empty(t, p.pool.Compared(0, []any{"x"}))
	data, err := p.pool.Learned()
	require.NoError(t, err)
	assert.Nil(t, data)
	other := newProcess(t, false)
	other.pool.Succeeded(other.calls(1)[:1])
	data, err = other.pool.Learned()
	require.NoError(t, err)
	require.NoError(t, p.pool.Learn(data))
	assert.Empty(t, p.pool.Kept(calls[0].Op))
}

func TestLearnRefusesWhatIsForeign(t *testing.T) {
	p := newProcess(t, false)
	assert.Error(t, p.pool.Learn([]byte("no JSON")))
	assert.ErrorIs(t, p.pool.Learn([]byte(`{"Successes": [{"version": 1, "calls": []}]}`)), action.ErrForeignCase)
}

// TestFindingsAreTold: what one process finds, another one's operations get, also where
// nothing else is learned.
func TestFindingsAreTold(t *testing.T) {
	for _, off := range []bool{false, true} {
		one, two := newProcess(t, off), newProcess(t, off)
		op := one.codec.API.Ops[0]
		one.codec.API.Find(op, genotype.Input{In: "query", Name: "hidden", Type: `{"type":"integer"}`})
		data, err := one.pool.Learned()
		require.NoError(t, err)
		require.NoError(t, two.pool.Learn(data))
		assert.Equal(t, op.Found, two.codec.API.Ops[0].Found)
		assert.Equal(t, []string{"query hidden"}, two.codec.API.Ops[0].Undeclared())
		data, err = one.pool.Learned()
		require.NoError(t, err)
		assert.Nil(t, data, "once")
	}
}

// TestTheTrackerIsTold: what the tracker of one process learns, that of another one knows,
// also where nothing else is learned.
func TestTheTrackerIsTold(t *testing.T) {
	one, two := newProcess(t, false), newProcess(t, false)
	var call *action.Call
	var heard []sut.Heard
	for _, c := range one.calls(1) {
		for _, to := range action.Takers(c) {
			if gene.Assign(to.Gene, "frodo") {
				call = c
				heard = []sut.Heard{{True: one.registry.ID(fitness.Target{Kind: "branch", Name: "x"}), False: -1,
					Operands: []any{"frodo", "sam"}}}
			}
		}
	}
	require.NotNil(t, call)
	track := func(p *process) *tracking.Tracker {
		tracker := tracking.New(sut.Inside{Listen: func(bool) {}, Heard: func() []sut.Heard { return heard }}, nil,
			p.pool)
		p.pool.Track(tracker.Inputs())
		return tracker
	}
	tracker, other := track(one), track(two)
	tracker.Begin()
	tracker.Called(&testcase.Case{Actions: []testcase.Action{call}}, 0)
	data, err := one.pool.Learned()
	require.NoError(t, err)
	require.NoError(t, two.pool.Learn(data))
	assert.True(t, other.Inputs().Knows(two.registry.ID(fitness.Target{Kind: "branch", Name: "x"})))
	assert.Error(t, two.pool.Learn([]byte(`{"Tracked":7}`)))
}
