package derive

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/testcase"
	"github.com/evoke-go/evoke/value"
)

const parcels = `
openapi: 3.0.3
info: {title: Parcels, version: "1"}
paths:
  /parcels:
    post:
      requestBody:
        required: true
        content:
          application/json:
            schema:
              type: object
              required: [from, to]
              properties:
                from: {$ref: '#/components/schemas/Place'}
                to: {$ref: '#/components/schemas/Place'}
                lines: {type: array, items: {type: object, required: [text], properties: {text: {type: string}}}}
                insured: {type: object, required: [sum], properties: {sum: {type: integer, example: 700}}}
      responses: {"201": {description: made}}
components:
  schemas:
    Place:
      type: object
      required: [code]
      properties:
        code: {type: string, description: "Where it lies: AIR - airport | SEA - harbour | RAI - station"}
`

// parcel returns variants of two parcels: one that the memory keeps, with little in it, and a rich one.
func parcel(t *testing.T) (v *Variants, rich *testcase.Case) {
	t.Helper()
	ops := api.New(resttest.Read(t, parcels).Operations, genotype.NewBuilder(genotype.Options{}),
		&fitness.Registry{}).Ops
	place := value.Object{{Name: "code", Value: "AIR"}}
	made := func(more ...value.Member) *action.Call {
		c := action.New(ops[0], 0, 0)
		c.Randomize(rand.New(rand.NewPCG(1, 2)))
		require.True(t, gene.Assign(c.Genotype.Body.Inner(),
			append(value.Object{{Name: "from", Value: place}, {Name: "to", Value: place}}, more...)))
		return c
	}
	line := func(text string) any { return value.Object{{Name: "text", Value: text}} }
	poor := made()
	v = NewVariants(VariantSource{Ops: ops, MaxCalls: 10, Inside: true,
		Kept: func(*api.Operation) [][]*action.Call { return [][]*action.Call{{poor}} }})
	return v, &testcase.Case{Actions: []testcase.Action{made(value.Member{Name: "lines", Value: []any{line("a"),
		line("b")}}, value.Member{Name: "insured", Value: value.Object{{Name: "sum", Value: int64(9)}}})}}
}

// covers are scores of targets from one on, of which each is covered first, and whether the call was accepted.
func covers(c *testcase.Case, from, n int, accepted bool) (out fitness.Scores) {
	if accepted {
		out = append(out, fitness.Score{ID: last(c).Op.Targets.Success(), Value: 1})
	}
	for i := range n {
		out = append(out, fitness.Score{ID: fitness.ID(1000 + from + i), Value: 1})
	}
	return out
}

// TestWhatBroughtMuchIsAModel: a test that was accepted and covered much first is changed in one thing as well as those
// that the memory keeps, and the ones that brought least make room.
func TestWhatBroughtMuchIsAModel(t *testing.T) {
	v, rich := parcel(t)
	own := func() []*model { return v.models[0].own }
	v.Evaluated(rich, covers(rich, 0, 50, false), covers(rich, 0, 50, false), 1)
	assert.Empty(t, own(), "it was refused")
	v.Evaluated(rich, covers(rich, 0, 50, true), nil, 1)
	assert.Empty(t, own(), "another test covered that before")
	v.Evaluated(rich, covers(rich, 100, 50, true), covers(rich, 100, 50, false), 1)
	require.Len(t, own(), 1)
	assert.NotSame(t, rich, own()[0].test)

	bodies := map[string]bool{}
	for _, c := range of(v, edged) {
		bodies[string(value.AppendJSON(nil, last(c).Genotype.Body.Value()))] = true
	}
	for _, want := range []string{
		`{"from":{"code":"SEA"},"to":{"code":"AIR"},"lines":[{"text":"a"},{"text":"b"}],"insured":{"sum":9}}`,
		`{"from":{"code":"AIR"},"to":{"code":"RAI"},"lines":[{"text":"a"},{"text":"b"}],"insured":{"sum":9}}`,
		`{"from":{"code":"AIR"},"to":{"code":""},"lines":[{"text":"a"},{"text":"b"}],"insured":{"sum":9}}`,
		`{"from":{"code":"AIR"},"to":{"code":"AIR"},"lines":[{"text":"a"},{"text":"b"}]}`,
		`{"from":{"code":"AIR"},"to":{"code":"AIR"},"lines":[{"text":"a"},{"text":"b"},{"text":"b"}],"insured":{"sum":9}}`,
		`{"from":{"code":"AIR"},"to":{"code":"AIR"},"lines":[{"text":"a"}],"insured":{"sum":9}}`,
		`{"from":{"code":"AIR"},"to":{"code":"AIR"},"insured":{"sum":700}}`,
		`{"from":{"code":""},"to":{"code":"AIR"}}`,
	} {
		assert.True(t, bodies[want], "%s", want)
	}

	for i := range 2 * maxModels {
		scores := covers(rich, 1000*(i+1), 10+i, true)
		v.Evaluated(rich, scores, scores[1:], 1)
	}
	require.Len(t, own(), maxModels)
	least := own()[0].news
	for _, b := range own() {
		least = min(least, b.news)
	}
	assert.Equal(t, 10+maxModels+1, least, "one brought 50")
}

// TestWhatBringsNothingIsSeldomAModel: the models whose variants bring something come first.
func TestWhatBringsNothingIsSeldomAModel(t *testing.T) {
	v, rich := parcel(t)
	v.Evaluated(rich, covers(rich, 0, 50, true), covers(rich, 0, 50, true), 1)
	b := &v.models[0]
	require.Len(t, b.own, 1)
	for range 300 {
		b.own[0].Note(0, 1)
	}
	r := rand.New(rand.NewPCG(1, 2))
	first := 0
	const draws = 2000
	for range draws {
		if b.all(r)[0] == b.own[0] {
			first++
		}
	}
	assert.Less(t, float64(first)/draws, 0.3)
	assert.InDelta(t, b.kept.Rate(), b.best(), 1e-9)

	v.made, v.kind, v.from = rich, edged, b.own[0]
	before := b.own[0].Rate()
	v.Evaluated(rich, covers(rich, 500, 1, true), covers(rich, 500, 1, true), 1)
	assert.Greater(t, b.own[0].Rate(), before, "a variant of it covered something new")
}
