package page

import (
	"context"
	"errors"
	"fmt"

	"github.com/evoke-go/evoke/internal/mutation"
	"github.com/evoke-go/evoke/page/internal/mutants"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/testcase"
)

const (
	// maxMutants is how many mutants are tried.
	maxMutants = 200
	// mutantSeed chooses them.
	mutantSeed = 1
	// mutantActs is how many acts the mutants may take in any case. They may take as many as the search did.
	mutantActs = 2000
)

// asserter finds out what the tests of a suite notice of mutants, and leaves out the assertions that notice nothing.
type asserter struct {
	found *mutation.Result
	less  *mutation.Reduction
	study *mutation.Study
}

// Study implements [mutation.Studied].
func (a *asserter) Study(s *mutation.Study) { a.study = s }

// Mutants implements [mutation.Tried].
func (a *asserter) Mutants() (*mutation.Result, *mutation.Reduction) { return a.found, a.less }

// assert has the tests of a suite assert what differs on mutants, for as long as there is more time. Cases are those by
// the names of the tests.
func (h *harvester) assert(
	ctx context.Context, s *suite.Suite, cases map[string]*testcase.Case, more func() bool,
) (err error) {
	h.found, h.less = nil, nil
	if len(s.Tests) == 0 || !more() {
		return nil
	}
	p, err := mutants.New(ctx, h.page, s, cases, sightsOf, h.study)
	if err != nil {
		return fmt.Errorf("page: %w", err)
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	found, err := mutation.TryOn(ctx, p, s, mutation.Options{
		Mutants: maxMutants, Calls: max(mutantActs, h.searched()), Dear: true, Seed: mutantSeed, More: more,
	})
	if err != nil {
		return fmt.Errorf("page: %w", err)
	}
	h.found, h.less = found, mutation.Reduce(s, found, func(int) bool { return false })
	for i := range s.Tests {
		s.Tests[i].LeaveOut(h.less.Left[i])
	}
	return h.study.Try(ctx, p, s)
}
