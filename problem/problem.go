// Package problem is the contract between the engine and what it searches tests
// for.
//
// A [Problem] says how tests are drawn, changed and evaluated, and makes a suite
// of the best of them. The engine does the rest: it runs the search, in a
// process that may die, resumes it, and has the suite written. The HTTP API of
// package rest is one problem, the functions of package function are another.
//
// What only some problems can do is said by the optional interfaces [Opener],
// [Resumer], [Mortal], [Learner], [Keeper], [Straggler], [Waiter], [Repeater] and
// [Warner]; one that has to be closed is an io.Closer.
package problem

import (
	"context"
	"errors"
	"time"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// Problem is what tests are searched for. The engine calls it from one
// goroutine at a time.
//
// It has four methods and a codec, as none of them can be left out: a search
// needs all of them to come to a suite.
type Problem interface {
	// Search returns the sampler, the mutator and the evaluator.
	Search() search.Problem[*testcase.Case]
	// Suite makes a small suite of the best tests of an archive. The int counts
	// the tests that are left out, because they came out differently when they
	// were executed again. When ctx ends or the system dies on the way, the
	// tests that are ready are returned together with the error.
	Suite(ctx context.Context, a *search.Archive[*testcase.Case], h Harvest) (*suite.Suite, int, error)
	// Tallies counts what came of each operation, in a fixed order.
	Tallies() []Tally
	// Faults returns the faults found so far, in the order of discovery.
	Faults() []suite.Fault
	Codec
}

// Codec writes cases as bytes, for other processes and later runs.
type Codec interface {
	// EncodeCase writes a case whole: what [Codec.DecodeCase] makes of it does
	// the same and mutates in the same way.
	EncodeCase(c *testcase.Case) ([]byte, error)
	// DecodeCase reads a case. It refuses one that was not written for this
	// problem.
	DecodeCase(data []byte) (*testcase.Case, error)
}

// Harvest says how a suite is made of what a search found.
type Harvest struct {
	// Allow is asked before executions that only make tests smaller, with the
	// actions made since the end of the search. Default: always.
	Allow func(actions int) bool
	// Confirm is asked before each test is executed for the first time; once it
	// says no, the tests that are left are left out. Default: always.
	Confirm func() bool
	// Now is the time by which volatile values are recognised. Default: the
	// clock's.
	Now time.Time
}

// Tally counts what came of one operation over a whole search.
type Tally struct {
	// Operation is its name, such as "GET /books" or "shop.Price".
	Operation string
	// Calls is how often it was called.
	Calls int
	// Outcomes counts what the calls came to, by a short name: the status code of
	// an answer, "returned" or "error" of a function.
	Outcomes map[string]int
	// Successes counts those of the calls that did what the operation is for. It
	// is not needed where the outcomes are status codes.
	Successes int
	// Incomplete counts the calls that came to nothing: panics, time-outs and
	// broken connections.
	Incomplete int
}

// Opener is a problem whose first samples are worth more than others: the
// engine evaluates them all before the algorithm begins.
type Opener interface {
	// Opening reports whether there are first samples left.
	Opening() bool
}

// Resumer is a problem that can go on where another process of the same search
// ended.
type Resumer interface {
	// Resume adds what the other process counted. Operations that are not known
	// are left out.
	Resume(tallies []Tally)
}

// Death is the end of a process in the middle of an action, as a fault.
type Death struct {
	// Operation is what was under way.
	Operation string
	// Hang says that the process did not come to an end by itself.
	Hang bool
	// Reason says in a line what happened; Detail tells the deaths of one
	// operation apart; Frame is the place in the program, "" if unknown.
	Reason, Detail, Frame string
	// Repeat is what to do to see it again, such as a command line.
	Repeat string
}

// Mortal is a problem whose actions may end the process.
type Mortal interface {
	// Died adds a death that ended another process. It returns the target that
	// the death covers; false if the operation is not known.
	Died(d Death) (target fitness.ID, ok bool)
}

// Learner is a problem that learns something beside the archive, which other
// processes of the same search can use.
type Learner interface {
	// Learned returns what was learned since the last call, nil for nothing.
	Learned() ([]byte, error)
	// Learn takes what another process learned.
	Learn(data []byte) error
}

// Keeper is a problem that knows something at the end of a process which the
// next process of the same search should know from its start.
type Keeper interface {
	// State returns it, in the problem's own form.
	State() ([]byte, error)
	// Restore takes what State returned in another process.
	Restore(state []byte) error
}

// Straggler is a problem whose actions may go on after they were given up.
type Straggler interface {
	// Left counts the actions that were given up and still run.
	Left() int
}

// Waiter is a problem that waits for something that it does not control.
type Waiter interface {
	// Hangs reports whether an action did not come to its end in time.
	Hangs() bool
	// Remote reports whether the system runs somewhere else. How long that takes
	// cannot be told, and no other process can begin it anew.
	Remote() bool
}

// Warner is a problem that knows what the user should know.
type Warner interface {
	// Warnings returns a line each, in a stable order.
	Warnings() []string
}

// Kept are the tests of a suite in a form that other processes can execute.
type Kept struct {
	// Tests are the tests, in the order of the suite.
	Tests []KeptTest
	// State is what else the problem has to know, in its own form.
	State []byte
	// Opaque says that the outcomes hold something that may be made of the time,
	// such as a token.
	Opaque bool
}

// KeptTest is one of the tests.
type KeptTest struct {
	Name string // in the suite
	Data []byte // in the problem's own form
}

// Repeater is a problem whose suite can be executed again in a process where
// nothing was executed before: what comes out differently there is not
// asserted.
type Repeater interface {
	// Kept returns the tests of the suite that was made last.
	Kept() (Kept, error)
	// Answer executes the tests once and notes in them what came of it.
	Answer(ctx context.Context, k *Kept) error
	// SuiteAgain makes a suite of kept tests. The int counts those that are left
	// out.
	SuiteAgain(ctx context.Context, k Kept, now time.Time) (*suite.Suite, int, error)
}

// Env is what the engine gives to a problem.
type Env struct {
	// Registry gives targets their ids.
	Registry *fitness.Registry
	// Tracer sees the inside of this program; nil if it cannot be seen. The
	// problem asks it once for its [sut.Inside].
	Tracer sut.Tracer
	// BlackBox says that the user wants nothing to be looked into.
	BlackBox bool
	// Guard watches over what the problem does.
	Guard Guard
	// Own says that the process was started for the run and does nothing else.
	Own bool
	// Replay says that kept tests will be executed and nothing is searched for:
	// no other call may come before them.
	Replay bool
}

// ErrHangs says that the system takes actions but does not end them in time.
var ErrHangs = errors.New("the system hangs")

// Guard watches over executions, which may end the process. A problem tells it
// of each test and each action.
//
// The fourth method is for problems that act before the search begins.
type Guard interface {
	// Begin is called before each test. An error ends the search.
	Begin(ctx context.Context) error
	// Act is called before each action. It reports false for one that is known
	// to end the process and is not to be made; the test then ends early.
	Act(a *Action) bool
	// Done is called after each action that Act allowed.
	Done()
	// Deadly reports whether an operation has ended a process of this run.
	Deadly(operation string) bool
}

// Action is what a problem is about to do.
type Action struct {
	// Operation is the name of what is called.
	Operation string
	// HTTP has the parts of a call over HTTP; nil for other actions.
	HTTP *sut.Request
	// Text shows any other action as its user would write it.
	Text string
}

// Spec says which problem a run is about. The zero value is the HTTP API that
// the rest of the configuration describes.
type Spec struct {
	// Make makes the problem, once in each process of a run.
	Make func(ctx context.Context, e Env) (Problem, error)
	// Roots are the import paths of the packages whose dependencies guide the
	// search, unless the configuration names others.
	Roots []string
}
