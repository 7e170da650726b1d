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

// Page is a page that tests visit.
type Page struct {
	// Site answers its requests.
	Site *site.Site
	// Address is where it is.
	Address string
	// Settings are what it sees of the world.
	Settings visitor.Settings
	// Browser says which browser shows it.
	Browser browser.Options
	// Tabs is how many are open at a time: all but the one of the test at hand have the page loaded already when their
	// test begins. Default: 1, which is loaded when its test begins, as a page needs whose site keeps what tests leave.
	Tabs int
	// Check finds what is wrong with a state that is looked at; nil for no check.
	Check func(ctx context.Context, t *browser.Tab) ([]visitor.Trouble, error)
	// Limits bound the time that the page takes to load and for an act. Default: 30 and 5 seconds.
	Limits Limits
}

// Limits are times after which a page hangs.
type Limits struct {
	// Load is how long the page may take to load, and Act how long until it is at rest after an act.
	Load, Act time.Duration
}

// These are the limits where none are given.
const loadLimit, actLimit = 30 * time.Second, 5 * time.Second

// guest is a tab with a visitor in it.
type guest struct {
	tab     *browser.Tab
	visitor *visitor.Visitor
	told    *visitor.Told // by the page when it was opened
	err     error         // why it could not be opened
}

// tabs are those of a page. One goroutine takes guests and gives them back.
type tabs struct {
	page    Page
	script  string
	before  string // runs before the scripts of the page, behind the first
	origin  string
	free    chan *guest
	opening sync.WaitGroup

	mu      sync.Mutex
	browser *browser.Browser
	ended   bool // by close
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

// take returns a guest whose page is loaded, or has ended its tab.
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

// give takes a guest back, whose tab may have gone.
func (t *tabs) give(g *guest) {
	if !t.ahead() {
		t.free <- g
		return
	}
	t.opening.Go(func() {
		t.load(context.Background(), g) // until the browser ends
		t.free <- g
	})
}

// tries is how often a page is loaded that ends its tab.
const tries = 2

// load loads the page in the tab of a guest, or in another one.
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

// tab gives a guest a tab, if it has none.
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

// running returns the browser, or another one where it has ended.
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
	err = t.browser.Close() // its folder
	t.browser = next
	return next, err
}

// draw has a browser that draws in place of one that does not.
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
		_ = g.tab.Close(ctx) // it does not answer, or it does not exist any more
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
