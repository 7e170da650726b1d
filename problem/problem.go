// Package problem is the contract between the engine and the problem that it
// searches tests for.
//
// A [Problem] samples, mutates and evaluates tests, and makes a suite of the
// best ones. The engine does the rest: it runs the search in a process that may
// die, resumes it in the next process, and has the suite written. The HTTP API
// of package rest is one problem, and the functions of package function are
// another.
//
// A problem of your own implements [Problem] and goes into evoke.Config by a
// [Spec]. Its actions are types of its own that implement testcase.Action; their
// genes (package gene) are what is mutated, and testcase.Mutator does that. Its
// evaluator executes the actions and scores targets on a fitness.Board: 1 for
// what is covered, less for what was near. The steps of its suite are the calls
// that a written test makes. The example in problem/example_test.go does all that for
// a lock; examples/customproblem is a whole program.
//
// # The order of calls
//
// A problem makes these calls, in this order; where nothing can be observed, [Env].Tracer is nil, and
// those of the tracer are left out:
//
//  1. Once, when it is made: Tracer.Inside. Without it Begin and Take are errors that say so.
//  2. For each test: Guard.Begin, then Tracer.Begin. An error of either ends the search.
//  3. For each action of the test: Guard.Act; if that returns false, the test ends before this action.
//     Then the action itself, Guard.Done, and Tracer.Take, whose scores go to the fitness.Board.
//
// The guard is for executions that may end the process: such a problem is also a [Mortal]. One whose
// actions cannot do that leaves out the calls of the guard.
//
// A problem implements optional interfaces for what only some problems can do:
// [Opener], [Resumer], [Mortal], [Learner], [Keeper], [Archivist], [Straggler],
// [Waiter], [Repeater], [Host], [Stateful] and [Warner]. A problem that holds resources is an io.Closer.
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

// Problem is what the engine searches tests for. The engine calls it from one
// goroutine at a time.
//
// It has four methods and a codec because every search needs all of them to
// produce a suite.
type Problem interface {
	// Search returns the sampler, the mutator and the evaluator.
	Search() search.Problem[*testcase.Case]
	// Suite makes a small suite of the best tests of an archive. The int counts
	// the tests that it leaves out because they behaved differently when they
	// were executed again. If ctx ends or the system dies on the way, Suite
	// returns the tests that are ready together with the error.
	Suite(ctx context.Context, a *search.Archive[*testcase.Case], h Harvest) (*suite.Suite, int, error)
	// Tallies counts the outcomes of each operation, in a fixed order.
	Tallies() []Tally
	// Faults returns the faults found so far, in the order of discovery.
	Faults() []suite.Fault
	Codec
}

// Codec encodes cases as bytes for other processes and later runs.
type Codec interface {
	// EncodeCase encodes the whole state of a case. The case that
	// [Codec.DecodeCase] returns does the same and mutates in the same way.
	EncodeCase(c *testcase.Case) ([]byte, error)
	// DecodeCase decodes a case. It refuses a case that was not written for this
	// problem.
	DecodeCase(data []byte) (*testcase.Case, error)
}

// Harvest says how to make a suite of what a search found.
type Harvest struct {
	// Allow reports whether tests may be executed only to make them smaller. It gets the work
	// that was done since the end of the search, and the work that the tests take before
	// they are written, as far as it is known. Default: always.
	Allow func(done, owed Work) bool
	// Confirm is asked before each test is executed for the first time, and gets the same.
	// Once it returns false, Suite leaves out the remaining tests. Default: always.
	Confirm func(done, owed Work) bool
	// Short is told at the end how many tests Suite left out because there was no time
	// for them, and how many assert statuses and types alone, since they were executed
	// once. Default: nobody is told.
	Short func(left, once int)
	// Calls is how many actions Suite executes at most, 0 for any number. It leaves out
	// tests that it has none for.
	Calls int
	// Spent is told at the end how many actions Suite has executed, and how many tests
	// it left out because it had none for them. Default: nobody is told.
	Spent func(actions, left int)
	// Costly says that the system starts a new process for most executions of tests. Suite then
	// executes each test as seldom as it may. Default: the system does not.
	Costly bool
	// Later is how often each test is executed once more after Suite, in other processes and as it is written, and
	// Seldom how often that is at least. Default: not at all.
	Later, Seldom int
	// Now is the time against which volatile values are recognised. Default: the
	// time of the clock.
	Now time.Time
	// Former are tests of an earlier suite. Suite keeps each of them that still
	// shows something which no other of them does, as it is and under its name.
	Former []Former
	// Dropped is told of each of these tests that Suite leaves out, and why.
	// Default: nobody is told.
	Dropped func(name, reason string)
	// Restart brings a system that keeps its state back to its first one. Suite then
	// executes its tests there and leaves out what fails. Default: nobody can.
	Restart func(ctx context.Context) error
	// Renew gives the system another process. Suite executes each test in one of its own
	// before it writes it, and leaves out what fails there. Default: nobody can.
	Renew func(ctx context.Context) error
}

// Work counts the executions of tests and the actions of these tests that making a suite takes.
type Work struct{ Tests, Actions int }

// Former is a test of an earlier suite.
type Former struct {
	Name, Purpose string
	// Ways are the outcomes of conditions that its text names.
	Ways []suite.Way
	// Outcomes are what its steps came to, in order: the status of an answer, or
	// the outcome of a function. A test that ends in another way gets a new name.
	Outcomes []string
	Case     *testcase.Case `json:"-"` // the problem has its own form of it
}

// Tally counts the outcomes of one operation over a whole search.
type Tally struct {
	// Operation is the name of the operation, such as "GET /books" or
	// "shop.Price".
	Operation string
	// Calls is how often the operation was called.
	Calls int
	// Outcomes counts the calls by their outcome: the status code of an answer,
	// or "returned" or "error" for a function.
	Outcomes map[string]int
	// Successes counts the calls that did what the operation is for. It is not
	// needed where the outcomes are status codes.
	Successes int
	// Incomplete counts the calls without an outcome: panics, time-outs and
	// broken connections.
	Incomplete int
	// Sought counts the actions of tests that were made to have the operation succeed
	// for the first time, those that prepare it included.
	Sought int
	// Refusal is what the system says most often where it refuses the operation, which never
	// succeeded, and Refused the part of the call that this is about; "" for what is not known.
	Refusal, Refused string
	// Maker is an operation that succeeded and makes what this one is about, "" for none.
	Maker string
	// Untested says what an operation that succeeded came to when the tests of that were repeated; ""
	// for what is not known, and where a test shows it.
	Untested string
	// Undeclared lists what the program reads in the operation and its description
	// does not have, such as "query page".
	Undeclared []string
}

// Opener is a problem whose first samples are worth more than others. The
// engine evaluates all of them before the algorithm begins.
type Opener interface {
	// Opening reports whether first samples are left.
	Opening() bool
}

// Resumer is a problem that can continue where another process of the same
// search ended.
type Resumer interface {
	// Resume adds the counts of the other process. It ignores operations that it
	// does not know.
	Resume(tallies []Tally)
}

// Death describes a process that ended in the middle of an action. It is a
// fault.
type Death struct {
	// Operation is the operation that was being executed.
	Operation string
	// Hang says that the process did not end by itself.
	Hang bool
	// Reason is one line that says what happened. Detail distinguishes the deaths
	// of one operation. Frame is the place in the program, "" if unknown.
	Reason, Detail, Frame string
	// Repeat shows how to see the death again, such as a command line.
	Repeat string
}

// Mortal is a problem whose actions may end the process.
type Mortal interface {
	// Died records a death that ended another process. It returns the target that
	// the death covers, or false if it does not know the operation.
	Died(d Death) (target fitness.ID, ok bool)
}

// Learner is a problem that learns things besides the archive which other
// processes of the same search can use.
type Learner interface {
	// Learned returns what was learned since the last call, or nil for nothing.
	Learned() ([]byte, error)
	// Learn adds what another process learned.
	Learn(data []byte) error
}

// Keeper is a problem whose state at the end of a process helps the next
// process of the same search from its start.
type Keeper interface {
	// State returns the state, in the problem's own encoding.
	State() ([]byte, error)
	// Restore restores a state that State returned in another process.
	Restore(state []byte) error
}

// Archivist is a problem whose tests can be kept as text that people read, while
// the program and its schema change.
type Archivist interface {
	// Archived returns the tests of the suite that was made last, as JSON, by
	// their names.
	Archived() (map[string][]byte, error)
	// Recall makes a case of a test that Archived returned, perhaps long ago. It
	// says in losses what it had to leave out or to fill in. It fails if the test
	// cannot be made any more.
	Recall(data []byte) (c *testcase.Case, losses []string, err error)
}

// Straggler is a problem whose actions may still run after it gave them up.
type Straggler interface {
	// Left counts the actions that were given up but still run.
	Left() int
}

// Waiter is a problem that waits for a system that it does not control.
type Waiter interface {
	// Hangs reports whether an action did not end in time.
	Hangs() bool
	// Remote reports whether the system runs outside of this process. Nobody can
	// predict how long its actions take, and no new process can restart it.
	Remote() bool
}

// Warner is a problem that has warnings for the user.
type Warner interface {
	// Warnings returns one line for each warning, in a stable order.
	Warnings() []string
}

// Covered is a problem whose system counts its statements in a process of its own, where the go command counts none.
type Covered interface {
	// Statements are by package, sorted by path; none if nothing was counted.
	Statements() []sut.PackageCoverage
}

// Dependency says that something of a problem needs something else to be there.
type Dependency struct {
	From, To string // From needs To, or is called what To is called
	// Directed says that it is known which of the two needs the other.
	Directed bool
	// Probability that it is so, above 0 and at most 1.
	Probability float64
	// Why says what it was found by, one word each.
	Why []string
	// Tables are the SQL tables that say so, sorted.
	Tables []string
}

// Graphed is a problem that finds out what depends on what.
type Graphed interface {
	// Dependencies returns what was found, in a stable order.
	Dependencies() []Dependency
}

// Adviser is a problem that knows why a system may refuse its calls.
type Adviser interface {
	// Advice says in one line what to configure so that the system accepts the
	// calls. It returns "" if the problem knows nothing better.
	Advice() string
}

// Kept holds the tests of a suite in a form that other processes can execute.
type Kept struct {
	// Tests are the tests, in the order of the suite.
	Tests []KeptTest
	// State is what else the problem has to know, in its own encoding.
	State []byte
	// Calls is how many calls all of them take, those of log-ins included.
	Calls int
	// Seldom says that the tests have their outcomes in the first process, and are executed once in another one: an
	// execution takes more than its actions, and making the suite took what there was.
	Seldom bool
	// Opaque says that the outcomes hold values that may depend on the time, such
	// as tokens.
	Opaque bool
}

// KeptTest is one test of a suite.
type KeptTest struct {
	Name string // in the suite
	Data []byte // in the problem's own form
	// Left are assertions that the test does without, because they notice nothing
	// that others do not notice.
	Left []suite.Assertion
}

// Repeater is a problem whose suite can be executed again in a process that has
// executed nothing before. The suite does not assert what differs there.
type Repeater interface {
	// Kept returns the tests of the suite that was made last.
	Kept() (Kept, error)
	// Answer executes the tests once and records their outcomes in k.
	Answer(ctx context.Context, k *Kept) error
	// SuiteAgain makes a suite of kept tests. The second result says, by name and reason, the tests
	// that it leaves out.
	SuiteAgain(ctx context.Context, k Kept, now time.Time) (*suite.Suite, []string, error)
}

// Host is a problem whose tests call an HTTP system that others may call too, to
// see what the tests of a suite notice. It is not searched at the same time.
type Host interface {
	sut.Caller
	// Reset brings the state of the system back to what it was after the start.
	Reset(ctx context.Context) error
}

// Env is what the engine gives a problem.
type Env struct {
	// Registry gives targets their ids.
	Registry *fitness.Registry
	// Tracer observes the code of this program. It is nil if nothing can be
	// observed. The problem asks it once for its [sut.Inside].
	Tracer sut.Tracer
	// BlackBox says that the user wants a search that does not observe code.
	BlackBox bool
	// Guard watches over the executions of the problem.
	Guard Guard
	// Own says that the process was started for the run and does nothing else.
	Own bool
	// Replay says that this process only executes kept tests and does not search.
	// The problem must make no other call before these tests.
	Replay bool
}

// ErrHangs means that the system takes actions but does not end them in time.
var ErrHangs = errors.New("the system hangs")

// Guard watches over executions, which may end the process. A problem tells it
// about each test and each action.
//
// The fourth method, Deadly, serves problems that act before the search begins.
type Guard interface {
	// Begin is called before each test. An error ends the search.
	Begin(ctx context.Context) error
	// Act is called before each action. It returns false for an action that is
	// known to end the process. The problem must then skip the action and end the
	// test.
	Act(a *Action) bool
	// Done is called after each action that Act allowed.
	Done()
	// Deadly reports whether an operation has ended a process of this run.
	Deadly(operation string) bool
}

// Action describes what a problem is about to do.
type Action struct {
	// Operation is the name of the operation that is called.
	Operation string
	// HTTP holds the parts of an HTTP call. It is nil for other actions.
	HTTP *sut.Request
	// Text shows an action that is not an HTTP call as its user would write it.
	Text string
}

// Spec selects the problem of a run. The zero value selects the HTTP API that
// the rest of the configuration describes.
type Spec struct {
	// Make makes the problem, once in each process of a run.
	Make func(ctx context.Context, e Env) (Problem, error)
	// Roots are the import paths of the packages whose dependencies guide the
	// search, unless the configuration names other packages.
	Roots []string
	// Outside says that all which tests are about runs in processes of its own, such as those of a browser: nothing
	// that tests do ends this process, so no other one is started for the search.
	Outside bool
	// Step is what an action of a test is called, as in "100 acts". Default: "call".
	Step string
}

// Discreet is a problem that knows credentials, which nothing that is written may
// hold.
type Discreet interface {
	// Clean puts names in place of the credentials in all texts that v points to.
	Clean(v any)
}
