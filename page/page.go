// Package page searches tests for web pages. A test is a sequence of what users do: it opens the page, clicks, types
// and waits. The search is guided by what the scripts of the page execute, and by the states that the page comes to.
//
// It implements S. Mirshokraie, A. Mesbah and K. Pattabiraman, Unit Test Generation for JavaScript (JSEFT, 2016), and
// searches event sequences with MIO besides.
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

// Explore says how new tests are found.
type Explore string

const (
	// Promising draws events by what they may bring. It is the default.
	Promising Explore = "promising"
	// Coverage expands the state whose events can execute most functions, as JSEFT does (section 3.1).
	Coverage Explore = "coverage"
	// BreadthFirst expands the state that is nearest to the start, as Crawljax does.
	BreadthFirst Explore = "breadth-first"
	// Random expands any state.
	Random Explore = "random"
)

// Options say which page to test. Either Handler or URL is needed.
type Options struct {
	// Handler serves the site of the page, such as http.FileServerFS(os.DirFS("site")). Nothing is written to a
	// network.
	Handler http.Handler
	// Path is that of the page at the handler. Default: "/".
	Path string
	// URL is the address of a page that something else serves.
	URL string
	// Lasting says that the site keeps what tests do, so that no page is loaded before its test begins. Default: only a
	// site at an URL does.
	Lasting bool
	// Browser is the program of the browser. Default: the Chromium or Chrome that is found.
	Browser string
	// Show opens a window to look on. Default: none.
	Show bool
	// Axe is the path of axe-core's script, whose rules for WCAG 2.1 A and AA the states of the page are held to.
	// Default: node_modules/axe-core/axe.min.js in the working directory or one above it, if it is there.
	Axe string
	// MaxActs is the most acts of a test. Default: 20.
	MaxActs int
	// Explore says how new tests are found. Default: [Promising].
	Explore Explore
	// Functions has functions of the page's scripts tested by themselves as well; a suite then needs a writer of such
	// tests, such as that of package qunit. Default: it has tests of what users do alone.
	Functions bool

	limits execute.Limits // for tests of pages that hang
}

const (
	defaultMaxActs = 20
	// defaultTabs is how many tabs are open: one has the test at hand, the others load the page for the next ones.
	defaultTabs = 3
)

// Spec describes the search for tests of a page, for evoke.Config.
func Spec(o Options) problem.Spec {
	make := func(ctx context.Context, e problem.Env) (problem.Problem, error) { return newProblem(ctx, e, o) }
	return problem.Spec{Outside: true, Step: "act", Make: make}
}

// page returns the page as it is executed.
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
		p.Tabs, follow = 1, nil // a link may change what the site keeps
	}
	axe, err := o.axe()
	if err != nil {
		return p, fmt.Errorf("page: Options.Axe: %w", err)
	}
	p.Check = checks.New(axe, follow).Check
	return p, nil
}

// axe returns the script of axe-core, "" for none.
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

// chooser returns where the search goes on.
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
