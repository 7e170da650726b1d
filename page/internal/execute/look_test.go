package execute

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/page/internal/act"
	"github.com/evoke-go/evoke/page/internal/browser"
	"github.com/evoke-go/evoke/page/internal/visitor"
	"github.com/evoke-go/evoke/testcase"
)

// TestLook: pictures are taken of the wanted states, also of those on the way to others, and of no state that hangs.
func TestLook(t *testing.T) {
	x, _ := executor(t, 1, map[string]string{"index.html": `<title>Shop</title><p id=p>none</p>
		<button id=b onclick="p.textContent += '!'; if (p.textContent == 'none!!') for (;;) {}">b</button>`})
	click := x.Graph.States[0].Act(x.Graph.States[0].Events[0])
	path := []*act.Act{act.First(), click}
	trace, err := x.Run(t.Context(), &testcase.Case{Actions: []testcase.Action{path[0], path[1]}}, Search)
	require.NoError(t, err)
	first, second := trace.Steps[0].Told.State, trace.Steps[1].Told.State
	require.NotEqual(t, first, second)
	wanted := map[string]*visitor.View{first: nil, second: nil, "never": nil}
	require.NoError(t, x.Look(t.Context(), append(path, click), 100, wanted))
	for _, id := range []string{first, second} {
		require.NotNil(t, wanted[id])
		assert.Equal(t, "Shop", wanted[id].Title)
		assert.Equal(t, "WEBP", string(wanted[id].Picture[8:12]))
		assert.Less(t, len(wanted[id].Picture), 8<<10)
	}
	assert.NotEqual(t, wanted[first].Picture, wanted[second].Picture)
	assert.Nil(t, wanted["never"])
}

// TestLookChecks: a defect of a state is a fault, with the steps that lead to the state.
func TestLookChecks(t *testing.T) {
	x, _ := executor(t, 1,
		map[string]string{"index.html": `<p id=p></p><button id=b onclick="p.textContent = 1">b</button>`})
	click := x.Graph.States[0].Act(x.Graph.States[0].Events[0])
	path := []*act.Act{act.First(), click}
	trace, err := x.Run(t.Context(), &testcase.Case{Actions: []testcase.Action{path[0], path[1]}}, Search)
	require.NoError(t, err)
	x.tabs.page.Check = func(context.Context, *browser.Tab) ([]visitor.Trouble, error) {
		return []visitor.Trouble{{Kind: visitor.Access, Text: "rule", Place: "#b"}, {Kind: "link", Text: "a link"}}, nil
	}
	require.NoError(t, x.Look(t.Context(), path, 100, map[string]*visitor.View{trace.Steps[1].Told.State: nil}))
	x.tabs.page.Check = func(context.Context, *browser.Tab) ([]visitor.Trouble, error) {
		return []visitor.Trouble{{Kind: visitor.Access, Text: "rule", Place: "#p"}}, nil
	}
	require.NoError(t, x.Look(t.Context(), path, 100, map[string]*visitor.View{trace.Steps[0].Told.State: nil}))
	found := x.Faults.All()
	require.Len(t, found, 2, "a rule is one fault wherever it is broken")
	for _, f := range found {
		require.Len(t, f.Steps, 2)
		assert.Equal(t, "click", f.Steps[1].Act.Kind)
	}
	assert.Equal(t, "#b", found[0].Place)
}
