package search

import "time"

// Moment is a point of the search.
type Moment struct {
	Evaluations int
	Cost        int
	Elapsed     time.Duration
}

// Stats say how far a search has come.
type Stats struct {
	// Evaluations is how many individuals were evaluated.
	Evaluations int
	// Cost is the sum of their costs.
	Cost int
	// Step is what a unit of Cost is called, such as "act"; "" for a call.
	Step string
	// Covered is how many targets are covered.
	Covered int
	// Reached is how many targets have a score, the covered ones included.
	Reached int
	// Elapsed is the time since the first run of the session began, plus that
	// of the session that this one resumes. It is measured at the end of each
	// evaluation.
	Elapsed time.Duration
	// LastImprovement is when a target last got a better score.
	LastImprovement Moment
}

// Improved reports whether the last evaluation gave some target a better score.
func (s Stats) Improved() bool {
	return s.Evaluations > 0 && s.LastImprovement.Evaluations == s.Evaluations
}

// Budget returns how much of a search is used up, from 0 to 1. At 1 and above the
// search is done. The budget also drives what changes over the search, such as
// the start of MIO's focused phase.
type Budget func(Stats) float64

// Cost is a budget of n units of [Evaluated].Cost.
func Cost(n int) Budget {
	return func(s Stats) float64 { return fraction(float64(s.Cost), float64(n)) }
}

// Evaluations is a budget of n evaluations.
func Evaluations(n int) Budget {
	return func(s Stats) float64 { return fraction(float64(s.Evaluations), float64(n)) }
}

// Time is a budget of wall time. Nobody can repeat a search with it exactly.
func Time(d time.Duration) Budget {
	return func(s Stats) float64 { return fraction(float64(s.Elapsed), float64(d)) }
}

// First is a budget that is done as soon as one of the given ones is. Without any
// it is done at once.
func First(budgets ...Budget) Budget {
	return func(s Stats) float64 {
		if len(budgets) == 0 {
			return 1
		}
		var used float64
		for _, b := range budgets {
			used = max(used, b(s))
		}
		return used
	}
}

// fraction is 1 for an empty budget, which has nothing left to use.
func fraction(used, total float64) float64 {
	if total <= 0 {
		return 1
	}
	return used / total
}
