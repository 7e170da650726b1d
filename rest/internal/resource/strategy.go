package resource

import (
	"math/rand/v2"
	"slices"
)

// Method says which resources a sampled test handles (Zhang 2021, Table 2).
type Method int

// The methods of sampling.
const (
	S1iR Method = iota // one resource, by an independent template
	S1dR               // one resource, by a template that may have dependents
	S2dR               // two resources
	SMdR               // more than two resources
	methods
)

// Strategy says how the method of a sample is chosen (Zhang 2021, Section 5.2).
type Strategy int

// The strategies. ConArchive is the default.
const (
	ConArchive Strategy = iota // like Archive, after a phase of single resources
	Archive                    // by how often each method improved a score
	Equal                      // each as often as any other
	Action                     // by the number of templates that apply
	UsedBudget                 // single resources at first, then several
)

const (
	// singleRate is the share of single resources where they come first (Zhang
	// 2021, Used-Budget-Based).
	singleRate = 0.8
	// learning is delta: the part by which an improvement moves the probabilities (Zhang 2021, Archive-Based).
	learning = 0.1
	// preparation is the part of the way to the focused search in which ConArchive samples only single resources, as in
	// EvoMaster.
	preparation = 0.2
)

// chooser chooses the method of each sample.
type chooser struct {
	strategy Strategy
	can      [methods]bool    // whether a method applies
	fixed    [methods]float64 // probabilities of Action
	chance   [methods]float64 // probabilities of Archive
	improved [methods]int     // number of improvements by a method
	focus    float64          // part of the way to the focused search that is done
}

func newChooser(all *Resources, strategy Strategy) *chooser {
	c := &chooser{strategy: strategy}
	templates, dependent, resources := 0, 0, 0
	for _, r := range all.All {
		n, d := r.countTemplates()
		templates, dependent = templates+n, dependent+d
		if d > 0 {
			resources++
		}
	}
	c.can = [methods]bool{templates > dependent, resources >= 1, resources >= 2, resources >= 3}
	c.chance = c.equalShares()
	c.fixed = c.sharesByTemplates(templates, dependent)
	return c
}

// equalShares returns the probabilities of Equal: the same for each method that applies.
func (c *chooser) equalShares() (out [methods]float64) {
	n := 0.0
	for _, can := range c.can {
		if can {
			n++
		}
	}
	for m, can := range c.can {
		if can {
			out[m] = 1 / n
		}
	}
	return out
}

// sharesByTemplates returns the probabilities of Action: S1iR has
// (all - dependent) / (all + k*dependent) with k = 1, and the other methods share the
// rest by the weights 3, 2 and 1.
func (c *chooser) sharesByTemplates(all, dependent int) (out [methods]float64) {
	if all == 0 {
		return out
	}
	if c.can[S1iR] {
		out[S1iR] = float64(all-dependent) / float64(all+dependent)
	}
	sum := 0.0
	for m := S1dR; m < methods; m++ {
		if c.can[m] {
			sum += float64(methods - m)
		}
	}
	for m := S1dR; m < methods; m++ {
		if c.can[m] {
			out[m] = (1 - out[S1iR]) * float64(methods-m) / sum
		}
	}
	return out
}

// probabilities returns the present probability of each method.
func (c *chooser) probabilities() [methods]float64 {
	switch c.strategy {
	case Equal:
		return c.equalShares()
	case Action:
		return c.fixed
	case UsedBudget:
		if c.focus < 1 {
			return c.splitShares(singleRate)
		}
		return c.splitShares(1 - singleRate)
	case Archive:
		return c.chance
	default:
		if c.focus < preparation {
			return c.splitShares(1)
		}
		return c.chance
	}
}

// splitShares gives the methods of one resource a share of the probability, and the other methods the rest. If one side
// has no methods, the other side gets all.
func (c *chooser) splitShares(share float64) (out [methods]float64) {
	sides := [2][]Method{}
	for m := range methods {
		if !c.can[m] {
			continue
		}
		side := 0
		if m > S1dR {
			side = 1
		}
		sides[side] = append(sides[side], m)
	}
	shares := [2]float64{share, 1 - share}
	for i, side := range sides {
		if len(sides[1-i]) == 0 {
			shares[i] = 1
		}
		for _, m := range side {
			out[m] = shares[i] / float64(len(side))
		}
	}
	return out
}

// choose draws a method. It returns false if none applies.
func (c *chooser) choose(r *rand.Rand) (Method, bool) {
	at := r.Float64()
	last, ok := S1iR, false
	for m, p := range c.probabilities() {
		if p <= 0 {
			continue
		}
		last, ok = Method(m), true
		if at < p {
			break
		}
		at -= p
	}
	return last, ok
}

// reward notes that a test of a method improved a score. Methods with more improvements have a higher rank, and the
// probabilities move towards the ranks.
func (c *chooser) reward(m Method) {
	c.improved[m]++
	sorted := make([]Method, 0, methods)
	for m := range methods {
		if c.can[m] {
			sorted = append(sorted, m)
		}
	}
	slices.SortStableFunc(sorted, func(a, b Method) int { return c.improved[a] - c.improved[b] })
	ranks := 0
	for i := range sorted {
		ranks += i + 1
	}
	for i, m := range sorted {
		c.chance[m] = c.chance[m]*(1-learning) + learning*float64(i+1)/float64(ranks)
	}
}
