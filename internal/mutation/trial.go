// Package mutation measures which mutants the tests of a suite notice. It executes the tests on mutants of the program,
// checks mutants of the answers, and finds the assertions that the suite does not need.
//
// This is Algorithm 2 (oracle generation) of S. Mirshokraie, A. Mesbah and K.
// Pattabiraman, "JSEFT: Automated JavaScript unit test generation" (2015), brought
// to HTTP: the mutants of functions become mutants of the program, those of the
// DOM become mutants of answers, and a test asserts what differs between the
// original and a mutant.
package mutation

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/evoke-go/evoke/probe/mutant"
	"github.com/evoke-go/evoke/suite"
)

// Options bound the work.
type Options struct {
	// Mutants bounds the mutants that are tried.
	Mutants int
	// Calls bounds the calls, without those on the original program. A test that takes too long counts as many calls. 0
	// sets no limit.
	Calls int
	// Dear says that the execution of a test costs much more than its calls. Then each test is executed once on the
	// original program, and not twice, and a mutant for which no calls are left counts as one for which no time is
	// left.
	Dear bool
	// Until is the time after which no further mutant is tried. Zero sets no limit.
	Until time.Time
	// Reserve is the index of the first test in reserve. Tests in reserve are executed only on mutants that no test
	// before them notices, a few on each mutant. Default: no reserve.
	Reserve int
	// More is called before each mutant; when it returns false, no further mutant is tried. Default: no limit.
	More func() bool `json:"-"`
	// Tell is called before each mutant with the number of mutants that are done, and of all. Default: not called.
	Tell func(done, of int) `json:"-"`
	// Seed seeds the choice of the mutants.
	Seed uint64
	// Notes is the path of a file for results, so that another process can continue when this one dies of a mutant.
	Notes string
}

// Result says which mutants the tests of a suite notice.
type Result struct {
	// Mutants are the mutants that were tried.
	Mutants []Mutant
	// Placed counts the mutants in the program, and Reached those that the tests come to.
	Placed, Reached int
	// Failing are the indices of tests that fail or hang on the original program. They are not executed on mutants.
	Failing []int
	// Answers are the answers of each test on the original program, step by step.
	Answers [][]Answer
	// Late counts the chosen mutants that were not tried because time ran out, and Open are the indices of the tests
	// that come to them.
	Late int
	Open []int
}

// Tried is a problem that tries mutants itself when it makes a suite. The results are nil if it did not.
type Tried interface {
	Mutants() (*Result, *Reduction)
}

// Mutant is a mutant of the program, with the tests that notice it.
type Mutant struct {
	mutant.Site
	Noticed []Notice
}

// Notice has the assertions by which a test notices a mutant.
type Notice struct {
	Test       int // index in the suite
	Assertions []suite.Assertion
}

// ErrWorn means that a mutant left something behind in the process, so that another process has to continue.
var ErrWorn = errors.New("mutation: the process is to be replaced")

const (
	// rounds is how often each test is executed on the original program. An assertion that fails in one of these
	// executions cannot notice mutants.
	rounds = 2
	// slower is the factor by which a test may take longer on a mutant than on the original program. leastTime is the
	// processor time that it may use in any case, and idleTime how long it may wait. Other processes of the machine do
	// not influence processor time, and hardly the waiting time.
	slower    = 10
	leastTime = time.Second
	idleTime  = 5 * time.Second
	// deafTime is how long a test may go on after its context has ended.
	deafTime = time.Second
	// lateCalls is the number of calls for which a test counts that takes too long: it waits for seconds, and a program
	// may have hundreds of mutants that never answer.
	lateCalls = 100
	// deathCalls is the number of calls for which a test counts that ends a process of the system.
	deathCalls = 10
	// lookEvery is how often the processor time is read.
	lookEvery = 20 * time.Millisecond
	// enough is the number of tests that are executed on a mutant that one of them notices: for code that many tests
	// come to, all of them notice the same. enoughDear is this number if executions are dear.
	enough, enoughDear = 10, 3
)

// trial is one run of [Try].
type trial struct {
	Options
	host    any // a Host or a Player
	play    func(context.Context, *suite.Test) (Played, error)
	program mutant.Program
	suite   *suite.Suite
	notes   *notes
	late    bool // time or calls ran out before all mutants were tried
}

func newTrial(h any, s *suite.Suite, o Options, notes *notes) *trial {
	t := &trial{Options: o, host: h, suite: s, notes: notes}
	switch h := h.(type) {
	case Host:
		t.play = func(ctx context.Context, test *suite.Test) (Played, error) { return play(ctx, h, test) }
	case Player:
		t.play = h.Play
	}
	var elsewhere bool
	if t.program, elsewhere = h.(mutant.Program); !elsewhere {
		t.program = mutant.Own()
	}
	return t
}

// Try executes the tests of a suite on mutants of a program: of the host's program, or of this one, into which package
// instrument/mutate has put them. It executes the tests that come to a mutant until enough have noticed it, and all of
// them before the mutant counts as survived. A test that takes much longer, or that ends the process, notices the
// mutant.
//
// After [ErrWorn], or when the process died, call Try in another process with the same options to continue.
func Try(ctx context.Context, h Host, s *suite.Suite, o Options) (*Result, error) {
	return try(ctx, h, s, o)
}

// TryOn is [Try] for a program whose tests make no calls.
func TryOn(ctx context.Context, p Player, s *suite.Suite, o Options) (*Result, error) {
	return try(ctx, p, s, o)
}

func try(ctx context.Context, h any, s *suite.Suite, o Options) (*Result, error) {
	notes, err := openNotes(o.Notes)
	if err != nil {
		return nil, err
	}
	defer notes.close()
	t := newTrial(h, s, o, notes)
	if notes.plain == nil {
		plain, err := t.plain(ctx)
		if err != nil {
			return nil, err
		}
		if err := notes.begin(plain); err != nil {
			return nil, err
		}
	}
	err = t.all(ctx, false)
	if err == nil && t.Reserve > 0 && !t.late {
		err = t.all(ctx, true)
		t.late = false
	}
	if err != nil {
		return nil, err
	}
	return t.result(), nil
}

// all tries the chosen mutants that were not tried, with tests that come to them, until time runs out. With the
// reserve, it tries the mutants that no test of the suite notices.
func (t *trial) all(ctx context.Context, reserve bool) error {
	chosen := t.chosen()
	for i, number := range chosen {
		if t.Tell != nil {
			t.Tell(i, len(chosen))
		}
		tests := t.testsFor(number, reserve)
		done := t.notes.done[number]
		if !reserve && done != nil || reserve && (len(done.Noticed) > 0 || len(tests) == 0) {
			continue
		}
		if t.Calls > 0 && t.notes.calls >= t.Calls {
			t.late = t.Dear
			return nil
		}
		if !t.Until.IsZero() && time.Now().After(t.Until) || t.More != nil && !t.More() {
			t.late = true
			return nil
		}
		if err := t.try(ctx, number, tests); err != nil {
			return err
		}
	}
	return nil
}

// plain has the results of the tests on the original program.
type plain struct {
	Failing []int
	Answers [][]Answer
	Reached [][]int         // numbers of mutants, by test
	Took    []time.Duration // by test
	Failed  [][]suite.Assertion
}

// plain executes the tests on the original program.
func (t *trial) plain(ctx context.Context) (*plain, error) {
	n := len(t.suite.Tests)
	out := &plain{Answers: make([][]Answer, n), Reached: make([][]int, n), Took: make([]time.Duration, n),
		Failed: make([][]suite.Assertion, n)}
	times := rounds
	if t.Dear {
		times = 1
	}
	for round := range times {
		for i := range n {
			t.program.Reached() // forget mutants that were reached before
			began := time.Now()
			p, err := t.play(ctx, &t.suite.Tests[i])
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			out.Took[i] = max(out.Took[i], time.Since(began))
			out.Reached[i] = union(out.Reached[i], t.program.Reached())
			out.Failed[i] = append(out.Failed[i], p.Failed...)
			if round == 0 {
				out.Answers[i] = append([]Answer{}, p.answers...)
			}
			fails := err != nil || p.Hangs || slices.ContainsFunc(p.Failed, suite.Assertion.Fixed)
			if fails && !slices.Contains(out.Failing, i) {
				out.Failing = append(out.Failing, i)
			}
		}
	}
	slices.Sort(out.Failing)
	return out, nil
}

// union returns the numbers of two sorted lists, sorted.
func union(a, b []int) []int {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// try executes tests that come to a mutant. It continues in another process, or returns ErrWorn, if one of them hung,
// or if the first that notices the mutant also fails without the mutant afterwards.
func (t *trial) try(ctx context.Context, number int, tests []int) error {
	found := &tried{Number: number}
	hung := false
	most := enough
	if t.Dear {
		most = enoughDear
	}
	for n, i := range tests {
		if n >= most && len(found.Noticed) > 0 {
			break
		}
		if err := t.notes.test(found, i); err != nil {
			return err
		}
		failed, end, err := t.on(ctx, number, i)
		if err != nil {
			return err
		}
		hung = hung || end == hangs
		if len(failed) > 0 {
			found.Noticed = append(found.Noticed, Notice{i, failed})
		}
		if end != ordinary {
			break
		}
	}
	found.Calls = t.notes.made()
	if err := t.notes.end(found); err != nil {
		return err
	}
	if !hung && (len(found.Noticed) == 0 || t.sound(ctx, found.Noticed[0].Test)) {
		return ctx.Err()
	}
	if r, ok := t.host.(Renewer); ok {
		return r.Renew(ctx)
	}
	return ErrWorn
}

// end is how the execution of a test ended.
type end int

const (
	ordinary end = iota
	hangs        // it took too long
	dies         // the process of the system ended: other tests would notice the same, and need a process each
)

// on executes a test on a mutant. It returns the assertions that notice the mutant, and how the execution ended.
func (t *trial) on(ctx context.Context, number, test int) (failed []suite.Assertion, how end, err error) {
	t.program.Switch(number, true)
	p, late, _ := t.limited(ctx, test) // an error is a failure of the mutant
	t.program.Switch(number, false)
	t.notes.count(p.Actions)
	_, elsewhere := t.host.(Renewer)
	switch {
	case ctx.Err() != nil:
		return nil, ordinary, ctx.Err()
	case late:
		t.notes.count(lateCalls)
		how = hangs
	case elsewhere && p.Dies:
		t.notes.count(deathCalls)
		how = dies
	}
	return t.unexpected(p.Failed, test), how, nil
}

// unexpected returns the failed assertions that hold on the original program.
func (t *trial) unexpected(failed []suite.Assertion, test int) []suite.Assertion {
	return slices.DeleteFunc(failed, func(a suite.Assertion) bool {
		return slices.Contains(t.notes.plain.Failed[test], a)
	})
}

// sound reports whether a test passes on the original program.
func (t *trial) sound(ctx context.Context, test int) bool {
	p, late, err := t.limited(ctx, test)
	return err == nil && !late && len(t.unexpected(p.Failed, test)) == 0
}

// result collects the results.
func (t *trial) result() *Result {
	sites := t.program.Sites()
	out := &Result{Placed: len(sites), Reached: len(t.reached()), Failing: t.notes.plain.Failing,
		Answers: t.notes.plain.Answers}
	for _, number := range t.chosen() {
		if found := t.notes.done[number]; found != nil {
			out.Mutants = append(out.Mutants, Mutant{sites[number], found.Noticed})
		} else if t.late {
			out.Late++
			out.Open = union(out.Open, t.testsFor(number, false))
		}
	}
	return out
}
