// Command findings lists what the oracles find in services, to be judged by hand: each
// finding with the seeds that had it.
//
//	go run ./findings -sut gotify -calls 20000 -seeds 3
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/bench"
	"github.com/evoke-go/evoke/rest/oracle/security"
	"github.com/evoke-go/evoke/rest/oracle/whitebox"
)

func main() {
	suts := flag.String("sut", "bookshop", "services with commas between them")
	calls := flag.Int("calls", 10000, "calls of each search")
	holes := flag.Bool("security", false, "look for holes as well, see rest/oracle/security")
	inside := flag.Bool("inside", false, "look inside, with the rules of rest/oracle/whitebox")
	seeds := flag.Int("seeds", 2, "how many searches of each service")
	flag.Parse()
	for name := range strings.SplitSeq(*suts, ",") {
		if err := all(name, *calls, *seeds, *holes, *inside); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}

// all prints the findings of the searches of one service, in the order of their keys. They are black box unless they
// look inside.
func all(name string, calls, seeds int, holes, inside bool) error {
	s, err := bench.Named(name)
	if err != nil {
		return err
	}
	had, reason := map[string][]int{}, map[string]string{}
	for seed := range seeds {
		i, options := s.Instance(), s.REST()
		if holes {
			options.With = append(options.With, security.Codes()...)
		}
		box := evoke.WhiteBox{Cover: []string{"none"}}
		if inside {
			options.With, box = append(options.With, whitebox.Codes()...), evoke.WhiteBox{Cover: s.Cover}
		}
		result, err := evoke.Run(context.Background(), evoke.Config{
			Schema: string(s.Schema), Handler: i.New, REST: options,
			Search: evoke.Search{Seed: uint64(seed)}, Budget: evoke.Budget{Calls: calls}, WhiteBox: box,
		})
		if closed := i.Close(); err == nil {
			err = closed
		}
		if err != nil {
			return fmt.Errorf("%s, seed %d: %w", name, seed, err)
		}
		for _, f := range result.Report.Faults() {
			had[f.Key] = append(had[f.Key], seed)
			reason[f.Key] = fmt.Sprintf("%s: %s; tests: %s", f.Category, f.Reason, strings.Join(f.Tests, " "))
		}
	}
	keys := make([]string, 0, len(had))
	for key := range had {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		fmt.Printf("%s: %s %v\n    %s\n", name, key, had[key], reason[key])
	}
	return nil
}
