package twin

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/internal/archive"
)

func keeperAt(dir string) *keeper {
	return &keeper{dir: dir, writes: true, before: &archive.Archive{}}
}

// TestWorkplaceOutlivesARun: the next runs get the journals of killed runs, oldest first, until a run ends well.
func TestWorkplaceOutlivesARun(t *testing.T) {
	k := keeperAt(t.TempDir())
	names := func(paths []string) (out []string) {
		for _, p := range paths {
			out = append(out, filepath.Base(p))
		}
		return out
	}
	killed := func(identity string) *workplace {
		w, err := k.workplace("", identity)
		require.NoError(t, err)
		for _, name := range []string{"worker-0.journal", "worker-1.journal"} {
			require.NoError(t, os.WriteFile(filepath.Join(w.dir, name), []byte("{}\n"), 0o600))
		}
		w.release() // as the end of a process does
		return w
	}
	first := killed("a")
	assert.Empty(t, first.earlier)
	second := killed("a")
	assert.True(t, second.same)
	assert.Equal(t, []string{"earlier-000000-0.journal", "earlier-000000-1.journal"}, names(second.earlier))
	third := killed("b")
	assert.False(t, third.same, "the program is another one")
	assert.Len(t, third.earlier, 4)

	last, err := k.workplace("", "b")
	require.NoError(t, err)
	assert.Len(t, last.earlier, 6)
	ignored, err := os.ReadFile(filepath.Join(last.dir, ".gitignore"))
	require.NoError(t, err)
	assert.Equal(t, "*\n", string(ignored))
	last.close(true)
	assert.NoDirExists(t, last.dir)
}

// TestWorkplaceIsForOneRun: a second run at the same time uses another folder, and so does a run that writes nothing.
func TestWorkplaceIsForOneRun(t *testing.T) {
	dir, temp := t.TempDir(), t.TempDir()
	first, err := keeperAt(dir).workplace(temp, "a")
	require.NoError(t, err)
	second, err := keeperAt(dir).workplace(temp, "a")
	require.NoError(t, err)
	assert.Equal(t, temp, second.dir)
	second.close(true)
	assert.DirExists(t, first.dir)
	first.close(false)
	assert.DirExists(t, first.dir, "the next run goes on there")

	looks := keeperAt(dir)
	looks.writes = false
	third, err := looks.workplace(temp, "a")
	require.NoError(t, err)
	assert.Equal(t, temp, third.dir)
}

func TestWorkplaceThatCannotBeMade(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(file, nil, 0o600))
	_, err := keeperAt(filepath.Join(file, "archive")).workplace(t.TempDir(), "a")
	require.ErrorContains(t, err, "the folder for what the search finds")
}
