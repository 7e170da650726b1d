package evoke

import (
	"context"
	"database/sql"
	"net/http"
	"path/filepath"
	"time"

	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/store"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// Config describes the system that you want to test, and how Evoke tests it. For an HTTP API you set Schema and one of
// Handler, System.URL and a controller in System. All other fields have defaults.
type Config struct {
	// Schema is the OpenAPI or Swagger document of your API, in JSON or YAML. You give a path, an http or https URL, or
	// the document itself. Evoke takes a text for the document if it has a line break or begins with "{".
	Schema string
	// Refs names folders and http or https URLs, such as "../shared", that the
	// references ($ref) of Schema may lead to besides its own folder and what is
	// below it, or its own host. Default: none. References that lead elsewhere,
	// by a redirect or a symbolic link as well, are left out with a warning.
	Refs []string
	// Handler returns your system with fresh state each time it is called. Evoke
	// closes a handler that is an io.Closer before it makes the next one. Handler
	// must be a package-level function, because the generated tests call it by
	// name. If your constructor takes dependencies or returns an error, write a
	// function that makes the dependencies and panics with the error.
	Handler func() http.Handler
	// System describes a system that Handler alone does not describe.
	System System
	// REST holds your users, filters, string formats and oracles.
	REST rest.Options
	// Race builds the program of the search with -race: a data race becomes a fault, with both places, and the search
	// goes on. At the end of each test some of its calls are made once more, all at the same time. The search is
	// several times slower. Its findings depend on the order in which goroutines run, so a run with races may not
	// repeat exactly. Race needs Handler. Evoke does not change the environment variable GORACE; if it is set, Evoke
	// does not read races. Default: false.
	Race bool
	// Problem replaces the HTTP API: set it to search tests for something else.
	// Evoke then ignores Schema, Handler, System and REST.
	Problem problem.Spec
	// Budget ends the search. Default: 10,000 calls.
	Budget Budget
	// Search sets the algorithm, its seed and its number of processes.
	Search Search
	// WhiteBox sets what the search sees of your program's code.
	WhiteBox WhiteBox
	// Output sets what Evoke writes, and where.
	Output Output
}

// System describes how to run a system that Handler alone does not describe.
type System struct {
	// Reset brings your one handler, or your running service, back to its first
	// state. Default: nil, and each test gets a new handler.
	Reset func() error
	// Restart gives a running service its first state, however long that takes: Evoke calls it a few times after the
	// search, executes the suite on the fresh service, and mends or leaves out the tests that fail there. It returns
	// when the service answers or will answer soon. An error means that there is no fresh service. You need Restart
	// only where Reset is too slow for each test. Default: nil, and the suite is not tried on a fresh service.
	Restart func(ctx context.Context) error
	// URL is the base URL of a running service. Set it instead of Handler.
	URL string
	// Controller is a controller of your own. Set it instead of Handler and URL.
	// If it is a [sut.Tracer], the search sees inside your system. If it starts
	// another process, the search is black-box. The written tests cannot start it:
	// they call the URL in the environment variable EVOKE_BASE_URL.
	Controller sut.Controller
	// NewController makes a controller like that of the field Controller. Set it instead of Controller, so that the
	// written tests can start your system too: each of them calls NewController by name, starts the system, and stops
	// it at its end. It must be a package-level function. If EVOKE_BASE_URL is set, the tests call the system there and
	// start none.
	NewController func() sut.Controller
	// PutBack has each test begin with the rows that the database of the field Database had before the first test, and
	// brings these rows back at the end, also in the written tests. It restores only tables that were written, which is
	// much faster than to make them anew. There is one handler for all tests; if it has other state as well, Reset
	// brings that back. Workers need a database each. Default: false, and Handler or Reset puts the rows back.
	PutBack bool
	// Database returns the database of the handler that Handler made last. With it, tests may insert rows that the
	// code asks for and that no call makes, and the written tests insert them in the same way. It must be a database
	// for tests, whose rows Handler, Reset or PutBack brings back, and Database must be a package-level function.
	// Default: nil, and tests insert no rows.
	Database func() *sql.DB
	// Stores return further stores of the handler that Handler made last, such as those of packages store/redis and
	// store/mongo, or of your own: tests insert data that the code asks for there, as they do in Database, and the same
	// holds for what they return and where they are declared. Default: none.
	Stores []func() store.Watcher
}

// controller returns the controller of the search, nil for none.
func (s *System) controller() sut.Controller {
	if s.Controller == nil && s.NewController != nil {
		return s.NewController()
	}
	return s.Controller
}

// Search sets the algorithm, its seed and its number of processes.
type Search struct {
	// Seed starts the random numbers. The same seed with the same budget of calls or evaluations gives the same suite,
	// unless the suite says that it cannot be repeated. Default: 0.
	Seed uint64
	// Algorithm decides which test to try next. Default: MIO, which here samples more new tests than in its paper, most
	// of all in a black-box search: scores seldom show a direction there.
	Algorithm search.Algorithm[*testcase.Case]
	// Workers is how many processes search at the same time. They share the
	// budget. You can repeat a run exactly only with one worker. Default: 1.
	Workers int
	// Observe receives the events of the search, one at a time, on the goroutine of the search. Default: nil, and
	// nobody receives them.
	Observe func(search.Event)
}

// WhiteBox sets what the search sees of your program's code.
type WhiteBox struct {
	// Cover names the packages whose code guides the search, as patterns of
	// import paths such as "example.com/shop/...". A pattern that begins with "-"
	// excludes packages. {"none"} makes the search black-box. Default: the
	// packages of your main module that the handler's package imports, directly
	// or not.
	Cover []string
	// Replacements are functions of yours that stand in for functions which the
	// code under Cover calls. They tell the search how close a call came to
	// another outcome, see [probe.Replacement]. They take precedence over
	// [probe.Replacements]. Default: none.
	Replacements []probe.Replacement
	// NoLibraries limits the search to the values that the code under Cover compares. Without it the search also hears
	// which values packages of other modules compare, such as a validator, and tries these values in the inputs that
	// were compared. Nothing in these packages counts as coverage. REST.NoTracking turns that off as well. Default:
	// false.
	NoLibraries bool
	// NoReplacements leaves calls of the standard library as they are, and hears nothing of other modules. Only
	// conditions and the functions in Replacements then tell the search how close a call came. It is for studies of how
	// much the replacements help. Default: false.
	NoReplacements bool
	// Neighbours lists hosts that your system may call during the search: "localhost:8081", "auth.example" with all of
	// its ports, or "*" for all hosts. No HTTP request reaches another host: the search makes up an answer, or the
	// request fails as if nobody listened. The written tests do the same. Default: none.
	Neighbours []string
	// Clock is the time that the code under Cover reads first in the processes of a search. Each further reading is a
	// millisecond later, so that a search can be repeated exactly even if the system answers with the time. All other
	// code still sees the true time: a library that checks a token may find it expired, and a deadline that your code
	// computes may be long past. The written tests run with the true clock. Default: the true clock.
	Clock time.Time
}

// Output sets what Evoke writes, and where.
type Output struct {
	// Dir is the folder for the suite and report.json. Default: [Generate] uses
	// the folder of your package; [Run] writes nothing.
	Dir string
	// Writers turn the suite into files. Default: one gotest.Writer.
	Writers []output.Writer
	// Mutants is on how many mutants of your program the suite is tried, to see which changes its tests notice. A
	// mutant is the program with one small change, such as < in place of <=. Assertions that notice no mutant are left
	// out, and the report says how many mutants the tests notice. A program in Go is built once more for that.
	// Negative: none. Default: 500 if a suite is written and the search sees inside the program (in Go, or by package
	// js/node), else none.
	Mutants int
	// Archive is the folder that keeps the tests and the known faults as text for the next search. That search begins
	// with these tests. Its suite keeps the tests that still cover a target of their own, under their names. Default:
	// [Generate] uses testdata/evoke and the name of your test, below Dir; [Run] keeps nothing.
	Archive string
	// Assert says how much each test asserts of the call that it is about. Of the calls before that call it asserts the
	// status alone. Default: output.Full. [output.Invariants] also asserts the laws that held in all executions.
	Assert output.Strength
	// Faults says whether the tests of faults record the faults, fail or are skipped. A writer in Writers has a field
	// of its own for that. Default: output.RecordFaults.
	Faults output.Faults
	// Fuzz also writes a fuzz test, which begins with the calls of the tests: see gotest.Writer. A writer in Writers
	// has a field of its own for that. The inputs that go test -fuzz keeps in testdata/fuzz, below Dir, begin the next
	// search in any case. Default: false.
	Fuzz bool
	// Reports are further forms of the report by the paths of their files, such as {"junit.xml": ci.JUnit}. Unlike
	// report.json, they are written even if there is no Dir. Default: none.
	Reports map[string]report.Format
	// Silence lists faults that you do not regard as faults, each with a reason. The report counts and lists them
	// apart, and they fail nothing. The list "silence" in the file faults.yaml of the archive says the same in YAML.
	// The report warns of entries that fit no fault. An entry with a law is about laws of operations. Default: none.
	Silence []report.Silence
}

// Budget bounds a search. The first limit that the search reaches ends it. A field that is zero sets no limit. If all
// fields are zero, the default of Config.Budget applies.
type Budget struct {
	// Calls is the number of HTTP calls, including calls that log users in. For a running service the calls that make
	// the tests count too. For a handler in the process they do not count; they are made after the search.
	Calls int
	// Evaluations is the number of executed tests.
	Evaluations int
	// Time is wall time of the search. A search that ends by time cannot be repeated exactly. The tests of a handler
	// are made after that time; the tests of a running service are made within it. If the system no longer answers,
	// [Grace] bounds how much longer the run takes.
	Time time.Duration
}

// Grace is how much longer than Budget.Time a run may take if its system hangs, stops itself, closes the files of its
// process or never comes back from a reset. Measuring the written tests comes after it. Without a Budget.Time, a call
// or a reset that takes a minute ends its process. After a few of these ends Evoke no longer calls the operation.
const Grace = 90 * time.Second

// String names the limits in words, as in "10000 calls, 1m0s".
func (b Budget) String() string { return task.Budget(b).String() }

// rest returns the options of the REST problem.
func (c *Config) rest() rest.Options {
	o := c.REST
	if o.Database == nil {
		o.Database = c.System.Database
	}
	if o.Stores == nil {
		o.Stores = c.System.Stores
	}
	return o
}

// task returns the configuration in the form that the internal packages take.
func (c *Config) task(from task.Caller) *task.Task {
	corpus := ""
	if c.Output.Dir != "" {
		corpus = filepath.Join(c.Output.Dir, "testdata", "fuzz")
	}
	return &task.Task{
		Source: task.Source{
			Schema: c.Schema, Refs: c.Refs, Handler: c.Handler, Reset: c.System.Reset, Restart: c.System.Restart,
			PutBack: c.System.PutBack, URL: c.System.URL, SUT: c.System.controller(), NewSUT: c.System.NewController,
			REST: c.rest(), Problem: c.Problem, Race: c.Race,
		},
		Search: task.Search{
			Budget: task.Budget(c.Budget).OrDefault(), Seed: c.Search.Seed, Algorithm: c.Search.Algorithm,
			Workers: c.Search.Workers, Observe: c.Search.Observe,
		},
		White: task.White{Cover: c.WhiteBox.Cover, Replacements: c.WhiteBox.Replacements,
			Neighbours:  c.WhiteBox.Neighbours,
			NoLibraries: c.WhiteBox.NoLibraries, NoReplacements: c.WhiteBox.NoReplacements, Clock: c.WhiteBox.Clock},
		Output: task.Output{Dir: c.Output.Dir, Archive: c.Output.Archive, Writers: c.Output.Writers,
			Assert: c.Output.Assert, Faults: c.Output.Faults, Mutants: c.Output.Mutants, Corpus: corpus,
			Fuzz: c.Output.Fuzz, Reports: c.Output.Reports, Silence: c.Output.Silence},
		From: from,
	}
}
