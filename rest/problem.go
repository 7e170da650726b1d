package rest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/conformance"
	"github.com/evoke-go/evoke/internal/secret"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/rest/auth"
	"github.com/evoke-go/evoke/rest/internal/action"
	"github.com/evoke-go/evoke/rest/internal/api"
	"github.com/evoke-go/evoke/rest/internal/execute"
	"github.com/evoke-go/evoke/rest/internal/genotype"
	"github.com/evoke-go/evoke/rest/internal/harvest"
	"github.com/evoke-go/evoke/rest/internal/laws"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/rest/internal/pool"
	"github.com/evoke-go/evoke/rest/internal/surround"
	"github.com/evoke-go/evoke/rest/internal/tracking"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// System is a started system under test in the form that an evaluation needs.
type System interface {
	sut.Caller
	// Reset brings the state back to what it was after the start.
	Reset(ctx context.Context) error
}

// Problem is a REST API as a search problem. It samples, mutates and evaluates
// cases whose actions are HTTP calls. It is not safe for concurrent use.
type Problem struct {
	api       *api.API
	pool      *pool.Pool
	tracker   *tracking.Tracker // nil without a tracer
	sampler   *sampler
	mutator   *mutator
	executor  *execute.Executor
	harvester *harvest.Harvester
	laws      *laws.Learner // nil for a search without memory
	warnings  []openapi.Warning
	unjudged  func() []openapi.Warning // warns about answers that could not be judged
	cases
	welcome
	causes       causes
	dependencies *dependencies
}

// ErrNoOperations means that there is nothing to call.
var ErrNoOperations = errors.New("rest: the schema has no operations to call")

// New makes a problem of a document and a started system. The registry gives
// targets their ids. The problem does not call operations that the options
// exclude.
func New(doc *openapi.Document, system System, registry *fitness.Registry, o Options) (*Problem, error) {
	return NewContext(context.Background(), doc, system, registry, o)
}

// maxOperations bounds the operations of one search. The filters go first.
const maxOperations = 3000

// first returns the operations that are searched, and a warning if there are more.
func first(kept []*openapi.Operation) ([]*openapi.Operation, []openapi.Warning) {
	n := len(kept)
	if n <= maxOperations {
		return kept, nil
	}
	reason := fmt.Sprintf("of its %d operations the first %d are called; filters (Include, Exclude, Tags) "+
		"choose others", n, maxOperations)
	return kept[:maxOperations], []openapi.Warning{{Where: "document", Reason: reason}}
}

// NewContext is like [New]. It returns an error if ctx ends before the problem is made. Its listener runs until ctx
// ends.
func NewContext(
	ctx context.Context, doc *openapi.Document, system System, registry *fitness.Registry, o Options,
) (*Problem, error) {
	kept, elsewhere := reached(filter(doc.Operations, o), o.BaseURL)
	if len(kept) == 0 {
		return nil, noOperations(doc, &o, elsewhere)
	}
	kept, tooMany := first(kept)
	if err := errors.Join(check(o.Users), noOracle(o.Oracles), withoutMakers(o.WithoutMakers)); err != nil {
		return nil, err
	}
	checker, warnings := conformance.Compile(doc)
	checker.XML = message.ParseXML
	given := o
	secrets := prepare(&o, doc, system)
	builder := genotype.NewBuilder(genotype.Options{Formats: o.Formats, Users: open(o.Users, secrets),
		Credentials: genotype.Credentials(o.Users, doc.Security), Stop: ctx.Done()})
	p := &Problem{api: api.New(kept, builder, registry), unjudged: checker.Unjudged, warnings: slices.Concat(tooMany,
		elsewhere, doc.Warnings, warnings, warningsOf(builder.Warnings()), typos(doc, builder, &o))}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("rest: %w", err)
	}
	tracer, known := lookInto(system, registry, secrets)
	admit(p.api, o.Users, doc.Security, &o)
	p.codec = action.Codec{API: p.api, Users: len(o.Users), Names: userNames(o.Users), InvalidRate: o.invalidRate()}
	p.pool = pool.New(&p.codec, registry, known.Constants, o.NoMemory)
	p.tracker = newTracker(known, builder.Document, p.pool, &o)
	p.pool.Track(p.tracker.Inputs())
	p.laws = lawsFor(&o, title(doc, &o).Address, secrets)
	p.dependencies = newDependencies(p.api, doc.Security, o.Nouns, o.Policy != nil)
	p.sampler = newSampler(p.dependencies, p.pool, p.tracker, tracer != nil, &o)
	p.sampler.wishes = surround.New(p.api, &known, o.stores(), o.NoMemory)
	listener, deaf := arm(ctx, p.sampler.derived, &o)
	p.mutator, p.warnings = p.sampler.with(newMutator(p.sampler, p.pool, known, execute.Departs(system))),
		append(p.warnings, deaf...)
	p.executor = execute.New(p.api, system, registry, &execute.Options{
		Users: o.Users, LoginEachTest: o.LoginEachTest, Addresses: title(doc, &o).Addresses, BasePath: doc.BasePath,
		Oracles: judges(checker, listener, &o), Without: o.Without, Leaks: o.Leaks, Around: p.sampler.wishes.Around(),
		Tracer: tracer, Known: known, Secrets: secrets, Finds: !o.NoExpansion, Lasting: lasting(system),
	})
	p.executor.Listener = &learners{
		API: p.api, Pool: p.pool, Tracker: p.tracker, Repairs: p.sampler.repairs, Laws: p.laws,
		Wishes: p.sampler.wishes, relations: p.dependencies.relations(o.NoMemory),
	}
	facets := score(p.executor, p.sampler.derived, tracer != nil)
	p.harvester = harvest.New(p.executor, p.codec, title(doc, &o), facets, p.pool.Kept, p.laws.Checks)
	p.sampler.standing.tally, p.discretion, p.welcome = p.executor.Tally, discretion{secrets}, welcomed(doc, given)
	p.causes = causes{p.executor.Faults, func(fault fitness.ID) string { return harvest.Untested(p.harvester, fault) }}
	return sow(p), nil
}

// title returns how suites describe the system.
func title(doc *openapi.Document, o *Options) harvest.Title {
	where := execute.Addresses{BaseURL: o.BaseURL, Address: cmp.Or(o.BaseURL, doc.Local)}
	return harvest.Title{Name: doc.Title, Addresses: where}
}

// warningsOf returns the warnings in lines of the form "place: reason".
func warningsOf(lines []string) (out []openapi.Warning) {
	for _, line := range lines {
		where, reason, _ := strings.Cut(line, ": ")
		out = append(out, openapi.Warning{Where: where, Reason: reason})
	}
	return out
}

// sow makes tests of the samples of the options.
func sow(p *Problem) *Problem {
	if o := &p.options; !o.Samples.Empty() || len(o.Samples.Warnings) > 0 {
		seeds, quotes, warnings := newSeeds(&p.codec, p.pool, &o.Samples, pool.Options{
			BaseURL: o.BaseURL, BasePaths: basePaths(p.doc), Declared: o.NoExpansion, MaxCalls: o.maxCalls(),
			Holds: p.secrets.Holds,
		})
		p.sampler.openings.seeds, p.sampler.drafts.quotes = seeds, quotes
		p.warnings = append(slices.DeleteFunc(p.warnings, func(w openapi.Warning) bool { return w.Where == ofSamples }),
			warnings...)
	}
	return p
}

// basePaths returns the paths below which a document has operations.
func basePaths(doc *openapi.Document) []string {
	out := slices.Clone(doc.BasePaths)
	for _, op := range doc.Operations {
		if at := op.Below(""); op.Base != "" && !slices.Contains(out, at) {
			out = append(out, at)
		}
	}
	return out
}

// check returns an error for the first user that cannot make calls.
func check(users []auth.User) error {
	for i := range users {
		if err := users[i].Check(); err != nil {
			return fmt.Errorf("rest: user %d: %w", i+1, err)
		}
	}
	return nil
}

// newTracker returns the tracker of inputs, nil if the search tracks none.
func newTracker(
	known sut.Inside, typed func(schema string) gene.Gene, in *pool.Pool, o *Options,
) *tracking.Tracker {
	if o.NoMemory || o.NoTracking {
		return nil
	}
	return tracking.New(known, typed, in)
}

// prepare completes the users of the options, and returns their credentials.
func prepare(o *Options, doc *openapi.Document, system System) *secret.Set {
	o.Users = withSpare(auth.Prepare(o.Users, doc), doc, lasting(system), false, o)
	return secret.New(auth.Secrets(o.Users, doc))
}

// lookInto returns the tracer of a system and what the tracer knows, without credentials.
// The tracer is nil if the system has none.
func lookInto(system System, registry *fitness.Registry, secrets *secret.Set) (sut.Tracer, sut.Inside) {
	tracer, ok := system.(sut.Tracer)
	if !ok {
		return nil, discreet(sut.Inside{}, secrets)
	}
	return tracer, discreet(tracer.Inside(registry), secrets)
}

// lasting reports whether a system keeps what tests leave behind.
func lasting(system System) bool {
	s, ok := system.(interface{ Lasting() bool })
	return ok && s.Lasting()
}

func noOperations(doc *openapi.Document, o *Options, elsewhere []openapi.Warning) error {
	if len(elsewhere) > 0 {
		return fmt.Errorf("%w: %s", ErrNoOperations, elsewhere[0])
	}
	if len(doc.Operations) == 0 && len(doc.Warnings) > 0 {
		return fmt.Errorf("%w: %s", ErrNoOperations, doc.Warnings[0])
	}
	if len(doc.Operations) == 0 {
		return ErrNoOperations
	}
	err := fmt.Errorf("%w: the filters leave none of its %d", ErrNoOperations, len(doc.Operations))
	for _, w := range misfits(doc, o) {
		err = fmt.Errorf("%w; %s", err, w)
	}
	return err
}

// Search returns the problem in the form that a search takes.
func (p *Problem) Search() search.Problem[*testcase.Case] {
	return search.Problem[*testcase.Case]{Sampler: p, Mutator: p, Evaluator: p}
}

// Sample implements [search.Sampler]. The first samples are those that the options have, and then call each operation
// alone, and then each operation after those that may create its resource.
func (p *Problem) Sample(r *rand.Rand) *testcase.Case { return p.sampler.sample(r) }

// Opening reports whether first samples are left. Evaluate all of them before
// you mutate anything.
func (p *Problem) Opening() bool {
	return p.sampler.openings.left()
}

// Mutate implements [search.Mutator].
func (p *Problem) Mutate(r *rand.Rand, parent *testcase.Case, focus float64) *testcase.Case {
	adopt(parent)
	if plan := p.sampler.plan; plan != nil {
		return plan.Mutate(r, &search.Evaluated[*testcase.Case]{Individual: parent}, focus)
	}
	child := p.mutator.structure.Mutate(r, parent, focus)
	p.tracker.Inputs().Bind(r, child)
	child.By = byMutation
	return child
}

// MutateFor implements [search.Aimer]. It removes the calls after the call that
// reached the target, and mostly changes that call.
func (p *Problem) MutateFor(
	r *rand.Rand, parent *search.Evaluated[*testcase.Case], target fitness.ID, focus float64,
) *testcase.Case {
	return p.mutator.mutateFor(r, parent, target, focus)
}

// Evaluate implements [search.Evaluator]. It resets the system, makes the calls
// of the case one after the other and scores the answers. If a call gets no
// answer, the test ends early with the scores until then.
func (p *Problem) Evaluate(ctx context.Context, c *testcase.Case) (search.Evaluated[*testcase.Case], error) {
	p.tracker.Begin()
	trace := p.executor.Sightings.Begin()
	purpose := execute.Purpose{Whole: tracking.Mends(p.tracker, c), Trace: trace}
	calls, err := p.executor.Run(ctx, c, p.executor.Begin(purpose))
	calls, p.calls = calls+p.calls, 0
	scores := p.executor.Board.Take()
	if err == nil {
		p.executor.Sightings.Keep(c, scores, trace)
	}
	p.tracker.End(c, scores)
	p.mutator.influence.Evaluated(c, scores)
	p.sampler.wishes.Evaluated(c, scores)
	p.sampler.derived.variants.Evaluated(c, scores, p.sampler.makers.evaluated(c, scores, calls), calls)
	p.sampler.evaluated(c)
	if plan := p.sampler.plan; plan != nil {
		plan.Evaluated(c, scores)
	}
	p.sampler.repairs.End()
	if err != nil {
		return search.Evaluated[*testcase.Case]{}, err
	}
	return search.Evaluated[*testcase.Case]{
		Individual: c, Scores: scores, By: c.By, Cost: calls,
		Size: len(c.Actions) + surround.Count(c, genotype.Surrounds),
	}, nil
}

// Dependencies implements [problem.Graphed]. It returns the dependencies between resources, which are named by their
// paths. They come from names, texts and links of the schema, from values of answers that accepted calls sent, and from
// SQL tables. With [ResourceHandling] they come from names, texts, scores and tables.
func (p *Problem) Dependencies() []problem.Dependency { return p.dependencies.all() }

// Archived implements [problem.Archivist].
func (p *Problem) Archived() (map[string][]byte, error) { return p.harvester.Archived() }

// Suite makes a minimal suite from the best tests of an archive. Its tests are
// small, and each covers something that no other test does. Suite executes them
// several times and asserts what was the same every time. The second result
// counts the tests that it leaves out because their answers changed between
// executions. If ctx ends or the system dies on the way, Suite returns the
// tests that were executed often enough until then, together with the error.
func (p *Problem) Suite(
	ctx context.Context, a *search.Archive[*testcase.Case], h problem.Harvest,
) (*suite.Suite, int, error) {
	return p.harvester.Suite(ctx, a, h)
}

// Kept returns the tests of the last suite.
func (p *Problem) Kept() (problem.Kept, error) { return p.harvester.Kept() }

// Answer executes the tests once, except those that hang, and records the
// answers.
func (p *Problem) Answer(ctx context.Context, k *problem.Kept) error {
	return p.harvester.Answer(ctx, k)
}

// SuiteAgain makes a suite from the tests of another suite, in a process that
// has executed nothing before. Answers that depend on what a search left behind
// outside of the system differ here, and SuiteAgain does not assert them. The
// second result names the tests that it leaves out because their answers
// differ or because they no longer show what they were kept for. It fails when
// ctx ends.
func (p *Problem) SuiteAgain(ctx context.Context, k problem.Kept, now time.Time) (*suite.Suite, []string, error) {
	return p.harvester.SuiteAgain(ctx, k, now)
}
