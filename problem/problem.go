// Package problem is the contract between the engine and the problem that it searches tests for.
//
// A [Problem] samples, mutates and evaluates tests, and makes a suite of the best ones. The engine does the rest: it
// runs the search in a process that may die, resumes it in the next process, and has the suite written. The HTTP API of
// package rest is one problem, and the functions of package function are another.
//
// A problem of your own implements [Problem] and goes into evoke.Config by a [Spec]. Its actions are types that
// implement testcase.Action; testcase.Mutator mutates their genes (package gene). Its evaluator executes the actions
// and scores targets on a fitness.Board: 1 for a covered target, less for a target that was near. The steps of its
// suite are the calls that a written test makes. The example in problem/example_test.go does all that for a lock;
// examples/customproblem is a whole program.
//
// # The order of calls
//
// A problem makes these calls, in this order. If nothing can be observed, [Env].Tracer is nil, and the calls of the
// tracer are left out:
//
//  1. Once, when the problem is made: Tracer.Inside. Before it, Begin and Take return errors that say so.
//  2. For each test: Guard.Begin, then Tracer.Begin. An error of either ends the search.
//  3. For each action of the test: Guard.Act; if that returns false, the test ends before this action.
//     Then the action itself, Guard.Done, and Tracer.Take, whose scores go to the fitness.Board.
//
// The guard is for actions that may end the process: such a problem is also a [Mortal]. A problem whose actions cannot
// end the process leaves out the calls of the guard.
//
// A problem implements optional interfaces for abilities that only some problems have: [Opener], [Resumer], [Mortal],
// [Learner], [Keeper], [Archivist], [Straggler], [Waiter], [Repeater], [Host], [Stateful] and [Warner]. A problem that
// holds resources is an io.Closer.
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
	// Suite makes a small suite of the best tests of an archive. The int is the number of tests left out because they
	// behaved differently when they were executed again. If ctx ends or the system dies on the way, Suite returns the
	// tests that are ready together with the error.
	Suite(ctx context.Context, a *search.Archive[*testcase.Case], h Harvest) (*suite.Suite, int, error)
	// Tallies counts the outcomes of each operation, in a fixed order.
	Tallies() []Tally
	// Faults returns the faults found so far, in the order of discovery.
	Faults() []suite.Fault
	Codec
}

// Codec encodes cases as bytes for other processes and later runs.
type Codec interface {
	// EncodeCase encodes the whole state of a case. The case that [Codec.DecodeCase] makes of it behaves and mutates in
	// the same way.
	EncodeCase(c *testcase.Case) ([]byte, error)
	// DecodeCase decodes a case. It returns an error for a case that was not encoded for this problem.
	DecodeCase(data []byte) (*testcase.Case, error)
}

// Harvest is the settings for making a suite from the results of a search. All of its functions are called on the
// goroutine of Suite.
type Harvest struct {
	// Allow reports whether tests may be executed only to make them smaller. done is the work since the end of the
	// search; owed is the work that the tests still take before they are written, as far as it is known. Default:
	// always.
	Allow func(done, owed Work) bool
	// Confirm is asked before each test is executed for the first time, with the same arguments as Allow. Once it
	// returns false, Suite leaves out the remaining tests. Default: always true.
	Confirm func(done, owed Work) bool
	// Short is called at the end with two numbers of tests: those that Suite left out for lack of time, and those that
	// assert only statuses and types because they were executed only once. Default: not called.
	Short func(left, once int)
	// Calls bounds the number of actions that Suite executes; 0 means no bound. Suite leaves out tests for which no
	// actions remain.
	Calls int
	// Spent is called at the end with the number of actions that Suite executed, and the number of tests that it left
	// out because of Calls. Default: not called.
	Spent func(actions, left int)
	// Costly says that the system starts a new process for most executions of tests. Suite then executes each test as
	// few times as possible. Default: false.
	Costly bool
	// Later is how many more times each test is executed after Suite, in other processes and as it is written; Seldom
	// is the least number of these executions if time is short. Default: 0.
	Later, Seldom int
	// Now is the time against which volatile values are recognised. Default: the
	// time of the clock.
	Now time.Time
	// Former are the tests of an earlier suite. Suite keeps a former test, unchanged and under its name, if it covers
	// something that no other former test covers.
	Former []Former
	// Dropped is called with the name of each former test that Suite leaves out, and the reason. Default: not called.
	Dropped func(name, reason string)
	// Restart brings a system that keeps its state back to its first state. Suite then executes its tests there and
	// leaves out what fails. Default: nil, for a system that cannot be restarted.
	Restart func(ctx context.Context) error
	// Renew starts a new process of the system. Suite executes each test in a new process before it writes the test,
	// and leaves out what fails there. Default: nil, for a system that cannot be renewed.
	Renew func(ctx context.Context) error
}

// Work is a number of executions of tests, and the number of their actions.
type Work struct{ Tests, Actions int }

// Former is a test of an earlier suite.
type Former struct {
	Name, Purpose string
	// Ways are the outcomes of conditions that the text of the test names.
	Ways []suite.Way
	// Outcomes are the outcomes of the steps, in order: the status of an answer, or the outcome of a function. If a
	// test now has other outcomes, it gets a new name.
	Outcomes []string
	Case     *testcase.Case `json:"-"` // encoded by the problem (see Archivist)
}

// Tally counts the outcomes of the calls of one operation over a whole search.
type Tally struct {
	// Operation is the name of the operation, such as "GET /books" or
	// "shop.Price".
	Operation string
	// Calls is how often the operation was called.
	Calls int
	// Outcomes counts the calls by their outcome: the status code of an answer,
	// or "returned" or "error" for a function.
	Outcomes map[string]int
	// Successes counts the calls with the intended result. It is not needed if the outcomes are status codes.
	Successes int
	// Incomplete counts the calls without an outcome: panics, time-outs and broken connections.
	Incomplete int
	// Sought counts the actions of the operation until its first success.
	Sought int
	// Refusal is the most frequent message with which the system refuses an operation that never succeeded. Refused is
	// the part of the call that the message is about. Each is "" if unknown.
	Refusal, Refused string
	// Demanded is the input that the message asks for and the schema does not declare, such as "header X-Tenant"; "" if
	// unknown.
	Demanded string
	// Maker is an operation that succeeded and creates the resource that this operation needs; "" for none.
	Maker string
	// Untested is, for an operation that succeeded in the search, its outcome when its tests were repeated; "" if
	// unknown, or if a test shows the success.
	Untested string
	// Undeclared lists inputs that the program reads in the operation but its schema does not declare, such as "query
	// page".
	Undeclared []string
	// Laws are relations that held in all but a few accepted calls of the operation.
	Laws []Law
}

// Opener is a problem with first samples that matter more than others. The engine evaluates all of them before the
// algorithm begins.
type Opener interface {
	// Opening reports whether first samples are left.
	Opening() bool
}

// Resumer is a problem that can continue where another process of the same
// search ended.
type Resumer interface {
	// Resume adds the counts of the other process. It ignores unknown operations.
	Resume(tallies []Tally)
}

// Death describes a process that ended in the middle of an action. It is a
// fault.
type Death struct {
	// Operation is the name of the operation that was being executed.
	Operation string
	// Hang says that the process hung and had to be killed.
	Hang bool
	// Reason describes the death in one line. Detail distinguishes the deaths of one operation. Frame is the place in
	// the program; "" if unknown.
	Reason, Detail, Frame string
	// Repeat says how to reproduce the death, such as a command line.
	Repeat string
}

// Mortal is a problem whose actions may end the process.
type Mortal interface {
	// Died records a death that ended another process. It returns the target that the death covers. It returns false if
	// it does not know the operation.
	Died(d Death) (target fitness.ID, ok bool)
}

// Learner is a problem that learns facts, apart from the archive, that are useful to other processes of the same
// search.
type Learner interface {
	// Learned returns the encoded facts learned since the last call, or nil if there are none.
	Learned() ([]byte, error)
	// Learn adds the facts that another process learned, as its Learned returned them.
	Learn(data []byte) error
}

// Keeper is a problem whose state at the end of a process helps the next
// process of the same search from its start.
type Keeper interface {
	// State returns the encoded state.
	State() ([]byte, error)
	// Restore restores a state that State returned in another process.
	Restore(state []byte) error
}

// Archivist is a problem whose tests can be kept as text that people can read, and that is still usable when the
// program and its schema have changed.
type Archivist interface {
	// Archived returns the tests of the suite made last: JSON, by name.
	Archived() (map[string][]byte, error)
	// Recall makes a case of a test that Archived returned, perhaps for an older program. losses describes the parts
	// that it had to leave out or to fill in. It returns an error if the test cannot be made any more.
	Recall(data []byte) (c *testcase.Case, losses []string, err error)
}

// Straggler is a problem whose actions may still run after the problem stopped waiting for them.
type Straggler interface {
	// Left returns the number of actions that still run although nobody waits for them.
	Left() int
}

// Waiter is a problem that waits for a system that it does not control.
type Waiter interface {
	// Hangs reports whether an action did not end in time.
	Hangs() bool
	// Remote reports whether the system runs outside of this process. Then nobody can predict how long its actions
	// take, and a new process cannot restart it.
	Remote() bool
}

// Warner is a problem that has warnings for the user.
type Warner interface {
	// Warnings returns one line for each warning, in a stable order.
	Warnings() []string
}

// Covered is a problem whose system counts covered statements in a process of its own, where the go command cannot
// count them.
type Covered interface {
	// Statements returns the coverage by package, sorted by path; nil if nothing was counted.
	Statements() []sut.PackageCoverage
}

// Dependency says that one entity of a problem, such as a resource, needs another.
type Dependency struct {
	From, To string // From needs To; or, if not Directed, the two are related
	// Directed says that From is known to need To. Otherwise either may need the other.
	Directed bool
	// Probability is the probability that the dependency exists, above 0 and at most 1.
	Probability float64
	// Why names the evidence, one word for each kind.
	Why []string
	// Tables are the SQL tables that give the evidence, sorted.
	Tables []string
}

// Graphed is a problem that learns which of its entities depend on which others.
type Graphed interface {
	// Dependencies returns the dependencies found, in a stable order.
	Dependencies() []Dependency
}

// Adviser is a problem that knows why a system may refuse its calls.
type Adviser interface {
	// Advice returns one line that says how to change the configuration so that the system accepts the calls, or "" if
	// the problem knows no advice.
	Advice() string
}

// Kept holds the tests of a suite in a form that other processes can execute.
type Kept struct {
	// Tests are the tests, in the order of the suite.
	Tests []KeptTest
	// State is further data that the problem needs for the tests, in its own encoding.
	State []byte
	// Calls is the number of calls of all tests, including those of log-ins.
	Calls int
	// Seldom says that the tests need only one execution in another process, because they already have outcomes from
	// the first process. It is set if executions are costly and making the suite used up its budget.
	Seldom bool
	// Opaque says that the outcomes contain values that may depend on the time, such as tokens.
	Opaque bool
}

// KeptTest is one test of a suite.
type KeptTest struct {
	Name string // name of the test in the suite
	Data []byte // the test, in the encoding of the problem
	// Left are assertions that are left out of the test, because other assertions notice every mutant that they notice.
	Left []suite.Assertion
}

// Repeater is a problem that can execute its suite again in a process that has executed nothing before. Values that
// differ there are not asserted.
type Repeater interface {
	// Kept returns the tests of the suite that was made last.
	Kept() (Kept, error)
	// Answer executes the tests once and records their outcomes in k.
	Answer(ctx context.Context, k *Kept) error
	// SuiteAgain makes a suite of kept tests. The second result has a line for each test left out, with its name and
	// the reason. now is as in [Harvest].
	SuiteAgain(ctx context.Context, k Kept, now time.Time) (*suite.Suite, []string, error)
}

// Host is a problem with an HTTP system that other code may call, to see which mutants the tests of a suite notice. No
// search runs at the same time.
type Host interface {
	sut.Caller
	// Reset brings the state of the system back to its state after the start.
	Reset(ctx context.Context) error
}

// Env is the environment that the engine gives to a problem.
type Env struct {
	// Registry gives targets their ids.
	Registry *fitness.Registry
	// Tracer observes the code of this program. It is nil if nothing can be observed. The problem calls [sut.Inside] of
	// it once.
	Tracer sut.Tracer
	// BlackBox says that the user wants a search that does not observe code.
	BlackBox bool
	// Guard watches over the executions of the problem.
	Guard Guard
	// Own says that this process was started only for the run.
	Own bool
	// Replay says that this process only executes kept tests and does not search.
	// The problem must make no other call before these tests.
	Replay bool
}

// ErrHangs means that the system takes actions but does not end them in time.
var ErrHangs = errors.New("the system hangs")

// Guard watches over actions, which may end the process. A problem calls it for each test and each action.
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

// Action describes an action that a problem is about to execute.
type Action struct {
	// Operation is the name of the operation that is called.
	Operation string
	// HTTP holds the parts of an HTTP call. It is nil for other actions.
	HTTP *sut.Request
	// Text shows an action that is not an HTTP call in a form that its user could write.
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
	// Outside says that all code under test runs in processes of its own, such as those of a browser. Tests cannot end
	// this process then, so no other process is started for the search.
	Outside bool
	// Step is the name of an action of a test, as in "100 acts". Default: "call".
	Step string
}

// Discreet is a problem that knows credentials that no written file may contain.
type Discreet interface {
	// Clean replaces credentials by names in all texts that v points to.
	Clean(v any)
}
