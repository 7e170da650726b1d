// Package action has the HTTP call as the action of a test ([Call]), and its codec for other processes and for
// archives.
//
// A [Claim] takes the value of an input from an earlier answer although neither a link nor a name says so. The call has
// its claims like a gene, so cases and archived tests keep them. Each execution sends the value of its own answer, and
// the written test has a variable.
package action

import (
	"iter"
	"math/rand/v2"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/chance"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/testcase"
)

// anonymousRate is the share of sampled calls without a user, if there are users (as in the resource sampling of
// EvoMaster).
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
	claims     claims
	Part
	// Keys are the places of the call that name the element which it creates. A written test has a new value there in
	// each execution: "path productName", or "body name" for a member of the body. The search does not use them. They
	// are never changed in place.
	Keys []string
}

// Part places a call in the structure of a test, if the test has one.
type Part struct {
	// Handling is the number of the handling of the call, 0 for none. A handling is a row of calls on one resource.
	Handling int
	// Needed says that the calls after it make no sense if it fails. The test ends then.
	Needed bool
}

// New returns a call of an operation with the values of its template. users is the number of users. invalidRate is the
// share of random calls that are invalid.
func New(op *api.Operation, users int, invalidRate float64) *Call {
	c := &Call{Op: op, Genotype: op.Template.Clone(), User: Identity{users: users, admission: op.Admission}}
	c.Follow.Chained, c.Follow.Params = op.Chained, op.Following
	c.invalidity = invalidity{genes: c.Genotype, rate: invalidRate}
	return c
}

// Clone implements [testcase.Action]. The copy also has a gene, which is off, for each undeclared input that was found
// since the call was made. So a call always fits the template of its operation, with the same indexes of parameters.
func (c *Call) Clone() testcase.Action {
	out := *c
	out.Genotype = c.Genotype.Clone()
	out.Adopt()
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
		_ = yield(&c.User) && yield(&c.Follow) && yield(&c.invalidity) && (len(c.claims) == 0 || yield(&c.claims))
	}
}

// Content yields the genes of a call: those of its query, headers, cookies and body, its user, and whether it is
// invalid. It leaves out the genes that choose the resource: the parameters of the path, and the choice of values from
// earlier answers.
func (c *Call) Content() iter.Seq[gene.Gene] {
	return func(yield func(gene.Gene) bool) {
		for _, p := range c.Genotype.Params {
			if p.Spec.In != openapi.InPath && !yield(p.Gene) {
				return
			}
		}
		if c.Genotype.Body != nil && !yield(c.Genotype.Body) {
			return
		}
		_ = yield(&c.User) && yield(&c.invalidity)
	}
}

// Unchain makes a call take no values from earlier answers, now and after any mutation.
func (c *Call) Unchain() { c.Follow = Follow{} }

// Randomize draws all values anew, and removes all claims.
func (c *Call) Randomize(r *rand.Rand) {
	c.Genotype.Randomize(r)
	c.User.Randomize(r)
	c.Follow.Randomize(r)
	c.invalidity.Randomize(r)
	c.claims = nil
}

// Identity is the gene of the user who makes a call. Index is the index of the user, or auth.Anonymous.
type Identity struct {
	users, Index int
	admission    *api.Admission // admission of the operation, nil if all users are alike
}

func (g *Identity) Clone() gene.Gene { d := *g; return &d }
func (g *Identity) Value() any       { return int64(g.Index) }

// refusedWeight is the weight of the gene if the operation refuses all other users.
const refusedWeight = 0.02

func (g *Identity) Weight() float64 {
	switch {
	case g.users == 0:
		return 0
	case g.admission != nil && g.admission.Admits(g.Index) && !g.admission.Others(g.Index):
		return refusedWeight
	}
	return 1
}

func (g *Identity) Randomize(r *rand.Rand) {
	g.Index = auth.Anonymous
	switch {
	case g.users > 0 && g.admission != nil:
		g.Index = g.admission.Draw(r, anonymousRate, noUser)
	case g.users > 0 && !chance.Rarely(r):
		g.Index = r.IntN(g.users)
	}
}

// noUser is the index of no user, and not auth.Anonymous.
const noUser = auth.Anonymous - 1

func (g *Identity) Mutate(r *rand.Rand, _ float64) {
	if g.users == 0 {
		return
	}
	if g.admission != nil {
		g.Index = g.admission.Draw(r, anonymousRate, g.Index)
		return
	}
	next := r.IntN(g.users) - 1
	if next >= g.Index {
		next++
	}
	g.Index = next
}

// invalidity is the gene that makes its call invalid on purpose.
type invalidity struct {
	genes *genotype.Call
	rate  float64
}

// Clone returns an invalidity with its own copies of the genes. [Call.Clone] does not use it, because the new call has
// copies already.
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

// Mutate makes the call invalid, or valid again. An invalidity with rate 0 never makes a valid call invalid.
func (g *invalidity) Mutate(r *rand.Rand, _ float64) {
	switch {
	case g.genes.IsInvalid():
		g.genes.MakeValid()
	case g.rate > 0:
		g.genes.MakeInvalid(r)
	}
}
