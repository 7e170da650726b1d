package probe_test

import (
	"sync"
	"testing"
	"time"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe"
	"github.com/stretchr/testify/assert"
)

// killed runs f on a goroutine, lets it loop, kills it, and reports whether it
// ended before a generous limit.
func killed(t *testing.T, f func(started func())) bool {
	t.Helper()
	var once sync.Once
	started, ended := make(chan bool), make(chan bool)
	go func() {
		defer close(ended)
		f(func() { once.Do(func() { close(started) }) })
	}()
	<-started
	probe.Kill()
	defer probe.Revive()
	select {
	case <-ended:
		return true
	case <-time.After(20 * time.Second):
		return false
	}
}

func TestKill(t *testing.T) {
	c := newCells(t, 4, 4)
	t.Cleanup(probe.UnmuteAll)
	probe.Mute(c.stmt(3))
	for _, loops := range []map[string]func(*cells, func()){statementLoops, conditionLoops, deferLoops} {
		for name, loop := range loops {
			t.Run(name, func(t *testing.T) {
				assert.True(t, killed(t, func(started func()) { loop(c, started) }))
			})
		}
	}
}

// Endless loops that call started.
var statementLoops = map[string]func(c *cells, started func()){
	"statement": func(c *cells, started func()) {
		for {
			probe.Enter(&c.stmts[0])
			started()
		}
	},
	"completed statements": func(c *cells, started func()) {
		for {
			probe.Next(&c.stmts[0], &c.stmts[1])
			started()
			probe.Done(&c.stmts[1])
		}
	},
	"muted statement": func(c *cells, started func()) {
		for {
			probe.Enter(&c.stmts[3])
			started()
		}
	},
	"spin": func(_ *cells, started func()) {
		for {
			probe.Spin()
			started()
		}
	},
}

var conditionLoops = map[string]func(c *cells, started func()){
	"condition": func(c *cells, started func()) {
		for probe.LtI(&c.conds[0], 1, 5) {
			started()
		}
	},
	"condition, both sides taken": func(c *cells, started func()) {
		for n := int64(0); ; n++ {
			if probe.EqI(&c.conds[1], n&1, 0) {
				started()
			}
		}
	},
	"text": func(c *cells, started func()) {
		for probe.EqS(&c.conds[0], "a", "a") || probe.HasPrefix(&c.conds[1], "a", "b") {
			started()
		}
	},
	"type parameters and interfaces": func(c *cells, started func()) {
		for !probe.EqT(&c.conds[0], 1, 2) && !probe.EqA(&c.conds[1], 1, 2) && !probe.In(&c.conds[2], []int{1}, 2) {
			started()
		}
	},
	"switch": func(c *cells, started func()) {
		for {
			switch probe.Switch(c.conds, 1, 1, 2, 3) {
			case 1:
				started()
			}
		}
	},
	"key": func(c *cells, started func()) {
		m := map[string]int{"a": 1}
		for m[probe.Key(&c.conds[0], m, "a")] == 1 {
			started()
		}
	},
}

var deferLoops = map[string]func(c *cells, started func()){
	"recover in the loop": func(c *cells, started func()) {
		for {
			func() {
				defer func() { _ = recover() }()
				probe.Enter(&c.stmts[0])
				started()
				panic("again")
			}()
		}
	},
	"probe in a deferred function of the loop": func(c *cells, started func()) {
		for {
			func() {
				defer func() { probe.Enter(&c.stmts[1]); _ = recover() }()
				started()
			}()
		}
	},
	"endless deferred function": func(c *cells, started func()) {
		defer func() {
			for {
				probe.Enter(&c.stmts[2])
			}
		}()
		for {
			probe.Enter(&c.stmts[1])
			started()
		}
	},
}

// TestKillUnwinds: the deferred functions of a killed goroutine run to their
// end although they hold probes, and no recover sees anything.
func TestKillUnwinds(t *testing.T) {
	c := newCells(t, 3, 1)
	var mu sync.Mutex
	var recovered any
	cleaned, after := false, false
	ok := killed(t, func(started func()) {
		func() {
			mu.Lock()
			defer func() {
				probe.Enter(&c.stmts[1])
				recovered = recover()
				if probe.Bool(&c.conds[0], true) {
					cleaned = true
				}
				probe.Next(&c.stmts[1], &c.stmts[2])
				mu.Unlock()
			}()
			for {
				probe.Enter(&c.stmts[0])
				started()
			}
		}()
		after = true
	})
	assert.True(t, ok)
	assert.True(t, cleaned)
	assert.True(t, mu.TryLock(), "the lock was given back")
	assert.Nil(t, recovered)
	assert.False(t, after)
}

func TestReviveKeepsState(t *testing.T) {
	c := newCells(t, 3, 2)
	t.Cleanup(probe.UnmuteAll)
	probe.Mute(c.stmt(0))
	probe.Mute(c.cond(0, true))
	probe.Done(&c.stmts[1])
	probe.EqI(&c.conds[1], 3, 5)
	probe.Kill()
	probe.Kill()
	probe.Revive()
	probe.Done(&c.stmts[0])
	probe.Enter(&c.stmts[2])
	probe.Bool(&c.conds[0], true)
	near := heuristics.EqualInt(3, 5)
	assert.Equal(t, map[probe.Target]float64{
		c.stmt(1): 1, c.stmt(2): 0.5, c.cond(0, false): heuristics.Reached,
		c.cond(1, true): near.OfTrue, c.cond(1, false): near.OfFalse,
	}, taken(t))
}

// TestTakeWhileKilled: what a hanging call reached is read after Kill too.
func TestTakeWhileKilled(t *testing.T) {
	c := newCells(t, 2, 1)
	probe.Done(&c.stmts[0])
	probe.Bool(&c.conds[0], true)
	probe.Kill()
	assert.Len(t, taken(t), 3)
	late := newCells(t, 1, 0)
	assert.True(t, ends(func() { probe.Enter(&late.stmts[0]) }), "registered while killed")
	assert.True(t, ends(func() { probe.Enter(&c.stmts[0]) }))
	probe.Revive()
	assert.False(t, ends(func() { probe.Enter(&late.stmts[0]); probe.Enter(&c.stmts[0]) }))
	assert.Equal(t, map[probe.Target]float64{late.stmt(0): 0.5, c.stmt(0): 0.5}, taken(t))
}

// ends reports whether f ends its goroutine instead of returning.
func ends(f func()) bool {
	gone := true
	done := make(chan bool)
	go func() {
		defer close(done)
		f()
		gone = false
	}()
	<-done
	return gone
}
