//go:build unix

package supervise_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/supervise"
)

// bound is how long any child may live. No test comes near.
const bound = 15 * time.Second

// run plays a role until its end.
func run(t *testing.T, role string, options ...func(*supervise.Command)) supervise.Exit {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), bound)
	defer cancel()
	p, err := supervise.Start(ctx, self(role, options...))
	require.NoError(t, err)
	exit := p.Wait()
	assert.NoError(t, ctx.Err(), "ended by the test and not by itself")
	assertGone(t, p)
	return exit
}

func assertGone(t *testing.T, p *supervise.Process) {
	t.Helper()
	select {
	case <-p.Done():
	default:
		t.Error("Done is not closed")
	}
	assert.ErrorIs(t, syscall.Kill(p.ID(), 0), syscall.ESRCH, "the process is still there")
}

func watched(t *testing.T, limit time.Duration) func(*supervise.Command) {
	path := filepath.Join(t.TempDir(), "flight")
	return func(c *supervise.Command) { c.Flight, c.Hang = path, limit }
}

const file = ` \(child_test\.go:\d+\)$`

// TestEnds has a child die in every way there is.
func TestEnds(t *testing.T) {
	for _, tt := range []struct {
		role    string
		kind    supervise.Kind
		code    int
		signal  string
		message string // regular expressions
		frame   string
		created string
	}{
		{"finish", supervise.Exited, 0, "", "^came to its end$", "^$", "^$"},
		{"exit", supervise.Exited, 3, "", "^three$", "^$", "^$"},
		{"log fatal", supervise.Exited, 1, "", "^cannot go on$", "^$", "^$"},
		{"panic in goroutine", supervise.Panicked, 2, "", "^boom$", `^supervise_test\.panics` + file,
			`^supervise_test\.init\.func\d+` + file},
		{"map writes", supervise.Fatal, 2, "", "^concurrent map writes$", `^supervise_test\.writeMaps\.func1` + file,
			`^supervise_test\.writeMaps` + file},
		{"stack overflow", supervise.Fatal, 2, "", "^stack overflow$", `^supervise_test\.recurse` + file, "^$"},
		{"unlock", supervise.Fatal, 2, "", "^sync: unlock of unlocked mutex$",
			`^supervise_test\.init\.func\d+` + file, "^$"},
		{"memory growth", supervise.Memory, supervise.MemoryCode, "", "^memory limit of 256 MB exceeded$",
			`^supervise_test\.grow` + file, "^$"},
		{"short of memory", supervise.Exited, 0, "", "^came to its end$", "^$", "^$"},
		{"kill", supervise.Signalled, -1, "SIGKILL", "^ended by SIGKILL", "^$", "^$"},
		{"segv", supervise.Signalled, 2, "SIGSEGV", "^segmentation violation$", "", ""},
	} {
		t.Run(tt.role, func(t *testing.T) {
			exit := run(t, tt.role, func(c *supervise.Command) {
				// The report of a race detector would stand in the midst of the text.
				c.Env = append(c.Env, "GORACE=log_path="+filepath.Join(t.TempDir(), "race"))
			})
			text := fmt.Sprintf("%+v\n%s", exit.Message, exit.Stderr)
			assert.Equal(t, tt.kind, exit.Kind, text)
			assert.Equal(t, tt.code, exit.Code, text)
			assert.Equal(t, tt.signal, exit.Signal, text)
			assert.Regexp(t, tt.message, exit.Message, text)
			assert.Regexp(t, tt.frame, exit.Frame, text)
			assert.Regexp(t, tt.created, exit.Created, text)
		})
	}
}

// TestOneAllocation: one allocation far above the limit is refused by the
// kernel where it can be told to, and else seen by the watchdog.
func TestOneAllocation(t *testing.T) {
	exit := run(t, "one allocation")
	assert.Equal(t, supervise.Memory, exit.Kind, "%s", exit.Stderr)
	assert.Regexp(t, `^supervise_test\.`, exit.Frame, "%s", exit.Stderr)
	assert.Regexp(t, "memory", exit.Message)
}

// TestDeadlock: the runtime notices that all goroutines sleep, unless cgo is in
// the program. Then it is a hang.
func TestDeadlock(t *testing.T) {
	out, in := io.Pipe()
	p, err := supervise.Start(context.Background(), self("deadlock", func(c *supervise.Command) { c.Stdout = in }))
	require.NoError(t, err)
	_, err = bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	select {
	case <-p.Done():
	case <-time.After(300 * time.Millisecond):
		require.NoError(t, syscall.Kill(p.ID(), syscall.SIGQUIT))
	}
	exit := p.Wait()
	assertGone(t, p)
	if exit.Signal == "" {
		assert.Equal(t, supervise.Fatal, exit.Kind)
		assert.Equal(t, "all goroutines are asleep - deadlock!", exit.Message)
	}
	assert.Regexp(t, `^supervise_test\.deadlock`+file, exit.Frame, "%s", exit.Stderr)
}

func TestHang(t *testing.T) {
	t.Parallel()
	const limit = 300 * time.Millisecond
	for role, frame := range map[string]string{
		"endless loop":      `^supervise_test\.spin` + file,
		"loop in goroutine": `^supervise_test\.spin` + file,
		"blocked":           `^supervise_test\.block` + file,
		"deaf loop":         `^$`,
	} {
		t.Run(role, func(t *testing.T) {
			t.Parallel()
			o := watched(t, limit)
			exit := run(t, role, o)
			assert.Equal(t, supervise.Hang, exit.Kind, "%s", exit.Stderr)
			assert.Equal(t, "a call did not end in time", exit.Message)
			assert.Regexp(t, frame, exit.Frame, "%s", exit.Stderr)
			var c supervise.Command
			o(&c)
			flight, err := supervise.ReadFlight(c.Flight)
			require.NoError(t, err)
			assert.True(t, flight.Calling)
			assert.Equal(t, 7, flight.Evaluation)
			assert.Equal(t, 42, flight.Cost)
			require.Len(t, flight.Requests, 1)
		})
	}
}

// TestNoHang: many calls one after the other, and long times between calls,
// are no hang; neither is what an earlier process left in the file.
func TestNoHang(t *testing.T) {
	t.Parallel()
	o := watched(t, 800*time.Millisecond)
	exit := run(t, "endless loop", o)
	require.Equal(t, supervise.Hang, exit.Kind)
	exit = run(t, "many calls", o)
	assert.Equal(t, supervise.Exited, exit.Kind, "%s", exit.Stderr)
	assert.Zero(t, exit.Code)
	exit = run(t, "map writes", o)
	assert.Equal(t, supervise.Fatal, exit.Kind, "%s", exit.Stderr)
}

func TestEnd(t *testing.T) {
	t.Parallel()
	for role, want := range map[string]struct {
		grace time.Duration
		kind  supervise.Kind
		frame string
	}{
		"obey":        {bound, supervise.Exited, "^$"},
		"do not obey": {400 * time.Millisecond, supervise.Stopped, `^supervise_test\.block` + file},
		"sleep":       {400 * time.Millisecond, supervise.Stopped, `^supervise_test\.init\.func\d+` + file},
	} {
		for _, how := range []string{"End", "context"} {
			t.Run(role+"/"+how, func(t *testing.T) {
				t.Parallel()
				ctx, cancel := context.WithCancel(context.Background())
				defer cancel()
				p, err := supervise.Start(ctx, self(role, func(c *supervise.Command) { c.Grace = want.grace }))
				require.NoError(t, err)
				if how == "End" {
					p.End()
					p.End()
				}
				cancel()
				exit := p.Wait()
				assert.Equal(t, want.kind, exit.Kind, "%s", exit.Stderr)
				assert.Regexp(t, want.frame, exit.Frame, "%s", exit.Stderr)
				assertGone(t, p)
				p.End()
				assert.Equal(t, exit, p.Wait(), "again")
			})
		}
	}
}

// TestOrphan kills a parent and waits for the end of the output that its child
// has too.
func TestOrphan(t *testing.T) {
	t.Parallel()
	for _, role := range []string{"parent of obey", "parent of stubborn"} {
		t.Run(role, func(t *testing.T) {
			t.Parallel()
			c := self(role)
			cmd := exec.Command(c.Path)
			cmd.Env = c.Env
			out, err := cmd.StdoutPipe()
			require.NoError(t, err)
			require.NoError(t, cmd.Start())
			line, err := bufio.NewReader(out).ReadString('\n')
			require.NoError(t, err)
			assert.Equal(t, "started\n", line)
			time.Sleep(300 * time.Millisecond) // the child notes who its parent is
			require.NoError(t, cmd.Process.Kill())
			ended := make(chan error, 1)
			go func() {
				_, err := io.Copy(io.Discard, out)
				ended <- err
			}()
			select {
			case err := <-ended:
				assert.NoError(t, err)
			case <-time.After(bound):
				t.Error("the child outlives its parent")
			}
			_ = cmd.Wait()
		})
	}
}

// TestLeftBehind: a process that the child leaves behind with its output open
// does not hold up the end.
func TestLeftBehind(t *testing.T) {
	t.Parallel()
	var out lines
	exit := run(t, "leave a child", func(c *supervise.Command) { c.Stdout = &out })
	assert.Equal(t, supervise.Exited, exit.Kind)
	left, err := strconv.Atoi(strings.TrimSpace(out.String()))
	require.NoError(t, err)
	require.NoError(t, syscall.Kill(left, syscall.SIGKILL))
}

// ended waits for the end of a process that is not a child of this one.
func ended(t *testing.T, pid int) {
	t.Helper()
	state := func() string { // a zombie has ended, too
		text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		_, rest, _ := strings.Cut(string(text), ") ")
		return rest
	}
	assert.Eventually(t, func() bool {
		return syscall.Kill(pid, 0) != nil || strings.HasPrefix(state(), "Z")
	}, bound, 10*time.Millisecond, "process %d lives", pid)
}

// TestGroupEndsWithItsLeader: processes that a process started end with it.
func TestGroupEndsWithItsLeader(t *testing.T) {
	t.Parallel()
	var out lines
	exit := run(t, "family", func(c *supervise.Command) { c.Stdout = &out })
	assert.Equal(t, supervise.Exited, exit.Kind, "%s", exit.Stderr)
	pid, err := strconv.Atoi(strings.TrimSpace(out.String()))
	require.NoError(t, err)
	ended(t, pid)
}

// TestKilledParentLeavesNothing kills a parent. Its child ends after calling its function, and so does the process that
// the child started.
func TestKilledParentLeavesNothing(t *testing.T) {
	t.Parallel()
	note := filepath.Join(t.TempDir(), "note")
	require.NoError(t, os.WriteFile(note, nil, 0o600))
	c := self("parent of family")
	cmd := exec.Command(c.Path)
	cmd.Env = append(c.Env, "SUPERVISE_NOTE="+note)
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	lines := bufio.NewReader(out)
	var pid int
	for pid == 0 {
		line, err := lines.ReadString('\n')
		require.NoError(t, err)
		pid, _ = strconv.Atoi(strings.TrimSpace(line))
	}
	require.NoError(t, cmd.Process.Kill())
	_ = cmd.Wait()
	ended(t, pid)
	assert.NoFileExists(t, note, "the child was not told that it is an orphan")
}

// TestInputIsEmpty: a program may read its standard input, which has nothing.
func TestInputIsEmpty(t *testing.T) {
	t.Parallel()
	var out lines
	exit := run(t, "read", func(c *supervise.Command) { c.Stdout = &out })
	assert.Equal(t, supervise.Exited, exit.Kind, "%s", exit.Stderr)
	assert.Equal(t, "\"\" <nil>\n", out.String())
}

// TestLineOutlivesClosedFiles: a program that closes all files it can think of
// still hears that it is to end.
func TestLineOutlivesClosedFiles(t *testing.T) {
	t.Parallel()
	out, in := io.Pipe()
	p, err := supervise.Start(t.Context(), self("close files", func(c *supervise.Command) {
		c.Stdout, c.Grace = in, 3*time.Second
	}))
	require.NoError(t, err)
	_, err = bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	p.End()
	exit := p.Wait()
	assert.Equal(t, supervise.Exited, exit.Kind, "%s", exit.Stderr)
}

func TestOutput(t *testing.T) {
	var out, stderr lines
	dir := t.TempDir()
	exit := run(t, "print", func(c *supervise.Command) {
		c.Stdout, c.Stderr, c.Dir = &out, &stderr, dir
		c.Env = []string{"EXTRA=extra"}
	})
	assert.Equal(t, "out\nextra\n", out.String())
	assert.Equal(t, "err\ncame to its end\n", stderr.String())
	assert.Equal(t, "err\ncame to its end\n", string(exit.Stderr))
}

func TestOwnGroup(t *testing.T) {
	p, err := supervise.Start(context.Background(), self("obey"))
	require.NoError(t, err)
	group, err := syscall.Getpgid(p.ID())
	assert.NoError(t, err)
	assert.Equal(t, p.ID(), group)
	p.End()
	assert.Equal(t, supervise.Exited, p.Wait().Kind)
}

func TestStartErrors(t *testing.T) {
	_, err := supervise.Start(context.Background(), supervise.Command{Path: filepath.Join(t.TempDir(), "nothing")})
	assert.ErrorIs(t, err, os.ErrNotExist)
	o := func(c *supervise.Command) { c.Flight = filepath.Join(t.TempDir(), "no", "folder") }
	_, err = supervise.Start(context.Background(), self("finish", o))
	assert.ErrorIs(t, err, os.ErrNotExist)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = supervise.Start(ctx, self("finish"))
	assert.ErrorIs(t, err, context.Canceled)
}
