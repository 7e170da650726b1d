package testcase_test

import (
	"iter"
	"math/rand/v2"
	"testing"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/testcase"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// counter is a gene that counts its mutations.
type counter struct{ n int64 }

func (c *counter) Clone() gene.Gene           { d := *c; return &d }
func (c *counter) Randomize(r *rand.Rand)     { c.n = r.Int64N(10) }
func (c *counter) Mutate(*rand.Rand, float64) { c.n++ }
func (c *counter) Value() any                 { return c.n }
func (c *counter) Weight() float64            { return 1 }

// step is an action with a name and some genes.
type step struct {
	name  int
	genes []*counter
}

func (s *step) Clone() testcase.Action {
	out := &step{name: s.name}
	for _, g := range s.genes {
		out.genes = append(out.genes, g.Clone().(*counter))
	}
	return out
}

func (s *step) Genes() iter.Seq[gene.Gene] {
	return func(yield func(gene.Gene) bool) {
		for _, g := range s.genes {
			if !yield(g) {
				return
			}
		}
	}
}

func newCase(actions, genes int) *testcase.Case {
	c := &testcase.Case{}
	for i := range actions {
		s := &step{name: i}
		for range genes {
			s.genes = append(s.genes, &counter{})
		}
		c.Actions = append(c.Actions, s)
	}
	return c
}

func sum(c *testcase.Case) (total int64) {
	for g := range c.Genes() {
		total += g.Value().(int64)
	}
	return total
}

func fresh(*rand.Rand) testcase.Action { return &step{name: -1, genes: []*counter{{}}} }

func TestMutateKeepsLengthWithinBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "actions")
		m := &testcase.Mutator{New: fresh, MaxActions: rapid.IntRange(n, 6).Draw(t, "max")}
		c := newCase(n, rapid.IntRange(0, 3).Draw(t, "genes"))
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		for range 30 {
			c = m.Mutate(r, c, 0)
			if len(c.Actions) < 1 || len(c.Actions) > m.MaxActions {
				t.Fatalf("%d actions", len(c.Actions))
			}
		}
	})
}

func TestMutateLeavesTheParent(t *testing.T) {
	m := &testcase.Mutator{New: fresh}
	parent := newCase(3, 4)
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		m.Mutate(r, parent, 0.5)
	}
	assert.Len(t, parent.Actions, 3)
	assert.Zero(t, sum(parent))
}

func TestValueMutationChangesOneGeneOnAverage(t *testing.T) {
	m := &testcase.Mutator{New: fresh, StructureRate: -1}
	r := rand.New(rand.NewPCG(3, 4))
	total, runs := int64(0), 4000
	for range runs {
		changed := sum(m.Mutate(r, newCase(4, 5), 0))
		require.Positive(t, changed, "a mutation must change something")
		total += changed
	}
	// Each of 20 genes mutates with probability 1/20, drawn again if none did: the mean is 1/(1-(19/20)^20) = 1.56.
	assert.InDelta(t, 1.56, float64(total)/float64(runs), 0.06)
}

func TestStructureMutationAddsRemovesAndSwaps(t *testing.T) {
	m := &testcase.Mutator{New: fresh, StructureRate: 1}
	r := rand.New(rand.NewPCG(5, 6))
	seen := map[string]int{}
	for range 600 {
		c := m.Mutate(r, newCase(3, 1), 0)
		switch {
		case len(c.Actions) == 4:
			seen["add"]++
		case len(c.Actions) == 2:
			seen["remove"]++
		case len(c.Actions) == 3 && sum(c) == 0:
			seen["swap"]++
		}
	}
	for _, kind := range []string{"add", "remove", "swap"} {
		assert.Greater(t, seen[kind], 100, kind)
	}
}

func TestCaseWithoutGenesStillMutates(t *testing.T) {
	m := &testcase.Mutator{New: fresh, StructureRate: -1, MaxActions: 1}
	c := m.Mutate(rand.New(rand.NewPCG(7, 8)), newCase(1, 0), 0)
	assert.Equal(t, -1, c.Actions[0].(*step).name, "the only action is replaced")
}
