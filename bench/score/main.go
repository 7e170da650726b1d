// Command score measures what the suites of the services notice: it searches each
// of them, tries the suite on mutants of the service, and writes a table of the
// mutation score and of the assertions before and after those were left out that
// notice nothing.
//
//	go run ./score [-calls n] [-mutants n] [-seed n] [-only name,name] [-dir folder]
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/bench"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/rest"
)

func main() {
	calls := flag.Int("calls", 10000, "calls of each search")
	mutants := flag.Int("mutants", 500, "mutants of each service; negative for none, which only writes the suites")
	seed := flag.Uint64("seed", 0, "seed of the searches")
	only := flag.String("only", "bookshop,rest-ncs,rest-scs,rest-news,features-service,rest-faults",
		"services, by name")
	dir := flag.String("dir", "",
		"where the suites are written, each into a folder with the name of its service; default: nowhere")
	flag.Parse()
	if err := score(os.Stdout, *only, *dir, evoke.Config{
		Budget: evoke.Budget{Calls: *calls}, Search: evoke.Search{Seed: *seed}, Output: evoke.Output{Mutants: *mutants},
	}); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// score writes the table. Each service is one call of Run, in a fixed order, so the
// processes of a search find theirs.
func score(w io.Writer, only, dir string, base evoke.Config) error {
	fmt.Fprintln(w,
		"| service | tests | mutants tried | noticed | score | not reached | not tried | assertions before | after |")
	fmt.Fprintln(w, "| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
	for _, s := range bench.All() {
		if !slices.Contains(strings.Split(only, ","), s.Name) {
			continue
		}
		cfg := base
		cfg.Schema, cfg.Handler = string(s.Schema), s.New
		cfg.WhiteBox.Cover = s.Cover
		if dir != "" {
			cfg.Output.Dir = filepath.Join(dir, s.Name)
		}
		cfg.REST = rest.Options{Users: s.Users}
		began := time.Now()
		result, err := evoke.Run(context.Background(), cfg)
		if err != nil {
			return fmt.Errorf("%s: %w", s.Name, err)
		}
		m := result.Report.Mutation
		if base.Output.Mutants < 0 {
			m = &report.Mutation{}
		} else if m == nil || m.Mutants == 0 {
			return fmt.Errorf("%s: no mutants were tried: %+v", s.Name, m)
		}
		fmt.Fprintf(w, "| %s | %d | %d | %d | %.1f %% | %d | %d | %d | %d |\n", s.Name, len(result.Suite.Tests),
			m.Mutants, m.Noticed, m.Percent(), m.NotReached, m.Untried, m.AssertionsBefore, m.AssertionsAfter)
		fmt.Fprintf(os.Stderr, "%s took %s\n", s.Name, time.Since(began).Round(time.Second))
	}
	return nil
}
