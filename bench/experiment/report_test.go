package main

import (
	"bytes"
	"encoding/xml"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/bench/experiment/run"
)

var update = flag.Bool("update", false, "write the golden files anew")

// The tables of results that nobody measured. The second time nothing changes.
func TestTables(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "tables.md")
	golden := filepath.Join("testdata", "tables.md")
	require.NoError(t, writeReport(newData(made()), dir, path))
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	if *update {
		require.NoError(t, os.WriteFile(golden, got, 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	assert.Equal(t, string(want), string(got))

	reversed := made()
	slices.Reverse(reversed)
	before := pictures(t, dir)
	require.NoError(t, writeReport(newData(reversed), dir, path))
	again, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, string(got), string(again))
	assert.Equal(t, before, pictures(t, dir))
}

// pictures are the files of the curves by name.
func pictures(t *testing.T, dir string) map[string]string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.svg"))
	require.NoError(t, err)
	out := map[string]string{}
	for _, name := range names {
		content, err := os.ReadFile(name)
		require.NoError(t, err)
		out[filepath.Base(name)] = string(content)
	}
	return out
}

// A picture is well-formed and has its names on it: the service, the axes and
// the configurations that see into the program.
func TestPictures(t *testing.T) {
	dir := t.TempDir()
	d := newData(made())
	require.NoError(t, drawAll(d, dir))
	found := pictures(t, dir)
	assert.Len(t, found, len(d.suts))
	picture := found["rest-ncs.svg"]
	assert.Less(t, len(picture), 40_000)
	texts := texts(t, picture)
	assert.Contains(t, texts, "rest-ncs: covered targets, median and quartiles of 3 runs")
	for _, want := range []string{"HTTP calls", "covered targets", "random", "mio", "evoke",
		"1", "10", "1,000", "100,000"} {
		assert.Contains(t, texts, want)
	}
	assert.NotContains(t, texts, "black")
	assert.NotContains(t, texts, "1,000,000")
	assert.Contains(t, found["bookshop.svg"], "10,000", "no more than was searched")
	assert.NotContains(t, found["bookshop.svg"], "100,000")
}

// texts are those between the tags of a picture.
func texts(t *testing.T, picture string) (out []string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(picture))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return out
		}
		require.NoError(t, err)
		if c, ok := token.(xml.CharData); ok && strings.TrimSpace(string(c)) != "" {
			out = append(out, strings.TrimSpace(string(c)))
		}
	}
}

// Configurations with other parameters get styles of their own.
func TestPictureOfParameters(t *testing.T) {
	var results []*run.Result
	for i, config := range []string{"mio:F=0.2", "mio:F=0.4"} {
		results = append(results, madeUp(run.Key{SUT: "x", Config: config, Calls: 100}, 1, i))
	}
	d := newData(results)
	picture, err := d.draw("x", d.drawn("x"))
	require.NoError(t, err)
	for _, rgb := range []string{"#56B4E9", "#E69F00"} {
		assert.Contains(t, strings.ToUpper(string(picture)), rgb)
	}
}

// What is not between the marks stays byte for byte.
func TestFill(t *testing.T) {
	sections := map[string]string{"a": "new a", "b": "    code\n\nnew b\n\n"}
	for _, tt := range []struct{ name, text, want, fails string }{
		{name: "no mark", text: "# x\r\n\ttext \n\n", want: "# x\r\n\ttext \n\n"},
		{
			name: "two sections",
			text: "x\n<!-- experiment:b -->\nold\n<!-- end -->y\r\n<!-- experiment:a --><!-- end -->",
			want: "x\n<!-- experiment:b -->\n\n    code\n\nnew b\n\n<!-- end -->y\r\n<!-- experiment:a " +
				"-->\n\nnew a\n\n<!-- end -->",
		},
		{name: "unknown", text: "<!-- experiment:c -->\n<!-- end -->", fails: `no section "c"`},
		{name: "no end", text: "<!-- experiment:a -->\nold", fails: `"a" has no <!-- end -->`},
		{name: "no end before the next", text: "<!-- experiment:a -->\n<!-- experiment:b -->\n<!-- end -->",
			fails: `"a" has no <!-- end -->`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := fill(tt.text, sections)
			if tt.fails != "" {
				assert.ErrorContains(t, err, tt.fails)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tt.want, got)
			again, err := fill(got, sections)
			require.NoError(t, err)
			assert.Equal(t, got, again)
		})
	}
}

func TestCommands(t *testing.T) {
	var results []*run.Result
	for _, k := range []run.Key{
		{SUT: "bookshop", Config: "mio", Calls: 100, Seed: 0}, {SUT: "bookshop", Config: "mio", Calls: 100, Seed: 1},
		{SUT: "bookshop", Config: "evoke", Calls: 100, Seed: 0},
		{SUT: "bookshop", Config: "evoke", Calls: 100, Seed: 1}, {SUT: "bookshop", Config: "mio", Calls: 200, Seed: 0},
		{SUT: "bookshop", Config: "mio", Calls: 200, Seed: 1}, {SUT: "bookshop", Config: "evoke", Calls: 200, Seed: 0},
		{SUT: "bookshop", Config: "evoke", Calls: 200, Seed: 1}, {SUT: "ach", Config: "mio", Calls: 100, Seed: 4},
		{SUT: "ach", Config: "mio", Calls: 100, Seed: 5}, {SUT: "ach", Config: "mio", Calls: 100, Seed: 7},
		{SUT: "gotify", Config: "mio", Calls: 100, Seed: 7},
	} {
		results = append(results, &run.Result{Version: run.Version, Key: k})
	}
	d := newData(results)
	assert.Equal(t, []string{
		"go run ./experiment --sut bookshop --config mio,evoke --calls 100,200 --seeds 2",
		"go run ./experiment --sut ach --config mio --calls 100 --seeds 4..5",
		"go run ./experiment --sut gotify,ach --config mio --calls 100 --seeds 7..7",
	}, sortedAs(d.commands(every), "bookshop", "4..5", "7..7"))
	for _, c := range d.commands(every) { // they mean what they say
		words := strings.Fields(c)
		_, err := plan(words[4], words[6], words[8], words[10])
		assert.NoError(t, err, c)
	}
	assert.Empty(t, d.commands(func(group) bool { return false }))
}

// A group goes by its name only if all of it is there.
func TestWords(t *testing.T) {
	assert.Equal(t, []string{"bookshop", "real", "rest-ncs"},
		words([]string{"bookshop", "gotify", "ach", "alertmanager", "rest-ncs"}))
	assert.Equal(t, []string{"ach", "gotify"}, words([]string{"ach", "gotify"}))
	all, err := services("all")
	require.NoError(t, err)
	again, err := services(strings.Join(words(all), ","))
	require.NoError(t, err)
	assert.Equal(t, all, again)
	assert.Len(t, words(all), 6, "the bookshop and five groups")
}

// sortedAs orders lines by words that they have.
func sortedAs(lines []string, words ...string) (out []string) {
	for _, w := range words {
		for _, l := range lines {
			if strings.Contains(l, w) {
				out = append(out, l)
			}
		}
	}
	return out
}

func TestCompare(t *testing.T) {
	var before, after []*run.Result
	for seed := range uint64(4) {
		k := run.Key{SUT: "rest-ncs", Config: "mio", Calls: 100, Seed: seed}
		before = append(before, madeUp(k, 1, 0))
		after = append(after, madeUp(k, 1, 3))
	}
	var b bytes.Buffer
	require.NoError(t, compareData(&b, newData(before), newData(after)))
	lines := strings.Split(strings.TrimSpace(b.String()), "\n")
	require.Len(t, lines, 5)
	assert.Equal(t, []string{"rest-ncs", "100", "mio", "targets", "311.5", "346.0", "1.00", "0.029", "4,", "4"},
		strings.Fields(lines[1]))
	assert.Contains(t, lines[3], "sides")
}

// The floors are judged by the mean, and the synthetic services as a whole.
func TestVerdict(t *testing.T) {
	f := floor{least: 90}
	assert.Equal(t, "met", f.verdict([]float64{80, 100}))
	assert.Equal(t, "missed", f.verdict([]float64{80, 99}))
	assert.Equal(t, "not measured", f.verdict(nil))
	all := floor{sut: "synthetic", least: 90}
	assert.Equal(t, "not measured", all.verdict([]float64{99}))
	assert.Equal(t, "met", all.verdict(slices.Repeat([]float64{99}, synthetics)))
	known := newData(nil)
	for _, f := range floors() {
		values, _ := f.values(known)
		assert.Equal(t, "not measured", f.verdict(values), f.sut)
	}
}

// A service that package bench does not know goes last.
func TestOrder(t *testing.T) {
	var results []*run.Result
	for _, k := range []run.Key{
		{SUT: "elsewhere", Config: "evoke", Calls: 100}, {SUT: "rest-scs", Config: "mio:F=0.2", Calls: 10},
		{SUT: "bookshop", Config: "mio", Calls: 100}, {SUT: "bookshop", Config: "random+memory", Calls: 100},
		{SUT: "bookshop", Config: "random", Calls: 100},
	} {
		results = append(results, &run.Result{Key: k})
	}
	d := newData(results)
	assert.Equal(t, []string{"bookshop", "rest-scs", "elsewhere"}, d.suts)
	assert.Equal(t, []string{"random", "random+memory", "mio", "evoke", "mio:F=0.2"}, d.configs)
	assert.Equal(t, []int{10, 100}, d.calls)
	assert.Equal(t, []string{"random", "random+memory", "mio"}, d.searched("bookshop", 100))
	assert.Equal(t, []int{10}, d.budgets("rest-scs"))
}

func TestPublications(t *testing.T) {
	all, err := publications()
	require.NoError(t, err)
	require.NotEmpty(t, all)
	for _, p := range all {
		assert.NotEmpty(t, p.source, p)
		assert.NotEmpty(t, p.targets+p.lines+p.branches+p.faults, p)
	}
	best := slices.IndexFunc(all, func(p published) bool {
		return p.service == "rest-scs" && p.tool == "EvoMaster, R-MIO"
	})
	assert.Equal(t, published{"rest-scs", "EvoMaster, R-MIO", "100,000 calls", "855.3", "82.1", "51.4", "",
		"Zhang 2021, Table 13"}, all[best])
}

// The commits of a section are those of the runs in it; where there are several,
// each names its services.
func TestCommits(t *testing.T) {
	var results []*run.Result
	for _, sut := range []string{"rest-ncs", "rest-scs"} {
		for i, engine := range []string{"aaaa", "bbbb"} {
			config := []string{"random", "evoke"}[i]
			if sut == "rest-scs" {
				engine = "aaaa"
			}
			results = append(results, &run.Result{Engine: engine, Key: run.Key{SUT: sut, Config: config, Calls: 10}})
		}
	}
	d := newData(results)
	of := func(config string) func(group) bool { return func(g group) bool { return g.config == config } }
	assert.Equal(t, "Measured at commit aaaa.\n", d.commits(of("random")))
	assert.Equal(t, "Measured at several commits: aaaa (rest-ncs, rest-scs), bbbb (rest-ncs).\n", d.commits(every))
	assert.Equal(t, "Nothing was measured yet.\n", d.commits(of("mio")))
	results[0].Engine = "aaaa+123456"
	assert.Contains(t, d.commits(every), "files that differed from the commit")
}

// A seed counts where both have it.
func TestPaired(t *testing.T) {
	runs := func(covered ...int) (out []*run.Result) {
		for seed, c := range covered {
			out = append(out, &run.Result{Key: run.Key{Seed: uint64(seed)}, Statements: run.Share{Covered: c, All: 10}})
		}
		return out
	}
	wins, pairs := paired(runs(5, 6, 7, 8), runs(4, 6, 8))
	assert.Equal(t, []int{1, 3}, []int{wins, pairs})
}

// made are results that nobody measured, of some services with three seeds.
func made() []*run.Result {
	var out []*run.Result
	for i, sut := range []string{"bookshop", "rest-ncs", "rest-scs", "rest-faults",
		"n5-dense-hide", "n5-medium-pd-shown"} {
		for j, config := range []string{"random", "random+memory", "mio", "evoke", "black"} {
			for _, calls := range []int{10_000, 20_000, 100_000} {
				if (sut == "bookshop") != (calls == 20_000) || calls == 100_000 && config == "black" {
					continue
				}
				for seed := range uint64(3) {
					out = append(out, madeUp(run.Key{SUT: sut, Config: config, Calls: calls, Seed: seed}, i, j))
				}
			}
		}
	}
	failed := run.Key{SUT: "rest-scs", Config: "hillclimb", Calls: 10_000, Seed: 1}
	return append(out, &run.Result{Version: run.Version, Engine: "0123456789", Key: failed,
		Error: "not done after 30m0s"})
}

// madeUp is a result whose figures follow from its number.
func madeUp(k run.Key, sut, config int) *run.Result {
	better := 10*config + k.Calls/10_000 + int(k.Seed)*(1+config)
	r := &run.Result{
		Version: run.Version, Engine: "0123456789", Key: k, CallsMade: k.Calls + 3, Tried: k.Calls / 3,
		CallsToLast: k.Calls - 100*better,
		Targets:     run.Share{Covered: 300 + 10*sut + better, All: 500},
		Statements:  run.Share{Covered: 150 + better, All: 220},
		Operations:  run.Operations{All: 7, Succeeded: 6, Failed: 1}, Faults: map[string]int{"HTTP 500": 1 + config},
		Tests:   20 + better,
		Seconds: &run.Seconds{Search: run.Second(1 + config), ToLast: 0.5, Generate: 3, Measure: 2},
	}
	if sut == 0 {
		r.Feasible = &run.Share{Covered: 140 + better, All: 200}
	} else {
		r.Sides = &run.Share{Covered: 100 + better, All: 168}
	}
	if k.SUT == run.SeededService {
		r.Seeded = []int{1, 3}
	}
	for i := 0; run.CurvePoint(i) <= float64(k.Calls)*1.001; i++ {
		r.Curve = append(r.Curve, r.Targets.Covered*i/40+int(k.Seed))
	}
	return r
}
