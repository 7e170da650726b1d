package run

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/internal/coverage"

	"github.com/evoke-go/evoke/bench/feasible"
	"github.com/evoke-go/evoke/bench/sides"
)

// measure writes the suite, executes it and notes what it covers: statements by
// the standard tool on the plain build, sides of conditions by probes.
func (j *Job) measure(ctx context.Context, found *evoke.Result, r *Result) error {
	tests, err := j.write(found)
	if err != nil {
		return err
	}
	if len(tests) == 0 {
		return errors.New("the run wrote no tests")
	}
	profile, err := coverage.Measure(ctx, coverage.Options{Dir: j.Dir, Packages: j.Cover, Tests: tests})
	if err != nil {
		return err
	}
	if profile.Ended != "" {
		return errors.New(profile.Ended)
	}
	for _, p := range profile.Packages {
		r.Statements.Covered += p.Covered
		r.Statements.All += p.Statements
	}
	r.TestsFailed = len(profile.Failed) + len(profile.Lost)
	if r.Feasible, err = j.feasible(profile); err != nil {
		return err
	}
	r.Sides, err = j.sides(ctx)
	return err
}

// feasible counts the feasible statements of a service that has a list of them, and
// writes down which are missed where that is wanted: of all statements where there is no list.
func (j *Job) feasible(profile *coverage.Profile) (*Share, error) {
	list, err := feasible.Load(j.SUT)
	if err != nil {
		return nil, err
	}
	if list == nil {
		return nil, j.writeMissed(statementsOf(profile.Uncovered))
	}
	executed := map[feasible.Block]bool{}
	for hit, blocks := range map[bool][]coverage.Block{false: profile.Uncovered, true: profile.Covered} {
		for _, b := range blocks {
			executed[named(b)] = hit
		}
	}
	missed, err := list.Missed(executed)
	if err != nil {
		return nil, err
	}
	of := feasible.List{}
	for _, block := range missed {
		of[block] = list[block]
	}
	return &Share{list.Covered(missed), list.Statements()}, j.writeMissed(of)
}

// statementsOf are blocks of a profile, named as in lists of feasible statements.
func statementsOf(blocks []coverage.Block) feasible.List {
	out := feasible.List{}
	for _, b := range blocks {
		if b.Statements > 0 {
			out[named(b)] = b.Statements
		}
	}
	return out
}

func named(b coverage.Block) feasible.Block {
	return feasible.Named(b.Package+"/"+b.File, b.Start.Line, b.Start.Column, b.End.Line, b.End.Column)
}

// writeMissed writes down which statements are missed, where that is wanted.
func (j *Job) writeMissed(missed feasible.List) error {
	if j.Missed == "" {
		return nil
	}
	var text strings.Builder
	for _, block := range slices.Sorted(maps.Keys(missed)) {
		fmt.Fprintln(&text, block, missed[block])
	}
	return os.WriteFile(j.Missed, []byte(text.String()), 0o644)
}

// write puts the files of the suite into the folder and returns the names of
// the tests.
func (j *Job) write(found *evoke.Result) (tests []string, err error) {
	if err := os.MkdirAll(j.Dir, 0o755); err != nil {
		return nil, err
	}
	for _, file := range found.Files {
		if err := os.WriteFile(filepath.Join(j.Dir, file.Name), file.Content, 0o644); err != nil {
			return nil, err
		}
		for _, test := range file.Tests {
			tests = append(tests, test.Title)
		}
	}
	return tests, nil
}

// sides measures the sides of conditions of those packages that have a list of
// them.
func (j *Job) sides(ctx context.Context) (*Share, error) {
	var list []sides.Side
	for _, p := range j.Cover {
		some, err := sides.LoadAll(j.Module, []string{p})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		list = append(list, some...)
	}
	if len(list) == 0 {
		return nil, nil
	}
	seen, err := sides.Measure(ctx, j.Dir, slices.Clone(j.Cover))
	if err != nil {
		return nil, fmt.Errorf("measure sides: %w", err)
	}
	covered, feasible := seen.Covered(list)
	return &Share{covered, feasible}, nil
}
