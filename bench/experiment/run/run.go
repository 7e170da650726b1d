package run

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/rest/samples"
	"github.com/evoke-go/evoke/sut"

	"github.com/evoke-go/evoke/bench/restfaults/seeded"
)

// run searches and measures.
func (j *Job) run(ctx context.Context, construct func() http.Handler) (*Result, error) {
	config, err := Named(j.Config)
	if err != nil {
		return nil, err
	}
	if config.NoReplacements { // the processes of the search take it over
		if err := os.Setenv("EVOKE_RESULTS", "off"); err != nil {
			return nil, fmt.Errorf("configuration: %w", err)
		}
	}
	c := &curve{calls: j.Calls}
	if j.Unmeasured {
		ctx, c.stop = context.WithCancel(ctx)
	}
	front := j.evoke(config, construct, c)
	if config.Samples {
		if front.REST.Samples, err = samples.Read(j.Samples...); err != nil {
			return nil, err
		}
	}
	began := time.Now()
	found, err := evoke.Run(ctx, front) // in the process with probes this is the end
	if j.Unmeasured && c.ended {
		return j.searched(c), nil
	}
	if err != nil {
		return nil, err
	}
	if !config.Black && !strings.Contains(found.Report.Search, "white box") {
		return nil, fmt.Errorf("the search did not see into the program: %s", found.Report.Search)
	}
	r := j.result(found, c)
	if j.SUT == SeededService {
		r.Seeded = seeded.Found(found.Report.Faults())
	}
	r.Seconds.Generate = seconds(time.Since(began))
	began = time.Now()
	if !j.Unmeasured {
		err = j.measure(ctx, found, r)
	}
	r.Seconds.Measure = seconds(time.Since(began))
	if err == nil && j.Missed != "" {
		err = os.WriteFile(j.Missed+".targets", c.names(), 0o644)
	}
	return r, err
}

// SeededService is the service with faults that are known by their kind.
const SeededService = "rest-faults"

// evoke is the configuration of the front door.
func (j *Job) evoke(config Config, construct func() http.Handler, c *curve) evoke.Config {
	out := evoke.Config{
		Schema: j.Schema, System: evoke.System{Controller: system(construct)}, WhiteBox: evoke.WhiteBox{Cover: j.Cover},
		Search: evoke.Search{Seed: j.Seed, Observe: c.observe}, Budget: evoke.Budget{Calls: j.Calls},
		REST: rest.Options{Users: j.Users, LoginEachTest: j.LoginEachTest},
		Output: evoke.Output{
			Writers: []output.Writer{&gotest.Writer{Constructor: gotest.Func{ImportPath: j.Package, Name: "New"}}},
		},
	}
	if config.Black {
		out.WhiteBox.Cover = []string{"none"}
	}
	config.Set(&out)
	return out
}

// resetter is a handler that can go back to the state of a new one, which is
// cheaper than to make one for each test.
type resetter interface{ Reset() error }

// system is the service as a system under test. It is that of bench.Service,
// which cannot be used here: package bench links all services.
func system(construct func() http.Handler) *sut.Handler {
	var current http.Handler
	fresh := func() http.Handler {
		current = construct()
		return current
	}
	reset := func() error {
		r, ok := current.(resetter)
		if !ok {
			return errors.New("a handler that could be reset is replaced by one that cannot")
		}
		return r.Reset()
	}
	first := construct()
	defer shut(first)
	if _, ok := first.(resetter); ok {
		return sut.NewHandler(fresh, sut.HandlerOptions{Reset: reset})
	}
	return sut.NewHandler(fresh, sut.HandlerOptions{})
}

// shut closes a handler that was only looked at.
func shut(h http.Handler) {
	if c, ok := h.(interface{ Close() error }); ok {
		_ = c.Close() // nothing was done with it
	}
}

// searched is what is known at the end of the search, before its suite is made.
func (j *Job) searched(c *curve) *Result {
	return &Result{
		Version: Version, Engine: j.Engine, Key: j.Key, CallsMade: c.stats.Cost, Tried: c.stats.Evaluations,
		CallsToLast: c.stats.LastImprovement.Cost, Targets: Share{c.stats.Covered, c.stats.Reached}, Curve: c.end(),
		Seconds: &Seconds{Search: seconds(c.stats.Elapsed), ToLast: seconds(c.stats.LastImprovement.Elapsed)},
	}
}

// result is what the search found.
func (j *Job) result(found *evoke.Result, c *curve) *Result {
	stats := found.Stats
	return &Result{
		Version: Version, Engine: j.Engine, Key: j.Key,
		CallsMade: stats.Cost, Tried: stats.Evaluations, CallsToLast: stats.LastImprovement.Cost,
		Targets:    Share{stats.Covered, stats.Reached},
		Operations: operations(found.Report), Faults: faults(found.Report),
		Tests: len(found.Suite.Tests), Curve: c.end(),
		Seconds: &Seconds{Search: seconds(stats.Elapsed), ToLast: seconds(stats.LastImprovement.Elapsed)},
	}
}

// operations counts what was answered in the search, and the faults that came
// up when its tests were executed again.
func operations(r *report.Report) Operations {
	out := Operations{All: len(r.Operations)}
	shown := map[string]bool{}
	for _, f := range r.Faults() {
		if strings.HasPrefix(f.Category, "HTTP 5") {
			shown[f.Operation] = true
		}
	}
	for i := range r.Operations {
		o := &r.Operations[i]
		if o.Succeeded() {
			out.Succeeded++
		}
		if o.Count(500, 599) > 0 || shown[o.Name] {
			out.Failed++
		}
	}
	return out
}

func faults(r *report.Report) map[string]int {
	out := map[string]int{}
	for _, f := range r.Faults() {
		out[f.Category]++
	}
	return out
}
