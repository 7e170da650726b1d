package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The comparison works from end to end, and sees inside of the bookshop. The
// figures of so short a search are not judged.
func TestBookshop(t *testing.T) {
	bench, err := filepath.Abs("..")
	require.NoError(t, err)
	binary := filepath.Join(t.TempDir(), "whitebox")
	build := exec.CommandContext(t.Context(), "go", "build", "-o", binary, "./whitebox")
	build.Dir = bench
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	cmd := exec.CommandContext(t.Context(), binary, "-services=bookshop", "-seeds=1", "-calls=1500")
	cmd.Dir, cmd.Stderr = bench, os.Stderr
	out, err = cmd.Output()
	require.NoError(t, err)
	t.Logf("%s", out)
	assert.NotContains(t, string(out), "black box:", "the search for white box was blind")
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	require.Len(t, lines, 4)
	assert.Contains(t, lines[0], "black seed 0: ")
	assert.Contains(t, lines[1], "white seed 0: ")
	assert.True(t, strings.HasPrefix(lines[3], "bookshop"))
	assert.NotContains(t, lines[1], " 0.00 %")
}

func TestTable(t *testing.T) {
	runs := func(covered ...int) (out []figures) {
		for _, n := range covered {
			out = append(out, figures{Statements: 200, Covered: n, Tests: 3})
		}
		return out
	}
	black, white := runs(100, 110, 120), runs(110, 110, 90)
	won, level, lost := duel(black, white)
	assert.Equal(t, [3]int{1, 1, 1}, [3]int{won, level, lost})
	assert.InDelta(t, 3.0/9, a12(black, white), 1e-9) // 2 wins and 2 draws of 9
	assert.InDelta(t, 1, a12(runs(1), runs(2)), 1e-9)
	var b bytes.Buffer
	require.NoError(t,
		printTable(&b, []comparison{{"x", map[string][]figures{"black": black, "white": white}}, {name: "none"}}))
	assert.Contains(t, b.String(), "55.00 % (50.00-60.00)  51.67 % (45.00-55.00)")
	_, err := choose("bookshop,nothing")
	assert.ErrorContains(t, err, `"nothing"`)
}
