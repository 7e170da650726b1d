package rest

import (
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/testcase"
)

// creatorRate is the share of sampled calls on a resource that are preceded
// by a call that may create it.
const creatorRate = 0.5

// singleRate is the share of samples that are about one call. Longer tests
// find what depends on state, but cost more of the budget.
const singleRate = 0.5

// Sample implements search.Sampler. The first samples try each operation by
// itself, then each after what may create its resource; after these, half of
// the tests are one random call, with what may create its resource, and the
// others 1 to MaxCalls random calls.
func (p *Problem) Sample(r *rand.Rand) *testcase.Case {
	for p.sampled < len(p.first) {
		plan := p.first[p.sampled]
		p.sampled++
		if !p.settled(plan) {
			return p.follow(r, plan)
		}
	}
	n := 1 + r.IntN(p.options.maxCalls())
	c := &testcase.Case{}
	if r.Float64() < singleRate {
		p.appendCalls(r, c, p.preceded(r, p.ops[r.IntN(len(p.ops))], p.options.maxCalls()))
		return c
	}
	for len(c.Actions) < n { // and then some, where recalled calls are longer
		op := p.ops[r.IntN(len(p.ops))]
		p.appendCalls(r, c, p.preceded(r, op, n-len(c.Actions)))
	}
	return c
}

// appendCalls adds calls of operations each of which prepares for the next.
func (p *Problem) appendCalls(r *rand.Rand, c *testcase.Case, ops []*operation) {
	for i, op := range ops {
		calls := []testcase.Action{p.newCall(r, op)}
		if last := i == len(ops)-1; !last {
			calls = p.helpful(r, op, max(1, p.options.maxCalls()-len(c.Actions)-len(ops)+i+1))
		}
		p.bind(r, calls[0], c.Actions)
		c.Actions = append(c.Actions, calls...)
	}
}

// Opening reports whether there are first samples left. They are best all
// evaluated before anything is mutated.
func (p *Problem) Opening() bool { return p.sampled < len(p.first) }

// opening is a test of the first samples.
type opening struct {
	ops  []*operation
	user int
}

// openings lists the first samples: each operation once for every identity,
// then each that has creators after the first of them.
func (p *Problem) openings() []opening {
	var out []opening
	users := append(p.users(), anonymous)
	for _, user := range users {
		for _, op := range p.ops {
			out = append(out, opening{[]*operation{op}, user})
		}
	}
	for _, op := range p.ops {
		if chain := chainTo(op); len(chain) > 1 {
			out = append(out, opening{chain, users[0]})
		}
	}
	return out
}

// settled reports whether an opening need not be tried: an earlier process did,
// as far as its counts tell, or it would end this process too.
func (p *Problem) settled(o opening) bool {
	for _, op := range o.ops {
		if p.tried[op.index] >= len(p.first) {
			return true
		}
	}
	last := &p.tried[o.ops[len(o.ops)-1].index]
	if *last == 0 {
		return false
	}
	*last--
	return true
}

// users returns the indexes of the users.
func (p *Problem) users() []int {
	out := make([]int, len(p.options.Users))
	for i := range out {
		out[i] = i
	}
	return out
}

// chainTo returns an operation after its first creator, that after its own,
// and so on.
func chainTo(op *operation) []*operation {
	chain := []*operation{op}
	for len(op.creators) > 0 && !slices.Contains(chain, op.creators[0]) && len(chain) < DefaultMaxCalls {
		op = op.creators[0]
		chain = append(chain, op)
	}
	slices.Reverse(chain)
	return chain
}

// follow makes the test of an opening: valid data, ids from earlier answers.
func (p *Problem) follow(r *rand.Rand, o opening) *testcase.Case {
	c := &testcase.Case{}
	for _, op := range o.ops {
		call := p.newCall(r, op)
		call.genes.clearCorruption()
		call.user.user = o.user
		call.follow.on = op.chained
		c.Actions = append(c.Actions, call)
	}
	return c
}

// preceded returns an operation, with some probability after one or more that
// may create its resource, at most room of them.
func (p *Problem) preceded(r *rand.Rand, op *operation, room int) []*operation {
	chain := []*operation{op}
	for len(chain) < room && len(op.creators) > 0 && r.Float64() < creatorRate {
		op = op.creators[r.IntN(len(op.creators))]
		chain = append(chain, op)
	}
	slices.Reverse(chain)
	return chain
}

// newAction returns a random call, for the structure mutation.
func (p *Problem) newAction(r *rand.Rand) testcase.Action {
	return p.newCall(r, p.ops[r.IntN(len(p.ops))])
}

func (p *Problem) newCall(r *rand.Rand, op *operation) *call {
	c := newCall(op, len(p.options.Users), p.options.invalidRate())
	c.randomize(r)
	if len(p.pool) > 0 && r.Float64() < poolRate {
		hint(r, &testcase.Case{Actions: []testcase.Action{c}}, 0, p.pool)
	}
	return c
}
