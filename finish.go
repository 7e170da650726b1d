package evoke

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/suite"
	"github.com/evoke-go/evoke/sut"
)

// finish makes the suite of what the search found, writes it and reports. An
// interrupted search gets its suite too, only less time is spent on it. What
// goes wrong here does not keep the rest from being written.
func (r *engine) finish(ctx context.Context, searchErr error) (*Result, error) {
	s, suiteErr := r.suite(ctx, searchErr)
	if searchErr != nil {
		r.explain(searchErr, suiteErr)
		suiteErr = nil // the cause is the same
	}
	files, filesErr := r.files(s)
	result := &Result{Suite: s, Files: files, Stats: r.session.Stats()}
	result.Report = r.report(result, ctx.Err() != nil)
	err := errors.Join(searchErr, suiteErr, filesErr)
	if err == nil && ctx.Err() != nil {
		err = fmt.Errorf("evoke: interrupted: %w", ctx.Err())
	}
	return result, err
}

// explain puts into the report why a search ended early, and why there are no
// tests of what it found.
func (r *engine) explain(searchErr, suiteErr error) {
	if !errors.Is(searchErr, context.Canceled) { // of an interrupt the report has a mark
		r.warn("the search ended early: %s", strings.TrimPrefix(firstLine(searchErr), "search: evaluate: "))
	}
	if suiteErr != nil {
		r.warn("no tests are written: the system does not answer any more, and only what could be executed again makes a test")
	}
}

// suite makes the suite; it is empty when the system does not answer any more.
func (r *engine) suite(ctx context.Context, searchErr error) (*suite.Suite, error) {
	after, limit := r.cfg.Budget.after(), r.finishLimit(searchErr)
	late, cancel := outlive(ctx, limit, graceTime)
	defer cancel()
	early, cancelEarly := outlive(ctx, limit/4, graceTime/4) // the rest is for executing all tests again
	defer cancelEarly()
	short := false
	harvest := rest.Harvest{
		Allow:   func(calls int) bool { return ctx.Err() == nil && early.Err() == nil && after(calls) },
		Confirm: func() bool { short = early.Err() != nil; return !short },
	}
	r.system.finishing()
	s, flaky, err := r.problem.Suite(late, r.session.Archive(), harvest)
	if s == nil {
		s = &suite.Suite{Title: r.doc.Title, BaseURL: r.baseURL}
	}
	s.Repeat = r.repeat()
	if r.baseURL != "" && !r.resets() {
		r.warn("the service is not reset between tests: what the search left behind may be in the answers that the tests expect")
	}
	if flaky > 0 {
		r.warn("%s left out because the answers changed between executions", counted(flaky, "test"))
	}
	if short || late.Err() != nil {
		r.warn("tests were left out because executing them again took too long: calls hang or are slow")
		return s, nil
	}
	if err != nil {
		err = fmt.Errorf("evoke: the tests could not be executed again and are not written: %w", err)
	}
	return s, err
}

// resets reports whether the state of the system can be brought back. A
// controller of the user's own is taken at its word.
func (r *engine) resets() bool {
	_, plain := r.cfg.SUT.(*sut.Remote)
	return r.cfg.Reset != nil || r.cfg.SUT != nil && !plain
}

func (r *engine) warn(format string, args ...any) {
	r.warnings = append(r.warnings, fmt.Sprintf(format, args...))
}

// files asks the writers.
func (r *engine) files(s *suite.Suite) ([]suite.File, error) {
	if len(s.Tests) == 0 {
		return nil, nil
	}
	var files []suite.File
	for _, w := range r.writers() {
		out, err := w.Files(s)
		if err != nil {
			return nil, fmt.Errorf("evoke: write the suite: %w", err)
		}
		files = append(files, out...)
	}
	return files, nil
}

// writers returns the given writers; those of Go tests are told how the
// system is made, unless they were.
func (r *engine) writers() []output.Writer {
	given := r.cfg.Writers
	if len(given) == 0 {
		given = []output.Writer{&gotest.Writer{}}
	}
	out := make([]output.Writer, len(given))
	for i, w := range given {
		if g, ok := w.(*gotest.Writer); ok {
			w = r.goWriter(*g)
		}
		out[i] = w
	}
	return out
}

// goWriter fills in the package and the names of the user's functions.
func (r *engine) goWriter(w gotest.Writer) *gotest.Writer {
	inPackage := r.from.path != "" && here(r.cfg.Out)
	if w.Package == "" && inPackage {
		w.Package = r.from.name
	}
	if w.Constructor == (gotest.Func{}) && r.cfg.Handler != nil {
		w.Constructor = r.name("Handler", r.cfg.Handler, inPackage)
	}
	if w.Reset == (gotest.Func{}) && r.cfg.Reset != nil {
		w.Reset = r.name("Reset", r.cfg.Reset, inPackage)
	}
	return &w
}

// name names a function of the user for the generated tests.
func (r *engine) name(field string, f any, inPackage bool) gotest.Func {
	named, ok := function(f)
	switch {
	case !ok:
		r.warn("%s is not a package-level function: the generated tests cannot call it and take a base URL from the environment", field)
		return gotest.Func{}
	case inPackage && named.ImportPath == r.from.path:
		named.ImportPath = ""
	case named.ImportPath == "main" || !exported(named.Name):
		r.warn("%s: %s.%s cannot be imported: the generated tests only compile in its own package", field, named.ImportPath, named.Name)
		named.ImportPath = ""
	}
	return named
}

func exported(name string) bool { return name[0] >= 'A' && name[0] <= 'Z' }

// repeat tells how to get the same suite again.
func (r *engine) repeat() string {
	text := fmt.Sprintf("seed %d, %s", r.cfg.Seed, r.cfg.Budget)
	switch calls := r.session.Stats().Cost; {
	case r.session.Progress() < 1 && r.cfg.Budget.Time == 0:
		text += fmt.Sprintf(" (ended early, after %d)", calls)
	case r.cfg.Budget.Time > 0:
		text += fmt.Sprintf(" (time makes no exact repetition; %d calls come close)", calls)
	}
	return text
}

// report says what the run did.
func (r *engine) report(result *Result, interrupted bool) *report.Report {
	stats := result.Stats
	out := &report.Report{
		Version: version(), Created: time.Now().UTC(), Elapsed: r.elapsed,
		Suite: result.Suite, Files: result.Files, Dir: r.cfg.Out, HowToRun: r.howToRun(result.Files),
		Calls: stats.Cost, Evaluations: stats.Evaluations, Covered: stats.Covered, Targets: stats.Reached,
		Interrupted: interrupted,
		Algorithm:   algorithmName(r.algorithm()), Seed: r.cfg.Seed, Budget: r.cfg.Budget.String(),
	}
	for _, t := range r.problem.Tallies() {
		out.Operations = append(out.Operations, report.Operation{
			Name: t.Operation.Name(), Calls: t.Calls, Statuses: t.Statuses, NoAnswer: t.NoAnswer,
		})
	}
	for _, f := range r.problem.Faults() {
		plain := f.Plain()
		out.Untested = append(out.Untested, plain)
		if f.Category == deathCategory {
			if out.FaultNotes == nil {
				out.FaultNotes = map[string]string{}
			}
			out.FaultNotes[plain.Key] = "no test replays it, because that would end the process of the tests"
		}
	}
	for _, w := range slices.Concat(r.doc.Warnings, r.problem.Warnings()) {
		out.Warnings = append(out.Warnings, w.String())
	}
	out.Warnings = append(out.Warnings, r.warnings...)
	return out
}

// howToRun is the command for the written tests, as it works where the reader
// most likely is.
func (r *engine) howToRun(files []suite.File) string {
	if r.cfg.Out == "" || !slices.ContainsFunc(files, func(f suite.File) bool { return strings.HasSuffix(f.Name, "_test.go") }) {
		return ""
	}
	dir := filepath.ToSlash(filepath.Clean(r.cfg.Out))
	ofPackage := r.job != nil && r.job.Config != nil
	switch {
	case ofPackage && filepath.IsAbs(r.cfg.Out):
		return "cd " + shellWord(dir) + " && go test ."
	case ofPackage:
		return "go test " + shellWord(local(dir))
	case !inModule(r.cfg.Out):
		return "go test " + shellWord(dir) + "/*_test.go"
	case filepath.IsAbs(r.cfg.Out):
		return "cd " + shellWord(dir) + " && go test ."
	case r.from.path != "" && filepath.IsLocal(r.cfg.Out): // the working folder is that of the package, not that of who runs the test
		return "go test " + path.Join(strings.TrimSuffix(r.from.path, "_test"), dir)
	}
	return "go test " + shellWord(local(dir))
}

// local is a relative path as the go command takes it for a folder.
func local(dir string) string {
	if dir == "." || dir == ".." || strings.HasPrefix(dir, "../") {
		return dir
	}
	return "./" + dir
}

// inModule reports whether a folder is below a go.mod.
func inModule(dir string) bool {
	dir, err := filepath.Abs(dir)
	for err == nil {
		if _, missing := os.Stat(filepath.Join(dir, "go.mod")); missing == nil {
			return true
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			break
		}
		dir = parent
	}
	return false
}

// shellWord quotes what a shell would take apart.
func shellWord(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return strings.ContainsRune(" \t\n'\"\\$&|;<>()*?[]#~!`{}", r) }) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// version is that of the module in the running program.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(devel)"
	}
	for _, m := range append([]*debug.Module{&info.Main}, info.Deps...) {
		if m.Path == "github.com/evoke-go/evoke" && m.Version != "" {
			return m.Version
		}
	}
	return "(devel)"
}

// algorithmName is the type's name without its parameter: "mio.MIO".
func algorithmName(a any) string {
	name, _, _ := strings.Cut(fmt.Sprintf("%T", a), "[")
	return strings.TrimPrefix(name, "*")
}
