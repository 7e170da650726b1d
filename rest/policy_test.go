package rest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/pool"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/testcase"
)

// The shares of these tests are written out, not taken from the constants: who
// changes the policy of the search is to notice.

// lending is a service with one operation of each relation to others.
const lending = `
openapi: 3.0.3
info: {title: Lending, version: "1"}
paths:
  /ping:
    get: {responses: {"200": {description: pong}}}
  /books:
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [title], properties: {title: {type: string}}}}}}
      responses: {"201": {description: made}}
  /books/{bookId}:
    parameters: [{name: bookId, in: path, required: true, schema: {type: integer}}]
    get: {responses: {"200": {description: one}}}
    put: {responses: {"200": {description: changed}}}
    patch: {responses: {"200": {description: changed}}}
    delete: {responses: {"204": {description: gone}}}
  /readers:
    post: {responses: {"201": {description: made}}}
  /loans:
    post:
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [bookId, readerId], properties: {bookId: {type: integer}, readerId: {type: integer}}}}}}
      responses: {"201": {description: made}}
  /doors/{key}:
    parameters: [{name: key, in: path, required: true, schema: {type: string}}]
    put: {responses: {"200": {description: open}}}
`

// policyOf makes a problem without a system, which samples and mutates only.
func policyOf(t *testing.T, schema string, o Options, constants ...any) *Problem {
	t.Helper()
	registry := &fitness.Registry{}
	p, err := New(resttest.Read(t, schema), nil, registry, o)
	require.NoError(t, err)
	if constants != nil {
		p.pool = pool.New(&p.codec, registry, constants, false)
		p.sampler = newSampler(newDependencies(p.api, nil, nil, false), p.pool, nil, false, &o)
		p.sampler.with(p.mutator)
	}
	return p
}

// share counts how often something is so.
func share(draws int, is func() bool) float64 {
	n := 0
	for range draws {
		if is() {
			n++
		}
	}
	return float64(n) / float64(draws)
}

func operations(c *testcase.Case) (out []string) {
	for _, a := range c.Actions {
		out = append(out, a.(*action.Call).Op.Spec.Name())
	}
	return out
}

// settle takes the first samples.
func (s *sampler) settle() { s.openings.taken = len(s.openings.first) }

// TestFirstSamplesWithoutMemory: each operation is tried once by every identity, the
// users before nobody, and then after what makes all that it needs, by the first user.
func TestFirstSamplesWithoutMemory(t *testing.T) {
	users := []auth.User{auth.Basic("ann", "a", "a"), auth.Basic("bob", "b", "b")}
	p, r := policyOf(t, lending, Options{Users: users, NoMemory: true}), rand.New(rand.NewPCG(1, 2))
	var names []string
	for _, op := range p.api.Ops {
		names = append(names, op.Spec.Name())
	}
	for _, user := range []int{0, 1, auth.Anonymous} {
		for _, name := range names {
			require.True(t, p.Opening())
			c := p.Sample(r)
			require.Equal(t, []string{name}, operations(c))
			first := c.Actions[0].(*action.Call)
			assert.Equal(t, user, first.User.Index)
			assert.False(t, first.Genotype.IsInvalid())
			assert.Equal(t, first.Op.Chained, first.Follow.Enabled, name)
		}
	}
	var chains [][]string
	for p.Opening() {
		c := p.Sample(r)
		chains = append(chains, operations(c))
		for _, a := range c.Actions {
			assert.Equal(t, 0, a.(*action.Call).User.Index)
			assert.False(t, a.(*action.Call).Genotype.IsInvalid())
		}
	}
	assert.Equal(t, [][]string{
		{"POST /books", "GET /books/{bookId}"}, {"POST /books", "PUT /books/{bookId}"},
		{"POST /books", "PATCH /books/{bookId}"},
		{"POST /books", "DELETE /books/{bookId}"}, {"POST /books", "POST /readers", "POST /loans"},
	}, chains)
}

// TestFirstSamplesOfLaterProcesses: what an earlier process called is not tried
// again, once for each call, and what ends processes not at all.
func TestFirstSamplesOfLaterProcesses(t *testing.T) {
	p, r := policyOf(t, lending, Options{}), rand.New(rand.NewPCG(1, 2))
	p.sampler.openings.tried[p.api.Named("GET /ping").Index] = 5
	p.sampler.openings.tried[p.api.Named("POST /loans").Index] = 1
	p.sampler.openings.tried[p.api.Named("PUT /books/{bookId}").Index] = 1
	p.sampler.openings.tried[p.api.Named("PATCH /books/{bookId}").Index] = 2
	p.sampler.openings.skip(p.api.Named("GET /books/{bookId}"))
	p.sampler.openings.skip(p.api.Named("POST /readers"))
	var left [][]string
	for p.Opening() {
		left = append(left, operations(p.Sample(r)))
	}
	assert.Equal(t, [][]string{
		{"POST /books"}, {"PUT /books/{bookId}"}, {"POST /books", "DELETE /books/{bookId}"}, {"DELETE /books/{bookId}"},
		{"PUT /doors/{key}"},
	}, left, "a call that was made before stands for one sample; POST /loans needs what is skipped")
}

// TestChainsStayShort: of a long chain the last calls are tried.
func TestChainsStayShort(t *testing.T) {
	ops := make([]*api.Operation, DefaultMaxCalls+3)
	for i := range ops {
		ops[i] = &api.Operation{Index: i}
		if i > 0 {
			ops[i].Needs = [][]*api.Operation{{ops[i-1]}}
		}
	}
	assert.Equal(t, ops[3:], chainTo(ops[len(ops)-1]))
	ops[0].Needs = [][]*api.Operation{{ops[1]}}
	assert.Equal(t, ops[:2], chainTo(ops[1]), "two that need each other")
	both := &api.Operation{Needs: [][]*api.Operation{{ops[2], ops[5]}, {ops[1]}}}
	assert.Equal(t, []*api.Operation{ops[0], ops[1], ops[2], both}, chainTo(both),
		"each once, the first maker of each group")
}

// TestLengthsOfSamples: half of the tests are about one call, the others have
// each length alike.
func TestLengthsOfSamples(t *testing.T) {
	for _, most := range []int{1, 4, 10} {
		p, r := policyOf(t, lending, Options{MaxCalls: most, Include: []string{"GET /ping"}}),
			rand.New(rand.NewPCG(1, 2))
		p.sampler.settle()
		p.executor.Tally[0].Statuses[200] = 1 // it is no goal
		const draws = 10_000
		lengths := make([]float64, most+1)
		for range draws {
			lengths[len(p.Sample(r).Actions)] += 1.0 / draws
		}
		assert.Zero(t, lengths[0])
		assert.InDelta(t, 0.5+0.5/float64(most), lengths[1], 0.02)
		for _, share := range lengths[2:] {
			assert.InDelta(t, 0.5/float64(most), share, 0.02)
		}
	}
}

// TestSamplesKeepTheLimit: with what prepares for a call there are never more
// calls than allowed, all operations come up, and a test about one call ends with it.
func TestSamplesKeepTheLimit(t *testing.T) {
	for most := 1; most <= 4; most++ {
		p, r := policyOf(t, lending, Options{MaxCalls: most}), rand.New(rand.NewPCG(1, 2))
		p.sampler.settle()
		for i := range p.executor.Tally {
			p.executor.Tally[i].Statuses[200] = 1 // none is a goal
		}
		longest, last := 0, map[string]int{}
		for range 4000 {
			names := operations(p.Sample(r))
			require.LessOrEqual(t, len(names), most)
			longest = max(longest, len(names))
			last[names[len(names)-1]]++
		}
		assert.Equal(t, most, longest, "the room is used")
		require.Len(t, last, len(p.api.Ops))
		for name, n := range last {
			assert.InDelta(t, 4000/len(p.api.Ops), n, 110, name)
		}
	}
}

// TestWhatPrepares: half of the calls that need something come after it. Of
// several things each is made four times in five; of calls with siblings one
// in five come after one of these instead.
func TestWhatPrepares(t *testing.T) {
	p, r := policyOf(t, lending, Options{}), rand.New(rand.NewPCG(1, 2))
	prepared := func(name string) map[string]float64 {
		out, draws := map[string]float64{}, 8000
		for range draws {
			key := ""
			for _, op := range p.sampler.preparation.preparing(r, p.api.Named(name)) {
				key += op.Spec.Name() + ";"
			}
			out[key] += 1 / float64(draws)
		}
		return out
	}
	for name, want := range map[string]map[string]float64{
		"GET /ping":        {"": 1},
		"PUT /doors/{key}": {"": 0.5, "PUT /doors/{key};": 0.5},
		"GET /books/{bookId}": {
			"": 0.5, "POST /books;": 0.5 * 0.8, "PUT /books/{bookId};": 0.5 * 0.1,
			"PATCH /books/{bookId};": 0.5 * 0.1,
		},
		"POST /loans": {
			"": 0.5 + 0.5*0.04, "POST /books;": 0.5 * 0.16, "POST /readers;": 0.5 * 0.16,
			"POST /books;POST /readers;": 0.5 * 0.64,
		},
	} {
		assertShares(t, want, prepared(name), 0.025, name)
	}
}

// assertShares compares how often things were.
func assertShares(t *testing.T, want, got map[string]float64, delta float64, what string) {
	t.Helper()
	for key, n := range got {
		assert.Contains(t, want, key, "%s: %.3f", what, n)
	}
	for key, n := range want {
		assert.InDelta(t, n, got[key], delta, "%s: %q", what, key)
	}
}

// kept has the memory know a success of an operation, after other calls, and returns its last call.
func kept(p *Problem, r *rand.Rand, names ...string) *action.Call {
	var calls []*action.Call
	for _, name := range names {
		c := action.New(p.api.Named(name), 0, 0)
		c.Randomize(r)
		calls = append(calls, c)
	}
	p.pool.Succeeded(calls)
	return calls[len(calls)-1]
}

// TestSiblingsThatSucceedAreRather: one that is known to succeed is taken where
// it is drawn, others are drawn once more.
func TestSiblingsThatSucceedAreRather(t *testing.T) {
	p, r := policyOf(t, lending, Options{}), rand.New(rand.NewPCG(1, 2))
	kept(p, r, "PATCH /books/{bookId}")
	get := p.api.Named("GET /books/{bookId}")
	patches := func() bool { return p.sampler.preparation.sibling(r, get).Spec.Method == "PATCH" }
	assert.InDelta(t, 0.75, share(5000, patches), 0.03)
}

// TestRecalled: half of the calls made for others are copies of what succeeded,
// no more of them than there is room for.
func TestRecalled(t *testing.T) {
	p, r := policyOf(t, lending, Options{}), rand.New(rand.NewPCG(1, 2))
	success := kept(p, r, "POST /readers", "GET /ping", "POST /books")
	title := fmt.Sprint(success.Genotype.Body.Value())
	assert.InDelta(t, 0.5, share(5000, func() bool {
		calls := p.sampler.preparation.helpful(r, success.Op, 2)
		last := calls[len(calls)-1].(*action.Call)
		require.Equal(t, success.Op, last.Op)
		if len(calls) == 1 { // POST /books needs nothing
			return false
		}
		require.Equal(t, "GET /ping", operations(&testcase.Case{Actions: calls})[0], "the last two of three")
		require.Equal(t, title, fmt.Sprint(last.Genotype.Body.Value()))
		require.NotSame(t, p.pool.Kept(success.Op)[0][2], last, "it is a copy")
		return true
	}), 0.03)
	assert.Len(t, p.sampler.preparation.helpful(r, success.Op, 1), 1)
}

// TestBefore: what the structure mutation puts before a call is what that needs,
// half of the time, then mostly a sibling.
func TestBefore(t *testing.T) {
	p, r := policyOf(t, lending, Options{}), rand.New(rand.NewPCG(1, 2))
	before := func(name string) map[string]float64 {
		const draws = 9000
		out := map[string]float64{}
		for range draws {
			c := action.New(p.api.Named(name), 0, 0)
			calls := p.sampler.preparation.before(r, c, 1)
			require.Len(t, calls, 1)
			out[operations(&testcase.Case{Actions: calls})[0]] += 1.0 / draws
		}
		return out
	}
	want := map[string]float64{}
	for _, op := range p.api.Ops {
		want[op.Spec.Name()] = 0.5 * 0.5 / float64(len(p.api.Ops))
	}
	want["POST /books"] += 0.5
	want["PUT /books/{bookId}"] += 0.5 * 0.5 / 2
	want["PATCH /books/{bookId}"] += 0.5 * 0.5 / 2
	assertShares(t, want, before("GET /books/{bookId}"), 0.025, "both")
	for name := range want {
		want[name] = 1 / float64(len(want))
	}
	assertShares(t, want, before("GET /ping"), 0.02, "neither")
}

// TestBeforeHasTheCallFollow: what is put before a call is there to be named by it.
func TestBeforeHasTheCallFollow(t *testing.T) {
	p, r := policyOf(t, lending, Options{}), rand.New(rand.NewPCG(1, 2))
	following := func(name string) float64 {
		return share(4000, func() bool {
			c := action.New(p.api.Named(name), 0, 0)
			p.sampler.preparation.before(r, c, 1)
			return c.Follow.Enabled
		})
	}
	assert.InDelta(t, 0.5+0.5*0.5, following("GET /books/{bookId}"), 0.025)
	assert.InDelta(t, 0.5, following("POST /loans"), 0.03)
	assert.InDelta(t, 0.5, following("PUT /doors/{key}"), 0.03)
	assert.Zero(t, following("GET /ping"))
}

// TestConstantsInNewCalls: one new call in five gets a constant of the program.
func TestConstantsInNewCalls(t *testing.T) {
	p, r := policyOf(t, lending, Options{}, int64(987654)), rand.New(rand.NewPCG(1, 2))
	op := p.api.Named("GET /books/{bookId}")
	constant := func() bool {
		value := p.sampler.drafts.call(r, op).Genotype.Value(0)
		return slices.Contains([]any{int64(987653), int64(987654), int64(987655)}, value)
	}
	assert.InDelta(t, 0.2, share(6000, constant), 0.025)
	p = policyOf(t, lending, Options{})
	assert.Zero(t, share(500, constant))
}

// TestNewCalls: who makes them, what they follow, and how many are invalid.
func TestNewCalls(t *testing.T) {
	users := []auth.User{auth.Basic("ann", "a", "a"), auth.Basic("bob", "b", "b")}
	for rate, want := range map[float64]float64{0: 0.1, 0.4: 0.4, -1: 0, 7: 1} {
		p, r := policyOf(t, lending, Options{Users: users, InvalidRate: rate}), rand.New(rand.NewPCG(1, 2))
		op := p.api.Named("GET /books/{bookId}")
		const draws = 5000
		got := map[string]float64{}
		for range draws {
			c := p.sampler.drafts.call(r, op)
			got[fmt.Sprint("user ", c.User.Index)] += 1.0 / draws
			got[fmt.Sprint("follow ", c.Follow.Enabled)] += 1.0 / draws
			got[fmt.Sprint("invalid ", c.Genotype.IsInvalid())] += 1.0 / draws
		}
		assert.InDelta(t, 0.05, got["user -1"], 0.015)
		assert.InDelta(t, got["user 0"], got["user 1"], 0.04)
		assert.InDelta(t, 0.8, got["follow true"], 0.03)
		assert.InDelta(t, want, got["invalid true"], 0.03)
		assert.Contains(t, []int{0, -1, 1}, p.sampler.drafts.anyCall(r).(*action.Call).User.Index)
	}
}

// TestDefaultsOfOptions: what is not set, and what is out of bounds.
func TestDefaultsOfOptions(t *testing.T) {
	for given, want := range map[float64]float64{0: 0.1, 0.3: 0.3, -0.5: 0, 1: 1, 7: 1} {
		assert.Equal(t, want, Options{InvalidRate: given}.invalidRate())
	}
	for given, want := range map[int]int{0: 10, -3: 10, 1: 1, 12: 12} {
		assert.Equal(t, want, Options{MaxCalls: given}.maxCalls())
	}
}

// TestProblemsLearnFromEachOther: what one knows to succeed the other makes calls of.
func TestProblemsLearnFromEachOther(t *testing.T) {
	one, two, r := policyOf(t, lending, Options{}), policyOf(t, lending, Options{}), rand.New(rand.NewPCG(1, 2))
	success := kept(one, r, "POST /readers", "POST /books")
	data, err := one.Learned()
	require.NoError(t, err)
	require.NoError(t, two.Learn(data))
	assert.InDelta(t, 0.5, share(2000, func() bool {
		return len(two.sampler.preparation.helpful(r, two.api.Named(success.Op.Spec.Name()), 5)) == 2
	}), 0.05)
	assert.Error(t, two.Learn([]byte("{")))
}

// TestUsersThatCannotBe are named by their place.
func TestUsersThatCannotBe(t *testing.T) {
	_, err := New(resttest.Read(t, lending), nil, &fitness.Registry{},
		Options{Users: []auth.User{auth.Basic("ann", "a", "a"), {}}})
	assert.ErrorContains(t, err, "rest: user 2: ")
}
