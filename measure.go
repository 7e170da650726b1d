package evoke

import (
	"context"
	"fmt"
	"strings"

	"github.com/evoke-go/evoke/coverage"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
)

// near tells for everything in the covered packages how close the search came.
func (r *engine) near() []report.Near {
	if r.probes == nil {
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
	id, ok := r.probes.ID(t)
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
	}
	return "" // a statement
}

// measure runs the written tests on the plain build and reports what they
// cover, with how close the search came to the rest.
func (s *supervisor) measure(ctx context.Context, result *Result, near []report.Near) error {
	result.Report.Coverage = s.coverage(ctx, result, near)
	content, err := report.JSON(result.Report)
	if err != nil {
		return fmt.Errorf("evoke: report: %w", err)
	}
	return write(s.cfg.Out, []suite.File{{Name: "report.json", Content: content}}) // the tests are there
}

func (s *supervisor) coverage(ctx context.Context, result *Result, near []report.Near) *report.Coverage {
	o := coverage.Options{Dir: s.cfg.Out, Flags: s.program.flags}
	for _, f := range result.Files {
		if strings.HasSuffix(f.Name, "_test.go") {
			for _, test := range f.Tests {
				o.Tests = append(o.Tests, test.Title)
			}
		}
	}
	for _, p := range s.program.plan.Packages {
		o.Packages = append(o.Packages, p.Path)
	}
	if len(o.Tests) == 0 {
		return &report.Coverage{Note: "no Go tests were written"}
	}
	profile, err := coverage.Measure(ctx, o)
	if err != nil {
		return &report.Coverage{Note: firstLine(err)}
	}
	return profile.Report(near)
}

// firstLine is an error in one line.
func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}
