package strangers

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	// limit is how much time of a processor one schema may take, which is also how
	// long it takes on a machine that has nothing else to do; and most how many
	// megabytes the process may ever have that reads all of them.
	limit = 10 * time.Second
	most  = 500
	// hanging is how long a schema may take that waits for something.
	hanging = 5 * time.Minute
	// sample is how many mutants go test makes. The variable EVOKE_STRANGERS says
	// another number, such as 2000.
	sample = 36
	// together is how many mutants one process has. Each run leaves a little behind
	// in its process.
	together = 200
	// childVariable is set in the process that does the work.
	childVariable = "EVOKE_STRANGERS_CHILD"
)

// alone runs a part of a test in a process of its own, and checks how much memory
// that had.
func alone(t *testing.T, part int) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), childVariable+"="+strconv.Itoa(part))
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	t.Log(out.String())
	require.NoError(t, err)
	megabytes := residentMegabytes(cmd.ProcessState)
	t.Logf("most memory: %d MB", megabytes)
	assert.LessOrEqual(t, megabytes, most)
}

// isChild reports whether this process does the work, and which part of it.
func isChild(t *testing.T) (part int, is bool) {
	t.Helper()
	text := os.Getenv(childVariable)
	if text == "" {
		return 0, false
	}
	part, err := strconv.Atoi(text)
	require.NoError(t, err)
	return part, true
}

// limited returns a context that ends when this process has used the limit.
func limited(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeout(ctx, hanging)
	began := ownTime()
	go func() {
		for ctx.Err() == nil {
			if ownTime()-began > limit {
				cancel()
			}
			time.Sleep(20 * time.Millisecond)
		}
	}()
	return ctx, cancel
}

// count is how many mutants are wanted.
func count(t *testing.T) int {
	t.Helper()
	text := os.Getenv("EVOKE_STRANGERS")
	if text == "" {
		return sample
	}
	n, err := strconv.Atoi(text)
	require.NoError(t, err)
	return n
}

// TestMutants searches with mutants of real schemas, in the process and by a URL.
func TestMutants(t *testing.T) {
	n := count(t)
	part, is := isChild(t)
	if !is {
		for first := 0; first < n; first += together {
			alone(t, first)
		}
		return
	}
	schemas, err := Published(t.Context())
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(schemas), 25)
	server := httptest.NewServer(Service())
	defer server.Close()
	dir, rejected := t.TempDir(), 0
	var longest time.Duration
	slowest := ""
	last := min(n, part+together)
	for i := part; i < last; i++ {
		r := rand.New(rand.NewPCG(uint64(i), 7))
		s := schemas[i%len(schemas)]
		mutant := Mutate(s.Text, r)
		for _, url := range []string{"", server.URL} {
			began := ownTime()
			ctx, cancel := limited(t.Context())
			_, refused, failure := Attack(ctx, file(t, dir, string(mutant)), url)
			cancel()
			if assert.NoError(t, failure, "mutant %d of %s, %q", i, s.Name, url); failure != nil {
				keep(t, i, mutant)
			}
			if refused != nil && url == "" {
				rejected++
			}
			if took := ownTime() - began; took > longest {
				longest, slowest = took, fmt.Sprintf("mutant %d of %s, %q", i, s.Name, url)
			}
		}
	}
	t.Logf("%d mutants of %d schemas: %d rejected, longest %s (%s)", last-part, len(schemas), rejected,
		longest.Round(time.Millisecond), slowest)
	assert.Less(t, rejected, last-part, "some are schemas still")
}

// heavy are the bombs that take a second or more and are much like others. They are
// tried where EVOKE_STRANGERS is set.
var heavy = map[string]bool{
	"an enum of objects": true, "operations that make each other": true, "100,000 properties": true,
	"50,000 alternatives": true, "50,000 media types": true, "50,000 security schemes": true,
	"100,000 links": true, "minProperties in minProperties": true, "eight nested minProperties 100": true,
	"minLength 1e9 in minItems 1e9": true, "minLength 1e9 of many": true,
	"20,000 parts of allOf": true, "maxLength 1e18": true, "60 MB of values": true, "30 MB of YAML text": true,
	"deep objects": true, "deep allOf": true, "deep not": true,
}

// TestBombs searches with what asks for more than anybody has. What is cut is said.
func TestBombs(t *testing.T) {
	if _, is := isChild(t); !is {
		alone(t, 0)
		return
	}
	dir := t.TempDir()
	for _, b := range Bombs() {
		if heavy[b.Name] && os.Getenv("EVOKE_STRANGERS") == "" {
			continue
		}
		t.Run(b.Name, func(t *testing.T) {
			path := file(t, dir, b.Text())
			debug.FreeOSMemory() // the text is not that of the search
			ctx, cancel := limited(t.Context())
			defer cancel()
			report, rejected, failure := Attack(ctx, path, "")
			require.NoError(t, failure)
			if b.Rejected != "" {
				require.ErrorContains(t, rejected, b.Rejected)
				return
			}
			require.NoError(t, rejected)
			assert.Positive(t, report.Calls)
			assert.Contains(t, fmt.Sprint(report.Warnings), b.Warning)
		})
		t.Logf("until %s: %d MB, %s", b.Name, ownMegabytes(), ownTime().Round(100*time.Millisecond))
	}
}

// TestContextsAreHeeded: whenever the context ends, the run does within a second of
// a processor: while it reads, builds, samples or makes the suite.
func TestContextsAreHeeded(t *testing.T) {
	dir := t.TempDir()
	for _, b := range Bombs() {
		if !slices.Contains([]string{"60,000 operations", "20,000 parameters", "eight nested minItems 100", "aliases"},
			b.Name) {
			continue
		}
		path := file(t, dir, b.Text())
		for _, after := range []time.Duration{30 * time.Millisecond, 300 * time.Millisecond, 500 * time.Millisecond,
			800 * time.Millisecond} {
			ctx, cancel := context.WithCancel(t.Context())
			began, ended := ownTime(), atomic.Int64{}
			done := make(chan struct{})
			go func() {
				defer close(done)
				for ctx.Err() == nil && ownTime()-began < after {
					time.Sleep(time.Millisecond)
				}
				ended.Store(int64(ownTime()))
				cancel()
			}()
			_, _, _ = Attack(ctx, path, "")
			late := ownTime()
			cancel()
			<-done
			if late -= time.Duration(ended.Load()); late > 0 {
				t.Logf("%s, ended after %s: %s", b.Name, after, late.Round(time.Millisecond))
				assert.Less(t, late, 2*time.Second, "half of it may be the garbage collector's")
			}
		}
	}
}

// file writes a schema.
func file(t *testing.T, dir, text string) string {
	t.Helper()
	path := filepath.Join(dir, "schema.yaml")
	f, err := os.Create(path)
	require.NoError(t, err)
	_, err = f.WriteString(text)
	require.NoError(t, errors.Join(err, f.Close()))
	return path
}

// keep writes a mutant that failed into a folder that a variable names.
func keep(t *testing.T, i int, mutant []byte) {
	t.Helper()
	if dir := os.Getenv("EVOKE_STRANGERS_KEEP"); dir != "" {
		require.NoError(t, os.WriteFile(fmt.Sprintf("%s/mutant-%d.yaml", dir, i), mutant, 0o600))
	}
}

// FuzzMutants searches with mutants that the fuzzer asks for.
func FuzzMutants(f *testing.F) {
	schemas, err := Published(f.Context())
	require.NoError(f, err)
	f.Add(uint64(1), uint(0))
	f.Add(uint64(2), uint(7))
	f.Fuzz(func(t *testing.T, seed uint64, which uint) {
		mutant := Mutate(schemas[which%uint(len(schemas))].Text, rand.New(rand.NewPCG(seed, 8)))
		ctx, cancel := limited(t.Context())
		defer cancel()
		_, _, failure := Attack(ctx, file(t, t.TempDir(), string(mutant)), "")
		require.NoError(t, failure)
	})
}
