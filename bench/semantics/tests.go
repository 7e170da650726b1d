package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"
)

// outcomes are what became of each test, by "package.Test", and of each
// package as a whole, by its path alone: pass, fail or skip.
type outcomes map[string]string

// testRun is one run of "go test".
type testRun struct {
	outcomes outcomes
	output   map[string]string // by the same names
	tests    int               // subtests included
	took     time.Duration
}

// goTest runs the tests of packages by a way to call "go test". A test that
// fails is no error; that nothing could be run is.
func goTest(
	ctx context.Context, packages []string, test func(ctx context.Context, out io.Writer, args ...string) error,
) (testRun, error) {
	var out bytes.Buffer
	began := time.Now()
	err := test(ctx, &out, append([]string{"-json", "-count=1", "-timeout=15m"}, packages...)...)
	r := testRun{outcomes: outcomes{}, output: map[string]string{}, took: time.Since(began)}
	r.read(out.Bytes())
	if ctx.Err() != nil {
		return r, ctx.Err()
	}
	if len(r.outcomes) == 0 {
		return r, fmt.Errorf("go test: %w: %s", err, tail(out.String(), 20))
	}
	return r, nil
}

// read takes in the events of "go test -json".
func (r *testRun) read(out []byte) {
	lines := bufio.NewScanner(bytes.NewReader(out))
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var e struct{ Action, Package, ImportPath, Test, Output string }
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			continue // a line that the program printed
		}
		name := e.Package
		if e.Test != "" {
			name += "." + e.Test
		}
		switch e.Action {
		case "pass", "fail", "skip":
			r.outcomes[name] = e.Action
			if e.Test != "" {
				r.tests++
			}
		case "output":
			r.output[name] += e.Output
		case "build-output":
			of, _, _ := strings.Cut(e.ImportPath, " ")
			r.output[of] += e.Output
		}
	}
}

// difference is a test that ended in another way.
type difference struct {
	test                string
	plain, instrumented string // "" for a test that was not run
	output              string // of the instrumented one
}

// differences returns what differs, by name. A package differs only if none
// of its tests does.
func differences(plain, instrumented testRun) []difference {
	var out []difference
	names := maps.Clone(plain.outcomes)
	maps.Copy(names, instrumented.outcomes)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		a, b := plain.outcomes[name], instrumented.outcomes[name]
		if a != b {
			out = append(out, difference{name, a, b, instrumented.output[name]})
		}
	}
	return slices.DeleteFunc(out, func(d difference) bool {
		return slices.ContainsFunc(out, func(e difference) bool { return inside(e.test, d.test) })
	})
}

// inside reports whether a test is part of a package or another test.
func inside(test, of string) bool {
	rest, ok := strings.CutPrefix(test, of)
	return ok && rest != "" && (rest[0] == '.' || rest[0] == '/')
}

// tail returns the last lines of a text.
func tail(text string, n int) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	return strings.Join(lines[max(0, len(lines)-n):], "\n")
}
