// Package hillclimb is the (1+1) evolutionary algorithm over an archive of many targets. It changes one individual
// again and again, and the mutant replaces the individual unless the mutant is worse.
//
// The algorithm is that of S. Droste, T. Jansen and I. Wegener, On the analysis of the (1+1) evolutionary algorithm,
// TCS 276 (2002). Test generation has no single fitness, so two things are added. The fitness is the sum of the scores
// of the targets that are not covered yet. And a search without improvement restarts: at a new sample, or at the
// archive's best individual of an open target.
package hillclimb

import (
	"context"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/search"
)

// OnePlusOne is the (1+1) evolutionary algorithm. The zero value is ready to use. A value serves one session at a time,
// and is not safe for concurrent use.
type OnePlusOne[I any] struct {
	// Patience is after how many mutants in a row without improvement the search restarts. The default is 100.
	Patience int

	session *search.Session[I]
	current *search.Evaluated[I]
	stale   int
}

// defaultPatience is our own choice: the paper's algorithm never restarts.
const defaultPatience = 100

// Step evaluates one individual: a new sample or a mutant.
func (a *OnePlusOne[I]) Step(ctx context.Context, s *search.Session[I]) (err error) {
	if a.session != s {
		a.session, a.current = s, nil
	}
	a.takeImported(s)
	if a.current == nil {
		a.stale = 0
		if a.current = a.archived(s); a.current == nil {
			a.current, err = s.Evaluate(ctx, s.Sample())
			return err
		}
	}
	mutant, err := s.Evaluate(ctx, s.Mutate(a.current.Individual, s.Progress()))
	if err != nil {
		return err
	}
	a.choose(s, mutant)
	return nil
}

// takeImported continues with an imported individual if it is better than the current one.
func (a *OnePlusOne[I]) takeImported(s *search.Session[I]) {
	for _, e := range s.Imported() {
		if a.current == nil || openSum(s.Archive(), e.Scores) > openSum(s.Archive(), a.current.Scores) {
			a.current, a.stale = e, 0
		}
	}
}

// archived returns, with a probability of a half, the archive's best individual of an open target, else nil. Without
// these restarts the search would lose the targets that it can reach only after others.
func (a *OnePlusOne[I]) archived(s *search.Session[I]) *search.Evaluated[I] {
	if s.Rand().IntN(2) == 0 {
		return nil
	}
	var open []*search.Evaluated[I]
	s.Archive().Each(func(_ fitness.ID, test *search.Evaluated[I], value float64) {
		if value < 1 {
			open = append(open, test)
		}
	})
	if len(open) == 0 {
		return nil
	}
	return open[s.Rand().IntN(len(open))]
}

// choose makes the mutant the current individual unless it is worse. A mutant that improved the archive always replaces
// the current one: a target that it covers no longer counts in the fitness, so the fitness alone may be lower.
func (a *OnePlusOne[I]) choose(s *search.Session[I], mutant *search.Evaluated[I]) {
	old, new := openSum(s.Archive(), a.current.Scores), openSum(s.Archive(), mutant.Scores)
	if new > old || s.Stats().Improved() {
		a.current, a.stale = mutant, 0
		return
	}
	if new == old && mutant.Size <= a.current.Size {
		a.current = mutant
	}
	if a.stale++; a.stale >= a.patience() {
		a.current = nil
	}
}

func (a *OnePlusOne[I]) patience() int {
	if a.Patience <= 0 {
		return defaultPatience
	}
	return a.Patience
}

// openSum returns the fitness: the sum of the scores of targets that are not covered.
func openSum[I any](archive *search.Archive[I], scores fitness.Scores) float64 {
	var sum float64
	for _, score := range scores {
		if _, best := archive.Best(score.ID); best < 1 {
			sum += score.Value
		}
	}
	return sum
}
