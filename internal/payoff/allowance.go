package payoff

// Allowance is how often something may be tried of which each try stands alone, so that rates say little: Free times
// in any case, Each times more for each try that paid, and once more after each Tests tests, never for 0.
type Allowance struct{ Free, Each, Tests int }

// Allows reports whether there may be one more try after so many, of which some paid, in so many tests.
func (a Allowance) Allows(tries, paid, tests int) bool {
	most := a.Free + a.Each*paid
	if a.Tests > 0 {
		most += tests / a.Tests
	}
	return tries < most
}
