package probe_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ledger counts how often each target was reported, over all rounds.
type ledger struct {
	mu    sync.Mutex
	times map[probe.Target]int
	best  map[probe.Target]float64
}

func newLedger() *ledger {
	return &ledger{times: map[probe.Target]int{}, best: map[probe.Target]float64{}}
}

func (l *ledger) take() {
	probe.Take(func(t probe.Target, value float64) {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.times[t]++
		l.best[t] = max(l.best[t], value)
	})
}

// during takes rounds on several goroutines until run returns, and one more after that.
func (l *ledger) during(run func()) {
	var stop atomic.Bool
	var readers sync.WaitGroup
	for range 2 {
		readers.Go(func() {
			for !stop.Load() {
				l.take()
				runtime.Gosched()
			}
		})
	}
	run()
	stop.Store(true)
	readers.Wait()
	l.take()
}

// TestNothingLostOrDouble: each cell is touched by one goroutine and once, so each is reported once, in whichever
// round.
func TestNothingLostOrDouble(t *testing.T) {
	const workers, each = 8, 500
	c := newCells(t, workers*each, workers*each)
	l := newLedger()
	l.during(func() {
		var all sync.WaitGroup
		for w := range workers {
			all.Go(func() {
				for i := w * each; i < (w+1)*each; i++ {
					probe.Done(c.group, &c.stmts[i])
					probe.Ints(c.at(i)).Eq(int64(i), -1)
				}
			})
		}
		all.Wait()
	})
	for i := range c.stmts {
		require.Equal(t, 1, l.times[c.stmt(i)], "statement %d", i)
		require.Equal(t, 1, l.times[c.cond(i, false)], "the side taken of condition %d", i)
		require.Equal(t, heuristics.EqualInt(int64(i), -1).OfTrue, l.best[c.cond(i, true)],
			"the distance of condition %d", i)
	}
}

// TestTouchedAgainIsToldAgain: a goroutine that touches a cell and waits sees it reported, also if other goroutines
// keep the same cell busy.
func TestTouchedAgainIsToldAgain(t *testing.T) {
	const rounds = 300
	c := newCells(t, 2, 2)
	var stop atomic.Bool
	var noise sync.WaitGroup
	for range 2 {
		noise.Go(func() {
			for !stop.Load() {
				probe.Enter(c.group, &c.stmts[0])
				probe.Ints(c.at(0)).Lt(3, 9)
				runtime.Gosched()
			}
		})
	}
	for i := range rounds {
		distance := int64(1000 - i)
		probe.Done(c.group, &c.stmts[0])
		probe.Ints(c.at(0)).Lt(9+distance, 9)
		got := taken(t)
		require.Equal(t, 1.0, got[c.stmt(0)], "round %d", i)
		require.Equal(t, 1.0, got[c.cond(0, false)], "round %d", i)
	}
	stop.Store(true)
	noise.Wait()
	taken(t)
	assert.Empty(t, taken(t))
}

// TestBestOfManyGoroutines: the smallest distance wins, whichever goroutine had it.
func TestBestOfManyGoroutines(t *testing.T) {
	c := newCells(t, 0, 3)
	var all sync.WaitGroup
	for w := range int64(8) {
		all.Go(func() {
			for n := int64(2000); n > 10; n-- {
				probe.Ints(c.at(0)).Eq(n*8+w, 0)
				probe.Floats(c.at(1)).Eq(float64(n*8+w), 0)
				probe.EqT(c.group, &c.conds[2], &c.nears[2], n*8+w, 0)
			}
		})
	}
	all.Wait()
	round := taken(t)
	for i := range 3 {
		assert.Equal(t, heuristics.EqualInt(88, 0), c.truthness(round, i))
	}
}

// TestMuteWhileRunning: muting, [probe.Kill] and reading at the same time leave every cell usable.
func TestMuteWhileRunning(t *testing.T) {
	c := newCells(t, 20, 20)
	k, s := newSwitch[int64](t, 1, 2, 300)
	t.Cleanup(probe.UnmuteAll)
	touch := func() {
		for i := range c.stmts {
			probe.Done(c.group, &c.stmts[i])
			probe.Bool(c.group, &c.conds[i], i%2 == 0)
		}
		probe.SwitchI(k.group, s, 2)
		probe.SwitchI(k.group, s, 200)
	}
	l := newLedger()
	l.during(func() {
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				for range 300 {
					touch()
				}
			})
		}
		all.Go(func() {
			for i := range 300 {
				probe.Mute(c.first + probe.Target(i%68)) // of both packages
				if i%50 == 0 {
					probe.UnmuteAll()
				}
			}
		})
		all.Wait()
	})
	probe.UnmuteAll()
	probe.Drop()
	for i := range c.stmts {
		probe.Done(c.group, &c.stmts[i])
		probe.Bool(c.group, &c.conds[i], true)
		probe.Bool(c.group, &c.conds[i], false)
	}
	round := taken(t)
	for i := range c.stmts {
		require.Equal(t, 1.0, round[c.stmt(i)])
		require.Equal(t, 1.0, round[c.cond(i, true)])
	}
}

func TestRegisterWhileRunning(t *testing.T) {
	probe.Drop()
	t.Cleanup(probe.Drop)
	for range 30 {
		c := unregistered(50, 50)
		s, first := c.stmts, c.first
		l := newLedger()
		l.during(func() {
			var all sync.WaitGroup
			all.Go(func() {
				for i := range s {
					probe.Done(c.group, &s[i])
					probe.Texts(c.at(i)).Eq("a", "b")
				}
			})
			all.Go(func() { probe.Register(c.pkg("racing")) })
			all.Wait()
		})
		for i := range s {
			require.Equal(t, 1, l.times[first+probe.Target(i)])
			require.Equal(t, 1, l.times[first+probe.Target(50+2*i+1)])
			require.Equal(t, heuristics.EqualString("a", "b").OfTrue, l.best[first+probe.Target(50+2*i)])
		}
	}
}

// TestServer: probes fire on the goroutines of a real server, and on goroutines that its handlers start.
func TestServer(t *testing.T) {
	c := newCells(t, 3, 2)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		probe.Enter(c.group, &c.stmts[0])
		n, err := strconv.Atoi(r.URL.Query().Get("n"))
		probe.Next(c.group, &c.stmts[0], &c.stmts[1])
		if probe.Bool(c.group, &c.conds[0], err != nil) {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		var workers sync.WaitGroup
		for i := range 4 {
			workers.Go(func() {
				probe.Done(c.group, &c.stmts[2])
				probe.Ints(c.at(1)).Eq(int64(n+i), 100)
			})
		}
		workers.Wait()
		probe.Done(c.group, &c.stmts[1])
	}))
	defer server.Close()
	get := func(query string) {
		resp, err := http.Get(server.URL + "?n=" + query)
		if assert.NoError(t, err) {
			_, _ = io.Copy(io.Discard, resp.Body)
			_ = resp.Body.Close()
		}
	}
	l := newLedger()
	l.during(func() {
		var clients sync.WaitGroup
		for i := range 8 {
			clients.Go(func() {
				for k := range 10 {
					get(strconv.Itoa(i*10 + k))
				}
			})
		}
		clients.Wait()
	})
	assert.Equal(t, heuristics.EqualInt(82, 100).OfTrue, l.best[c.cond(1, true)])
	get("x")
	assert.Equal(t, map[probe.Target]float64{c.stmt(0): 1, c.stmt(1): 0.5, c.cond(0, true): 1,
		c.cond(0, false): heuristics.Reached}, taken(t))
	get("60")
	assert.Equal(t, heuristics.EqualInt(63, 100).OfTrue, taken(t)[c.cond(1, true)])
}
