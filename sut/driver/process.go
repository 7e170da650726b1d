package driver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"github.com/evoke-go/evoke/internal/words"
)

// Variable names the environment variable that tells a process where its channels are.
const Variable = "EVOKE_DRIVER"

// channel is a connection to a driver.
type channel interface {
	io.ReadWriteCloser
	SetReadDeadline(time.Time) error
	SetWriteDeadline(time.Time) error
}

// pipes are a channel of two pipes.
type pipes struct{ r, w *os.File }

func (p pipes) Read(b []byte) (int, error)         { return p.r.Read(b) }
func (p pipes) Write(b []byte) (int, error)        { return p.w.Write(b) }
func (p pipes) Close() error                       { return errors.Join(p.r.Close(), p.w.Close()) }
func (p pipes) SetReadDeadline(t time.Time) error  { return p.r.SetReadDeadline(t) }
func (p pipes) SetWriteDeadline(t time.Time) error { return p.w.SetWriteDeadline(t) }

// process is a system that runs, with its driver.
type process struct {
	cmd *exec.Cmd // nil: somebody else started it
	orders
	asks    channel
	stderr  *tail
	exited  chan struct{} // closed when the process is gone
	closing sync.Once

	hello   hello
	baseURL string
	ended   *ended // what it reported before its end
	failed  error  // why it cannot be used any more
	muted   int    // number of covered targets that it has muted
	mutated bool   // it knows which mutant is to be on
	since   since
}

// orders is the channel of commands to a driver.
type orders struct {
	commands channel
	in       receiver
	out      writer
	limit    time.Duration // for an answer, see Options.AnswerTimeout
	table    *table        // receives the targets and warnings that the driver sends
}

// announce names the last four files of a command, which are its channels, in its environment.
func announce(cmd *exec.Cmd) {
	if cmd.Env == nil {
		cmd.Env = os.Environ()
	}
	first := 3 + len(cmd.ExtraFiles) - 4
	pipes := fmt.Sprintf("%s=pipes %d %d %d %d", Variable, first, first+1, first+2, first+3)
	cmd.Env = append(cmd.Env[:len(cmd.Env):len(cmd.Env)], pipes)
}

// launch starts a command with its channels. It calls ended when the process has ended.
func launch(cmd *exec.Cmd, stderr *tail, ended func(*exec.Cmd)) (_ *process, err error) {
	var given []io.Closer // ends of pipes for the process
	defer func() {
		for _, c := range given {
			_ = c.Close()
		}
		if err != nil {
			ended(cmd)
		}
	}()
	p := &process{cmd: cmd, exited: make(chan struct{}), stderr: stderr}
	for _, c := range []*channel{&p.commands, &p.asks} {
		theirs, ours, err := twoPipes()
		if err != nil {
			p.close()
			return nil, err
		}
		given = append(given, theirs)
		*c = ours
		cmd.ExtraFiles = append(cmd.ExtraFiles, theirs.r, theirs.w)
	}
	announce(cmd)
	cmd.Stderr, cmd.WaitDelay = p.stderr, time.Second
	if cmd.Stdout == nil {
		cmd.Stdout = stderr.forward
	}
	separate(cmd)
	if err := cmd.Start(); err != nil {
		p.close()
		return nil, err
	}
	p.in = receive(p.commands)
	go func() {
		_ = cmd.Wait() // the state has the result
		killGroup(cmd.Process.Pid)
		ended(cmd)
		close(p.exited)
	}()
	return p, nil
}

func twoPipes() (theirs, ours pipes, err error) {
	if theirs.r, ours.w, err = os.Pipe(); err != nil {
		return theirs, ours, err
	}
	if ours.r, theirs.w, err = os.Pipe(); err != nil {
		return theirs, ours, errors.Join(err, theirs.r.Close(), ours.w.Close())
	}
	return theirs, ours, nil
}

// dial connects to a driver that runs.
func dial(ctx context.Context, address string) (*process, error) {
	network := "tcp"
	if path, ok := strings.CutPrefix(address, "unix:"); ok {
		network, address = "unix", path
	}
	p := &process{exited: make(chan struct{}), stderr: &tail{}}
	for _, c := range []*channel{&p.commands, &p.asks} {
		conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
		if err != nil {
			p.close()
			return nil, err
		}
		*c = conn
	}
	p.in = receive(p.commands)
	return p, nil
}

// close closes the channels.
func (p *process) close() {
	p.closing.Do(func() {
		for _, c := range []channel{p.commands, p.asks} {
			if c != nil {
				_ = c.Close()
			}
		}
		if p.cmd == nil {
			close(p.exited)
		}
	})
}

// gone reports whether the process has ended.
func (p *process) gone() bool {
	select {
	case <-p.exited:
		return true
	default:
		return p.failed != nil
	}
}

// kill ends the process and all processes that it started, and waits for its end.
func (p *process) kill() {
	if p.cmd != nil && p.cmd.Process != nil {
		killGroup(p.cmd.Process.Pid)
		_ = p.cmd.Process.Kill()
	}
	p.close()
	if p.cmd == nil || p.cmd.Process != nil {
		<-p.exited
	}
}

// stop asks the process to end, and kills it after the grace.
func (p *process) stop(grace time.Duration) {
	if p.failed == nil && p.out.begin(kindStop).send(p.commands) == nil && p.cmd != nil {
		select {
		case <-p.exited:
		case <-time.After(grace):
		}
	}
	p.kill()
}

// timeToDrain is how long to wait for the end of a process whose channel ended.
const timeToDrain = 2 * time.Second

// lost returns the error for a channel that ended, with the last words of the process.
func (p *process) lost(err error) error {
	if errors.Is(err, errGarbage) || p.cmd == nil {
		return err
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, os.ErrClosed) {
		select {
		case <-p.exited:
		case <-time.After(timeToDrain):
			return errors.New("the process closed its channel and runs on")
		}
		if p.ended == nil {
			p.ended = &ended{}
		}
		if p.ended.reason == "" {
			reason, place := p.stderr.explained(p.cmd.ProcessState)
			if place == "" { // a usage text may follow the line that names the error
				reason = cmp.Or(p.stderr.lineWithError(), reason)
			}
			reason = cmp.Or(reason, p.stderr.lineWithReason())
			p.ended.reason, p.ended.place = reason, cmp.Or(p.ended.place, place)
		}
		what := "it ended with " + p.cmd.ProcessState.String()
		if said := oneLine(p.ended.reason); said != "" {
			what += ": " + said
		}
		return &endError{what}
	}
	return err
}

// endError says that a process ended by itself.
type endError struct{ what string }

func (e *endError) Error() string { return e.what }

// tail keeps the end of the standard error of a process.
type tail struct {
	mu      sync.Mutex
	b       []byte
	since   int // where the text since the last call begins in it
	forward io.Writer
	explain func(*os.ProcessState, []byte) (reason, place string) // nil: see telling
}

// explained returns why and where a process ended that did not report it.
func (t *tail) explained(state *os.ProcessState) (reason, place string) {
	if t.explain == nil {
		return "", ""
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.explain(state, t.b)
}

// mark notes that a call begins.
func (t *tail) mark() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.since = len(t.b)
}

// explainCall explains the text since the last call began.
func (t *tail) explainCall() (reason, place string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.explain(nil, t.b[t.since:])
}

const keptTail = 32 << 10

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.b = append(t.b, p...)
	if cut := len(t.b) - keptTail; cut > keptTail {
		t.b = append(t.b[:0], t.b[cut:]...)
		t.since = max(0, t.since-cut)
	}
	if t.forward != nil {
		_, _ = t.forward.Write(p)
	}
	return len(p), nil
}

// lineWithError returns the first line that names an error, "" for none.
func (t *tail) lineWithError() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	for line := range strings.Lines(bare(string(t.b))) {
		if line = strings.TrimSpace(line); words.ErrorLine().MatchString(line) {
			return oneLine(line)
		}
	}
	return ""
}

// lineWithReason returns the line that most likely says why the process ended: one that names an error, or else the
// last one.
func (t *tail) lineWithReason() string {
	if named := t.lineWithError(); named != "" {
		return named
	}
	lines := t.end()
	if len(lines) == 0 {
		return ""
	}
	return oneLine(lines[len(lines)-1])
}

// endLines is the number of lines that are shown of the output of a process that did not start.
const endLines = 10

// end returns the last lines of the standard error.
func (t *tail) end() (lines []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for line := range strings.Lines(bare(string(t.b))) {
		if line = strings.TrimRight(line, " \t\r\n"); line != "" {
			lines = append(lines, cut(line))
		}
	}
	return lines[max(0, len(lines)-endLines):]
}
