package execute

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/page/internal/act"
	"github.com/evoke-go/evoke/page/internal/browser"
	"github.com/evoke-go/evoke/page/internal/graph"
	"github.com/evoke-go/evoke/page/internal/site"
	"github.com/evoke-go/evoke/testcase"
)

// executor returns an executor for a page of some files.
func executor(t testing.TB, tabs int, files map[string]string) (*Executor, *fitness.Registry) {
	t.Helper()
	if _, err := browser.Find(false); err != nil {
		t.Skip(err)
	}
	root := fstest.MapFS{}
	for name, text := range files {
		root[name] = &fstest.MapFile{Data: []byte(text)}
	}
	registry := &fitness.Registry{}
	x, err := New(
		t.Context(), Page{Site: site.Serve(http.FileServerFS(root)), Address: site.Local, Tabs: tabs}, registry,
	)
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, x.Close()) })
	return x, registry
}

// explore executes tests that a chooser selects, until it has no more or up to a number of tests.
func explore(t testing.TB, x *Executor, choose graph.Chooser, tests int) (acts int) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	for range tests {
		step, ok := choose(x.Graph.States, r)
		if !ok {
			return acts
		}
		c := &testcase.Case{}
		for _, a := range step.State.Path {
			c.Actions = append(c.Actions, a.Clone())
		}
		next := step.State.Act(step.Event)
		next.Randomize(r)
		trace, err := x.Run(t.Context(), &testcase.Case{Actions: append(c.Actions, next)}, Search)
		require.NoError(t, err)
		acts += len(trace.Steps) - 1
		if step.Event.Tried == 0 { // the test did not reach it
			x.Graph.Went(step.State, nil, next, graph.Came{})
		}
	}
	return acts
}

// figure1 is the page of Figure 1 of the paper, without jQuery.
var figure1 = map[string]string{
	"index.html": `<div id=startCell>s</div><button id=cell0>0</button><button id=cell1>1</button>
		<div id=endCell style="width:100px;height:200px"></div><script src="game.js"></script>`,
	"game.js": `var currentDim = 20;
const $ = id => document.getElementById(id);
function cellClicked() {
  const div = document.createElement('div');
  div.id = 'divElem';
  div.textContent = '+';
  if (this.id == 'cell0') {
    $('cell0').after(div);
    div.onclick = setup;
  } else if (this.id == 'cell1') {
    $('cell1').after(div);
    div.onclick = function () { setDim(20); };
  }
}
function setup() {
  setDim(10);
  $('startCell').onclick = start;
}
function setDim(dimension) {
  var dim = ($('endCell').offsetWidth + $('endCell').offsetHeight) / dimension;
  currentDim += dim;
  $('endCell').style.height = dim + 'px';
  return dim;
}
function start() {
  if (currentDim > 40) this.style.height = currentDim + 'px';
  else this.remove();
}
$('cell0').onclick = cellClicked;
$('cell1').onclick = cellClicked;
`,
}

func TestExploration(t *testing.T) {
	if testing.Short() {
		t.Skip("it visits a page hundreds of times")
	}
	x, registry := executor(t, 2, figure1)
	explore(t, x, graph.Coverage(x.Unexecuted), 8)
	explore(t, x, graph.Promising(x.Uncovered), 12)
	scripts := x.Statements()
	require.Len(t, scripts, 1)
	assert.GreaterOrEqual(t, scripts[0].Covered, scripts[0].Statements*3/4, "%+v", scripts)
	assert.Empty(t, x.Faults.All())
	names := map[string]bool{}
	for id := range registry.Len() {
		names[registry.Target(fitness.ID(id)).Name] = true
	}
	for _, name := range []string{"click #cell1", "click #divElem", "click #startCell"} {
		assert.True(t, names[name], name)
	}
	assert.Greater(t, len(x.Graph.States), 5)
}

// TestMisbehaviour: a page that hangs, crashes, leaves or throws ends at most its test, and is a fault.
func TestMisbehaviour(t *testing.T) {
	x, _ := executor(t, 1, map[string]string{"index.html": `<button id=hang onclick="for (;;) {}">h</button>
		<button id=throw onclick="none()">t</button><a id=leave href="http://other.test/">l</a><button id=ok>o</button>
		<button id=loop onclick="location.reload()">r</button>`})
	run := func(paths ...string) *Trace {
		c := &testcase.Case{Actions: []testcase.Action{act.First()}}
		for _, p := range paths {
			i := slices.IndexFunc(x.Graph.States[0].Events, func(e *graph.Event) bool { return e.Key() == "click "+p })
			require.GreaterOrEqual(t, i, 0, p)
			c.Actions = append(c.Actions, x.Graph.States[0].Act(x.Graph.States[0].Events[i]))
		}
		trace, err := x.Run(t.Context(), c, Search)
		require.NoError(t, err)
		return trace
	}
	assert.Len(t, run("#ok", "#throw", "#ok").Steps, 4)
	hang := run("#hang", "#ok")
	assert.Len(t, hang.Steps, 2)
	require.ErrorIs(t, hang.Steps[1].Broken, browser.ErrHangs)
	hung := x.Graph.States[0].Event("click #hang")
	assert.Equal(t, 1, hung.Tried, "it was tried, and led nowhere")
	assert.Equal(t, []graph.Edge{{Count: 1, Faults: hung.Edges[0].Faults}}, hung.Edges)
	assert.Equal(t, "hang", x.Faults.Of(hung.Edges[0].Faults[0]).Kind)
	assert.Len(t, run("#leave", "#ok").Steps, 2)
	assert.Len(t, run("#loop", "#ok").Steps, 3)
	var faults []string
	for _, f := range x.Faults.All() {
		faults = append(faults, fmt.Sprintf("%d steps to %s: %s %s", len(f.Steps), f.Event, f.Kind, f.Text))
	}
	assert.Equal(t, []string{
		"3 steps to click #throw: error ReferenceError: none is not defined",
		"2 steps to click #hang: hang click #hang",
	}, faults)
}

// TestTheBrowserEnds: another browser is started.
func TestTheBrowserEnds(t *testing.T) {
	x, _ := executor(t, 1, map[string]string{"index.html": "<button id=b>b</button>"})
	for range 2 {
		trace, err := x.Run(t.Context(), &testcase.Case{Actions: []testcase.Action{act.First()}}, Check)
		require.NoError(t, err)
		assert.Len(t, trace.Steps, 1)
		require.NoError(t, x.tabs.browser.Close())
	}
}

// BenchmarkEvents measures events per second on the page of Figure 1, which is loaded for each test.
func BenchmarkEvents(b *testing.B) {
	x, _ := executor(b, 3, figure1)
	acts, tests := 0, 0
	for b.Loop() {
		acts += explore(b, x, graph.Promising(x.Uncovered), 1)
		tests++
	}
	b.ReportMetric(float64(acts)/b.Elapsed().Seconds(), "events/s")
}

// TestBusyMachines: on a busy machine, a normal click does not count as hanging, but an endless loop does.
func TestBusyMachines(t *testing.T) {
	x, _ := executor(t, 1, map[string]string{
		"index.html": `<button id=plain>p</button><button id=hang>h</button><script>
			let n = 0;
			plain.onclick = () => { for (let i = 0; i < 2e6; i++) n += i % 7; };
			hang.onclick = () => { for (;;); };
		</script>`,
	})
	x.tabs.page.Limits.Act = time.Second
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(8 * runtime.NumCPU()))
	var done atomic.Bool
	defer done.Store(true)
	for range 8 * runtime.NumCPU() {
		go func() {
			for !done.Load() { // keeps a processor busy
			}
		}()
	}
	for path, want := range map[string]error{"#plain": nil, "#hang": browser.ErrHangs} {
		click := x.Graph.States[0].Act(x.Graph.States[0].Event("click " + path))
		trace, err := x.Run(t.Context(), &testcase.Case{Actions: []testcase.Action{act.First(), click}}, Check)
		require.NoError(t, err)
		require.Len(t, trace.Steps, 2)
		require.ErrorIs(t, trace.Steps[1].Broken, want)
	}
}

// TestGoesOn: a test for the search continues with the acts that Next returns in its last state.
func TestGoesOn(t *testing.T) {
	grows := `<button onclick="this.after(b.cloneNode())" id=b>0</button>`
	x, _ := executor(t, 1, map[string]string{"index.html": grows})
	clicks := 0
	x.Next = func(after *Step, done int) *act.Act {
		if done == 4 {
			return nil
		}
		clicks++
		return after.To.Act(after.To.Events[0])
	}
	open := &testcase.Case{Actions: []testcase.Action{act.First()}}
	trace, err := x.Run(t.Context(), open, Search)
	require.NoError(t, err)
	assert.Len(t, trace.Steps, 4)
	assert.NotNil(t, x.Graph.State(trace.Steps[3].Told.State), "the graph has its states")
	trace, err = x.Run(t.Context(), open, Check)
	require.NoError(t, err)
	assert.Len(t, trace.Steps, 1)
	assert.Equal(t, 3, clicks)
}
