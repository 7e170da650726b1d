package repeat_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/bench/repeat"
	"github.com/evoke-go/evoke/internal/twin"
)

// searches is how often each service is searched.
const searches = 3

// TestSearchesAreTheSame searches each service several times with the same seed,
// and compares all that is written byte for byte.
func TestSearchesAreTheSame(t *testing.T) {
	if testing.Short() {
		t.Skip("it searches thirty times")
	}
	twin.SeedChance(t)
	for _, s := range repeat.Services() {
		t.Run(s.Name, func(t *testing.T) {
			var all []map[string]string // compared at the end: the processes of a search come by here too
			for range searches {
				all = append(all, search(t, &s))
			}
			require.NotEmpty(t, all[0])
			for _, files := range all[1:] {
				require.Len(t, files, len(all[0]))
				for name, content := range files {
					assert.Equal(t, all[0][name], content, name)
				}
			}
		})
	}
}

// search returns the files that a search writes, without the assertions that notice
// no mutant.
func search(t *testing.T, s *repeat.Service) map[string]string {
	dir := t.TempDir()
	result, err := evoke.Run(t.Context(), evoke.Config{
		Schema: s.Schema, Handler: s.New, Budget: evoke.Budget{Calls: 600},
		WhiteBox: evoke.WhiteBox{Clock: s.Clock}, Output: evoke.Output{Dir: dir},
	})
	require.NoError(t, err)
	assert.Equal(t, "seed 0, 600 calls", result.Suite.Repeat)
	require.NotNil(t, result.Report.Mutation)
	assert.Empty(t, result.Report.Mutation.Note)
	assert.Positive(t, result.Report.Mutation.Noticed)
	files := map[string]string{}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		content, err := os.ReadFile(filepath.Join(dir, e.Name()))
		require.NoError(t, err)
		files[e.Name()] = string(content)
	}
	return files
}

// TestRepetitionIsNotClaimed searches a service that makes ids of the true time:
// no other search makes the same calls.
func TestRepetitionIsNotClaimed(t *testing.T) {
	if testing.Short() {
		t.Skip("it searches")
	}
	twin.SeedChance(t)
	for _, s := range repeat.Services() {
		if s.Clock.IsZero() {
			continue
		}
		result, err := evoke.Run(t.Context(), evoke.Config{Schema: s.Schema, Handler: s.New,
			Budget: evoke.Budget{Calls: 600}})
		require.NoError(t, err)
		assert.Empty(t, result.Suite.Repeat, s.Name)
		assert.Contains(t, strings.Join(result.Report.Warnings, "\n"), "WhiteBox.Clock", s.Name)
	}
}
