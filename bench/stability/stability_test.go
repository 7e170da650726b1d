package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// folder writes a module with one test file, whose body of imports and tests
// is given.
func folder(t *testing.T, body string) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t,
		os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/written\n\ngo 1.26\n"), 0o644))
	if body != "" {
		require.NoError(t, os.WriteFile(filepath.Join(dir, "some_test.go"), []byte("package written\n\n"+body), 0o644))
	}
	return dir
}

// examined is what the program prints about a folder, and how it ends.
func examined(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out strings.Builder
	err := command(context.Background(), &out, append([]string{"-runs", "3", "-later", "0s"}, args...))
	return out.String(), err
}

func TestStableTestsPass(t *testing.T) {
	first := folder(t, "import \"testing\"\n\nfunc TestOne(t *testing.T) {}\n\nfunc TestTwo(t *testing.T) {}\n")
	second := folder(t, "import \"testing\"\n\nfunc TestThree(t *testing.T) {}\n")
	out, err := examined(t, first, second)
	require.NoError(t, err, out)
	for _, c := range conditions() {
		assert.Regexp(t, `(?m)^`+c.name+` *  3 of 3 runs passed, 2 tests  `+first+`$`, out)
		assert.Regexp(t, `(?m)^`+c.name+` *  3 of 3 runs passed, 1 tests  `+second+`$`, out)
	}
}

// Each condition shows the tests that depend on it.
func TestUnstableTestsAreNamed(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"zone", `import ("testing"; "time")
func TestZone(t *testing.T) { if _, offset := time.Now().Zone(); offset == 20700 { t.Error("Nepal") } }
func TestOther(t *testing.T) {}`, "Kathmandu   0 of 3 runs passed"},
		{"zone with daylight saving", `import ("testing"; "time")
func TestZone(t *testing.T) { if _, offset := time.Now().Zone(); offset%3600 != 0 && offset < 0 { t.Error("Newfoundland") } }
func TestOther(t *testing.T) {}`, "St. John's  0 of 3 runs passed"},
		{"order", `import "testing"
var first string
func note(t *testing.T) { if first == "" { first = t.Name() } }
func TestZone(t *testing.T) { note(t); if first != "TestZone" { t.Error("late") } }
func TestOther(t *testing.T) { note(t) }`, "TestZone failed"},
		{"race", `import ("sync"; "testing")
func TestZone(t *testing.T) { n := 0; var g sync.WaitGroup; g.Go(func() { n++ }); g.Go(func() { n++ }); g.Wait() }
func TestOther(t *testing.T) {}`, "race        0 of 3 runs passed"},
		{"cover", `import "testing"
func TestZone(t *testing.T) { if testing.CoverMode() != "" { t.Error("covered") } }
func TestOther(t *testing.T) {}`, "cover       0 of 3 runs passed"},
		{"end of the process", `import ("os"; "testing")
func TestZone(t *testing.T) { os.Exit(3) }
func TestOther(t *testing.T) {}`, "exit status 3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, err := examined(t, folder(t, c.body))
			require.ErrorContains(t, err, "runs did not pass", out)
			assert.Contains(t, out, c.want)
		})
	}
}

func TestWhatCannotRunIsAnError(t *testing.T) {
	_, err := examined(t, folder(t, "import \"testing\"\n\nfunc TestOne(t *testing.T) { undeclared() }\n"))
	require.ErrorContains(t, err, "undefined: undeclared")
	_, err = examined(t, folder(t, ""))
	require.Error(t, err)
	_, err = examined(t)
	require.ErrorContains(t, err, "name at least one folder")
}

func TestRunsThatTestLessAreNoSuccess(t *testing.T) {
	assert.Equal(t, "no test ran", read("testing: warning: no tests to run\nPASS\n", nil).reason)
	assert.Equal(t, "killed: PASS", read("PASS\n", errors.New("killed")).reason)
	var some tally
	some.add(outcome{passed: 2})
	some.add(outcome{passed: 1})
	some.add(outcome{failed: []string{"TestOne"}})
	assert.Equal(t, 1, some.passed)
	assert.Contains(t, some.String(), "1 tests ran, and 2 in the first run")
	assert.Contains(t, some.String(), "TestOne failed 1 times")
}
