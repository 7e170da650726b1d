package probe_test

import (
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe"
)

// grouped is a package of several functions, with cells in arrays as the instrumenter makes them, or in slices that
// begin and end at any address.
type grouped struct {
	*cells
	groups []probe.Group
	starts []probe.Start
}

func newGrouped(t testing.TB, shift int) *grouped {
	t.Helper()
	g := &grouped{cells: unregistered(0, 0)}
	stmts, conds := uint32(0), uint32(0)
	for _, size := range []uint32{3, 0, 1, 8, 4, 11, 2, 2, 1, 5} {
		g.starts = append(g.starts, probe.Start{Stmt: stmts, Cond: conds})
		stmts, conds = stmts+size, conds+size/2
	}
	g.groups = make([]probe.Group, 16)[shift : len(g.starts)+shift]
	g.stmts = make([]probe.Stmt, 64)[shift : int(stmts)+shift]
	g.conds = make([]probe.Cond, 64)[shift : int(conds)+shift]
	g.nears = make([]probe.Near, conds)
	p := g.pkg(t.Name())
	p.Groups, p.Starts = g.groups, g.starts
	require.True(t, probe.Register(p))
	t.Cleanup(probe.Drop)
	return g
}

// of returns the group of a statement or condition.
func (g *grouped) of(i int, start func(probe.Start) uint32) *probe.Group {
	group := 0
	for k, s := range g.starts {
		if int(start(s)) <= i {
			group = k
		}
	}
	return &g.groups[group]
}

func (g *grouped) done(i int) {
	probe.Done(g.of(i, func(s probe.Start) uint32 { return s.Stmt }), &g.stmts[i])
}

func (g *grouped) less(i int, a, b int64) {
	probe.Ints(probe.At(g.of(i, func(s probe.Start) uint32 { return s.Cond }), &g.conds[i], &g.nears[i])).Lt(a, b)
}

// TestGroups: exactly the touched targets are reported, wherever they lie in the words that a reader takes at once.
func TestGroups(t *testing.T) {
	for name, shift := range map[string]int{"words": 0, "anywhere": 1} {
		t.Run(name, func(t *testing.T) {
			g := newGrouped(t, shift)
			rapid.Check(t, func(rt *rapid.T) {
				probe.UnmuteAll()
				probe.Drop()
				m := &model{c: g.cells, best: map[probe.Target]float64{}, muted: map[probe.Target]bool{}}
				actions := m.driver(t)
				actions["mute"] = func(rt *rapid.T) {
					m.mute(g.first + probe.Target(rapid.IntRange(0, len(g.stmts)+2*len(g.conds)-1).Draw(rt, "target")))
				}
				actions["done"] = func(rt *rapid.T) {
					i := rapid.IntRange(0, len(g.stmts)-1).Draw(rt, "statement")
					g.done(i)
					m.raise(g.stmt(i), 1)
				}
				actions["less"] = func(rt *rapid.T) {
					i, a, b := rapid.IntRange(0, len(g.conds)-1).Draw(rt, "condition"), drawNumber(rt), drawNumber(rt)
					g.less(i, a, b)
					m.evaluated(i, heuristics.LessInt(a, b))
				}
				actions["drop"] = func(*rapid.T) { probe.Drop(); clear(m.best) }
				rt.Repeat(actions)
				assert.Equal(rt, m.best, taken(t))
			})
			probe.UnmuteAll()
		})
	}
}

// TestSizes: the cells are small, since they compete with the data of the program for the caches.
func TestSizes(t *testing.T) {
	assert.EqualValues(t, 1, unsafe.Sizeof(probe.Group{}))
	assert.EqualValues(t, 2, unsafe.Sizeof(probe.Stmt{}))
	assert.EqualValues(t, 2, unsafe.Sizeof(probe.Cond{}))
	assert.EqualValues(t, 16, unsafe.Sizeof(probe.Near{}))
}
