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

// Result is the suite and the report of a run.
type Result struct {
	// Suite holds the tests as plain data.
	Suite *suite.Suite
	// Files are the files that the writers made of the suite. They are on disk if
	// you set Config.Output.Dir or its default names a folder.
	Files []suite.File
	// Report says which calls Evoke made, what they returned and which faults it
	// found.
	Report *report.Report
	// Stats says how much work the search did and how much it covered.
	Stats search.Stats
	// Replayed says that [Generate] did not search, because the suite is there.
	// Suite then holds only the names and purposes of its tests.
	Replayed bool
}

// newResult converts the result of the internal packages. It returns nil for
// nil.
func newResult(r *deliver.Result) *Result {
	if r == nil {
		return nil
	}
	return &Result{Suite: r.Suite, Files: r.Files, Report: r.Report, Stats: r.Stats}
}

var (
	// ErrNoSystem means that your Config has nothing to call.
	ErrNoSystem = task.ErrNoSystem
	// ErrHangs means that your system takes calls but does not answer them in
	// time.
	ErrHangs = problem.ErrHangs
)

// Run searches for tests of the system in cfg, and makes and writes the suite. It returns an error if there is nothing
// that it can call. If ctx ends, or your system dies during the search, Run returns its results until then together
// with the error, and writes them. Several Runs may go on at the same time if they write to different folders.
func Run(ctx context.Context, cfg Config) (*Result, error) {
	result, err := twin.Run(ctx, cfg.task(task.Caller{}))
	return newResult(result), err
}

// Package is a Go package with a function that returns the handler to test.
type Package struct {
	// Dir is the folder of the package. Default: the working directory.
	Dir string
	// Handler is the name of a function without parameters. It returns a value
	// that implements http.Handler, and may return an error as well.
	Handler string
	// Reset is the name of a function without parameters that brings the state
	// back to its start. It may return an error. Default: none, and each test
	// gets a new handler.
	Reset string
}

// RunPackage does what [Run] does, for a handler in another program. It builds
// the package together with a test that calls [Generate] and runs the search
// there. It writes nothing to the package's folder, and the package need not
// know of Evoke. RunPackage ignores Handler, System and Problem of cfg. Your
// Config can name only the algorithms, writers, formats and oracles that come
// with Evoke.
func RunPackage(ctx context.Context, p Package, cfg Config) (*Result, error) {
	result, err := twin.Package(ctx, program.Package(p), cfg.task(task.Caller{}))
	return newResult(result), err
}
