// Package cost measures what probes cost: the same code with and without them,
// in one run, and how long a program with probes takes to build and to start.
package cost

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/instrument"
)

// The measurements take some minutes and assert no times, so that plain "go
// test" only checks that they work:
//
//	go test ./cost -run TestCost -v -full
var full = flag.Bool("full", false, "measure long enough for figures to quote")

// services are the packages of the services; the copy of a router is part of
// the program of gotify.
var services = []string{
	"github.com/gotify/server/v2/...", "github.com/evoke-go/evoke/bench/gotify/router",
	"github.com/moov-io/ach/...", "github.com/prometheus/alertmanager/...",
}

// limits are the greatest ratios that Evoke allows itself, by benchmark or group
// of benchmarks. Reading out is absolute: the same code runs on both sides.
var limits = map[string]string{
	"Handler": "1.15 x", "ParseOrder": "1.50 x", "Words": "8.00 x", "Tokens": "10.00 x",
	"Triangles": "8.00 x", "Take/100": "2000 ns",
}

// TestCost compares benchmarks with and without probes. Both binaries run in
// turns, and the best of each counts.
func TestCost(t *testing.T) {
	rounds, benchtime, which := 1, "1x", "ParseOrder|Words|Tokens|Triangles|Take"
	cover := []string{"github.com/evoke-go/evoke/bench/cost/work"}
	if *full {
		rounds, benchtime, which = 7, "300ms", "."
		cover = append(cover, services...)
	}
	plain, instrumented := filepath.Join(t.TempDir(), "plain.test"), filepath.Join(t.TempDir(), "instrumented.test")
	run(t, "go", "test", "-c", "-vet=off", "-o", plain, ".")
	plan, err := instrument.Prepare(t.Context(), instrument.Options{Dir: ".", Package: ".", Test: true, Cover: cover})
	require.NoError(t, err)
	require.NoError(t, plan.Build(t.Context(), instrumented))
	best := map[string][2]float64{}
	var names []string
	for range rounds {
		for side, binary := range []string{plain, instrumented} {
			out := run(t, binary, "-test.run=^$", "-test.cpu=1", "-test.bench="+which, "-test.benchtime="+benchtime)
			for _, m := range readBenchmarks(out) {
				if _, known := best[m.name]; !known {
					names = append(names, m.name)
				}
				both := best[m.name]
				if both[side] == 0 || m.value < both[side] {
					both[side] = m.value
				}
				best[m.name] = both
			}
		}
	}
	require.NotEmpty(t, names)
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "benchmark\tplain\tinstrumented\tratio\tlimit")
	for _, name := range names {
		both := best[name]
		fmt.Fprintf(table, "%s\t%.1f ns\t%.1f ns\t%.2f x\t%s\n", name, both[0], both[1], both[1]/both[0], limitOf(name))
	}
	require.NoError(t, table.Flush())
}

func limitOf(name string) string {
	group, _, _ := strings.Cut(name, "/")
	if limit, ok := limits[name]; ok {
		return limit
	}
	return limits[group]
}

// measured is one result of a benchmark.
type measured struct {
	name  string
	value float64
}

// readBenchmarks reads the metric that is compared.
func readBenchmarks(out string) []measured {
	var all []measured
	for line := range strings.Lines(out) {
		fields := strings.Fields(line)
		for i, unit := range fields {
			if unit != perUnit || !strings.HasPrefix(line, "Benchmark") {
				continue
			}
			if value, err := strconv.ParseFloat(fields[i-1], 64); err == nil {
				all = append(all, measured{strings.TrimPrefix(fields[0], "Benchmark"), value})
			}
		}
	}
	return all
}

func run(t *testing.T, name string, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), name, args...).CombinedOutput()
	require.NoError(t, err, "%s", out)
	return string(out)
}

// TestBuildAndStart measures the program of gotify: how long it takes to put
// probes into it and to build it, and how long it takes to start.
func TestBuildAndStart(t *testing.T) {
	if !*full {
		t.Log("nothing to check: it measures times; use -full")
		return
	}
	b := &building{cache: t.TempDir(), binary: filepath.Join(t.TempDir(), "serve")}
	router, err := filepath.Abs("../gotify/router/router.go")
	require.NoError(t, err)
	source, err := os.ReadFile(router)
	require.NoError(t, err)
	b.measure(t, "first", nil)
	for range 3 {
		b.measure(t, "nothing changed", nil)
	}
	for i := range 5 {
		changed := fmt.Appendf(source, "\nfunc changed() int { return %d }\n\nvar _ = changed\n", i)
		b.measure(t, "one file changed", map[string][]byte{router: changed})
		b.measurePlain(t, router, changed)
	}
	plain := filepath.Join(t.TempDir(), "plain")
	run(t, "go", "build", "-o", plain, "./serve")
	best := [2]time.Duration{time.Hour, time.Hour}
	for range 20 {
		for side, binary := range []string{plain, b.binary} {
			began := time.Now()
			run(t, binary)
			best[side] = min(best[side], time.Since(began))
		}
	}
	fmt.Printf("start, one request and end: plain %v, instrumented %v (limit 50 ms)\n", best[0], best[1])
}

// building is a program that is built again and again.
type building struct{ cache, binary string }

func (b *building) measure(t *testing.T, what string, files map[string][]byte) {
	began := time.Now()
	plan, err := instrument.Prepare(t.Context(), instrument.Options{
		Dir: ".", Package: "./serve", Cover: services[:2], Cache: b.cache, Files: files,
	})
	require.NoError(t, err)
	prepared := time.Since(began)
	require.NoError(t, plan.Build(t.Context(), b.binary))
	fmt.Printf("gotify, %s: instrument %v, build %v, together %v (limit 2 s warm)\n",
		what, prepared.Round(time.Millisecond), (time.Since(began) - prepared).Round(time.Millisecond),
		time.Since(began).Round(time.Millisecond))
}

// measurePlain builds the program without probes after the same change, which
// the go command sees by an overlay too.
func (b *building) measurePlain(t *testing.T, path string, content []byte) {
	dir := t.TempDir()
	file, overlay := filepath.Join(dir, "changed.go"), filepath.Join(dir, "overlay.json")
	text, err := json.Marshal(map[string]any{"Replace": map[string]string{path: file}})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(file, content, 0o644))
	require.NoError(t, os.WriteFile(overlay, text, 0o644))
	began := time.Now()
	run(t, "go", "build", "-overlay="+overlay, "-o", b.binary+"-plain", "./serve")
	fmt.Printf("gotify, one file changed, without probes: build %v\n", time.Since(began).Round(time.Millisecond))
}
