package rest

import (
	"iter"
	"math/rand/v2"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/testcase"
)

// followRate is the share of sampled calls that take the ids in their path
// from earlier answers when there are any.
const followRate = 0.8

// anonymousRate is the share of sampled calls without a user, when there are
// users (as in EvoMaster's resource sampling).
const anonymousRate = 0.05

// call is one HTTP call of a test: the action of the REST problem.
type call struct {
	op    *operation
	genes *genotype.Call
	// user says who makes the call.
	user identity
	// follow says whether ids in the path come from earlier answers.
	follow follow
	// flaw is the gene of deliberately invalid data.
	flaw flaw
}

func newCall(op *operation, users int, invalidRate float64) *call {
	c := &call{op: op, genes: op.template.Clone(), user: identity{users: users}}
	c.follow.chained, c.follow.params = op.chained, op.following
	c.flaw = flaw{genes: c.genes, rate: invalidRate}
	return c
}

// Clone implements [testcase.Action].
func (c *call) Clone() testcase.Action {
	out := *c
	out.genes = c.genes.Clone()
	out.flaw.genes = out.genes
	return &out
}

// Genes implements [testcase.Action].
func (c *call) Genes() iter.Seq[gene.Gene] {
	return func(yield func(gene.Gene) bool) {
		for g := range c.genes.Genes() {
			if !yield(g) {
				return
			}
		}
		_ = yield(&c.user) && yield(&c.follow) && yield(&c.flaw)
	}
}

func (c *call) randomize(r *rand.Rand) {
	c.genes.Randomize(r)
	c.user.Randomize(r)
	c.follow.Randomize(r)
	c.flaw.Randomize(r)
}

// identity is the gene of who makes a call: a user's index, or
// anonymous.
type identity struct{ users, user int }

func (g *identity) Clone() gene.Gene { d := *g; return &d }
func (g *identity) Value() any       { return int64(g.user) }

func (g *identity) Weight() float64 {
	if g.users == 0 {
		return 0
	}
	return 1
}

func (g *identity) Randomize(r *rand.Rand) {
	g.user = auth.Anonymous
	if g.users > 0 && r.Float64() >= anonymousRate {
		g.user = r.IntN(g.users)
	}
}

func (g *identity) Mutate(r *rand.Rand) {
	if g.users == 0 {
		return
	}
	next := r.IntN(g.users) - 1
	if next >= g.user {
		next++
	}
	g.user = next
}

// flaw is the gene of deliberately invalid data. It changes the genes of its
// call, so it is only cloned together with them.
type flaw struct {
	genes *genotype.Call
	rate  float64
}

func (g *flaw) Clone() gene.Gene { d := *g; return &d }
func (g *flaw) Value() any       { return g.genes.IsInvalid() }

func (g *flaw) Weight() float64 { return g.rate }

func (g *flaw) Randomize(r *rand.Rand) {
	g.genes.MakeValid()
	if r.Float64() < g.rate {
		g.genes.MakeInvalid(r)
	}
}

func (g *flaw) Mutate(r *rand.Rand) {
	if g.genes.IsInvalid() {
		g.genes.MakeValid()
	} else {
		g.genes.MakeInvalid(r)
	}
}
