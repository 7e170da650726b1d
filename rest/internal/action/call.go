package action

import (
	"iter"
	"math/rand/v2"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/testcase"
)

// followRate is the share of sampled calls that take the ids in their path from
// earlier answers, if there are any.
const followRate = 0.8

// anonymousRate is the share of sampled calls without a user, if there are
// users (as in EvoMaster's resource sampling).
const anonymousRate = 0.05

// Call is one HTTP call of a test: the action of the REST problem.
type Call struct {
	Op       *api.Operation
	Genotype *genotype.Call
	// User is the gene of the user who makes the call.
	User Identity
	// Follow is the gene of the ids that come from earlier answers.
	Follow Follow
	// invalidity is the gene of data that is invalid on purpose.
	invalidity invalidity
}

func New(op *api.Operation, users int, invalidRate float64) *Call {
	c := &Call{Op: op, Genotype: op.Template.Clone(), User: Identity{users: users}}
	c.Follow.Chained, c.Follow.Params = op.Chained, op.Following
	c.invalidity = invalidity{genes: c.Genotype, rate: invalidRate}
	return c
}

// Clone implements [testcase.Action].
func (c *Call) Clone() testcase.Action {
	out := *c
	out.Genotype = c.Genotype.Clone()
	out.invalidity.genes = out.Genotype
	return &out
}

// Genes implements [testcase.Action].
func (c *Call) Genes() iter.Seq[gene.Gene] {
	return func(yield func(gene.Gene) bool) {
		for g := range c.Genotype.Genes() {
			if !yield(g) {
				return
			}
		}
		_ = yield(&c.User) && yield(&c.Follow) && yield(&c.invalidity)
	}
}

func (c *Call) Randomize(r *rand.Rand) {
	c.Genotype.Randomize(r)
	c.User.Randomize(r)
	c.Follow.Randomize(r)
	c.invalidity.Randomize(r)
}

// Identity is the gene of the user who makes a call: the index of a user, or
// anonymous.
type Identity struct{ users, Index int }

func (g *Identity) Clone() gene.Gene { d := *g; return &d }
func (g *Identity) Value() any       { return int64(g.Index) }

func (g *Identity) Weight() float64 {
	if g.users == 0 {
		return 0
	}
	return 1
}

func (g *Identity) Randomize(r *rand.Rand) {
	g.Index = auth.Anonymous
	if g.users > 0 && r.Float64() >= anonymousRate {
		g.Index = r.IntN(g.users)
	}
}

func (g *Identity) Mutate(r *rand.Rand, _ float64) {
	if g.users == 0 {
		return
	}
	next := r.IntN(g.users) - 1
	if next >= g.Index {
		next++
	}
	g.Index = next
}

// invalidity is the gene of data that is invalid on purpose. It makes other genes
// of its call invalid.
type invalidity struct {
	genes *genotype.Call
	rate  float64
}

// Clone returns an invalidity with its own copies of the genes. [Call.Clone]
// instead gives its invalidity the copies that the call has made already.
func (g *invalidity) Clone() gene.Gene { return &invalidity{genes: g.genes.Clone(), rate: g.rate} }

// Value reports whether the call is invalid.
func (g *invalidity) Value() any { return g.genes.IsInvalid() }

func (g *invalidity) Weight() float64 { return g.rate }

func (g *invalidity) Randomize(r *rand.Rand) {
	g.genes.MakeValid()
	if r.Float64() < g.rate {
		g.genes.MakeInvalid(r)
	}
}

// Mutate makes the call invalid, or valid again. An invalidity with rate 0 never makes
// a valid call invalid.
func (g *invalidity) Mutate(r *rand.Rand, _ float64) {
	switch {
	case g.genes.IsInvalid():
		g.genes.MakeValid()
	case g.rate > 0:
		g.genes.MakeInvalid(r)
	}
}
