package resource

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

const (
	// maxPosts is k, the most resources in a collection that is read (Arcuri 2019,
	// Section 5.2.1).
	maxPosts = 3
	// lonePutRate is the share of PUTs before which nothing is created, as in
	// EvoMaster.
	lonePutRate = 0.2
)

// Smart samples tests by templates with a probability, and others at random
// (Arcuri 2019, Section 5.2). It is the Base2 of Zhang 2021.
type Smart struct {
	*Random
	P float64 // of a template
}

// Sample returns a new test.
func (p *Smart) Sample(r *rand.Rand) *testcase.Case {
	if r.Float64() >= p.P {
		return p.Random.Sample(r)
	}
	on := p.All[r.IntN(len(p.All))]
	op := on.ops[r.IntN(len(on.ops))]
	return join([]part{p.handling(r, p.template(r, on, op.Spec.Method), 1)})
}

// template returns the calls of a template for a method of a resource.
func (p *Smart) template(r *rand.Rand, on *Resource, method string) []Step {
	create := p.creates(on.Path)
	switch method {
	case "POST":
		create = false
	case "PUT":
		create = create && r.Float64() >= lonePutRate
	}
	steps := p.steps(r, on, &Template{Method: method, Create: create})
	if post := on.by("POST"); method == "GET" && post != nil && !strings.HasSuffix(on.Path, "}") {
		last := steps[len(steps)-1]
		steps = p.creations(r, on, post.Spec.Path)
		for range 1 + r.IntN(maxPosts) {
			steps = append(steps, Step{Op: post})
		}
		steps = append(steps, last)
	}
	return steps
}

// creations returns what a POST on a path needs.
func (p *Smart) creations(r *rand.Rand, on *Resource, path string) (out []Step) {
	for _, op := range p.creating(r, needs(path)) {
		out = append(out, Step{op, true})
	}
	return out
}

// handling makes calls of one user on one resource.
func (s *Space) handling(r *rand.Rand, steps []Step, number int) part {
	var out part
	for _, step := range steps[max(0, len(steps)-s.MaxCalls):] {
		call := s.New(r, step.Op)
		call.Genotype.MakeValid()
		call.Part = action.Part{Handling: number, Needed: step.Needed}
		call.Follow.Enabled, call.Follow.Own = call.Op.Chained && len(steps) > 1, 0
		if len(out) > 0 {
			call.User.Index = out[0].User.Index
		}
		out = append(out, call)
	}
	out.same(out.longest())
	return out
}

// Mutate returns a changed copy of a test. Of a test by a template it changes
// values only, and none that says which resource a call is about; the one change of
// structure adds or removes a POST before the GET of a collection (Arcuri 2019,
// Section 5.2.8).
func (p *Smart) Mutate(r *rand.Rand, parent *search.Evaluated[*testcase.Case], focus float64) *testcase.Case {
	all := parts(parent.Individual)
	if len(all) != 1 || all[0].number() == 0 {
		return p.Random.Mutate(r, parent, focus)
	}
	child := parts(parent.Individual.Clone())[0]
	if filled := child.collection(); filled >= 0 && r.Float64() < testcase.DefaultStructureRate {
		return join([]part{p.refill(r, child, filled)})
	}
	mutateValues(r, []part{child}, focus, false)
	return join([]part{child})
}

// collection returns the index of the first POST on the collection that the last
// call reads, -1 if it reads none.
func (p part) collection() int {
	last := p[len(p)-1]
	if last.Op.Spec.Method != "GET" || strings.HasSuffix(last.Op.Spec.Path, "}") {
		return -1
	}
	return slices.IndexFunc(p, func(c *action.Call) bool {
		return c.Op.Spec.Method == "POST" && c.Op.Spec.Path == last.Op.Spec.Path
	})
}

// refill adds a POST to the collection that a test reads, or removes one.
func (p *Smart) refill(r *rand.Rand, c part, first int) part {
	posts := len(c) - 1 - first
	if posts > 1 && (len(c) >= p.MaxCalls || r.IntN(2) == 0) {
		at := first + r.IntN(posts)
		return slices.Delete(c, at, at+1)
	}
	if len(c) >= p.MaxCalls {
		return c
	}
	more := p.handling(r, []Step{{Op: c[first].Op}}, c.number())
	more[0].User, more[0].Follow = c[first].User, c[first].Follow
	more.same(c[first])
	return slices.Insert(c, first, more...)
}

// Evaluated is told the scores of a test. It does not need them.
func (p *Smart) Evaluated(*testcase.Case, fitness.Scores) {}
