package run

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/mio"
	"github.com/evoke-go/evoke/rest"
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
	// NoMemory says that the search learns nothing: it does not use calls again
	// that succeeded, and puts no constants of the program into calls.
	NoMemory bool
	// NoExpansion says that calls have only what the schema declares.
	NoExpansion bool
	// NoTracking says that the search does not look for the inputs that conditions
	// compare.
	NoTracking bool
	// NoReplacements says that calls tell no distance: neither those of the standard
	// library nor those of the program's own functions.
	NoReplacements bool
	// Without are the makers of tests that the search leaves out.
	Without []string
	// Samples says that the search begins with samples, where the service has some.
	Samples bool
	// Policy samples and mutates, nil for the default.
	Policy rest.Policy
	// algorithm makes a fresh one, nil for the default of the front door.
	algorithm func() search.Algorithm[*testcase.Case]
}

// Set sets what the search of a front door is to do. A search that sees responses only has
// to be set by the caller: how depends on the system.
func (c Config) Set(to *evoke.Config) {
	o := &to.REST
	o.NoMemory, o.NoExpansion, o.NoTracking, o.Policy = c.NoMemory, c.NoExpansion, c.NoTracking, c.Policy
	to.WhiteBox.NoReplacements = c.NoReplacements
	o.WithoutMakers = c.Without
	if c.algorithm != nil {
		to.Search.Algorithm = c.algorithm()
	}
}

// Configs returns all configurations, in the order of the tables.
func Configs() []Config {
	return []Config{
		{Name: "random", Doc: "plain random search without memory, the baseline", NoMemory: true,
			algorithm: randomSearch},
		{Name: "random+memory", Doc: "random search that uses successful calls and constants of the program again",
			algorithm: randomSearch},
		{Name: "hillclimb", Doc: "the (1+1) evolutionary algorithm with restarts",
			algorithm: func() search.Algorithm[*testcase.Case] {
				return &hillclimb.OnePlusOne[*testcase.Case]{}
			}},
		{Name: "mio", Doc: "MIO with the parameters of its paper", algorithm: func() search.Algorithm[*testcase.Case] {
			return &mio.MIO[*testcase.Case]{}
		}},
		{Name: "evoke", Doc: "the default of Evoke: MIO that samples more at first"},
		{Name: "untracked", Doc: "the default of Evoke without the tracking of inputs", NoTracking: true},
		{Name: "conditions", Doc: "distances of conditions alone: no replacements, no results of functions, no " +
			"tracking, nothing undeclared", NoTracking: true, NoExpansion: true, NoReplacements: true},
		{Name: "replaced", Doc: "conditions with replacements and results of functions: no tracking, " +
			"nothing undeclared", NoTracking: true, NoExpansion: true},
		{Name: "black", Doc: "the default of Evoke when it sees responses only", Black: true},
		{Name: "declared", Doc: "the default of Evoke when calls have only what the schema declares",
			NoExpansion: true},
		{Name: "samples", Doc: "the default of Evoke that begins with the samples of the service", Samples: true},
		studied("base1", "MIO with calls that have nothing to do with each other, as in the study of resources",
			rest.RandomCalls{}),
		studied("base2", "MIO with templates by the methods of HTTP, P = 0.5", rest.SmartSampling{}),
		studied("r-mio", "MIO with resource handlings, ConArchive, Ps = 0.5", rest.ResourceHandling{}),
		studied("rd-mio", "MIO with resource handlings and their dependencies, ConArchive, Ps = Pd = 0.5, "+
			"names matched", rest.ResourceHandling{Pd: 0.5, PM: true}),
	}
}

// studied is a configuration of M. Zhang, B. Marculescu and A. Arcuri, EMSE 2021: MIO
// with the parameters of its paper, which learns nothing besides its archive.
func studied(name, doc string, policy rest.Policy) Config {
	return Config{Name: name, Doc: doc, Policy: policy, NoMemory: true, NoExpansion: true, NoTracking: true,
		algorithm: func() search.Algorithm[*testcase.Case] {
			return &mio.MIO[*testcase.Case]{}
		}}
}

func randomSearch() search.Algorithm[*testcase.Case] { return &random.Search[*testcase.Case]{} }

// WithoutPrefix begins the names of the configurations that are the default of Evoke without one maker of tests.
const WithoutPrefix = "evoke-"

// Ablations are the names of the default of Evoke without each of the makers that can be left out.
func Ablations() (out []string) {
	for _, m := range rest.Makers() {
		if !m.Stays {
			out = append(out, WithoutPrefix+m.Name)
		}
	}
	return out
}

// Named returns the configuration of a name. Besides those of [Configs] there are evoke and black without makers, such
// as "evoke-goal+text", and MIO with other parameters, such as "mio:Pr=0.9..0.1:M=1..5:F=0.8": those that are not named
// have the values of the paper.
func Named(name string) (Config, error) {
	if base, list, is := strings.Cut(name, "-"); is && (base == "evoke" || base == "black") {
		return Config{Name: name, Doc: base + " without " + list, Black: base == "black",
			Without: strings.Split(list, "+")}, nil
	}
	var names []string
	for _, c := range Configs() {
		if c.Name == name {
			return c, nil
		}
		names = append(names, c.Name)
	}
	base, parameters, found := strings.Cut(name, ":")
	if base != "mio" || !found {
		return Config{}, fmt.Errorf("no configuration %q; there are %s, evoke-MAKER, and mio:PARAMETER=VALUE",
			name, strings.Join(names, ", "))
	}
	if _, err := mioWith(parameters); err != nil {
		return Config{}, fmt.Errorf("configuration %q: %w", name, err)
	}
	return Config{Name: name, Doc: "MIO with other parameters", algorithm: func() search.Algorithm[*testcase.Case] {
		m, _ := mioWith(parameters) // it was read before
		return m
	}}, nil
}

// mioWith reads parameters of MIO: "Pr=0.9..0.1:M=1..5:F=0.8". A single value
// of a ramp is both its start and its end.
func mioWith(parameters string) (*mio.MIO[*testcase.Case], error) {
	m := &mio.MIO[*testcase.Case]{}
	for part := range strings.SplitSeq(parameters, ":") {
		name, value, _ := strings.Cut(part, "=")
		from, to, isRamp := strings.Cut(value, "..")
		if !isRamp {
			to = from
		}
		start, startErr := strconv.ParseFloat(from, 64)
		end, endErr := strconv.ParseFloat(to, 64)
		ramps := map[string]*mio.Ramp{"Pr": &m.Pr, "N": &m.N, "M": &m.M}
		ramp := ramps[name]
		switch {
		case startErr != nil || endErr != nil:
			return nil, fmt.Errorf("%q is no number or range", value)
		case name == "F" && !isRamp:
			m.F = start
		case ramp != nil:
			*ramp = mio.Ramp{Start: start, End: end}
		default:
			return nil, fmt.Errorf("no parameter %q; there are the ramps Pr, N and M, and F", name)
		}
	}
	return m, nil
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
