package rest

import (
	"math/rand/v2"
	"slices"

	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/testcase"
)

// creatorRate is the share of sampled calls on a resource that are preceded
// by a call that may create it.
const creatorRate = 0.5

const (
	// needRate is the share of the things that such a call needs that are
	// created, where it needs several.
	needRate = 0.8
	// siblingRate is the share of calls that are preceded by one that changes
	// the state of the same resource instead.
	siblingRate = 0.3
)

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
	if r.Float64() < singleRate {
		return &testcase.Case{Actions: p.prepared(r, nil, p.ops[r.IntN(len(p.ops))], p.options.maxCalls())}
	}
	c := &testcase.Case{}
	for len(c.Actions) < n {
		c.Actions = p.prepared(r, c.Actions, p.ops[r.IntN(len(p.ops))], n-len(c.Actions))
	}
	return c
}

// prepared appends a new call of an operation to others, with some probability
// after some that prepare for it; at most room in all.
func (p *Problem) prepared(r *rand.Rand, earlier []testcase.Action, op *operation, room int) []testcase.Action {
	next := p.newCall(r, op)
	for _, maker := range p.preparing(r, op) {
		if room > 1 {
			made := p.helpful(r, maker, room-1)
			earlier = append(earlier, made...)
			room -= len(made)
		}
	}
	p.bind(r, next, earlier)
	return append(earlier, next)
}

// preparing returns operations that may prepare for a call of another: they
// bring what it is about into another state, or create what it needs.
func (p *Problem) preparing(r *rand.Rand, op *operation) []*operation {
	if len(op.needs)+len(op.siblings) == 0 || r.Float64() >= creatorRate {
		return nil
	}
	if len(op.needs) == 0 || len(op.siblings) > 0 && r.Float64() < siblingRate {
		return []*operation{p.sibling(r, op)}
	}
	var out []*operation
	for _, makers := range op.needs {
		if len(op.needs) == 1 || r.Float64() < needRate {
			out = append(out, makers[r.IntN(len(makers))])
		}
	}
	return out
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
	users := append(p.users(), auth.Anonymous)
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

// chainTo returns an operation after the first that makes each thing it needs,
// those after what they need, and so on.
func chainTo(op *operation) []*operation {
	var chain []*operation
	under := map[*operation]bool{} // lest two wait for each other
	var visit func(op *operation)
	visit = func(op *operation) {
		under[op] = true
		for _, group := range op.needs {
			if maker := group[0]; !under[maker] && !slices.Contains(chain, maker) {
				visit(maker)
			}
		}
		chain = append(chain, op)
	}
	visit(op)
	return chain[max(0, len(chain)-DefaultMaxCalls):]
}

// follow makes the test of an opening: valid data, ids from earlier answers.
func (p *Problem) follow(r *rand.Rand, o opening) *testcase.Case {
	c := &testcase.Case{}
	for _, op := range o.ops {
		call := p.newCall(r, op)
		call.genes.MakeValid()
		call.user.user = o.user
		call.follow.on = op.chained
		c.Actions = append(c.Actions, call)
	}
	return c
}

// sibling returns one of the siblings of an operation, rather one that is known
// to succeed: what is refused changes nothing.
func (p *Problem) sibling(r *rand.Rand, op *operation) *operation {
	first := op.siblings[r.IntN(len(op.siblings))]
	if len(p.recalls[first.index].tests) > 0 {
		return first
	}
	return op.siblings[r.IntN(len(op.siblings))]
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
