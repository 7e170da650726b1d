package resource

import (
	"maps"
	"slices"
)

// Graph holds which resources depend on others, each with the probability that it
// is so (Zhang 2021, Section 6.1). The zero value has no dependencies.
type Graph struct {
	edges   []Edge           // in the order in which they were found
	between map[[2]int][]int // their indexes, by the two resources, the smaller index first
}

// Why says what a dependency was found by. Several may agree.
type Why uint8

const (
	// ByNames is what the schema calls things, by the similarity of names.
	ByNames Why = 1 << iota
	// ByTexts are nouns in the summaries and descriptions of operations.
	ByTexts
	// ByLinks are links that the schema declares.
	ByLinks
	// ByScores are scores that changed with the structure of tests.
	ByScores
	// ByValues are values of answers that accepted calls were sent with.
	ByValues
	// ByTables are SQL tables that one writes and the other one reads.
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
	// Directed says that it is known which of the two depends on the other.
	Directed    bool
	Probability float64
	Why         Why
}

// maxEdges is how many dependencies are kept: an API where each name is like all others has
// none that tell anything.
const maxEdges = 5000

// Depend notes that a resource depends on another one with a probability. A
// probability never falls. A pair whose direction was open has one from then on.
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

// Relate notes that one of two resources depends on the other with a probability.
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
	if len(g.edges) == maxEdges {
		return
	}
	if g.between == nil {
		g.between = map[[2]int][]int{}
	}
	key := pairOf(e.From, e.To)
	g.between[key] = append(g.between[key], len(g.edges))
	g.edges = append(g.edges, e)
}

// full reports whether no further dependency would be kept.
func (g *Graph) full() bool { return len(g.edges) == maxEdges }

func pairOf(a, b int) [2]int { return [2]int{min(a, b), max(a, b)} }

func (e *Edge) joins(a, b int) bool { return e.From == a && e.To == b || e.From == b && e.To == a }

// Copy returns a graph that changes apart from this one.
func (g *Graph) Copy() *Graph {
	return &Graph{edges: slices.Clone(g.edges), between: maps.Clone(g.between)}
}

// Edges returns all dependencies in the order in which they were found.
func (g *Graph) Edges() []Edge { return slices.Clone(g.edges) }

// Related returns the resources that have a dependency with one, in the order in
// which that was found.
func (g *Graph) Related(to int) (out []int) {
	for _, e := range g.edges {
		other := e.From
		switch to {
		case e.From:
			other = e.To
		case e.To:
		default:
			continue
		}
		if !slices.Contains(out, other) {
			out = append(out, other)
		}
	}
	return out
}

// probability returns that of a resource depending on another one, 0 if nothing
// says so. With open it counts pairs without a direction.
func (g *Graph) probability(from, to int, open bool) (p float64) {
	for i := range g.edges {
		e := &g.edges[i]
		if e.Directed && e.From == from && e.To == to || open && !e.Directed && e.joins(from, to) {
			p = max(p, e.Probability)
		}
	}
	return p
}
