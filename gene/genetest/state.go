package genetest

import (
	"fmt"
	"math/rand/v2"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/value"
)

// restores checks that genes made from saved states behave as the saved genes. Genes without State are saved by their
// values, so Assign decides there.
func (k *kit) restores() error {
	_, stateful := k.newGene().(gene.Stateful)
	if !stateful && k.assigner() {
		return nil
	}
	return k.each(func(g gene.Gene, r *rand.Rand) error {
		back, err := k.restored(g)
		if err != nil || !stateful {
			return err
		}
		return sameWay(g, back, r.IntN(1000))
	})
}

// restored makes a gene from the state of another gene.
func (k *kit) restored(g gene.Gene) (gene.Gene, error) {
	saved := value.AppendExact(nil, gene.State(g))
	state, err := value.ParseExact(saved)
	if err != nil {
		return nil, fmt.Errorf("the state %s does not read again: %w", saved, err)
	}
	back, ok := gene.Restore(k.newGene(), state)
	if !ok {
		return nil, fmt.Errorf("a new gene refuses the state %s of an equal one", saved)
	}
	if !value.Equal(back.Value(), g.Value()) {
		return nil, fmt.Errorf("%s comes back from its state as %s", show(g.Value()), show(back.Value()))
	}
	if err := gene.Check(back); err != nil {
		return nil, fmt.Errorf("the state %s is against a constraint: %w", saved, err)
	}
	if again := value.AppendExact(nil, gene.State(back)); string(again) != string(saved) {
		return nil, fmt.Errorf("the state %s comes back as %s", saved, again)
	}
	return back, nil
}

// sameWay checks that a gene and the gene made from its state mutate in the same way.
func sameWay(a, b gene.Gene, seed int) error {
	ra, rb := newRand(seed), newRand(seed)
	for i := range 8 {
		a.Mutate(ra, focuses[i%len(focuses)])
		b.Mutate(rb, focuses[i%len(focuses)])
		if !value.Equal(a.Value(), b.Value()) {
			return fmt.Errorf("after %d mutations the gene is %s, the one made of its state %s", i+1,
				show(a.Value()), show(b.Value()))
		}
	}
	return nil
}
