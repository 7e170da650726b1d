package evoke

import (
	"context"

	"github.com/evoke-go/evoke/internal/deliver"
	"github.com/evoke-go/evoke/internal/program"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/internal/twin"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/suite"
)

// Result is what a run found.
type Result struct {
	// Suite holds the tests as plain data.
	Suite *suite.Suite
	// Files are what the writers made of it; they are on disk when
	// Config.Output has a folder.
	Files []suite.File
	// Report says what was called, what came back and which faults there are.
	Report *report.Report
	// Stats says how far the search came.
	Stats search.Stats
}

// newResult is what the packages behind the front door found, nil for nothing.
func newResult(r *deliver.Result) *Result {
	if r == nil {
		return nil
	}
	return &Result{Suite: r.Suite, Files: r.Files, Report: r.Report, Stats: r.Stats}
}

var (
	// ErrNoSystem says that a Config has nothing to call.
	ErrNoSystem = task.ErrNoSystem
	// ErrHangs says that the system takes calls but does not answer them in time.
	ErrHangs = problem.ErrHangs
)

// Run searches for tests as cfg says. It fails when nothing can be run. When
// ctx ends or the system dies during the search, what was found until then is
// written and returned together with the error.
func Run(ctx context.Context, cfg Config) (*Result, error) {
	result, err := twin.Run(ctx, cfg.task(task.Caller{}))
	return newResult(result), err
}

// Package is a Go package with a function that makes the handler to test.
type Package struct {
	// Dir is the folder of the package. Default: the working directory.
	Dir string
	// Handler is the name of a function without parameters that returns an
	// http.Handler, or something that is one, and maybe an error.
	Handler string
	// Reset is the name of a function without parameters that brings the state
	// back to its start, and maybe returns an error. Default: none, each test
	// gets a fresh handler.
	Reset string
}

// RunPackage does what [Run] does for a handler that is in another program: it
// builds the package together with a test that calls [Generate], without
// writing to the package's folder, and searches in that. The package need not
// know of Evoke. Handler, System and Problem of the Config are not used.
// Algorithms, formats and oracles have to be those of Evoke.
func RunPackage(ctx context.Context, p Package, cfg Config) (*Result, error) {
	result, err := twin.Package(ctx, program.Package(p), cfg.task(task.Caller{}))
	return newResult(result), err
}
