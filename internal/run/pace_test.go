package run

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/internal/supervise"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/problem"
)

// TestPace: executions that tests need before they are written count, in number and with the time of the earlier ones.
func TestPace(t *testing.T) {
	work := func(tests int) problem.Work { return problem.Work{Tests: tests, Actions: tests} }
	minute := func(p pace) pace { p.began = time.Now().Add(-time.Minute); return p }
	for name, tt := range map[string]struct {
		p          pace
		done, owed problem.Work
		want       bool
	}{
		"any work":               {pace{limit: Unlimited}, work(1000), work(1000), true},
		"executions are left":    {pace{limit: Unlimited, most: work(100)}, work(30), work(19), true},
		"all are owed":           {pace{limit: Unlimited, most: work(100)}, work(30), work(20), false},
		"no actions are left":    {pace{limit: Unlimited, most: problem.Work{Actions: 100}}, work(1), work(99), false},
		"the time is enough":     {pace{limit: time.Hour}, work(10), work(280), true},
		"the time is not enough": {pace{limit: time.Hour}, work(10), work(291), false},
		"the time is over":       {pace{limit: time.Minute}, work(10), work(0), false},
	} {
		p := minute(tt.p)
		assert.Equal(t, tt.want, p.allows(0.5, tt.done, tt.owed), name)
	}
	p := minute(pace{limit: Unlimited})
	assert.True(t, p.graced(work(60), work(10)), "an interrupt leaves some time")
	assert.False(t, p.graced(work(60), work(30)))
}

// TestBounded: if tests are dear, all work on a suite takes as many calls as the search may make. The executions in
// other processes are owed, and a part is left for mutants if these are tried.
func TestBounded(t *testing.T) {
	for name, tt := range map[string]struct {
		dir           string
		own           bool
		later, seldom int
		most          int
	}{
		"a program that searches":    {"", false, 0, 0, 900},
		"its tests are tried":        {"out", false, 1, 1, 900},
		"a process of its own":       {"", true, fresh, freshSeldom, 900},
		"whose mutants may be tried": {"out", true, fresh + 1, freshSeldom + 1, 720},
	} {
		e := &Engine{task: &task.Task{Search: task.Search{}, Output: task.Output{Dir: tt.dir}}, guard: &Guard{}}
		if tt.own {
			e.guard.Recorder = &supervise.Recorder{}
		}
		h, p := &problem.Harvest{}, &pace{most: problem.Work{Actions: 1000}}
		boundAll(e, h, p)
		assert.Equal(t, []int{tt.later, tt.seldom, tt.most}, []int{h.Later, h.Seldom, p.most.Actions}, name)
		h.Spent(300, 0)
		assert.Equal(t, 600, *e.Spare(), name)
	}
}
