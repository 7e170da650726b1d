package evoke

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/journal"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// Result is what a run found.
type Result struct {
	// Suite holds the tests as plain data.
	Suite *suite.Suite
	// Files are what the writers made of it; they are on disk when Config.Out
	// was set.
	Files []suite.File
	// Report says what was called, what came back and which faults there are.
	Report *report.Report
	// Stats says how far the search came.
	Stats search.Stats
}

// ErrNoSystem says that a Config has nothing to call.
var ErrNoSystem = errors.New("evoke: nothing to test: set Handler, URL or SUT")

// Run searches for tests as cfg says. It fails when nothing can be run. When
// ctx ends or the system dies during the search, what was found until then is
// written and returned together with the error.
func Run(ctx context.Context, cfg Config) (*Result, error) {
	return run(ctx, cfg, caller{})
}

// run is Run with what is known of the test that calls it.
func run(ctx context.Context, cfg Config, from caller) (*Result, error) {
	id := program.identify(from.test, &cfg)
	j, err := given()
	switch {
	case err != nil:
		return nil, err
	case j != nil:
		return j.answer(ctx, cfg, from, id)
	}
	var result *Result
	unknown := id.Test == "" && testing.Testing() // a benchmark, say, which no other process could be told to run
	if cfg.elsewhere() || probe.Targets() > 0 || unknown {
		result, err = runHere(ctx, cfg, from)
	} else {
		result, err = supervised(ctx, cfg, from, id)
	}
	program.remember(id, result, err)
	return result, err
}

// elsewhere reports whether this program need not be built with probes: the
// system runs somewhere else or has a tracer of its own, or the user wants it
// black-box.
func (c *Config) elsewhere() bool {
	_, remote := c.SUT.(*sut.Remote)
	_, traced := c.SUT.(sut.Tracer)
	return remote || traced || c.SUT == nil && c.Handler == nil || c.blackBox()
}

// blackBox reports whether the user wants nothing to be looked into.
func (c *Config) blackBox() bool { return slices.Equal(c.Cover, []string{"none"}) }

// runHere searches in this process.
func runHere(ctx context.Context, cfg Config, from caller) (*Result, error) {
	r, err := prepare(ctx, cfg, nil)
	if err != nil {
		return nil, err
	}
	defer r.stop()
	r.from = from
	result, err := r.finish(ctx, r.search(ctx))
	return deliver(result, cfg.Out, err)
}

// engine is one run with all its parts wired together.
type engine struct {
	cfg        Config
	doc        *openapi.Document
	controller sut.Controller
	system     *system
	problem    *rest.Problem
	session    *search.Session[*testcase.Case]
	registry   *fitness.Registry
	baseURL    string // "" for a handler in this process
	from       caller
	elapsed    time.Duration // of the search
	warnings   []string
	tracer     sut.Tracer // nil: nothing is seen of the inside

	// Of a process that was started for a job.
	job      *job
	journal  *journal.Writer[*testcase.Case]
	others   []*journal.Reader[*testcase.Case] // of the other workers
	changes  []search.Change                   // of the evaluation that is under way
	recorded int                               // evaluations
	tallyDue bool                              // a status was seen for the first time
}

// prepare reads the schema, starts the system and wires the search; j is the
// job of this process, if it has one.
func prepare(ctx context.Context, cfg Config, j *job) (*engine, error) {
	cfg.Budget = cfg.Budget.orDefault()
	r := &engine{cfg: cfg, registry: &fitness.Registry{}, job: j}
	if j == nil { // else the parent has looked
		if err := cfg.checkFields(); err != nil {
			return nil, err
		}
	}
	var err error
	if r.doc, err = load(ctx, cfg.Schema); err != nil {
		return nil, fmt.Errorf("evoke: %w", err)
	}
	if r.controller, err = r.newController(); err != nil {
		return nil, err
	}
	called, err := r.open(ctx)
	if err != nil {
		return nil, fmt.Errorf("evoke: start: %w", err)
	}
	if err := r.wire(called); err != nil {
		r.stop()
		return nil, fmt.Errorf("evoke: %w", err)
	}
	if j == nil || j.Phase < answering { // else the tests come with it
		r.findBasePath(ctx)
	}
	return r, nil
}

func load(ctx context.Context, schema string) (*openapi.Document, error) {
	switch text := strings.TrimSpace(schema); {
	case text == "":
		return nil, errors.New("no schema given")
	case isText(text):
		return openapi.Read([]byte(schema), openapi.Options{})
	default:
		return openapi.Load(ctx, text, openapi.Options{})
	}
}

// isText reports whether a trimmed schema is the document itself.
func isText(schema string) bool {
	return strings.HasPrefix(schema, "{") || strings.Contains(schema, "\n")
}

func (r *engine) newController() (sut.Controller, error) {
	switch c := r.cfg; {
	case c.SUT != nil:
		return c.SUT, nil
	case c.Handler != nil:
		return sut.NewHandler(c.Handler, sut.HandlerOptions{Reset: c.Reset}), nil
	case c.URL != "" && c.Reset != nil:
		return sut.NewRemote(c.URL, sut.RemoteOptions{Reset: func(context.Context) error { return c.Reset() }}), nil
	case c.URL != "":
		return sut.NewRemote(c.URL, sut.RemoteOptions{}), nil
	}
	return nil, ErrNoSystem
}

// open starts the system and returns what calls it.
func (r *engine) open(ctx context.Context) (sut.Caller, error) {
	caller, info, err := sut.Open(ctx, r.controller, sut.RemoteOptions{})
	r.baseURL = info.BaseURL
	return caller, err
}

// wire makes the problem and the session.
func (r *engine) wire(called sut.Caller) error {
	doc := *r.doc
	if hasPath(r.baseURL) {
		doc.BasePath = "" // the user's URL names it already
	}
	options := r.cfg.REST
	options.BaseURL = r.baseURL
	options.Leaks = options.Leaks || r.job != nil && r.baseURL == ""
	r.system = &system{Controller: r.controller, caller: called}
	if r.cfg.Handler != nil && r.cfg.Reset == nil {
		options.LoginEachTest = true // a fresh handler knows no sessions
	}
	traced, err := r.trace()
	if err != nil {
		return err
	}
	r.problem, err = rest.New(&doc, traced, r.registry, options)
	if err != nil {
		return err
	}
	r.session = search.NewSession(r.problem.Search(), r.registry, r.searchOptions())
	r.system.session = r.session
	return nil
}

// traced is a system that is seen from the inside.
type traced struct {
	*system
	sut.Tracer
}

// trace connects the system with the probes in it and with the flight
// recorder of the process, where there are such.
func (r *engine) trace() (rest.System, error) {
	if r.job != nil {
		if err := r.system.record(r.job); err != nil {
			return nil, err
		}
	}
	if !r.cfg.blackBox() {
		r.tracer = tracerOf(r.controller)
	}
	if r.tracer == nil {
		return r.system, nil
	}
	return traced{r.system, r.tracer}, nil
}

// tracerOf returns what looks into a system: its controller, or else the probes
// of this program, of which a handler is a part. It is nil where there are none.
func tracerOf(c sut.Controller) sut.Tracer {
	if tracer, ok := c.(sut.Tracer); ok {
		return tracer
	}
	if probes := sut.NewProbes(); probes != nil {
		return probes
	}
	return nil
}

// probesOf returns the probes of this program, nil if nothing is seen by them.
func probesOf(t sut.Tracer) *sut.Probes {
	probes, _ := t.(*sut.Probes)
	return probes
}

// searchOptions are the user's, but for the share of one worker and the seed of
// a process that goes on in place of another.
func (r *engine) searchOptions() search.Options {
	o := search.Options{Seed: r.cfg.Seed, Budget: r.cfg.Budget.search(), Observe: r.cfg.Observe}
	if j := r.job; j != nil {
		o.Observe = nil
		if j.Phase != finishing {
			o.Observe = r.note
			o.Budget = r.cfg.Budget.share(j.Worker, j.Workers).search()
		}
		o.Seed += uint64(j.Worker)*0x9e3779b97f4a7c15 + uint64(j.Attempt)*0xbf58476d1ce4e5b9
	}
	return o
}

// findBasePath looks for the operations where the base path is not the user's
// word. A system that cannot be called now shows that to the search as well.
func (r *engine) findBasePath(ctx context.Context) {
	var others []string
	for _, path := range append(slices.Clone(r.doc.BasePaths), "") {
		if path != r.doc.BasePath && !slices.Contains(others, path) {
			others = append(others, path)
		}
	}
	if len(others) == 0 || hasPath(r.baseURL) {
		return
	}
	_ = r.problem.FindBasePath(ctx, others, func(operation string) bool { return r.system.deaths[operation] > 0 })
}

func hasPath(base string) bool {
	u, err := url.Parse(base)
	return err == nil && strings.Trim(u.Path, "/") != ""
}

func (r *engine) algorithm() search.Algorithm[*testcase.Case] {
	switch {
	case r.cfg.Algorithm != nil:
		return r.cfg.Algorithm
	case r.tracer != nil:
		return whiteBox()
	}
	return blackBox()
}

func (r *engine) stop() {
	_ = r.controller.Stop(context.Background()) // nothing is left to do about it
}
