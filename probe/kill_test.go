package probe_test

import (
	"sync"
	"testing"
	"time"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe"
	"github.com/stretchr/testify/assert"
)

// killed runs f on a goroutine until f calls started, kills it, and reports whether it ended within a generous limit.
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
	c := newCells(t, 3, 4)
	t.Cleanup(probe.UnmuteAll)
	probe.Mute(c.cond(3, true))
	probe.Mute(c.cond(3, false))
	for _, loops := range []map[string]func(*cells, func()){conditionLoops, otherLoops} {
		for name, loop := range loops {
			t.Run(name, func(t *testing.T) {
				assert.True(t, killed(t, func(started func()) { loop(c, started) }))
			})
		}
	}
	_, s := newSwitch[int64](t, 1, 2)
	assert.True(t, killed(t, func(started func()) {
		for {
			probe.SwitchI(c.group, s, 1)
			started()
		}
	}), "switch")
}

// Endless loops that call started.
var conditionLoops = map[string]func(c *cells, started func()){
	"condition": func(c *cells, started func()) {
		for probe.Ints(c.at(0)).Lt(1, 5) {
			started()
		}
	},
	"condition, both sides taken": func(c *cells, started func()) {
		for n := int64(0); ; n++ {
			if probe.Ints(c.at(1)).Eq(n&1, 0) {
				started()
			}
		}
	},
	"text": func(c *cells, started func()) {
		for probe.Texts(c.at(0)).Eq("a", "a") ||
			probe.HasPrefix(c.at(1), "a", "b") {
			started()
		}
	},
	"type parameters and interfaces": func(c *cells, started func()) {
		for !probe.EqT(c.group, &c.conds[0], &c.nears[0], 1, 2) && !probe.Interfaces(c.at(1)).Eq(1, 2) &&
			!probe.In(c.at(1), []int{1}, 2) {
			started()
		}
	},
	"muted": func(c *cells, started func()) {
		for probe.Ints(c.at(3)).Lt(1, 5) {
			started()
		}
	},
	"key": func(c *cells, started func()) {
		m := map[string]int{"a": 1}
		for m[probe.Key(c.group, &c.conds[2], &c.nears[2], m, "a")] == 1 {
			started()
		}
	},
}

var otherLoops = map[string]func(c *cells, started func()){
	"without a comparison": func(c *cells, started func()) {
		for {
			probe.Spin()
			probe.Enter(c.group, &c.stmts[0])
			started()
			probe.Done(c.group, &c.stmts[0])
		}
	},
	"recover in the loop": func(c *cells, started func()) {
		for {
			func() {
				defer func() { _ = recover() }()
				probe.Spin()
				probe.Enter(c.group, &c.stmts[0])
				started()
				panic("again")
			}()
		}
	},
	"probe in a deferred function of the loop": func(c *cells, started func()) {
		for {
			func() {
				defer func() { probe.Spin(); _ = recover() }()
				started()
			}()
		}
	},
	"endless deferred function": func(_ *cells, started func()) {
		defer func() {
			for {
				probe.Spin()
			}
		}()
		for {
			probe.Spin()
			started()
		}
	},
}

// TestKillUnwinds: the deferred functions of a killed goroutine run to their end although they contain probes, and no
// recover gets a value.
func TestKillUnwinds(t *testing.T) {
	c := newCells(t, 3, 2)
	var mu sync.Mutex
	var recovered any
	cleaned, after := false, false
	ok := killed(t, func(started func()) {
		func() {
			mu.Lock()
			defer func() {
				probe.Enter(c.group, &c.stmts[1])
				recovered = recover()
				if probe.Ints(c.at(0)).Lt(1, 2) && probe.Bool(c.group, &c.conds[1], true) {
					cleaned = true
				}
				probe.Next(c.group, &c.stmts[1], &c.stmts[2])
				mu.Unlock()
			}()
			for probe.Ints(c.at(0)).Lt(1, 2) {
				probe.Enter(c.group, &c.stmts[0])
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
	probe.Done(c.group, &c.stmts[1])
	probe.Ints(c.at(1)).Eq(3, 5)
	probe.Kill()
	probe.Kill()
	probe.Revive()
	probe.Done(c.group, &c.stmts[0])
	probe.Enter(c.group, &c.stmts[2])
	probe.Bool(c.group, &c.conds[0], true)
	near := heuristics.EqualInt(3, 5)
	assert.Equal(t, map[probe.Target]float64{
		c.stmt(1): 1, c.stmt(2): 0.5, c.cond(0, false): heuristics.Reached,
		c.cond(1, true): near.OfTrue, c.cond(1, false): near.OfFalse,
	}, taken(t))
}

// TestTakeWhileKilled: what a hanging call reached can be read after Kill too.
func TestTakeWhileKilled(t *testing.T) {
	c := newCells(t, 2, 1)
	probe.Done(c.group, &c.stmts[0])
	probe.Bool(c.group, &c.conds[0], true)
	probe.Kill()
	assert.Len(t, taken(t), 3)
	late := newCells(t, 0, 1)
	compare := func(c *cells) func() {
		return func() { probe.Ints(c.at(0)).Lt(1, 2) }
	}
	assert.True(t, ends(compare(late)), "registered while killed")
	assert.True(t, ends(compare(c)))
	assert.True(t, ends(probe.Spin))
	probe.Revive()
	assert.False(t, ends(compare(late)) || ends(compare(c)) || ends(probe.Spin))
	assert.Len(t, taken(t), 4)
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
