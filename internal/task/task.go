// Package task holds the configuration of a run in plain form. The front door
// hands it to the internal packages.
package task

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// Task is the configuration of one run.
type Task struct {
	Source
	Search
	White
	Output
	// From describes the caller of the run.
	From Caller
	// Foreign says that the program under test is not the program that asked for
	// the run.
	Foreign bool

	secrets *secretCache // cached; nil: not known yet
}

// Source says what to search tests for.
type Source struct {
	Schema  string
	Refs    []string // further folders or URLs that references of the schema may lead to
	Handler func() http.Handler
	Reset   func() error
	PutBack bool                        // each test begins with the rows that the database of REST had first
	Rows    string                      // file in which these rows are for the next process; "" for none
	Restart func(context.Context) error // nil: the system cannot be restarted
	URL     string
	SUT     sut.Controller
	NewSUT  func() sut.Controller // makes SUT, nil if the user gave SUT alone
	REST    rest.Options
	Problem problem.Spec
	Race    bool // the program is built with -race
}

// Search says how to search.
type Search struct {
	Budget    Budget
	Seed      uint64
	Algorithm search.Algorithm[*testcase.Case] // nil: MIO with parameters that fit the search
	Workers   int
	Observe   func(search.Event)
	// Sparse says that Observe needs only faults, notes, and one evaluation a second, so that another process need not
	// send more.
	Sparse bool
}

// White says which code the search observes.
type White struct {
	Cover        []string
	Replacements []probe.Replacement
	NoLibraries  bool // comparisons in other modules are not reported
	// NoReplacements leaves calls of the standard library as they are.
	NoReplacements bool
	Neighbours     []string  // hosts that the system really calls
	Clock          time.Time // the first time that the code reads during the search; zero: the true clock
}

// Output says what to write, and where.
type Output struct {
	Dir string // "" for nowhere
	// Archive is the folder that keeps the tests, "" for none.
	Archive string
	// Corpus is the folder where the fuzzer of the go command keeps what it found,
	// "" for none.
	Corpus  string
	Fuzz    bool // of the default writer
	Writers []output.Writer
	Mutants int                      // number of mutants to try; 0 for the default, negative for none
	Assert  output.Strength          // "" for the default
	Faults  output.Faults            // of the default writer
	Reports map[string]report.Format // by path of the file
	Silence []report.Silence         // faults to be ignored
}

// Caller describes who asked for a run.
type Caller struct {
	// Path is the import path of the test's package, with "_test" for an external
	// test package. It is "" if a program asked.
	Path string
	// Name is the name in the package clause.
	Name string
	// Test is the name of the test. It is "" if a program asked.
	Test string
	// Log shows a line to the person who runs the test. Nil shows nothing.
	Log func(...any)
	// Skip ends the calling test at once, so that its cleanup functions run.
	Skip func()
}

// ErrNoSystem means that there is nothing to call.
var ErrNoSystem = errors.New("evoke: nothing to test: set Handler, System or Problem")

// IsHTTP reports whether the task is about an HTTP API.
func (t *Task) IsHTTP() bool { return t.Problem.Make == nil }

// Check reports mistakes in a task before anything is built.
func (t *Task) Check(ctx context.Context) error {
	if err := t.CheckFields(); err != nil || !t.IsHTTP() {
		return err
	}
	if _, err := t.Document(ctx); err != nil {
		return fmt.Errorf("evoke: %w", err)
	}
	return nil
}

// CheckFields does what Check does, except for the schema.
func (t *Task) CheckFields() error {
	systems := 0
	for _, given := range []bool{t.Handler != nil, t.URL != "", t.SUT != nil, t.Problem.Make != nil} {
		if given {
			systems++
		}
	}
	if systems > 1 {
		return errors.New("evoke: one of Handler, System.URL, System.Controller and Problem is to be set, not more")
	}
	if t.NewSUT != nil && t.SUT == nil {
		return errors.New("evoke: System.NewController returned nil")
	}
	if t.PutBack && (t.Handler == nil || t.REST.Database == nil) {
		return errors.New("evoke: System.PutBack needs a Handler and System.Database")
	}
	if t.Race && (t.Handler == nil && !t.Foreign || t.BlackBox()) {
		return errors.New("evoke: Race needs a Handler or a package, and a search that sees its code")
	}
	if t.Workers < 0 {
		return errors.New("evoke: the number of workers cannot be negative")
	}
	for i := range t.Silence {
		if err := t.Silence[i].Check(); err != nil {
			return fmt.Errorf("evoke: %w", err)
		}
	}
	return t.Budget.Check()
}

// BlackBox reports whether the user asks for a search that does not observe code.
func (t *Task) BlackBox() bool { return slices.Equal(t.Cover, []string{"none"}) }

// Traced reports whether the system has a tracer of its own that the run can
// use.
func (t *Task) Traced() bool {
	_, traced := t.SUT.(sut.Tracer)
	return traced && !t.BlackBox()
}

// Elsewhere reports whether this process does the search, without a child: the system runs in another process, or has
// its own tracer.
func (t *Task) Elsewhere() bool {
	_, remote := t.SUT.(*sut.Remote)
	nothing := t.SUT == nil && t.Handler == nil && t.Problem.Make == nil
	return remote || nothing || t.Problem.Outside || t.Traced()
}

// Document reads and parses the schema.
func (s *Source) Document(ctx context.Context) (*openapi.Document, error) {
	switch text := strings.TrimSpace(s.Schema); {
	case text == "":
		return nil, errors.New("no schema given")
	case IsText(text):
		return openapi.ReadContext(ctx, []byte(s.Schema), openapi.Options{Refs: s.Refs})
	default:
		return openapi.Load(ctx, text, openapi.Options{Refs: s.Refs})
	}
}

// IsText reports whether a schema, without space around it, is the document itself and not a path or URL.
func IsText(schema string) bool {
	return strings.HasPrefix(schema, "{") || strings.Contains(schema, "\n")
}
