package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/cmd/evoke/internal/project"
	"github.com/evoke-go/evoke/cmd/evoke/internal/server"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/chromedp"
	"github.com/evoke-go/evoke/output/jsdom"
	"github.com/evoke-go/evoke/output/playwright"
	"github.com/evoke-go/evoke/output/qunit"
	"github.com/evoke-go/evoke/page"
)

// visited has the settings of --page.
type visited struct {
	page    string // a file, a folder, an URL, or a path of the server that --start starts
	browser string // --browser
	show    bool   // --show
}

func (v *visited) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&v.page, "page", "", "web `page` to search tests of, instead of --schema: a file, whose folder "+
		"(or --dir) is served; a folder with an index.html; an URL; or with --start a path of that server")
	f.StringVar(&v.browser, "browser", "",
		"`program` of the browser that visits --page (default: the Chromium or Chrome that is found)")
	f.BoolVar(&v.show, "show", false, "open a window to look on, with --page")
}

// take takes settings of a page from the file that no flag sets.
func (v *visited) take(s *settings, p *project.Page) {
	fill(s.given, "page", &v.page, p.Address)
	fill(s.given, "start", &s.file.language.start, p.Start)
	fill(s.given, "dir", &s.file.program.dir, p.Dir)
	fill(s.given, "browser", &v.browser, p.Browser)
	fill(s.given, "show", &v.show, p.Show)
}

// ofPages are the flags that are allowed with --page. It is read-only.
var ofPages = []string{
	"page", "start", "dir", "browser", "show", "calls", "time", "seed", "out", "report", "algorithm",
	"fail-on-fault", "faults", "writer",
}

// fits returns an error for a flag that is not allowed with --page, or only with it.
func (v *visited) fits(flags *pflag.FlagSet) (err error) {
	if v.page == "" {
		if v.browser != "" || v.show {
			return errors.New("--browser and --show need --page")
		}
		return nil
	}
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Name != "config" && f.Value.String() != f.DefValue && !slices.Contains(ofPages, f.Name) {
			err = cmp.Or(err, fmt.Errorf("--%s does not go together with --page, which has --%s",
				f.Name, strings.Join(ofPages[1:], ", --")))
		}
	})
	return err
}

// site is the location of a page: below a folder, or at a URL.
type site struct{ folder, path, url string }

// site returns the location of the page.
func (v *visited) site(dir string) (site, error) {
	if isURL(v.page) {
		return site{url: v.page}, nil
	}
	file := v.page
	info, err := os.Stat(file)
	if err == nil && info.IsDir() {
		file = filepath.Join(file, "index.html")
		info, err = os.Stat(file)
	}
	if err != nil {
		const kinds = "a page is a file, a folder with an index.html or an URL"
		return site{}, fmt.Errorf("--page %s: there is no file %s; %s", v.page, file, kinds)
	}
	dir = cmp.Or(dir, filepath.Dir(file))
	from, fromErr := filepath.Abs(dir)
	to, toErr := filepath.Abs(file)
	if err := errors.Join(fromErr, toErr); err != nil {
		return site{}, err
	}
	path, err := filepath.Rel(from, to)
	switch {
	case err != nil || !filepath.IsLocal(path):
		return site{}, fmt.Errorf("--page %s is not below --dir %s", v.page, dir)
	case !info.Mode().IsRegular():
		return site{}, fmt.Errorf("--page %s: this is no file", v.page)
	}
	path = "/" + filepath.ToSlash(path)
	if strings.HasSuffix(path, "/index.html") {
		path = strings.TrimSuffix(path, "index.html")
	}
	return site{folder: dir, path: (&url.URL{Path: path}).EscapedPath()}, nil
}

// checkPage returns an error for a mistake in the flags of pages.
func (f *fromFile) checkPage() error {
	v := &f.page
	if f.language.start == "" {
		_, err := v.site(f.program.dir)
		return err
	}
	if !strings.HasPrefix(v.page, "/") {
		return fmt.Errorf("--page %s: with --start it is a path of the server, such as /", v.page)
	}
	return nil
}

// startPage starts a search for tests of a page.
func (s *settings) startPage(ctx context.Context, cfg evoke.Config) (_ *evoke.Result, err error) {
	v := &s.file.page
	start, dir := s.file.language.start, s.file.program.dir
	at := site{}
	if start == "" {
		at, err = v.site(dir)
	} else {
		started, startErr := server.Start(ctx, start, dir)
		if startErr != nil {
			return nil, fmt.Errorf("--start %s: %w", start, startErr)
		}
		defer started.Stop()
		at.url = started.URL + v.page
	}
	if err != nil {
		return nil, err
	}
	o := page.Options{Path: at.path, URL: at.url, Browser: v.browser, Show: v.show}
	folder, address := "", ""
	if at.folder != "" {
		o.Handler = http.FileServerFS(os.DirFS(at.folder))
		folder, err = seenFrom(s.out, at.folder)
	} else if start == "" {
		address = originOf(at.url)
	}
	if err != nil {
		return nil, err
	}
	if o.Functions, err = writePage(&cfg.Output, s, folder, address); err != nil {
		return nil, err
	}
	cfg.Problem = page.Spec(o)
	return evoke.Run(ctx, cfg)
}

// writePage tells the writer of tests of a page the location of its site: a folder or a URL. It reports whether
// functions are tested as well.
func writePage(to *evoke.Output, s *settings, folder, address string) (functions bool, err error) {
	start := s.file.language.start
	switch w := to.Writers[0].(type) {
	case *chromedp.Writer:
		w.Site, w.BaseURL = folder, address
	case *playwright.Writer:
		w.Site, w.BaseURL, w.Start = folder, address, start
		if w.Dir, err = seenFrom(s.out, cmp.Or(s.file.program.dir, ".")); err != nil || start != "" {
			return false, err // the location of its scripts is unknown when tests run
		}
		units, err := unitsOf(s.out, folder, address)
		to.Writers = append(to.Writers, units...)
		return true, err
	}
	return false, nil
}

// unitsOf returns the writers of tests of functions for a folder: for QUnit, and also for jsdom if the project depends
// on it. site is the folder of the site relative to out, or its URL.
func unitsOf(out, site, address string) ([]output.Writer, error) {
	w := &qunit.Writer{Site: cmp.Or(site, address), Playwright: true}
	project, manifest, err := manifestOf(out)
	if err == nil && project != "" {
		w.QUnit, err = seenFrom(out, filepath.Join(project, "node_modules", "qunit", "qunit"))
	}
	if site == "" || !bytes.Contains(manifest, []byte(`"jsdom"`)) {
		return []output.Writer{w}, err
	}
	return []output.Writer{w, (&jsdom.Writer{Site: site}).For(manifest)}, err
}
