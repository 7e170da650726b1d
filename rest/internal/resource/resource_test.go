package resource

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

// shop has the resources of the example of Zhang 2021, Figure 1, and some more.
const shop = `
openapi: 3.0.3
info: {title: Shop, version: "1"}
paths:
  /warehouses/{warehouseName}:
    parameters: [{name: warehouseName, in: path, required: true, schema: {type: string}}]
    post: {parameters: [{name: capacity, in: query, schema: {type: integer}}], responses: {"201": {description: made}}}
    get: {responses: {"200": {description: one}}}
  /warehouses:
    get: {responses: {"200": {description: all}}}
  /products/{productName}:
    parameters: [{name: productName, in: path, required: true, schema: {type: string}}]
    post:
      parameters: [{name: warehouse, in: query, required: true, schema: {type: string}}]
      responses: {"201": {description: made}}
    get: {responses: {"200": {description: one}}}
    patch: {responses: {"200": {description: changed}}}
    delete: {responses: {"204": {description: gone}}}
  /products/{productName}/price:
    parameters: [{name: productName, in: path, required: true, schema: {type: string}}]
    get: {responses: {"200": {description: one}}}
  /orders:
    get: {responses: {"200": {description: all}}}
    post: {responses: {"201": {description: made}}}
  /orders/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {responses: {"200": {description: one}}}
    put: {responses: {"200": {description: changed}}}
  /orders/{id}/items:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    post: {responses: {"201": {description: made}}}
  /orders/{id}/items/{item}:
    parameters:
      - {name: id, in: path, required: true, schema: {type: integer}}
      - {name: item, in: path, required: true, schema: {type: integer}}
    get: {responses: {"200": {description: one}}}
  /ping:
    get: {responses: {"200": {description: pong}}}
`

// shopSpace is the space of tests of the shop, of at most 10 calls.
func shopSpace(t testing.TB) *Space {
	t.Helper()
	doc := resttest.Read(t, shop)
	a := api.New(doc.Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{})
	return &Space{API: a, Resources: Of(a.Ops), Graph: &Graph{}, MaxCalls: 10,
		New: func(r *rand.Rand, op *api.Operation) *action.Call {
			c := action.New(op, 0, 0.1)
			c.Randomize(r)
			return c
		}}
}

func rng(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

func names(steps []Step) (out []string) {
	for _, s := range steps {
		name := s.Op.Spec.Name()
		if s.Needed {
			name += " !"
		}
		out = append(out, name)
	}
	return out
}

func called(c *testcase.Case) (out []string) {
	for _, a := range c.Actions {
		out = append(out, a.(*action.Call).Op.Spec.Name())
	}
	return out
}

func TestTemplatesThatApply(t *testing.T) {
	all := shopSpace(t).Resources
	for path, want := range map[string][]int{
		"/warehouses/{warehouseName}":   {1, 5, 6, 7},
		"/warehouses":                   {1},
		"/products/{productName}":       {1, 2, 3, 5, 6, 7, 9, 10},
		"/products/{productName}/price": {1, 7},
		"/orders":                       {1, 5, 6, 7},
		"/orders/{id}":                  {1, 4, 7, 8},
		"/orders/{id}/items/{item}":     {1, 7},
		"/ping":                         {1},
	} {
		var got []int
		for _, template := range all.byPath[path].templates {
			got = append(got, template.Number)
		}
		assert.Equal(t, want, got, path)
	}
}

func TestCreatingWhatACallNeeds(t *testing.T) {
	all := shopSpace(t).Resources
	steps := func(path string, number int) []string {
		for _, template := range all.byPath[path].templates {
			if template.Number == number {
				return names(all.stepsOf(rng(1), all.byPath[path], template))
			}
		}
		t.Fatalf("%s has no template %d", path, number)
		return nil
	}
	assert.Equal(t, []string{"POST /products/{productName} !", "DELETE /products/{productName}"},
		steps("/products/{productName}", 10))
	assert.Equal(t, []string{"POST /products/{productName} !", "GET /products/{productName}/price"},
		steps("/products/{productName}/price", 7))
	assert.Equal(t, []string{"POST /orders !", "POST /orders/{id}/items !", "GET /orders/{id}/items/{item}"},
		steps("/orders/{id}/items/{item}", 7), "what creates is created first")
	assert.Equal(t, []string{"POST /orders !", "POST /orders/{id}/items"}, steps("/orders/{id}/items", 5))
	assert.Equal(t, []string{"GET /products/{productName}"}, steps("/products/{productName}", 1))
}

func TestAPutCreatesNowAndThen(t *testing.T) {
	all := shopSpace(t).Resources
	puts, r := 0, rng(2)
	for range 2000 {
		if chain := all.creationSteps(r, "/orders/{id}"); chain[len(chain)-1].Op.Spec.Method == "PUT" {
			puts++
		}
	}
	assert.InDelta(t, 0.2, float64(puts)/2000, 0.03)
}

func TestPatchesComeAloneOrTwice(t *testing.T) {
	all := shopSpace(t).Resources
	lengths, r := map[int]int{}, rng(3)
	for range 200 {
		lengths[len(all.stepsOf(r, all.byPath["/products/{productName}"],
			&Template{Number: 9, Method: "PATCH", Create: true}))]++
	}
	assert.Len(t, lengths, 2)
	assert.InDelta(t, 100, lengths[2], 30)
	assert.InDelta(t, 100, lengths[3], 30)
}

func TestNamesTellOfDependencies(t *testing.T) {
	all := shopSpace(t).Resources
	var g Graph
	all.Match(&g)
	product, warehouse := all.byPath["/products/{productName}"].Index, all.byPath["/warehouses/{warehouseName}"].Index
	assert.Contains(t, g.Related(product), warehouse, "its query names a warehouse")
	assert.NotContains(t, g.Related(product), all.byPath["/ping"].Index)
	for _, e := range g.Edges() {
		assert.Greater(t, e.Probability, leastSimilarity)
		assert.False(t, e.Directed, "names do not tell which of the two comes first")
	}
}

// TestAllNamesOfASchemaTellOfDependencies: those of parameters, of types, and of members below other members.
func TestAllNamesOfASchemaTellOfDependencies(t *testing.T) {
	const document = `openapi: 3.0.3
info: {title: Names, version: "1"}
paths:
  /warehouses: {get: {responses: {"200": {description: all}}}}
  /orders:
    post:
      parameters: [PARAMETER]
      requestBody: {content: {application/json: {schema: SCHEMA}}}
      responses: {"200": {description: made}}
components:
  schemas:
    Warehouse: {type: object, properties: {street: {type: string}}}
    Line:
      type: object
      properties:
        stored: {type: object, properties: {warehouseId: {type: integer}}}
        next: {$ref: "#/components/schemas/Line"}
`
	const shared = `{$ref: "#/components/schemas/`
	references := strings.NewReplacer("WAREHOUSE", shared+`Warehouse"}`, "LINE", shared+`Line"}`)
	for name, tt := range map[string]struct {
		parameter, schema string
		related           bool
	}{
		"nothing":   {"", "{type: object, properties: {street: {type: string}}}", false},
		"parameter": {"{name: warehouse_id, in: query, schema: {type: integer}}", "{type: object}", true},
		"type of a parameter": {
			`{name: at, in: query, schema: WAREHOUSE}`, "{type: object}", true},
		"member of a parameter": {
			"{name: at, in: query, schema: {type: object, properties: {warehouse: {type: integer}}}}",
			"{type: object}", true},
		"member":               {"", "{type: object, properties: {warehouseName: {type: string}}}", true},
		"type of a body":       {"", `WAREHOUSE`, true},
		"type of a member":     {"", `{type: object, properties: {from: WAREHOUSE}}`, true},
		"type of elements":     {"", `{type: object, properties: {from: {type: array, items: WAREHOUSE}}}`, true},
		"one of several types": {"", `{oneOf: [WAREHOUSE, {type: string}]}`, true},
		"member of elements":   {"", `{type: object, properties: {lines: {type: array, items: LINE}}}`, true},
	} {
		t.Run(name, func(t *testing.T) {
			text := strings.NewReplacer("PARAMETER", tt.parameter, "SCHEMA", tt.schema).Replace(document)
			doc := resttest.Read(t, references.Replace(text))
			all := Of(api.New(doc.Operations, genotype.NewBuilder(genotype.Options{}), &fitness.Registry{}).Ops)
			var g Graph
			all.Match(&g)
			assert.Equal(t, tt.related, len(g.Related(all.byPath["/orders"].Index)) > 0)
		})
	}
}

// TestTextsTellOfDependencies: a noun of a description may be another resource.
func TestTextsTellOfDependencies(t *testing.T) {
	all := shopSpace(t).Resources
	ping, warehouse := all.byPath["/ping"], all.byPath["/warehouses/{warehouseName}"].Index
	ping.ops[0].Spec.Text = "Says whether the warehouses answer"
	var asked []string
	nouns := func(text string) []string {
		asked = append(asked, text)
		if text == "" {
			return nil
		}
		return []string{"warehouses"}
	}
	var g Graph
	all.Describe(&g, nouns)
	assert.Contains(t, asked, ping.ops[0].Spec.Text)
	assert.Contains(t, g.Edges(), Edge{From: ping.Index, To: warehouse, Probability: 1, Why: ByTexts})
	for _, e := range g.Edges() {
		assert.Equal(t, ping.Index, e.From)
	}
	found := len(g.Edges())
	all.Describe(&g, nil)
	assert.Len(t, g.Edges(), found)
}

// TestValuesThatFlowTellOfDependencies: whose answers a call takes values from.
func TestValuesThatFlowTellOfDependencies(t *testing.T) {
	all := shopSpace(t).Resources
	product, orders := all.byPath["/products/{productName}"], all.byPath["/orders"]
	var g Graph
	g.Relate(product.Index, orders.Index, 0.7, ByNames)
	all.Flowed(&g, product.ops[0], orders.ops[0], ByValues)
	all.Flowed(&g, product.ops[0], product.ops[0], ByValues)
	require.Equal(t, []Edge{{orders.Index, product.Index, true, 1, ByNames | ByValues}}, g.Edges())
	assert.Equal(t, []string{"names", "values"}, g.Edges()[0].Why.Words())
	assert.Equal(t, []string{"names", "texts", "links", "scores", "values", "tables"},
		(ByNames | ByTexts | ByLinks | ByScores | ByValues | ByTables).Words())
}

func TestSimilarity(t *testing.T) {
	assert.InDelta(t, 1.0, similarity("warehous", "warehous"), 0)
	assert.Greater(t, similarity(stem("warehouses"), stem("warehouse")), 0.99)
	assert.Less(t, similarity("product", "warehous"), 0.1)
	assert.InDelta(t, 2*3.0/(5+4), similarity("abcd", "abc"), 1e-9, "three of the trigrams are shared")
	assert.Equal(t, []string{stem("warehousename"), stem("warehouse")}, stemsOf("warehouseName"))
	assert.Equal(t, stemsOf("warehouse_id"), stemsOf("Warehouse-ID"))
}

// A word is like the nouns that it is similar to, in the order of the resources.
func TestLikeIsSimilar(t *testing.T) {
	nouns := []string{"aaaa", "aaaab", "banana", "bananas", "warehous", "warehousenam", "warehouz", "ab", ""}
	all := &Resources{}
	for _, noun := range nouns {
		all.All = append(all.All, &Resource{Path: "/" + noun})
	}
	m := newMatcher(all)
	require.NotEmpty(t, m.list)
	for _, word := range nouns {
		var want []likeness
		for _, noun := range m.list {
			if how := similarity(word, noun); how > leastSimilarity {
				want = append(want, likeness{noun, how})
			}
		}
		assert.Equal(t, want, m.similarTo(word), word)
	}
	assert.Len(t, m.similarTo("warehous"), 3)
}

func TestADependencyGetsADirection(t *testing.T) {
	var g Graph
	g.Relate(1, 2, 0.7, ByNames)
	assert.InDelta(t, 0.7, g.probability(1, 2, true), 0)
	assert.Zero(t, g.probability(1, 2, false))
	g.Depend(2, 1, 0.5, ByScores)
	assert.Equal(t, []Edge{{2, 1, true, 0.7, ByNames | ByScores}}, g.Edges(), "a probability never falls")
	g.Depend(2, 1, 1, ByScores)
	g.Depend(3, 3, 1, ByScores)
	g.Depend(1, 3, 0, ByScores)
	assert.Equal(t, []Edge{{2, 1, true, 1, ByNames | ByScores}}, g.Edges())
	assert.Equal(t, []int{2}, g.Related(1))
}

func TestSmartSamplesByTheTemplates(t *testing.T) {
	p := &Smart{Random: NewRandom(shopSpace(t)), P: 1}
	seen, r := map[string]bool{}, rng(4)
	for range 3000 {
		c := p.Sample(r)
		last := c.Actions[len(c.Actions)-1].(*action.Call)
		if last.Op.Spec.Name() == "GET /orders" {
			posts := called(c)[:len(c.Actions)-1]
			assert.GreaterOrEqual(t, len(posts), 1)
			assert.LessOrEqual(t, len(posts), maxPosts)
			assert.Subset(t, []string{"POST /orders"}, posts)
		}
		seen[last.Op.Spec.Name()] = true
	}
	assert.Len(t, seen, len(p.API.Ops), "every operation is the last of a template")
}

func TestSmartKeepsTheStructure(t *testing.T) {
	p := &Smart{Random: NewRandom(shopSpace(t)), P: 1}
	r := rng(5)
	for range 300 {
		c := p.Sample(r)
		parent := &search.Evaluated[*testcase.Case]{Individual: c}
		child := p.Mutate(r, parent, 0.5)
		if n := len(called(c)); called(c)[n-1] == "GET /orders" {
			assert.InDelta(t, n, len(child.Actions), 1)
			continue
		}
		require.Equal(t, called(c), called(child))
		for i := range c.Actions {
			was, is := c.Actions[i].(*action.Call), child.Actions[i].(*action.Call)
			for j, param := range was.Genotype.Params {
				if param.Spec.In == "path" {
					assert.Equal(t, param.Gene.Value(), is.Genotype.Params[j].Gene.Value(),
						"what a call is about stays")
				}
			}
		}
	}
}

// holds checks what is true of every test of a handler.
func holds(t *testing.T, h *Handler, c *testcase.Case) {
	t.Helper()
	require.NotEmpty(t, c.Actions)
	require.LessOrEqual(t, len(c.Actions), h.space.MaxCalls)
	seen := map[int]bool{}
	for _, p := range parts(c) {
		require.False(t, seen[p.handlingNumber()], "the calls of a handling come in a row")
		seen[p.handlingNumber()] = true
		as := p.longestCall()
		for _, call := range p {
			for _, param := range call.Genotype.Params {
				if g := pathGene(as, param.Spec.Name); param.Spec.In == "path" && g != nil {
					require.Equal(t, g.Value(), param.Gene.Value(),
						"all calls of a handling are about the same resource")
				}
			}
		}
	}
}

func TestAHandlersTestsStayWhole(t *testing.T) {
	for strategy := ConArchive; strategy <= UsedBudget; strategy++ {
		h := NewHandler(shopSpace(t), Settings{Strategy: strategy, Ps: 0.8, Pd: 0.5, PM: true})
		r := rng(uint64(strategy))
		c := h.Sample(r)
		for i := range 2000 {
			holds(t, h, c)
			h.Evaluated(c,
				fitness.Scores{{ID: fitness.ID(r.IntN(50)), Action: int32(r.IntN(len(c.Actions))), Value: r.Float64()}})
			if i%10 == 9 {
				c = h.Sample(r)
				continue
			}
			parent := called(c)
			before := &search.Evaluated[*testcase.Case]{Individual: c}
			c = h.Mutate(r, before, float64(i)/2000)
			require.Equal(t, parent, called(before.Individual), "the parent stays as it is")
		}
	}
}

func TestMethodsSampleTheirResources(t *testing.T) {
	h := NewHandler(shopSpace(t), Settings{Ps: 1})
	r := rng(7)
	sizes := map[Method]map[int]bool{}
	for m := range methods {
		sizes[m] = map[int]bool{}
		for range 500 {
			all := h.sample(r, m)
			sizes[m][len(all)] = true
			for i, p := range all {
				first := p[0].Op.Spec
				switch {
				case m == S1iR:
					assert.Len(t, p, 1)
					assert.Contains(t, []string{"GET", "PATCH", "DELETE", "PUT"}, first.Method)
				case i < len(all)-1:
					assert.Contains(t, []string{"POST", "PUT"}, first.Method,
						"only the last may leave everything as it is")
				}
			}
		}
	}
	assert.Equal(t, map[int]bool{1: true}, sizes[S1iR])
	assert.Equal(t, map[int]bool{1: true}, sizes[S1dR])
	assert.Contains(t, sizes[S2dR], 2)
	assert.NotContains(t, sizes[S2dR], 3)
	assert.Contains(t, sizes[SMdR], 3)
}

func TestADependencyIsBound(t *testing.T) {
	h := NewHandler(shopSpace(t), Settings{Ps: 1, Pd: 1, PM: true})
	r := rng(8)
	bound := 0
	for range 300 {
		warehouse := h.makeByTemplate(r, h.space.byPath["/warehouses/{warehouseName}"],
			func(_ *Resource, x *Template) bool { return x.Number == 5 }, 1)
		products := h.space.byPath["/products/{productName}"]
		all := h.add(r, []part{warehouse}, products, func(_ *Resource, x *Template) bool {
			return x.Number == 7
		})
		require.Len(t, all, 2)
		name := pathGene(warehouse[0], "warehouseName").Value()
		query := all[1][0].Genotype.Params[slicesIndex(all[1][0], "warehouse")].Gene
		if assert.ObjectsAreEqual(name, query.Value()) {
			bound++
		}
	}
	assert.Equal(t, 300, bound, "POST /products/{productName}?warehouse= names the warehouse that is there")
}

func slicesIndex(c *action.Call, name string) int {
	for i, p := range c.Genotype.Params {
		if p.Spec.Name == name {
			return i
		}
	}
	return -1
}

func TestProbabilitiesOfTheStrategies(t *testing.T) {
	c := &chooser{strategy: Action, can: [methods]bool{true, true, true, true}}
	p := c.sharesByTemplates(15, 10)
	assert.InDelta(t, 0.2, p[S1iR], 1e-9, "the example of the paper")
	assert.InDelta(t, 0.4, p[S1dR], 1e-9)
	assert.InDelta(t, 0.8/3, p[S2dR], 1e-9)
	assert.InDelta(t, 0.8/6, p[SMdR], 1e-9)

	c.strategy = UsedBudget
	assert.InDeltaSlice(t, []float64{0.4, 0.4, 0.1, 0.1}, list(c.probabilities()), 1e-9)
	c.focus = 1
	assert.InDeltaSlice(t, []float64{0.1, 0.1, 0.4, 0.4}, list(c.probabilities()), 1e-9)

	c.strategy, c.focus, c.chance = ConArchive, 0, c.equalShares()
	assert.InDeltaSlice(t, []float64{0.5, 0.5, 0, 0}, list(c.probabilities()), 1e-9)
	c.focus = 0.5
	for range 30 {
		c.reward(S2dR)
	}
	now := c.probabilities()
	assert.InDelta(t, 1, now[0]+now[1]+now[2]+now[3], 1e-9)
	assert.Greater(t, now[S2dR], 0.37, "its rank is 4 of 10")
}

func list(p [methods]float64) []float64 { return p[:] }

// TestScoresTellOfDependencies goes through the rows of Zhang 2021, Table 3.
func TestScoresTellOfDependencies(t *testing.T) {
	space := shopSpace(t)
	of := func(path string) int { return space.byPath[path].Index }
	product, warehouse, ping, orders := of("/products/{productName}"), of("/warehouses/{warehouseName}"),
		of("/ping"), of("/orders")
	handle := func(index, number int) part {
		call := action.New(space.All[index].ops[0], 0, 0)
		call.Handling = number
		return part{call}
	}
	w, p, o, g := handle(warehouse, 1), handle(product, 2), handle(orders, 3), handle(ping, 4)
	score := func(values ...float64) fitness.Scores {
		var out fitness.Scores
		for i, v := range values {
			out = append(out, fitness.Score{ID: fitness.ID(i), Action: int32(i), Value: v})
		}
		return out
	}
	cases := []struct {
		name          string
		before, after []part
		was, is       fitness.Scores
		change        func(*change)
		want          []Edge
	}{
		{"add", []part{p, o},
			[]part{w, p, o}, fitness.Scores{{ID: 1, Action: 0, Value: 0.5}, {ID: 2, Action: 1, Value: 0.5}},
			fitness.Scores{{ID: 0, Action: 0, Value: 1}, {ID: 1, Action: 1, Value: 1}, {ID: 2, Action: 2, Value: 0.5}},
			func(c *change) { c.note(add, 0, w, nil) }, []Edge{{product, warehouse, true, 1, ByScores}}},
		{"remove", []part{w, p, g}, []part{p, g}, score(1, 1, 1),
			fitness.Scores{{ID: 1, Action: 0, Value: 0.5}, {ID: 2, Action: 1, Value: 1}},
			func(c *change) { c.note(remove, 0, w, nil) }, []Edge{{product, warehouse, true, 1, ByScores}}},
		{"modify", []part{w, p}, []part{handle(warehouse, 1), p}, score(1, 1), score(1, 0.5),
			func(c *change) { c.note(modify, 0, w, nil) }, []Edge{{product, warehouse, true, 1, ByScores}}},
		{"replace, worse", []part{w, p}, []part{o, p}, score(1, 1), score(1, 0.5),
			func(c *change) { c.note(replace, 0, w, o) }, []Edge{{product, warehouse, true, 1, ByScores}}},
		{"replace, better", []part{o, p}, []part{w, p}, score(1, 0.5), score(1, 1),
			func(c *change) { c.note(replace, 0, o, w) }, []Edge{{product, warehouse, true, 1, ByScores}}},
		{"swap, what went back is worse", []part{p, o, w}, []part{w, o, p}, score(0.5, 1, 1),
			fitness.Scores{{ID: 0, Action: 2, Value: 1}, {ID: 1, Action: 1, Value: 1}, {ID: 2, Action: 0, Value: 1}},
			func(c *change) { c.note(swap, 0, p, w); c.between = []int{3} },
			[]Edge{{product, warehouse, true, 0.5, ByScores}, {product, orders, true, 0.5, ByScores}}},
		{"nothing changed", []part{w, p}, []part{o, p}, score(1, 1), score(1, 1),
			func(c *change) { c.note(replace, 0, w, o) }, nil},
	}
	for _, tt := range cases {
		t.Run(tt.name, func(t *testing.T) {
			space.Graph = &Graph{}
			h := NewHandler(space, Settings{})
			c := &change{before: contributions(join(tt.before), tt.was)}
			tt.change(c)
			c.child = join(tt.after)
			h.pending = c
			h.Evaluated(c.child, tt.is)
			assert.Equal(t, tt.want, h.space.Graph.Edges())
		})
	}
}

func TestValuesOfAResourceChangeTogether(t *testing.T) {
	h := NewHandler(shopSpace(t), Settings{})
	r := rng(9)
	p := h.makeByTemplate(r, h.space.byPath["/products/{productName}"],
		func(_ *Resource, x *Template) bool { return x.Number == 10 }, 1)
	changed := false
	for range 50 {
		was := pathGene(p[1], "productName").Value()
		mutateValues(r, []part{p}, 0, true)
		changed = changed || was != pathGene(p[1], "productName").Value()
		require.Equal(t, pathGene(p[0], "productName").Value(), pathGene(p[1], "productName").Value())
	}
	assert.True(t, changed)
}
