package units

import (
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/mutation"
	"github.com/evoke-go/evoke/page/internal/act"
	"github.com/evoke-go/evoke/page/internal/browser"
	"github.com/evoke-go/evoke/page/internal/site"
	"github.com/evoke-go/evoke/page/internal/visitor"
	"github.com/evoke-go/evoke/probe/mutant"
	"github.com/evoke-go/evoke/suite"
)

// figure1 returns the tests of functions of a page after Figure 1, with a maximum number of calls.
func figure1(t *testing.T, calls int) *Written {
	t.Helper()
	if _, err := browser.Find(false); err != nil {
		t.Skip(err)
	}
	return write(t, "../../../examples/page/site", calls, acts("click #cell0", "click #divElem", "click #startCell"),
		acts("click #cell1", "click #divElem"), acts("click #startCell"))
}

// acts returns a visit from texts, each with an event, an element and possibly a value.
func acts(of ...string) []*act.Act {
	out := []*act.Act{act.First()}
	for _, text := range of {
		parts := strings.Split(text+"  ", " ")
		a := &act.Act{Event: visitor.Event{Kind: parts[0], Element: visitor.Element{Path: parts[1]}}}
		if parts[2] != "" {
			a.Value = gene.NewConst(parts[2])
		}
		out = append(out, a)
	}
	return out
}

// write writes tests of the functions of a site.
func write(t *testing.T, folder string, calls int, visits ...[]*act.Act) *Written {
	t.Helper()
	return study(t, nil, folder, calls, visits...)
}

func study(t *testing.T, s *mutation.Study, folder string, calls int, visits ...[]*act.Act) *Written {
	t.Helper()
	if _, err := browser.Find(true); err != nil {
		t.Skip(err)
	}
	out, err := Write(t.Context(), Page{
		Own: true, Study: s, More: func(made int) bool { return made < calls },
		Site: site.Serve(http.FileServerFS(os.DirFS(folder))), Address: site.Local,
		Settings: visitor.Settings{Now: 1767225600000, Seed: 1},
	}, visits)
	require.NoError(t, err)
	return out
}

// TestLimit: with few calls, functions and mutants are left out, which is reported, and there are hardly more calls.
func TestLimit(t *testing.T) {
	out := figure1(t, 40)
	assert.NotEmpty(t, out.Tests)
	assert.Equal(t, 4, out.Left, "of 5 functions")
	assert.Positive(t, out.Untried)
}

// TestFigure1: the test of setDim has the assertions of Figure 4 of the paper, and only the elements that it needs.
// Assertions that notice no mutant are left out.
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
	assert.True(t, u.Browser, "it asks for the size of an element")
	assert.False(t, units["cellClicked.call(document.querySelector('#cell0'))"].Browser)
	assert.Contains(t, units, "cellClicked.call(document.querySelector('#cell0'))")
	assert.NotContains(t, units, "setDim(20)", "a call that covers the same, and whose mutants look alike")
}

// TestStudy: a seeded fault does not select assertions, and the tests that reach it are run on it.
func TestStudy(t *testing.T) {
	sum := mutant.Site{
		Package: "/cells.js", Function: "setDim", Line: 28,
		Change: "end.offsetWidth + end.offsetHeight becomes end.offsetWidth - end.offsetHeight",
	}
	s := &mutation.Study{Faults: map[mutant.Site]bool{sum: true}}
	study(t, s, "../../../examples/page/site", 5000, acts("click #cell0", "click #divElem"))
	require.NotEmpty(t, s.Units)
	for _, m := range s.Units {
		assert.Equal(t, sum, m.Site)
		assert.NotEmpty(t, m.Noticed, "the result is another one")
	}
	assert.Equal(t, 5, s.Calls, "cellClicked, setup, setDim, and find twice")
	assert.Equal(t, 5, s.States)
	assert.Greater(t, s.Asserted[0], s.Asserted[2])
}

// TestLeast: least returns the smallest set of checks that notices the same mutants as all checks.
func TestLeast(t *testing.T) {
	none, n, m := check{of: result, is: "undefined"}, check{of: "n", is: "1"}, check{of: "m", is: "2"}
	kills := [][]check{{none, n}, {n, m}}
	assert.Equal(t, []check{n}, least([]check{none, n, m}, kills))
	assert.Equal(t, []check{{of: result, is: "7"}, m}, least([]check{{of: result, is: "7"}, n, m},
		[][]check{{m}}))
	assert.Empty(t, least([]check{n, m}, nil))
}

// TestKinds: there are tests of functions of each kind that a test can call, and the number of the others is known.
func TestKinds(t *testing.T) {
	out := write(t, "testdata/kinds", 5000, acts("click #go", "key #field a"))
	got := map[string]string{}
	for _, test := range out.Tests {
		require.NoError(t, test.Validate())
		u := test.Steps[0].Unit
		line := u.Receiver
		for _, v := range u.Variables {
			line += v.Name + " = " + v.Value
		}
		for _, c := range u.Expect {
			line += "; " + c.Of + " is " + strings.Join(append([]string{c.Is}, c.Or...), " or ")
		}
		if u.Module != "" {
			line += "; " + u.Module + " " + strings.Join(u.Imports, ", ")
		}
		got[u.Call] = strings.TrimPrefix(line, "; ")
		assert.Equal(t, []string{"/kinds.js", "/#3"}, u.Scripts)
	}
	const cart = "Object.assign(Object.create(Cart.prototype), "
	assert.Equal(t, map[string]string{
		"new Cart(2)":           "result.items is []; result.limit is 2",
		"receiver.add('pen')":   cart + "{ items: [], limit: 2 }); result is 1",
		"receiver.last = 'ink'": cart + "{ items: ['pen'] }); receiver.items is ['ink']",
		"receiver.full":         cart + "{ items: [], limit: 2 }); result is false",
		"receiver.fill()":       cart + "{ items: ['ink'] }); receiver.items is ['all']",
		"new Counter()":         "result.n is 1",
		"receiver.more(3)":      "Object.assign(new Counter(), { n: 1 }); receiver.n is 4",
		"shop.toggle()":         "shop.open = false; shop.open is true",
		"later(1)":              "result is 2",
		"later(5)":              "result is 'RangeError: too many'",
		"[...upTo(2)]":          "result is [1, 2]",
		"(steps => [steps.next(), steps.next(), steps.next()])(evens())": "result is [{ done: false, value: 0 }, " +
			"{ done: false, value: 2 }, { done: false, value: 4 }]",
		"coin()":        "result is 'heads' or 'tails'",
		"twice(4)":      "result is 8",
		"total([3, 4])": "result is 7; /total.mjs total",
		"whole([2, 7])": "result is 'total 9'; /total.mjs default as whole",
		"mark(jQuery([document.querySelector('#out')]))": "document.querySelector('#out').className is 'on'",
		"pressed.call(document.querySelector('#field'), Object.defineProperties(new KeyboardEvent('keydown', " +
			"{ code: 'KeyA', key: 'a', keyCode: 65 }), { target: { value: document.querySelector('#field') } }))": "" +
			"document.querySelector('#out').textContent is 'field has an a'",
	}, got)
	assert.Equal(t, 6, out.Closed)
	assert.Equal(t, 25, out.Called)
}
