package harvest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"time"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest/internal/effects"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/harvest/lowering"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
)

// state is the data that the tests of a suite share.
type state struct {
	// BasePath is the base path of the operations. Without it, each process would make calls to find the base path
	// before those of the tests.
	BasePath string
	// Moved are the base paths of operations with servers of their own, by the paths of these servers in the schema.
	Moved map[string]string `json:",omitempty"`
	// Leaks are the targets of goroutine leaks, by the place that starts them.
	Leaks map[string]fitness.Target
	// Laws are the laws of the operations that the tests call, by the names of the operations.
	Laws map[string][]suite.Check `json:",omitempty"`
}

// keptTest is one test of a suite.
type keptTest struct {
	Case []byte           // the encoded case
	Need []fitness.Target // the targets that the suite keeps the test for
	// Hangs says that the test waits for an answer that does not come. Leaks says that the purpose of the test is to
	// show a goroutine leak.
	Hangs, Leaks bool
	// Look is the name of the operation that shows the effect of the last call, or "" if there is none.
	Look string `json:",omitempty"`
	// Answers are the answers in another process, call by call. They are nil if unknown.
	Answers []lowering.Answer
	// Former is set for a test of an earlier suite.
	Former *problem.Former
}

// keptBody is the number of bytes of a body that are passed from one process to another.
const keptBody = 1 << 20

// opaque matches a text that may depend on anything, such as the time.
var opaque = regexp.MustCompile(`[A-Za-z0-9+/_=-]{16,}`)

// opaqueAnswer reports whether an answer holds a text such as a token or a hash.
func opaqueAnswer(a lowering.Answer) bool {
	for _, text := range opaque.FindAll(a.Body, -1) {
		if bytes.ContainsAny(text, "0123456789") {
			return true
		}
	}
	return false
}

func noted(r *sut.Response) lowering.Answer {
	n := min(len(r.Body), keptBody)
	return lowering.Answer{
		Outcome: r.Outcome, Status: r.Status, ContentType: r.Header.Get("Content-Type"),
		Body: r.Body[:n], Truncated: r.Truncated || n < len(r.Body),
	}
}

// Answer executes the tests once, except those that hang, and records the
// answers.
func (h *Harvester) Answer(ctx context.Context, k *problem.Kept) error {
	_, tests, err := h.begin(k)
	if err != nil {
		return err
	}
	for i := range tests {
		t := &tests[i]
		if t.Hangs {
			continue
		}
		if err := answer(ctx, h, t); err != nil {
			return fmt.Errorf("test %d: %w", i+1, err)
		}
		k.Opaque = k.Opaque || slices.ContainsFunc(t.Answers, opaqueAnswer)
		if k.Tests[i].Data, err = json.Marshal(t); err != nil {
			return fmt.Errorf("test %d: %w", i+1, err)
		}
	}
	return nil
}

func answer(ctx context.Context, h *Harvester, t *keptTest) error {
	test, err := h.codec.Decode(t.Case)
	if err != nil {
		return err
	}
	c := newCandidate(test)
	c.look = h.codec.API.Named(t.Look)
	trace, err := h.runner.record(ctx, c)
	if err != nil {
		return err
	}
	t.note(trace)
	return nil
}

// note records the answers of an execution.
func (t *keptTest) note(trace *execute.Trace) {
	t.Answers = nil
	for n := range trace.Steps {
		t.Answers = append(t.Answers, noted(&trace.Steps[n].Answer))
	}
}

// begin decodes kept tests and brings the executor into the state that they
// need.
func (h *Harvester) begin(k *problem.Kept) (state, []keptTest, error) {
	var st state
	if err := json.Unmarshal(k.State, &st); err != nil {
		return st, nil, fmt.Errorf("state of the kept tests: %w", err)
	}
	h.executor.BasePath, h.executor.Moved = st.BasePath, st.Moved
	h.repeater.writer.Laws = func(operation string) []suite.Check { return st.Laws[operation] }
	tests := make([]keptTest, len(k.Tests))
	for i := range k.Tests {
		if err := json.Unmarshal(k.Tests[i].Data, &tests[i]); err != nil {
			return st, nil, fmt.Errorf("test %d: %w", i+1, err)
		}
	}
	return st, tests, nil
}

// Kept returns the tests of the last suite.
func (h *Harvester) Kept() (problem.Kept, error) {
	registry := h.executor.Faults.Registry
	st := state{BasePath: h.executor.BasePath, Moved: h.executor.Moved, Leaks: map[string]fitness.Target{},
		Laws: h.lawsOfKept()}
	for place, id := range h.executor.Faults.Leaks {
		st.Leaks[place] = registry.Target(id)
	}
	out := problem.Kept{Seldom: h.executor.Dear && h.purse.thrifty}
	var err error
	if out.State, err = json.Marshal(st); err != nil {
		return problem.Kept{}, err
	}
	for _, c := range h.kept {
		test := keptTest{Hangs: h.worth.hangs(c.Scores), Leaks: slices.ContainsFunc(c.Need, h.executor.Faults.IsLeak),
			Answers: c.answers, Former: c.Former}
		if c.look != nil {
			test.Look = c.look.Spec.Name()
		}
		if out.Calls += c.calls; out.Seldom && !test.Hangs {
			test.note(c.traces[0])
			out.Opaque = out.Opaque || slices.ContainsFunc(test.Answers, opaqueAnswer)
		}
		if test.Case, err = h.codec.Encode(c.Test); err != nil {
			return problem.Kept{}, err
		}
		for _, id := range c.Need {
			test.Need = append(test.Need, registry.Target(id))
		}
		data, err := json.Marshal(&test)
		if err != nil {
			return problem.Kept{}, err
		}
		out.Tests = append(out.Tests, problem.KeptTest{Name: c.name, Data: data, Left: c.left})
	}
	return out, nil
}

// lawsOfKept returns the laws of the operations that the tests of the last suite call.
func (h *Harvester) lawsOfKept() map[string][]suite.Check {
	out := map[string][]suite.Check{}
	for _, c := range h.kept {
		for i := range c.traces[0].Steps {
			name := c.traces[0].Steps[i].Call.Op.Spec.Name()
			if of := h.repeater.writer.Laws; of != nil && out[name] == nil {
				if laws := of(name); len(laws) > 0 {
					out[name] = laws
				}
			}
		}
	}
	return out
}

// SuiteAgain makes a suite from the tests of another suite, in a process that has executed nothing before. Answers
// that depend on state outside of the system differ here from those of the search, or between the executions here.
// SuiteAgain does not assert such answers. The second result names the tests that it leaves out, because their answers
// differ or because they no longer show the targets that they were kept for. It fails when ctx ends.
func (h *Harvester) SuiteAgain(ctx context.Context, k problem.Kept, now time.Time) (*suite.Suite, []string, error) {
	st, tests, err := h.begin(&k)
	if err != nil {
		return nil, nil, err
	}
	for place, target := range st.Leaks {
		h.executor.Faults.Leaks[place] = h.executor.Faults.Registry.ID(target)
	}
	calm, hanging, err := h.candidates(k.Tests, tests)
	if err != nil {
		return nil, nil, err
	}
	if h.purse.thrifty = k.Seldom; k.Seldom { // they were executed in order before
		err = h.repeater.round(ctx, 1, calm)
	} else if err = h.repeater.rounds(ctx, calm); err == nil {
		err = h.repeater.moreRounds(ctx, calm, now)
	}
	if err == nil {
		err = h.repeater.knowOrders(ctx, calm, false, h.balance.allowed(nil))
	}
	if err == nil {
		err = h.repeater.rounds(ctx, hanging)
	}
	if err != nil {
		return nil, nil, err
	}
	cs := slices.Concat(calm, hanging)
	reasons := map[string]string{}
	for _, c := range cs {
		reasons[c.name] = h.worth.otherwise(c.Need, c.traces)
	}
	out, _ := h.write(cs, now)
	left := leftOut(cs, h.kept)
	for i, name := range left {
		left[i] += reasons[name]
	}
	return out, left, nil
}

// leftOut returns the names of the tests that are no longer kept.
func leftOut(before, kept []*candidate) (names []string) {
	for _, c := range before {
		if !slices.Contains(kept, c) {
			names = append(names, c.name)
		}
	}
	slices.Sort(names)
	return names
}

// candidates turns kept tests into candidates. It returns those that hang
// separately.
func (h *Harvester) candidates(kept []problem.KeptTest, tests []keptTest) (calm, hanging []*candidate, err error) {
	for i := range tests {
		t := &tests[i]
		c := &candidate{
			Candidate: &reduce.Candidate{Fixed: true, Former: t.Former},
			name:      kept[i].Name, leaks: t.Leaks, answers: t.Answers, look: h.codec.API.Named(t.Look),
			left: kept[i].Left,
		}
		if c.Test, err = h.codec.Decode(t.Case); err != nil {
			return nil, nil, fmt.Errorf("test %d: %w", i+1, err)
		}
		for _, target := range t.Need {
			c.Need = append(c.Need, h.executor.Faults.Registry.ID(target))
		}
		slices.Sort(c.Need)
		if t.Hangs {
			hanging = append(hanging, c)
		} else {
			calm = append(calm, c)
		}
	}
	return calm, hanging, nil
}

// maxRestarts bounds the restarts of the system that check the suite.
const maxRestarts = 3

// onFresh executes the tests of a suite in their order on a restarted system, until all remaining tests pass there. It
// leaves out tests that end in another way there. Other differences are not asserted.
func onFresh(ctx context.Context, h *Harvester, out *suite.Suite, how problem.Harvest) (*suite.Suite, error) {
	for range maxRestarts {
		before := len(out.Tests)
		if err := how.Restart(ctx); err != nil {
			h.alone.notTried = fmt.Errorf("restart: %w", err)
			return out, ctx.Err()
		}
		h.executor.Effects.Restarted()
		for _, c := range inOrder(h.kept, out) {
			if err := h.runner.again(ctx, c); err != nil {
				return out, err
			}
		}
		if out = h.rewrite(how.Now); len(out.Tests) == before {
			break
		}
	}
	return out, nil
}

// rewrite makes a suite of the tests of the last one, after they were executed on a system that was started anew.
func (h *Harvester) rewrite(now time.Time) *suite.Suite {
	was := slices.Clone(h.kept)
	for _, c := range was {
		c.traces[len(c.traces)-1].Leaning = effects.Leaning{} // it passes or it fails
	}
	out, _ := h.write(was, now)
	h.alone.failed = append(h.alone.failed, leftOut(was, h.kept)...)
	for _, c := range was {
		if !slices.Contains(h.kept, c) {
			h.confirmer.lost.loses(notOnFresh, c.Need...)
		}
	}
	return out
}

// renewed executes each test of a suite in a process of its own, as written tests have. It leaves out tests that end
// in another way there. Other differences, such as the start time of the process, are not asserted. It skips tests
// that hang: each of their executions had a process of its own anyway.
func renewed(ctx context.Context, h *Harvester, out *suite.Suite, how problem.Harvest) (*suite.Suite, error) {
	for _, c := range inOrder(h.kept, out) {
		if h.worth.hangs(c.Scores) {
			continue
		}
		if err := how.Renew(ctx); err != nil {
			return out, err
		}
		if h.executor.Effects.Keeps() {
			h.executor.Effects.Restarted()
		}
		if err := h.runner.again(ctx, c); err != nil {
			return out, err
		}
	}
	return h.rewrite(how.Now), nil
}

// inOrder returns the kept candidates in the order of the suite.
func inOrder(kept []*candidate, out *suite.Suite) []*candidate {
	at := map[string]int{}
	for i := range out.Tests {
		at[out.Tests[i].Name] = i
	}
	return slices.SortedFunc(slices.Values(kept), func(a, b *candidate) int { return at[a.name] - at[b.name] })
}
