package deliver

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/coverage"
	"github.com/evoke-go/evoke/internal/task"
	"github.com/evoke-go/evoke/output"
	"github.com/evoke-go/evoke/output/gotest"
	"github.com/evoke-go/evoke/report"
	"github.com/evoke-go/evoke/suite"
)

// TestRefused covers the three ways in which written tests end: they pass or
// cannot be run here, they fail, or they do not compile.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "evoke_test.go")
	require.NoError(t, os.WriteFile(file, []byte("package x"), 0o644))
	r := &Result{Suite: &suite.Suite{Tests: make([]suite.Test, 3)}, Report: &report.Report{HowToRun: "go test ."}}
	r.Files = []suite.File{{Name: "evoke_test.go", Runner: suite.GoTest, Tests: []suite.Location{
		{Name: "A", Title: "TestA"}, {Name: "B", Title: "TestB"}, {Name: "C", Title: "TestC", Fails: true},
	}}}
	require.NoError(t, r.Refused(dir, &coverage.Profile{Failed: []string{"TestC"}}, nil), "it is meant to fail")
	require.NoError(t, r.Refused(dir, nil, errors.New("no go command")))
	assert.FileExists(t, file)

	err := r.Refused(dir, &coverage.Profile{Failed: []string{"TestA", "TestC"}, Lost: []string{"TestB"}}, nil)
	require.ErrorContains(t, err, "2 written tests did not pass under go test")
	assert.ErrorContains(t, err, "A, B")
	assert.FileExists(t, file)

	err = r.Refused(dir, nil, fmt.Errorf("measure: %w: x.go:1: undefined: New", coverage.ErrBuild))
	require.ErrorIs(t, err, coverage.ErrBuild)
	require.ErrorContains(t, err, "undefined: New")
	assert.NoFileExists(t, file, "it would keep all tests of the package from running")
	assert.Empty(t, r.Suite.Tests, "the summary claims none")
	assert.Empty(t, r.Report.HowToRun)
}

// TestRefusedTestsGiveWay: where the tests do not compile, those of the run before are there as they were.
func TestRefusedTestsGiveWay(t *testing.T) {
	dir := t.TempDir()
	before := map[string]string{"evoke_fault_test.go": "old fault", "evoke_success_test.go": "old success"}
	for name, text := range before {
		text = generatedBy + "\n" + text
		before[name] = text
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	told := &task.Task{Output: task.Output{Dir: dir}}
	first := &Result{Suite: &suite.Suite{}, Report: &report.Report{},
		Files: []suite.File{{Name: "evoke_success_test.go", Content: []byte("1")}}}
	require.NoError(t, first.WriteFiles(told))
	r := &Result{Suite: &suite.Suite{}, Report: &report.Report{}, Files: []suite.File{
		{Name: "evoke_success_test.go", Content: []byte(generatedBy + "2")},
		{Name: "evoke_x_test.go", Content: []byte("x")},
	}}
	r.Follow(first)
	require.NoError(t, r.WriteFiles(told))
	assert.NoFileExists(t, filepath.Join(dir, "evoke_fault_test.go"))
	require.ErrorContains(t, r.Refused(dir, nil, coverage.ErrBuild), "were removed; the files of before are back")
	assert.NoFileExists(t, filepath.Join(dir, "evoke_x_test.go"))
	for name, text := range before {
		got, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		assert.Equal(t, text, string(got), name)
	}
}

// TestWriterThatFails: the files that it wrote in an earlier run stay, and those of the other writers are written.
func TestWriterThatFails(t *testing.T) {
	dir := t.TempDir()
	old := filepath.Join(dir, "evoke_success_test.go")
	require.NoError(t, os.WriteFile(old, []byte(generatedBy+"\n"), 0o600))
	own := &task.Task{Foreign: true}
	own.Dir, own.Writers = dir, []output.Writer{&gotest.Writer{}, lister{"other: "}}
	r := &Result{Suite: &suite.Suite{Title: "broken", Tests: []suite.Test{{Name: "A"}}}, Report: &report.Report{}}
	_, err := r.AskWriters(own)
	require.Error(t, err)
	r.Files = []suite.File{{Name: "evoke_fault_test.go", Content: []byte("new")}}
	require.NoError(t, r.WriteFiles(own))
	assert.FileExists(t, filepath.Join(dir, "evoke_fault_test.go"))
	assert.FileExists(t, old)
}

// TestLeftOut: the warning says why tests would end the process of all tests.
func TestLeftOut(t *testing.T) {
	const text = "left out because they fail under go test, unlike in the search: A, B"
	assert.Equal(t, text, LeftOut([]string{"A", "B"}, nil))
	assert.Equal(t, text+"; they would end the process of all tests: panic: x; panic: y", LeftOut([]string{"A", "B"},
		map[string]string{"TestA": "panic: y", "TestB": "panic: x", "TestC": "panic: y"}))
}

// TestFailedRows: a row that fails says nothing about the other rows of its table.
func TestFailedRows(t *testing.T) {
	r := &Result{Files: []suite.File{{Name: "evoke_test.go", Runner: suite.GoTest, Tests: []suite.Location{
		{Name: "A", Title: "TestA"}, {Name: "B1", Title: "TestB/One"}, {Name: "B2", Title: "TestB/Two"},
		{Name: "C1", Title: "TestBC/One"},
	}}}}
	for name, c := range map[string]struct {
		profile coverage.Profile
		want    []string
	}{
		"one row": {coverage.Profile{Failed: []string{"TestB"}, Parts: []string{"TestB/Two"}},
			[]string{"B2"}},
		"outside of the rows": {coverage.Profile{Failed: []string{"TestB"}, Parts: []string{"TestBC/One"}},
			[]string{"B1", "B2"}},
		"the process ended": {coverage.Profile{Lost: []string{"TestB"}}, []string{"B1", "B2"}},
		"a test with subtests": {coverage.Profile{Failed: []string{"TestA"}, Parts: []string{"TestA/x"}},
			[]string{"A"}},
	} {
		assert.Equal(t, c.want, r.Failed(&c.profile), name)
	}
}
