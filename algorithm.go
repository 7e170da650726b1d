package evoke

import (
	"fmt"
	"strings"

	"github.com/evoke-go/evoke/internal/run"
	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/search/hillclimb"
	"github.com/evoke-go/evoke/search/random"
	"github.com/evoke-go/evoke/testcase"
)

// Algorithms returns the names that [AlgorithmNamed] knows.
func Algorithms() []string { return []string{"mio", "mio-paper", "hillclimb", "random"} }

// AlgorithmNamed returns a new algorithm by its name. "mio" and "" name the
// default of [Search]: MIO, with parameters that suit what the search can see.
// "mio-paper" is MIO with the parameters of its paper.
func AlgorithmNamed(name string) (search.Algorithm[*testcase.Case], error) {
	switch name {
	case "", "mio":
		return &run.Default{}, nil
	case "mio-paper":
		return &mio.MIO[*testcase.Case]{}, nil
	case "hillclimb":
		return &hillclimb.OnePlusOne[*testcase.Case]{}, nil
	case "random":
		return random.Search[*testcase.Case]{}, nil
	}
	return nil, fmt.Errorf("evoke: no algorithm %q; there are %s", name, strings.Join(Algorithms(), ", "))
}
