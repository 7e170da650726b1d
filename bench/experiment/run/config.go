package run

import (
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/search/hillclimb"
	"github.com/evoke-go/evoke/search/random"
	"github.com/evoke-go/evoke/testcase"
)

// Config is a named way to search.
type Config struct {
	Name string
	// Doc says what it is, in a few words.
	Doc string
	// Black says that the search sees responses only. All others see into the
	// program, random search as well, so that they have the same targets.
	Black bool
	// algorithm makes a fresh one, nil for the default of the front door.
	algorithm func() search.Algorithm[*testcase.Case]
}

// Configs returns all configurations, in the order of the tables.
func Configs() []Config {
	return []Config{
		{Name: "random", Doc: "random search", algorithm: func() search.Algorithm[*testcase.Case] {
			return &random.Search[*testcase.Case]{}
		}},
		{Name: "hillclimb", Doc: "the (1+1) evolutionary algorithm with restarts", algorithm: func() search.Algorithm[*testcase.Case] {
			return &hillclimb.OnePlusOne[*testcase.Case]{}
		}},
		{Name: "mio", Doc: "MIO with the parameters of its paper", algorithm: func() search.Algorithm[*testcase.Case] {
			return &mio.MIO[*testcase.Case]{}
		}},
		{Name: "evoke", Doc: "the default of Evoke: MIO that samples more at first"},
		{Name: "black", Doc: "the default of Evoke when it sees responses only", Black: true},
	}
}

// Named returns the configuration of a name.
func Named(name string) (Config, error) {
	var names []string
	for _, c := range Configs() {
		if c.Name == name {
			return c, nil
		}
		names = append(names, c.Name)
	}
	return Config{}, fmt.Errorf("no configuration %q; there are %s", name, strings.Join(names, ", "))
}

// Order is the place of a configuration in the tables, after all others for an
// unknown one.
func Order(name string) int {
	all := Configs()
	if i := slices.IndexFunc(all, func(c Config) bool { return c.Name == name }); i >= 0 {
		return i
	}
	return len(all)
}
