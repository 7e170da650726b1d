package deliver

import (
	"context"
	"errors"
	"slices"

	"github.com/evoke-go/evoke/internal/coverage"
	"github.com/evoke-go/evoke/suite"
)

var errNoTests = errors.New("no Go tests were written")

// Profile runs the written Go tests of a folder on a build without probes. It
// returns which code of the given packages they execute.
func (r *Result) Profile(ctx context.Context, dir string, flags, packages []string) (*coverage.Profile, error) {
	o := coverage.Options{Dir: dir, Flags: flags, Packages: packages}
	for _, at := range r.goTests() {
		o.Tests = append(o.Tests, at.Title)
	}
	if len(o.Tests) == 0 {
		return nil, errNoTests
	}
	return coverage.Measure(ctx, o)
}

// goTests returns the locations of the written Go tests.
func (r *Result) goTests() (out []suite.Location) {
	for _, f := range r.Files {
		if f.Runner == suite.GoTest {
			out = append(out, f.Tests...)
		}
	}
	return out
}

// Failed returns the names of the tests that failed but were expected to pass.
func (r *Result) Failed(p *coverage.Profile) (names []string) {
	for _, at := range r.goTests() {
		if slices.Contains(p.Failed, at.Title) && !at.Fails && !slices.Contains(names, at.Name) {
			names = append(names, at.Name)
		}
	}
	return names
}
