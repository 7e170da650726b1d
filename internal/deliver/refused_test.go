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
	"github.com/evoke-go/evoke/suite"
)

// TestRefused covers the three ways in which written tests end: they pass or
// cannot be run here, they fail, or they do not compile.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "evoke_test.go")
	require.NoError(t, os.WriteFile(file, []byte("package x"), 0o644))
	r := &Result{Files: []suite.File{{Name: "evoke_test.go", Runner: suite.GoTest, Tests: []suite.Location{
		{Name: "A", Title: "TestA"}, {Name: "B", Title: "TestB"}, {Name: "C", Title: "TestC", Fails: true},
	}}}}
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
}

// TestFailedRows: a row that fails says nothing about the other rows of its table.
func TestFailedRows(t *testing.T) {
	r := &Result{Files: []suite.File{{Name: "evoke_test.go", Runner: suite.GoTest, Tests: []suite.Location{
		{Name: "A", Title: "TestA"}, {Name: "B1", Title: "TestB/One"}, {Name: "B2", Title: "TestB/Two"}, {Name: "C1", Title: "TestBC/One"},
	}}}}
	for name, c := range map[string]struct {
		profile coverage.Profile
		want    []string
	}{
		"one row":              {coverage.Profile{Failed: []string{"TestB"}, Parts: []string{"TestB/Two"}}, []string{"B2"}},
		"outside of the rows":  {coverage.Profile{Failed: []string{"TestB"}, Parts: []string{"TestBC/One"}}, []string{"B1", "B2"}},
		"the process ended":    {coverage.Profile{Lost: []string{"TestB"}}, []string{"B1", "B2"}},
		"a test with subtests": {coverage.Profile{Failed: []string{"TestA"}, Parts: []string{"TestA/x"}}, []string{"A"}},
	} {
		assert.Equal(t, c.want, r.Failed(&c.profile), name)
	}
}
