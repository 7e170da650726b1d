package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/function"
)

// TestSearch searches as main does and runs the written tests. Their folder is in this module, where they can import
// the package.
func TestSearch(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds programs")
	}
	dir, err := os.MkdirTemp(".", "evoke-test-")
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, os.RemoveAll(dir)) })
	result, err := search(context.Background(), filepath.Base(dir), 20_000)
	require.NoError(t, err)

	var calls []string
	for _, test := range result.Suite.Tests {
		calls = append(calls, test.Steps[len(test.Steps)-1].Function.String()+" "+string(test.Kind))
	}
	all := strings.Join(calls, "\n")
	for _, want := range []string{
		`Parse\("EUR .*"\)`, `Parse\("-?\d+\.[^"]{2}"\) success`, `Parse\("[A-Z][^"]*"\) error`,
		`Parse\("\d+\."\) error`,
		`Nights\(.*\) success`, `Nights\(.*\) error`,
		`Discount\(.*, "WELCOME"\) success`, `Discount\(\[\{.*"Member":true.*\], [1-9]\d*, ".*"\) success`,
		`Share\(.*, \[\{.*\}\]\) success`, `Share\(0, null\) fault`,
	} {
		assert.Regexp(t, want, all)
	}
	require.Len(t, result.Report.Untested, 1)
	assert.Equal(t, function.CodePanic, result.Report.Untested[0].Code)
	assert.Equal(t, "fare.Share (fare.go:93)", result.Report.Untested[0].Frame)
	require.NotNil(t, result.Report.Coverage)
	assert.Empty(t, result.Report.Coverage.Blocks, "the written tests run each statement")
	assert.NotZero(t, result.Report.Coverage.Total().Statements)

	written, err := os.ReadFile(filepath.Join(dir, "evoke_error_test.go"))
	require.NoError(t, err)
	assert.Contains(t, string(written), `_, err := fare.Nights(fare.Day{`)
	assert.Contains(t, string(written), `want := "nobody stays that long"; err == nil || err.Error() != want`)
	out, err := exec.Command("go", "test", "-vet=off", "-count=1", "-v", "./"+filepath.Base(dir)).CombinedOutput()
	require.NoError(t, err, "%s", out)
	assert.Equal(t, len(result.Suite.Tests), strings.Count(string(out), "--- PASS"))
}
