// Package checks finds defects in the states of a page without other knowledge: duplicate ids, references to ids that
// do not exist, broken links, and violations of the accessibility rules of axe-core.
package checks

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"

	"github.com/evoke-go/evoke/page/internal/browser"
	"github.com/evoke-go/evoke/page/internal/site"
	"github.com/evoke-go/evoke/page/internal/visitor"
)

// maxLinks is the maximum number of links to follow.
const maxLinks = 200

//go:embed checks.js
var script string

// Checker checks states. It is not safe for concurrent use.
type Checker struct {
	axe   string // the script of axe-core; "" for none
	site  *site.Site
	links map[string]string // the defect of each link that was followed; "" for none
}

// New returns a checker with the script of axe-core, which may be "". It follows links to the site, unless that is nil.
func New(axe string, s *site.Site) *Checker {
	return &Checker{axe: axe, site: s, links: map[string]string{}}
}

// Check returns the troubles of the document in a tab.
func (c *Checker) Check(ctx context.Context, t *browser.Tab) ([]visitor.Trouble, error) {
	var found struct {
		Troubles []visitor.Trouble
		Links    []string
	}
	if err := t.Apart(ctx, c.axe, script, &found); err != nil {
		return nil, err
	}
	for _, address := range found.Links {
		wrong, err := c.follow(ctx, address)
		if err != nil {
			return nil, err
		}
		if wrong != "" {
			found.Troubles = append(found.Troubles, visitor.Trouble{Kind: "link", Text: wrong})
		}
	}
	return found.Troubles, nil
}

// follow returns the defect of a link; "" for none.
func (c *Checker) follow(ctx context.Context, address string) (string, error) {
	wrong, known := c.links[address]
	if known || c.site == nil || len(c.links) >= maxLinks {
		return wrong, nil
	}
	answer, err := c.site.Answer(ctx, &site.Request{Method: http.MethodGet, URL: address, Header: http.Header{}})
	if err != nil {
		return "", fmt.Errorf("follow %s: %w", address, err)
	}
	switch s := answer.Status; {
	case s == http.StatusNotFound, s == http.StatusGone, s >= http.StatusInternalServerError:
		wrong = fmt.Sprintf("a link leads to %s: %d", shortOf(address), s)
	}
	c.links[address] = wrong
	return wrong, nil
}

// shortOf returns an address without its site.
func shortOf(address string) string {
	at, err := url.Parse(address)
	if err != nil {
		return address
	}
	return at.RequestURI()
}

// Axe returns the script of axe-core that npm has installed in a folder or the nearest folder above it; "" if there is
// none.
func Axe(folder string) (string, error) {
	for at := folder; ; at = filepath.Dir(at) {
		text, err := os.ReadFile(filepath.Join(at, "node_modules", "axe-core", "axe.min.js"))
		if err == nil || !errors.Is(err, fs.ErrNotExist) {
			return string(text), err
		}
		if at == filepath.Dir(at) {
			return "", nil
		}
	}
}
