package rest

import (
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/resource"
)

// dependencies is what was found out about which resources need which.
type dependencies struct {
	api       *api.API
	published bool
	resources *resource.Resources
	graph     resource.Graph
	flows     map[[2]*api.Operation]bool // values that flowed
	fresh     [][2]string                // of these, what no other process knows, by name
}

// newDependencies looks for dependencies in names, texts and links of the schema. A policy
// that was published fills the graph by itself.
func newDependencies(a *api.API, nouns func(text string) []string, published bool) *dependencies {
	d := &dependencies{api: a, resources: resource.Of(a.Ops), published: published}
	if !published {
		d.resources.Match(&d.graph)
		d.resources.Describe(&d.graph, nouns)
		d.resources.Link(&d.graph)
	}
	return d
}

// flow returns what is told of values that an accepted call takes from an earlier answer, nil
// where a policy goes by what was published.
func (d *dependencies) flow() func(from, to *api.Operation) {
	if d.published {
		return nil
	}
	return func(from, to *api.Operation) {
		if d.learn(from, to) {
			d.fresh = append(d.fresh, [2]string{from.Spec.Name(), to.Spec.Name()})
		}
	}
}

// learn notes that values flow from one operation to another, and reports whether that is
// news. Operations may be nil: another process may have more.
func (d *dependencies) learn(from, to *api.Operation) bool {
	if from == nil || to == nil || d.flows[[2]*api.Operation{from, to}] {
		return false
	}
	if d.flows == nil {
		d.flows = map[[2]*api.Operation]bool{}
	}
	d.flows[[2]*api.Operation{from, to}] = true
	d.resources.Flowed(&d.graph, from, to, resource.ByValues)
	return true
}

// news returns what flowed since the last call.
func (d *dependencies) news() [][2]string {
	out := d.fresh
	d.fresh = nil
	return out
}

// Dependencies implements [problem.Graphed]. They are those between resources, by their
// paths: from names, texts and links of the schema, and from values of answers that accepted
// calls were sent with; with a [ResourceHandling] from names, texts and scores.
func (d *dependencies) Dependencies() (out []problem.Dependency) {
	for _, e := range d.graph.Edges() {
		out = append(out, problem.Dependency{
			From: d.resources.All[e.From].Path, To: d.resources.All[e.To].Path,
			Directed: e.Directed, Probability: e.Probability, Why: e.Why.Words(),
		})
	}
	return out
}
