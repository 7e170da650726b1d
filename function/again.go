package function

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/reduce"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/value"
)

// keptTest is a test of a suite in the form for another process.
type keptTest struct {
	Case []byte           // the case, in the encoding of the codec
	Need []fitness.Target // the targets for which the test is kept
	// Answers are the outcomes in another process, one for each call, encoded by value.AppendExact; nil if unknown.
	Answers [][]byte
	// Former is set for a test of an earlier suite.
	Former *problem.Former
}

// Kept returns the tests of the last suite.
func (h *harvester) Kept() (problem.Kept, error) {
	var out problem.Kept
	for _, c := range h.kept {
		t := keptTest{Former: c.Former}
		var err error
		if t.Case, err = h.codec.EncodeCase(c.Test); err != nil {
			return problem.Kept{}, err
		}
		for _, id := range c.Need {
			t.Need = append(t.Need, h.executor.faults.registry.Target(id))
		}
		for i := range c.answers {
			t.Answers = append(t.Answers, value.AppendExact(nil, c.answers[i].state()))
		}
		data, err := json.Marshal(&t)
		if err != nil {
			return problem.Kept{}, fmt.Errorf("function: %w", err)
		}
		out.Tests = append(out.Tests, problem.KeptTest{Name: c.name, Data: data})
	}
	return out, nil
}

// candidate decodes a kept test.
func (h *harvester) candidate(k *problem.KeptTest) (*candidate, *keptTest, error) {
	t := &keptTest{}
	if err := json.Unmarshal(k.Data, t); err != nil {
		return nil, nil, fmt.Errorf("function: test %s: %w", k.Name, err)
	}
	test, err := h.codec.DecodeCase(t.Case)
	if err != nil {
		return nil, nil, fmt.Errorf("function: test %s: %w", k.Name, err)
	}
	c := &candidate{Candidate: &reduce.Candidate{Test: test, Former: t.Former, Fixed: true}, name: k.Name}
	for _, target := range t.Need {
		c.Need = append(c.Need, h.executor.faults.registry.ID(target))
	}
	slices.Sort(c.Need)
	for _, data := range t.Answers {
		state, err := value.ParseExact(data)
		a, ok := readAnswer(state)
		if err != nil || !ok {
			return nil, nil, fmt.Errorf("function: test %s: its answers cannot be read", k.Name)
		}
		c.answers = append(c.answers, a)
	}
	return c, t, nil
}

// opaque matches a text that may be random or depend on the time, such as a token.
var opaque = regexp.MustCompile(`[A-Za-z0-9+/_=-]{16,}`)

// Answer executes kept tests once and records their outcomes.
func (h *harvester) Answer(ctx context.Context, k *problem.Kept) error {
	for i := range k.Tests {
		c, t, err := h.candidate(&k.Tests[i])
		if err != nil {
			return err
		}
		trace, err := h.execute(ctx, c.Test, true)
		if err != nil {
			return err
		}
		t.Answers = nil
		for _, o := range trace.steps {
			a := answer{o.outcome, o.seen}
			t.Answers = append(t.Answers, value.AppendExact(nil, a.state()))
			k.Opaque = k.Opaque || a.opaque()
		}
		if k.Tests[i].Data, err = json.Marshal(t); err != nil {
			return fmt.Errorf("function: %w", err)
		}
	}
	return nil
}

// opaque reports whether an answer contains a text such as a token or a hash.
func (a *answer) opaque() bool {
	return slices.ContainsFunc(a.seen, func(r result) bool {
		_, texts := size(r.plain)
		return slices.ContainsFunc(opaque.FindAllString(texts+" "+r.text, -1), func(text string) bool {
			return strings.ContainsAny(text, "0123456789")
		})
	})
}

// SuiteAgain makes a suite of kept tests. It executes them in rounds until a round shows no further difference.
func (h *harvester) SuiteAgain(ctx context.Context, k problem.Kept, now time.Time) (*suite.Suite, []string, error) {
	var cs []*candidate
	for i := range k.Tests {
		c, _, err := h.candidate(&k.Tests[i])
		if err != nil {
			return nil, nil, err
		}
		cs = append(cs, c)
	}
	traces := make([][]*trace, len(cs))
	last := ""
	for round := range maxExecutions {
		if err := h.round(ctx, round, cs, traces); err != nil {
			return nil, nil, err
		}
		asserted := h.asserted(cs, traces, now)
		if round >= executions-1 && asserted == last {
			break
		}
		last = asserted
	}
	out, _ := h.write(cs, traces, now)
	var left []string
	for i, c := range cs {
		if !slices.Contains(h.kept, c) {
			left = append(left, k.Tests[i].Name)
		}
	}
	return out, left, nil
}

// asserted returns, as text, the assertions that tests would have after these executions.
func (h *harvester) asserted(cs []*candidate, traces [][]*trace, now time.Time) string {
	var b strings.Builder
	for i, c := range cs {
		w := &written{candidate: c, traces: traces[i], now: now}
		if !w.agree() {
			continue
		}
		for n, a := range c.Test.Actions {
			step := w.step(n, a.(*call))
			fmt.Fprintf(&b, "%d.%d %v\n", i, n, step.Function.Expect)
		}
	}
	return b.String()
}
