// Package gotest writes suites as Go tests. The files import no package of Evoke, with two exceptions: tests that put a
// row into a store that is not SQL, and suites with [Writer.PutBack].
//
// Successes, client errors, errors and faults each have a file of their own. One
// more file holds what the tests share, and a function for each step that only
// prepares, such as a log-in. With the standard library alone, a test of an HTTP
// API reads like this:
//
//	// GET /books/{id} answers 200 after POST /books
//	func TestGetBooksByIDReturns200(t *testing.T) {
//		api := evokeStart(t)
//
//		posted := api.call("POST", "/books").json(`{"title": "Dune"}`).want(201)
//		bookID := posted.read("/id")
//
//		got := api.call("GET", "/books/"+url.PathEscape(bookID)).want(200)
//		got.contentType("application/json")
//		got.equal("/title", "Dune")
//	}
//
// A test in the process of the system can answer in place of another service:
//
//	api.neighbour("GET", "http://rates.example/v1/DE").answers(200, `{"rate": 1.5}`)
//
// Then, and in all tests of a suite with Neighbours, the connections of http.DefaultTransport lead to the answers of
// the test: the transport stays, because programs keep it, copy it, and ask for its type. A transport that the program
// makes by itself is out of reach.
//
// A test of a function reads like this:
//
//	// strconv.Atoi returns 12
//	func TestAtoiReturns12(t *testing.T) {
//		got, err := strconv.Atoi("12")
//		if err != nil {
//			t.Fatalf("strconv.Atoi: %v", err)
//		}
//		if want := 12; got != want {
//			t.Errorf("strconv.Atoi: got %v, want %v", got, want)
//		}
//	}
package gotest

import (
	"errors"
	"fmt"
	"go/build/constraint"
	"go/token"
	"regexp"
	"slices"

	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest/internal/expr"
	"github.com/evoke-go/evoke/suite"
)

// Writer writes suites as Go tests. The zero value writes tests that call a running
// service and use the standard library only.
type Writer struct {
	// Package is the name of the package of the tests. Default: "evoke_test".
	Package string
	// Constructor makes a fresh handler. It has no parameters and returns an http.Handler. The test closes a handler
	// that is an io.Closer at its end. Default: none; the tests call a running service.
	Constructor Func
	// Reset brings a shared handler, or the running service, back to its first
	// state. Each test calls it at its beginning. It has no parameters and returns
	// nothing or an error. Default: none; each test has a handler of its own.
	Reset Func
	// Controller makes a sut.Controller, which each test starts at its beginning and stops at its end, unless
	// BaseURLEnv names a running service. The function has no parameters. Default: none.
	Controller Func
	// Database returns the *sql.DB of the newest handler: a test with rows inserts these there, after it has made its
	// handler. The function has no parameters. Default: none; such tests are left out.
	Database Func
	// Stores return the [store.Watcher] of the newest handler by the number of a [suite.Row]: a test puts rows there,
	// and needs Evoke for that. The functions have no parameters. Default: none; such tests are left out.
	Stores []Func
	// PutBack has all tests share a handler, and each of them begin with the rows that Database had before the first
	// one. Reset brings other state back. The tests import package store of Evoke for it. Default: false.
	PutBack bool
	// Program is a Go program that each test starts and ends, unless BaseURLEnv names a running service. Default: none.
	Program *Program
	// Testify selects assertions of github.com/stretchr/testify. Default: only the standard library.
	Testify bool
	// Faults says whether the tests of faults record the faults, fail or are skipped. Default: output.RecordFaults;
	// they record the present behaviour of the system.
	Faults output.Faults
	// Prefix is the beginning of the file names and of the identifiers that the tests share. A prefix other than the
	// default is also the beginning of the test names, so that several suites fit into one package. Default: "evoke".
	Prefix string
	// BaseURLEnv is the name of the environment variable with the base URL of a running service. Default:
	// "EVOKE_BASE_URL".
	BaseURLEnv string
	// Constraint is the build constraint of the files, such as "integration".
	// Default: none.
	Constraint string
	// ImportPath is the import path of the package of the tests: functions of this package are called without a package
	// name. Default: none; the tests import all packages of functions that they call.
	ImportPath string
	// Fuzz also writes a fuzz test for "go test -fuzz", if the tests make the handler themselves. The calls of the
	// tests are its seeds, and it looks for further calls that panic or answer 5xx. Default: false.
	Fuzz bool
}

// Func names a function of the user's program.
type Func = output.Func

const (
	defaultPackage    = "evoke_test"
	defaultPrefix     = "evoke"
	defaultBaseURLEnv = "EVOKE_BASE_URL"
)

func (w *Writer) withDefaults() Writer {
	out := *w
	if out.Package == "" {
		out.Package = defaultPackage
	}
	if out.Prefix == "" {
		out.Prefix = defaultPrefix
	}
	if out.BaseURLEnv == "" {
		out.BaseURLEnv = defaultBaseURLEnv
	}
	return out
}

var (
	filePrefix = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)
	envName    = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
)

func (w *Writer) check() error {
	switch {
	case !token.IsIdentifier(w.Package):
		return fmt.Errorf("%q cannot be the name of a package", w.Package)
	case !filePrefix.MatchString(w.Prefix):
		return fmt.Errorf("%q cannot begin the name of a file", w.Prefix)
	case !envName.MatchString(w.BaseURLEnv):
		return fmt.Errorf("%q cannot be the name of an environment variable", w.BaseURLEnv)
	}
	if w.Constraint != "" {
		if _, err := constraint.Parse("//go:build " + w.Constraint); err != nil {
			return fmt.Errorf("%q cannot be a build constraint: %w", w.Constraint, err)
		}
	}
	var known output.Faults
	if err := known.UnmarshalText([]byte(w.Faults)); err != nil {
		return err
	}
	if w.PutBack && (w.Constructor.Name == "" || w.Database.Name == "") {
		return errors.New("PutBack needs a Constructor and a Database")
	}
	return errors.Join(
		checkFunc(&w.Constructor, w.Package), checkFunc(&w.Reset, w.Package), checkFunc(&w.Controller, w.Package),
		checkFunc(&w.Database, w.Package), errors.Join(w.checkStores()...),
		w.checkStart(), w.Program.check(),
	)
}

// lacks reports whether a test needs surroundings that the tests of w cannot arrange.
func (w *Writer) lacks(t suite.Test) bool {
	lacks := func(g *suite.Given) bool {
		return g.SQL != "" && w.Database.Name == "" || g.Row != nil && !w.hasStore(g.Row.Store) ||
			w.Constructor.Name == "" || w.shares() && g.Wait > 0
	}
	return slices.ContainsFunc(t.Steps, func(s suite.Step) bool { return s.Arranges(lacks) })
}

// hasStore reports whether tests can call the function of a store.
func (w *Writer) hasStore(n int) bool { return n < len(w.Stores) && w.Stores[n].Name != "" }

func (w *Writer) checkStores() (errs []error) {
	for i := range w.Stores {
		errs = append(errs, checkFunc(&w.Stores[i], w.Package))
	}
	return errs
}

// shares reports whether all tests share a handler. Time cannot pass for what was made before a test.
func (w *Writer) shares() bool { return w.Reset.Name != "" || w.PutBack }

// checkStart returns an error if several fields say how to start the service.
func (w *Writer) checkStart() error {
	if w.Controller.Name != "" && (w.Constructor.Name != "" || w.Reset.Name != "") {
		return errors.New("a Controller goes without a Constructor and a Reset")
	}
	if w.Program != nil && w.Constructor.Name+w.Reset.Name+w.Controller.Name != "" {
		return errors.New("a Program goes without a Constructor, a Reset and a Controller")
	}
	return nil
}

func checkFunc(f *Func, pkg string) error {
	switch {
	case f.Name == "":
		return nil
	case !token.IsIdentifier(f.Name):
		return fmt.Errorf("%q cannot be the name of a function", f.Name)
	case f.ImportPath == "":
		return nil
	case !token.IsExported(f.Name):
		return fmt.Errorf("the function %s of %s is not exported", f.Name, f.ImportPath)
	case !expr.Importable(f.ImportPath):
		return fmt.Errorf("%q cannot be imported into package %s", f.ImportPath, pkg)
	}
	return nil
}
