package execute

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"sync"
	"time"

	"github.com/evoke-go/evoke/page/internal/browser"
	"github.com/evoke-go/evoke/page/internal/site"
	"github.com/evoke-go/evoke/page/internal/visitor"
)

// Page is the page that tests visit.
type Page struct {
	// Site answers the requests of the page.
	Site *site.Site
	// Address is the URL of the page.
	Address string
	// Settings are the clock and the random seed of the page.
	Settings visitor.Settings
	// Browser selects the browser.
	Browser browser.Options
	// Tabs is the number of open tabs. All but the one of the current test have the page loaded before their test
	// begins. Default: 1. Then the page is loaded when its test begins, which is necessary if the site keeps state
	// between tests.
	Tabs int
	// Check returns the defects of a state; nil for no check.
	Check func(ctx context.Context, t *browser.Tab) ([]visitor.Trouble, error)
	// Limits bound the time for loading the page and for an act. Default: 30 and 5 seconds.
	Limits Limits
}

// Limits are times after which a page counts as hanging.
type Limits struct {
	// Load is the time limit for loading the page. Act is the time limit until the page is at rest after an act.
	Load, Act time.Duration
}

// The default limits.
const loadLimit, actLimit = 30 * time.Second, 5 * time.Second

// guest is a tab with a visitor.
type guest struct {
	tab     *browser.Tab
	visitor *visitor.Visitor
	told    *visitor.Told // result of opening the page
	err     error         // error of opening the page
}

// tabs are the tabs of a page. One goroutine takes guests and gives them back.
type tabs struct {
	page    Page
	script  string
	before  string // runs before the scripts of the page, after the first script
	origin  string
	free    chan *guest
	opening sync.WaitGroup

	mu      sync.Mutex
	browser *browser.Browser
	ended   bool // whether close was called
}

// openTabs starts the browser of a page and opens tabs.
func openTabs(ctx context.Context, p Page) (*tabs, error) {
	address, err := url.Parse(p.Address)
	if err != nil {
		return nil, fmt.Errorf("the address of the page: %w", err)
	}
	script, err := visitor.Script(p.Settings)
	if err != nil {
		return nil, err
	}
	t := &tabs{page: p, script: script, origin: address.Scheme + "://" + address.Host + "/"}
	if t.browser, err = browser.Start(ctx, p.Browser); err != nil {
		return nil, err
	}
	t.page.Tabs = max(1, p.Tabs)
	t.page.Limits = Limits{Load: cmp.Or(p.Limits.Load, loadLimit), Act: cmp.Or(p.Limits.Act, actLimit)}
	t.free = make(chan *guest, t.page.Tabs)
	for range t.page.Tabs {
		t.give(&guest{})
	}
	return t, nil
}

// ahead reports whether tabs are loaded before their test begins.
func (t *tabs) ahead() bool { return t.page.Tabs > 1 }

// take returns a guest whose page is loaded, or whose page ended its tab.
func (t *tabs) take(ctx context.Context) (*guest, error) {
	var g *guest
	select {
	case g = <-t.free:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if !t.ahead() {
		t.load(ctx, g)
	}
	if g.err != nil && !errors.Is(g.err, browser.ErrHangs) && !errors.Is(g.err, browser.ErrCrashed) {
		t.give(&guest{})
		return nil, g.err
	}
	return g, nil
}

// give takes back a guest, whose tab may be closed.
func (t *tabs) give(g *guest) {
	if !t.ahead() {
		t.free <- g
		return
	}
	t.opening.Go(func() {
		t.load(context.Background(), g) // runs until the browser ends
		t.free <- g
	})
}

// tries is how often a page that ends its tab is loaded.
const tries = 2

// load loads the page in the tab of a guest, or in a new one.
func (t *tabs) load(ctx context.Context, g *guest) {
	for range tries {
		if g.err = t.tab(ctx, g); g.err != nil {
			return
		}
		if g.err = g.tab.Before(ctx, t.before); g.err != nil {
			return
		}
		limited, cancel := g.tab.Limit(ctx, t.page.Limits.Load)
		g.told, g.err = g.visitor.Open(limited)
		cancel()
		if g.err == nil || ctx.Err() != nil {
			return
		}
		g.drop(ctx)
	}
}

// tab opens a tab for a guest without one.
func (t *tabs) tab(ctx context.Context, g *guest) error {
	if g.tab != nil {
		return nil
	}
	b, err := t.running(ctx)
	if err != nil {
		return err
	}
	if g.tab, err = b.Tab(ctx, t.page.Site, t.script); err != nil {
		return err
	}
	g.visitor, err = visitor.New(ctx, g.tab, t.page.Address, t.origin)
	return err
}

// running returns the browser. If it has ended, it starts another one.
func (t *tabs) running(ctx context.Context) (*browser.Browser, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	select {
	case <-t.browser.Closed():
	default:
		return t.browser, nil
	}
	if t.ended {
		return nil, errors.New("the browser is closed")
	}
	next, err := browser.Start(ctx, t.page.Browser)
	if err != nil {
		return nil, err
	}
	err = t.browser.Close() // removes its folder
	t.browser = next
	return next, err
}

// draw replaces a browser that does not draw by one that does.
func (t *tabs) draw(ctx context.Context) error {
	if t.page.Browser.Draws {
		return nil
	}
	for range t.page.Tabs {
		(<-t.free).drop(ctx)
	}
	t.page.Browser.Draws = true
	err := t.browser.Close()
	for range t.page.Tabs {
		t.give(&guest{})
	}
	return err
}

// drop closes the tab of a guest.
func (g *guest) drop(ctx context.Context) {
	if g.tab != nil {
		_ = g.tab.Close(ctx) // the tab does not answer or no longer exists
	}
	g.tab, g.visitor = nil, nil
}

// close ends the browser.
func (t *tabs) close() error {
	t.mu.Lock()
	t.ended = true
	err := t.browser.Close()
	t.mu.Unlock()
	t.opening.Wait()
	return err
}
