package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// A fate is what became of a mutant.
type fate string

const (
	killed   fate = "killed"
	slow     fate = "killed by its time" // the tests did not end in time
	survived fate = "survived"
	broken   fate = "does not compile" // it counts for nothing
)

// runner runs the tests of packages.
type runner struct {
	self    string // the program that limits memory, this one
	dir     string // of the overlays
	timeout time.Duration
	short   bool
	// limits are how long the tests of a package may take on a mutant.
	limits map[*unit]time.Duration
}

// building is what the go command gets for building a test beyond the time of
// the test itself.
const building = 2 * time.Minute

// try runs the tests of the package on a mutant.
func (r *runner) try(ctx context.Context, m *mutant) (fate, time.Duration, error) {
	limit, err := r.limit(ctx, m.unit)
	if err != nil {
		return "", 0, err
	}
	overlay, err := r.overlay(m)
	if err != nil {
		return "", 0, err
	}
	start := time.Now()
	text, err := r.test(ctx, m.unit, limit, "-overlay="+overlay)
	took := time.Since(start)
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return "", 0, ctx.Err()
	case err == nil:
		return survived, took, nil
	case errors.Is(err, context.DeadlineExceeded), bytes.Contains(text, []byte("panic: test timed out after")):
		return slow, took, nil
	case bytes.Contains(text, []byte("[build failed]")), bytes.Contains(text, []byte("[setup failed]")):
		return broken, took, nil
	case errors.As(err, &exit):
		return killed, took, nil
	}
	return "", 0, fmt.Errorf("%s: %w", m, err)
}

// overlay writes a mutant and the file that puts it in the place of its source.
func (r *runner) overlay(m *mutant) (string, error) {
	changed := filepath.Join(r.dir, "mutant.go")
	if err := os.WriteFile(changed, m.content(), 0o600); err != nil {
		return "", err
	}
	content, err := json.Marshal(map[string]any{"Replace": map[string]string{m.source.path: changed}})
	if err != nil {
		return "", err
	}
	path := filepath.Join(r.dir, "overlay.json")
	return path, os.WriteFile(path, content, 0o600)
}

// limit is how long the tests of a package may take on a mutant. It runs them
// without one first: where they fail, they would kill every mutant.
func (r *runner) limit(ctx context.Context, u *unit) (time.Duration, error) {
	if limit := r.limits[u]; limit > 0 {
		return limit, nil
	}
	// The first run builds what the tests need, so the second tells their time.
	var took time.Duration
	for range 2 {
		start := time.Now()
		if text, err := r.test(ctx, u, r.timeout); err != nil {
			return 0, fmt.Errorf("the tests of %s fail without a mutant: %w\n%s", u.path, err, text)
		}
		took = time.Since(start)
	}
	r.limits[u] = min(r.timeout, max(10*time.Second, 5*took))
	return r.limits[u], nil
}

// test runs the tests of a package and returns what they print.
func (r *runner) test(ctx context.Context, u *unit, limit time.Duration, flags ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, limit+building)
	defer cancel()
	args := append([]string{"test", "-count=1", "-failfast", "-vet=off", "-timeout=" + limit.String(),
		"-exec=" + r.self + " " + limited}, flags...)
	if r.short {
		args = append(args, "-short")
	}
	cmd := exec.CommandContext(ctx, "go", append(args, ".")...)
	cmd.Dir = u.dir
	cmd.WaitDelay = 10 * time.Second
	grouped(cmd)
	text, err := cmd.CombinedOutput()
	_ = endGroup(cmd) // nothing is left of most
	if err != nil && ctx.Err() != nil {
		err = ctx.Err()
	}
	return text, err
}

// count is how many mutants of a package were killed, and of how many.
type count struct{ killed, all int }

// tally prints what becomes of mutants and counts it.
type tally struct {
	out    io.Writer
	counts map[*unit]*count
}

// add notes the fate of a mutant and reports whether it counts.
func (t *tally) add(m *mutant, f fate, took time.Duration) bool {
	if f == broken {
		return false
	}
	if t.counts[m.unit] == nil {
		t.counts[m.unit] = &count{}
	}
	c := t.counts[m.unit]
	c.all++
	if f != survived {
		c.killed++
	}
	fmt.Fprintf(t.out, "%s: %s (%.1f s)\n", m, f, took.Seconds())
	if f == survived {
		fmt.Fprint(t.out, m.diff())
	}
	return true
}

// end prints the counts, and fails when a smaller share was killed.
func (t *tally) end(units []*unit, least float64) error {
	var sum count
	for _, u := range units {
		if c := t.counts[u]; c != nil {
			fmt.Fprintf(t.out, "%s: %d of %d killed\n", u.path, c.killed, c.all)
			sum.killed += c.killed
			sum.all += c.all
		}
	}
	fmt.Fprintf(t.out, "all: %d of %d killed\n", sum.killed, sum.all)
	if sum.all == 0 {
		return errors.New("there are no mutants that compile")
	}
	if share := float64(sum.killed) / float64(sum.all); share < least {
		return fmt.Errorf("%.0f %% of the mutants were killed, at least %.0f %% are wanted", 100*share, 100*least)
	}
	return nil
}
