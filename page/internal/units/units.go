// Package units writes tests of the functions of a page's scripts. It records calls of the functions while tests of the
// page run. The recorded variables and elements become the set-up of tests that call a function alone.
//
// It implements S. Mirshokraie, A. Mesbah and K. Pattabiraman, Unit Test Generation for JavaScript (JSEFT, 2016),
// sections 3.2 and 3.3, with Algorithms 1 and 2 for the level of functions. The paper traces mutants in whole visits;
// here a mutant is switched on only in the call of one unit.
package units

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/internal/mutation"
	"github.com/evoke-go/evoke/js"
	"github.com/evoke-go/evoke/page/internal/act"
	"github.com/evoke-go/evoke/page/internal/browser"
	"github.com/evoke-go/evoke/page/internal/site"
	"github.com/evoke-go/evoke/page/internal/visitor"
	"github.com/evoke-go/evoke/suite"
)

// Page is a page whose scripts have the functions.
type Page struct {
	Site     *site.Site
	Address  string
	Settings visitor.Settings
	Browser  browser.Options
	// Own says that tests can read the files of the site. They then import modules, and run inline scripts of
	// documents.
	Own bool
	// More reports whether there is time to continue. It gets the number of calls so far. Write calls it before each
	// function and before each mutant. Default: there is no limit.
	More func(calls int) bool
	// Study gets the seeded faults that the tests notice. Default: nil, and no fault is tried.
	Study *mutation.Study
}

// Written are tests of functions.
type Written struct {
	Tests []suite.Test
	// Left is the number of functions without tests, and Untried the number of mutants on which the other functions
	// were not tried, after [Page.More] returned false.
	Left, Untried int
	// Fails says that there are no tests, because the scripts throw in a document of their own.
	Fails bool
	// Called is the number of functions that the visits called, and Closed the number of those that other scripts
	// cannot call.
	Called, Closed int
}

const (
	result = suite.UnitResult
	// loadLimit is the time limit for loading a document, actLimit for an act, and callLimit for a call.
	loadLimit, actLimit, callLimit = 30 * time.Second, 5 * time.Second, 2 * time.Second
	// path is the path of the document in which functions are called alone.
	path = "/__evoke_units__.html"
)

// Write returns tests of functions that visits of the page call. Each visit is a sequence of acts.
func Write(ctx context.Context, p Page, visits [][]*act.Act) (out *Written, err error) {
	w := &writer{page: p, hangs: map[int]bool{}}
	w.document = document{site: p.Site.With(site.Kit{Mutants: true, Records: true}), address: p.Address, own: p.Own}
	w.exports, w.called = map[string][]string{}, map[int]bool{}
	if w.script, err = visitor.Script(p.Settings); err != nil {
		return nil, err
	}
	if w.browser, err = browser.Start(ctx, p.Browser); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, w.browser.Close()) }()
	if w.out.Tests, err = w.tests(ctx, visits); err != nil {
		return nil, fmt.Errorf("tests of functions: %w", err)
	}
	return &w.out, nil
}

// writer writes tests of functions.
type writer struct {
	page Page
	document
	script  string
	browser *browser.Browser
	tab     *browser.Tab // with the document of unit tests
	visitor *visitor.Visitor
	calls   int                 // number of calls of functions so far
	hangs   map[int]bool        // mutants with which a call does not end
	exports map[string][]string // exported names, by module
	called  map[int]bool        // by number of the function: whether a test can call it
	out     Written
}

// more reports whether there is time to continue.
func (w *writer) more() bool { return w.page.More == nil || w.page.More(w.calls) }

func (w *writer) tests(ctx context.Context, visits [][]*act.Act) ([]suite.Test, error) {
	found, err := w.visit(ctx, visits)
	w.out.Called = len(w.called)
	for _, reached := range w.called {
		if !reached {
			w.out.Closed++
		}
	}
	if err != nil || len(found) == 0 {
		return nil, err
	}
	if loads, err := w.ready(ctx, found); err != nil || !loads {
		w.out.Fails = !loads
		return nil, err
	}
	if err := w.set(ctx, found); err != nil {
		return nil, err
	}
	w.page.Study.Count(len(found), 0)
	var kept []*candidate
	var tests []suite.Test
	for _, of := range byFunction(found) {
		if !w.more() {
			w.out.Left++
			continue
		}
		chosen, err := w.choose(ctx, of)
		if err != nil {
			return nil, err
		}
		few, units, err := w.assert(ctx, chosen)
		if err != nil {
			return nil, err
		}
		kept, tests = append(kept, few...), append(tests, units...)
	}
	return w.confirm(ctx, kept, tests)
}

// set makes candidates set up the variables that can be set.
func (w *writer) set(ctx context.Context, found []*candidate) error {
	names := map[string]bool{}
	var all []string
	for _, c := range found {
		for name := range c.values {
			if !names[name] {
				names[name], all = true, append(all, name)
			}
		}
	}
	settable, err := w.visitor.Settable(ctx, all)
	if err != nil {
		return err
	}
	for _, c := range found {
		c.set(settable)
	}
	return nil
}

// visit makes visits, and returns the calls recorded in them.
func (w *writer) visit(ctx context.Context, visits [][]*act.Act) (out []*candidate, err error) {
	for _, acts := range visits {
		tab, err := w.browser.Tab(ctx, w.site, w.script)
		if err != nil {
			return nil, err
		}
		found, err := w.visitOne(ctx, tab, acts)
		_ = tab.Close(ctx) // a tab that crashed is already closed
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err == nil: // otherwise the page ended the visit
			out = append(out, found...)
		}
	}
	return out, nil
}

func (w *writer) visitOne(ctx context.Context, tab *browser.Tab, acts []*act.Act) (out []*candidate, err error) {
	v, err := visitor.New(ctx, tab, w.page.Address, w.origin())
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, loadLimit)
	defer cancel()
	if _, err = v.Open(limited); err != nil {
		return nil, err
	}
	if w.loads == nil {
		if w.loads, err = v.Loads(limited); err != nil {
			return nil, err
		}
	}
	if err := v.Record(limited); err != nil {
		return nil, err
	}
	for _, a := range acts[1:] {
		if err := w.act(ctx, v, a); err != nil {
			return nil, err
		}
		records, err := v.Records(limited)
		if err != nil {
			return out, nil // the document was replaced
		}
		out = append(out, w.candidates(records)...)
	}
	return out, nil
}

// candidates returns the recorded calls that unit tests can make.
func (w *writer) candidates(records *js.Records) (out []*candidate) {
	functions := w.site.Sources.Functions()
	for i := range records.Calls {
		number := records.Calls[i].Function
		if number < 0 || number >= len(functions) {
			continue
		}
		if _, known := w.called[number]; !known {
			w.called[number] = false
		}
		c := &candidate{function: &functions[number], record: &records.Calls[i]}
		if path := c.function.Path; !w.hasScript(path) && w.page.Own {
			c.unit.Module = path
		} else if !w.hasScript(path) {
			continue
		}
		if c.takes(records, i, functions) {
			w.called[number], out = true, append(out, c)
		}
	}
	return out
}

func (w *writer) act(ctx context.Context, v *visitor.Visitor, a *act.Act) error {
	limited, cancel := context.WithTimeout(ctx, actLimit)
	defer cancel()
	_, err := v.Act(limited, a.Kind, a.Path, a.Given(), a.Answer())
	return err
}

// ready opens the document of unit tests: with nothing but the scripts, or with the elements of the page if the scripts
// or modules need these. It returns false if the scripts fail even then.
func (w *writer) ready(ctx context.Context, found []*candidate) (loads bool, err error) {
	for _, body := range []string{"", w.loads.Body} {
		w.body = body
		w.site.Documents = map[string]string{path: w.document.String()}
		if loads, err = w.open(ctx); err != nil {
			return false, err
		}
		whole := loads
		for _, c := range found {
			if m := c.unit.Module; loads && m != "" && len(w.exports[m]) == 0 {
				if w.exports[m], err = w.visitor.Exports(ctx, m); err != nil {
					return false, err
				}
				whole = whole && len(w.exports[m]) > 0
			}
		}
		if whole {
			break
		}
	}
	return loads, nil
}

// open opens the document of unit tests anew. It returns false if a script fails in it.
func (w *writer) open(ctx context.Context) (loads bool, err error) {
	if w.tab == nil {
		if w.tab, err = w.browser.Tab(ctx, w.site, w.script); err != nil {
			return false, err
		}
		address := strings.TrimSuffix(w.origin(), "/") + path
		if w.visitor, err = visitor.New(ctx, w.tab, address, w.origin()); err != nil {
			return false, err
		}
	}
	limited, cancel := context.WithTimeout(ctx, loadLimit)
	defer cancel()
	told, err := w.visitor.Open(limited)
	if err != nil {
		return false, err
	}
	return !slices.ContainsFunc(told.Troubles, visitor.Trouble.IsError), w.visitor.Record(limited)
}

// run calls the function of a unit, possibly with a mutant. The outcome is nil if the call did not end, or ended its
// document.
func (w *writer) run(ctx context.Context, u visitor.Unit) (*visitor.Outcome, error) {
	if w.hangs[u.Mutant] {
		return nil, nil
	}
	w.calls++
	limited, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	o, err := w.visitor.Unit(limited, &u)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err == nil:
		return o, nil
	}
	w.hangs[u.Mutant] = u.Mutant >= 0
	_ = w.tab.Close(ctx) // the tab does not answer or no longer exists
	w.tab = nil
	_, err = w.open(ctx)
	return nil, err
}
