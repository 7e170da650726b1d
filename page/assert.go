package page

import (
	"context"
	"errors"
	"fmt"

	"github.com/evoke-go/evoke/internal/mutation"
	"github.com/evoke-go/evoke/page/internal/mutants"
)

const (
	// maxMutants is the maximum number of mutants that tests are tried on.
	maxMutants = 200
	// mutantSeed is the seed by which these are drawn.
	mutantSeed = 1
	// mutantActs is how many acts the trials of mutants may take in any case. They may also take as many as the search
	// did.
	mutantActs = 3000
)

// asserter finds out which mutants the tests of a suite notice, and leaves out the assertions that notice none.
type asserter struct {
	found *mutation.Result
	less  *mutation.Reduction
	study *mutation.Study
}

// assert adds assertions of the differences that mutants cause, as long as more returns true. Tests from the index
// reserve on are removed unless they notice a mutant that no other test notices.
func (h *harvester) assert(ctx context.Context, s *written, reserve int, more func() bool) (err error) {
	h.found, h.less = nil, nil
	if len(s.Tests) == 0 || !more() {
		s.Tests = s.Tests[:reserve]
		return nil
	}
	p, err := mutants.New(ctx, h.page, s.Suite, s.cases, sightsOf, h.study)
	if err != nil {
		return fmt.Errorf("page: %w", err)
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	found, err := mutation.TryOn(ctx, p, s.Suite, mutation.Options{
		Mutants: maxMutants, Calls: max(mutantActs, h.searched()), Dear: true, Seed: mutantSeed, More: more,
		Reserve: reserve,
	})
	if err != nil {
		return fmt.Errorf("page: %w", err)
	}
	kept, all := found.Needed(reserve), s.Tests
	s.Tests = nil
	for _, i := range kept {
		s.Tests = append(s.Tests, all[i])
	}
	found.Only(kept)
	h.found, h.less = found, mutation.Reduce(s.Suite, found, func(int) bool { return false })
	for i := range s.Tests {
		s.Tests[i].LeaveOut(h.less.Left[i])
	}
	return h.study.Try(ctx, p, s.Suite)
}
