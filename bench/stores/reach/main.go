// Command reach searches the services of package stores:
//
//	go run ./stores/reach -calls 3000 -seeds 10 [-of micro] [-without given] [-random] [-only NAME]
//	go run ./stores/reach -calls 20000 -of meterhall [-without given]
//
// For each micro service it prints in how many of the searches the goal was answered, and after how many calls. For
// the services features, news, meterhall, quayside and boxoffice it prints how many of the statements that can be
// reached the tests of each search execute.
package main

import (
	"context"
	"database/sql"
	"flag"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/bench/stores/clock"
	"github.com/evoke-go/evoke/bench/stores/micro"
	"github.com/evoke-go/evoke/bench/stores/mongo"
	"github.com/evoke-go/evoke/bench/stores/neighbours"
	"github.com/evoke-go/evoke/bench/stores/redis"
	"github.com/evoke-go/evoke/bench/stores/server"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/search"
	"github.com/evoke-go/evoke/store"
)

// subject is what a process searches: a micro service of a package, or a service.
type subject struct {
	names       []string // the micro services of a package
	variable    string   // names the micro service of a process
	handler     func() http.Handler
	database    func() *sql.DB // nil for none
	stores      []func() store.Watcher
	schema      func() []byte
	unreachable int // statements of a service, 0 for a micro service
	// cover are the packages of a service, nil for the default.
	cover []string
	// start starts the server of a database, and returns the environment variable that names it; nil for none.
	start func(context.Context) (*server.Server, string, error)
}

// subjects returns the packages of micro services.
func subjects() map[string]subject {
	return map[string]subject{
		"micro": {names: names(micro.All(), func(m micro.Micro) string { return m.Name }), variable: micro.Variable,
			handler: micro.New, database: micro.Database, schema: micro.Schema},
		"neighbours": {names: names(neighbours.All(), func(m neighbours.Micro) string { return m.Name }),
			variable: neighbours.Variable, handler: neighbours.New, schema: neighbours.Schema},
		"clock": {names: names(clock.All(), func(m clock.Micro) string { return m.Name }), variable: clock.Variable,
			handler: clock.New, schema: clock.Schema},
		"redis": {names: names(redis.All(), func(m redis.Micro) string { return m.Name }), variable: redis.Variable,
			handler: redis.New, stores: []func() store.Watcher{redis.Keys}, schema: redis.Schema},
		"mongo": {names: names(mongo.All(), func(m mongo.Micro) string { return m.Name }), variable: mongo.Variable,
			handler: mongo.New, stores: []func() store.Watcher{mongo.Documents}, schema: mongo.Schema},
	}
}

// names returns the names of micro services.
func names[T any](all []T, name func(T) string) (out []string) {
	for _, m := range all {
		out = append(out, name(m))
	}
	return out
}

// options are those of each search.
type options struct {
	of, without string
	calls, seed int
	random      bool
}

// args returns the arguments of a process with these options.
func (o options) args() []string {
	return []string{"-of", o.of, "-without", o.without, "-calls", strconv.Itoa(o.calls), "-seed", strconv.Itoa(o.seed),
		"-random=" + strconv.FormatBool(o.random)}
}

func main() {
	var o options
	flag.IntVar(&o.calls, "calls", 3000, "calls of each search")
	seeds := flag.Int("seeds", 1, "searches of each service")
	flag.StringVar(&o.of, "of", "micro", "micro, neighbours, clock, redis, mongo, "+
		"features, news, meterhall, quayside or boxoffice")
	flag.StringVar(&o.without, "without", "", "makers that the searches go without, with commas")
	flag.BoolVar(&o.random, "random", false, "random calls without memory in place of the search")
	only := flag.String("only", "", "a part of the names of the services")
	flag.IntVar(&o.seed, "seed", -1, "make one search in this process, with this seed")
	flag.Parse()
	packages := subjects()
	if s, ok := packages[o.of]; ok && o.seed >= 0 {
		fmt.Println(s.goal(s.config(o)))
		return
	}
	if s, ok := services()[o.of]; ok {
		if o.seed >= 0 {
			fmt.Println(s.executed(s.config(o)))
			return
		}
		executedOfAll(s, o, *seeds)
		return
	}
	if o.of == "mongo" {
		defer served()()
	}
	s, solved, all := packages[o.of], 0, 0
	for _, name := range s.names {
		if !strings.Contains(name, *only) {
			continue
		}
		var after []string
		n := 0
		for o.seed = range *seeds {
			answer := process(o, s.variable+"="+name)
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

// served starts the MongoDB of the processes, unless the environment names one, and returns what ends it.
func served() (end func()) {
	if os.Getenv(mongo.Address) != "" {
		return func() {}
	}
	url, stop, err := mongo.Serve()
	check(err)
	check(os.Setenv(mongo.Address, url))
	return func() { check(stop()) }
}

// process makes a search in a process of its own.
func process(o options, variable string) string {
	path, err := os.Executable()
	check(err)
	c := exec.Command(path, o.args()...)
	c.Env, c.Stderr = append(os.Environ(), variable), os.Stderr
	out, err := c.Output()
	check(err)
	return strings.TrimSpace(string(out))
}

// config returns the configuration of a search.
func (s *subject) config(o options) evoke.Config {
	cfg := evoke.Config{
		Schema: string(s.schema()), Handler: s.handler,
		System: evoke.System{Database: s.database, Stores: s.stores},
		Budget: evoke.Budget{Calls: o.calls},
		Output: evoke.Output{Mutants: -1},
	}
	cfg.WhiteBox.Cover = s.cover
	if o.without != "" {
		cfg.REST.WithoutMakers = strings.Split(o.without, ",")
	}
	if o.random {
		cfg.REST.Policy, cfg.REST.NoMemory = rest.RandomCalls{}, true
	}
	cfg.Search.Seed = uint64(o.seed)
	return cfg
}

// goal returns the number of calls after which a search had the goal of a micro service answered, "-" if it had not.
func (s *subject) goal(cfg evoke.Config) string {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	found := "-"
	cfg.Search.Observe = func(e search.Event) {
		if c, ok := e.(search.Covered); ok && found == "-" && strings.HasSuffix(c.Target.Name, " 299") {
			found = strconv.Itoa(c.Stats.Cost)
			stop()
		}
	}
	if _, err := evoke.Run(ctx, cfg); err != nil && ctx.Err() == nil {
		check(err)
	}
	return found
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
