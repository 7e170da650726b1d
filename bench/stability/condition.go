package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// condition is one way to build and to run tests.
type condition struct {
	name string
	// build are flags of the go command.
	build []string
	// zone is a time zone. Default: that of the machine.
	zone string
	// together says that the runs of all folders begin at the same time.
	together bool
	// later says that the runs wait until the clock has gone on.
	later bool
}

func conditions() []condition {
	return []condition{
		{name: "shuffled"},
		{name: "race", build: []string{"-race"}},
		{name: "cover", build: []string{"-cover", "-covermode=atomic"}},
		{name: "Kathmandu", zone: "Asia/Kathmandu"},
		{name: "St. John's", zone: "America/St_Johns"},
		{name: "together", together: true},
		{name: "later", later: true},
	}
}

// binary is the built tests of a folder.
type binary struct {
	dir, path string
}

// build builds the tests of all folders.
func build(ctx context.Context, s settings, c condition, scratch string) ([]binary, error) {
	var out []binary
	for i, dir := range s.dirs {
		path := filepath.Join(scratch, fmt.Sprintf("%d%s.test", i, strings.Join(c.build, "")))
		b := binary{dir: dir, path: path}
		out = append(out, b)
		if _, err := os.Stat(path); err == nil {
			continue
		}
		cmd := exec.CommandContext(ctx, "go",
			slices.Concat([]string{"test", "-c", "-o", path}, c.build, []string{"."})...)
		cmd.Dir = dir
		if text, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("build the tests of %s: %w\n%s", dir, err, text)
		}
		if _, err := os.Stat(path); err != nil {
			return nil, fmt.Errorf("%s has no tests", dir)
		}
	}
	return out, nil
}

// wait returns when a condition may begin.
func (c condition) wait(ctx context.Context, until time.Time) error {
	if c.zone != "" {
		// A program takes UTC without a word where it does not know its zone.
		if _, err := time.LoadLocation(c.zone); err != nil {
			return err
		}
	}
	if !c.later {
		return nil
	}
	select {
	case <-time.After(time.Until(until)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// repeat makes all runs of all folders.
func (c condition) repeat(ctx context.Context, s settings, binaries []binary) []*tally {
	tallies := make([]*tally, len(binaries))
	var group sync.WaitGroup
	for i, b := range binaries {
		tallies[i] = &tally{dir: b.dir, condition: c.name}
		one := func() {
			for n := range s.runs {
				tallies[i].add(c.run(ctx, s, b, n+1))
			}
		}
		if c.together {
			group.Go(one)
		} else {
			one()
		}
	}
	group.Wait()
	return tallies
}

// run runs the tests of a folder once, in the order that the number gives.
func (c condition) run(ctx context.Context, s settings, b binary, number int) outcome {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, b.path, "-test.v", "-test.short", "-test.run="+s.run,
		"-test.shuffle="+strconv.Itoa(number))
	cmd.Dir = b.dir
	cmd.Env = os.Environ()
	if c.zone != "" {
		cmd.Env = append(cmd.Env, "TZ="+c.zone)
	}
	text, err := cmd.CombinedOutput()
	return read(string(text), err)
}
