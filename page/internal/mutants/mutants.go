// Package mutants executes the tests of a suite on a page with mutants: scripts with small changes, and documents
// without an element or an attribute. It is the part of Algorithm 2 of JSEFT (section 3.4) that is specific to pages;
// package mutation has the rest.
package mutants

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/mutation"
	"github.com/evoke-go/evoke/page/internal/browser"
	"github.com/evoke-go/evoke/page/internal/execute"
	"github.com/evoke-go/evoke/page/internal/site"
	"github.com/evoke-go/evoke/page/internal/visitor"
	"github.com/evoke-go/evoke/probe/mutant"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/testcase"
)

// maxChanges is the maximum number of mutants of the document, as in the paper. executions is the number of executions
// of a test that are compared to find constant properties.
const maxChanges, executions = 50, 3

// Player executes tests on a page with mutants. It implements [mutation.Player] and is not safe for concurrent use.
type Player struct {
	x       *execute.Executor
	sources *site.Sources
	cases   map[string]*testcase.Case // by name of the test
	sites   []mutant.Site             // the mutants of scripts, followed by those of the document
	scripts int                       // number of mutants of scripts
	changes []execute.Change          // the mutants of the document
	touched map[string][]int          // by name of the test: the changes of elements that the test is about
	reached map[int]bool
	study   *mutation.Study // nil for none
	on      int             // the mutant that is switched on; -1 for none
	plain   map[string][]*execute.Trace
	differ  Differ
}

// Differ returns the sights that differ between before and after an act.
type Differ func(before, after map[string]visitor.Sight) []suite.Sight

// New returns a player for the tests of a suite. cases has the acts of each test, by name. The study may be nil. If a
// test does not notice a mutant of a script although the page shows a difference, the test gets an assertion of this
// difference.
func New(
	ctx context.Context, p execute.Page, s *suite.Suite, cases map[string]*testcase.Case, d Differ,
	study *mutation.Study,
) (*Player, error) {
	p.Site, p.Tabs = p.Site.With(site.Kit{Mutants: true}), 1
	x, err := execute.New(ctx, p, &fitness.Registry{})
	if err != nil {
		return nil, fmt.Errorf("mutants: %w", err)
	}
	out := &Player{
		x: x, sources: p.Site.Sources, cases: cases, touched: map[string][]int{}, reached: map[int]bool{},
		study: study, on: -1, plain: map[string][]*execute.Trace{}, differ: d,
	}
	if err := out.find(ctx, s); err != nil {
		return nil, errors.Join(err, x.Close())
	}
	return out, nil
}

// find executes each test once, so that all scripts are loaded, and collects the mutants.
func (p *Player) find(ctx context.Context, s *suite.Suite) error {
	begun := map[string]visitor.Sight{}
	for i := range s.Tests {
		trace, err := p.x.Run(ctx, p.cases[s.Tests[i].Name], execute.Judge)
		if err != nil {
			return err
		}
		p.plain[s.Tests[i].Name] = append(p.plain[s.Tests[i].Name], trace)
		if len(trace.Steps) > 0 {
			maps.Copy(begun, trace.Steps[0].After)
		}
	}
	for _, m := range p.sources.Mutants() {
		p.sites = append(p.sites, m.Site())
	}
	p.scripts = len(p.sites)
	of := map[string][]int{} // changes by element
	for i := range s.Tests {
		for _, path := range elements(&s.Tests[i]) {
			sight, there := begun[path]
			if _, known := of[path]; !known && there {
				of[path] = p.change(path, &sight)
			}
			p.touched[s.Tests[i].Name] = append(p.touched[s.Tests[i].Name], of[path]...)
		}
	}
	return nil
}

// elements returns the paths of the elements that a test is about, each once.
func elements(t *suite.Test) (paths []string) {
	for i := range t.Steps {
		a := t.Steps[i].Act
		paths = append(paths, a.On.Path)
		for j := range a.Expect {
			paths = append(paths, a.Expect[j].Of.Path)
		}
	}
	slices.Sort(paths)
	return slices.DeleteFunc(slices.Compact(paths), func(path string) bool { return path == "" })
}

// change adds the changes of an element of the initial document, and returns their numbers.
func (p *Player) change(path string, s *visitor.Sight) (numbers []int) {
	attributes := []string{""}
	for name, has := range map[string]bool{
		"class": s.Classes != "", "style": s.Style != "", "disabled": s.Disabled,
		"value": s.Value != nil, "checked": s.Checked != nil,
	} {
		if has {
			attributes = append(attributes, name)
		}
	}
	slices.Sort(attributes)
	for _, a := range attributes {
		if len(p.changes) == maxChanges {
			return numbers
		}
		words := "is not there"
		if a != "" {
			words = "has another " + a
		}
		numbers = append(numbers, len(p.sites))
		p.changes = append(p.changes, execute.Change{Path: path, Attribute: a})
		p.sites = append(p.sites, mutant.Site{Function: path, Change: words})
	}
	return numbers
}

// Sites implements [mutant.Program].
func (p *Player) Sites() []mutant.Site { return p.sites }

// Switch implements [mutant.Program].
func (p *Player) Switch(number int, on bool) {
	switch p.on = number; {
	case !on:
		p.on = -1
		p.x.Alter("", nil)
	case number < p.scripts:
		p.x.Alter("__evoke__.mutate("+strconv.Itoa(number)+")", nil)
	default:
		p.x.Alter("", &p.changes[number-p.scripts])
	}
}

// Reached implements [mutant.Program].
func (p *Player) Reached() (numbers []int) {
	for n := range p.reached {
		if p.study.Tries(p.sites[n]) {
			numbers = append(numbers, n)
		}
	}
	clear(p.reached)
	slices.Sort(numbers)
	return numbers
}

// Renew implements [mutation.Renewer]. It does nothing, because a tab that crashed or hung is closed already.
func (*Player) Renew(context.Context) error { return nil }

// Close ends the browser.
func (p *Player) Close() error { return p.x.Close() }

// Play implements [mutation.Player].
func (p *Player) Play(ctx context.Context, t *suite.Test) (out mutation.Played, err error) {
	trace, err := p.x.Run(ctx, p.cases[t.Name], execute.Judge)
	if err != nil {
		out.Failed = []suite.Assertion{{Op: suite.StatusOp}}
		return out, err
	}
	for _, n := range p.touched[t.Name] {
		p.reached[n] = true
	}
	out.Actions = len(trace.Steps)
	for i := range trace.Steps {
		step := &trace.Steps[i]
		for _, s := range step.Told.Scores {
			if s.Target < p.scripts {
				p.reached[s.Target] = true
			}
		}
		out.Hangs = out.Hangs || errors.Is(step.Broken, browser.ErrHangs)
		out.Dies = out.Dies || errors.Is(step.Broken, browser.ErrCrashed)
		failed := unmet(t, i, step)
		out.Failed = append(out.Failed, failed...)
		if slices.ContainsFunc(failed, suite.Assertion.Fixed) {
			return out, nil
		}
	}
	if n := len(trace.Steps); n < len(t.Steps) { // the next act was not possible
		out.Failed = append(out.Failed, suite.Assertion{Step: n, Op: suite.StatusOp})
		return out, nil
	}
	switch {
	case p.on < 0:
		t.LeaveOut(out.Failed) // an assertion that fails sometimes is removed
		if len(p.plain[t.Name]) < executions {
			p.plain[t.Name] = append(p.plain[t.Name], trace)
		}
	case len(out.Failed) == 0 && p.on < p.scripts && !p.study.Is(p.sites[p.on]):
		out.Failed = p.assert(t, trace)
	}
	return out, nil
}

// assert adds an assertion of the first difference that a mutant causes: this is DIFF(ChangedSt, AfterEvDomSt) of
// Algorithm 2. Among equally informative elements it uses the last, because the last element of a list is a different
// one when the length changes.
func (p *Player) assert(t *suite.Test, mutated *execute.Trace) []suite.Assertion {
	plain := p.plain[t.Name]
	for i := range plain[0].Steps {
		sights := p.differ(mutated.Steps[i].After, plain[0].Steps[i].After)
		sights = slices.DeleteFunc(sights, func(sight suite.Sight) bool {
			// "" may also mean that there is no such attribute
			attribute := sight.Kind == suite.HasClasses || sight.Kind == suite.HasStyle
			return attribute && sight.Value == "" || slices.ContainsFunc(plain, func(other *execute.Trace) bool {
				got, there := other.Steps[i].After[sight.Of.Path]
				return !holds(&sight, &got, there)
			})
		})
		for n := len(sights) - 1; n >= 0; n-- {
			if last := sights[n]; last.Kind == sights[0].Kind {
				t.Steps[i].Act.Expect = append(t.Steps[i].Act.Expect, last)
				return []suite.Assertion{last.Assertion(i)}
			}
		}
	}
	return nil
}
