// Command reach searches the micro services of package stores and says which of them answer their goal:
//
//	go run ./stores/reach -calls 3000 -seeds 10 [-of micro] [-without given] [-only NAME]
//
// It prints a line for each service: in how many of the searches the goal was answered, and after how many calls.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"database/sql"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/bench/stores/clock"
	"github.com/evoke-go/evoke/bench/stores/micro"
	"github.com/evoke-go/evoke/bench/stores/neighbours"
	"github.com/evoke-go/evoke/bench/stores/redis"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/store"
)

// subject is a package of micro services.
type subject struct {
	names    []string
	variable string // names the service of a process
	handler  func() http.Handler
	database func() *sql.DB // nil for none
	stores   []func() store.Watcher
	schema   func() []byte
}

func subjects() map[string]subject {
	return map[string]subject{
		"micro": {names(micro.All(), func(m micro.Micro) string { return m.Name }), micro.Variable, micro.New,
			micro.Database, nil, micro.Schema},
		"neighbours": {names(neighbours.All(), func(m neighbours.Micro) string { return m.Name }), neighbours.Variable,
			neighbours.New, nil, nil, neighbours.Schema},
		"clock": {names(clock.All(), func(m clock.Micro) string { return m.Name }), clock.Variable, clock.New, nil,
			nil, clock.Schema},
		"redis": {names(redis.All(), func(m redis.Micro) string { return m.Name }), redis.Variable, redis.New, nil,
			[]func() store.Watcher{redis.Keys}, redis.Schema},
	}
}

func names[T any](all []T, name func(T) string) (out []string) {
	for _, m := range all {
		out = append(out, name(m))
	}
	return out
}

func main() {
	calls := flag.Int("calls", 3000, "calls of each search")
	seeds := flag.Int("seeds", 1, "searches of each service")
	of := flag.String("of", "micro", "the package: micro, neighbours, clock or redis")
	without := flag.String("without", "", "makers that the searches go without, with commas")
	only := flag.String("only", "", "a part of the names of the services")
	seed := flag.Int("seed", -1, "search the service that the environment names once, with this seed")
	flag.Parse()
	s := subjects()[*of]
	if *seed >= 0 {
		fmt.Println(s.search(*calls, uint64(*seed), *without))
		return
	}
	solved, all := 0, 0
	for _, name := range s.names {
		if !strings.Contains(name, *only) {
			continue
		}
		var after []string
		n := 0
		for i := range *seeds {
			answer := s.process(name, "-of", *of, "-calls", strconv.Itoa(*calls), "-without", *without, "-seed",
				strconv.Itoa(i))
			if after = append(after, answer); answer != "-" {
				n++
			}
		}
		all++
		if n == *seeds {
			solved++
		}
		fmt.Printf("%-40s %d of %d: %s\n", name, n, *seeds, strings.Join(after, " "))
	}
	fmt.Printf("%d of %d services answer their goals in each search\n", solved, all)
}

// process makes a search in a process of its own.
func (s *subject) process(name string, args ...string) string {
	path, err := os.Executable()
	check(err)
	c := exec.Command(path, args...)
	c.Env, c.Stderr = append(os.Environ(), s.variable+"="+name), os.Stderr
	out, err := c.Output()
	check(err)
	return strings.TrimSpace(string(out))
}

// search returns the number of calls after which a search had the goal answered, "-" if it had not.
func (s *subject) search(calls int, seed uint64, without string) string {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	found := "-"
	cfg := evoke.Config{
		Schema: string(s.schema()), Handler: s.handler,
		System: evoke.System{Database: s.database, Stores: s.stores},
		Budget: evoke.Budget{Calls: calls},
		Output: evoke.Output{Mutants: -1},
	}
	if without != "" {
		cfg.REST.WithoutMakers = strings.Split(without, ",")
	}
	cfg.Search.Seed = seed
	cfg.Search.Observe = func(e search.Event) {
		if c, ok := e.(search.Covered); ok && found == "-" && strings.HasSuffix(c.Target.Name, " 299") {
			found = strconv.Itoa(c.Stats.Cost)
			stop()
		}
	}
	res, err := evoke.Run(ctx, cfg)
	if err != nil && ctx.Err() == nil {
		check(err)
	}
	if os.Getenv("DEBUG") != "" {
		b, _ := json.MarshalIndent(res.Report, "", " ")
		fmt.Fprintln(os.Stderr, string(b))
	}
	return found
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
