package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/evoke-go/evoke/internal/instrument"
)

// result is what the comparison of one subject gave.
type result struct {
	subject                              subject
	files, statements, conditions, notes int
	reasons                              map[string]int // of the notes
	tests                                int
	differences                          []difference
	plain, instrumented                  time.Duration
}

// compare runs the tests of a subject plain and instrumented.
func (s subject) compare(ctx context.Context, base string) (*result, error) {
	dir, err := os.MkdirTemp(base, "subject-")
	if err != nil {
		return nil, err
	}
	o, err := s.options(ctx, dir)
	if err != nil {
		return nil, err
	}
	plan, err := instrument.Prepare(ctx, o)
	if err != nil {
		return nil, err
	}
	r := newResult(s, plan)
	return r, r.run(ctx, o, plan)
}

// options says what of the subject is instrumented, and where.
func (s subject) options(ctx context.Context, dir string) (instrument.Options, error) {
	o := instrument.Options{
		Dir: dir, Test: true, Cache: filepath.Join(dir, "cache"), Package: s.Packages[0],
		Roots: s.Packages, Cover: s.Packages,
		Flags: s.flags,
	}
	var err error
	if s.Module == "" {
		o.Runtime = stdProbe
		if o.Files, err = stdRuntime(ctx); err == nil {
			err = write(filepath.Join(dir, "go.mod"), "module tested\n\ngo 1.26.0\n")
		}
		return o, err
	}
	o.Cover = []string{s.Module + "/..."}
	o.Dir, err = s.workspace(ctx, dir)
	o.Env = append(os.Environ(), "GOWORK="+filepath.Join(dir, "go.work"))
	return o, err
}

func newResult(s subject, plan *instrument.Plan) *result {
	r := &result{subject: s, notes: len(plan.Notes), reasons: map[string]int{}}
	for _, p := range plan.Packages {
		r.files += p.Files
		r.statements += p.Statements
		r.conditions += p.Conditions
	}
	for _, n := range plan.Notes {
		r.reasons[n.Reason]++
	}
	return r
}

// rounds is how often something has to differ that nobody explains: tests of modules
// wait for clocks, which a busy machine keeps waiting.
const rounds = 4

// run makes the comparison.
func (r *result) run(ctx context.Context, o instrument.Options, plan *instrument.Plan) error {
	for round := range rounds {
		plain, err := goTest(ctx, o.Roots, func(ctx context.Context, out io.Writer, args ...string) error {
			cmd := exec.CommandContext(ctx, "go", slices.Concat([]string{"test", "-vet=off"}, o.Flags, args)...)
			cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = o.Dir, o.Env, out, out
			return cmd.Run()
		})
		if err != nil {
			return fmt.Errorf("plain: %w", err)
		}
		instrumented, err := goTest(ctx, o.Roots, plan.Test)
		if err != nil {
			return fmt.Errorf("instrumented: %w", err)
		}
		found := differences(plain, instrumented)
		if round == 0 {
			r.tests, r.plain, r.instrumented = plain.tests, plain.took, instrumented.took
			r.differences = found
		}
		r.differences = common(r.differences, found)
		if r.explained() && round > 0 || len(r.differences) == 0 {
			return nil
		}
	}
	return nil
}

// common keeps the differences whose tests are in both lists.
func common(a, b []difference) []difference {
	var out []difference
	for _, d := range a {
		for _, e := range b {
			if d.test == e.test {
				out = append(out, d)
			}
		}
	}
	return out
}

// explained reports whether all that differs is known.
func (r *result) explained() bool {
	for _, d := range r.differences {
		if r.why(d) == "" {
			return false
		}
	}
	return true
}

// why returns the known reason of a difference, "" for none.
func (r *result) why(d difference) string {
	return r.subject.Known[strings.TrimPrefix(strings.TrimPrefix(d.test, r.subject.Module), "/")]
}

// details has a line for each difference, with the output of those that are
// not known, and one for each reason of a note.
func (r *result) details() []string {
	var out []string
	for _, d := range r.differences {
		if why := r.why(d); why != "" {
			out = append(out, fmt.Sprintf("%s: differs: %s", d.test, why))
			continue
		}
		out = append(out, fmt.Sprintf("%s: DIFFERS: %q plain, %q instrumented\n%s", d.test, d.plain,
			d.instrumented, tail(d.output, 15)))
	}
	for _, reason := range slices.Sorted(maps.Keys(r.reasons)) {
		out = append(out, fmt.Sprintf("%s: %d x left alone: %s", r.subject.name(), r.reasons[reason], reason))
	}
	return out
}
