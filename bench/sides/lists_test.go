package sides

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// programs returns the folders of this module that have a list.
func programs(t *testing.T) []string {
	t.Helper()
	var dirs []string
	require.NoError(t, filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		switch {
		case d != nil && d.IsDir() && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), "evoke-written-")):
			return filepath.SkipDir // written tests come and go while others are tested
		case err != nil:
			return err
		case d.Name() == FileName:
			dirs = append(dirs, filepath.Dir(path))
		}
		return nil
	}))
	require.NotEmpty(t, dirs)
	return dirs
}

// Every list is that of the source beside it. With -update it is written anew;
// the arguments are kept by function, condition and ordinal.
func TestLists(t *testing.T) {
	for _, dir := range programs(t) {
		t.Run(filepath.ToSlash(dir), func(t *testing.T) {
			list, err := Of(dir)
			require.NoError(t, err)
			older, err := Load(dir)
			require.NoError(t, err)
			for _, s := range keepMarks(list, older) {
				t.Logf("gone, with its mark: %s in %s: %s", s, s.Func, s.Infeasible)
			}
			want, err := format(list)
			require.NoError(t, err)
			name := filepath.Join(dir, FileName)
			if *update {
				require.NoError(t, os.WriteFile(name, want, 0o666))
			}
			got, err := os.ReadFile(name)
			require.NoError(t, err)
			assert.Equal(t, string(want), string(got))
		})
	}
}

// Every condition of every list has a probe, so that what was not seen was not
// there to see.
func TestListsHaveProbes(t *testing.T) {
	var all []Side
	packages := map[string]bool{}
	for _, dir := range programs(t) {
		list, err := Load(dir)
		require.NoError(t, err)
		all = append(all, list...)
		for _, s := range list {
			packages[s.Package] = true
		}
	}
	dir, err := os.MkdirTemp("..", "evoke-written-")
	require.NoError(t, err)
	t.Cleanup(func() { assert.NoError(t, os.RemoveAll(dir)) })
	text := "package written\n\nimport (\n"
	var cover []string
	for name := range packages {
		text += fmt.Sprintf("\t_ %q\n", name)
		cover = append(cover, name)
	}
	require.NoError(t, os.WriteFile(filepath.Join(dir, "all_test.go"), []byte(text+")\n"), 0o666))
	seen, err := Measure(t.Context(), dir, cover)
	require.NoError(t, err)
	assert.Empty(t, texts(seen.Unprobed(all)))
}
