// Package mutation measures what the tests of a suite notice. It executes them on
// mutants of the program, and judges mutants of the answers, and says which
// assertions notice nothing that others do not notice.
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

// Options say how much to try.
type Options struct {
	// Mutants is how many mutants are tried at most.
	Mutants int
	// Calls is how many calls may be made at most, those on the program as it is
	// not counted. A test that takes too long counts as many. 0 sets no limit.
	Calls int
	// Dear says that an execution of a test takes more than its calls. Each is executed once on the program as it is,
	// and not twice, and mutants for which no calls are left are as those for which no time is left.
	Dear bool
	// Until is when no further mutant is tried. Zero sets no limit.
	Until time.Time
	// Reserve is the index of the first test in reserve. Such a test is executed on mutants that no test before it
	// notices, and few of them on each. Default: there is none.
	Reserve int
	// More is asked before each mutant; no further one is tried once it says no. Default: there is no limit.
	More func() bool `json:"-"`
	// Seed chooses the mutants.
	Seed uint64
	// Notes is the path of a file that keeps what is known, so that another
	// process can go on when this one dies of a mutant.
	Notes string
}

// Result is what the tests of a suite notice.
type Result struct {
	// Mutants are those that were tried.
	Mutants []Mutant
	// Placed counts the mutants in the program, and Reached those whose places
	// the tests come to.
	Placed, Reached int
	// Failing are the tests that fail on the program as it is, or hang, by their
	// index. They are not tried.
	Failing []int
	// Answers are those of each test on the program as it is, step by step.
	Answers [][]Answer
	// Late counts the chosen mutants that were not tried because the time ended,
	// and Open are the tests that come to them, by their index.
	Late int
	Open []int
}

// Tried is a problem that tries mutants itself when it makes a suite. The results are nil where it did not.
type Tried interface {
	Mutants() (*Result, *Reduction)
}

// Mutant is a mutant of the program, with who notices it.
type Mutant struct {
	mutant.Site
	Noticed []Notice
}

// Notice says by which assertions a test notices a mutant.
type Notice struct {
	Test       int // index in the suite
	Assertions []suite.Assertion
}

// ErrWorn means that a mutant left something behind in the process, so that
// another one has to go on.
var ErrWorn = errors.New("mutation: the process is to be replaced")

const (
	// rounds is how often each test is executed on the program as it is. What
	// fails in one of them notices nothing.
	rounds = 2
	// slower is how many times longer than on the program as it is a test may
	// take on a mutant. leastTime is how much time of the processor it may take in
	// any case, and idleTime is how long it may wait. Other work of the machine
	// takes no part in the first, and hardly in the second.
	slower    = 10
	leastTime = time.Second
	idleTime  = 5 * time.Second
	// deafTime is how long a test may go on after it was told to end.
	deafTime = time.Second
	// lateCalls is how many calls a test counts as that takes too long. It waits for
	// seconds, and a program may have hundreds of mutants that never answer.
	lateCalls = 100
	// deathCalls is how many calls a test counts as that ends a process of the system.
	deathCalls = 10
	// lookEvery is how often the time of the processor is looked at.
	lookEvery = 20 * time.Millisecond
	// enough is how many tests are executed on a mutant that one of them notices.
	// Code that many tests come to is such as all of them notice the same way. Where they are dear, enoughDear will do.
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
	late    bool // the time, or what is dear, ended before all was tried
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

// Try executes the tests of a suite on mutants of a program: of the host's, or of this one, which package
// instrument/mutate has put them into. It tries each mutant with tests that come to its place: with all of them before
// nobody notices it. A test that takes much longer, or that ends the process, notices.
//
// After [ErrWorn], or when the process died, another process goes on with the same
// options.
func Try(ctx context.Context, h Host, s *suite.Suite, o Options) (*Result, error) {
	return try(ctx, h, s, o)
}

// TryOn does what [Try] does with a program whose tests make no calls.
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

// all tries the chosen mutants that were not tried, with tests that come to them, until the time ends. With the tests
// in reserve it tries the mutants that no test of the suite notices.
func (t *trial) all(ctx context.Context, reserve bool) error {
	for _, number := range t.chosen() {
		tests := t.coming(number, reserve)
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

// plain is what the tests do on the program as it is.
type plain struct {
	Failing []int
	Answers [][]Answer
	Reached [][]int         // mutants, by test
	Took    []time.Duration // by test
	Failed  [][]suite.Assertion
}

// plain executes the tests on the program as it is.
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
			t.program.Reached() // what came before
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

// try executes tests that come to a mutant. It goes on in another process, or asks for one, if one of them hung, or
// if the first that notices the mutant also fails without it afterwards.
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
	dies         // the process of the system ended: the other tests would notice just that, and take a process each
)

// on executes a test on a mutant. It returns the assertions that notice, and how it ended.
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

// unexpected returns those of some failed assertions that hold on the program as it
// is.
func (t *trial) unexpected(failed []suite.Assertion, test int) []suite.Assertion {
	return slices.DeleteFunc(failed, func(a suite.Assertion) bool {
		return slices.Contains(t.notes.plain.Failed[test], a)
	})
}

// sound reports whether a test passes on the program as it is.
func (t *trial) sound(ctx context.Context, test int) bool {
	p, late, err := t.limited(ctx, test)
	return err == nil && !late && len(t.unexpected(p.Failed, test)) == 0
}

// result collects what was found.
func (t *trial) result() *Result {
	sites := t.program.Sites()
	out := &Result{Placed: len(sites), Reached: len(t.reached()), Failing: t.notes.plain.Failing,
		Answers: t.notes.plain.Answers}
	for _, number := range t.chosen() {
		if found := t.notes.done[number]; found != nil {
			out.Mutants = append(out.Mutants, Mutant{sites[number], found.Noticed})
		} else if t.late {
			out.Late++
			out.Open = union(out.Open, t.coming(number, false))
		}
	}
	return out
}
