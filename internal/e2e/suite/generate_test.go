package suite_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/internal/e2e/e2etest"
)

func TestGenerate(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		return // it builds the program three times
	}
	cfg := e2etest.ShopConfig(500)
	cfg.Output.Dir = t.TempDir()
	result := evoke.Generate(t, cfg)
	assert.NotEmpty(t, result.Suite.Tests)
	content, err := os.ReadFile(filepath.Join(cfg.Output.Dir, "evoke_success_test.go"))
	require.NoError(t, err)
	assert.Contains(t, string(content), "package ")
	support, err := os.ReadFile(filepath.Join(cfg.Output.Dir, "evoke_support_test.go"))
	require.NoError(t, err)
	text := string(support)
	if !strings.Contains(text, "examples/bookshop/shop\"") || !strings.Contains(text, ".New()") {
		t.Errorf("the tests must make the system by the user's own constructor:\n%s", text)
	}
}

func BenchmarkGenerate(b *testing.B) {
	for b.Loop() {
		cfg := e2etest.ShopConfig(100)
		cfg.Output.Dir = b.TempDir()
		evoke.Generate(b, cfg)
	}
}

// TestCallsAreMadeAgain runs tests that search as -count and -cpu do, and a
// benchmark, which no process can be told to begin with.
func TestCallsAreMadeAgain(t *testing.T) {
	if testing.Short() {
		return // it makes ten searches in processes of their own
	}
	t.Parallel()
	for _, args := range [][]string{
		{"-test.run=^TestGenerate$", "-test.count=2"},
		{"-test.run=^TestStateThatIsNotResetIsNotAsserted$", "-test.count=2", "-test.cpu=1,2"},
		{"-test.run=^$", "-test.bench=^BenchmarkGenerate$", "-test.benchtime=2x"},
	} {
		cmd := exec.Command(os.Args[0], append(args, "-evoke.calls=100")...)
		cmd.Env = append(os.Environ(), "PATH=") // nothing is built, which is quicker: the processes are the same
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%v: %s", args, out)
	}
}

// TestWhatASearchTells runs a test that searches: without -v the summary is
// brief and on the standard error, with -v it is in full in the log alone.
func TestWhatASearchTells(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it builds programs")
	}
	for _, verbose := range []bool{false, true} {
		args := []string{"-test.run=^TestGenerate$", "-evoke.calls=300"}
		if verbose {
			args = append(args, "-test.v")
		}
		cmd := exec.Command(os.Args[0], args...)
		cmd.Env = append(os.Environ(), "PATH=") // nothing is built, which is quicker
		var out, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &stderr
		require.NoError(t, cmd.Run(), "%s%s", &out, &stderr)
		lines := strings.Split(strings.TrimSuffix(stderr.String(), "\n"), "\n")
		isSlow := func(text string) bool { return strings.HasSuffix(text, " until now") }
		lines = slices.DeleteFunc(lines, isSlow)
		if verbose {
			assert.Empty(t, stderr.String())
			said := strings.Count(out.String(), " operations answered 2xx") +
				strings.Count(out.String(), "Operations: ")
			assert.Equal(t, 1, said, out.String())
			continue
		}
		assert.NotContains(t, out.String(), "calls in")
		assert.Regexp(t, `^evoke: TestGenerate: Bookshop.*: \d+ calls in `, lines[0])
		assert.LessOrEqual(t, len(lines), 25)
		faults := slices.IndexFunc(lines, func(text string) bool { return strings.HasSuffix(text, " faults") })
		require.Positive(t, faults, stderr.String())
		assert.Regexp(t, `^    \d{3} [A-Z]+ /\S*: `, lines[faults+1])
		assert.Equal(t, 1, strings.Count(stderr.String(), "calls in"), "once, and not by the process of the search")
	}
}
