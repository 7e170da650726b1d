package evoke

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/evoke-go/evoke/internal/coverage"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
)

// near tells for everything in the covered packages how close the search came.
func (r *engine) near() []report.Near {
	if probesOf(r.tracer) == nil {
		return nil
	}
	n := probe.Targets()
	out := make([]report.Near, n)
	for t := range probe.Target(n) {
		site := probe.Describe(t)
		out[t] = report.Near{
			Package: site.Package, File: site.File, Line: site.Line, Column: site.Column,
			What: site.Text, Kind: nearKind(site.Kind), Side: site.Side, Best: r.best(t),
		}
		out[t].Guard = sides(site.Guard)
	}
	return out
}

// sides are the targets a guard needs, where none of its conditions is negated.
func sides(g probe.Guard) []int {
	var out []int
	for i := range g.Conditions {
		t := int(g.First) + 2*i
		if !g.Side {
			t++
		}
		out = append(out, t)
	}
	return out
}

func (r *engine) best(t probe.Target) float64 {
	id, ok := probesOf(r.tracer).ID(t)
	if !ok {
		return 0
	}
	_, value := r.session.Archive().Best(id)
	return value
}

func nearKind(k probe.Kind) report.NearKind {
	switch k {
	case probe.Branch:
		return report.NearBranch
	case probe.Case:
		return report.NearCase
	case probe.LoopBody:
		return report.NearLoop
	case probe.OK:
		return report.NearFound
	case probe.Error:
		return report.NearError
	case probe.Outcome:
		return report.NearCall
	}
	return "" // a statement
}

// measure runs the written tests on the plain build and reports what they
// cover, with how close the search came to the rest. Tests that fail there are
// left out, and what is left is measured again.
func (s *supervisor) measure(ctx context.Context, o *outcome, result *Result) error {
	profile, err := s.profile(ctx, result)
	if err == nil && s.without(ctx, o, s.failed(profile, result)) {
		result.Suite, result.Files = o.Suite, o.Files
		if err := writeResult(result, s.cfg.Out); err != nil {
			return err
		}
		profile, err = s.profile(ctx, result)
	}
	switch {
	case err != nil:
		result.Report.Coverage = &report.Coverage{Note: firstLine(err)}
	default:
		result.Report.Coverage = profile.Report(o.Near)
	}
	content, err := report.JSON(result.Report)
	if err != nil {
		return fmt.Errorf("evoke: report: %w", err)
	}
	return write(s.cfg.Out, []suite.File{{Name: "report.json", Content: content}}) // the tests are there
}

var errNoTests = errors.New("no Go tests were written")

func (s *supervisor) profile(ctx context.Context, result *Result) (*coverage.Profile, error) {
	o := coverage.Options{Dir: s.cfg.Out, Flags: s.program.flags}
	for _, f := range goTests(result) {
		o.Tests = append(o.Tests, f.Title)
	}
	for _, p := range s.program.plan.Packages {
		o.Packages = append(o.Packages, p.Path)
	}
	if len(o.Tests) == 0 {
		return nil, errNoTests
	}
	return coverage.Measure(ctx, o)
}

// goTests are where the written Go tests are.
func goTests(result *Result) (out []suite.Location) {
	for _, f := range result.Files {
		if strings.HasSuffix(f.Name, "_test.go") {
			out = append(out, f.Tests...)
		}
	}
	return out
}

// failed names the tests that failed though they were not to: those of faults
// may be meant to.
func (s *supervisor) failed(p *coverage.Profile, result *Result) (names []string) {
	meant := map[string]bool{}
	for i := range result.Suite.Tests {
		t := &result.Suite.Tests[i]
		meant[t.Name] = t.Kind == suite.FaultKind && slices.ContainsFunc(s.cfg.Writers, failsOnFault)
	}
	for _, at := range goTests(result) {
		if slices.Contains(p.Failed, at.Title) && !meant[at.Name] && !slices.Contains(names, at.Name) {
			names = append(names, at.Name)
		}
	}
	return names
}

func failsOnFault(w output.Writer) bool {
	g, ok := w.(*gotest.Writer)
	return !ok || g.FailOnFault
}

// firstLine is an error in one line.
func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}
