package predicates

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/instrument"
	"github.com/evoke-go/evoke/probe"
)

// The full form is 10 seeds of 5,000 calls on everything:
//
//	go test ./predicates -run TestPredicates -v -full
var (
	full   = flag.Bool("full", false, "10 seeds for each predicate, those included that are marked as too hard")
	only   = flag.String("only", "", "search only on the predicates whose names, or those of their files, contain this")
	chance = flag.Bool("random", false, "random search in the place of MIO")
	inside = flag.Bool("inside", false, "used by the test itself: this is the instrumented binary")
)

// leastSolved is the share of searches that have to cover everything where the
// result of a function hides it.
const leastSolved = 0.8

// effort is how much a run of the test searches.
type effort struct{ seeds, calls int }

func chosenEffort() effort {
	if *full {
		return effort{seeds: 10, calls: 5000}
	}
	return effort{seeds: 2, calls: 5000}
}

// Searches that see the inside of the predicates cover them. The test builds
// its own package again with probes, and searches in that binary.
func TestPredicates(t *testing.T) {
	if *inside {
		searchAll(t)
		return
	}
	binary := filepath.Join(t.TempDir(), "predicates.test")
	plan, err := instrument.Prepare(t.Context(), instrument.Options{
		Dir: ".", Package: ".", Test: true, Cover: []string{"github.com/evoke-go/evoke/bench/predicates"},
	})
	require.NoError(t, err)
	require.NoError(t, plan.Build(t.Context(), binary))
	assert.Empty(t, plan.Notes)
	args := []string{"-inside", "-test.run=^TestPredicates$", "-test.v", "-test.timeout=0", "-only=" + *only,
		fmt.Sprintf("-full=%t", *full), fmt.Sprintf("-random=%t", *chance)}
	cmd := exec.CommandContext(t.Context(), binary, args...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	assert.NoError(t, cmd.Run())
}

// searchAll searches on each predicate and prints what was covered.
func searchAll(t *testing.T) {
	require.Positive(t, probe.Targets(), "this binary has no probes")
	e := chosenEffort()
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "predicate\ttargets\tfull\tworst\tcalls: median\tmost\topen\n")
	complete, all, solved, asked := 0, 0, 0, 0
	for _, p := range List() {
		if !strings.Contains(p.Name, *only) && !strings.Contains(p.File, *only) || p.marked() && !*full {
			continue
		}
		o := searchSeeds(t, p, e)
		fmt.Fprintf(table, "%s\t%d\t%d/%d\t%d\t%d\t%d\t%s\n",
			p.Name, o.targets, o.full, e.seeds, o.worst, o.median(), slices.Max(o.calls), o.unsolved(p))
		if p.marked() {
			continue
		}
		if p.Asks {
			solved, asked = solved+o.full, asked+e.seeds
			continue
		}
		complete, all = complete+o.full, all+e.seeds
		assert.Equal(t, e.seeds, o.full, "%s: %s", p.Name, o.unsolved(p))
	}
	require.NoError(t, table.Flush())
	fmt.Printf("%d of %d searches covered everything\n", complete, all)
	if asked > 0 {
		fmt.Printf("%d of %d searches covered everything behind the result of a function\n", solved, asked)
		assert.GreaterOrEqual(t, float64(solved), leastSolved*float64(asked))
	}
}

// seedsOutcome is what the searches on one predicate gave.
type seedsOutcome struct {
	targets int
	full    int            // searches that covered all
	worst   int            // fewest covered targets
	calls   []int          // of each search, until it was done
	open    map[string]int // how often a target was left open
}

func searchSeeds(t *testing.T, p Predicate, e effort) seedsOutcome {
	o := seedsOutcome{open: map[string]int{}}
	for seed := range e.seeds {
		s := newHunt(t, p)
		o.targets = s.wanted
		o.calls = append(o.calls, s.run(t.Context(), t, uint64(seed), e.calls))
		if len(s.left) == 0 {
			o.full++
		}
		if covered := s.wanted - len(s.left); seed == 0 || covered < o.worst {
			o.worst = covered
		}
		for _, name := range s.names() {
			o.open[name]++
		}
	}
	return o
}

func (o *seedsOutcome) median() int {
	sorted := slices.Sorted(slices.Values(o.calls))
	return sorted[len(sorted)/2]
}

// unsolved names what was left open, most often first, and why.
func (o *seedsOutcome) unsolved(p Predicate) string {
	var names []string
	for name, n := range o.open {
		names = append(names, fmt.Sprintf("%d x %s", n, name))
	}
	slices.Sort(names)
	slices.Reverse(names)
	text := strings.Join(names[:min(len(names), 3)], "; ")
	if p.marked() {
		text += " [" + p.Tracked + p.Hard + "]"
	}
	return text
}

// marked predicates need not be solved; what the search reached is printed.
func (p Predicate) marked() bool { return p.Tracked != "" || p.Hard != "" }
