package resource

import "slices"

// Graph holds which resources depend on others, each with the probability that it
// is so (Zhang 2021, Section 6.1). The zero value has no dependencies.
type Graph struct {
	edges []Edge // in the order in which they were found
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
)

// words are what the reasons are called in reports, in their order.
var words = [...]string{"names", "texts", "links", "scores", "values"}

// Words returns the reasons in words: "names", "texts", "links", "scores", "values".
func (w Why) Words() (out []string) {
	for i, word := range words {
		if w&(1<<i) != 0 {
			out = append(out, word)
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

// Depend notes that a resource depends on another one with a probability. A
// probability never falls. A pair whose direction was open has one from then on.
func (g *Graph) Depend(from, to int, probability float64, why Why) {
	if from == to || probability <= 0 {
		return
	}
	for i := range g.edges {
		e := &g.edges[i]
		switch {
		case e.Directed && e.From == from && e.To == to:
			e.Probability = max(e.Probability, probability)
			e.Why |= why
			return
		case !e.Directed && e.joins(from, to):
			*e = Edge{from, to, true, max(e.Probability, probability), e.Why | why}
			return
		}
	}
	g.edges = append(g.edges, Edge{from, to, true, probability, why})
}

// Relate notes that one of two resources depends on the other with a probability.
func (g *Graph) Relate(a, b int, probability float64, why Why) {
	if a == b || probability <= 0 {
		return
	}
	for i := range g.edges {
		if e := &g.edges[i]; e.joins(a, b) {
			e.Probability = max(e.Probability, probability)
			e.Why |= why
			return
		}
	}
	g.edges = append(g.edges, Edge{From: a, To: b, Probability: probability, Why: why})
}

func (e *Edge) joins(a, b int) bool { return e.From == a && e.To == b || e.From == b && e.To == a }

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
