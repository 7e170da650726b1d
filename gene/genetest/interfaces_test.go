package genetest_test

import (
	"iter"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/gene/genetest"
	"github.com/evoke-go/evoke/value"
)

// counted is a wrapper defined by a user, around any gene: it counts mutations. Inner is the only optional method that
// it has.
type counted struct {
	gene.Gene
	mutations int
}

func (g *counted) Clone() gene.Gene { return &counted{g.Gene.Clone(), g.mutations} }
func (g *counted) Inner() gene.Gene { return g.Gene }
func (g *counted) Weight() float64  { return gene.Weight(g.Gene) }
func (g *counted) Mutate(r *rand.Rand, focus float64) {
	g.mutations++
	g.Gene.Mutate(r, focus)
}

func TestRunAcceptsAWrapperOfOnesOwn(t *testing.T) {
	for _, inner := range []gene.Gene{
		gene.NewInt(0, 99), gene.NewOptional(gene.NewInt(0, 99)), gene.NewCycle(), gene.NewNullable(gene.NewBool()),
		gene.NewOptional(gene.NewCycle()), gene.NewSeeded(gene.NewInt(0, 9), int64(3), "x"),
	} {
		genetest.Run(t, func() gene.Gene { return &counted{Gene: inner.Clone()} })
	}
}

// TestWrappersOfOnesOwnAreLookedInto: objects and arrays treat the inner gene of a user's wrapper like that of a
// wrapper of package gene.
func TestWrappersOfOnesOwnAreLookedInto(t *testing.T) {
	absent := gene.NewOptional(gene.NewBool())
	absent.Set(false)
	object := gene.NewObject(
		gene.Field{Name: "end", Gene: &counted{Gene: gene.NewCycle()}},
		gene.Field{Name: "off", Gene: &counted{Gene: absent}},
		gene.Field{Name: "on", Gene: gene.NewOptional(gene.NewBool())},
	).SetCount(0, 1)
	assert.NoError(t, gene.Check(object), "a member that is absent is not counted")
	assert.Len(t, object.Value(), 0+1)

	list := gene.NewArray(&counted{Gene: gene.NewCycle()}, gene.ArrayLimits{Min: 2, Max: 3})
	assert.Empty(t, list.Value(), "there is no end of a recursion to repeat")
	choice := gene.NewChoice(&counted{Gene: gene.NewCycle()}, gene.NewConst("x"))
	assert.Equal(t, "x", choice.Value())
}

// sometimes is a switch defined by a user: its value is left out while it is off, and is a new value when it is
// switched on again.
type sometimes struct {
	good
	off bool
}

func newSometimes() *sometimes { return &sometimes{good: *newGood()} }

func (g *sometimes) Clone() gene.Gene { c := *g; return &c }
func (g *sometimes) Weight() float64  { return 1 }
func (g *sometimes) Randomize(r *rand.Rand) {
	if g.Set(r.IntN(2) == 0); !g.off {
		g.good.Randomize(r)
	}
}
func (g *sometimes) Value() any {
	if g.off {
		return value.Absent
	}
	return g.good.Value()
}
func (g *sometimes) Mutate(r *rand.Rand, focus float64) {
	if g.off || r.IntN(9) == 0 {
		g.Set(g.off)
		return
	}
	g.good.Mutate(r, focus)
}
func (g *sometimes) Assign(v any) bool {
	if value.IsAbsent(v) {
		g.Set(false)
		return true
	}
	ok := g.good.Assign(v)
	g.off = g.off && !ok
	return ok
}
func (g *sometimes) Absence() (now, forever bool) { return g.off, false }
func (g *sometimes) Inner() gene.Gene {
	if g.off {
		return nil
	}
	return &g.good
}
func (g *sometimes) Set(on bool) bool {
	if on != g.off {
		return false
	}
	*g = sometimes{good: *newGood(), off: !on}
	return true
}

func TestObjectsSwitchMembersOfOnesOwn(t *testing.T) {
	genetest.Run(t, func() gene.Gene { return newSometimes() })
	object := func() gene.Gene {
		return gene.NewObject(
			gene.Field{Name: "a", Gene: newSometimes()},
			gene.Field{Name: "b", Gene: newSometimes()},
			gene.Field{Name: "c", Gene: gene.NewOptional(gene.NewConst("c"))},
		).SetCount(1, 2)
	}
	genetest.Run(t, object)
	r, seen := rand.New(rand.NewPCG(1, 2)), map[string]bool{}
	g := object()
	for range 300 {
		g.Mutate(r, 0.5)
		names := ""
		for _, m := range g.Value().(value.Object) {
			names += m.Name
		}
		seen[names] = true
	}
	require.NoError(t, gene.Check(g))
	assert.Len(t, seen, 6, "every choice of one or two of the members: %v", seen)
}

// blank wraps an optional gene, but is neither a Wrapper nor an Absenter.
type blank struct{ gene.Gene }

func (g blank) Clone() gene.Gene { return blank{g.Gene.Clone()} }

type hidden struct{ *good }

func (g hidden) Clone() gene.Gene             { return hidden{g.good.Clone().(*good)} }
func (g hidden) Absence() (now, forever bool) { return true, false }

type doomed struct{ *sometimes }

func (g doomed) Clone() gene.Gene             { return doomed{g.sometimes.Clone().(*sometimes)} }
func (g doomed) Absence() (now, forever bool) { return g.off, g.off }

type copies struct{ *counted }

func (g copies) Clone() gene.Gene { return copies{g.counted.Clone().(*counted)} }
func (g copies) Inner() gene.Gene { return g.Gene.Clone() }

type stranger struct{ *parent }

func (g stranger) Clone() gene.Gene { return stranger{g.parent.Clone().(*parent)} }
func (g stranger) Inner() gene.Gene { return g.parent }

type stuck struct{ *sometimes }

func (g stuck) Clone() gene.Gene { return stuck{g.sometimes.Clone().(*sometimes)} }
func (g stuck) Set(bool) bool    { return true }

type quiet struct{ *sometimes }

func (g quiet) Clone() gene.Gene { return quiet{g.sometimes.Clone().(*sometimes)} }
func (g quiet) Set(on bool) bool { g.sometimes.Set(on); return false }

type restless struct{ *good }

func (g restless) Clone() gene.Gene { return restless{g.good.Clone().(*good)} }
func (g restless) Settle() bool     { g.b++; return true }

type fickle struct{ *good }

func (g fickle) Clone() gene.Gene { return fickle{g.good.Clone().(*good)} }
func (g fickle) Settle() bool {
	settled := g.a == 0
	g.a = 0
	return !settled
}

type endless struct{ *good }

func (g endless) Clone() gene.Gene { return endless{g.good.Clone().(*good)} }
func (g endless) Simpler() []any   { return []any{[]any{g.a, g.b + 1}} }

type satisfied struct{ *good }

func (g satisfied) Clone() gene.Gene { return satisfied{g.good.Clone().(*good)} }
func (g satisfied) Simpler() []any   { return []any{g.Value()} }

// named has members that may break the contract.
type named struct {
	*gene.Object
	members func(*gene.Object) iter.Seq2[string, gene.Gene]
}

func (g named) Clone() gene.Gene                      { return named{g.Object.Clone().(*gene.Object), g.members} }
func (g named) Members() iter.Seq2[string, gene.Gene] { return g.members(g.Object) }

func newNamed(members func(*gene.Object) iter.Seq2[string, gene.Gene]) named {
	return named{gene.NewObject(gene.Field{Name: "a", Gene: gene.NewBool()},
		gene.Field{Name: "b", Gene: gene.NewBool()}), members}
}

func sameName(o *gene.Object) iter.Seq2[string, gene.Gene] {
	return func(yield func(string, gene.Gene) bool) {
		for child := range o.Children() {
			if !yield("a", child) {
				return
			}
		}
	}
}

func onlyFirst(o *gene.Object) iter.Seq2[string, gene.Gene] {
	return func(yield func(string, gene.Gene) bool) { yield("a", o.Field("a")) }
}

func TestRunFindsBrokenInterfaces(t *testing.T) {
	broken := []struct {
		name string
		make func() gene.Gene
		law  string
	}{
		{"absent, but it does not say so", func() gene.Gene { return blank{gene.NewOptional(gene.NewBool())} },
			"neither Absence nor Inner"},
		{"says that it is absent", func() gene.Gene { return hidden{newGood()} }, "says to be absent"},
		{"absent for ever for now", func() gene.Gene { return doomed{newSometimes()} }, "absent for ever"},
		{"wraps a copy", func() gene.Gene { return copies{&counted{Gene: gene.NewBool()}} },
			"another gene the second time"},
		{"wraps what is no child", func() gene.Gene { return stranger{&parent{newGood(), one, false}} },
			"none of its children"},
		{"a switch that is stuck", func() gene.Gene { return stuck{newSometimes()} }, "a switch does what it says"},
		{"a switch that says nothing", func() gene.Gene { return quiet{newSometimes()} },
			"says that it changed nothing"},
		{"settles again and again", func() gene.Gene { return restless{newGood()} }, "settles again"},
		{"settles on this and that", func() gene.Gene { return fickle{newGood()} }, "it settles on one value"},
		{"simpler without end", func() gene.Gene { return endless{newGood()} }, "has simpler values still"},
		{"as simple as before", func() gene.Gene { return satisfied{newGood()} }, "no simpler than itself"},
		{"members of one name", func() gene.Gene { return newNamed(sameName) }, `two members are named "a"`},
		{"members that are missing", func() gene.Gene { return newNamed(onlyFirst) }, "not its children"},
	}
	for _, b := range broken {
		t.Run(b.name, func(t *testing.T) {
			rec := &recorder{}
			genetest.Run(rec, b.make)
			assert.Contains(t, strings.Join(rec.errors, "\n"), b.law)
		})
	}
}
