package evoke

import (
	"fmt"
	"strings"

	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/search/hillclimb"
	"github.com/evoke-go/evoke/search/random"
	"github.com/evoke-go/evoke/testcase"
)

// Algorithms returns the names that [AlgorithmNamed] knows.
func Algorithms() []string { return []string{"mio", "hillclimb", "random"} }

// AlgorithmNamed returns a fresh algorithm by its name: "mio" (also ""),
// "hillclimb" or "random".
func AlgorithmNamed(name string) (search.Algorithm[*testcase.Case], error) {
	switch name {
	case "", "mio":
		return blackBox(), nil
	case "hillclimb":
		return &hillclimb.OnePlusOne[*testcase.Case]{}, nil
	case "random":
		return random.Search[*testcase.Case]{}, nil
	}
	return nil, fmt.Errorf("evoke: no algorithm %q; there are %s", name, strings.Join(Algorithms(), ", "))
}

// blackBox returns MIO for a search that sees responses only. Nearly all of its
// targets have no gradient: what finds them is another test, not a closer one.
// So at least half of the steps sample, and mutants are not made in a row; the
// other parameters are those of the paper. RESULTS.md has the comparison.
func blackBox() *mio.MIO[*testcase.Case] {
	return &mio.MIO[*testcase.Case]{
		Pr: mio.Ramp{Start: 0.9, End: 0.5},
		M:  mio.Ramp{Start: 1, End: 1},
		F:  0.8,
	}
}

// whiteBox returns MIO for a search that sees branch distances. It samples more
// than the paper's parameters do, at the end as well: sampled tests are made of
// what succeeded before, and with fewer of them random search was ahead on
// services whose targets depend on state. RESULTS.md has the comparison.
func whiteBox() *mio.MIO[*testcase.Case] {
	return &mio.MIO[*testcase.Case]{
		Pr: mio.Ramp{Start: 0.9, End: 0.5},
		M:  mio.Ramp{Start: 1, End: 5},
	}
}
