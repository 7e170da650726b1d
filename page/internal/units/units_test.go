package units

import (
	"encoding/json"
	"net/http"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/page/internal/act"
	"github.com/evoke-go/evoke/page/internal/browser"
	"github.com/evoke-go/evoke/page/internal/site"
	"github.com/evoke-go/evoke/page/internal/visitor"
	"github.com/evoke-go/evoke/suite"
)

// figure1 are the tests of functions of the page after Figure 1, with so many calls at most.
func figure1(t *testing.T, calls int) *Written {
	t.Helper()
	if _, err := browser.Find(false); err != nil {
		t.Skip(err)
	}
	click := func(paths ...string) []*act.Act {
		out := []*act.Act{act.First()}
		for _, path := range paths {
			out = append(out, &act.Act{Event: visitor.Event{Kind: "click", Element: visitor.Element{Path: path}}})
		}
		return out
	}
	out, err := Write(t.Context(), Page{
		More: func(made int) bool { return made < calls },
		Site: site.Serve(http.FileServerFS(os.DirFS("../../../examples/page/site"))), Address: site.Local,
		Settings: visitor.Settings{Now: 1767225600000, Seed: 1},
	}, [][]*act.Act{click("#cell0", "#divElem", "#startCell"), click("#cell1", "#divElem"), click("#startCell")})
	require.NoError(t, err)
	return out
}

// TestLimit: with few calls, functions and mutants are left, which is told, and the calls are hardly more.
func TestLimit(t *testing.T) {
	out := figure1(t, 40)
	assert.NotEmpty(t, out.Tests)
	assert.Equal(t, 4, out.Left, "of 5 functions")
	assert.Positive(t, out.Untried)
}

// TestFigure1: setDim has the assertions that the paper shows in Figure 4, on what of the page it needs, and those that
// notice nothing are left out.
func TestFigure1(t *testing.T) {
	units := map[string]*suite.Unit{}
	for _, test := range figure1(t, 5000).Tests {
		require.NoError(t, test.Validate())
		u := test.Steps[0].Unit
		units[u.Call] = u
	}
	require.Contains(t, units, "setDim(10)")
	u := units["setDim(10)"]
	assert.Equal(t, `<div id="endCell" style="width: 100px; height: 200px"></div>`, u.Fixture)
	assert.Equal(t, []suite.Variable{{Name: "currentDim", Value: "20"}}, u.Variables)
	assert.Equal(t, []suite.UnitCheck{
		{Of: "result", Is: "30"}, {Of: "currentDim", Is: "50"},
		{Of: "document.querySelector('#endCell').style.height", Is: "'30px'"},
	}, u.Expect)
	assert.Equal(t, []string{"/cells.js"}, u.Scripts)
	assert.Contains(t, units, "cellClicked.call(document.querySelector('#cell0'))")
	assert.NotContains(t, units, "setDim(20)", "a call that covers the same, and whose mutants look alike")
}

func TestLiterals(t *testing.T) {
	for raw, want := range map[string]string{
		"": "undefined", `"it's"`: `"it's"`, "1.5": "1.5", "null": "null", `{"$type":"number","value":"NaN"}`: "NaN",
		`[1,{"b":"x","a-b":[],"$$c":true}]`: "[1, { $c: true, 'a-b': [], b: 'x' }]", `{"$type":"undefined"}`: "undefined",
		`{"$type":"bigint","value":"12"}`: "12n", `{"$type":"Set","values":[1]}`: "new Set([1])",
		`{"$type":"Map","entries":[["a",1]]}`: "new Map([['a', 1]])", `{"$type":"RegExp","source":"a","flags":"g"}`: "/a/g",
		`{"$type":"host","$class":"HTMLElement","value":{"element":"body > p"}}`: "document.querySelector('#qunit-fixture > p')",
		`{"$type":"function","name":"f"}`:                                        "", `{"$ref":"$.this"}`: "", `[{"$more":3}]`: "", `{"$type":"object","$class":"A"}`: "",
	} {
		got, ok := literal(json.RawMessage(raw))
		assert.Equal(t, want != "", ok, raw)
		if ok {
			assert.Equal(t, want, got)
		}
	}
	made, ok := instance(json.RawMessage(`{"$type":"object","$class":"Cart","n":1}`), "Cart")
	assert.True(t, ok)
	assert.Equal(t, "Object.assign(Object.create(Cart.prototype), { n: 1 })", made)
}

// TestLeast: the smallest set of checks that notices what all of them do.
func TestLeast(t *testing.T) {
	none, n, m := check{result, "undefined"}, check{"n", "1"}, check{"m", "2"}
	kills := map[check][]int{none: {1}, n: {1, 2}, m: {2}}
	assert.Equal(t, []check{n}, least([]check{none, n, m}, kills))
	assert.Equal(t, []check{{result, "7"}, m}, least([]check{{result, "7"}, n, m}, map[check][]int{m: {3}}))
	assert.Empty(t, least([]check{n, m}, nil))
}
