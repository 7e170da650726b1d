package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/evoke-go/evoke/bench"
	"github.com/evoke-go/evoke/bench/experiment/run"
)

// session makes runs. What it writes meanwhile is in two folders: one inside of
// a copy of the module, for programs and suites, which import packages of it,
// and one for all else. Both are removed at the end.
type session struct {
	module, written, temp string // module is the copy
	engine, goFlags       string
	timeout               time.Duration
	jobs                  int
	missed                string // gets the feasible statements that suites miss, "" for nowhere
	unmeasured            bool   // nobody measures suites

	mu       sync.Mutex
	programs map[string]*program
}

func newSession(ctx context.Context, module string, timeout time.Duration, jobs int) (*session, error) {
	root := filepath.Dir(module)
	source, digest, err := snapshot(root)
	if err != nil {
		return nil, err
	}
	flags, err := exec.CommandContext(ctx, "go", "env", "GOFLAGS").Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	s := &session{
		module: filepath.Join(source, filepath.Base(module)), engine: revision(ctx, root, digest),
		goFlags: strings.TrimSpace(string(flags)), timeout: timeout, jobs: jobs, programs: map[string]*program{},
	}
	if s.written, err = os.MkdirTemp(s.module, "evoke-written-"); err != nil {
		return nil, err
	}
	if s.temp, err = os.MkdirTemp("", "evoke-experiment-"); err != nil {
		return nil, errors.Join(err, os.RemoveAll(s.written))
	}
	return s, nil
}

// close removes the folders. What is left is in nobody's way.
func (s *session) close() {
	_ = os.RemoveAll(s.written)
	_ = os.RemoveAll(s.temp)
}

// state names the present state of the source, as results name it.
func state(ctx context.Context, module string) (string, error) {
	root := filepath.Dir(module)
	files, err := sources(root)
	if err != nil {
		return "", err
	}
	return revision(ctx, root, digestOf(files)), nil
}

// revision names the state of the source: the commit, and where files of Go
// differ from it, "+" and the begin of the digest of all.
func revision(ctx context.Context, root, digest string) string {
	git := func(args ...string) (string, error) {
		out, err := exec.CommandContext(ctx, "git", append([]string{"-C", root}, args...)...).Output()
		return strings.TrimSpace(string(out)), err
	}
	commit, err := git("rev-parse", "--short=10", "HEAD")
	if err != nil {
		return digest
	}
	if changed, err := git("status", "--porcelain", "--", "*.go", "go.mod"); err != nil || changed != "" {
		commit += "+" + digest[:6]
	}
	return commit
}

// program is the executable that makes the runs of one service.
type program struct {
	service *bench.Service
	path    string
	once    sync.Once
	err     error
}

// program returns that of a service, built at its first run.
func (s *session) program(ctx context.Context, name string) (*program, error) {
	s.mu.Lock()
	p := s.programs[name]
	if p == nil {
		p = &program{path: filepath.Join(s.temp, name+".exe")}
		s.programs[name] = p
	}
	s.mu.Unlock()
	p.once.Do(func() {
		if p.service, p.err = bench.Named(name); p.err == nil {
			p.err = p.build(ctx, s.module, filepath.Join(s.written, "run-"+name))
		}
	})
	return p, p.err
}

// failedToBuild is why the program of a service could not be built.
func (s *session) failedToBuild(name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p := s.programs[name]; p != nil {
		return p.err
	}
	return nil
}

// unbuilt joins the errors of all programs that could not be built.
func (s *session) unbuilt() error {
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(s.programs)) {
		errs = append(errs, s.failedToBuild(name))
	}
	return errors.Join(errs...)
}

const programText = `package main

import (
	"github.com/evoke-go/evoke/bench/experiment/run"
	service %q
)

func main() { run.Main(service.New) }
`

// build writes and builds the program. Its source stays: a white-box search
// builds it again.
func (p *program) build(ctx context.Context, module, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "main.go"), fmt.Appendf(nil, programText, p.service.Package),
		0o644); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "go", "build", "-buildvcs=false", "-o", p.path, dir)
	cmd.Dir = module
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("build the program of %s: %w: %s", p.service.Name, err, out)
	}
	return nil
}

// stopTime is how long a run may take to end after it was told to.
const stopTime = 30 * time.Second

// run makes one run in a process of its own.
func (s *session) run(ctx context.Context, k run.Key) (*run.Result, error) {
	p, err := s.program(ctx, k.SUT)
	if err != nil {
		return nil, err
	}
	temp, err := os.MkdirTemp(s.temp, k.SUT+"-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	j := s.job(p.service, k, temp)
	if j.Samples, err = s.samples(ctx, p.service.Samples); err != nil {
		return nil, err
	}
	defer os.RemoveAll(j.Dir)
	file := filepath.Join(temp, "job.json")
	if err := j.Write(file); err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	if err := s.process(limited, p.path, file, temp); err != nil {
		if ctx.Err() == nil && limited.Err() != nil {
			return nil, fmt.Errorf("not done after %s", s.timeout)
		}
		return nil, err
	}
	content, err := os.ReadFile(j.Result)
	if err != nil {
		return nil, err
	}
	r := new(run.Result)
	return r, json.Unmarshal(content, r)
}

// samples returns the folders with the samples of a service.
func (s *session) samples(ctx context.Context, of []bench.Sample) (dirs []string, err error) {
	for _, sample := range of {
		cmd := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", sample.Module)
		cmd.Dir = s.module
		out, err := cmd.Output()
		if err != nil {
			return nil, fmt.Errorf("the folder of %s: %w", sample.Module, err)
		}
		dirs = append(dirs, filepath.Join(strings.TrimSpace(string(out)), filepath.FromSlash(sample.Dir)))
	}
	return dirs, nil
}

func (s *session) job(service *bench.Service, k run.Key, temp string) *run.Job {
	options := service.REST()
	j := &run.Job{
		Key: k, Engine: s.engine,
		Schema: string(service.Schema), Package: service.Package, Cover: service.Cover,
		Users: options.Users, LoginEachTest: options.LoginEachTest,
		Unmeasured: s.unmeasured,
		Module:     s.module, Dir: filepath.Join(s.written, filepath.Base(temp)),
		Result: filepath.Join(temp, "result.json"), Remove: []string{s.written, s.temp},
	}
	if s.missed != "" {
		j.Missed = filepath.Join(s.missed,
			fmt.Sprintf("%s-%s-%d-%d", k.SUT, strings.ReplaceAll(k.Config, ":", "_"), k.Calls, k.Seed))
	}
	return j
}

// process runs the program to its end. It is interrupted when the context ends,
// and notices by its standard input when this process is dead. Its temporary
// files are in a folder that is removed whatever becomes of it.
func (s *session) process(ctx context.Context, program, job, temp string) error {
	cmd := exec.CommandContext(ctx, program, job)
	cmd.Dir = s.module
	cmd.Env = s.environment(temp)
	if _, err := cmd.StdinPipe(); err != nil {
		return err
	}
	log := &tail{}
	cmd.Stdout, cmd.Stderr = log, log
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = stopTime
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%w: %s", err, s.portable(log.text()))
	}
	return nil
}

// environment is that of a run. Its share of the processors is that of one of
// several jobs, or they would be in each other's way. Programs are linked
// without the tables for debuggers, which nobody reads and which take a third
// of the time for linking, and nobody asks git for their version: a white-box
// run with sides links three.
func (s *session) environment(temp string) []string {
	env := append(os.Environ(), "TMPDIR="+temp)
	if s.jobs > 1 && os.Getenv("GOMAXPROCS") == "" {
		env = append(env, fmt.Sprintf("GOMAXPROCS=%d", max(1, runtime.NumCPU()/s.jobs)))
	}
	flags := s.goFlags
	if !strings.Contains(flags, "-ldflags") {
		flags += " -ldflags=-w"
	}
	if !strings.Contains(flags, "-buildvcs") {
		flags += " -buildvcs=false"
	}
	return append(env, "GOFLAGS="+strings.TrimSpace(flags))
}

// portable is a text without the folders of this machine.
func (s *session) portable(text string) string {
	return strings.NewReplacer(s.temp, "TEMP", s.written, "WRITTEN", filepath.Dir(s.module), "SOURCE").Replace(text)
}
