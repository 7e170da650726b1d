// Command found measures which bugs of the services of package unseen a search finds: it searches each service with
// each of its bugs alone, and without any, and looks for faults that the healthy service does not have, on an operation
// of the session that shows the bug.
//
//	go run ./unseen/found -calls 20000 -seed 0
//	go run ./unseen/found -inside -service vinolog
//
// It prints a line for each bug, the faults beside it, and each fault of a service without bugs: a false alarm.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/bench/unseen"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/oracle/rules"
	"github.com/evoke-go/evoke/sut"
)

// settings are those of the searches.
type settings struct {
	calls  int
	seed   uint64
	inside bool
}

func main() {
	var s settings
	flag.IntVar(&s.calls, "calls", 20000, "calls of each search")
	flag.Uint64Var(&s.seed, "seed", 0, "seed of each search")
	flag.BoolVar(&s.inside, "inside", false, "the searches see the program")
	only := flag.String("service", "", "the service, default all")
	bug := flag.Int("bug", 0, "the number of the only bug, default all")
	one := flag.Int("one", -1, "make one search, with this bug, and print its faults as JSON")
	flag.Parse()
	found, all := 0, 0
	for _, service := range unseen.Services() {
		if *only != "" && service.Name != *only {
			continue
		}
		if *one >= 0 {
			check(json.NewEncoder(os.Stdout).Encode(s.search(&service, *one)))
			return
		}
		healthy := s.faults(&service, 0)
		for _, f := range healthy {
			fmt.Printf("%s: false alarm %s: %s\n", service.Name, f.Key, f.Reason)
		}
		for _, b := range service.Bugs {
			if *bug != 0 && *bug != b.Number {
				continue
			}
			all++
			if s.bug(&service, &b, healthy) {
				found++
			}
		}
	}
	fmt.Printf("%d of %d bugs found\n", found, all)
}

// bug searches a service with a bug and reports whether the search found the bug.
func (s settings) bug(service *unseen.Service, b *unseen.Bug, healthy []report.Fault) (found bool) {
	var said []string
	for _, f := range s.faults(service, b.Number) {
		if slices.ContainsFunc(healthy, func(h report.Fault) bool { return h.Key == f.Key }) {
			continue
		}
		is := slices.ContainsFunc(b.Session, func(call string) bool { return isCall(f.Operation, call) })
		found = found || is
		said = append(said, fmt.Sprintf("    %t %s: %s", is, f.Key, f.Reason))
	}
	fmt.Printf("%s %d %s (silent %t): found %t\n%s", service.Name, b.Number, b.Name, b.Silent, found, lines(said))
	return found
}

func lines(all []string) (out string) {
	for _, l := range all {
		out += l + "\n"
	}
	return out
}

// isCall reports whether a call such as "GET /v1/passes/1" is one of an operation such as "GET /passes/{id}".
func isCall(operation, call string) bool {
	method, template, _ := strings.Cut(operation, " ")
	verb, at, _ := strings.Cut(call, " ")
	parts := strings.Split(template, "/")
	given := strings.Split(at, "/")
	if method != verb || len(given) < len(parts) {
		return false
	}
	for i, part := range parts[1:] {
		value := given[len(given)-len(parts)+1+i]
		if !strings.HasPrefix(part, "{") && part != value {
			return false
		}
	}
	return path.IsAbs(at)
}

// faults are those that a search finds on a service with a bug, 0 for none. The search has a process of its own, since
// one that sees inside begins again with probes in it.
func (s settings) faults(service *unseen.Service, bug int) (out []report.Fault) {
	args := []string{"-service", service.Name, "-one", strconv.Itoa(bug), "-calls", strconv.Itoa(s.calls),
		"-seed", strconv.FormatUint(s.seed, 10), "-inside=" + strconv.FormatBool(s.inside)}
	c := exec.Command(os.Args[0], args...)
	c.Stderr = os.Stderr
	text, err := c.Output()
	check(err)
	check(json.Unmarshal(text, &out))
	return out
}

// search makes a search.
func (s settings) search(service *unseen.Service, bug int) []report.Fault {
	white := evoke.WhiteBox{Cover: []string{"none"}}
	if s.inside {
		white.Cover = []string{"github.com/evoke-go/evoke/bench/unseen/" + service.Name + "/..."}
	}
	construct := func() http.Handler { return service.New(bug) }
	result, err := evoke.Run(context.Background(), evoke.Config{
		Schema: string(service.Schema), Budget: evoke.Budget{Calls: s.calls}, Search: evoke.Search{Seed: s.seed},
		REST:     rest.Options{Users: service.Users, LoginEachTest: true, With: []int{rules.CodeInvalidAccepted}},
		System:   evoke.System{Controller: sut.NewHandler(construct, sut.HandlerOptions{})},
		WhiteBox: white,
	})
	check(err)
	isHint := func(f report.Fault) bool { return f.Silenced != "" }
	return slices.DeleteFunc(result.Report.Faults(), isHint)
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
