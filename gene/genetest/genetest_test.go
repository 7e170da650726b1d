package genetest_test

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/gene/genetest"
	"github.com/evoke-go/evoke/value"
)

// recorder is a testing.TB that collects errors.
type recorder struct {
	testing.TB
	errors []string
}

func (r *recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}

// good is a gene that keeps every law: a pair of small numbers, the first less than the second. The broken genes below
// change one method each.
type good struct{ a, b int64 }

func newGood() *good { return &good{a: 0, b: 1} }

func (g *good) Clone() gene.Gene { c := *g; return &c }

func (g *good) Randomize(r *rand.Rand) {
	g.a = r.Int64N(10)
	g.b = g.a + 1 + r.Int64N(10)
}

func (g *good) Mutate(r *rand.Rand, _ float64) {
	if g.b-g.a > 1 && r.IntN(2) == 0 {
		g.a++
		return
	}
	g.b++
}

func (g *good) Value() any { return []any{g.a, g.b} }

func (g *good) Check() error {
	if g.a >= g.b {
		return errors.New("out of order")
	}
	return nil
}

func (g *good) Assign(value any) bool {
	list, ok := value.([]any)
	if !ok || len(list) != 2 {
		return false
	}
	a, okA := list[0].(int64)
	b, okB := list[1].(int64)
	if !okA || !okB || a >= b || a < 0 {
		return false
	}
	g.a, g.b = a, b
	return true
}

func TestRunAcceptsAGoodGene(t *testing.T) {
	genetest.Run(t, func() gene.Gene { return newGood() })
}

type alien struct{ *good }

func (g alien) Clone() gene.Gene { return alien{g.good.Clone().(*good)} }
func (g alien) Value() any       { return int(g.a) }

type infinite struct{ *good }

func (g infinite) Clone() gene.Gene  { return infinite{g.good.Clone().(*good)} }
func (g infinite) Value() any        { return math.Inf(1) }
func (g infinite) Assign(v any) bool { return value.Equal(v, g.Value()) }

type twins struct{ *good }

func (g twins) Clone() gene.Gene { return twins{g.good.Clone().(*good)} }
func (g twins) Value() any {
	return value.Object{{Name: "x", Value: g.a}, {Name: "x", Value: g.b}}
}

type unruly struct{ *good }

func (g unruly) Clone() gene.Gene       { return unruly{g.good.Clone().(*good)} }
func (g unruly) Randomize(r *rand.Rand) { g.a, g.b = r.Int64N(10), r.Int64N(10) }

type drifting struct{ *good }

func (g drifting) Clone() gene.Gene           { return drifting{g.good.Clone().(*good)} }
func (g drifting) Mutate(*rand.Rand, float64) { g.a++ }

type moody struct{ *good }

func (g moody) Clone() gene.Gene       { return moody{g.good.Clone().(*good)} }
func (g moody) Randomize(_ *rand.Rand) { g.a = rand.Int64N(1000); g.b = g.a + 1 }

type shared struct{ *good }

func (g shared) Clone() gene.Gene { return g }

type forgetful struct{ *good }

func (g forgetful) Clone() gene.Gene { return forgetful{newGood()} }

type lazy struct{ *good }

func (g lazy) Clone() gene.Gene { return lazy{g.good.Clone().(*good)} }
func (g lazy) Mutate(r *rand.Rand, focus float64) {
	if r.IntN(5) > 0 {
		g.good.Mutate(r, focus)
	}
}

type unfocused struct{ *good }

func (g unfocused) Clone() gene.Gene { return unfocused{g.good.Clone().(*good)} }
func (g unfocused) Mutate(r *rand.Rand, focus float64) {
	if focus < 1 {
		g.good.Mutate(r, focus)
	}
}

type liar struct{ *good }

func (g liar) Clone() gene.Gene { return liar{g.good.Clone().(*good)} }
func (g liar) Weight() float64  { return 0 }

type heavy struct{ *good }

func (g heavy) Clone() gene.Gene { return heavy{g.good.Clone().(*good)} }
func (g heavy) Weight() float64  { return math.NaN() }

type stubborn struct{ *good }

func (g stubborn) Clone() gene.Gene { return stubborn{g.good.Clone().(*good)} }
func (g stubborn) Assign(any) bool  { return false }

type pretender struct{ *good }

func (g pretender) Clone() gene.Gene { return pretender{g.good.Clone().(*good)} }
func (g pretender) Assign(any) bool  { return true }

type hasty struct{ *good }

func (g hasty) Clone() gene.Gene { return hasty{g.good.Clone().(*good)} }
func (g hasty) Assign(value any) bool {
	if list, ok := value.([]any); ok && len(list) > 0 {
		if a, ok := list[0].(int64); ok {
			g.a = a // assigned before the other number is checked
		}
	}
	return g.good.Assign(value)
}

type boom struct{ *good }

func (g boom) Clone() gene.Gene           { return boom{g.good.Clone().(*good)} }
func (g boom) Mutate(*rand.Rand, float64) { panic("boom") }

// leaky returns the list that it later changes.
type leaky struct{ list []any }

func (g *leaky) Clone() gene.Gene           { return &leaky{slices.Clone(g.list)} }
func (g *leaky) Randomize(r *rand.Rand)     { g.list[0] = r.Int64N(100) }
func (g *leaky) Mutate(*rand.Rand, float64) { g.list[0] = g.list[0].(int64) + 1 }
func (g *leaky) Value() any                 { return g.list }

// grabby keeps the list that it was assigned, and changes it.
type grabby struct{ leaky }

func (g *grabby) Clone() gene.Gene { return &grabby{leaky{g.list}} }
func (g *grabby) Value() any       { return slices.Clone(g.list) }
func (g *grabby) Assign(value any) bool {
	list, ok := value.([]any)
	if !ok || len(list) != 1 {
		return false
	}
	if _, ok := list[0].(int64); ok {
		g.list = list
	}
	return ok
}

// parent has one child. Its Children may break the contract.
type parent struct {
	child  gene.Gene
	yields func(gene.Gene) iter.Seq[gene.Gene]
	share  bool
}

func (g *parent) Clone() gene.Gene {
	c := *g
	if !g.share {
		c.child = g.child.Clone()
	}
	return &c
}
func (g *parent) Randomize(r *rand.Rand)             { g.child.Randomize(r) }
func (g *parent) Mutate(r *rand.Rand, focus float64) { g.child.Mutate(r, focus) }
func (g *parent) Value() any                         { return g.child.Value() }
func (g *parent) Children() iter.Seq[gene.Gene]      { return g.yields(g.child) }

func fresh(g gene.Gene) iter.Seq[gene.Gene] { return slices.Values([]gene.Gene{g.Clone()}) }

func deaf(g gene.Gene) iter.Seq[gene.Gene] {
	return func(yield func(gene.Gene) bool) {
		yield(g)
		yield(g)
	}
}

func one(g gene.Gene) iter.Seq[gene.Gene] { return slices.Values([]gene.Gene{g}) }

func none(gene.Gene) iter.Seq[gene.Gene] { return slices.Values([]gene.Gene{nil}) }

// vague has a State that lacks a part of its state.
type vague struct{ *good }

func (g vague) Clone() gene.Gene        { return vague{g.good.Clone().(*good)} }
func (g vague) State() any              { return nil }
func (g vague) SetState(state any) bool { return state == nil }

type closed struct{ *good }

func (g closed) Clone() gene.Gene  { return closed{g.good.Clone().(*good)} }
func (g closed) State() any        { return g.Value() }
func (g closed) SetState(any) bool { return false }

func TestRunFindsBrokenGenes(t *testing.T) {
	broken := []struct {
		name string
		make func() gene.Gene
		law  string
	}{
		{"no gene", func() gene.Gene { return nil }, "returned nil"},
		{"a value of Go's own int", func() gene.Gene { return alien{newGood()} }, "plain data"},
		{"an infinite number", func() gene.Gene { return infinite{newGood()} }, "plain data"},
		{"two members of one name", func() gene.Gene { return twins{newGood()} }, "plain data"},
		{"Randomize against constraints", func() gene.Gene { return unruly{newGood()} }, "constraints hold"},
		{"Mutate against constraints", func() gene.Gene { return drifting{newGood()} }, "constraints hold"},
		{"a random source of its own", func() gene.Gene { return moody{newGood()} }, "same seed"},
		{"a value that changes later", func() gene.Gene { return &leaky{[]any{int64(0)}} }, "do not change later"},
		{"a clone that shares", func() gene.Gene { return shared{newGood()} }, "independent"},
		{"a clone that forgets", func() gene.Gene { return forgetful{newGood()} }, "clone is equal"},
		{"a mutation that may rest", func() gene.Gene { return lazy{newGood()} }, "mutation changes"},
		{"a mutation that rests when focused", func() gene.Gene { return unfocused{newGood()} }, "mutation changes"},
		{"weight 0 but not constant", func() gene.Gene { return liar{newGood()} }, "weight is honest"},
		{"no number for a weight", func() gene.Gene { return heavy{newGood()} }, "weight is honest"},
		{"Assign that refuses its value", func() gene.Gene { return stubborn{newGood()} }, "Value read backwards"},
		{"Assign that only says so", func() gene.Gene { return pretender{newGood()} }, "Value read backwards"},
		{"Assign that keeps the list", func() gene.Gene { return &grabby{leaky{[]any{int64(0)}}} },
			"Value read backwards"},
		{"Assign that fails half way", func() gene.Gene { return hasty{newGood()} }, "failed Assign"},
		{"new children each time", func() gene.Gene { return &parent{newGood(), fresh, false} }, "children are stable"},
		{"children that do not stop", func() gene.Gene { return &parent{newGood(), deaf, false} },
			"children are stable"},
		{"a nil child", func() gene.Gene { return &parent{newGood(), none, false} }, "children are stable"},
		{"a child shared with the clone", func() gene.Gene { return &parent{newGood(), one, true} },
			"children are stable"},
		{"a state that forgets", func() gene.Gene { return vague{newGood()} }, "the state makes an equal gene"},
		{"a state that nothing takes", func() gene.Gene { return closed{newGood()} }, "the state makes an equal gene"},
		{"a panic", func() gene.Gene { return boom{newGood()} }, "panic: boom"},
	}
	for _, b := range broken {
		t.Run(b.name, func(t *testing.T) {
			rec := &recorder{}
			genetest.Run(rec, b.make)
			assert.Contains(t, strings.Join(rec.errors, "\n"), b.law)
		})
	}
}

func TestMayRestAllowsResting(t *testing.T) {
	rec := &recorder{}
	genetest.Run(rec, func() gene.Gene { return lazy{newGood()} }, genetest.MayRest())
	assert.Empty(t, rec.errors)
}

type frozen struct{ *good }

func (g frozen) Clone() gene.Gene           { return frozen{g.good.Clone().(*good)} }
func (g frozen) Mutate(*rand.Rand, float64) {}

func TestMayRestDoesNotAllowSleeping(t *testing.T) {
	rec := &recorder{}
	genetest.Run(rec, func() gene.Gene { return frozen{newGood()} }, genetest.MayRest())
	assert.Contains(t, strings.Join(rec.errors, "\n"), "mutation changes")
}

func TestErrorsShowTheValue(t *testing.T) {
	rec := &recorder{}
	genetest.Run(rec, func() gene.Gene { return stubborn{newGood()} })
	assert.Equal(t, []string{`genetest: broken law "Assign is Value read backwards": new gene: ` +
		`it refused []interface {} [0,1], a value of an equal gene`}, rec.errors)
}
