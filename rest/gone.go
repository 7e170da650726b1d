package rest

import (
	"math/rand/v2"
	"regexp"
	"strings"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/testcase"
)

const (
	// goneRate is the share of mutations for a target that have the client leave before the answer.
	goneRate = 0.01
	// goneErrorRate is that for conditions about an error: most functions that wait return one then.
	goneErrorRate = 0.05
	// goneAskedRate is that for conditions which ask a context whether it has ended.
	goneAskedRate = 0.2
	// gonePatience is how many mutants in a row that do not cover their target halve these shares.
	gonePatience = 10
)

// aboutError matches conditions about an error by the names that Go programs give one.
var aboutError = regexp.MustCompile(`(?i)\b\w*err(or)?\b`)

// departing has clients leave before the answer in mutants. A nil departing has none leave.
type departing struct {
	describe func(target fitness.ID) (what, place string)
	tried    map[fitness.ID]*testcase.Case // the last parent of such a mutant
	made     *testcase.Case                // the last mutant
	target   fitness.ID                    // of made
	stale    int                           // mutants since one covered its target
}

func newDeparting(describe func(target fitness.ID) (what, place string)) *departing {
	return &departing{describe: describe, tried: map[fitness.ID]*testcase.Case{}}
}

// next returns a test up to the call that reached a target, whose client leaves. It mostly returns nil, and does not
// try the same twice in a row.
func (d *departing) next(r *rand.Rand, parent *testcase.Case, at int, target fitness.ID) *testcase.Case {
	if d == nil || d.tried[target] == parent || r.Float64() >= d.rate(target)/(1+float64(d.stale)/gonePatience) {
		return nil
	}
	child := parent.Upto(at)
	if !genotype.Leave(child.Actions[at].(*action.Call).Genotype) {
		return nil
	}
	d.tried[target], d.made, d.target = parent, child, target
	return child
}

// evaluated is told the scores of each test, whoever made it.
func (d *departing) evaluated(c *testcase.Case, scores fitness.Scores) {
	if d == nil || c != d.made {
		return
	}
	if d.made, d.stale = nil, d.stale+1; scores.Of(d.target) >= 1 {
		d.stale = 0
	}
}

// rate is the share of the mutations for a target that have the client leave.
func (d *departing) rate(target fitness.ID) float64 {
	if d.describe == nil {
		return goneRate
	}
	switch what, _ := d.describe(target); {
	case strings.Contains(what, ".Done()"), strings.Contains(what, ".Err()"), strings.Contains(what, "context."):
		return goneAskedRate
	case aboutError.MatchString(what):
		return goneErrorRate
	}
	return goneRate
}
