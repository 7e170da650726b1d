package rest

import (
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/resource"
	"github.com/evoke-go/evoke/sut"
)

// dependencies holds what is known about which resource depends on which.
type dependencies struct {
	api       *api.API
	published bool
	resources *resource.Resources
	graph     resource.Graph
	flows     map[[2]*api.Operation]bool // pairs of operations between which values flowed
	tables    *resource.Tables
	fresh     findings // findings that no other process knows yet
}

// findings are what a process found out about dependencies. They name operations, so that other processes understand
// them.
type findings struct {
	Flows  [][2]string `json:",omitempty"`
	Tables []tableUses `json:",omitempty"`
	Told   []toldInput `json:",omitempty"`
	Gifts  []gift      `json:",omitempty"`
}

// gift is a place in answers of an operation that has ids of elements of a collection.
type gift struct{ Operation, Pointer, Collection string }

// toldInput is an input that refusals showed to be a reference.
type toldInput struct{ Operation, Place, Collection string }

// tableUses are the SQL tables that accepted calls of an operation read or wrote.
type tableUses struct {
	Operation string
	Uses      []sut.Table
}

// newDependencies finds dependencies in names, texts, links and cookies of the schema. published says that a published
// policy runs, which fills the graph by itself.
func newDependencies(a *api.API, schemes []openapi.SecurityScheme, nouns func(text string) []string,
	published bool) *dependencies {
	api.TakeCookies(a, schemes)
	d := &dependencies{api: a, resources: resource.Of(a.Ops), published: published}
	d.tables = resource.NewTables(d.resources)
	if !published {
		d.resources.Match(&d.graph)
		d.resources.Describe(&d.graph, nouns)
		d.resources.Link(&d.graph)
	}
	return d
}

// flow returns the function to call when an accepted call takes a value from an earlier answer. It returns nil for a
// published policy, which does not use this.
func (d *dependencies) flow() func(from, to *api.Operation) {
	if d.published {
		return nil
	}
	return func(from, to *api.Operation) {
		if d.learn(from, to) {
			d.fresh.Flows = append(d.fresh.Flows, [2]string{from.Spec.Name(), to.Spec.Name()})
		}
	}
}

// gave returns the function to call when values of answers turn out to be ids of elements of a collection. It returns
// nil for a published policy, and for a search without memory.
func (d *dependencies) gave(forgets bool) func(from, pointer, collection string) {
	if d.published || forgets {
		return nil
	}
	return func(from, pointer, collection string) {
		if d.api.Give(d.api.Named(from), pointer, collection) {
			d.fresh.Gifts = append(d.fresh.Gifts, gift{from, pointer, collection})
		}
	}
}

// uses returns the function to call with the SQL tables that a call used.
func (d *dependencies) uses() func(op *api.Operation, uses []sut.Table, accepted bool) {
	return func(op *api.Operation, uses []sut.Table, accepted bool) {
		if news := d.learnTables(op, uses, accepted); len(news) > 0 {
			d.fresh.Tables = append(d.fresh.Tables, tableUses{op.Spec.Name(), news})
		}
	}
}

// missed returns the function to call when a refusal says that an input names no element of a collection. It returns
// nil for a published policy, and for a search without memory.
func (d *dependencies) missed(forgets bool) func(op *api.Operation, place, collection string) {
	if d.published || forgets {
		return nil
	}
	return func(op *api.Operation, place, collection string) {
		if d.api.Tell(op, place, collection) {
			d.fresh.Told = append(d.fresh.Told, toldInput{op.Spec.Name(), place, collection})
		}
	}
}

// learnTables notes the tables that a call used, and returns those that are new. For a published policy, resources that
// access the same table depend on each other. Else an operation that writes a table is called before operations that
// read it. op may be nil: another process may have more operations.
func (d *dependencies) learnTables(op *api.Operation, uses []sut.Table, accepted bool) []sut.Table {
	if op == nil {
		return nil
	}
	news := d.tables.Learn(op, uses, accepted)
	switch {
	case len(news) == 0:
	case d.published:
		d.tables.Accessed(&d.graph, op, news)
	default:
		d.tables.Tell()
	}
	return news
}

// learn notes that values flow from one operation to another. It reports whether this is new. An operation may be nil:
// another process may have more operations.
func (d *dependencies) learn(from, to *api.Operation) bool {
	if from == nil || to == nil || d.flows[[2]*api.Operation{from, to}] {
		return false
	}
	if d.flows == nil {
		d.flows = map[[2]*api.Operation]bool{}
	}
	d.flows[[2]*api.Operation{from, to}] = true
	d.resources.Flowed(&d.graph, from, to, resource.ByValues)
	d.api.Bring(from, to)
	return true
}

// news returns the findings since the last call. ok is false if there are none.
func (d *dependencies) news() (findings, bool) {
	f := d.fresh
	d.fresh = findings{}
	return f, len(f.Flows)+len(f.Tables)+len(f.Told)+len(f.Gifts) > 0
}

// take learns the findings of another process.
func (d *dependencies) take(f *findings) {
	for _, pair := range f.Flows {
		d.learn(d.api.Named(pair[0]), d.api.Named(pair[1]))
	}
	for _, u := range f.Tables {
		d.learnTables(d.api.Named(u.Operation), u.Uses, true)
	}
	for _, t := range f.Told {
		d.api.Tell(d.api.Named(t.Operation), t.Place, t.Collection)
	}
	for _, g := range f.Gifts {
		d.api.Give(d.api.Named(g.Operation), g.Pointer, g.Collection)
	}
}

// all returns the dependencies for [Problem.Dependencies].
func (d *dependencies) all() (out []problem.Dependency) {
	g := d.graph.Copy()
	if !d.published {
		d.tables.Written(g)
	}
	between := d.tables.Between(d.published)
	for _, e := range g.Edges() {
		one := problem.Dependency{
			From: d.resources.All[e.From].Path, To: d.resources.All[e.To].Path,
			Directed: e.Directed, Probability: e.Probability, Why: e.Why.Words(),
		}
		if e.Why&resource.ByTables != 0 {
			one.Tables = between(e.From, e.To)
		}
		out = append(out, one)
	}
	return out
}

// relations returns the functions to call with new relations between operations.
func (d *dependencies) relations(forgets bool) relations {
	return relations{Flow: d.flow(), Gave: d.gave(forgets), Used: d.uses(), Missed: d.missed(forgets)}
}
