package evoke

import (
	"net/http"
	"time"

	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// Config says what you want to test and how. For an HTTP API you give a schema
// and one of Handler, System.URL and System.Controller; everything else has a
// default.
type Config struct {
	// Schema is the OpenAPI or Swagger document of the API: a path, an http or
	// https URL, or the text of the document itself (anything that has a line
	// break or begins with "{").
	Schema string
	// Handler makes the system under test, with fresh state each time. A
	// handler that is an io.Closer is closed when it is replaced. Generated
	// tests call this function by its name, so it has to be a package-level
	// function.
	Handler func() http.Handler
	// System says how else your system is run.
	System System
	// REST has the users, the filters, and further formats and oracles.
	REST rest.Options
	// Problem is what you search tests for instead of an HTTP API. Schema,
	// Handler, System and REST are not used then.
	Problem problem.Spec
	// Budget ends the search. Default: 10,000 calls.
	Budget Budget
	// Search says how the search goes.
	Search Search
	// WhiteBox says what the search sees of your program.
	WhiteBox WhiteBox
	// Output says what is written, and where.
	Output Output
}

// System says how a system is run that Handler alone does not describe.
type System struct {
	// Reset brings the state of the one handler, or of the running service, back
	// to its start. Default: none, each test gets a fresh handler.
	Reset func() error
	// URL is the base URL of a running service, instead of Handler.
	URL string
	// Controller is a controller of your own, instead of Handler or URL. One
	// that is a [sut.Tracer] lets the search see inside.
	Controller sut.Controller
}

// Search says how a search goes.
type Search struct {
	// Seed is where the random numbers start. The same seed and the same
	// budget of calls or evaluations give the same suite. Default 0.
	Seed uint64
	// Algorithm is the search. Default: MIO, sampling more than its paper does,
	// all the more so where a black-box search has hardly any gradient.
	Algorithm search.Algorithm[*testcase.Case]
	// Workers is how many processes search at the same time and share the
	// budget. Only with one can a run be repeated exactly. Default: 1.
	Workers int
	// Observe is told what happens, on the goroutine of the search. Default: nobody.
	Observe func(search.Event)
}

// WhiteBox says what a search sees of the program.
type WhiteBox struct {
	// Cover names the packages whose code guides the search, by patterns of
	// import paths such as "example.com/shop/..."; one that begins with "-"
	// leaves packages out, and {"none"} searches black-box. Default: the
	// packages of the main module that the handler's package reaches.
	Cover []string
	// Replacements are functions of yours that stand in for others which the code
	// under Cover calls, and tell the search how near a call came to another
	// outcome, see [probe.Replacement]. They go before those of
	// [probe.Replacements]. Default: none.
	Replacements []probe.Replacement
}

// Output says what is written.
type Output struct {
	// Dir is the folder that the suite and report.json are written to.
	// Default: for [Generate] the folder of the package under test, except in
	// short mode, where nothing is written; for [Run] nothing is written.
	Dir string
	// Writers turn the suite into files. Default: one gotest.Writer.
	Writers []output.Writer
}

// Budget bounds a search; the first limit that is reached ends it. Zero
// fields are no limits.
type Budget struct {
	// Calls are HTTP calls, log-ins included.
	Calls int
	// Evaluations are executed tests.
	Evaluations int
	// Time is wall time. A search that it ends cannot be repeated exactly.
	Time time.Duration
}

// String says the limits in words: "10000 calls, 1m0s".
func (b Budget) String() string { return task.Budget(b).String() }

// task is the configuration as the packages behind the front door take it.
func (c *Config) task(from task.Caller) *task.Task {
	return &task.Task{
		Source: task.Source{
			Schema: c.Schema, Handler: c.Handler, Reset: c.System.Reset, URL: c.System.URL, SUT: c.System.Controller,
			REST: c.REST, Problem: c.Problem,
		},
		Search: task.Search{
			Budget: task.Budget(c.Budget).OrDefault(), Seed: c.Search.Seed, Algorithm: c.Search.Algorithm,
			Workers: c.Search.Workers, Observe: c.Search.Observe,
		},
		White:  task.White{Cover: c.WhiteBox.Cover, Replacements: c.WhiteBox.Replacements},
		Output: task.Output{Dir: c.Output.Dir, Writers: c.Output.Writers},
		From:   from,
	}
}
