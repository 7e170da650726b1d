package harvest

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/conformance"
	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/facet"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/internal/pool"
	"github.com/evoke-go/evoke/rest/oracle"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

const thingsSchema = `
openapi: 3.0.3
info: {title: Things, version: "1"}
paths:
  /things:
    post:
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: [name, size]
              properties:
                name: {type: string, maxLength: 2000}
                size: {type: integer, minimum: 1}
                note: {type: string}
                more: {type: integer}
            example: {name: a thing as it is, size: 7, note: heavy}
      responses: {default: {description: any}}
  /things/{id}:
    get:
      parameters:
        - {name: id, in: path, required: true, schema: {type: integer, minimum: 1}}
        - {name: kind, in: query, schema: {type: string}}
        - {name: max, in: query, schema: {type: integer}}
        - {name: sort, in: query, schema: {type: string, enum: [up, down]}}
        - {name: tags, in: query, schema: {type: array, items: {type: string}}}
        - {name: marks, in: query, schema: {type: array, uniqueItems: true, items: {type: string, example: m}}}
      responses: {default: {description: any}}
`

// tagged is a system whose handler says by headers which targets it reaches.
type tagged struct {
	*sut.Handler
	registry *fitness.Registry
	reached  []string
	calls    int
}

func (s *tagged) Call(ctx context.Context, r *sut.Request) (*sut.Response, error) {
	resp, err := s.Handler.Call(ctx, r)
	s.calls++
	s.reached = append(s.reached, resp.Header.Values("X-Reached")...)
	return resp, err
}

func (s *tagged) Inside(*fitness.Registry) sut.Inside { return sut.Inside{} }

func (s *tagged) Begin(context.Context, bool) error {
	s.reached = nil
	return nil
}

func (s *tagged) Take(_ context.Context, into []sut.Reached) ([]sut.Reached, error) {
	for _, name := range s.reached {
		into = append(into, sut.Reached{Target: s.registry.ID(fitness.Target{Kind: "made up", Name: name}), Value: 1})
	}
	s.reached = nil
	return into, nil
}

// bed is a harvester with what it works on.
type bed struct {
	*Harvester
	api      *api.API
	users    int
	registry *fitness.Registry
}

// things makes the harvester of a handler.
func things(t require.TestingT, handler http.HandlerFunc) (*bed, *tagged) {
	doc, err := openapi.Read([]byte(thingsSchema), openapi.Options{})
	require.NoError(t, err)
	system := &tagged{Handler: sut.NewHandler(func() http.Handler { return handler }, sut.HandlerOptions{}),
		registry: &fitness.Registry{}}
	_, err = system.Start(context.Background())
	require.NoError(t, err)
	users := []auth.User{auth.Bearer("ann", "a"), auth.Bearer("bob", "b")}
	a := api.New(doc.Operations, genotype.NewBuilder(genotype.Options{Users: users}), system.registry)
	checker, _ := conformance.Compile(doc)
	m := pool.New(&action.Codec{API: a, Users: len(users)}, system.registry, nil, true)
	x := execute.New(a, system, system.registry, &execute.Options{Tracer: system, Users: users,
		Oracles: oracle.Builtin(checker)})
	x.Scorers = []execute.Scorer{facet.Statuses{}, &facet.Contrasts{Bounds: true,
		LogsIn: func(*api.Operation) bool { return false }}}
	h := New(x, action.Codec{API: a, Users: len(users)}, Title{Name: doc.Title}, nil, m.Kept, nil)
	return &bed{h, a, len(users), system.registry}, system
}

// sample returns a test of one to three random calls.
func (b *bed) sample(r *rand.Rand) *testcase.Case {
	c := &testcase.Case{}
	for range 1 + r.IntN(3) {
		next := action.New(b.api.Ops[r.IntN(len(b.api.Ops))], b.users, 0.1)
		next.Randomize(r)
		c.Actions = append(c.Actions, next)
	}
	return c
}

// thing returns a call of an operation with values for its parameters, or for
// its body under "".
func thing(t require.TestingT, p *bed, operation string, user int, values map[string]any) *action.Call {
	c := action.New(p.api.Named(operation), p.users, 0)
	c.User.Index = user
	for _, param := range c.Genotype.Params {
		require.True(t, gene.Assign(param.Gene, first(values[param.Spec.Name], param.Spec.In)), param.Spec.Name)
	}
	if c.Genotype.Body != nil {
		require.True(t, gene.Assign(c.Genotype.Body.Contents[0], values[""]))
	}
	return c
}

// first is a value, or what stands for none.
func first(v any, in string) any {
	switch {
	case v != nil:
		return v
	case in == openapi.InPath:
		return int64(1)
	}
	return value.Absent
}

// aboutTargets makes a candidate that is there for some targets.
func aboutTargets(t require.TestingT, p *bed, names []string, calls ...*action.Call) *candidate {
	c := &candidate{Candidate: &reduce.Candidate{Test: &testcase.Case{}}}
	for _, call := range calls {
		c.Test.Actions = append(c.Test.Actions, call)
	}
	form, err := p.runner.rerun(context.Background(), c.trial(), c.Test)
	require.NoError(t, err)
	c.Scores = form.Scores
	for _, name := range names {
		c.Need = append(c.Need, p.registry.ID(fitness.Target{Kind: "made up", Name: name}))
	}
	slices.Sort(c.Need)
	require.True(t, p.worth.reducer.ShowsAll(c.Candidate, c.Need))
	return c
}

// sent shows the calls of a test.
func sent(c *candidate) (out []string) {
	for _, a := range c.Test.Actions {
		var e message.Request
		call := a.(*action.Call)
		call.Genotype.Encode(call.Op.Spec, &e)
		who := []string{"nobody", "ann", "bob"}[call.User.Index+1]
		out = append(out, strings.TrimSpace(who+" "+string(e.Target(nil, ""))+" "+string(e.Body)))
	}
	return out
}

func body(r *http.Request) (out struct {
	Name, Note string
	Size, More int
}) {
	_ = json.NewDecoder(r.Body).Decode(&out)
	return out
}

func TestSimplify(t *testing.T) {
	long := value.Object{{Name: "name", Value: strings.Repeat("thing ", 300)}, {Name: "size", Value: int64(4711)},
		{Name: "more", Value: int64(9)}}
	query := map[string]any{"kind": "a kind of thing", "max": int64(5), "sort": "down",
		"tags": []any{"x", "y"}, "id": int64(584)}
	type values = map[string]any
	for name, c := range map[string]struct {
		matters func(*http.Request) bool
		op      string
		values  values
		want    string
	}{
		"nothing matters": {func(*http.Request) bool { return true }, "GET /things/{id}", query, "nobody /things/1"},
		"the user": {func(r *http.Request) bool { return r.Header.Get("Authorization") != "" },
			"GET /things/{id}", query, "bob /things/1"},
		"the body may go": {func(*http.Request) bool { return true }, "POST /things",
			values{"": long}, "nobody /things"},
		"the example": {func(r *http.Request) bool { return body(r).Size > 0 }, "POST /things", values{"": long},
			`nobody /things {"name":"a thing as it is","size":7}`},
		"a member": {func(r *http.Request) bool { return body(r).Size > 1500 }, "POST /things", values{"": long},
			`nobody /things {"name":"a thing as it is","size":1501}`},
		"a member and a part": {func(r *http.Request) bool { b := body(r); return b.Size > 50 && b.More > 0 },
			"POST /things", values{"": long},
			`nobody /things {"name":"a thing as it is","size":51,"more":1}`},
		"a long text": {func(r *http.Request) bool { return len(body(r).Name) > 100 }, "POST /things", values{"": long},
			`nobody /things {"name":"` + strings.Repeat("a", 101) + `","size":7}`},
		"two words": {func(r *http.Request) bool { return len(strings.Fields(r.FormValue("kind"))) > 1 },
			"GET /things/{id}",
			map[string]any{"kind": strings.Repeat("EgXX qY%y ", 90)}, "nobody /things/1?kind=a%20b"},
		"a prefix": {func(r *http.Request) bool { return strings.HasPrefix(r.FormValue("kind"), "S-") },
			"GET /things/{id}", map[string]any{"kind": "S-qXz77"}, "nobody /things/1?kind=S-"},
		"an unknown id": {func(r *http.Request) bool { return r.PathValue("id") > "1" || len(r.URL.Path) > 10 },
			"GET /things/{id}", query, "nobody /things/1000"},
		"a parameter": {func(r *http.Request) bool { return r.FormValue("sort") != "" }, "GET /things/{id}",
			query, "nobody /things/1?sort=down"},
		"an odd text": {func(r *http.Request) bool { return r.FormValue("kind") != "" }, "GET /things/{id}",
			map[string]any{"kind": "\"%"}, "nobody /things/1?kind=text"},
		"a plain text": {func(r *http.Request) bool { return r.FormValue("kind") != "" }, "GET /things/{id}",
			map[string]any{"kind": "STAFF-1"}, "nobody /things/1?kind=text"},
		"the first of two": {func(r *http.Request) bool { return r.FormValue("tags") != "" }, "GET /things/{id}",
			query, "nobody /things/1?tags=a"},
		"the second of two": {func(r *http.Request) bool { return slices.Contains(r.URL.Query()["tags"], "y") },
			"GET /things/{id}", query, "nobody /things/1?tags=y"},
		"one of many": {func(r *http.Request) bool { return slices.Contains(r.URL.Query()["tags"], "d") },
			"GET /things/{id}",
			map[string]any{"tags": []any{"a", "b", "c", "d", "e", "f", "g"}}, "nobody /things/1?tags=d"},
		"no element twice": {func(r *http.Request) bool { return len(r.URL.Query()["marks"]) > 1 }, "GET /things/{id}",
			map[string]any{"marks": []any{"a", "b"}}, "nobody /things/1?marks=a&marks=b"},
	} {
		t.Run(name, func(t *testing.T) {
			p, system := things(t, func(w http.ResponseWriter, r *http.Request) {
				if c.matters(r) {
					w.Header().Set("X-Reached", "it")
				}
			})
			candidate := aboutTargets(t, p, []string{"it"}, thing(t, p, c.op, 1, c.values))
			before := system.calls
			require.NoError(t, p.simplifier().simplify(context.Background(), candidate, func() bool {
				return true
			}))
			assert.Equal(t, []string{c.want}, sent(candidate))
			assert.Less(t, system.calls-before, 60, "few executions are enough")
		})
	}
}

// Simplifications that undo each other would take all executions, and nothing
// would be left for the calls behind.
func TestSimplifyReachesAllCalls(t *testing.T) {
	p, system := things(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == "POST" || r.Header.Get("Authorization") != "" {
			w.Header().Set("X-Reached", r.Method)
		}
		if r.Method == "POST" {
			w.Header().Set("Location", "/things/7")
			w.WriteHeader(http.StatusCreated)
		}
	})
	full := value.Object{{Name: "name", Value: "x"}, {Name: "size", Value: int64(3)}, {Name: "note", Value: "y"}}
	c := aboutTargets(t, p, []string{"GET", "POST"}, thing(t, p, "POST /things", 0, map[string]any{"": full}),
		thing(t, p, "GET /things/{id}", 1, map[string]any{"kind": "k"}))
	require.NoError(t, p.simplifier().simplify(context.Background(), c, func() bool { return true }))
	assert.Equal(t, []string{"nobody /things", "ann /things/1"}, sent(c), "and one log-in is enough")
	assert.Less(t, system.calls, 40)
}

// What an earlier call shows has a test of its own, and does not keep that call in
// the test of a later one.
func TestTestsAreAboutTheirLastCalls(t *testing.T) {
	p, _ := things(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Reached", r.Method+r.FormValue("kind"))
	})
	get := func(kind string) *action.Call {
		return thing(t, p, "GET /things/{id}", auth.Anonymous, map[string]any{"kind": kind})
	}
	both := aboutTargets(t, p, []string{"GETk", "GETl"}, get("k"), get("l"))
	early := aboutTargets(t, p, []string{"GETm"}, get("m"), get("n"))
	cs, err := p.simplifier().simplifyAll(context.Background(), []*candidate{both, early}, func() bool {
		return true
	})
	require.NoError(t, err)
	require.Len(t, cs, 3)
	assert.Equal(t, []string{"nobody /things/1?kind=l"}, sent(both))
	assert.Equal(t, []string{"nobody /things/1?kind=m"}, sent(early), "its last call shows nothing")
	assert.Equal(t, []string{"nobody /things/1?kind=k"}, sent(cs[2]))
}

// A value that two calls have in common stays the same in both.
func TestEqualValuesShrinkTogether(t *testing.T) {
	made := ""
	p, _ := things(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == "POST" {
			made = body(r).Name
			return
		}
		if made != "" && r.FormValue("kind") == made {
			w.Header().Set("X-Reached", "same")
		}
		made = ""
	})
	for word, plain := range map[string]string{"EgXXYy qq": "text", "8V": "a"} {
		post := thing(t, p, "POST /things", auth.Anonymous,
			map[string]any{"": value.Object{{Name: "name", Value: word}, {Name: "size", Value: int64(3)}}})
		get := thing(t, p, "GET /things/{id}", auth.Anonymous, map[string]any{"kind": word})
		c := aboutTargets(t, p, []string{"same"}, post, get)
		require.NoError(t, p.simplifier().simplify(context.Background(), c, func() bool { return true }))
		assert.Equal(t, []string{`nobody /things {"name":"` + plain + `","size":7}`, "nobody /things/1?kind=" + plain},
			sent(c), word)
	}
}

// What is covered on the way is the business of plainer tests.
func TestTestsAreLeftWithWhatTheyAreAbout(t *testing.T) {
	p, _ := things(t, func(w http.ResponseWriter, r *http.Request) {
		for name := range r.URL.Query() {
			w.Header().Add("X-Reached", name)
		}
		if r.FormValue("sort") == "EVOKE" {
			w.Header().Add("X-Reached", "wrong")
		}
	})
	wrong := thing(t, p, "GET /things/{id}", auth.Anonymous, map[string]any{"kind": "a", "max": int64(1), "sort": "up"})
	wrong.Genotype.Invalid = &genotype.Invalid{What: "query sort is not in the enum", Param: 3, Value: "EVOKE"}
	invalid := aboutTargets(t, p, []string{"kind", "max", "sort", "wrong"}, wrong)
	plain := aboutTargets(t, p, []string{"tags"},
		thing(t, p, "GET /things/{id}", auth.Anonymous, map[string]any{"kind": "a", "tags": []any{"x"}}))
	cs, err := p.simplifier().simplifyAll(context.Background(), []*candidate{plain, invalid}, func() bool {
		return true
	})
	require.NoError(t, err)
	require.Len(t, cs, 3, "only the wrong one had max, which is not what is wrong with it")
	assert.Equal(t, []string{"nobody /things/1?sort=EVOKE"}, sent(invalid))
	assert.Equal(t, []string{"nobody /things/1?kind=a&max=1"}, sent(cs[2]))
	assert.Equal(t, []string{"nobody /things/1?tags=a"}, sent(plain), "another has kind")
	assert.Equal(t, "sort is not in the enum", wrong.Genotype.Invalid.Plain(wrong.Genotype).String())
}

// Ids that a test made are left for those that were there before, where that
// makes no difference.
func TestCallsAreDroppedForPlainIDs(t *testing.T) {
	p, _ := things(t, func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.Method == "POST":
			w.Header().Set("Location", "/things/2")
			w.WriteHeader(http.StatusCreated)
		case r.URL.Path == "/things/2" || r.URL.Path == "/things/1":
			w.Header().Set("X-Reached", "found")
		}
	})
	post := thing(t, p, "POST /things", auth.Anonymous,
		map[string]any{"": value.Object{{Name: "name", Value: "x"}, {Name: "size", Value: int64(3)}}})
	get := thing(t, p, "GET /things/{id}", auth.Anonymous, map[string]any{"id": int64(99)})
	get.Follow.Enabled = true
	c := aboutTargets(t, p, []string{"found"}, post, get)
	require.NoError(t, p.runner.shaping(c).dropCalls(context.Background()))
	assert.Equal(t, []string{"nobody /things/1"}, sent(c))
}

// Whatever the tests are, together they show what they showed before, and each
// target has one that is needed for it.
func TestSimplifyingLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		salt := rapid.IntRange(0, 50).Draw(t, "salt")
		p, _ := things(t, func(w http.ResponseWriter, r *http.Request) {
			b := body(r)
			for name, values := range r.URL.Query() {
				w.Header().Add("X-Reached", name+string(rune('a'+(len(values[0])+salt)%3)))
			}
			w.Header().Add("X-Reached", "size"+string(rune('a'+(b.Size+salt)%4)))
			w.WriteHeader(200 + 100*((len(b.Name)+salt)%4))
		})
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		var cs []*candidate
		for range rapid.IntRange(1, 6).Draw(t, "tests") {
			c := &candidate{Candidate: &reduce.Candidate{Test: p.sample(r)}}
			form, err := p.runner.rerun(context.Background(), c.trial(), c.Test)
			require.NoError(t, err)
			c.Scores = form.Scores
			cs = append(cs, c)
		}
		cs = reduce.Drop(p.worth.reducer, reduce.Choose(p.worth.reducer, cs))
		var wanted []fitness.ID
		for _, c := range cs {
			wanted = append(wanted, c.Need...)
		}
		slices.Sort(wanted)
		left := rapid.IntRange(0, 200).Draw(t, "executions")
		cs, err := p.simplifier().simplifyAll(context.Background(), cs, func() bool {
			left--
			return left >= 0
		})
		require.NoError(t, err)
		var owned []fitness.ID
		for _, c := range cs {
			require.True(t, p.worth.reducer.ShowsAll(c.Candidate, c.Need))
			owned = append(owned, c.Need...)
		}
		slices.Sort(owned)
		require.Equal(t, slices.Compact(wanted), owned)
	})
}
