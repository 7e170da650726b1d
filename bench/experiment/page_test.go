package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestPagesAreOfTheData: RESULTS.md and tables.md of the project are what --report-only makes of the results, and
// RESULTS.md stays short enough to be read.
func TestPagesAreOfTheData(t *testing.T) {
	module, err := moduleDir()
	require.NoError(t, err)
	dir := filepath.Join(module, "results")
	results, err := readResults(dir)
	require.NoError(t, err)
	d := newData(results)
	const anew = "make it anew: go run ./experiment --report-only"

	want, err := page(d, dir)
	require.NoError(t, err)
	got, err := os.ReadFile(filepath.Join(module, "..", "RESULTS.md"))
	require.NoError(t, err)
	assert.Equal(t, want, string(got), anew)
	assert.LessOrEqual(t, len(got), 12<<10)

	tables, err := os.ReadFile(filepath.Join(dir, "tables.md"))
	require.NoError(t, err)
	want, err = filledTables(d, ".", string(tables))
	require.NoError(t, err)
	assert.Equal(t, want, string(tables), anew)
}

// TestMeasured: a row for each name, a column for each kind of value, and what all rows share above the table.
func TestMeasured(t *testing.T) {
	path := filepath.Join(t.TempDir(), "measured.csv")
	text := "section,row,column,value,seeds,budget,commit,command\n" +
		"a,x,first,1,0,10 calls,c1,\na,x,second,2,1,10 calls,c2,\nb,z,first,9,0,,,\na,y,second,3,0,10 calls,c1,\n"
	require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	got, err := measured(path, "a")
	require.NoError(t, err)
	assert.Equal(t, `Budget: 10 calls.

| | first | second | seeds | commit |
|---|---|---|---|---|
| x | 1 | 2 | 0; 1 | c1; c2 |
| y | | 3 | 0 | c1 |
`, got)
	got, err = measured(path, "b")
	require.NoError(t, err)
	assert.Equal(t, "Seeds: 0.\n\n| | first |\n|---|---|\n| z | 9 |\n", got)
	_, err = measured(path, "c")
	assert.ErrorContains(t, err, `no section "c"`)
}
