package page

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/aim"
	"github.com/evoke-go/evoke/internal/mutation"
	"github.com/evoke-go/evoke/page/internal/act"
	"github.com/evoke-go/evoke/page/internal/execute"
	"github.com/evoke-go/evoke/page/internal/visitor"
	"github.com/evoke-go/evoke/problem"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
	"github.com/evoke-go/evoke/testcase"
)

// pages is the problem of this package. It is not safe for concurrent use.
type pages struct {
	act.Codec
	*breeder
	harvester *harvester
	x         *execute.Executor
	guard     problem.Guard
	tallies   tallies
}

var (
	_ mutation.Studied = (*pages)(nil)
	_ mutation.Tried   = (*pages)(nil)
)

// clock returns the time of a page's clock when its document begins. It is the same in each run.
func clock() time.Time { return time.Date(2026, time.January, 1, 12, 0, 0, 0, time.UTC) }

func newProblem(ctx context.Context, e problem.Env, o Options) (*pages, error) {
	p, err := o.page(clock())
	if err != nil {
		return nil, err
	}
	x, err := execute.New(ctx, p, e.Registry)
	if err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	choose, err := o.chooser(x)
	if err != nil {
		return nil, errors.Join(err, x.Close())
	}
	if o.MaxActs <= 0 {
		o.MaxActs = defaultMaxActs
	}
	b := &breeder{x: x, choose: choose, maxActs: o.MaxActs, made: map[string]bool{}}
	b.aim = aim.Aim{Known: sut.Inside{Constants: x.Constants(), Values: x.Values}, Takers: takers}
	out := &pages{breeder: b, x: x, guard: e.Guard, tallies: tallies{of: map[string]*problem.Tally{}}}
	x.Next = b.next
	out.harvester = &harvester{
		x: x, gallery: &gallery{x: x}, page: p, title: cmp.Or(x.Title, pathOf(p.Address)), units: o.Functions,
	}
	out.harvester.searched = out.tallies.acts
	out.harvester.own = o.Handler != nil
	return out, nil
}

// Close implements io.Closer.
func (p *pages) Close() error { return p.x.Close() }

// Search implements [problem.Problem].
func (p *pages) Search() search.Problem[*testcase.Case] {
	return search.Problem[*testcase.Case]{Sampler: p, Mutator: p, Evaluator: p}
}

// Suite implements [problem.Problem].
func (p *pages) Suite(
	ctx context.Context, a *search.Archive[*testcase.Case], how problem.Harvest,
) (*suite.Suite, int, error) {
	return p.harvester.Suite(ctx, a, how)
}

// Study implements [mutation.Studied].
func (p *pages) Study(s *mutation.Study) { p.harvester.study = s }

// Mutants implements [mutation.Tried].
func (p *pages) Mutants() (*mutation.Result, *mutation.Reduction) {
	return p.harvester.found, p.harvester.less
}

// Evaluate implements [search.Evaluator].
func (p *pages) Evaluate(ctx context.Context, c *testcase.Case) (search.Evaluated[*testcase.Case], error) {
	if p.guard != nil {
		if err := p.guard.Begin(ctx); err != nil {
			return search.Evaluated[*testcase.Case]{}, fmt.Errorf("page: %w", err)
		}
	}
	t, err := p.x.Run(ctx, c, execute.Search)
	if err != nil {
		return search.Evaluated[*testcase.Case]{}, fmt.Errorf("page: %w", err)
	}
	p.tallies.count(t)
	for i := len(c.Actions); i < len(t.Steps); i++ { // the test continued
		c.Actions = append(c.Actions, t.Steps[i].Act)
	}
	return search.Evaluated[*testcase.Case]{
		Individual: c, Scores: t.Scores, Size: len(c.Actions), Cost: len(t.Steps),
	}, nil
}

// Tallies implements [problem.Problem].
func (p *pages) Tallies() []problem.Tally { return p.tallies.all() }

// Resume implements [problem.Resumer].
func (p *pages) Resume(counted []problem.Tally) { p.tallies.add(counted) }

// Faults implements [problem.Problem].
func (p *pages) Faults() []suite.Fault {
	found := p.x.Faults.All()
	out := make([]suite.Fault, len(found))
	for i := range found {
		out[i] = faultOf(&found[i])
	}
	return out
}

// Statements implements [problem.Covered].
func (p *pages) Statements() []sut.PackageCoverage { return p.x.Statements() }

// Warnings implements [problem.Warner].
func (p *pages) Warnings() []string { return append(p.x.Warnings(), p.harvester.left...) }

// tallies count acts by their events.
type tallies struct {
	of    map[string]*problem.Tally
	order []string
}

func (t *tallies) get(operation string) *problem.Tally {
	if t.of[operation] == nil {
		t.of[operation] = &problem.Tally{Operation: operation, Outcomes: map[string]int{}}
		t.order = append(t.order, operation)
	}
	return t.of[operation]
}

func (t *tallies) count(trace *execute.Trace) {
	for i := range trace.Steps {
		s := &trace.Steps[i]
		tally := t.get(operationOf(s.Act))
		tally.Calls++
		switch {
		case s.Broken != nil:
			tally.Incomplete++
		case len(s.Told.Troubles) > 0:
			tally.Outcomes["trouble"]++
		default:
			tally.Outcomes["done"]++
			tally.Successes++
		}
	}
}

func (t *tallies) add(counted []problem.Tally) {
	for i := range counted {
		to := t.get(counted[i].Operation)
		to.Calls += counted[i].Calls
		to.Successes += counted[i].Successes
		to.Incomplete += counted[i].Incomplete
		for outcome, n := range counted[i].Outcomes {
			to.Outcomes[outcome] += n
		}
	}
}

// acts returns the number of acts counted.
func (t *tallies) acts() (n int) {
	for _, tally := range t.of {
		n += tally.Calls
	}
	return n
}

func (t *tallies) all() []problem.Tally {
	out := make([]problem.Tally, len(t.order))
	for i, name := range t.order {
		out[i] = *t.of[name]
	}
	return out
}

// operationOf returns the operation of an act: its kind and its element, by a name that stays when the page shows other
// data.
func operationOf(a *act.Act) string {
	if a.Kind == act.Open || a.Path == "window" {
		return a.Kind
	}
	name := a.Label
	if name == "" && a.Tag != "li" && a.Tag != "td" && a.Tag != "tr" {
		name = a.Name
	}
	steps := strings.Split(act.Kin(a.Path), " > ")
	return a.Kind + " " + cmp.Or(name, a.ID, strings.Join(steps[max(0, len(steps)-fewestSteps):], " > "))
}

// Codes of the faults of pages. They are Evoke's own, because Web Fuzzing Commons has codes only for web services.
const (
	CodeError   = 961 // a script throws an error that nothing catches
	CodeReject  = 962 // a promise is rejected and nothing handles it
	CodeConsole = 963 // a script calls console.error
	CodeRequest = 964 // a request of a script fails
	CodeLoad    = 965 // an image, a script or a style cannot be loaded
	CodeHang    = 966 // a script does not end
	CodeCrash   = 967 // the tab crashes
	CodeLink    = 968 // a link leads to nothing
	CodeMarkup  = 969 // an id of several elements, or a reference to none
	CodeAccess  = 970 // a rule of accessibility is broken, by axe-core
)

// category is the category of a fault, with its code.
type category struct {
	code int
	name string
}

// categories are the categories by kind of trouble. It is read-only.
var categories = map[string]category{
	"error": {CodeError, "error of a script"}, "rejection": {CodeReject, "rejected promise"},
	"console": {CodeConsole, "console.error"}, "request": {CodeRequest, "failed request"},
	"load": {CodeLoad, "resource that does not load"}, "crash": {CodeCrash, "the tab crashes"},
	"link": {CodeLink, "link to nothing"}, "markup": {CodeMarkup, "markup that contradicts itself"},
	visitor.Access: {CodeAccess, "accessibility"},
}

// faultOf returns a fault as plain data.
func faultOf(f *execute.Fault) suite.Fault {
	of := cmp.Or(categories[f.Kind], category{CodeHang, "time-out"})
	untested := ""
	if of.code >= CodeLink {
		untested = "it is wrong with the page by itself, whatever its scripts do"
	}
	return suite.Fault{
		Untested: untested,
		Code:     of.code, Category: of.name, Operation: operationOf(f.Steps[len(f.Steps)-1].Act),
		Reason: f.Text, Frame: f.Place, Curl: again(f.Steps),
		Key:   fmt.Sprintf("%d %s %s", of.code, f.Text, f.Place),
		Cause: fmt.Sprintf("%d %s %s", of.code, f.Text, f.Place),
	}
}

// shown returns the faults for which a test is needed, each with the step that shows it.
func shown(x *execute.Executor, need []fitness.ID, t *execute.Trace) (out []suite.Fault) {
	for i := range t.Steps {
		for _, id := range x.Faults.Targets(&t.Steps[i]) {
			if f := x.Faults.Of(id); f != nil && slices.Contains(need, id) {
				fault := faultOf(f)
				fault.Step, fault.Operation = i, operationOf(t.Steps[i].Act)
				fault.Curl = again(t.Steps[:i+1])
				out = append(out, fault)
			}
		}
	}
	return out
}
