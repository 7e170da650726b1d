package rewrite

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestExits runs programs that end themselves, with and without probes: output and exit code are the same, and the
// probes report the place of the end.
func TestExits(t *testing.T) {
	const path = "testdata/exits.txtar"
	archive, err := txtar.ParseFile(path)
	require.NoError(t, err)
	all := readProgram(t, path)
	plain := program{all.dir, map[string][]byte{}}
	for _, name := range []string{"main.go", "plain.go"} {
		plain.files[filepath.Join(all.dir, name)] = all.files[filepath.Join(all.dir, name)]
	}
	probed := plain.probed(t)
	delete(probed.files, filepath.Join(all.dir, "plain.go"))
	probed.files[filepath.Join(all.dir, "watch.go")] = all.files[filepath.Join(all.dir, "watch.go")]

	want := &archive.Files[len(archive.Files)-1]
	got := probed.run(t)
	if *update {
		want.Data = []byte(got)
		require.NoError(t, os.WriteFile(path, txtar.Format(archive), 0o644))
	}
	assert.Equal(t, string(want.Data), got)
	assert.Equal(t, plain.run(t), regexp.MustCompile(`(?m)^noted: .*\n`).ReplaceAllString(got, ""))
}
