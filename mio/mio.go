// Package mio is MIO, the Many Independent Objective algorithm. It generates test suites for very many targets, even if
// the search never reaches some of them, or if some cannot be covered at all.
//
// The algorithm is from A. Arcuri, Many Independent Objective (MIO) Algorithm for Test Suite Generation, SSBSE 2017
// (arXiv:1901.01541), and A. Arcuri, Test Suite Generation with the Many Independent Objective (MIO) Algorithm, IST 104
// (2018), below called Arcuri 2018. The pseudo-code that names below refer to is in A. Arcuri, RESTful API Automated
// Test Case Generation with EvoMaster, TOSEM 2019, Section 2.4 and Algorithm 1, and in M. Zhang, B. Marculescu and A.
// Arcuri, Resource and Dependency Based Test Case Generation for RESTful Web Services, EMSE 2021, Section 2.2.
package mio

import (
	"context"
	"math"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/payoff"
	"github.com/evoke-go/evoke/search"
)

// Ramp is a parameter that changes over the search. It goes linearly from Start to End until the focused search begins,
// and stays at End from then on.
type Ramp struct {
	Start, End float64
}

// MIO is the algorithm with its parameters. The zero value has the defaults of Arcuri 2018. A value serves one session
// at a time: with a new session it begins anew. It is not safe for concurrent use.
//
// A parameter that is zero (for a [Ramp]: at both ends) has its default. To set a parameter to zero, use any negative
// number.
type MIO[I any] struct {
	// Pr is P_r, the probability that a step samples at random, from 0 to 1. The default is 0.5 to 0 (Arcuri 2018).
	// EvoMaster 6 has 0.8 to 0.
	Pr Ramp
	// N is n, how many individuals the population of a target holds: rounded, at least 1 and at most 255. The default
	// is 10 to 1 (TOSEM 2019, Section 2.4). Values above 10 cost more memory and time for each individual.
	N Ramp
	// M is m, how many mutants in a row come from one sampled individual: rounded, at least 1. Each is a mutant of the
	// latest individual in the row that was not worse than its parent. The default is 1 to 10 (Arcuri 2018).
	M Ramp
	// F is the used part of the budget at which the focused search starts, from 0 to 1. The default is 0.5 (Arcuri
	// 2018; EMSE 2021, Section 2.2). EvoMaster 6 has 0.8.
	F float64
	// Adaptive lowers P_r below Pr while mutants improve more targets for their cost than samples do.
	Adaptive bool

	session     *search.Session[I]
	populations populations[I] // T of the papers, by target id
	open        queue          // the targets of T with their sampling counters
	samples     payoff.Payoff  // what samples gained for their cost; for Adaptive
	mutants     payoff.Payoff
}

// Step evaluates one individual that it samples at random, or up to m mutants of
// one that it samples from the populations. It is the body of the loop of
// Algorithm 1.
func (a *MIO[I]) Step(ctx context.Context, s *search.Session[I]) error {
	if a.session != s {
		a.join(s)
	}
	for _, p := range s.Imported() {
		a.add(p)
	}
	now := a.parameters(s.Progress())
	if a.Adaptive {
		now.pr *= min(1, payoff.Share(a.samples.Rate(), a.mutants.Rate()))
	}
	if now.pr > s.Rand().Float64() {
		return a.randomIndividual(ctx, s)
	}
	k, ok := a.sampleTarget()
	if !ok {
		return a.randomIndividual(ctx, s)
	}
	return a.mutate(ctx, s, k, now)
}

// join begins a session. The imported individuals and those in the archive go into the populations.
func (a *MIO[I]) join(s *search.Session[I]) {
	a.session, a.populations, a.open = s, populations[I]{}, queue{}
	n := a.parameters(s.Progress()).n
	for _, p := range s.Imported() {
		a.add(p)
	}
	roster := &a.populations.roster
	s.Archive().Each(func(k fitness.ID, test *search.Evaluated[I], value float64) {
		if !a.populations.holds(k, test) {
			i := roster.enter(test)
			a.update(k, i, newRank(value, test.Size), n)
			roster.release(i)
		}
	})
}

func (a *MIO[I]) randomIndividual(ctx context.Context, s *search.Session[I]) error {
	p, err := s.Evaluate(ctx, s.Sample())
	if err != nil {
		return err
	}
	a.samples.Note(gained(a.add(p)), p.Cost)
	return nil
}

// sampleTarget returns one of the targets with the lowest sampling counter, at random. It drops targets that the
// archive has covered in the meantime. It returns false if no target is open.
func (a *MIO[I]) sampleTarget() (fitness.ID, bool) {
	for {
		k, ok := a.open.least(a.session.Rand())
		if !ok {
			return 0, false
		}
		if _, best := a.session.Archive().Best(k); best < 1 {
			return k, true
		}
		a.cover(k)
	}
}

// mutate samples an individual of T_k at random and evaluates up to m mutants in a row. It stops when k is covered.
func (a *MIO[I]) mutate(ctx context.Context, s *search.Session[I], k fitness.ID, now parameters) error {
	a.open.count(k)
	p, value := a.populations.sample(s.Rand(), k, now.n)
	for range now.m {
		mutant, err := s.Evaluate(ctx, s.MutateFor(p, k, now.focus))
		if err != nil {
			return err
		}
		a.mutants.Note(gained(a.add(mutant)), mutant.Cost)
		if a.populations.at(k).covered {
			return nil
		}
		if v := mutant.Scores.Of(k); v >= value {
			p, value = mutant, v
		}
	}
	return nil
}

// add adds an individual to the populations of all targets that it reached. It reports whether the individual has a
// better score than all before it for at least one target.
func (a *MIO[I]) add(p *search.Evaluated[I]) (nearer bool) {
	n := a.parameters(a.session.Progress()).n
	i := a.populations.roster.enter(p)
	for _, at := range a.populations.admit(p, n) {
		score := p.Scores[at]
		if a.update(score.ID, i, newRank(score.Value, p.Size), n) {
			nearer = true
		}
	}
	a.populations.roster.release(i)
	return nearer
}

// gained returns the gain that a payoff counts for a test: 1 if the test is nearer to some target, else 0.
func gained(nearer bool) int {
	if nearer {
		return 1
	}
	return 0
}

// update adds individual i to T_k, or ends T_k if i covers k. The test that covers k stays in the archive of the
// session. It reports whether the score of i for k is better than all before it.
func (a *MIO[I]) update(k fitness.ID, i int32, r rank, n int) (nearer bool) {
	switch {
	case r.value >= 1:
		return a.cover(k)
	case a.populations.add(k, i, r, n):
		a.open.reset(k)
		return true
	}
	return false
}

// cover ends T_k. It reports whether k was open until now.
func (a *MIO[I]) cover(k fitness.ID) bool {
	p := a.populations.at(k)
	if p.covered {
		return false
	}
	a.populations.cover(k)
	a.open.remove(k)
	return true
}

// parameters are the values of P_r, n and m at one moment of the search.
type parameters struct {
	pr    float64
	n, m  int
	focus float64 // 0 at the start, 1 once the search is focused
}

// parameters returns the parameters at a used part of the budget (UpdateParameters in Algorithm 1).
func (a *MIO[I]) parameters(progress float64) parameters {
	f := a.F
	if f == 0 {
		f = 0.5
	}
	focus := 1.0
	if progress < f {
		focus = progress / f
	}
	return parameters{
		pr:    a.Pr.or(Ramp{0.5, 0}).at(focus),
		n:     min(atLeastOne(a.N.or(Ramp{defaultMembers, 1}).at(focus)), maxMembers),
		m:     atLeastOne(a.M.or(Ramp{1, 10}).at(focus)),
		focus: focus,
	}
}

func (r Ramp) or(unset Ramp) Ramp {
	if r == (Ramp{}) {
		return unset
	}
	return r
}

func (r Ramp) at(focus float64) float64 { return r.Start + (r.End-r.Start)*focus }

// atLeastOne rounds x to an int from 1 to the maximum of int32. NaN gives 1.
func atLeastOne(x float64) int {
	if !(x > 1) {
		return 1
	}
	return int(min(math.Round(x), math.MaxInt32))
}
