// Package output is the contract of the writers; each writer is a package
// below it. Only [Writer] is needed. A writer may also be a
//
//   - [Binder], which is told how the system under test is made,
//   - [Cleaner], which knows the files that an earlier run left behind,
//   - [Runner], which knows the command that runs its tests.
//
// The files that a writer gives say the rest: where their tests are, which of
// them are meant to fail, which program runs them, and how to recognise a file
// that may be overwritten. See [suite.File].
package output

import (
	"fmt"
	"io/fs"

	"github.com/evoke-go/evoke/suite"
)

// Writer turns a suite into files. It touches no disk, and the same suite
// always gives the same bytes.
type Writer interface {
	Files(s *suite.Suite) ([]suite.File, error)
}

// Binder is a writer whose tests make the system under test themselves.
type Binder interface {
	// Bind returns a copy of the writer that knows the system. What the writer
	// was told before stays. The notes say, a line each, what the tests will
	// not be able to do, such as to call a function.
	Bind(s *System) (bound Writer, notes []string)
}

// System says how to make the system under test, and where its tests are.
type System struct {
	// Constructor makes a fresh system, and Reset brings a shared one back to
	// its first state. Either may be missing.
	Constructor, Reset Func
	// Controller makes a [sut.Controller] that starts the system in another
	// process, where no constructor can make it. It may be missing.
	Controller Func
	// Package is the Go package in whose folder the tests are written. It is
	// empty where the folder has none, or one that is not known.
	Package Package
	// Constraint is the build constraint that the tests need, "" for none.
	Constraint string
}

// Package names a Go package.
type Package struct {
	ImportPath string
	Name       string
}

// Func names a function of the user's program.
type Func struct {
	// ImportPath is that of its package, "" if the tests are in the same
	// package.
	ImportPath string
	// Name of the function, "" for none.
	Name string
	// Fails says that a constructor returns an error as well.
	Fails bool
	// Note says why tests may not be able to call the function, in a line; ""
	// if they can. A Func with a note and no name cannot be called at all.
	Note string
}

// Cleaner is a writer that knows its files again.
type Cleaner interface {
	// Stale returns the names of files that an earlier run of this writer left
	// in a folder and that are not among those that were just written. If nothing
	// was written at all, these are all of its files. If only other writers wrote,
	// there are none.
	Stale(folder fs.FS, written []suite.File) ([]string, error)
}

// Runner is a writer that knows how its tests are run.
type Runner interface {
	// Command returns the line of a shell that runs the tests in the files, ""
	// if there are none.
	Command(at Folder, files []suite.File) string
}

// Folder is where the files of a run are.
type Folder struct {
	// Dir is its path, as the reader of the command has to name it.
	Dir string
	// ImportPath is that of the Go package in it, for readers who are in
	// another folder of the same module; "" to use Dir.
	ImportPath string
	// Module says that the folder belongs to a Go module.
	Module bool
}

// Strength says how much the tests assert of the step that they are about.
type Strength = suite.Strength

// The strengths, from the weakest to the strongest.
const (
	Status = suite.Status
	Shape  = suite.Shape
	Full   = suite.Full
)

// Faults says what the tests of faults do as long as nobody mends the fault.
type Faults string

// What tests of faults do.
const (
	// RecordFaults: they pass, and record what the system does today. They fail
	// once the fault is mended.
	RecordFaults Faults = "record"
	// SkipFaults: they are skipped, with the fault as the reason.
	SkipFaults Faults = "skip"
	// FailFaults: they fail.
	FailFaults Faults = "fail"
)

// MarshalText implements encoding.TextMarshaler.
func (f Faults) MarshalText() ([]byte, error) { return []byte(f), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (f *Faults) UnmarshalText(text []byte) error {
	switch *f = Faults(text); *f {
	case "", RecordFaults, SkipFaults, FailFaults:
		return nil
	}
	return fmt.Errorf("tests of faults cannot %q, they %s, %s or %s", text, RecordFaults, SkipFaults, FailFaults)
}
