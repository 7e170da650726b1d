package twin

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/search"
)

// TestWorkIsNoted: the parent reads the last work that a child noted, each time once. A line that is not complete is
// read when it is, and work of an earlier process is not read.
func TestWorkIsNoted(t *testing.T) {
	path := filepath.Join(t.TempDir(), "work")
	making := search.Work{What: "making", Done: 1, Unit: "test"}
	running := search.Work{What: "running", Done: 1, Of: 2, Unit: "test"}
	noteWork(path)(search.Work{What: "before"})
	r := newWorkReader(path)
	_, ok := r.last()
	assert.False(t, ok)
	note := noteWork(path)
	note(making)
	note(search.Work{What: "making", Done: 2, Unit: "test"}) // too soon
	w, ok := r.last()
	assert.True(t, ok)
	assert.Equal(t, making, w)
	note(search.Work{What: "other"})
	note(running)
	w, ok = r.last()
	assert.True(t, ok)
	assert.Equal(t, running, w)
	_, ok = r.last()
	assert.False(t, ok)

	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	require.NoError(t, err)
	for _, part := range []string{`{"What":"la`, `te"}`} {
		_, ok = r.last()
		assert.False(t, ok)
		_, err = f.WriteString(part)
		require.NoError(t, err)
	}
	require.NoError(t, f.Close())
	w, ok = r.last()
	assert.True(t, ok)
	assert.Equal(t, "late", w.What)
	noteWork(t.TempDir())(making) // a folder: nothing is noted
}
