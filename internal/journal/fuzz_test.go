package journal_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/internal/journal"
	"github.com/evoke-go/evoke/search"
)

// FuzzReader reads any bytes. The records that the reader passes on keep their rules.
func FuzzReader(f *testing.F) {
	path := filepath.Join(f.TempDir(), "journal")
	p := begin(f, path)
	p.evaluate(f, "a", 1, map[string]float64{"x": 0.1, "y\xff": 1})
	require.NoError(f, p.writer.Stats(search.Stats{Evaluations: 1}))
	require.NoError(f, p.writer.Tally(1))
	require.NoError(f, p.writer.Fault(2))
	require.NoError(f, p.writer.Observe(search.Covered{Target: p.registry.Target(0)}))
	require.NoError(f, p.writer.Observe(search.Evaluation{}))
	require.NoError(f, p.writer.Close())
	data, err := os.ReadFile(path)
	require.NoError(f, err)
	f.Add(data, 10)
	f.Add(append(data[:len(data)-5:len(data)-5], data...), 100)
	f.Add([]byte("{\"journal\":1}\n"+
		"{\"targets\":[{\"id\":-1},{\"id\":1},{\"id\":2}],\"test\":{\"individual\":\"\","+
		"\"scores\":[[2,0,1],[1,0,1]]}}\n"), 1)
	path = filepath.Join(f.TempDir(), "any")
	f.Fuzz(func(t *testing.T, data []byte, skip int) {
		require.NoError(t, os.WriteFile(path, data, 0o600))
		r := journal.Open(path, &fitness.Registry{}, decode)
		defer r.Close()
		r.Skip(int64(skip))
		var archive search.Archive[string]
		_, err := r.Next(journal.Callbacks[string]{
			Improved: func(e *search.Evaluated[string]) {
				assertScores(t, e.Scores)
				archive.Add(e)
			},
			Tally: func(_ int, data json.RawMessage) { assert.True(t, json.Valid(data)) },
			Fault: func(_ int, data json.RawMessage) { assert.True(t, json.Valid(data)) },
			Event: func(e search.Event) { assert.NotNil(t, e) },
		})
		assert.NoError(t, err)
		assert.LessOrEqual(t, r.Offset(), int64(len(data)))
	})
}

func assertScores(t *testing.T, scores fitness.Scores) {
	for i, s := range scores {
		assert.True(t, s.Value > 0 && s.Value <= 1, s)
		assert.True(t, i == 0 || scores[i-1].ID < s.ID, scores)
		assert.GreaterOrEqual(t, s.Action, int32(0))
	}
}
