package driver

import (
	"cmp"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"time"

	"github.com/evoke-go/evoke/sut"
)

// Options say how to run a system. One of Command and Address is needed.
type Options struct {
	// Command returns the command that starts the system, not started yet. Each
	// start asks for another one. The controller adds the channels.
	Command func() *exec.Cmd
	// Address is where the driver of a system listens that runs already: "host:port",
	// or "unix:" and a path. Such a system is reset by its driver, by Reset, or never.
	Address string
	// Name is what errors call the system. Default: the command or the address.
	Name string
	// Reset brings the state back to what it was after the start. It gets the base URL of
	// the system. Default: the driver does it if it says so, and otherwise each test that
	// follows a call gets a new process.
	Reset func(ctx context.Context, baseURL string) error
	// Keep says that nothing need be reset: the system has no state.
	Keep bool
	// Instrument puts probes into a source file, where the driver asks for that. It returns
	// the code and its targets, and why it has none; it may be called by several goroutines.
	// Default: the code is the source.
	Instrument func(Source) (code string, targets []Target, warning string)
	// Remote are options of the calls. Reset of these is ignored.
	Remote sut.RemoteOptions
	// StartTimeout is the longest time from the start until the system takes calls.
	// Default: 30 seconds.
	StartTimeout time.Duration
	// AnswerTimeout is how long the driver may take to answer. A system that is too busy
	// to answer, as in an endless loop, is ended and started again. Default: 5 seconds.
	AnswerTimeout time.Duration
	// Output gets the standard output and error of the system. Default: nobody does.
	Output io.Writer
	// Explain says why a process ended, and where, if it did not say so itself. It gets the
	// end of the standard error. Without a state the process did not end: then it says from
	// what the system recovered during the last call, or where it was interrupted, and gets
	// what came since that began. Default: the line that names an error, or else the last one.
	Explain func(state *os.ProcessState, stderr []byte) (reason, place string)
	// Alone says that only one process can run at a time, such as on a port that never
	// changes. Default: the next one starts while a test runs.
	Alone bool
	// ResetAdvice says what makes resets faster, for warnings that they are slow. Default:
	// what helps anywhere.
	ResetAdvice string
	// Ended is called when a process that Command returned has ended, or did not start, such as
	// to remove its files. Default: nothing.
	Ended func(*exec.Cmd)
	// Close is called by Stop at its end, such as to remove files. Default: nothing.
	Close func() error
}

func (o *Options) limit() time.Duration { return cmp.Or(o.AnswerTimeout, 5*time.Second) }

// Controller runs a system in a process of its own and observes it. It is a
// [sut.Controller], a [sut.Caller] and a [sut.Tracer]. Its base URL is not told, since it
// changes with each start; [Controller.BaseURL] returns it.
//
// A system that ends by itself is started again, and the call that ended it has the outcome
// sut.Broken and a reason. It is an error if it cannot be started any more, or if its
// driver breaks the protocol.
type Controller struct {
	starter starter
	trace   trace
	active  *process // nil: not started
	remote  *sut.Remote
	limited time.Duration // of calls, see SetTimeout
	waiting waiting
	starts  int
	reads   reads
	trial   trial
	mutants Mutants
	// distrusts says that Options.Keep was wrong
	distrusts bool
}

// New returns a controller. It starts nothing.
func New(o Options) *Controller {
	c := &Controller{starter: starter{options: o, table: newTable(), name: cmp.Or(o.Name, o.Address)}}
	if c.starter.name == "" && o.Command != nil {
		c.starter.name = o.Command().String()
	}
	c.trace.watched = -1
	return c
}

// BaseURL returns where the system listens now.
func (c *Controller) BaseURL() string {
	if c.active == nil {
		return ""
	}
	return c.active.baseURL
}

// PID returns the id of the running process. It is 0 if no process runs, or if this controller did not start it.
func (c *Controller) PID() int {
	if c.active == nil || c.active.cmd == nil {
		return 0
	}
	return c.active.cmd.Process.Pid
}

// Starts returns how many processes the search has used so far.
func (c *Controller) Starts() int { return c.starts }

// Warnings returns what drivers warned of, each line once.
func (c *Controller) Warnings() []string { return c.starter.table.warned() }

// ResetAdvice returns what makes resets faster, "" if that is not known.
func (c *Controller) ResetAdvice() string {
	if c.starter.options.Keep {
		return "nothing is reset, so these are starts after calls that ended the program"
	}
	return c.starter.options.ResetAdvice
}

// KeepUnchanged lets a process go on with the next test while all its calls are such as change nothing: safe ones
// (RFC 9110, Section 9.2.1), and those that were refused. What reads answer tells whether that is so: once one of them
// answers otherwise than as the first call of a process, each test that follows a call gets a new one.
func (c *Controller) KeepUnchanged() { c.reads.on = true }

// TryResets lets the driver reset the system as long as trials show that a reset does what a new process does. Later
// tests get a new process each, as they do where the driver cannot reset the system.
func (c *Controller) TryResets() { c.trial.on = true }

// Mutants returns the mutants of the system.
func (c *Controller) Mutants() *Mutants { return &c.mutants }

// Distrust has tests begin in new processes from now on where Options.Keep says that this is not needed, but calls
// changed what reads answer. It reports whether that is so. A search asks for it before it makes its suite, since
// written tests begin so.
func (c *Controller) Distrust() bool {
	c.distrusts = c.starter.options.Keep && c.starter.options.Command != nil && c.reads.stateful
	return c.distrusts
}

// keeps reports whether tests go on in the state that is there. Distrusts says that calls changed what reads answer.
func (o *Options) keeps(distrusts bool) bool { return o.Keep && !distrusts }

// Start implements [sut.Controller].
func (c *Controller) Start(ctx context.Context) (sut.Info, error) {
	end(c)
	if err := c.replace(ctx); err != nil {
		return sut.Info{}, errors.Join(err, c.Stop(ctx)) // nobody stops what was not started
	}
	return sut.Info{}, nil
}

// Stop implements [sut.Controller]. All processes have ended when it returns.
func (c *Controller) Stop(context.Context) error {
	end(c)
	if c.starter.options.Close != nil {
		return c.starter.options.Close()
	}
	return nil
}

// end ends all processes.
func end(c *Controller) {
	const grace = 2 * time.Second
	c.waiting.stop()
	if c.remote != nil {
		_ = c.remote.Stop(context.Background()) // it closes connections
		c.remote = nil
	}
	if c.active != nil {
		c.active.stop(grace)
		c.active = nil
	}
}

// replace ends the process, if there is one, and goes on with another one.
func (c *Controller) replace(ctx context.Context) error {
	if c.active != nil {
		c.active.kill()
	}
	p, err := c.waiting.next(ctx, c.starter.launch)
	if err != nil {
		return err
	}
	o := c.starter.options.Remote
	o.Reset, o.Refusals = nil, cmp.Or(o.Refusals, 1) // the process says itself whether it is alive
	if c.remote != nil {
		_ = c.remote.Stop(ctx) // it closes connections
	}
	c.remote = sut.NewRemote(p.baseURL, o)
	c.remote.SetTimeout(c.limited)
	c.active = p
	c.starts++
	c.trial.forget()
	if _, err := c.remote.Start(ctx); err != nil {
		p.kill() // nobody can call it: the next test gets another one
		return c.starter.wrong(err)
	}
	prepare(ctx, c)
	return nil
}

// Renew goes on in a new process, whatever Reset does, so that what follows needs nothing of what was called before. A
// system that somebody else started goes on as it is.
func (c *Controller) Renew(ctx context.Context) error {
	if c.starter.options.Command == nil || c.active == nil {
		return nil
	}
	if err := c.replace(ctx); err != nil {
		return err
	}
	if c.trial.on && !c.starter.options.Alone {
		c.waiting.fill(ctx, c.starter.launch) // for whoever renews a system does so again
	}
	return nil
}

// prepare begins to start the next processes, if tests need one each: one is there then when
// the next test begins.
func prepare(ctx context.Context, c *Controller) {
	o := &c.starter.options
	if o.keeps(c.distrusts) || o.Alone || o.Reset != nil || o.Command == nil ||
		c.active.hello.resets && !c.trial.renews() {
		return
	}
	c.waiting.fill(ctx, c.starter.launch)
}

// revive starts the system again if it has ended.
func revive(ctx context.Context, c *Controller) error {
	if c.active == nil {
		return c.starter.wrong(errors.New("it was not started"))
	}
	if !c.active.gone() {
		return nil
	}
	return c.replace(ctx)
}

// broken is an error for the search. A process that ended or hangs is none: the next test
// gets another one.
func (c *Controller) broken(err error) error {
	var end *endError
	var silent *silentError
	if errors.As(err, &end) || errors.As(err, &silent) {
		c.active.kill()
		return nil
	}
	return c.starter.wrong(err)
}
