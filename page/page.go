// Package page searches tests for web pages. A test is a sequence of acts of a user: it opens the page, clicks, types
// and waits. The code of scripts that a test executes, and the states that it reaches, guide the search.
//
// It implements S. Mirshokraie, A. Mesbah and K. Pattabiraman, Unit Test Generation for JavaScript (JSEFT, 2016). In
// addition it searches event sequences with MIO.
package page

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"time"

	"github.com/evoke-go/evoke/page/internal/browser"
	"github.com/evoke-go/evoke/page/internal/checks"
	"github.com/evoke-go/evoke/page/internal/execute"
	"github.com/evoke-go/evoke/page/internal/graph"
	"github.com/evoke-go/evoke/page/internal/site"
	"github.com/evoke-go/evoke/page/internal/visitor"
	"github.com/evoke-go/evoke/problem"
)

// Explore is a strategy for new tests.
type Explore string

const (
	// Promising draws events by their prospects of covering something. It is the default.
	Promising Explore = "promising"
	// Coverage expands the state whose events can execute the most functions, as JSEFT does (section 3.1).
	Coverage Explore = "coverage"
	// BreadthFirst expands the state nearest to the start, as Crawljax does.
	BreadthFirst Explore = "breadth-first"
	// Random expands a random state.
	Random Explore = "random"
)

// Options select the page to test. Either Handler or URL is required.
type Options struct {
	// Handler serves the site of the page, such as http.FileServerFS(os.DirFS("site")). It is called in this process,
	// without a network.
	Handler http.Handler
	// Path is the path of the page at the handler. Default: "/".
	Path string
	// URL is the URL of a page that another server serves.
	URL string
	// Lasting says that the site keeps state between tests. No page is then loaded before its test begins. Default:
	// false for a handler; a site at a URL always counts as lasting.
	Lasting bool
	// Browser is the path of the browser's program. Default: a Chromium or Chrome on this machine.
	Browser string
	// Show opens a window to watch the search. Default: false.
	Show bool
	// Axe is the path of the script of axe-core. Its rules for WCAG 2.1 A and AA are checked in the states of the page.
	// Default: node_modules/axe-core/axe.min.js in the working directory or a folder above it, if it exists.
	Axe string
	// MaxActs is the maximum number of acts of a test. Default: 20.
	MaxActs int
	// Explore is the strategy for new tests. Default: [Promising].
	Explore Explore
	// Functions adds tests of single functions of the page's scripts. The suite then needs a writer of such tests, such
	// as that of package qunit. Default: false, and all tests consist of acts.
	Functions bool

	limits execute.Limits // shorter in tests of pages that hang
}

const (
	defaultMaxActs = 20
	// defaultTabs is the number of open tabs: one for the current test; the others load the page for the next tests.
	defaultTabs = 3
)

// Spec describes the search for tests of a page, for evoke.Config. Its Make returns an error if the page cannot be
// loaded or there is no browser.
func Spec(o Options) problem.Spec {
	make := func(ctx context.Context, e problem.Env) (problem.Problem, error) { return newProblem(ctx, e, o) }
	return problem.Spec{Outside: true, Step: "act", Make: make}
}

// page returns the page in the form for package execute.
func (o *Options) page(now time.Time) (execute.Page, error) {
	p := execute.Page{
		Browser:  browser.Options{Path: o.Browser, Show: o.Show},
		Settings: visitor.Settings{Now: now.UnixMilli(), Seed: 1}, Tabs: defaultTabs, Limits: o.limits,
	}
	switch {
	case (o.Handler == nil) == (o.URL == ""):
		return p, errors.New("page: Options needs either a Handler or an URL")
	case o.Handler != nil:
		p.Site = site.Serve(o.Handler)
		at, err := url.Parse(site.Local)
		if err == nil {
			at, err = at.Parse(o.Path)
		}
		if err != nil {
			return p, fmt.Errorf("page: Options.Path: %w", err)
		}
		p.Address = at.String()
	default:
		at, err := url.Parse(o.URL)
		if err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https" {
			return p, fmt.Errorf("page: Options.URL %q is no address of a page: %w", o.URL, err)
		}
		p.Site, p.Address = site.At(at), o.URL
	}
	follow := p.Site
	if o.Lasting || o.URL != "" {
		p.Tabs, follow = 1, nil // following a link may change the state of the site
	}
	axe, err := o.axe()
	if err != nil {
		return p, fmt.Errorf("page: Options.Axe: %w", err)
	}
	p.Check = checks.New(axe, follow).Check
	return p, nil
}

// axe returns the script of axe-core; "" for none.
func (o *Options) axe() (string, error) {
	if o.Axe != "" {
		text, err := os.ReadFile(o.Axe)
		return string(text), err
	}
	here, err := os.Getwd()
	if err != nil {
		return "", err
	}
	return checks.Axe(here)
}

// chooser returns the chooser for the strategy.
func (o *Options) chooser(x *execute.Executor) (graph.Chooser, error) {
	switch o.Explore {
	case "", Promising:
		return graph.Promising(x.Uncovered), nil
	case Coverage:
		return graph.Coverage(x.Unexecuted), nil
	case BreadthFirst:
		return graph.BreadthFirst, nil
	case Random:
		return graph.Random, nil
	}
	return nil, fmt.Errorf("page: Options.Explore: there is no %q", o.Explore)
}
