package deliver

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/coverage"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/suite"
)

var errNoTests = errors.New("no Go tests were written")

// Profile runs the written Go tests of a folder on a build without probes. It returns the coverage of the given
// packages.
func (r *Result) Profile(ctx context.Context, t *task.Task, flags, packages []string) (*coverage.Profile, error) {
	o := coverage.Options{Dir: t.Dir, Flags: flags, Packages: packages, Env: t.Environment()}
	for _, at := range r.goTests() {
		o.Tests = append(o.Tests, at.Title)
	}
	if len(o.Tests) == 0 {
		return nil, errNoTests
	}
	return coverage.Measure(ctx, o)
}

// Ended says in words why a run has ended.
func Ended(ctx context.Context) string { return coverage.Ended(ctx) }

// Refused returns an error if written tests fail or do not compile. It returns nil if they pass, or could not be run
// here. Tests that do not compile are removed, because they would keep all tests of their package from running, and the
// files that they replaced are restored.
func (r *Result) Refused(dir string, p *coverage.Profile, err error) error {
	switch {
	case errors.Is(err, coverage.ErrBuild):
		what := "were removed"
		if len(r.before) > 0 {
			what += "; the files of before are back"
		}
		err = errors.Join(err, r.withdraw(dir))
		return fmt.Errorf("evoke: the written tests do not compile, and %s: %w", what, err)
	case err != nil:
		return nil
	}
	if names := r.Failed(p); len(names) > 0 {
		return fmt.Errorf("evoke: %s under go test, unlike in the search: %s",
			Counted(len(names), "written test")+" did not pass", strings.Join(names, ", "))
	}
	return nil
}

// Leave removes tests that failed in a profile from the suite. It writes each remaining test in a form of its own, and
// makes the files anew.
func (r *Result) Leave(t *task.Task, names []string, p *coverage.Profile) error {
	r.Suite.Tests = slices.DeleteFunc(r.Suite.Tests, func(s suite.Test) bool { return slices.Contains(names, s.Name) })
	for i := range r.Suite.Tests {
		r.Suite.Tests[i].Form = nil
	}
	if _, err := r.AskWriters(t); err != nil {
		return err
	}
	r.Report.Warnings = append(r.Report.Warnings, LeftOut(names, p.Why))
	return r.WriteFiles(t)
}

// LeftOut returns a warning that tests are left out because they fail under go test. why is [coverage.Profile.Why].
func LeftOut(names []string, why map[string]string) string {
	text := "left out because they fail under go test, unlike in the search: " + strings.Join(names, ", ")
	lines := slices.Compact(slices.Sorted(maps.Values(why)))
	if len(lines) > 0 {
		text += "; they would end the process of all tests: " + strings.Join(lines, "; ")
	}
	return text
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

// Failed returns the names of the tests that failed, or ended their process, but
// were expected to pass.
func (r *Result) Failed(p *coverage.Profile) (names []string) {
	for _, at := range r.goTests() {
		if failed(p, at.Title) && !at.Fails && !slices.Contains(names, at.Name) {
			names = append(names, at.Name)
		}
	}
	return names
}

// failed reports whether a test function or a row of one failed. If the function
// ended the process, or failed outside of its rows, all rows count as failed.
func failed(p *coverage.Profile, title string) bool {
	function, _, isRow := strings.Cut(title, "/")
	switch {
	case slices.Contains(p.Lost, function):
		return true
	case !slices.Contains(p.Failed, function):
		return false
	}
	ofFunction := func(part string) bool { return strings.HasPrefix(part, function+"/") }
	return !isRow || !slices.ContainsFunc(p.Parts, ofFunction) || slices.Contains(p.Parts, title)
}
