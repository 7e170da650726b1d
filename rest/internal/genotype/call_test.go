package genotype

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/gene/genetest"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/internal/resttest"
	"github.com/evoke-go/evoke/value"
)

func TestPathsOfOperations(t *testing.T) {
	for _, c := range []struct {
		name, path string
		declared   []string
		want       []string // literals, and parameters in braces
		warning    string
	}{
		{"root", "/", nil, []string{"/"}, ""},
		{"one", "/a/{x}", []string{"x"}, []string{"/a/", "{x}"}, ""},
		{"inside of a segment", "/a/{x}.{y}:go", []string{"x", "y"}, []string{"/a/", "{x}", ".", "{y}", ":go"}, ""},
		{"twice", "/{x}/{x}", []string{"x"}, []string{"/", "{x}", "/", "{x}"}, ""},
		{"undeclared", "/{x}", nil, []string{"/", "{x}"}, `parameter "x" of the path is not declared`},
		{"declared for nothing", "/a", []string{"x"}, []string{"/a"}, ""},
		{"open brace", "/a/{x", nil, []string{"/a/%7Bx"}, ""},
		{"escaped and not", "/a%20b/c d", nil, []string{"/a%20b/c%20d"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			op := &openapi.Operation{Method: "GET", Path: c.path}
			for _, name := range c.declared {
				op.Parameters = append(op.Parameters, &openapi.Parameter{Name: name, In: openapi.InPath,
					Style: "simple", Schema: ofType("string")})
			}
			b := NewBuilder(Options{})
			genes := b.Call(op)
			genes.Randomize(rand.New(rand.NewPCG(1, 2)))
			var e message.Request
			genes.Encode(op, &e)
			var got []string
			for _, p := range e.Path {
				if p.Param != "" {
					got = append(got, "{"+p.Param+"}")
					assert.NotEmpty(t, p.Text)
					continue
				}
				got = append(got, p.Text)
			}
			assert.Equal(t, c.want, got)
			assert.Contains(t, strings.Join(b.Warnings(), "\n"), c.warning)
			assert.Equal(t, c.warning == "", len(b.Warnings()) == 0)
		})
	}
}

func TestParametersThatAreNotSent(t *testing.T) {
	op := &openapi.Operation{Method: "GET", Path: "/"}
	for _, p := range []struct{ name, in string }{
		{"accept", "header"}, {"Content-Length", "header"}, {"Authorization", "header"}, {"a b", "header"},
		{"x", "body"}, {"X-Sent", "header"},
	} {
		op.Parameters = append(op.Parameters, &openapi.Parameter{Name: p.name, In: p.in, Required: true,
			Schema: ofType("integer")})
	}
	b := NewBuilder(Options{})
	genes := b.Call(op)
	require.Len(t, genes.Params, 1)
	assert.Equal(t, "X-Sent", genes.Params[0].Spec.Name)
	assert.Equal(t, []string{`GET /: parameter "a b": no valid name for a header`,
		`GET /: parameter "x": unknown place "body"`}, b.Warnings())
}

func TestOptionalParametersComeAndGo(t *testing.T) {
	op := &openapi.Operation{Method: "GET", Path: "/", Parameters: []*openapi.Parameter{
		{Name: "q", In: openapi.InQuery, Style: "form", Schema: ofType("string"), AllowEmpty: true,
			Examples: []any{"example"}}}}
	genes := NewBuilder(Options{}).Call(op)
	assert.IsType(t, &gene.Optional{}, genes.Params[0].Gene)
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[string]bool{}
	var e message.Request
	for range 200 {
		genes.Randomize(r)
		genes.Encode(op, &e)
		seen[string(e.Target(nil, ""))] = true
	}
	assert.Contains(t, seen, "/")
	assert.Contains(t, seen, "/?q=")
	assert.Contains(t, seen, "/?q=example")
	assert.Greater(t, len(seen), 10)
}

func TestParametersFitTheirSchema(t *testing.T) {
	op := resttest.Read(t, everywhere).Operations[0]
	genes := NewBuilder(Options{}).Call(op)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 500 {
		genes = genes.Clone()
		for g := range genes.Genes() {
			g.Mutate(r, float64(i)/500)
			require.NoError(t, gene.Check(g))
		}
		shop := genes.Value(0).(int64)
		assert.True(t, shop >= 1 && shop <= 9)
		id := genes.Value(1).(string)
		assert.True(t, len([]rune(id)) >= 1 && len([]rune(id)) <= 3, id)
	}
}

func TestEveryKindOfInvalidity(t *testing.T) {
	op := resttest.Read(t, everywhere).Operations[0]
	genes := NewBuilder(Options{}).Call(op)
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[string]string{}
	var e message.Request
	for range 5000 {
		genes.Randomize(r)
		genes.MakeInvalid(r)
		genes.Encode(op, &e)
		seen[invalidity(genes)] = string(e.Target(nil, "")) + " " + e.ContentType + " " + string(e.Body)
	}
	for what, want := range map[string]string{
		"path shop has the wrong type":     "/shops/evoke/",
		"path shop is above the maximum":   "/shops/10/",
		"path shop is not an integer":      "/shops/1.5/",
		"path id is too long":              "/books/xxxx.json",
		"query limit is below the minimum": "limit=0",
		"query sort is not in the enum":    "sort=EVOKE",
		"query tags/0 is too short":        "tags=",
		"query tags has too many items":    "tags=",
		"header X-Trace is no uuid":        "",
		"cookie session is missing":        "",
		"cookie session is too long":       "",
		"body is missing":                  "",
		"body is malformed":                "application/json",
		"body is blank":                    "application/json  ",
		"body has an unknown media type":   "application/x-evoke",
		"body/title is missing":            `{"price":`,
		"body/title is null":               `"title":null`,
		"body/title has the wrong type":    `"title":42`,
		"body/title is too long":           "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
		"body/title is too short":          `"title":""`,
		"body/pages does not fit int32":    `"pages":2147483648`,
		"body/pages is not an integer":     `"pages":1.5`,
		"body/price is below the minimum":  `"price":-1`,
		"body/price has the wrong type":    `"price":"evoke"`,
		"body/author/born is no date":      `"born":"2024-13-45"`,
	} {
		got, ok := seen[what]
		assert.True(t, ok, what)
		assert.Contains(t, got, want, what)
	}
	assert.NotContains(t, seen, "")
	assert.NotContains(t, seen, "path id is missing")
}

// What is no number can be written into a path, but not into JSON.
func TestNumbersThatAreNone(t *testing.T) {
	op := &openapi.Operation{Method: "GET", Path: "/{x}", Parameters: []*openapi.Parameter{
		{Name: "x", In: openapi.InPath, Required: true, Schema: &openapi.Schema{Types: []string{"number"}}},
	}}
	genes := NewBuilder(Options{}).Call(op)
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[string]bool{}
	for range 200 {
		genes.Randomize(r)
		genes.MakeInvalid(r)
		var e message.Request
		genes.Encode(op, &e)
		seen[string(e.Target(nil, ""))] = true
	}
	assert.Equal(t, map[string]bool{"/NaN": true, "/Infinity": true, "/-Infinity": true, "/evoke": true}, seen)

	typed := invalidities{typed: true}
	typed.addWrongNumbers(&openapi.Schema{Types: []string{"number"}}, nil)
	assert.Empty(t, typed.found)
}

func TestInvalidityOutlivesMutation(t *testing.T) {
	op := resttest.Read(t, everywhere).Operations[0]
	genes := NewBuilder(Options{}).Call(op)
	r := rand.New(rand.NewPCG(1, 2))
	var e message.Request
	for range 200 {
		genes.MakeInvalid(r)
		what := invalidity(genes)
		for range 20 {
			for g := range genes.Genes() {
				g.Mutate(r, 0)
			}
			genes = genes.Clone()
			genes.Encode(op, &e) // whatever became of the place in the value
		}
		assert.Equal(t, what, invalidity(genes))
	}
}

func TestNothingToMakeInvalid(t *testing.T) {
	genes := NewBuilder(Options{}).Call(&openapi.Operation{Method: "GET", Path: "/"})
	genes.MakeInvalid(rand.New(rand.NewPCG(1, 2)))
	assert.False(t, genes.IsInvalid())
	assert.Empty(t, invalidity(genes))
}

func TestBodyGene(t *testing.T) {
	op := &openapi.Operation{Method: "POST", Path: "/", Bodies: []*openapi.MediaType{
		{Type: "application/json", Schema: ofType("integer"), Examples: []openapi.Example{{Value: int64(77)}}},
		{Type: "text/plain"}, {Type: "application/octet-stream"}, {Type: "application/x-www-form-urlencoded"},
		{Type: "application/xml"},
	}}
	genes := NewBuilder(Options{}).Call(op)
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[string]int{}
	var e message.Request
	for range 3000 {
		clone := genes.Body.Clone().(*Body)
		genes.Body.Mutate(r, 0)
		assert.NotEqual(t, []any{clone.media, clone.Value()}, []any{genes.Body.media, genes.Body.Value()},
			"a mutation changes something")
		genes.Encode(op, &e)
		assert.Equal(t, e.HasBody, e.ContentType != "")
		seen[e.ContentType]++
	}
	assert.Len(t, seen, 6)
	for kind, n := range seen {
		assert.Greater(t, n, 50, kind)
	}
}

func TestBodyGeneKeepsTheLaws(t *testing.T) {
	types := []*openapi.MediaType{{Type: "application/json", Schema: ofType("integer")}, {Type: "text/plain"}}
	for name, op := range map[string]*openapi.Operation{
		"required":              {BodyRequired: true, Bodies: types},
		"optional":              {Bodies: types},
		"optional, of one type": {Bodies: types[1:]},
		"required, of one type": {BodyRequired: true, Bodies: types[:1]},
	} {
		op.Method, op.Path = "POST", "/"
		t.Run(name, func(t *testing.T) {
			genetest.Run(t, func() gene.Gene { return NewBuilder(Options{}).Call(op).Body })
		})
	}
}

func TestContentsOutOfUseAreNotShared(t *testing.T) {
	op := &openapi.Operation{Method: "POST", Path: "/", BodyRequired: true, Bodies: []*openapi.MediaType{
		{Type: "application/json", Schema: ofType("integer")}, {Type: "text/plain"}}}
	original := NewBuilder(Options{}).Call(op).Body
	r := rand.New(rand.NewPCG(1, 2))
	clone := original.clone()
	for range 50 {
		clone.switchContent(r)
		clone.Mutate(r, 0)
	}
	assert.Equal(t, []any{int64(0), ""}, []any{original.Contents[0].Value(), original.Contents[1].Value()})
}

// TestAnotherContentKeepsTheMembers that both have, where their values fit.
func TestAnotherContentKeepsTheMembers(t *testing.T) {
	in := func(kind, inner string, more ...openapi.Property) *openapi.MediaType {
		all := append(more, openapi.Property{Name: "a", Schema: ofType(kind)},
			openapi.Property{Name: "in", Schema: withProperties(openapi.Property{Name: "b", Schema: ofType(inner)},
				openapi.Property{Name: "c", Schema: ofType("string")})})
		return &openapi.MediaType{Type: "application/json", Schema: withProperties(all...)}
	}
	op := &openapi.Operation{Method: "POST", Path: "/", BodyRequired: true, Bodies: []*openapi.MediaType{
		in("string", "string"), in("string", "integer", openapi.Property{Name: "more", Schema: ofType("string")}),
		{Type: "text/plain"}}}
	r, more := rand.New(rand.NewPCG(1, 2)), 0
	for range 200 {
		body := NewBuilder(Options{}).Call(op).Body
		given := value.Object{{Name: "a", Value: "kept"},
			{Name: "in", Value: value.Object{{Name: "b", Value: "no number"}, {Name: "c", Value: "kept too"}}}}
		require.True(t, gene.Assign(body.Contents[0], given))
		body.switchContent(r)
		if body.Media() != 1 {
			continue
		}
		now := body.Value().(value.Object)
		a, _ := now.Get("a")
		assert.Equal(t, "kept", a)
		if in, ok := now.Get("in"); ok {
			c, _ := in.(value.Object).Get("c")
			assert.Equal(t, "kept too", c)
		}
		if _, ok := now.Get("more"); ok {
			more++
		}
		body.SetMedia(0)
		assert.Equal(t, given, body.Value(), "the older content stays as it is")
	}
	assert.Greater(t, more, 20, "what only the other content has is drawn")
}

func TestNestedArraysStaySmall(t *testing.T) {
	var row []openapi.Property
	for i := range 25 {
		row = append(row, openapi.Property{Name: string(rune('a' + i)), Schema: ofType("boolean")})
	}
	s := withProperties(row...)
	for range 6 {
		array := ofType("array")
		array.Items = s
		s = array
	}
	op := &openapi.Operation{Method: "POST", Path: "/", BodyRequired: true,
		Bodies: []*openapi.MediaType{{Type: "application/json", Schema: s}}}
	genes := NewBuilder(Options{}).Call(op)
	r := rand.New(rand.NewPCG(1, 2))
	var e message.Request
	sum := 0
	for range 100 {
		genes.Randomize(r)
		genes.Encode(op, &e)
		sum += len(e.Body)
	}
	assert.Less(t, sum/100, 2000, "bytes on average")
}

// A member that is required and not described has the values of the one that it is spelt like,
// and else, as its usual value, a text.
func TestRequiredButNotDescribed(t *testing.T) {
	year := ofType("integer")
	year.Minimum, year.Maximum = "1900", "1999"
	s := withProperties(openapi.Property{Name: "madeIn", Schema: year})
	s.Required = []string{"MadeIn", "madeBy"}
	op := &openapi.Operation{Method: "POST", Path: "/", BodyRequired: true,
		Bodies: []*openapi.MediaType{{Type: "application/json", Schema: s}}}
	genes := NewBuilder(Options{}).Call(op)
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		genes.Randomize(r)
		members, _ := genes.Body.Inner().Value().(value.Object)
		like, _ := members.Get("MadeIn")
		assert.InDelta(t, 1950, like, 50)
		FillContent(r, genes)
		members, _ = genes.Body.Inner().Value().(value.Object)
		other, _ := members.Get("madeBy")
		assert.Equal(t, "1", other)
	}
}

func ofType(kind string) *openapi.Schema {
	s := openapi.NewSchema()
	s.Types = []string{kind}
	return s
}

func withProperties(properties ...openapi.Property) *openapi.Schema {
	s := ofType("object")
	s.Properties = properties
	return s
}

// What is said to be invalid is what is sent: nothing is, where its place went.
func TestInvalidityWithoutItsPlace(t *testing.T) {
	const schema = `{"openapi": "3.0.3", "paths": {"/": {"post": {"requestBody": {"required": true, "content": {"application/json": {"schema": {
		"type": "array", "items": {"type": "object", "required": ["at"], "properties": {"at": {"type": "integer"}}}}}}}}}}}`
	genes := NewBuilder(Options{}).Call(resttest.Read(t, schema).Operations[0])
	elements := []any{value.Object{{Name: "at", Value: int64(1)}}, value.Object{{Name: "at", Value: int64(2)}},
		value.Object{{Name: "at", Value: int64(3)}}}
	body := genes.Body.Contents[genes.Body.Media()]
	require.True(t, gene.Assign(body, elements))
	genes.Invalid = &Invalid{What: "[2].at is missing", Param: InBody, At: []Step{{Index: 2}, {Name: "at"}},
		Value: value.Absent}
	said := genes.Invalid.Plain(genes)
	require.NotNil(t, said)
	assert.Equal(t, []string{"2", "at"}, said.At)
	require.True(t, gene.Assign(body, elements[:2]))
	assert.Nil(t, genes.Invalid.Plain(genes))
	genes.Invalid.Whole = bodyMissing
	assert.NotNil(t, genes.Invalid.Plain(genes))
}
