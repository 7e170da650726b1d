// Command js repeats the study of Zhang, Belhadi and Arcuri, JavaScript Instrumentation for Search-Based Software
// Testing: A Study with RESTful APIs (2022), on rest-ncs and rest-scs. The services are in the folders ncs and scs, in
// JavaScript with Express, and start as they are. What they need of npm comes by install.sh. Four applications of the
// study that others wrote come by apps.sh, and keep their data in Redis, MariaDB and MongoDB, which each run starts
// anew: redis-server, mariadbd and mariadb-install-db have to be in the folders of PATH, and the MongoDB is the program
// in the folder mongo.
//
//	./js/install.sh
//	go run ./js -sut ncs,scs -config mio,random,black,evoke -calls 100000 -seeds 0..9 -out results.jsonl
//	go run ./js -report -out results.jsonl
//	./js/apps.sh ../../apps
//	go run ./js -apps ../../apps -sut disease-sh,realworld,cyclotron,spacex -calls 5000 -seeds 0..1
//
// It runs in the folder of the module bench. A finished run is a line of -out, and runs that
// are there are not made again. Of each written suite it counts lines and branches that it
// executes on the service without probes, by c8: see [count].
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/evoke-go/evoke/bench/experiment/run"
	"github.com/evoke-go/evoke/bench/ncs"
	"github.com/evoke-go/evoke/bench/scs"
)

// service is a program of the study.
type service struct {
	name   string
	schema []byte
	dir    string
	app    app
}

// services are those of this folder, in a folder.
func services(dir string) []service {
	files := app{files: ours}
	return []service{{"ncs", ncs.Schema(), filepath.Join(dir, "ncs"), files},
		{"scs", scs.Schema(), filepath.Join(dir, "scs"), files}}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := command(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "js:", err)
		os.Exit(1)
	}
}

// settings are what the command line says.
type settings struct {
	suts, configs, seeds, out, dir, apps string
	calls                                int
	report, collect                      bool
}

func command(ctx context.Context, args []string) error {
	var s settings
	f := flag.NewFlagSet("js", flag.ContinueOnError)
	f.StringVar(&s.suts, "sut", "ncs,scs", "services with commas between them")
	f.StringVar(&s.configs, "config", "mio,random,black,evoke", "configurations of command experiment")
	f.IntVar(&s.calls, "calls", 100_000, "budget in calls")
	f.StringVar(&s.seeds, "seeds", "0..9", "first and last seed")
	f.StringVar(&s.out, "out", "", "file of the results; default none")
	f.StringVar(&s.dir, "dir", "js", "the folder of this command")
	f.StringVar(&s.apps, "apps", "",
		"the folder into which apps.sh has put disease-sh, realworld, cyclotron and spacex; default none")
	f.BoolVar(&s.report, "report", false, "print the tables of the results, and make no runs")
	f.BoolVar(&s.collect, "collect", false,
		"measure what collecting costs beside the bare loop, with -calls, and make no runs")
	if err := f.Parse(args); err != nil {
		return err
	}
	if f.NArg() > 0 {
		return fmt.Errorf("what is %q?", f.Arg(0))
	}
	done, err := read(s.out)
	switch {
	case err != nil:
		return err
	case s.report:
		return tables(os.Stdout, done)
	case s.collect:
		return s.collecting(ctx)
	}
	return s.all(ctx, done)
}

// chosen are the services of -sut.
func (s *settings) chosen() ([]service, error) {
	all, err := applications(s.apps, s.dir)
	if err != nil {
		return nil, err
	}
	all = append(services(s.dir), all...)
	var out []service
	for name := range strings.SplitSeq(s.suts, ",") {
		at := slices.IndexFunc(all, func(one service) bool { return one.name == name })
		if at < 0 {
			return nil, fmt.Errorf("no service %q; the applications of others are those of -apps", name)
		}
		out = append(out, all[at])
	}
	return out, nil
}

// all makes the runs that are not done yet. The seeds are the outermost loop.
func (s *settings) all(ctx context.Context, done []result) error {
	from, to, _ := strings.Cut(s.seeds, "..")
	first, err := strconv.ParseUint(from, 10, 32)
	last := first
	if err == nil && to != "" {
		last, err = strconv.ParseUint(to, 10, 32)
	}
	if err != nil {
		return fmt.Errorf("-seeds: %w", err)
	}
	chosen, err := s.chosen()
	if err != nil {
		return err
	}
	there := map[run.Key]bool{}
	for i := range done {
		there[done[i].Key] = true
	}
	var open []run.Key
	for seed := first; seed <= last; seed++ {
		for _, one := range chosen {
			for config := range strings.SplitSeq(s.configs, ",") {
				if key := (run.Key{SUT: one.name, Config: config, Calls: s.calls, Seed: seed}); !there[key] {
					open = append(open, key)
				}
			}
		}
	}
	if len(open) != 1 {
		return s.each(ctx, open)
	}
	at := slices.IndexFunc(chosen, func(one service) bool { return one.name == open[0].SUT })
	return s.one(ctx, chosen[at], open[0])
}

// each makes each run in a process of its own, since the search of a black box begins the
// process again.
func (s *settings) each(ctx context.Context, open []run.Key) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	for _, key := range open {
		cmd := exec.CommandContext(ctx, self, "-sut", key.SUT, "-config", key.Config, "-calls", strconv.Itoa(key.Calls),
			"-seeds", strconv.FormatUint(key.Seed, 10), "-out", s.out, "-dir", s.dir, "-apps", s.apps)
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		if err := cmd.Run(); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
	}
	return nil
}

// one makes a run.
func (s *settings) one(ctx context.Context, of service, key run.Key) error {
	r, err := of.run(ctx, key, s.dir)
	if err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	r.Engine = revision(ctx)
	fmt.Println(r)
	return r.keep(s.out)
}

// revision names the commit, with a + if files differ from it.
func revision(ctx context.Context) string {
	commit, err := exec.CommandContext(ctx, "git", "rev-parse", "--short=10", "HEAD").Output()
	if err != nil {
		return ""
	}
	name := strings.TrimSpace(string(commit))
	if changed, err := exec.CommandContext(ctx, "git", "status", "--porcelain",
		"--untracked-files=no").Output(); err != nil || len(changed) > 0 {
		name += "+"
	}
	return name
}

// read reads results; a file that is not there has none.
func read(path string) ([]result, error) {
	if path == "" {
		return nil, nil
	}
	content, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	var out []result
	for line := range bytes.Lines(content) {
		var r result
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		out = append(out, r)
	}
	return out, err
}
