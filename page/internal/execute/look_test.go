package execute

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/page/internal/act"
	"github.com/evoke-go/evoke/page/internal/visitor"
	"github.com/evoke-go/evoke/testcase"
)

// TestLook: pictures are taken of the states that are wanted, on the way to others too, and of no state that hangs.
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
