package rest

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/testcase"
)

// Maker describes a way to make tests.
type Maker struct {
	// Name is the value of [testcase.Case].By for its tests.
	Name string
	// Doc describes its tests in one line.
	Doc string
	// Stays says that a search needs the maker, so that Options.WithoutMakers must not name it.
	Stays bool
}

// Makers returns the makers of tests, in the order in which a search asks them.
func Makers() (out []Maker) {
	for _, k := range rows(&sampler{}, &mutator{}) {
		out = append(out, k.Maker)
	}
	return out
}

// making makes a test for a moment. It returns nil if it has none.
type making = func(r *rand.Rand, m *moment) *testcase.Case

// rows returns the makers of a sampler and a mutator, in the order in which they are asked.
func rows(s *sampler, m *mutator) []*maker {
	return slices.Concat(rowsOfTrials(s, m), rowsOfOthers(s, m), rowsOfChanges(s, m))
}

// with sets the makers of the portfolio to those of the sampler and of a mutator. It returns the mutator.
func (s *sampler) with(m *mutator) *mutator {
	s.makers.fill(rows(s, m))
	return m
}

// rowsOfTrials returns the makers with a list of things to try once each.
func rowsOfTrials(s *sampler, m *mutator) []*maker {
	return []*maker{
		row("repair", "the call that was refused, with what the refusal demands", ofTrials, s.repair, s.repair),
		needed(row("sample", "requests of Options.Samples", everyTime, s.seed, nil)),
		needed(row("opening", "each operation alone, and after the calls that make what it needs",
			everyTime, s.opening, nil)),
		needed(row("policy", "tests of Options.Policy, in place of all makers below", everyTime, s.planned, m.planned)),
		row("wanted", "a value that a condition of the program compared with an input", ofTrials, s.wanted, s.wanted),
		row("mend", "for a target: an input that a condition read, with the value that fulfils it",
			ofTrials, nil, m.mend),
		row("given", "rows that a statement wanted, an answer of another service, or time that passes",
			everyTime, m.wish, m.wish),
		row("guess", "an operation that never succeeded, after calls that may be what it needs",
			ofTrials, s.guess, s.guess),
	}
}

// rowsOfOthers returns the makers whose tests do not aim at a target.
func rowsOfOthers(s *sampler, m *mutator) []*maker {
	look := row("look", "a look at what a call that succeeded did", ofOthers, s.look, s.look)
	attack := row("attack", "attacks, if the rules of package security are asked for", ofOthers, s.attack, s.attack)
	attack.least, look.least = leastAttacks, leastLooks
	look.still = stillLooks
	if s.standing != nil && !s.standing.inside {
		look.least = leastBlindLooks
	}
	return []*maker{
		row("climb", "an operation that succeeded, once more on the same resource", ofOthers, s.climb, s.climb),
		attack, look,
		row("company", "several elements of one kind, named in other calls", ofOthers, s.company, s.company),
		row("variant", "a test that succeeded, with one change that its answer may show",
			ofOthers, s.variant, s.variant),
		row("departure", "for a target: the client leaves before the answer", ofOthers, nil, m.depart),
	}
}

// rowsOfChanges returns the makers that change a test for a target, and the makers of all other tests.
func rowsOfChanges(s *sampler, m *mutator) []*maker {
	return []*maker{
		row("influence", "for a target: an input that moves its score, or one to find that out",
			ofChanges, nil, m.influential),
		row("input", "for a target: an input that reaches its condition", ofChanges, nil, m.input),
		row("text", "for a target: a member of a text that the program decodes", ofChanges, nil, m.text),
		row("constant", "for a target: a constant that the program compares with", ofChanges, nil, m.constant),
		needed(row(byMutation, "for a target: other values or other calls before", everyTime, nil, m.mutation)),
		needed(row("random", "random calls after those that make what they need", everyTime, s.random, nil)),
	}
}

// These makers mostly find faults. A healthy system has few, so they have a least share even if they gain nothing. A
// search without a tracer has little else to look for.
const leastAttacks, leastLooks, leastBlindLooks = 0.3, 0.08, 0.3

// stillLooks is the share of looks in a search that comes nearer to nothing any more.
const stillLooks = 0.5

// byMutation names the maker of mutants. Mutants without a target have this name, too.
const byMutation = "mutation"

func row(name, doc string, usual float64, sample, mutant making) *maker {
	return &maker{Maker: Maker{Name: name, Doc: doc}, usual: usual, sample: sample, mutant: mutant}
}

func needed(k *maker) *maker {
	k.Stays = true
	return k
}

// withoutMakers returns an error for a name in Options.WithoutMakers that no maker has, or whose maker stays.
func withoutMakers(names []string) error {
	known := map[string]bool{}
	for _, m := range Makers() {
		known[m.Name] = !m.Stays
	}
	for _, name := range names {
		free, is := known[name]
		switch {
		case !is:
			maps.DeleteFunc(known, func(_ string, free bool) bool { return !free })
			all := strings.Join(slices.Sorted(maps.Keys(known)), ", ")
			return fmt.Errorf("rest: %q is no maker of tests; these can be left out: %s", name, all)
		case !free:
			return fmt.Errorf("rest: a search cannot go without the maker %s", name)
		}
	}
	return nil
}
