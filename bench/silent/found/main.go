// Command found measures which silent bugs a search finds: it searches each service of package
// silent with each of its bugs alone, and without any, and looks for faults on the operations of the bug.
//
//	go run ./silent/found -calls 20000 -seeds 5
//	go run ./silent/found -service shop -bug put-merges
//
// It prints a line for each bug with the seeds that found it, the share by halves (3 to 7 stand for
// the services that were written later), and each fault of a service without bugs, which is a false alarm.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/bench"
	"github.com/evoke-go/evoke/bench/silent"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/oracle/rules"
	"github.com/evoke-go/evoke/sut"
)

func main() {
	calls := flag.Int("calls", 20000, "calls of each search")
	seeds := flag.Int("seeds", 5, "how many searches of each service and bug")
	first := flag.Int("first", 0, "the first seed")
	only := flag.String("service", "", "the service, default all")
	bugs := flag.String("bug", "", "the only bugs, separated by commas, default all")
	flag.Parse()
	t := tally{first: *first, only: strings.Split(*bugs, ",")}
	for _, s := range silent.Services() {
		if *only != "" && s.Name != *only {
			continue
		}
		if err := t.service(&s, *calls, *seeds); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	for half := 1; half <= 7; half++ {
		if t.all[half] == 0 {
			continue
		}
		fmt.Printf("half %d: %d of %d searches find the bug (%.0f %%)\n", half, t.found[half], t.all[half],
			100*float64(t.found[half])/float64(t.all[half]))
	}
	fmt.Printf("%d false alarms\n", t.alarms)
}

// tally counts searches by the half of their bug.
type tally struct {
	found, all [8]int
	alarms     int
	first      int      // seed
	only       []string // the names of bugs, [""] for all
}

// service searches one service without bugs and with each.
func (t *tally) service(s *silent.Service, calls, seeds int) error {
	known := map[string]bool{} // keys of false alarms
	for seed := t.first; seed < t.first+seeds; seed++ {
		faults, err := faultsOf(s, seed, calls)
		if err != nil {
			return err
		}
		for _, f := range faults {
			t.alarms++
			known[f.Key] = true
			fmt.Printf("%s, seed %d: false alarm %s: %s\n", s.Name, seed, f.Key, f.Reason)
		}
	}
	for i := range s.Bugs {
		if t.only[0] != "" && !slices.Contains(t.only, s.Bugs[i].Name) {
			continue
		}
		if err := t.bug(s, &s.Bugs[i], calls, seeds, known); err != nil {
			return err
		}
	}
	return nil
}

// bug searches a service with one bug. A false alarm, by its key, does not show it.
func (t *tally) bug(s *silent.Service, b *silent.Bug, calls, seeds int, known map[string]bool) error {
	var by []int
	said := map[string]bool{}
	for seed := t.first; seed < t.first+seeds; seed++ {
		faults, err := faultsOf(s, seed, calls, *b)
		if err != nil {
			return err
		}
		faults = slices.DeleteFunc(faults, func(f report.Fault) bool { return known[f.Key] })
		for _, f := range faults {
			said[f.Key] = true
		}
		if t.all[b.Half]++; b.Shown(faults) {
			t.found[b.Half]++
			by = append(by, seed)
		}
	}
	fmt.Printf("%s, half %d, %s: %d of %d seeds %v (%s)\n", s.Name, b.Half, b.Name, len(by), seeds, by, b.Kind)
	for _, key := range slices.Sorted(maps.Keys(said)) {
		fmt.Println("   ", key)
	}
	return nil
}

// faultsOf returns the faults that a search without a look inside finds.
func faultsOf(s *silent.Service, seed, calls int, bugs ...silent.Bug) ([]report.Fault, error) {
	var handler http.Handler // the latest
	construct := func() http.Handler {
		handler = s.New(bugs...)
		return handler
	}
	reset := func() error {
		if r, ok := handler.(bench.Resetter); ok {
			return r.Reset()
		}
		return nil
	}
	result, err := evoke.Run(context.Background(), evoke.Config{
		Schema: string(s.Schema), REST: rest.Options{Users: s.Users, LoginEachTest: true,
			With: []int{rules.CodeInvalidAccepted}},
		System: evoke.System{Controller: sut.NewHandler(construct, sut.HandlerOptions{Reset: reset})},
		Search: evoke.Search{Seed: uint64(seed)}, Budget: evoke.Budget{Calls: calls},
		WhiteBox: evoke.WhiteBox{Cover: []string{"none"}},
	})
	if c, ok := handler.(io.Closer); ok {
		err = errors.Join(err, c.Close())
	}
	if err != nil {
		return nil, fmt.Errorf("%s, seed %d: %w", s.Name, seed, err)
	}
	isHint := func(f report.Fault) bool { return f.Silenced != "" }
	return slices.DeleteFunc(result.Report.Faults(), isHint), nil
}
