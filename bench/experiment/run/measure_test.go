package run

import (
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/bench/feasible"
	"github.com/evoke-go/evoke/internal/coverage"
)

// TestFeasible: a profile in which each third of the feasible blocks is not executed,
// and neither is a block that is not feasible.
func TestFeasible(t *testing.T) {
	list, err := feasible.Load("gotify")
	require.NoError(t, err)
	profile, missed := &coverage.Profile{}, ""
	want := Share{All: list.Statements()}
	for i, name := range slices.Sorted(maps.Keys(list)) {
		b := blockOf(t, string(name))
		if i%3 == 0 {
			profile.Uncovered = append(profile.Uncovered, b)
			missed += string(name) + " " + strconv.Itoa(list[name]) + "\n"
			continue
		}
		profile.Covered = append(profile.Covered, b)
		want.Covered += list[name]
	}
	profile.Uncovered = append(profile.Uncovered, coverage.Block{Package: "example.com/a", File: "a.go", Statements: 3})
	j := &Job{Key: Key{SUT: "gotify"}, Missed: filepath.Join(t.TempDir(), "missed")}
	got, err := j.feasible(profile)
	require.NoError(t, err)
	assert.Equal(t, &want, got)
	written, err := os.ReadFile(j.Missed)
	require.NoError(t, err)
	assert.Equal(t, missed, string(written))

	profile.Covered = profile.Covered[1:]
	_, err = j.feasible(profile)
	require.ErrorContains(t, err, "the program has no block")
	j.SUT = "bookshop"
	got, err = j.feasible(profile)
	require.NoError(t, err)
	assert.Nil(t, got, "it has no list")
	written, err = os.ReadFile(j.Missed)
	require.NoError(t, err)
	assert.Contains(t, string(written), "example.com/a/a.go:0.0,0.0 3\n",
		"all that is missed, where no list says what is feasible")
}

// blockOf reads "example.com/a/a.go:1.2,3.4".
func blockOf(t *testing.T, name string) coverage.Block {
	t.Helper()
	file, places, _ := strings.Cut(name, ":")
	numbers := strings.FieldsFunc(places, func(r rune) bool { return r == '.' || r == ',' })
	require.Len(t, numbers, 4)
	var n [4]int
	for i, text := range numbers {
		var err error
		n[i], err = strconv.Atoi(text)
		require.NoError(t, err)
	}
	return coverage.Block{
		Package: path.Dir(file), File: path.Base(file), Statements: 1,
		Start: coverage.Position{Line: n[0], Column: n[1]}, End: coverage.Position{Line: n[2], Column: n[3]},
	}
}
