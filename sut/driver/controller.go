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
	// Command returns the command that starts the system, not yet started. It is called for each start. The controller
	// adds the channels.
	Command func() *exec.Cmd
	// Address is the address at which the driver of a running system listens: "host:port", or "unix:" and a path. Such
	// a system is reset by its driver, by Reset, or never.
	Address string
	// Name is what errors call the system. Default: the command or the address.
	Name string
	// Reset brings the state back to what it was after the start. It gets the base URL of the system. Default: the
	// driver resets the system if its hello says that it can; otherwise each test that follows a call gets a new
	// process.
	Reset func(ctx context.Context, baseURL string) error
	// Keep says that nothing need be reset: the system has no state.
	Keep bool
	// Instrument puts probes into a source file, if the driver asks for that. It returns the new code and its targets,
	// and a warning if it put in no probes. Several goroutines may call it. Default: the code is the source.
	Instrument func(Source) (code string, targets []Target, warning string)
	// Remote are options of the calls. Reset of these is ignored.
	Remote sut.RemoteOptions
	// StartTimeout is the longest time from the start until the system takes calls.
	// Default: 30 seconds.
	StartTimeout time.Duration
	// AnswerTimeout is how long the driver may take to answer. A system that is too busy to answer, as in an endless
	// loop, is ended and started again. Default: 5 seconds.
	AnswerTimeout time.Duration
	// Output gets the standard output and error of the system. Default: they are discarded.
	Output io.Writer
	// Explain returns why and where a process ended, if it did not say so itself. It gets the end of the standard
	// error. If state is nil, the process has not ended: Explain then returns from what the system recovered during the
	// last call, or where it was interrupted, and gets the standard error since the call began. Default: the line that
	// names an error, or else the last line.
	Explain func(state *os.ProcessState, stderr []byte) (reason, place string)
	// Alone says that only one process can run at a time, for example because its port is fixed. Default: the next
	// process starts while a test runs.
	Alone bool
	// ResetAdvice says how to make resets faster, for warnings that they are slow. Default: general advice.
	ResetAdvice string
	// Ended is called when a process that Command returned has ended, or did not start, such as
	// to remove its files. Default: nothing.
	Ended func(*exec.Cmd)
	// Close is called by Stop at its end, such as to remove files. Default: nothing.
	Close func() error
}

func (o *Options) limit() time.Duration { return cmp.Or(o.AnswerTimeout, 5*time.Second) }

// Controller runs a system in a process of its own and observes it. It is a [sut.Controller], a [sut.Caller] and a
// [sut.Tracer]. Its [sut.Info] has no base URL, since that changes with each start; [Controller.BaseURL] returns it.
//
// A system that ends by itself is started again, and the call that ended it has the outcome
// sut.Broken and a reason. It is an error if it cannot be started any more, or if its
// driver breaks the protocol.
type Controller struct {
	starter starter
	trace   trace
	active  *process // nil: not started
	remote  *sut.Remote
	limited time.Duration // time limit of calls, see SetTimeout
	waiting waiting
	starts  int
	reads   readAnswers
	trial   trial
	mutants Mutants
	// distrusts says that Options.Keep was wrong.
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

// KeepUnchanged lets a process go on with the next test while its calls cannot have changed anything: safe ones (RFC
// 9110, Section 9.2.1), and those that were refused. The answers to reads check this: once a read is answered
// differently than as the first call of a process, each test that follows a call gets a new process.
func (c *Controller) KeepUnchanged() { c.reads.on = true }

// TryResets lets the driver reset the system as long as trials show that a reset does what a new process does. After a
// trial that shows a difference, each test gets a new process, as if the driver could not reset the system.
func (c *Controller) TryResets() { c.trial.on = true }

// Mutants returns the mutants of the system.
func (c *Controller) Mutants() *Mutants { return &c.mutants }

// Distrust makes tests begin in new processes from now on if Options.Keep says that the system has no state, but calls
// changed the answers to reads. It reports whether that is so. A search calls it before it makes its suite, since
// written tests begin in a new process.
func (c *Controller) Distrust() bool {
	c.distrusts = c.starter.options.Keep && c.starter.options.Command != nil && c.reads.stateful
	return c.distrusts
}

// keeps reports whether tests go on in the current state. distrusts says that calls changed the answers to reads.
func (o *Options) keeps(distrusts bool) bool { return o.Keep && !distrusts }

// Start implements [sut.Controller].
func (c *Controller) Start(ctx context.Context) (sut.Info, error) {
	end(c)
	if err := c.replace(ctx); err != nil {
		return sut.Info{}, errors.Join(err, c.Stop(ctx)) // nobody stops a system that was not started
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
	o.Reset, o.Refusals = nil, cmp.Or(o.Refusals, 1) // the process itself tells whether it is alive
	if c.remote != nil {
		_ = c.remote.Stop(ctx) // it closes connections
	}
	c.remote = sut.NewRemote(p.baseURL, o)
	c.remote.SetTimeout(c.limited)
	c.active = p
	c.starts++
	c.trial.forget()
	if _, err := c.remote.Start(ctx); err != nil {
		p.kill() // nobody can call this process, so the next test gets another one
		return c.starter.wrong(err)
	}
	prepare(ctx, c)
	return nil
}

// Renew continues in a new process, whatever Reset does, so that the next calls depend on no earlier call. A system
// that was not started by this controller continues as it is.
func (c *Controller) Renew(ctx context.Context) error {
	if c.starter.options.Command == nil || c.active == nil {
		return nil
	}
	if err := c.replace(ctx); err != nil {
		return err
	}
	if c.trial.on && !c.starter.options.Alone {
		c.waiting.fill(ctx, c.starter.launch) // a caller that renews a system does so repeatedly
	}
	return nil
}

// prepare begins to start the next processes if each test needs one, so that a process is ready when the next test
// begins.
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

// broken returns the error for the search. A process that ended or hangs is no error: the next test gets another one.
func (c *Controller) broken(err error) error {
	var end *endError
	var silent *silentError
	if errors.As(err, &end) || errors.As(err, &silent) {
		c.active.kill()
		return nil
	}
	return c.starter.wrong(err)
}
