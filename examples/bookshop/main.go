// Command bookshop searches for tests of the example service in package shop,
// writes them to a folder, runs them and shows the result.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"time"

	"golang.org/x/term"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/examples/bookshop/shop"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/auth"
)

func main() {
	out := flag.String("out", "evoke-bookshop", "folder for the tests, inside of this module")
	budget := flag.Duration("time", 8*time.Second, "how long to search")
	calls := flag.Int("calls", 0, "how many calls to make, instead of -time")
	seed := flag.Uint64("seed", 1, "seed of the search")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program

	cfg := evoke.Config{
		Schema:  string(shop.Schema),
		Handler: shop.New,
		Budget:  evoke.Budget{Time: *budget},
		Search:  evoke.Search{Seed: *seed, Observe: evoke.Progress(os.Stdout, term.IsTerminal(int(os.Stdout.Fd())))},
		Output:  evoke.Output{Dir: *out},
		REST:    rest.Options{Users: users()},
	}
	if *calls > 0 {
		cfg.Budget = evoke.Budget{Calls: *calls}
	}
	if err := run(ctx, cfg); err != nil {
		fmt.Fprintln(os.Stderr, "bookshop:", err)
		os.Exit(1)
	}
}

// run searches, shows the results and runs the written tests.
func run(ctx context.Context, cfg evoke.Config) error {
	fmt.Println("Searching for tests of the bookshop; Ctrl-C ends the search early.")
	result, err := evoke.Run(ctx, cfg)
	if result == nil {
		return err
	}
	fmt.Println()
	if errors.Is(err, context.Canceled) {
		err = nil // after an interrupt the results so far are shown
	}
	if err := errors.Join(err, report.Summary(os.Stdout, result.Report)); err != nil {
		return err
	}
	fmt.Printf("\nRunning the written tests: go test ./%s\n", filepath.ToSlash(cfg.Output.Dir))
	test := exec.Command("go", "test", "-count=1", "./"+filepath.ToSlash(cfg.Output.Dir))
	test.Stdout, test.Stderr = os.Stdout, os.Stderr
	return test.Run()
}

// users are those with which the shop starts: a customer and an admin. Their passwords are in its source, so they are
// not secret.
func users() []auth.User {
	return auth.Public(
		auth.BearerLogin("ann", "/login", `{"name": "ann", "password": "ann-secret"}`, "/token"),
		auth.BearerLogin("bob", "/login", `{"name": "bob", "password": "bob-secret"}`, "/token"),
	)
}
