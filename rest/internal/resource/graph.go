package resource

import (
	"maps"
	"slices"
)

// Graph holds the dependencies between resources, each with a probability (Zhang 2021, Section 6.1). The zero value has
// no dependencies.
type Graph struct {
	edges   []Edge           // in the order in which they were found
	between map[[2]int][]int // indexes of the edges, by the two resources, the smaller index first
}

// Why is a set of reasons for a dependency.
type Why uint8

const (
	// ByNames is the similarity of names in the schema.
	ByNames Why = 1 << iota
	// ByTexts is a noun in the summary or description of an operation.
	ByTexts
	// ByLinks is a link that the schema declares.
	ByLinks
	// ByScores is a score that changed with the structure of a test.
	ByScores
	// ByValues is a value of an answer that an accepted call sent.
	ByValues
	// ByTables is an SQL table that one resource writes and the other resource reads.
	ByTables
)

// reasons are the names of reasons in reports, in their order.
var reasons = [...]struct {
	why  Why
	word string
}{
	{ByNames, "names"}, {ByTexts, "texts"}, {ByLinks, "links"},
	{ByScores, "scores"}, {ByValues, "values"}, {ByTables, "tables"},
}

// Words returns the names of the reasons in reports, such as "names" and "links".
func (w Why) Words() (out []string) {
	for _, r := range reasons {
		if w&r.why != 0 {
			out = append(out, r.word)
		}
	}
	return out
}

// Edge is a dependency between the resources of two indexes.
type Edge struct {
	From, To int // From depends on To
	// Directed says that this direction is known. Otherwise To may depend on From.
	Directed    bool
	Probability float64
	Why         Why
}

// maxEdges is the greatest number of dependencies. In an API with so many dependencies, all names are alike and tell
// nothing.
const maxEdges = 5000

// Depend notes that the resource "from" depends on the resource "to" with a probability. A probability never falls. A
// dependency without a direction gets this direction.
func (g *Graph) Depend(from, to int, probability float64, why Why) {
	if from == to || probability <= 0 {
		return
	}
	for _, i := range g.between[pairOf(from, to)] {
		e := &g.edges[i]
		if !e.Directed || e.From == from {
			*e = Edge{from, to, true, max(e.Probability, probability), e.Why | why}
			return
		}
	}
	g.add(Edge{from, to, true, probability, why})
}

// Relate notes that one of two resources depends on the other with a probability. The direction is not known.
func (g *Graph) Relate(a, b int, probability float64, why Why) {
	if a == b || probability <= 0 {
		return
	}
	if known := g.between[pairOf(a, b)]; len(known) > 0 {
		e := &g.edges[known[0]]
		e.Probability = max(e.Probability, probability)
		e.Why |= why
		return
	}
	g.add(Edge{From: a, To: b, Probability: probability, Why: why})
}

func (g *Graph) add(e Edge) {
	if g.isFull() {
		return
	}
	if g.between == nil {
		g.between = map[[2]int][]int{}
	}
	key := pairOf(e.From, e.To)
	g.between[key] = append(g.between[key], len(g.edges))
	g.edges = append(g.edges, e)
}

// isFull reports whether the graph takes no further dependency.
func (g *Graph) isFull() bool { return len(g.edges) == maxEdges }

func pairOf(a, b int) [2]int { return [2]int{min(a, b), max(a, b)} }

// Copy returns a copy that can change without this graph.
func (g *Graph) Copy() *Graph {
	return &Graph{edges: slices.Clone(g.edges), between: maps.Clone(g.between)}
}

// Edges returns all dependencies in the order in which they were found.
func (g *Graph) Edges() []Edge { return slices.Clone(g.edges) }

// Related returns the resources that have a dependency with a resource, in the order in which the dependencies were
// found.
func (g *Graph) Related(to int) (out []int) {
	for _, e := range g.edges {
		other := e.From + e.To - to
		if (e.From == to || e.To == to) && !slices.Contains(out, other) {
			out = append(out, other)
		}
	}
	return out
}

// probability returns the probability that the resource "from" depends on the resource "to", 0 for no dependency. With
// open, dependencies without a direction count.
func (g *Graph) probability(from, to int, open bool) (p float64) {
	for _, i := range g.between[pairOf(from, to)] {
		if e := &g.edges[i]; e.Directed && e.From == from || open && !e.Directed {
			p = max(p, e.Probability)
		}
	}
	return p
}
