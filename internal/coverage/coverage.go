// Package coverage measures which statements of Go packages the written tests
// execute, on the plain build and with the go command's own counters. For each
// block that they miss, it says which condition was missing and how close the
// search came.
//
// [Measure] runs the tests; [Profile.Report] joins what it found with what the
// search knows ([report.Near]).
package coverage

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/internal/scratch"
	"github.com/evoke-go/evoke/report"
)

// ErrNoGo means that there is no go command.
var ErrNoGo = errors.New("the go command was not found")

// ErrBuild means that the tests do not compile.
var ErrBuild = errors.New("the tests do not build")

// Options say what to measure.
type Options struct {
	// Dir is the folder of the written tests. Default: the current one.
	Dir string
	// Tests are the names of the tests as functions: "TestGetBooks". Of a name with slashes only the first part counts.
	// Without tests nothing is executed, and all statements are uncovered.
	Tests []string
	// Packages are the import paths to measure, or patterns of them. Default: the package in Dir. A package that the
	// tests do not import is not in the profile.
	Packages []string
	// Flags are build flags, such as -race or -tags=x. Default: none.
	Flags []string
	// Env is the environment. Default: that of this process.
	Env []string
	// Timeout ends one execution of the test program. Default: two minutes.
	Timeout time.Duration
}

func (o *Options) timeout() time.Duration {
	if o.Timeout <= 0 {
		return 2 * time.Minute
	}
	return o.Timeout
}

// Profile is the result of [Measure].
type Profile struct {
	// Packages are sorted by path. A package without statements is not in.
	Packages []report.PackageCoverage
	// Uncovered are the blocks that no test executed, in the order of packages, files and lines; Covered are the
	// others.
	Uncovered, Covered []Block
	// Sources are the files of these blocks, as far as they are found.
	Sources []report.Source
	// Failed are the tests that failed; what they executed counts.
	Failed []string
	// Parts are the subtests of these that failed: "TestA/case".
	Parts []string
	// Lost are the tests that ended the process or did not end in time. The coverage of the former is not known and
	// does not count.
	Lost []string
	// Why has, by lost test, the line by which its process said why it ended. A test without such a line is not in.
	Why map[string]string
	// Ended says why some tests were not executed, "" if all were.
	Ended string
}

// Block is a basic block, as cmd/cover defines it.
type Block struct {
	// Package is an import path, File a base name.
	Package, File string
	// Start is the first position of the block, End the position after it.
	Start, End Position
	// Statements is the number of statements that begin in the block.
	Statements int

	index int   // among the blocks of its file
	first *node // its first statement; nil if the source is not known
}

// Position is a place in a file. Lines and columns (in bytes) count from 1.
type Position struct{ Line, Column int }

func (p Position) before(q Position) bool {
	return p.Line < q.Line || p.Line == q.Line && p.Column < q.Column
}

// Measure executes the tests of a folder on the plain build, each at most a few times, and returns their coverage.
// Tests that fail count too; tests that end the process are found, named and left out. There is no instrumentation of
// Evoke: the counters are exactly those of
//
//	go test -run '^(TestA|TestB)$' -coverpkg=... -coverprofile=...
func Measure(ctx context.Context, o Options) (*Profile, error) {
	folder, err := scratch.New()
	if err != nil {
		return nil, fmt.Errorf("measure coverage: %w", err)
	}
	defer folder.Remove()
	r := &runner{Options: o, scratch: folder, temp: folder.Dir, counts: counts{}}
	if err := r.build(ctx); err != nil {
		return nil, fmt.Errorf("measure coverage: %w", err)
	}
	for _, batch := range batches(o.Tests) {
		err := r.run(ctx, batch)
		if ctx.Err() != nil && (r.cut || len(r.counts) > 0) {
			r.profile.Ended = "not all tests were executed: " + Ended(ctx)
			break
		}
		if err != nil {
			return nil, fmt.Errorf("measure coverage: %w", err)
		}
	}
	if len(r.counts) == 0 && r.alien && len(r.profile.Failed)+len(r.profile.Lost) == 0 {
		return nil, errors.New("measure coverage: the tests import none of the packages")
	}
	p := &r.profile
	r.counts.fill(p)
	slices.Sort(p.Failed)
	slices.Sort(p.Lost)
	dirs := r.folders(ctx, slices.Concat(p.Covered, p.Uncovered))
	readSources(dirs, p.Uncovered)
	p.Sources = sources(dirs, p)
	return p, nil
}

// Ended returns why a context has ended, in words.
func Ended(ctx context.Context) string {
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return "the time of the run was over"
	}
	return "the run was interrupted"
}

// Report adds what the search knows of uncovered blocks to a profile. near may be empty.
func (p *Profile) Report(near []report.Near) *report.Coverage {
	return &report.Coverage{Packages: p.Packages, Blocks: Explain(p.Uncovered, near),
		Note: p.note(), Sources: p.Sources}
}

// note returns one line that says what the figures leave out.
func (p *Profile) note() string {
	var parts []string
	if n := len(p.Lost); n > 0 {
		parts = append(parts,
			fmt.Sprintf("tests that end the process or hang, and may execute more: %s", names(p.Lost)))
	}
	if n := len(p.Failed); n > 0 {
		parts = append(parts, fmt.Sprintf("tests that failed while they were measured: %s", names(p.Failed)))
	}
	if p.Ended != "" {
		parts = append(parts, p.Ended)
	}
	return strings.Join(parts, "; ")
}

// names lists a few names and counts the others.
func names(all []string) string {
	const shown = 3
	text := strings.Join(all[:min(len(all), shown)], ", ")
	if n := len(all) - shown; n > 0 {
		text += fmt.Sprintf(" and %d more", n)
	}
	return text
}
