package feasible

import (
	"bytes"
	"compress/gzip"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/mod/modfile"
	"golang.org/x/tools/cover"
)

// TestLists: each service has its list, and this module requires the version that the
// list was made for.
func TestLists(t *testing.T) {
	content, err := os.ReadFile("../go.mod")
	require.NoError(t, err)
	module, err := modfile.Parse("go.mod", content, nil)
	require.NoError(t, err)
	required := map[string]string{}
	for _, r := range module.Require {
		required[r.Mod.Path] = r.Mod.Version
	}
	want := map[string]int{"gotify": 896, "ach": 5938, "alertmanager": 2078}
	for _, s := range Services() {
		assert.Equal(t, s.Version, required[s.Module], "%s: the list has to be made again", s.Name)
		list, err := Load(s.Name)
		require.NoError(t, err)
		assert.Equal(t, want[s.Name], list.Statements(), s.Name)
	}
	list, err := Load("bookshop")
	require.NoError(t, err)
	assert.Nil(t, list)
}

func TestMissed(t *testing.T) {
	list := List{"a/a.go:1.2,3.4": 2, "a/a.go:5.1,6.2": 3, "b/b.go:1.1,1.9": 1}
	profiles := []*cover.Profile{
		{FileName: "a/a.go", Blocks: []cover.ProfileBlock{
			{StartLine: 1, StartCol: 2, EndLine: 3, EndCol: 4, NumStmt: 2, Count: 7},
			{StartLine: 5, StartCol: 1, EndLine: 6, EndCol: 2, NumStmt: 3},
			{StartLine: 8, StartCol: 1, EndLine: 9, EndCol: 2, NumStmt: 9, Count: 1}, // not in the list
		}},
		{FileName: "b/b.go",
			Blocks: []cover.ProfileBlock{{StartLine: 1, StartCol: 1, EndLine: 1, EndCol: 9, NumStmt: 1}}},
	}
	missed, err := list.Missed(Executed(profiles))
	require.NoError(t, err)
	assert.Equal(t, []Block{"a/a.go:5.1,6.2", "b/b.go:1.1,1.9"}, missed)
	assert.Equal(t, 2, list.Covered(missed))
	_, err = list.Missed(Executed(profiles[:1]))
	require.ErrorContains(t, err, "b/b.go:1.1,1.9")
}

func TestReadRefuses(t *testing.T) {
	for _, text := range []string{"a.go:1.1,2.2", "a.go:1.1,2.2 x", "a.go:1.1,2.2 -1", "nothing 1"} {
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		_, err := w.Write([]byte(text))
		require.NoError(t, err)
		require.NoError(t, w.Close())
		_, err = read(&packed)
		require.ErrorContains(t, err, "no block", text)
	}
	_, err := read(bytes.NewBufferString("plain text"))
	require.Error(t, err)
}
