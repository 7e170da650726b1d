// Command jsapps searches tests of applications of Node as their users would, by evoke run --node on the unchanged
// program, and runs the suites of the three runners of JavaScript tests in random orders.
//
//	go run ./jsapps -calls 2000 -runs 3 express fastify nest
//
// The applications are in the folder apps: a library (Express, CommonJS, a schema of its own), parcels (Fastify,
// CommonJS, the schema of @fastify/swagger) and rooms (NestJS, TypeScript, the schema of @nestjs/swagger). npm installs
// what they need into a folder for this run.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// app says how an application is started and searched.
type app struct {
	schema, node, reset string
	build               bool // npm run build
}

var apps = map[string]app{
	"express": {schema: "openapi.yaml", node: "node src/server.js", reset: "reload"},
	"fastify": {schema: "/openapi.json", node: "npm start", reset: "reload"},
	"nest":    {schema: "/api-json", node: "node dist/main.js", reset: "reload", build: true},
}

var runners = []string{"node", "jest", "vitest"}

func main() {
	b := bench{w: os.Stdout}
	flag.IntVar(&b.calls, "calls", 2000, "calls of each search")
	flag.IntVar(&b.runs, "runs", 3, "runs of each suite, each in another order")
	flag.Uint64Var(&b.seed, "seed", 1, "seed of the searches and the orders")
	flag.StringVar(&b.from, "apps", "jsapps", "the folder of this command")
	flag.StringVar(&b.keep, "out", "", "folder for all that is made; default one that is removed at the end")
	flag.Parse()
	if err := b.all(flag.Args(), func(string) []string { return runners }); err != nil {
		fmt.Fprintln(os.Stderr, "jsapps:", err)
		os.Exit(1)
	}
}

// bench is one use of the command.
type bench struct {
	w           io.Writer
	calls, runs int
	seed        uint64
	from, keep  string
	dir, evoke  string // a folder for what is made, and the command in it
}

// all searches some applications, or all of them, for the runners that of gives for each.
func (b *bench) all(names []string, of func(name string) []string) (err error) {
	if len(names) == 0 {
		names = []string{"express", "fastify", "nest"}
	}
	if b.dir = b.keep; b.dir == "" {
		if b.dir, err = os.MkdirTemp("", "evoke-jsapps-"); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(b.dir)) }()
	}
	if b.dir, err = filepath.Abs(b.dir); err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Join(b.dir, "tmp"), 0o700); err != nil {
		return err
	}
	b.evoke = filepath.Join(b.dir, "evoke")
	if _, err := b.command(filepath.Join(b.from, "../.."), "go", "build", "-o", b.evoke, "./cmd/evoke"); err != nil {
		return err
	}
	if err := b.install("runners", b.dir); err != nil {
		return err
	}
	for _, name := range names {
		if err := b.one(name, of(name)); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// install copies a folder with a package.json, and has npm install what that names.
func (b *bench) install(from, to string) error {
	if err := os.CopyFS(to, os.DirFS(filepath.Join(b.from, from))); err != nil {
		return err
	}
	how := "install" // of exact versions
	if _, err := os.Stat(filepath.Join(to, "package-lock.json")); err == nil {
		how = "ci"
	}
	_, err := b.command(to, "npm", how, "--no-audit", "--no-fund")
	return err
}

// one searches an application for each of some runners, and runs the suites.
func (b *bench) one(name string, runners []string) error {
	a, ok := apps[name]
	if !ok {
		return errors.New("there is no such application")
	}
	dir := filepath.Join(b.dir, name)
	if err := b.install("apps/"+name, dir); err != nil {
		return err
	}
	if a.build {
		if _, err := b.command(dir, "npm", "run", "build"); err != nil {
			return err
		}
	}
	for _, runner := range runners {
		out := filepath.Join(dir, "test-"+runner)
		args := []string{"run", "--schema", a.schema, "--node", a.node, "--calls", strconv.Itoa(b.calls), "--seed",
			strconv.FormatUint(b.seed, 10), "--writer", runner, "--out", out}
		if a.reset != "" {
			args = append(args, "--reset", a.reset)
		}
		said, err := b.command(dir, b.evoke, args...)
		if err != nil {
			return err
		}
		if runner == runners[0] {
			_, summary, _ := strings.Cut(string(said), "\n\n")
			fmt.Fprintf(b.w, "%s: evoke %s\n%s\n", name, strings.Join(args, " "), summary)
		}
		if err := b.suite(name, runner, out); err != nil {
			return err
		}
	}
	return nil
}

// suite runs a suite in random orders.
func (b *bench) suite(name, runner, out string) error {
	random := rand.New(rand.NewPCG(b.seed, 0))
	for i := range b.runs {
		files, err := shuffled(random, out)
		if err != nil {
			return err
		}
		run := map[string][]string{
			"node":   append([]string{"node", "--test"}, files...),
			"jest":   append([]string{"node_modules/.bin/jest", "--rootDir", "."}, files...),
			"vitest": append([]string{"node_modules/.bin/vitest", "run"}, files...),
		}[runner]
		if said, err := b.command(b.dir, run[0], run[1:]...); err != nil {
			return fmt.Errorf("run %d of the suite of %s: %w\n%s", i+1, runner, err, said)
		}
	}
	fmt.Fprintf(b.w, "%s: the suite of %s passes in %d of %d runs in random orders\n", name, runner, b.runs, b.runs)
	return nil
}

// testCase is where the report says that a test stands.
type testCase struct {
	FilePath           string
	StartLine, EndLine int
}

// shuffled puts the tests of each file of a suite into another order, and returns the files in another one.
func shuffled(random *rand.Rand, out string) (files []string, err error) {
	var report struct{ TestCases []testCase }
	b, err := os.ReadFile(filepath.Join(out, "report.json"))
	if err = errors.Join(err, json.Unmarshal(b, &report)); err != nil {
		return nil, err
	}
	blocks := map[string][]testCase{}
	for _, t := range report.TestCases {
		if !slices.Contains(blocks[t.FilePath], t) { // refusals in one table have one place
			blocks[t.FilePath] = append(blocks[t.FilePath], t)
		}
	}
	for name := range blocks {
		files = append(files, name)
	}
	slices.Sort(files)
	random.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
	for i, name := range files {
		files[i] = filepath.Join(out, filepath.Base(name))
		if err := shuffle(random, files[i], blocks[name]); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// shuffle puts tests of a file into another order. It keeps the places of the report only if
// it gives them all the same lines, so each order begins with the file as it was written.
func shuffle(random *rand.Rand, file string, tests []testCase) error {
	b, err := os.ReadFile(file + ".written")
	if errors.Is(err, os.ErrNotExist) {
		if b, err = os.ReadFile(file); err == nil {
			err = os.WriteFile(file+".written", b, 0o600)
		}
	}
	if err != nil {
		return err
	}
	lines := bytes.SplitAfter(b, []byte("\n"))
	slices.SortFunc(tests, func(x, y testCase) int { return x.StartLine - y.StartLine })
	text := slices.Clone(bytes.Join(lines[:tests[0].StartLine-1], nil))
	random.Shuffle(len(tests), func(i, j int) { tests[i], tests[j] = tests[j], tests[i] })
	for _, t := range tests {
		text = append(append(text, bytes.Join(lines[t.StartLine-1:t.EndLine], nil)...), '\n')
	}
	return os.WriteFile(file, text, 0o600)
}

// command runs a command in a folder, and returns what it says. The error has the end of that. What npm, its
// packages and the runners keep for later is in the folder for what is made.
func (b *bench) command(dir, name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "TMPDIR="+filepath.Join(b.dir, "tmp"), "SCARF_ANALYTICS=false")
	out, err := cmd.CombinedOutput()
	if err != nil {
		return out, fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, out[max(0, len(out)-3000):])
	}
	return out, nil
}
