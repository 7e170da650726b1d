package rest

import (
	"math/rand/v2"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/resource"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/testcase"
)

// Policy says how tests are sampled and how they change: [RandomCalls],
// [SmartSampling] or [ResourceHandling]. Those are as they were published, so that
// the studies can be repeated; Evoke's own way, which learns from what it sees, is
// no Policy at all. For the other settings of a study see Options.NoMemory.
type Policy interface {
	plan(s *resource.Space) plan
}

// plan samples and mutates tests. It learns the scores of its tests.
type plan interface {
	Sample(r *rand.Rand) *testcase.Case
	Mutate(r *rand.Rand, parent *search.Evaluated[*testcase.Case], focus float64) *testcase.Case
	Evaluated(c *testcase.Case, scores fitness.Scores)
}

// RandomCalls is the policy of tests of random calls that take nothing from earlier
// answers, whose calls are added, removed and swapped at random: Base1 of M. Zhang,
// B. Marculescu and A. Arcuri, Resource and Dependency based Test Case Generation
// for RESTful Web Services, EMSE 2021.
type RandomCalls struct{}

func (RandomCalls) plan(s *resource.Space) plan { return resource.NewRandom(s) }

// SmartSampling is the policy of templates by the methods of HTTP: a call comes
// after those that create what it needs, and a test ends where one of those fails.
// It is that of A. Arcuri, RESTful API Automated Test Case Generation with EvoMaster,
// TOSEM 2019, Section 5, and Base2 of Zhang, Marculescu and Arcuri.
type SmartSampling struct {
	// P is the probability of a template, from 0 to 1; other samples are those of
	// RandomCalls. Default: 0.5. A negative P means none.
	P float64
}

func (o SmartSampling) plan(s *resource.Space) plan {
	return &resource.Smart{Random: resource.NewRandom(s), P: share50(o.P)}
}

// share50 returns a probability whose default is 0.5.
func share50(p float64) float64 {
	if p == 0 {
		return 0.5
	}
	return max(0, min(p, 1))
}

// Strategy says how a sample of [ResourceHandling] chooses between one independent
// resource, one, two and more resources.
type Strategy = resource.Strategy

// The strategies of Zhang, Marculescu and Arcuri, Section 5.2.
const (
	// ConArchive is Archive after a phase of single resources.
	ConArchive = resource.ConArchive
	// Archive prefers what improved scores more often.
	Archive = resource.Archive
	// EqualProbability prefers nothing.
	EqualProbability = resource.Equal
	// ActionBased goes by the number of templates that apply.
	ActionBased = resource.Action
	// UsedBudget samples single resources in the first half and several in the
	// second.
	UsedBudget = resource.UsedBudget
)

// ResourceHandling is the policy of tests that handle resources one after the other,
// each by a template: R-MIO of Zhang, Marculescu and Arcuri, Section 5, and with a
// positive Pd their Rd-MIO, Section 6, which learns what depends on what.
type ResourceHandling struct {
	// Strategy chooses how many resources a sample handles. Default: ConArchive.
	Strategy Strategy
	// Ps is the probability of a sample by resources, from 0 to 1; others consist of
	// random calls. Default: 0.5. A negative Ps means none.
	Ps float64
	// Pd is the probability that dependencies of resources are heeded, from 0 to 1.
	// Default: 0.
	Pd float64
	// PM looks for dependencies in the names of the schema before the search starts.
	// Default: false.
	PM bool
}

func (o ResourceHandling) plan(s *resource.Space) plan {
	return resource.NewHandler(s, resource.Settings{Strategy: o.Strategy, Ps: share50(o.Ps),
		Pd: max(0, min(o.Pd, 1)), PM: o.PM})
}

// planOf returns the plan of Options.Policy, nil for none. It fills the graph of dependencies that the policy uses.
// call makes a new call.
func (d *dependencies) planOf(call func(*rand.Rand, *api.Operation) *action.Call, o *Options) plan {
	if o.Policy == nil {
		return nil
	}
	return o.Policy.plan(&resource.Space{
		API: d.api, Resources: d.resources, Graph: &d.graph, Nouns: o.Nouns, New: call, MaxCalls: o.maxCalls(),
	})
}
