package deliver

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/secret"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
)

type brokenWriter struct{}

func (brokenWriter) Files(*suite.Suite) ([]suite.File, error) { panic("no paper") }

type goodWriter struct{}

func (goodWriter) Files(*suite.Suite) ([]suite.File, error) {
	return []suite.File{{Name: "tests.txt", Content: []byte("x")}}, nil
}

// TestPanicsOfWritersAndReports: the others write, and the report says who did not.
func TestPanicsOfWritersAndReports(t *testing.T) {
	s := &suite.Suite{Tests: []suite.Test{{Name: "A"}}}
	r := &Result{Suite: s, Report: &report.Report{Suite: s}}
	dir := t.TempDir()
	good := filepath.Join(dir, "b.txt")
	own := &task.Task{}
	own.Dir, own.Writers = dir, []output.Writer{brokenWriter{}, goodWriter{}}
	own.Reports = map[string]report.Format{
		filepath.Join(dir, "a.txt"): func(*report.Report) ([]byte, error) { panic("no ink") },
		good:                        func(*report.Report) ([]byte, error) { return []byte("fine"), nil },
	}
	_, err := r.AskWriters(own)
	require.NoError(t, err)
	require.Len(t, r.Report.Warnings, 1)
	assert.Regexp(t,
		`^writer deliver.brokenWriter panics at deliver.brokenWriter.Files \(slips_test.go:\d+\): no paper; the run went on`,
		r.Report.Warnings[0])
	require.NoError(t, r.WriteFiles(own))
	err = r.WriteReport(own, secret.New(nil))
	assert.ErrorContains(t, err, filepath.Join(dir, "a.txt")+": panics at ")
	assert.Equal(t, "the stacks of these panics are in evoke-panics.txt, beside report.json", r.Report.Warnings[2])
	for _, name := range []string{"tests.txt", "b.txt", "report.json"} {
		assert.FileExists(t, filepath.Join(dir, name))
	}
	data, err := os.ReadFile(filepath.Join(dir, stacks))
	require.NoError(t, err)
	assert.Contains(t, string(data), "no paper")
	assert.Contains(t, string(data), "no ink")
	assert.Contains(t, string(data), "slips_test.go")
}
