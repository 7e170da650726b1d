package coverage

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/internal/scratch"
	"github.com/evoke-go/evoke/internal/supervise"
)

// runner builds the test program once and executes it as often as needed.
type runner struct {
	Options
	scratch *scratch.Folder
	temp    string
	program string
	alien   bool // some of the packages are not imported by the tests
	cut     bool // the context ended while tests ran
	counts  counts
	profile Profile
}

// build builds the test program with counters.
func (r *runner) build(ctx context.Context) error {
	r.program = filepath.Join(r.temp, "suite.test")
	if runtime.GOOS == "windows" {
		r.program += ".exe"
	}
	args := []string{"test", "-c", "-vet=off", "-cover", "-o", r.program}
	if len(r.Packages) > 0 {
		args = append(args, "-coverpkg="+strings.Join(r.Packages, ","))
	}
	if !r.links(ctx) {
		args = append(args, "-ldflags=-s -w") // nobody debugs it
	}
	args = append(append(args, r.Flags...), ".")
	var printed bytes.Buffer
	cmd := r.command(ctx, "go", args...)
	cmd.Stdout, cmd.Stderr = &printed, &printed
	err := supervise.Run(cmd) // an interrupt of the terminal does not reach its process group
	out := printed.Bytes()
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return ErrNoGo
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil && strings.HasPrefix(firstLine(out, err), "go: "): // the folder is in no module
		return fmt.Errorf("the tests cannot be built here: %s", firstLine(out, err))
	case err != nil && unfinished(string(out)+": "+err.Error()):
		return fmt.Errorf("the build of the tests was ended: %s", firstLine(out, err))
	case err != nil:
		return fmt.Errorf("%w: %s", ErrBuild, firstLine(out, err))
	}
	r.alien = strings.Contains(string(out), "no packages being tested depend on matches")
	if _, err := os.Stat(r.program); err != nil {
		return fmt.Errorf("there are no tests in %s", r.Dir)
	}
	return nil
}

// unfinished reports whether a build was killed or found no disk space. Then it says nothing about the code.
func unfinished(text string) bool {
	for _, why := range []string{": signal: ", "no space left on device", "cannot allocate memory", "out of memory"} {
		if strings.Contains(text, why) {
			return true
		}
	}
	return false
}

// links reports whether the user has linker flags, in the options or in GOFLAGS.
func (r *runner) links(ctx context.Context) bool {
	goflags, err := r.command(ctx, "go", "env", "GOFLAGS").Output()
	return err == nil && strings.Contains(string(goflags)+strings.Join(r.Flags, " "), "-ldflags")
}

func (r *runner) command(ctx context.Context, name string, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, name, args...)
	c.Dir = r.Dir
	c.Env = r.Env
	c.WaitDelay = time.Second // what the tests started may hold the pipes open
	return c
}

// firstLine returns the line of a go command's output that says what is wrong.
func firstLine(out []byte, err error) string {
	for line := range strings.Lines(string(out)) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "go: downloading ") &&
			!strings.HasPrefix(line, "go: warning") {
			return line
		}
	}
	return err.Error()
}

// maxPattern bounds the length of a -run pattern, in bytes. Windows accepts 32 KiB for a whole command line, Linux 128
// KiB for one argument.
const maxPattern = 16 << 10

// batches splits the tests into lists whose patterns are short enough. There is at least one list, so that statements
// are counted.
func batches(tests []string) [][]string {
	out := [][]string{nil}
	size := 0
	seen := map[string]bool{}
	for _, name := range tests {
		name, _, _ = strings.Cut(name, "/")
		if name == "" || seen[name] {
			continue
		}
		seen[name] = true
		if size += len(regexp.QuoteMeta(name)) + 1; size > maxPattern {
			out = append(out, nil)
			size = len(name)
		}
		out[len(out)-1] = append(out[len(out)-1], name)
	}
	return out
}

// pattern returns the value of -run for some tests.
func pattern(tests []string) string {
	quoted := make([]string, len(tests))
	for i, name := range tests {
		quoted[i] = regexp.QuoteMeta(name)
	}
	return "^(" + strings.Join(quoted, "|") + ")$"
}

// run executes tests. When a process dies, its counters are lost. So the tests before the one that ended it are
// executed again, and those after it in another process: at most twice each, as long as each death has one test to
// blame. When time runs out for a process, the unfinished tests continue in the next one: many tests may have used the
// time together. If no test of a process finishes, the first one hangs.
func (r *runner) run(ctx context.Context, tests []string) error {
	for {
		log, err := r.execute(ctx, tests)
		if err != nil || log.finished() {
			return err
		}
		if len(log.started) == 0 {
			return fmt.Errorf("the test program ends before its first test: %s", log.lastLine())
		}
		if left := remaining(tests, log.through); log.reported && len(left) < len(tests) {
			if tests = left; len(left) > 0 {
				continue
			}
			return nil
		}
		last := len(log.started) - 1
		r.lose(log.started[last], log.why)
		if last > 0 && !log.reported {
			if err := r.run(ctx, log.started[:last]); err != nil {
				return err
			}
		}
		tests = remaining(tests, log.started)
		if len(tests) == 0 && len(r.counts) > 0 {
			return nil
		}
	}
}

// lose notes a test that ended its process, and the line that says why, "" for none.
func (r *runner) lose(test, why string) {
	r.profile.Lost = append(r.profile.Lost, test)
	if why != "" {
		if r.profile.Why == nil {
			r.profile.Why = map[string]string{}
		}
		r.profile.Why[test] = why
	}
}

// remaining returns the tests without some.
func remaining(tests, without []string) []string {
	return slices.DeleteFunc(slices.Clone(tests), func(name string) bool { return slices.Contains(without, name) })
}

// execute runs the test program once. An error means that nothing can be measured; the death of the process is no
// error.
func (r *runner) execute(ctx context.Context, tests []string) (*log, error) {
	out := filepath.Join(r.temp, "profile")
	if err := os.RemoveAll(out); err != nil {
		return nil, err
	}
	box, err := r.scratch.Box(r.Dir)
	if err != nil {
		return nil, err
	}
	defer box.Remove()
	c := r.command(ctx, r.program, "-test.run="+pattern(tests), "-test.count=1", "-test.paniconexit0",
		"-test.v=test2json", "-test.timeout="+r.timeout().String(), "-test.coverprofile="+out)
	c.Dir = box.Dir
	// without the variable, a program that ends early prints a warning
	c.Env = append(append(c.Environ(), box.Environment()...), "GOCOVERDIR="+r.temp)
	l := &log{}
	c.Stdout, c.Stderr = l, l
	err = supervise.Run(c)
	if ctx.Err() != nil {
		r.cut = r.cut || len(l.started) > 0
		r.profile.Failed = append(r.profile.Failed, l.failed...)
		r.profile.Parts = append(r.profile.Parts, l.parts...)
		return nil, context.Cause(ctx)
	}
	if _, died := errors.AsType[*exec.ExitError](err); err != nil && !died && !errors.Is(err, exec.ErrWaitDelay) {
		return nil, err
	}
	// A name that is not in tests comes from the output of the system under test.
	l.started = slices.DeleteFunc(l.started, func(name string) bool { return !slices.Contains(tests, name) })
	l.passed = err == nil
	return l, r.collect(l, out)
}

// collect adds the profile of an execution. If a test exceeds its time, package testing writes the profile and ends the
// process. If the process ends otherwise, there is no profile or one without blocks.
func (r *runner) collect(l *log, profile string) error {
	if !l.finished() && !l.reported {
		return nil
	}
	found := counts{}
	if err := found.readFile(profile); err != nil {
		l.reported = false
		if l.finished() {
			return err
		}
		return nil // the line came from the output of the system under test
	}
	r.counts.add(found)
	r.profile.Failed = append(r.profile.Failed, l.failed...)
	r.profile.Parts = append(r.profile.Parts, l.parts...)
	return nil
}
