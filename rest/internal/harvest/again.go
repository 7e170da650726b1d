package harvest

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"slices"
	"time"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
)

// Kept are the tests that a suite was made of, as plain data: another process
// can execute them again with [Problem.SuiteAgain].
type Kept struct {
	Tests []KeptTest
	// BasePath is where the operations are, which need not be looked for again:
	// that would be calls before those of the tests.
	BasePath string
	// Leaks are the targets of goroutine leaks, by where these start.
	Leaks map[string]fitness.Target
}

// KeptTest is one of the tests.
type KeptTest struct {
	Name string           // in the suite
	Case []byte           // as [Problem.EncodeCase] writes it
	Need []fitness.Target // what it is kept for
	// Hangs says that it waits for an answer that does not come, Leaks that it
	// shows a goroutine leak.
	Hangs, Leaks bool
	// Answers are those of another process, call by call. None: not known.
	Answers []KeptAnswer
}

// KeptAnswer is what a call was answered.
type KeptAnswer struct {
	Outcome     sut.Outcome
	Status      int
	ContentType string
	Body        []byte
	Truncated   bool
}

// keptBody is how much of a body goes from one process to another.
const keptBody = 1 << 20

// opaque is a text that may be made of anything, the time for one.
var opaque = regexp.MustCompile(`[A-Za-z0-9+/_=-]{16,}`)

// Opaque reports whether an answer holds a text such as a token or a hash.
func (k *Kept) Opaque() bool {
	for i := range k.Tests {
		for _, a := range k.Tests[i].Answers {
			for _, text := range opaque.FindAll(a.Body, -1) {
				if bytes.ContainsAny(text, "0123456789") {
					return true
				}
			}
		}
	}
	return false
}

func keptAnswer(r *sut.Response) KeptAnswer {
	n := min(len(r.Body), keptBody)
	return KeptAnswer{r.Outcome, r.Status, r.Header.Get("Content-Type"), r.Body[:n], r.Truncated || n < len(r.Body)}
}

// agrees reports whether an execution got the same kinds of answers as that in
// another process.
func (c *candidate) agrees(t *execute.Trace) bool {
	return c.answers == nil || slices.EqualFunc(c.answers, t.Steps, func(a KeptAnswer, s execute.TraceStep) bool {
		return a.Outcome == s.Answer.Outcome && a.Status == s.Answer.Status
	})
}

// Answer executes the tests that do not hang once, and notes the answers.
func (h *Harvester) Answer(ctx context.Context, k *Kept) error {
	h.executor.BasePath = k.BasePath
	for i := range k.Tests {
		if k.Tests[i].Hangs {
			continue
		}
		test, err := h.codec.Decode(k.Tests[i].Case)
		if err != nil {
			return fmt.Errorf("test %d: %w", i+1, err)
		}
		t, err := h.record(ctx, &candidate{test: test})
		if err != nil {
			return err
		}
		for n := range t.Steps {
			k.Tests[i].Answers = append(k.Tests[i].Answers, keptAnswer(&t.Steps[n].Answer))
		}
	}
	return nil
}

// KeptTests returns the tests of the suite that was made last.
func (h *Harvester) KeptTests() (Kept, error) {
	k := Kept{BasePath: h.executor.BasePath, Leaks: map[string]fitness.Target{}}
	for place, id := range h.executor.Faults.Leaks {
		k.Leaks[place] = h.executor.Faults.Registry.Target(id)
	}
	for _, c := range h.kept {
		data, err := h.codec.Encode(c.test)
		if err != nil {
			return Kept{}, err
		}
		test := KeptTest{Name: c.name, Case: data, Hangs: h.hangs(c.scores), Leaks: slices.ContainsFunc(c.need, h.executor.Faults.IsLeak), Answers: c.answers}
		for _, id := range c.need {
			test.Need = append(test.Need, h.executor.Faults.Registry.Target(id))
		}
		k.Tests = append(k.Tests, test)
	}
	return k, nil
}

// SuiteAgain makes a suite of the tests of another one, in a process in which
// nothing has been executed before: what depends on what a search left behind
// outside of the system comes out differently here, and between the executions
// here as well, and is not asserted. The second result counts the tests that
// are left out, because they come out differently or do not show any more what
// they were kept for. It fails when ctx ends.
func (h *Harvester) SuiteAgain(ctx context.Context, k Kept, now time.Time) (*suite.Suite, int, error) {
	h.executor.BasePath = k.BasePath
	for place, target := range k.Leaks {
		h.executor.Faults.Leaks[place] = h.executor.Faults.Registry.ID(target)
	}
	calm, hanging, err := h.candidates(k.Tests)
	if err != nil {
		return nil, 0, err
	}
	traces := make([][]*execute.Trace, len(calm)+len(hanging))
	if err := h.rounds(ctx, calm, traces); err != nil {
		return nil, 0, err
	}
	if err := h.moreRounds(ctx, calm, traces, now); err != nil {
		return nil, 0, err
	}
	if err := h.rounds(ctx, hanging, traces[len(calm):]); err != nil {
		return nil, 0, err
	}
	out := h.newSuite()
	h.write(out, slices.Concat(calm, hanging), traces, now)
	return out, len(k.Tests) - len(out.Tests), nil
}

// candidates are tests on their way into a suite again, those that hang apart.
func (h *Harvester) candidates(tests []KeptTest) (calm, hanging []*candidate, err error) {
	for i := range tests {
		t := &tests[i]
		c := &candidate{leaks: t.Leaks, answers: t.Answers}
		if c.test, err = h.codec.Decode(t.Case); err != nil {
			return nil, nil, fmt.Errorf("test %d: %w", i+1, err)
		}
		for _, target := range t.Need {
			c.need = append(c.need, h.executor.Faults.Registry.ID(target))
		}
		slices.Sort(c.need)
		if t.Hangs {
			hanging = append(hanging, c)
		} else {
			calm = append(calm, c)
		}
	}
	return calm, hanging, nil
}
