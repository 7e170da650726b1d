package probe_test

import (
	"maps"
	"testing"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe"
	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"
)

// model is what the cells of a package should hold: the best value of each target in this round, and the muted targets.
type model struct {
	c     *cells
	best  map[probe.Target]float64
	muted map[probe.Target]bool
}

func (m *model) raise(t probe.Target, value float64) {
	if !m.muted[t] {
		m.best[t] = max(m.best[t], value)
	}
}

func (m *model) evaluated(i int, t heuristics.Truthness) {
	m.raise(m.c.cond(i, true), t.OfTrue)
	m.raise(m.c.cond(i, false), t.OfFalse)
}

func (m *model) mute(t probe.Target) {
	probe.Mute(t)
	m.muted[t] = true
	delete(m.best, t)
}

const modelCells = 4

func drawCell(rt *rapid.T) int     { return rapid.IntRange(0, modelCells-1).Draw(rt, "cell") }
func drawNumber(rt *rapid.T) int64 { return rapid.Int64Range(-5, 5).Draw(rt, "operand") }
func drawText(rt *rapid.T) string  { return rapid.StringMatching(`[ab]{0,3}`).Draw(rt, "text") }

// program returns the actions of the program, which change the cells and the model alike.
func (m *model) program() map[string]func(*rapid.T) {
	return map[string]func(*rapid.T){
		"enter": func(rt *rapid.T) {
			i := drawCell(rt)
			probe.Enter(m.c.group, &m.c.stmts[i])
			m.raise(m.c.stmt(i), 0.5)
		},
		"done": func(rt *rapid.T) { i := drawCell(rt); probe.Done(m.c.group, &m.c.stmts[i]); m.raise(m.c.stmt(i), 1) },
		"next": func(rt *rapid.T) {
			i, k := drawCell(rt), drawCell(rt)
			probe.Next(m.c.group, &m.c.stmts[i], &m.c.stmts[k])
			m.raise(m.c.stmt(i), 1)
			m.raise(m.c.stmt(k), 0.5)
		},
		"integers": func(rt *rapid.T) {
			a, b := drawNumber(rt), drawNumber(rt)
			assert.Equal(rt, a <= b, probe.Ints(m.c.at(0)).Le(a, b))
			m.evaluated(0, heuristics.LessInt(b, a).Not())
		},
		"floats": func(rt *rapid.T) {
			a, b := float64(drawNumber(rt)), float64(drawNumber(rt))
			assert.Equal(rt, a != b, probe.Floats(m.c.at(1)).Ne(a, b))
			m.evaluated(1, heuristics.EqualFloat(a, b).Not())
		},
		"strings": func(rt *rapid.T) {
			a, b := drawText(rt), drawText(rt)
			assert.Equal(rt, a < b, probe.Texts(m.c.at(2)).Lt(a, b))
			m.evaluated(2, heuristics.LessString(a, b))
		},
		"text for a type parameter": func(rt *rapid.T) {
			a, b := drawText(rt), drawText(rt)
			assert.Equal(rt, a == b, probe.EqT(m.c.group, &m.c.conds[3], &m.c.nears[3], a, b))
			m.evaluated(3, heuristics.EqualString(a, b))
		},
		"integers for a type parameter": func(rt *rapid.T) {
			a, b := drawNumber(rt), drawNumber(rt)
			assert.Equal(rt, a == b, probe.EqT(m.c.group, &m.c.conds[3], &m.c.nears[3], a, b))
			m.evaluated(3, heuristics.EqualInt(a, b))
		},
	}
}

// driver returns the actions of the code that drives the program.
func (m *model) driver(t *testing.T) map[string]func(*rapid.T) {
	return map[string]func(*rapid.T){
		"mute": func(rt *rapid.T) {
			m.mute(m.c.first + probe.Target(rapid.IntRange(0, 3*modelCells-1).Draw(rt, "target")))
		},
		"kill": func(*rapid.T) { probe.Kill(); probe.Revive() },
		"begin": func(*rapid.T) {
			probe.UnmuteAll()
			probe.Drop()
			clear(m.muted)
			clear(m.best)
		},
		"take": func(rt *rapid.T) {
			assert.Equal(rt, m.best, taken(t))
			clear(m.best)
		},
	}
}

func TestModel(t *testing.T) {
	c := newCells(t, modelCells, modelCells)
	rapid.Check(t, func(rt *rapid.T) {
		probe.UnmuteAll()
		probe.Drop()
		m := &model{c: c, best: map[probe.Target]float64{}, muted: map[probe.Target]bool{}}
		actions := m.program()
		maps.Copy(actions, m.driver(t))
		rt.Repeat(actions)
		assert.Equal(rt, m.best, taken(t))
	})
	probe.UnmuteAll()
}
