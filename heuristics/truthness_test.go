package heuristics_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	h "github.com/evoke-go/evoke/heuristics"
)

var notEvaluated h.Truthness

func TestFlag(t *testing.T) {
	assert.Equal(t, h.Truthness{OfTrue: 1, OfFalse: 0.1}, h.Flag(true))
	assert.Equal(t, h.Truthness{OfTrue: 0.1, OfFalse: 1}, h.Flag(false))
	assert.Equal(t, h.Flag(true), h.EqualBool(false, false))
	assert.Equal(t, h.Flag(false), h.EqualBool(true, false))
}

// TestCombinations checks the arithmetic of Figure 1 with given operands.
func TestCombinations(t *testing.T) {
	yes, no := h.Truthness{OfTrue: 1, OfFalse: 0.4}, h.Truthness{OfTrue: 0.6, OfFalse: 1}
	tests := map[string]struct {
		got             h.Truthness
		ofTrue, ofFalse float64
	}{
		"or: left decides":         {h.Or(yes, notEvaluated), 1, 0.2},
		"or: right is left out":    {h.Or(yes, no), 1, 0.2},
		"or: right decides":        {h.Or(no, yes), 1, 0.7},
		"or: neither":              {h.Or(no, no), 0.6, 1},
		"or: the nearer counts":    {h.Or(no, h.Flag(false)), 0.6, 1},
		"or: left panics":          {h.Or(notEvaluated, notEvaluated), 0.05, 0.025},
		"or: right panics":         {h.Or(no, notEvaluated), 0.6, 0.525},
		"and: left decides":        {h.And(no, notEvaluated), 0.3, 1},
		"and: right is left out":   {h.And(no, yes), 0.3, 1},
		"and: right decides":       {h.And(yes, no), 0.8, 1},
		"and: both":                {h.And(yes, yes), 1, 0.4},
		"and: left panics":         {h.And(notEvaluated, notEvaluated), 0.025, 0.05},
		"and: right panics":        {h.And(yes, notEvaluated), 0.525, 0.4},
		"xor: one":                 {h.Xor(yes, no), 1, 0.8},
		"xor: the other":           {h.Xor(no, yes), 1, 0.8},
		"xor: both":                {h.Xor(yes, yes), 0.7, 1},
		"xor: neither":             {h.Xor(no, no), 0.8, 1},
		"xor: left panics":         {h.Xor(notEvaluated, notEvaluated), 0.025, 0.025},
		"xor: right panics":        {h.Xor(yes, notEvaluated), 0.525, 0.525},
		"an operand keeps its own": {h.Or(h.And(yes, notEvaluated), notEvaluated), 0.525, 0.2},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			assert.InDelta(t, test.ofTrue, test.got.OfTrue, 1e-12)
			assert.InDelta(t, test.ofFalse, test.got.OfFalse, 1e-12)
		})
	}
}

// evaluated draws the Truthness of an operand that was evaluated, often with the other side as near as rounding allows.
func evaluated() *rapid.Generator[h.Truthness] {
	return rapid.Custom(func(t *rapid.T) h.Truthness {
		other := rapid.OneOf(rapid.Just(h.Close(1e-300)), rapid.Just(h.Reached),
			rapid.Float64Range(h.Reached, 0.999)).Draw(t, "other side")
		if rapid.Bool().Draw(t, "outcome") {
			return h.Truthness{OfTrue: 1, OfFalse: other}
		}
		return h.Truthness{OfTrue: other, OfFalse: 1}
	})
}

// operand draws an operand that was evaluated or panicked, or a combination with one that panicked.
func operand() *rapid.Generator[h.Truthness] {
	return rapid.OneOf(evaluated(), rapid.Just(notEvaluated), rapid.Custom(func(t *rapid.T) h.Truthness {
		return h.And(evaluated().Draw(t, "left"), notEvaluated)
	}))
}

func outcome(t h.Truthness) bool { return t.OfTrue == 1 }

// checkSides asserts the rules for each evaluated condition.
func checkSides(t *rapid.T, got h.Truthness, holds bool) {
	t.Helper()
	taken, other := got.OfTrue, got.OfFalse
	if !holds {
		taken, other = other, taken
	}
	if taken != 1 || !(other > 0 && other < 1) {
		t.Fatalf("outcome %v, values %v", holds, got)
	}
}

func TestOperatorsAreGos(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := evaluated().Draw(t, "a"), evaluated().Draw(t, "b")
		checkSides(t, a.Not(), !outcome(a))
		checkSides(t, h.And(a, b), outcome(a) && outcome(b))
		checkSides(t, h.Or(a, b), outcome(a) || outcome(b))
		checkSides(t, h.Xor(a, b), outcome(a) != outcome(b))
		if !outcome(a) {
			checkSides(t, h.And(a, notEvaluated), false)
		} else {
			checkSides(t, h.Or(a, notEvaluated), true)
		}
	})
}

// TestNestedOperators evaluates random expressions as Go does, and leaves out operands where Go does not evaluate them.
func TestNestedOperators(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		holds, got := expression(t, 4)
		checkSides(t, got, holds)
	})
}

func expression(t *rapid.T, depth int) (bool, h.Truthness) {
	operator := rapid.SampledFrom([]string{"leaf", "!", "&&", "||", "!="}).Draw(t, "operator")
	if depth == 0 || operator == "leaf" {
		leaf := evaluated().Draw(t, "leaf")
		return outcome(leaf), leaf
	}
	a, left := expression(t, depth-1)
	switch {
	case operator == "!":
		return !a, left.Not()
	case operator == "&&" && !a:
		return false, h.And(left, notEvaluated)
	case operator == "||" && a:
		return true, h.Or(left, notEvaluated)
	}
	b, right := expression(t, depth-1)
	switch operator {
	case "&&":
		return b, h.And(left, right)
	case "||":
		return b, h.Or(left, right)
	default:
		return a != b, h.Xor(left, right)
	}
}

func TestCombinationLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := operand().Draw(t, "a"), operand().Draw(t, "b")
		same(t, "!!a", a.Not().Not(), a)
		same(t, "De Morgan", h.And(a, b).Not(), h.Or(a.Not(), b.Not()))
		same(t, "!(a != b)", h.Xor(a, b).Not(), h.Xor(a, b.Not()))
		for _, c := range []h.Truthness{h.And(a, b), h.Or(a, b), h.Xor(a, b)} {
			if !(c.OfTrue > 0 && c.OfTrue <= 1 && c.OfFalse > 0 && c.OfFalse <= 1) {
				t.Fatalf("out of (0,1]: %v", c)
			}
		}
	})
}

// TestProgressPays: an operand that comes nearer, or one more operand that is evaluated before a panic, never lowers
// the value of the side that it helps.
func TestProgressPays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		yes := h.Truthness{OfTrue: 1, OfFalse: rapid.Float64Range(h.Reached, 0.999).Draw(t, "of false")}
		far := rapid.Float64Range(h.Reached, 0.999).Draw(t, "far")
		near := rapid.Float64Range(far, 0.999).Draw(t, "near")
		no, nearer := h.Truthness{OfTrue: far, OfFalse: 1}, h.Truthness{OfTrue: near, OfFalse: 1}
		ladder := []h.Truthness{
			h.And(notEvaluated, notEvaluated), h.And(no, notEvaluated), h.And(nearer, notEvaluated),
			h.And(yes, notEvaluated), h.And(yes, no), h.And(yes, nearer), h.And(yes, yes),
		}
		for i := 1; i < len(ladder); i++ {
			if ladder[i].OfTrue < ladder[i-1].OfTrue || ladder[i].Not().OfFalse < ladder[i-1].Not().OfFalse {
				t.Fatalf("step %d of %v", i, ladder)
			}
		}
		if h.Or(no, nearer).OfTrue < h.Or(no, no).OfTrue || h.Xor(nearer, no).OfTrue < h.Xor(no, no).OfTrue {
			t.Fatal("a nearer operand lowered the whole")
		}
	})
}

func same(t *rapid.T, law string, a, b h.Truthness) {
	t.Helper()
	if a != b {
		t.Fatalf("%s: %v and %v", law, a, b)
	}
}
