package evoke

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// Config says what to test and how. A schema and one of Handler, URL and SUT
// are needed; everything else has a default.
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
	// Reset brings the state of the one handler back to its start. Default:
	// none, each test gets a fresh handler.
	Reset func() error
	// URL is the base URL of a running service, instead of Handler.
	URL string
	// SUT is a controller of your own, instead of Handler or URL. The search is
	// white-box where it is a [sut.Tracer] as well.
	SUT sut.Controller
	// Budget ends the search. Default: 10,000 calls.
	Budget Budget
	// Seed is where the random numbers start. The same seed and the same
	// budget of calls or evaluations give the same suite. Default 0.
	Seed uint64
	// Out is the folder that the suite and report.json are written to.
	// Default: for [Generate] the folder of the package under test, except in
	// short mode, where nothing is written; for [Run] nothing is written.
	Out string
	// Writers turn the suite into files. Default: one gotest.Writer.
	Writers []output.Writer
	// Algorithm is the search. Default: MIO, sampling more than its paper does,
	// all the more so where a black-box search has hardly any gradient.
	Algorithm search.Algorithm[*testcase.Case]
	// REST has the users, the filters, and further formats and oracles.
	REST rest.Options
	// Cover names the packages whose code guides the search, by patterns of
	// import paths such as "example.com/shop/..."; one that begins with "-"
	// leaves packages out, and {"none"} searches black-box. Default: the
	// packages of the main module that the handler's package reaches.
	Cover []string
	// Replacements are functions of your own that stand in for functions which
	// the code under Cover calls, and tell the search how near a call came to
	// another outcome, see [probe.Replacement]. Default: none besides those of
	// [probe.Replacements].
	Replacements []probe.Replacement
	// Workers is how many processes search at the same time and share the
	// budget. Only with one can a run be repeated exactly. Default: 1.
	Workers int
	// Observe is told what happens, on the goroutine of the search. Default: nobody.
	Observe func(search.Event)
}

// check finds what is wrong with a configuration before anything is built.
func (c *Config) check(ctx context.Context) error {
	if err := c.checkFields(); err != nil {
		return err
	}
	if _, err := load(ctx, c.Schema); err != nil {
		return fmt.Errorf("evoke: %w", err)
	}
	return nil
}

// checkFields is check without the schema.
func (c *Config) checkFields() error {
	systems := 0
	for _, given := range []bool{c.Handler != nil, c.URL != "", c.SUT != nil} {
		if given {
			systems++
		}
	}
	if systems > 1 {
		return errors.New("evoke: one of Handler, URL and SUT is to be set, not more")
	}
	if c.Workers < 0 {
		return errors.New("evoke: the number of workers cannot be negative")
	}
	return errors.Join(c.Budget.check(), writable(c.Out))
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

// defaultCalls is the budget of a search that was given none.
const defaultCalls = 10_000

func (b Budget) orDefault() Budget {
	if b == (Budget{}) {
		b.Calls = defaultCalls
	}
	return b
}

// String says the limits in words: "10000 calls, 1m0s".
func (b Budget) String() string {
	var parts []string
	if b.Calls > 0 {
		parts = append(parts, fmt.Sprintf("%d calls", b.Calls))
	}
	if b.Evaluations > 0 {
		parts = append(parts, fmt.Sprintf("%d evaluations", b.Evaluations))
	}
	if b.Time > 0 {
		parts = append(parts, b.Time.String())
	}
	return strings.Join(parts, ", ")
}

func (b Budget) search() search.Budget {
	var limits []search.Budget
	if b.Calls > 0 {
		limits = append(limits, search.Cost(b.Calls))
	}
	if b.Evaluations > 0 {
		limits = append(limits, search.Evaluations(b.Evaluations))
	}
	if b.Time > 0 {
		limits = append(limits, search.Time(b.Time))
	}
	return search.First(limits...)
}
