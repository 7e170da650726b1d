package search

import "time"

// Moment is a point of time in a search, by its evaluations, its cost and its elapsed time.
type Moment struct {
	Evaluations int
	Cost        int
	Elapsed     time.Duration
}

// Stats say how far a search has come. They are plain data, and a copy does not change any more.
type Stats struct {
	// Evaluations is how many individuals were evaluated.
	Evaluations int
	// Cost is the sum of the costs of the evaluated individuals, such as the number of HTTP calls.
	Cost int
	// Step is the name of a unit of Cost, such as "act"; "" means a call.
	Step string
	// Covered is how many targets are covered.
	Covered int
	// Reached is how many targets have a score, the covered ones included.
	Reached int
	// Elapsed is the time since the first run of the session began, plus that
	// of the session that this one resumes. It is measured at the end of each
	// evaluation.
	Elapsed time.Duration
	// LastImprovement is the moment when a target last got a better score.
	LastImprovement Moment
}

// Improved reports whether the last evaluation gave some target a better score.
func (s Stats) Improved() bool {
	return s.Evaluations > 0 && s.LastImprovement.Evaluations == s.Evaluations
}

// Budget returns the used part of a budget: 0 at the start, 1 and more once the search is done. The budget also drives
// parameters that change over the search, such as the start of MIO's focused phase.
type Budget func(Stats) float64

// Cost is a budget of n units of [Evaluated].Cost.
func Cost(n int) Budget {
	return func(s Stats) float64 { return fraction(float64(s.Cost), float64(n)) }
}

// Evaluations is a budget of n evaluations.
func Evaluations(n int) Budget {
	return func(s Stats) float64 { return fraction(float64(s.Evaluations), float64(n)) }
}

// Time is a budget of wall time. A search with it cannot be repeated exactly.
func Time(d time.Duration) Budget {
	return func(s Stats) float64 { return fraction(float64(s.Elapsed), float64(d)) }
}

// First is a budget that is used up as soon as one of the given budgets is. Without budgets it is used up at once.
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

// fraction returns used/total, or 1 for an empty budget.
func fraction(used, total float64) float64 {
	if total <= 0 {
		return 1
	}
	return used / total
}
