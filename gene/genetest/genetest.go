// Package genetest checks that a gene keeps the contract of package gene.
//
// One line in a test of the gene is enough:
//
//	genetest.Run(t, func() gene.Gene { return NewMine() })
package genetest

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/value"
)

// Option changes what [Run] expects.
type Option func(*kit)

// MayRest allows Mutate to leave the value unchanged at times, as the Mutate of [gene.NewDisruptive] does.
func MayRest() Option { return func(k *kit) { k.mayRest = true } }

// rounds is the number of random values on which each law is checked.
const rounds = 60

// law is one rule of the contract.
type law struct {
	name  string
	check func(*kit) error
}

// laws are all rules, the most basic first: the failure of an early law often explains the failures of later ones.
var laws = [...]law{
	{"the value is plain data", (*kit).plain},
	{"the constraints hold", (*kit).constraints},
	{"the same seed gives the same values", (*kit).repeats},
	{"values do not change later", (*kit).frozen},
	{"a clone is equal and independent", (*kit).clones},
	{"a mutation changes the value", (*kit).changes},
	{"the weight is honest", (*kit).weighs},
	{"Assign is Value read backwards", (*kit).assigns},
	{"a failed Assign changes nothing", (*kit).refuses},
	{"the children are stable", (*kit).children},
	{"what a wrapper wraps is a child", (*kit).wraps},
	{"the members are the children", (*kit).members},
	{"a gene says when it is absent", (*kit).absences},
	{"a switch does what it says", (*kit).switches},
	{"it settles on one value", (*kit).settles},
	{"simpler values come to an end", (*kit).simplifies},
	{"the value survives JSON", (*kit).encodes},
	{"the state makes an equal gene", (*kit).restores},
}

// Run checks every law on genes that newGene makes. newGene must return an equal, fresh gene at each call. Run reports
// one error on t for each broken law, with the name of the law and a value that breaks it.
func Run(t testing.TB, newGene func() gene.Gene, options ...Option) {
	t.Helper()
	k := &kit{newGene: newGene}
	for _, o := range options {
		o(k)
	}
	if newGene() == nil {
		t.Errorf("genetest: newGene returned nil")
		return
	}
	for _, l := range laws {
		if err := k.try(l); err != nil {
			t.Errorf("genetest: broken law %q: %v", l.name, err)
		}
	}
}

// kit holds the data that the laws need.
type kit struct {
	newGene func() gene.Gene
	mayRest bool
}

// try checks one law and turns a panic into an error.
func (k *kit) try(l law) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return l.check(k)
}

func newRand(seed int) *rand.Rand { return rand.New(rand.NewPCG(uint64(seed), 42)) }

// focuses are the values of focus for which mutations are checked.
var focuses = [...]float64{0, 0.5, 1}

// each calls f with many genes: new, randomized, and mutated ones.
func (k *kit) each(f func(g gene.Gene, r *rand.Rand) error) error {
	if err := f(k.newGene(), newRand(0)); err != nil {
		return fmt.Errorf("new gene: %w", err)
	}
	for seed := range rounds {
		g, r := k.newGene(), newRand(seed)
		g.Randomize(r)
		for i := range seed % 4 * 3 {
			g.Mutate(r, focuses[i%len(focuses)])
		}
		if err := f(g, r); err != nil {
			return fmt.Errorf("seed %d: %w", seed, err)
		}
	}
	return nil
}

// show returns a short text of a value for messages.
func show(v any) string {
	if isAbsent(v) {
		return "absent"
	}
	text := string(value.AppendJSON(nil, v))
	if len(text) > 200 {
		text = text[:200] + "..."
	}
	return fmt.Sprintf("%T %s", v, text)
}

func isAbsent(v any) bool { return v == value.Absent }
