// Package execute executes tests of pages in tabs, scores the targets that they reach, and records the states to which
// they lead.
package execute

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/page/internal/act"
	"github.com/evoke-go/evoke/page/internal/graph"
	"github.com/evoke-go/evoke/page/internal/visitor"
	"github.com/evoke-go/evoke/testcase"
)

// Step is an act that was executed.
type Step struct {
	Act  *act.Act
	Told *visitor.Told
	// From and To are the states before and after the act; nil if the graph is full.
	From, To *graph.State
	// Before and After have the visible properties of each element before and after the act, by the path of the
	// element; the title of the page is at "". On is the element of the act. They are set only for the purposes Judge
	// and Write.
	Before, After map[string]visitor.Sight
	On            *visitor.Named
	// Broken is the error that ended the test with its tab, such as [browser.ErrHangs] or [browser.ErrCrashed];
	// otherwise nil.
	Broken error
}

// Trace is the execution of a test.
type Trace struct {
	Steps  []Step
	Scores fitness.Scores
}

// Executor executes tests. It is not safe for concurrent use.
type Executor struct {
	// Graph has the states to which tests led.
	Graph *graph.Graph
	// Known has the targets and their scores.
	*Known
	// Title is the title of the page when it is opened.
	Title string
	// Next returns an act with which a test for the search continues; nil to end it. It gets the last step and the
	// number of steps so far. It may be nil.
	Next func(after *Step, done int) *act.Act

	tabs   *tabs
	board  fitness.Board
	change *Change
}

// New returns an executor for a page. It loads the page once, and returns an error if it cannot.
func New(ctx context.Context, p Page, registry *fitness.Registry) (*Executor, error) {
	t, err := openTabs(ctx, p)
	if err != nil {
		return nil, err
	}
	x := &Executor{Graph: graph.New(), Known: newKnown(registry, p.Site.Sources), tabs: t}
	x.Graph.Keys = func() []any { return act.Keys(x.Constants()) }
	first, err := x.Run(ctx, &testcase.Case{Actions: []testcase.Action{act.First()}}, Search)
	if err == nil {
		err = first.Steps[0].Broken
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("the page %s cannot be tested: %w", p.Address, err), x.Close())
	}
	x.Title = first.Steps[0].Told.Title
	return x, nil
}

// Close ends the browser.
func (x *Executor) Close() error { return x.tabs.close() }

// Purpose says for what a test is executed.
type Purpose int

// The purposes.
const (
	Search Purpose = iota // for the search: the graph learns from it
	Check                 // to find out what it covers
	Judge                 // to check its assertions
	Write                 // to find out what it can assert
	// to find out whether the test depends on time that passes after acts that leave nothing to do
	Hasty
)

// Run executes a test. Its first act opens the page. The test ends early if its next act is not possible, or if the
// page leaves its site, hangs or crashes.
func (x *Executor) Run(ctx context.Context, c *testcase.Case, p Purpose) (*Trace, error) {
	g, err := x.tabs.take(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { x.tabs.give(g) }()
	t := &Trace{}
	for a := x.act(c, t, p); a != nil; a = x.act(c, t, p) {
		i := len(t.Steps)
		step, err := x.step(ctx, g, a, p)
		if err != nil {
			return nil, err
		}
		if i > 0 && p >= Judge {
			step.Before = t.Steps[i-1].After
		}
		if step.Told.Missing {
			if i > 0 && p == Search {
				t.Steps[i-1].To.Event(step.Act.Key()).Fail()
			}
			break
		}
		gained := x.score(t.Steps, &step)
		if x.leaves(step.Told) {
			t.Steps = append(t.Steps, step)
			break
		}
		if p == Search {
			x.note(t.Steps, &step, gained)
		}
		if t.Steps = append(t.Steps, step); step.Broken != nil {
			g.drop(ctx)
			break
		}
	}
	t.Scores = x.board.Take()
	return t, nil
}

// act returns the act of a test that comes after those of a trace; nil for none.
func (x *Executor) act(c *testcase.Case, t *Trace, p Purpose) *act.Act {
	done := len(t.Steps)
	switch {
	case done < len(c.Actions):
		return c.Actions[done].(*act.Act)
	case p == Search && x.Next != nil && done > 0 && t.Steps[done-1].To != nil:
		return x.Next(&t.Steps[done-1], done)
	}
	return nil
}

// Change is a change of the document with which a page begins.
type Change struct {
	// Path is the path of an element, and Attribute the attribute that gets another value; with "" the element is
	// removed.
	Path, Attribute string
}

// Alter makes pages load after a script and with a changed document; nil means no change. It requires that tabs are not
// loaded before their test begins.
func (x *Executor) Alter(script string, c *Change) { x.tabs.before, x.change = script, c }

// step performs an act.
func (x *Executor) step(ctx context.Context, g *guest, a *act.Act, p Purpose) (Step, error) {
	limited, cancel := g.tab.Limit(ctx, x.tabs.page.Limits.Act)
	defer cancel()
	s, err := Step{Act: a, Told: g.told}, g.err
	if err == nil && a.Kind == act.Open && x.change != nil {
		err = g.visitor.Change(limited, x.change.Path, x.change.Attribute)
	}
	if a.Kind != act.Open {
		if p == Write {
			s.On, err = g.visitor.Name(limited, a.Path)
		}
		if g.visitor.Hasty = p == Hasty; err == nil {
			s.Told, err = g.visitor.Act(limited, a.Kind, a.Path, a.Sent(), a.Answer())
		}
	}
	if err == nil && p >= Judge {
		if s.After, err = g.visitor.Sights(limited); err == nil {
			s.After[""] = visitor.Sight{Text: s.Told.Title}
		}
	}
	switch {
	case ctx.Err() != nil:
		return Step{}, fmt.Errorf("execute a test: %w", ctx.Err())
	case err != nil:
		return Step{Act: a, Told: &visitor.Told{}, Broken: err}, nil
	}
	return s, nil
}

// leaves reports whether the page now belongs to another site.
func (x *Executor) leaves(told *visitor.Told) bool {
	return told.Address != "" && !strings.HasPrefix(told.Address, x.tabs.origin)
}

// note adds a step to the graph. before are the steps before it.
func (x *Executor) note(before []Step, s *Step, gained bool) {
	var path []*act.Act
	for i := range before {
		path = append(path, before[i].Act)
	}
	if s.Broken == nil {
		s.To = x.Graph.Arrive(append(path, s.Act), s.Told)
	}
	if len(before) == 0 {
		return
	}
	s.From = before[len(before)-1].To
	x.Graph.Went(s.From, s.To, s.Act, graph.Came{
		Asked: len(s.Told.Asked) > 0, Ran: len(s.Told.Scores) > 0, Gained: gained, Faults: x.Faults.Targets(s),
	})
	if s.Broken != nil {
		x.Graph.Ended(s.Act)
	}
}

// score scores the targets of a step. before are the steps before it. It reports whether a target was covered for the
// first time.
func (x *Executor) score(before []Step, s *Step) (gained bool) {
	score := func(id fitness.ID, value float64) {
		x.board.Score(id, len(before), value)
		gained = x.cover(id, value) || gained
	}
	for _, scored := range s.Told.Scores {
		if id, known := x.target(scored.Target); known {
			score(id, scored.Value)
		}
	}
	if s.Broken == nil {
		if id, room := x.state(s.Told.State); room {
			score(id, 1)
		}
		if s.Act.Kind != act.Open {
			score(x.event(s.Act.Key()), 1)
		}
	}
	for _, id := range x.Faults.Targets(s) {
		x.Faults.Of(id).keep(before, s)
		score(id, 1)
	}
	return gained
}
