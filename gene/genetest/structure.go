package genetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/value"
)

// assigns checks that a gene takes the values of other genes that newGene made.
func (k *kit) assigns() error {
	if !k.assigner() {
		return nil
	}
	return k.each(func(g gene.Gene, r *rand.Rand) error {
		for _, to := range [...]gene.Gene{g, k.newGene(), k.random(r)} {
			v := g.Value()
			if !gene.Assign(to, v) {
				return fmt.Errorf("it refused %s, a value of an equal gene", show(v))
			}
			if err := checkTaken(to, v, r); err != nil {
				return err
			}
		}
		return nil
	})
}

func (k *kit) assigner() bool {
	_, ok := k.newGene().(gene.Assigner)
	return ok
}

func (k *kit) random(r *rand.Rand) gene.Gene {
	g := k.newGene()
	g.Randomize(r)
	return g
}

// checkTaken checks a gene that reported to have taken a value: it must have that value, keep its constraints, and not
// change the caller's value later.
func checkTaken(g gene.Gene, v any, r *rand.Rand) error {
	if !value.Equal(g.Value(), v) {
		return fmt.Errorf("it took %s, but the value is %s", show(v), show(g.Value()))
	}
	if err := gene.Check(g); err != nil {
		return fmt.Errorf("it took %s against a constraint: %w", show(v), err)
	}
	before := text(v)
	c := g.Clone()
	for range 5 {
		c.Mutate(r, 0)
	}
	if text(v) != before {
		return fmt.Errorf("the assigned value %s changed with the gene", before)
	}
	return nil
}

// refuses assigns values that do not fit, as a whole or in one place.
func (k *kit) refuses() error {
	if !k.assigner() {
		return nil
	}
	return k.each(func(g gene.Gene, r *rand.Rand) error {
		for _, bad := range slices.Concat(junk[:], spoil(g.Value()), spoil(k.random(r).Value())) {
			if err := refusesOne(g, bad, r); err != nil {
				return err
			}
		}
		return nil
	})
}

func refusesOne(g gene.Gene, bad any, r *rand.Rand) error {
	to := g.Clone()
	before := text(to.Value())
	if gene.Assign(to, bad) {
		return checkTaken(to, bad, r)
	}
	if after := text(to.Value()); after != before {
		return fmt.Errorf("it refused %s, but the value went from %s to %s", show(bad), before, after)
	}
	return nil
}

// spoil returns variants of a list or an object of which one part is junk.
func spoil(given any) []any {
	var out []any
	switch v := given.(type) {
	case []any:
		for i := range v {
			bad := slices.Clone(v)
			bad[i] = value.Object{{Name: "junk", Value: "junk"}}
			out = append(out, bad)
		}
		out = append(out, append(slices.Clone(v), "junk"))
	case value.Object:
		for i := range v {
			bad := slices.Clone(v)
			bad[i].Value = []any{"junk", nil}
			out = append(out, bad, slices.Delete(slices.Clone(v), i, i+1))
		}
		out = append(out, append(slices.Clone(v), value.Member{Name: "junk", Value: []any{"junk", nil}}))
	}
	return out
}

// children checks that a Parent yields the same genes each time, lets the caller stop, and yields no gene of its clone.
func (k *kit) children() error {
	if _, ok := k.newGene().(gene.Parent); !ok {
		return nil
	}
	return k.each(func(g gene.Gene, r *rand.Rand) error {
		p := g.(gene.Parent)
		first := slices.Collect(p.Children())
		if !slices.Equal(first, slices.Collect(p.Children())) {
			return errors.New("it yields other genes the second time")
		}
		if slices.Contains(first, nil) {
			return errors.New("it yields nil")
		}
		for range p.Children() {
			break // an iterator that ignores break panics
		}
		return ownChildren(first, g.Clone().(gene.Parent))
	})
}

// ownChildren checks that a clone has as many children as the original, and shares none of them that can change.
func ownChildren(original []gene.Gene, clone gene.Parent) error {
	copies := slices.Collect(clone.Children())
	if len(copies) != len(original) {
		return fmt.Errorf("%d children, but %d of the clone", len(original), len(copies))
	}
	for i, c := range copies {
		if c == original[i] && gene.Weight(c) > 0 {
			return fmt.Errorf("gene and clone share child %d", i)
		}
	}
	return nil
}
