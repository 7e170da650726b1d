package units

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/literal"
	"github.com/evoke-go/evoke/internal/states"
	"github.com/evoke-go/evoke/js"
	"github.com/evoke-go/evoke/page/internal/visitor"
)

const (
	// mostCalls is the maximum number of different calls of a function that are considered.
	mostCalls = 12
	// mostMutants is the maximum number of mutants of a function's code, as in the paper.
	mostMutants = 50
)

// byFunction groups candidates by function, each call once.
func byFunction(found []*candidate) (out [][]*candidate) {
	at := map[int]int{}
	seen := map[string]bool{}
	for _, c := range found {
		i, known := at[c.function.Number]
		if !known {
			i = len(out)
			at[c.function.Number], out = i, append(out, nil)
		}
		if key := c.key(); !seen[key] && len(out[i]) < mostCalls {
			seen[key], out[i] = true, append(out[i], c)
		}
	}
	return out
}

// choose returns the calls of a function that become tests, by Algorithm 1. OST are the states after the calls, and MST
// those with mutants of the function.
func (w *writer) choose(ctx context.Context, calls []*candidate) ([]*candidate, error) {
	if _, err := w.open(ctx); err != nil {
		return nil, err
	}
	var faithful []*candidate
	var OST []states.State
	for _, c := range calls {
		ok, err := w.repeats(ctx, c)
		if err != nil {
			return nil, err
		}
		if ok {
			faithful, OST = append(faithful, c), append(OST, w.state(c, c.outcome))
			w.page.Study.Count(0, 1, len(checks(c.outcome)))
		}
	}
	var MST []states.Mutated
	for i, c := range faithful {
		for _, u := range w.mutants(c) {
			if !w.more() {
				w.out.Untried++
				continue
			}
			o, err := w.run(ctx, u)
			if err != nil {
				return nil, err
			}
			if o != nil && (o.Threw != c.outcome.Threw || !slices.Equal(checks(o), checks(c.outcome))) {
				MST = append(MST, states.Mutated{State: w.state(c, o), Of: i})
			}
		}
	}
	var out []*candidate
	for _, i := range states.Reduce(OST, MST) {
		out = append(out, faithful[i])
	}
	return out, nil
}

// tries is how often a call that depends on chance is repeated to get the recorded outcome.
const tries = 8

// repeats repeats a recorded call. It returns false if the outcome differs.
func (w *writer) repeats(ctx context.Context, c *candidate) (ok bool, err error) {
	u := c.unit
	for i := range tries {
		u.Later = i * day
		if c.outcome, err = w.run(ctx, u); err != nil || c.outcome == nil || c.outcome.Leaves {
			return false, err
		}
		if c.faithful(c.outcome) {
			return true, nil
		}
	}
	return false, nil
}

// mutants returns the call, each time with one of the mutants of the function's code that the call reaches.
func (w *writer) mutants(c *candidate) (out []visitor.Unit) {
	for _, m := range w.site.Sources.Mutants() {
		within := m.Path == c.function.Path && c.function.Line <= m.Line && m.Line <= c.function.Until
		reached := slices.Contains(c.outcome.Covered, m.Number) && !w.page.Study.Is(m.Site())
		if within && reached && len(out) < mostMutants {
			u := c.unit
			u.Mutant = m.Number
			out = append(out, u)
		}
	}
	return out
}

// state returns the state that Algorithm 1 compares.
func (w *writer) state(c *candidate, o *visitor.Outcome) (out states.State) {
	targets := w.site.Sources.Targets(0)
	for _, number := range o.Covered {
		if number >= len(targets) {
			continue
		}
		t := &targets[number]
		if t.Path == c.function.Path && c.function.Line <= t.Line && t.Line <= c.function.Until {
			out.Branches = append(out.Branches, number)
		}
	}
	exit := js.Exit{Ended: "returned"}
	if o.Threw {
		exit.Ended = "threw"
	}
	for _, s := range o.Seen {
		if s.Of == result {
			exit.Value = s.Is
		} else if isOfElement(s.Of) {
			out.DOM = append(out.DOM, s.Of)
		}
	}
	out.Return = states.Return(&exit)
	return out
}

// isOfElement reports whether an expression reads a property of an element.
func isOfElement(of string) bool { return strings.HasPrefix(of, "document.querySelector(") }

// check is an expression with its value, both as code, and with further values that it has by chance.
type check struct{ of, is, or string }

// met reports whether one of some checks asserts the same.
func (k check) met(by []check) bool {
	return slices.ContainsFunc(by, func(other check) bool {
		return k.of == other.of && (k.is == other.is || slices.Contains(k.others(), other.is))
	})
}

func (k check) others() []string {
	if k.or == "" {
		return nil
	}
	return strings.Split(k.or, "\x00")
}

// checks returns everything that a test can assert of an outcome.
func checks(o *visitor.Outcome) (out []check) {
	for _, s := range o.Seen {
		if text, ok := literal.Of(s.Is); ok {
			out = append(out, check{of: s.Of, is: text})
		}
	}
	return out
}

// alike reports whether a test cannot distinguish two outcomes.
func alike(a, b *visitor.Outcome) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Threw == b.Threw && a.Leaves == b.Leaves && slices.Equal(a.Covered, b.Covered) &&
		slices.EqualFunc(a.Seen, b.Seen, func(x, y seen) bool { return x.Of == y.Of && sameJSON(x.Is, y.Is) })
}

type seen = struct {
	Of string
	Is json.RawMessage
}

func sameJSON(a, b json.RawMessage) bool { return string(a) == string(b) }
