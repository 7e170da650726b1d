package genetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/value"
)

// absences checks that Absence agrees with Value.
func (k *kit) absences() error {
	_, never := gene.Absence(k.newGene())
	return k.each(func(g gene.Gene, _ *rand.Rand) error {
		now, forever := gene.Absence(g)
		absent := isAbsent(g.Value())
		switch {
		case absent && !now:
			return errors.New("the value is absent, but neither Absence nor Inner say so")
		case now && !absent:
			return fmt.Errorf("it says to be absent, but the value is %s", show(g.Value()))
		case forever && (!now || gene.Weight(g) > 0):
			return errors.New("it says to be absent for ever, but there is something to mutate")
		case forever != never:
			return errors.New("it says to be absent for ever, but not always")
		}
		return nil
	})
}

// wraps checks that the inner gene of a wrapper is one of its children.
func (k *kit) wraps() error {
	if _, ok := k.newGene().(gene.Wrapper); !ok {
		return nil
	}
	return k.each(func(g gene.Gene, _ *rand.Rand) error {
		inner := g.(gene.Wrapper).Inner()
		if inner != g.(gene.Wrapper).Inner() {
			return errors.New("it wraps another gene the second time")
		}
		p, ok := g.(gene.Parent)
		if inner != nil && ok && !slices.Contains(slices.Collect(p.Children()), inner) {
			return errors.New("what it wraps is none of its children")
		}
		return nil
	})
}

// switches checks that Set switches a gene on and off, and reports changes.
func (k *kit) switches() error {
	if _, ok := k.newGene().(gene.Switch); !ok {
		return nil
	}
	return k.each(func(g gene.Gene, _ *rand.Rand) error {
		for _, on := range [...]bool{false, true, false} {
			if err := switched(g, on); err != nil {
				return err
			}
		}
		return nil
	})
}

func switched(g gene.Gene, on bool) error {
	before, _ := gene.Absence(g)
	old := text(g.Value())
	changed := g.(gene.Switch).Set(on)
	now, _ := gene.Absence(g)
	switch {
	case changed && now == on:
		return fmt.Errorf("after Set(%t) absent is %t", on, now)
	case changed && before == now:
		return fmt.Errorf("a call of Set(%t) says that it changed what was so before", on)
	case !changed && text(g.Value()) != old:
		return fmt.Errorf("a call of Set(%t) turned %s into %s and says that it changed nothing",
			on, old, show(g.Value()))
	case g.(gene.Switch).Set(on):
		return fmt.Errorf("a second Set(%t) changed something", on)
	}
	return gene.Check(g)
}

// settles checks that a gene always settles on the same value.
func (k *kit) settles() error {
	settled, ok := k.newGene().(gene.Settler)
	if !ok {
		return nil
	}
	settled.Settle()
	want := settled.(gene.Gene).Value()
	return k.each(func(g gene.Gene, _ *rand.Rand) error {
		before := g.Value()
		changed := g.(gene.Settler).Settle()
		after := g.Value()
		switch {
		case changed == value.Equal(before, after):
			return fmt.Errorf("it says %t, but Settle went from %s to %s", changed, show(before), show(after))
		case g.(gene.Settler).Settle():
			return fmt.Errorf("settled on %s it settles again", show(after))
		case changed && !value.Equal(after, want):
			return fmt.Errorf("it settles on %s, another time on %s", show(want), show(after))
		}
		return gene.Check(g)
	})
}

// mostSteps is how often in a row a value may become simpler.
const mostSteps = 1000

// simplifies checks that the simpler values differ from the present value, and that repeated simplification ends.
func (k *kit) simplifies() error {
	if _, ok := k.newGene().(gene.Simplifier); !ok {
		return nil
	}
	return k.each(func(g gene.Gene, r *rand.Rand) error {
		steps := 0
		for simpler := true; simpler; steps++ {
			if steps > mostSteps {
				return fmt.Errorf("after %d steps %s has simpler values still", mostSteps, show(g.Value()))
			}
			var err error
			if simpler, err = simplify(g, r); err != nil {
				return err
			}
		}
		return nil
	})
}

// simplify assigns the first simpler value that the gene takes. It reports whether there was one.
func simplify(g gene.Gene, r *rand.Rand) (bool, error) {
	for _, v := range g.(gene.Simplifier).Simpler() {
		if value.Equal(v, g.Value()) {
			return false, fmt.Errorf("%s is no simpler than itself", show(v))
		}
		if err := checkPlain(v); err != nil {
			return false, err
		}
		if gene.Assign(g, v) {
			return true, checkTaken(g, v, r)
		}
	}
	return false, nil
}

// members checks that the members of a record are its children, with different names.
func (k *kit) members() error {
	if _, ok := k.newGene().(gene.Record); !ok {
		return nil
	}
	return k.each(func(g gene.Gene, _ *rand.Rand) error {
		var genes []gene.Gene
		seen := map[string]bool{}
		for name, member := range g.(gene.Record).Members() {
			if seen[name] {
				return fmt.Errorf("two members are named %q", name)
			}
			seen[name] = true
			genes = append(genes, member)
		}
		for range g.(gene.Record).Members() {
			break // an iterator that ignores break panics
		}
		if p, ok := g.(gene.Parent); !ok || !slices.Equal(genes, slices.Collect(p.Children())) {
			return errors.New("its members are not its children")
		}
		return nil
	})
}
