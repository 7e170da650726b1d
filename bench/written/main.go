// Command written measures how much of what a search of a running service executed its
// written tests execute again, in statements.
//
// It is built with counters, of the packages that are the services:
//
//	go run -cover -covermode=atomic -coverpkg=github.com/evoke-go/evoke/bench/ncs,./written \
//		./written -sut rest-ncs -calls 5000 -seeds 20..22
//
// Each seed gives a line with the percentage of the statements that the search executed
// at a URL, the one that the tests execute on a service that was just started, their
// quotient, and how many tests there are and fail.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/coverage"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/bench"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/rest"
)

func main() {
	name := flag.String("sut", "rest-ncs", "the service, see package bench")
	calls := flag.Int("calls", 5000, "calls of the search and of making its tests")
	seeds := flag.String("seeds", "20..22", "the first and the last seed")
	keep := flag.String("keep", "",
		"an existing folder for the written tests and the counters of each seed; default: none is kept")
	flag.Parse()
	if err := all(*name, *calls, *seeds, *keep); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func all(name string, calls int, seeds, keep string) error {
	s, err := bench.Named(name)
	if err != nil {
		return err
	}
	from, to, _ := strings.Cut(seeds, "..")
	first, err := strconv.Atoi(from)
	if err != nil {
		return fmt.Errorf("seeds: %w", err)
	}
	last, err := strconv.Atoi(to)
	if err != nil {
		return fmt.Errorf("seeds: %w", err)
	}
	for seed := first; seed <= last; seed++ {
		if err := one(s, calls, seed, keep); err != nil {
			return fmt.Errorf("%s, seed %d: %w", name, seed, err)
		}
	}
	return nil
}

// one searches, writes the tests into a folder of this module, and executes them.
func one(s *bench.Service, calls, seed int, keep string) error {
	dir, err := os.MkdirTemp(".", "evoke-written-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	var result *evoke.Result
	run, err := counted(s, func(url string) error {
		result, err = evoke.Run(context.Background(), evoke.Config{
			Schema: string(s.Schema), System: evoke.System{URL: url}, REST: rest.Options{Users: s.Users},
			Search: evoke.Search{Seed: uint64(seed)}, Budget: evoke.Budget{Calls: calls},
			Output: evoke.Output{Dir: dir, Writers: []output.Writer{&gotest.Writer{Package: "written"}}},
		})
		return err
	}, keep, fmt.Sprintf("%s-%d-run", s.Name, seed))
	if err != nil {
		return err
	}
	failed := 0
	tests, err := counted(s, func(url string) error {
		cmd := exec.Command("go", "test", "-count=1", "-v", "./"+dir)
		cmd.Env = append(os.Environ(), "EVOKE_BASE_URL="+url)
		out, err := cmd.CombinedOutput()
		failed = len(failure.FindAll(out, -1))
		if failed > 0 {
			fmt.Fprintf(os.Stderr, "%s\n", passes.ReplaceAll(out, nil))
		}
		if err != nil && failed == 0 {
			return fmt.Errorf("go test: %w\n%s", err, out)
		}
		return nil
	}, keep, fmt.Sprintf("%s-%d-tests", s.Name, seed))
	if err != nil {
		return err
	}
	if keep != "" {
		if err := os.CopyFS(filepath.Join(keep, fmt.Sprintf("%s-%d", s.Name, seed)), os.DirFS(dir)); err != nil {
			return err
		}
	}
	fmt.Printf("%s seed %d: run %.1f %%, tests %.1f %%, quotient %.1f %%; %d tests, %d fail\n", s.Name, seed, run,
		tests, 100*tests/run, len(result.Suite.Tests), failed)
	return nil
}

var (
	failure = regexp.MustCompile(`(?m)^--- FAIL: \S+`)
	passes  = regexp.MustCompile(`(?m)^ *(=== |--- PASS|--- SKIP).*\n`)
)

// counted starts a service at a URL and returns the percentage of its statements that
// were executed while f ran.
func counted(s *bench.Service, f func(url string) error, keep, as string) (percent float64, err error) {
	i := s.Instance()
	server := httptest.NewUnstartedServer(i.New())
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // what panics is a fault of a test
	server.Start()
	defer func() {
		server.Close()
		err = errors.Join(err, i.Close())
	}()
	if err := coverage.ClearCounters(); err != nil {
		return 0, err
	}
	if err := f(server.URL); err != nil {
		return 0, err
	}
	dir := filepath.Join(keep, as)
	if keep == "" {
		if dir, err = os.MkdirTemp("", "evoke-counters-"); err != nil {
			return 0, err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	} else if err := os.MkdirAll(dir, 0o755); err != nil {
		return 0, err
	}
	executed, all, err := bench.Executed(dir, s.Cover)
	return 100 * float64(executed) / float64(max(all, 1)), err
}
