// Command page searches for tests of the page in the folder site, which is modelled on Figure 1 of the paper on JSEFT,
// and shows the results. The folder figure1 has the original script of the paper.
package main

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"

	"golang.org/x/term"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/playwright"
	"github.com/evoke-go/evoke/output/qunit"
	"github.com/evoke-go/evoke/page"
	"github.com/evoke-go/evoke/report"
)

func main() {
	site := flag.String("site", "examples/page/site", "folder of the page")
	out := flag.String("out", "evoke-page", "folder for the tests")
	acts := flag.Int("acts", 300, "how many acts of users to try")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program

	cfg, err := config(*site, *out)
	if err == nil {
		cfg.Budget = evoke.Budget{Calls: *acts}
		cfg.Search.Observe = evoke.Progress(os.Stdout, term.IsTerminal(int(os.Stdout.Fd())))
		err = run(ctx, cfg)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "page:", err)
		os.Exit(1)
	}
}

// config describes the search for tests of the page in a folder. The tests serve that folder themselves.
func config(site, out string) (evoke.Config, error) {
	from, err := filepath.Abs(out)
	if err != nil {
		return evoke.Config{}, fmt.Errorf("the folder for the tests: %w", err)
	}
	to, err := filepath.Abs(site)
	if err != nil {
		return evoke.Config{}, fmt.Errorf("the folder of the page: %w", err)
	}
	seen, err := filepath.Rel(from, to)
	if err != nil {
		return evoke.Config{}, fmt.Errorf("the folder of the page: %w", err)
	}
	return evoke.Config{
		Problem: page.Spec(page.Options{Handler: http.FileServerFS(os.DirFS(site)), Functions: true}),
		Output: evoke.Output{Dir: out, Writers: []output.Writer{
			&playwright.Writer{Site: filepath.ToSlash(seen)},
			&qunit.Writer{Site: filepath.ToSlash(seen), Playwright: true},
		}},
	}, nil
}

// run searches and shows what was found.
func run(ctx context.Context, cfg evoke.Config) error {
	fmt.Println("Searching for tests of the page; Ctrl-C ends the search early.")
	result, err := evoke.Run(ctx, cfg)
	if result == nil {
		return fmt.Errorf("search: %w", err)
	}
	fmt.Println()
	if summary := report.Summary(os.Stdout, result.Report); err == nil {
		err = summary
	}
	return err
}
