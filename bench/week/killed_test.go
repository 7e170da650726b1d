//go:build linux

package week

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/journal"
)

var (
	kills    = flag.Int("kills", 3, "how many processes TestKilled kills")
	killSeed = flag.Uint64("killseed", 1, "chooses the processes and the moments")
)

// TestKilled kills the parent or the child of an update with SIGKILL, at random
// moments of it. The next update goes on, and has what was found before.
func TestKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs as many updates as it kills processes")
	}
	r := rand.New(rand.NewPCG(*killSeed, 0))
	span := newVictim(t).complete(t) // it also fills the caches
	t.Logf("an update takes %s", span)
	v := newVictim(t)
	for n, updates := 0, 0; n < *kills && updates < 3**kills; updates++ {
		moment := time.Duration(r.Int64N(int64(span)))
		child := r.IntN(2) == 0
		v.start(t)
		n++
		switch {
		case v.ends(t, moment):
			t.Logf("kill %d: it was done before %s, so it is tried again sooner", n, moment)
			v.check(t)
			span = max(moment, time.Second)
			n--
		case child && v.killChild(t):
			t.Logf("kill %d: the child after %s", n, moment)
		default:
			v.kill(t)
			t.Logf("kill %d: the parent after %s; %d targets are found", n, moment, len(v.targets))
		}
	}
	if v.update == nil {
		v.start(t)
	}
	require.True(t, v.ends(t, patience), "the last update ends")
	v.check(t)
	v.passes(t)
}

// killedCalls is the budget of each update that is killed, long enough for its moments.
const killedCalls = "3000"

// patience is the longest that an update may take.
const patience = 5 * time.Minute

// victim is a copy of the service whose updates are killed.
type victim struct {
	dir, binary string
	update      *exec.Cmd // the one that runs, or nil
	output      *bytes.Buffer
	done        chan error
	// targets are those that the journals of an unfinished update cover, and most
	// is how many there were at most.
	targets map[fitness.Target]bool
	most    int
}

func newVictim(t *testing.T) *victim {
	t.Helper()
	v := &victim{dir: t.TempDir()}
	v.binary = filepath.Join(v.dir, "todo.test")
	require.NoError(t, copyTodo(v.dir))
	v.tool(t, "test", "-c", "-o", v.binary, ".")
	t.Cleanup(func() {
		if v.update != nil {
			_ = v.update.Process.Kill()
			<-v.done
		}
	})
	return v
}

// tool runs the go command in the folder.
func (v *victim) tool(t *testing.T, args ...string) {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = v.dir
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, "go %v\n%s", args, out)
}

// start starts an update, unless one runs.
func (v *victim) start(t *testing.T) {
	t.Helper()
	if v.update != nil {
		return
	}
	v.output = &bytes.Buffer{}
	v.update = exec.Command(v.binary, "-test.run=^TestEvoke$", "-evoke.update", "-evoke.calls="+killedCalls)
	v.update.Dir, v.update.Stdout, v.update.Stderr = v.dir, v.output, v.output
	v.update.WaitDelay = time.Second // an orphan may hold the pipes
	require.NoError(t, v.update.Start())
	v.done = make(chan error, 1)
	go func(cmd *exec.Cmd, done chan<- error) { done <- cmd.Wait() }(v.update, v.done)
}

// ends waits for the end of the update. It reports false if the time is over
// before. An update that ends by itself has to succeed.
func (v *victim) ends(t *testing.T, within time.Duration) bool {
	t.Helper()
	select {
	case err := <-v.done:
		v.update = nil
		require.NoError(t, err, v.output)
		return true
	case <-time.After(within):
		return false
	}
}

// complete runs a whole update and returns how long it took.
func (v *victim) complete(t *testing.T) time.Duration {
	t.Helper()
	start := time.Now()
	v.start(t)
	require.True(t, v.ends(t, patience))
	v.check(t)
	return time.Since(start)
}

// kill kills the parent. Its children have to end by themselves.
func (v *victim) kill(t *testing.T) {
	t.Helper()
	children := childrenOf(v.update.Process.Pid)
	if err := v.update.Process.Kill(); errors.Is(err, os.ErrProcessDone) {
		require.True(t, v.ends(t, patience))
		v.check(t)
		return
	}
	<-v.done
	v.update = nil
	for _, c := range children {
		if !assert.Eventually(t, func() bool { return !c.alive() }, 20*time.Second, 20*time.Millisecond,
			"the orphan %s", c.command) {
			c.kill()
		}
	}
	v.look(t)
}

// killChild kills the process that searches. It reports false if there is none.
func (v *victim) killChild(t *testing.T) bool {
	t.Helper()
	for _, c := range childrenOf(v.update.Process.Pid) {
		if c.searches() {
			c.kill()
			return true
		}
	}
	return false
}

// The journals of an unfinished update, and the tests of one that has ended.
const (
	journals = "testdata/evoke/TestEvoke/run/*.journal"
	archived = "testdata/evoke/TestEvoke/tests/*.json"
)

// look reads the journals. They hold each target that they held before, unless
// the update had removed them at its end.
func (v *victim) look(t *testing.T) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(v.dir, journals))
	require.NoError(t, err)
	if tests, err := filepath.Glob(filepath.Join(v.dir, archived)); len(paths) == 0 && len(tests) > 0 {
		require.NoError(t, err)
		v.targets = nil
	}
	now := map[fitness.Target]bool{}
	for _, path := range paths {
		registry := &fitness.Registry{}
		state, err := journal.Load(path, registry, func(data []byte) ([]byte, error) { return data, nil })
		require.NoError(t, err)
		for _, test := range state.Tests {
			for _, score := range test.Scores {
				if score.Covered() {
					now[registry.Target(score.ID)] = true
				}
			}
		}
	}
	for target := range v.targets {
		assert.True(t, now[target], "%v was found and is lost", target)
	}
	v.targets, v.most = now, max(v.most, len(now))
}

// fault is one that a report lists.
type fault struct {
	Code      int
	Operation string `json:"operationId"`
}

// check compares the report of an update that ended with what journals held: it
// covers no fewer targets.
func (v *victim) check(t *testing.T) {
	t.Helper()
	left, err := filepath.Glob(filepath.Join(v.dir, journals))
	require.NoError(t, err)
	assert.Empty(t, left, "an update that ends leaves no journals")
	data, err := os.ReadFile(filepath.Join(v.dir, "report.json"))
	require.NoError(t, err)
	var report struct {
		Extra []struct {
			Criteria []struct {
				Name    string
				Covered int
			}
		}
		Evoke struct {
			Faults []fault
		}
	}
	require.NoError(t, json.Unmarshal(data, &report))
	require.NotEmpty(t, report.Extra)
	require.Equal(t, "targets", report.Extra[0].Criteria[0].Name)
	covered := report.Extra[0].Criteria[0].Covered
	t.Logf("the update covers %d targets, the journals had %d; faults: %v", covered, v.most, report.Evoke.Faults)
	assert.GreaterOrEqual(t, covered, v.most, "what was found before a kill is lost")
	assert.Equal(t, []fault{{100, "GET:/todos"}}, report.Evoke.Faults,
		"the fault of the service, and none of the kills")
	v.targets = nil
}

// passes runs the written tests.
func (v *victim) passes(t *testing.T) {
	t.Helper()
	v.tool(t, "test", "-count=1", ".")
}
