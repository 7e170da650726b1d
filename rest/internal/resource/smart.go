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
	// maxPosts is k, the greatest number of resources that are created before their collection is read (Arcuri 2019,
	// Section 5.2.1).
	maxPosts = 3
	// lonePutRate is the share of PUTs before which no call creates the resource, as in EvoMaster.
	lonePutRate = 0.2
)

// Smart samples tests by templates with a probability, and other tests at random (Arcuri 2019, Section 5.2). It is the
// Base2 of Zhang 2021.
type Smart struct {
	*Random
	P float64 // probability of a template
}

// Sample returns a new test.
func (p *Smart) Sample(r *rand.Rand) *testcase.Case {
	if r.Float64() >= p.P {
		return p.Random.Sample(r)
	}
	on := p.All[r.IntN(len(p.All))]
	op := on.ops[r.IntN(len(on.ops))]
	return join([]part{p.makeHandling(r, p.drawSteps(r, on, op.Spec.Method), 1)})
}

// drawSteps returns the calls of a template for a method of a resource.
func (p *Smart) drawSteps(r *rand.Rand, on *Resource, method string) []Step {
	create := p.isCreatable(on.Path)
	switch method {
	case "POST":
		create = false
	case "PUT":
		create = create && r.Float64() >= lonePutRate
	}
	steps := p.stepsOf(r, on, &Template{Method: method, Create: create})
	if post := on.operationWith("POST"); method == "GET" && post != nil && !strings.HasSuffix(on.Path, "}") {
		last := steps[len(steps)-1]
		steps = p.creationSteps(r, neededPath(post.Spec.Path))
		for range 1 + r.IntN(maxPosts) {
			steps = append(steps, Step{Op: post})
		}
		steps = append(steps, last)
	}
	return steps
}

// makeHandling makes the calls of steps, by one user on one resource.
func (s *Space) makeHandling(r *rand.Rand, steps []Step, number int) part {
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
	out.copyPathFrom(out.longestCall())
	return out
}

// Mutate returns a changed copy of a test. In a test by a template it changes only values, and no value that says which
// resource a call is about. The only change of structure adds or removes a POST before the GET of a collection (Arcuri
// 2019, Section 5.2.8).
func (p *Smart) Mutate(r *rand.Rand, parent *search.Evaluated[*testcase.Case], focus float64) *testcase.Case {
	all := parts(parent.Individual)
	if len(all) != 1 || all[0].handlingNumber() == 0 {
		return p.Random.Mutate(r, parent, focus)
	}
	child := parts(parent.Individual.Clone())[0]
	if filled := child.firstPost(); filled >= 0 && r.Float64() < testcase.DefaultStructureRate {
		return join([]part{p.changePosts(r, child, filled)})
	}
	mutateValues(r, []part{child}, focus, false)
	return join([]part{child})
}

// firstPost returns the index of the first POST on the collection that the last call reads. It returns -1 if the last
// call reads no collection, or there is no POST.
func (p part) firstPost() int {
	last := p[len(p)-1]
	if last.Op.Spec.Method != "GET" || strings.HasSuffix(last.Op.Spec.Path, "}") {
		return -1
	}
	return slices.IndexFunc(p, func(c *action.Call) bool {
		return c.Op.Spec.Method == "POST" && c.Op.Spec.Path == last.Op.Spec.Path
	})
}

// changePosts adds a POST on the collection that a test reads, or removes such a POST. first is the index of the first
// one.
func (p *Smart) changePosts(r *rand.Rand, c part, first int) part {
	posts := len(c) - 1 - first
	if posts > 1 && (len(c) >= p.MaxCalls || r.IntN(2) == 0) {
		at := first + r.IntN(posts)
		return slices.Delete(c, at, at+1)
	}
	if len(c) >= p.MaxCalls {
		return c
	}
	more := p.makeHandling(r, []Step{{Op: c[first].Op}}, c.handlingNumber())
	more[0].User, more[0].Follow = c[first].User, c[first].Follow
	more.copyPathFrom(c[first])
	return slices.Insert(c, first, more...)
}

// Evaluated is told the scores of a test. It does not need them.
func (p *Smart) Evaluated(*testcase.Case, fitness.Scores) {}
