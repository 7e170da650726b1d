// Package output is the contract of the writers; each writer is a package below it. Only [Writer] is needed. A writer
// may also be a
//
//   - [Binder], which is told how to make the system under test,
//   - [Cleaner], which finds the files of an earlier run,
//   - [Runner], which knows the command that runs its tests.
//
// Each [suite.File] of a writer says where its tests are, which of them are meant to fail, which program runs them, and
// how to recognise a file that may be overwritten.
package output

import (
	"fmt"
	"io/fs"

	"github.com/evoke-go/evoke/suite"
)

// Writer turns a suite into files. It does not access the disk, and the same suite always gives the same bytes.
type Writer interface {
	Files(s *suite.Suite) ([]suite.File, error)
}

// Binder is a writer whose tests can make the system under test themselves.
type Binder interface {
	// Bind returns a copy of the writer that knows the system. Settings that the writer already has stay. Each note is
	// one line about something that the tests cannot do, such as calling a function.
	Bind(s *System) (bound Writer, notes []string)
}

// System says how to make the system under test, and in which package its tests are.
type System struct {
	// Constructor makes a fresh system, and Reset brings a shared system back to its first state. Both may be the zero
	// value.
	Constructor, Reset Func
	// Controller makes a [sut.Controller] that starts the system in another process, for a system without Constructor.
	// It may be the zero value.
	Controller Func
	// Database returns the *sql.DB of the newest system that Constructor made. It may be the zero value.
	Database Func
	// Stores are functions that return each a [store.Watcher] of the newest system. [suite.Row] has the index of a
	// function. A function that tests cannot call by a name has the name "".
	Stores []Func
	// PutBack says that each test begins with the rows that the database had before the first one, in one system.
	PutBack bool
	// Package is the Go package in the folder of the tests. It is the zero value if the folder has no package, or an
	// unknown one.
	Package Package
	// Constraint is the build constraint that the tests need; "" for none.
	Constraint string
}

// Package names a Go package.
type Package struct {
	ImportPath string
	Name       string
}

// Func names a function of the user's program.
type Func struct {
	// ImportPath is the import path of its package; "" if the tests are in the same package.
	ImportPath string
	// Name is the name of the function; "" for none.
	Name string
	// Fails says that the function also returns an error.
	Fails bool
	// Note says, in one line, why tests may not be able to call the function; "" if they can. A Func with a note and no
	// name cannot be called at all.
	Note string
}

// Cleaner is a writer that recognises its own files.
type Cleaner interface {
	// Stale returns the names of files in a folder that an earlier run of this writer wrote and that are not in
	// written. If written is empty, these are all of its files. If only other writers wrote files, there are none.
	Stale(folder fs.FS, written []suite.File) ([]string, error)
}

// Runner is a writer that knows how its tests are run.
type Runner interface {
	// Command returns a shell command that runs the tests in the files; "" if there are none.
	Command(at Folder, files []suite.File) string
}

// Folder is where the files of a run are.
type Folder struct {
	// Dir is the path of the folder, as the reader of the command has to write it.
	Dir string
	// ImportPath is the import path of the Go package in the folder, for readers in another folder of the same module;
	// "" to use Dir.
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
	// Invariants are the values and the laws that held in all executions.
	Invariants = suite.Invariants
)

// Faults says what the tests of faults do until the fault is mended.
type Faults string

// The behaviours of tests of faults.
const (
	// RecordFaults: the tests pass, and record the present behaviour of the system. They fail once the fault is mended.
	RecordFaults Faults = "record"
	// SkipFaults: the tests are skipped, with the fault as the reason.
	SkipFaults Faults = "skip"
	// FailFaults: the tests fail.
	FailFaults Faults = "fail"
)

// MarshalText implements encoding.TextMarshaler.
func (f Faults) MarshalText() ([]byte, error) { return []byte(f), nil }

// UnmarshalText implements encoding.TextUnmarshaler. It returns an error for an unknown text.
func (f *Faults) UnmarshalText(text []byte) error {
	switch *f = Faults(text); *f {
	case "", RecordFaults, SkipFaults, FailFaults:
		return nil
	}
	return fmt.Errorf("tests of faults cannot %q, they %s, %s or %s", text, RecordFaults, SkipFaults, FailFaults)
}
