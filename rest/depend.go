package rest

import (
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/learn"
	"github.com/evoke-go/evoke/rest/internal/resource"
	"github.com/evoke-go/evoke/sut"
)

// dependencies is what was found out about which resources need which.
type dependencies struct {
	api       *api.API
	published bool
	resources *resource.Resources
	graph     resource.Graph
	flows     map[[2]*api.Operation]bool // values that flowed
	tables    *resource.Tables
	fresh     findings // what no other process knows
}

// findings are what was found out about dependencies, by names of operations.
type findings struct {
	Flows  [][2]string `json:",omitempty"`
	Tables []tableUses `json:",omitempty"`
	Told   []toldInput `json:",omitempty"`
	Gifts  []gift      `json:",omitempty"`
}

// gift is where answers of an operation have ids of a collection's elements.
type gift struct{ Operation, Pointer, Collection string }

// toldInput is an input that refusals told to be a reference.
type toldInput struct{ Operation, Place, Collection string }

// tableUses are what accepted calls of an operation did with SQL tables, or what others read.
type tableUses struct {
	Operation string
	Uses      []sut.Table
}

// newDependencies looks for dependencies in names, texts, links and cookies of the schema. A policy
// that was published fills the graph by itself.
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

// flow returns what is told of values that an accepted call takes from an earlier answer, nil
// where a policy goes by what was published.
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

// gave returns what is told of answers whose values turned out to be ids of a collection's elements, nil where a policy
// goes by what was published, and where nothing is to be remembered.
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

// uses returns what is told of the SQL tables that calls use.
func (d *dependencies) uses() func(op *api.Operation, uses []sut.Table, accepted bool) {
	return func(op *api.Operation, uses []sut.Table, accepted bool) {
		if news := d.learnTables(op, uses, accepted); len(news) > 0 {
			d.fresh.Tables = append(d.fresh.Tables, tableUses{op.Spec.Name(), news})
		}
	}
}

// missed returns what is told of inputs that refusals say to name no element of a collection, nil where a policy goes
// by what was published, and where nothing is to be remembered.
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

// learnTables notes what a call used, and returns what of it is news. A policy that was
// published goes by which resources access the same tables; else who writes is called
// before who reads. The operation may be nil: another process may have more.
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
	d.api.Bring(from, to)
	return true
}

// news returns what was found since the last call, and whether that is anything.
func (d *dependencies) news() (findings, bool) {
	f := d.fresh
	d.fresh = findings{}
	return f, len(f.Flows)+len(f.Tables)+len(f.Told)+len(f.Gifts) > 0
}

// take learns what another process found.
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

// relations are told of what operations have to do with each other.
func (d *dependencies) relations(forgets bool) learn.Relations {
	return learn.Relations{Flow: d.flow(), Gave: d.gave(forgets), Used: d.uses(), Missed: d.missed(forgets)}
}
