package supervise

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"time"
)

const (
	// answerTime is how long a process may take to print where it hangs. Nearly
	// every process answers, and a busy machine should not cost the place.
	answerTime = 5 * time.Second
	// drainTime is how long to wait for the output of a process that has ended.
	// Processes that it started may hold the pipes open.
	drainTime = time.Second
)

// Process is a running command.
type Process struct {
	cmd    *exec.Cmd
	line   io.Closer // its end tells the process to end
	stderr *capture
	grace  time.Duration
	gone   chan struct{} // closed when the process is gone
	done   chan struct{} // closed when all is cleaned up after it
	exit   Exit          // once done is closed
	ending sync.Once
	watch  sync.WaitGroup

	mu    sync.Mutex
	asked Kind
}

// Start starts a command, in a process group of its own where the system has
// them. When the process has ended, the others of its group are killed. Its
// standard input is empty. When ctx ends, the process ends as with [Process.End].
func Start(ctx context.Context, c Command) (*Process, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("supervise: start %s: %w", c.Path, err)
	}
	p := &Process{
		cmd: c.command(), stderr: newCapture(c.Stderr), grace: c.Grace,
		gone: make(chan struct{}), done: make(chan struct{}),
	}
	if p.grace <= 0 {
		p.grace = DefaultGrace
	}
	p.cmd.Stderr = p.stderr
	line, given, err := connect(p.cmd)
	if err != nil {
		return nil, fmt.Errorf("supervise: start %s: %w", c.Path, err)
	}
	defer given.Close() // the process has its own
	p.line = line
	var watched *watch
	if c.Flight != "" {
		if watched, err = newWatch(&c); err != nil {
			return nil, errors.Join(err, line.Close())
		}
	}
	if err := p.cmd.Start(); err != nil {
		return nil, errors.Join(fmt.Errorf("supervise: start %s: %w", c.Path, err), line.Close(), watched.close())
	}
	if watched != nil {
		p.watch.Go(func() { watched.run(p) })
	}
	go p.wait(context.AfterFunc(ctx, p.End))
	return p, nil
}

func (c *Command) command() *exec.Cmd {
	cmd := exec.Command(c.Path, c.Args...)
	cmd.Dir, cmd.Stdout = c.Dir, c.Stdout
	cmd.Env = c.Env
	if cmd.Env == nil {
		cmd.Env = os.Environ()
	}
	// One stack is enough to find the place of a crash, and a program may have
	// leaked thousands of goroutines. The last entry of a name takes effect.
	cmd.Env = append(cmd.Env[:len(cmd.Env):len(cmd.Env)], "GOTRACEBACK=single")
	cmd.WaitDelay = drainTime
	separate(cmd)
	return cmd
}

// Run runs a command that knows nothing of this package, in a process group of its
// own. When the command has ended, the others of its group are killed. Where the
// system can do so, the command ends when this process dies.
func Run(cmd *exec.Cmd) error {
	runtime.LockOSThread() // the system sees the end of the thread that started the command
	defer runtime.UnlockOSThread()
	separate(cmd)
	tie(cmd)
	if cmd.Cancel != nil {
		cmd.Cancel = func() error {
			killGroup(cmd.Process.Pid)
			return cmd.Process.Kill()
		}
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	defer killGroup(cmd.Process.Pid)
	return cmd.Wait()
}

// ID returns the process id.
func (p *Process) ID() int { return p.cmd.Process.Pid }

// Done returns a channel that is closed when the process has ended.
func (p *Process) Done() <-chan struct{} { return p.done }

// Wait waits for the end of the process and says how it ended. It may be called
// more than once, from any goroutine.
func (p *Process) Wait() Exit {
	<-p.done
	return p.exit
}

// End asks the process to end by closing the line to it, and kills it after
// the grace. It does not wait.
func (p *Process) End() {
	p.ending.Do(func() {
		_ = p.line.Close()
		time.AfterFunc(p.grace, func() { p.stop(Stopped) })
	})
}

// stop ends the process, which may first print where it is. It does nothing if
// the process has ended.
func (p *Process) stop(as Kind) {
	p.mu.Lock()
	first := p.asked == ""
	if first {
		p.asked = as
	}
	p.mu.Unlock()
	if !first {
		return
	}
	// A suspended process could only answer if it went on.
	if as != Suspended && ask(p.cmd.Process) == nil {
		select {
		case <-p.gone:
			return
		case <-time.After(answerTime):
		}
	}
	_ = p.cmd.Process.Kill()
}

// wait waits for the end of the process and records how it ended.
func (p *Process) wait(unwatch func() bool) {
	defer close(p.done)
	_ = p.cmd.Wait() // what it says is in the state
	close(p.gone)
	killGroup(p.ID()) // what the process started and left
	_ = p.line.Close()
	unwatch()
	p.watch.Wait()
	p.mu.Lock()
	asked := p.asked
	p.mu.Unlock()
	p.exit = p.stderr.diagnose(p.cmd.ProcessState, asked)
}

// diagnose says how a process ended whose standard error this was.
func (c *capture) diagnose(state *os.ProcessState, asked Kind) Exit {
	c.finish()
	exit := diagnose(end{
		code: state.ExitCode(), signal: signalOf(state), asked: asked,
		crash: c.crashText(), race: c.raceText(), last: c.lastLine(),
	})
	exit.Stderr = c.bytes()
	return exit
}

// Diagnose says how a process ended that was not started by [Start], from its standard
// error or the end of it.
func Diagnose(state *os.ProcessState, stderr []byte) Exit {
	c := newCapture(nil)
	_, _ = c.Write(stderr) // it never fails
	return c.diagnose(state, "")
}

// EndWithGroup has a command that is cancelled end together with all processes that it started, such as those of a
// shell script. Call it before the start of a command that has a context.
func EndWithGroup(cmd *exec.Cmd) {
	separate(cmd)
	cmd.Cancel = func() error {
		killGroup(cmd.Process.Pid)
		return cmd.Process.Kill()
	}
	cmd.WaitDelay = drainTime
}
