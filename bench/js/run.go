package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/bench/experiment/run"
	"github.com/evoke-go/evoke/js/node"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/jstest"
)

// result is what came of a run.
type result struct {
	Engine string `json:"engine"`
	run.Key
	// Targets are those that the search covered.
	Targets int `json:"targets"`
	// Faults are those that the search found: 5xx, and answers that do not fit the schema.
	Faults int `json:"faults"`
	// Crashes are those of them that are 5xx.
	Crashes int `json:"crashes"`
	// Never are the operations that never answered 2xx.
	Never []string `json:"never,omitempty"`
	// Tests are those of the suite, and Failed those of them that fail.
	Tests  int `json:"tests"`
	Failed int `json:"tests_failed"`
	coverage
	// During is what the whole search of a black box executed, which is what the study counts
	// there.
	During *coverage `json:"during,omitempty"`
	// Search is the time of the search alone, and Whole that with making and writing the
	// suite, both in seconds.
	Search float64 `json:"search_seconds"`
	Whole  float64 `json:"seconds"`
	// CPU is how long processors worked for that, in seconds: in this process, the service
	// and all others that were started. It is what can be compared on a busy machine.
	CPU float64 `json:"cpu_seconds"`
}

func (r *result) String() string {
	text := ""
	if d := r.During; d != nil {
		text = fmt.Sprintf("; the whole search lines %.1f %%, branches %.1f %% of %d", d.Lines.Percent(),
			d.Branches.Percent(), d.Branches.All)
	}
	return fmt.Sprintf("%s: %d targets, %d faults (%d of them 5xx); lines %.1f %% (%.1f %% of the reachable), "+
		"branches %.1f %% of %d; %d tests, %d fail; search %.1f s of %.1f s, %.1f s of processors",
		r.Key, r.Targets, r.Faults, r.Crashes, r.Lines.Percent(), r.Reachable.Percent(), r.Branches.Percent(),
		r.Branches.All, r.Tests, r.Failed, r.Search, r.Whole, r.CPU) + text
}

// keep appends a result to a file.
func (r *result) keep(path string) error {
	if path == "" {
		return nil
	}
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(append(line, '\n'))
	return errors.Join(err, f.Close())
}

// start is the command that starts each of the services of this folder.
const start = "node src/server.js"

// run searches, and executes the suite on the service without probes.
func (s service) run(ctx context.Context, key run.Key, dir string) (r *result, err error) {
	temp, remove, err := folder()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, remove()) }()
	data, err := s.kept(ctx, temp)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, data.end()) }()
	config, err := run.Named(key.Config)
	if err != nil {
		return nil, err
	}
	tests, during := filepath.Join(temp, "tests"), filepath.Join(temp, "during")
	if r, err = s.search(ctx, key, config, data, tests, during); err != nil {
		return nil, err
	}
	counters := filepath.Join(temp, "counters")
	if r.Failed, err = s.execute(ctx, data, tests, counters); err != nil {
		return nil, err
	}
	if r.coverage, err = s.count(ctx, dir, counters, filepath.Join(temp, "report")); err == nil && config.Black {
		var c coverage
		c, err = s.count(ctx, dir, during, filepath.Join(temp, "whole"))
		r.During = &c
	}
	return r, err
}

// search searches, and writes the suite into a folder. What V8 counts in the search of a
// black box is in the folder during.
func (s service) search(
	ctx context.Context, key run.Key, config run.Config, data *store, tests, during string,
) (*result, error) {
	options := s.options(data)
	if config.Black {
		options = counted(options, during)
	}
	controller, err := node.New(options)
	if err != nil {
		return nil, err
	}
	front := evoke.Config{
		Schema: string(s.schema), System: evoke.System{Controller: controller},
		Search: evoke.Search{Seed: key.Seed}, Budget: evoke.Budget{Calls: key.Calls},
		Output: evoke.Output{Dir: tests, Writers: []output.Writer{&jstest.Writer{}}, Mutants: -1}, // tests count
	}
	front.REST.Users = s.app.users
	config.Set(&front)
	if config.Black {
		front.WhiteBox.Cover = []string{"none"}
	}
	began := time.Now()
	found, err := evoke.Run(ctx, front)
	if err != nil {
		return nil, err
	}
	r := &result{
		Key: key, Targets: found.Stats.Covered, Faults: len(found.Report.Faults()), Tests: len(found.Suite.Tests),
		Search: rounded(found.Stats.Elapsed), Whole: rounded(time.Since(began)),
	}
	for _, f := range found.Report.Faults() {
		if f.Code == 100 {
			r.Crashes++
		}
	}
	for _, o := range found.Report.Operations {
		if !o.Succeeded() {
			r.Never = append(r.Never, o.Name)
		}
	}
	if warnings := controller.Warnings(); len(warnings) > 0 {
		return nil, fmt.Errorf("the driver warns: %s", strings.Join(warnings, "; "))
	}
	r.CPU, err = processors()
	return r, err
}

// given is the variable with the folder of a run, for the process that the search of a black
// box is in. It begins this program again.
const given = "EVOKE_BENCH_JS"

// folder returns the folder of a run.
func folder() (path string, remove func() error, err error) {
	if path := os.Getenv(given); path != "" {
		return path, func() error { return nil }, nil
	}
	path, err = os.MkdirTemp("", "evoke-js-")
	if err == nil {
		err = os.Setenv(given, path)
	}
	return path, func() error { return os.RemoveAll(path) }, err
}

// processors returns how long processors worked for this process and those that it started.
func processors() (float64, error) {
	var all time.Duration
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var used syscall.Rusage
		if err := syscall.Getrusage(who, &used); err != nil {
			return 0, fmt.Errorf("getrusage: %w", err)
		}
		all += time.Duration(used.Utime.Nano() + used.Stime.Nano())
	}
	return rounded(all), nil
}

func rounded(d time.Duration) float64 { return math.Round(d.Seconds()*1000) / 1000 }

var (
	failures = regexp.MustCompile(`(?m)^# fail (\d+)$`)
	failing  = regexp.MustCompile(`(?m)^ *not ok .*$`)
)

// counted are options of a service without probes whose counters V8 writes into a folder. Its
// files are counted where they are, not in a copy.
func counted(o node.Options, counters string) node.Options {
	o.Plain, o.InPlace, o.Env = true, true, append(o.Env, "NODE_V8_COVERAGE="+counters)
	return o
}

// execute executes a suite on the service, which writes its counters at its end, and
// returns how many tests fail. The data are brought back before each test.
func (s service) execute(ctx context.Context, data *store, tests, counters string) (failed int, err error) {
	options := counted(s.options(data), counters)
	controller, err := node.New(options)
	if err != nil {
		return 0, err
	}
	if _, err := controller.Start(ctx); err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, controller.Stop(ctx)) }()
	files, err := filepath.Glob(filepath.Join(tests, "*.test.mjs"))
	if err != nil || len(files) == 0 {
		return 0, errors.Join(err, errors.New("there are no tests"))
	}
	args := []string{"--test", "--test-reporter=tap"}
	env := append(os.Environ(), "EVOKE_BASE_URL="+controller.BaseURL())
	if options.Reset != nil {
		resets := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if err := options.Reset(r.Context(), controller.BaseURL()); err != nil {
				http.Error(w, err.Error(), http.StatusInternalServerError)
			}
		}))
		defer resets.Close()
		hook := filepath.Join(tests, "resets.mjs")
		if err := os.WriteFile(hook, []byte(hooked), 0o600); err != nil {
			return 0, err
		}
		args, env = append(args, "--test-concurrency=1", "--import", hook),
			append(env, "EVOKE_BENCH_JS_RESETS="+resets.URL)
	}
	cmd := exec.CommandContext(ctx, "node", append(args, files...)...)
	cmd.Env = env
	out, err := cmd.CombinedOutput()
	if found := failures.FindSubmatch(out); found != nil {
		err = nil // failing tests are counted
		_, err = fmt.Sscan(string(found[1]), &failed)
	}
	for _, line := range failing.FindAll(out, -1) {
		fmt.Println(string(line))
	}
	return failed, err
}

// hooked is loaded before the tests, and has the data brought back before each.
const hooked = `import { beforeEach } from 'node:test';
beforeEach(async () => {
	const answer = await fetch(process.env.EVOKE_BENCH_JS_RESETS, { method: 'POST' });
	if (!answer.ok) throw new Error(await answer.text());
});
`
