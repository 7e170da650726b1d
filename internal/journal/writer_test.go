package journal

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/search"
)

// counted counts writes and may fail.
type counted struct {
	bytes.Buffer
	writes int
	err    error
}

func (c *counted) Write(p []byte) (int, error) {
	c.writes++
	if c.err != nil {
		return 0, c.err
	}
	return c.Buffer.Write(p)
}

func (c *counted) Close() error { return nil }

func number(i int) ([]byte, error) { return strconv.AppendInt(nil, int64(i), 10), nil }

// TestOneWriteARecord: when a method returns, its record is in the file as a whole, since nothing is buffered.
func TestOneWriteARecord(t *testing.T) {
	to := &counted{}
	registry := &fitness.Registry{}
	w := &Writer[int]{to: to, registry: registry, encode: number}
	e := &search.Evaluated[int]{}
	for i := range 100 {
		id := registry.ID(fitness.Target{Kind: "t", Name: fmt.Sprint(i)})
		e.Scores = append(e.Scores, fitness.Score{ID: id, Value: 1})
	}
	var archive search.Archive[int]
	for i, write := range []func() error{
		func() error { return w.Improved(e, archive.Add(e)) },
		func() error { return w.Stats(search.Stats{}) },
		func() error { return w.Tally(1) },
		func() error { return w.Fault(1) },
		func() error { return w.Phase("p") },
	} {
		require.NoError(t, write())
		assert.Equal(t, i+1, to.writes)
		assert.Equal(t, i+1, bytes.Count(to.Bytes(), []byte("\n")))
		assert.True(t, bytes.HasSuffix(to.Bytes(), []byte("\n")))
	}
	full := errors.New("no space left")
	to.err = full
	assert.ErrorIs(t, w.Phase("p"), full)
	to.err = nil
	assert.ErrorIs(t, w.Phase("p"), full, "half a line may be there")
	assert.Equal(t, 6, to.writes)
}

// BenchmarkImproved is an individual of 2 KB that is the best of ten targets.
func BenchmarkImproved(b *testing.B) {
	registry := &fitness.Registry{}
	individual, _ := number(1)
	individual = append(append([]byte(`"`), bytes.Repeat([]byte("x"), 2000)...), '"')
	w, err := Append(filepath.Join(b.TempDir(), "journal"), registry, func(int) ([]byte, error) {
		return individual, nil
	})
	require.NoError(b, err)
	e := &search.Evaluated[int]{Size: 1, Cost: 1}
	var changes []search.Change
	for i := range 10 {
		id := registry.ID(fitness.Target{Kind: "branch", Name: fmt.Sprintf("shop/cart.go:%d:3 n > 100 true", i)})
		e.Scores = append(e.Scores, fitness.Score{ID: id, Value: 0.123456789})
		changes = append(changes, search.Change{ID: id, Value: 0.123456789})
	}
	b.ReportAllocs()
	for b.Loop() {
		if err := w.Improved(e, changes); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkObserve(b *testing.B) {
	w, err := Append(filepath.Join(b.TempDir(), "journal"), &fitness.Registry{}, number)
	require.NoError(b, err)
	e := search.Evaluation{Stats: search.Stats{Evaluations: 12345, Cost: 54321, Covered: 100, Reached: 200},
		Progress: 0.5}
	b.ReportAllocs()
	for b.Loop() {
		if err := w.Observe(e); err != nil {
			b.Fatal(err)
		}
	}
}
