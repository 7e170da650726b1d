package function

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestPatience(t *testing.T) {
	var p patience
	assert.Equal(t, time.Second, p.limit(time.Second, false))
	p.ended(time.Millisecond)
	assert.Equal(t, time.Second, p.limit(time.Second, false), "nothing hung")
	p.hung("price.go:1")
	assert.Equal(t, leastPatience, p.limit(time.Second, false))
	assert.Equal(t, time.Second, p.limit(time.Second, true), "the suite has time")
	p.ended(30 * time.Millisecond)
	assert.Equal(t, 600*time.Millisecond, p.limit(time.Second, false))
	p.ended(time.Minute)
	assert.Equal(t, time.Second, p.limit(time.Second, false))
}

func TestManyHangsSpareCalls(t *testing.T) {
	var p patience
	for range hanging {
		assert.False(t, p.spares())
		p.hung("here")
	}
	made := 0
	for range 10 * spareEvery {
		if !p.spares() {
			made++
		}
	}
	assert.Equal(t, 10, made)
}

func TestPatienceGoesToTheNextProcess(t *testing.T) {
	subjects := []*subject{{name: "a.A"}, {name: "a.B"}}
	before := make([]patience, 2)
	before[1].hung("here")
	before[1].ended(time.Second)
	data, err := encodePatience(subjects, before)
	require.NoError(t, err)
	after := make([]patience, 2)
	require.NoError(t, restorePatience(subjects, after, data))
	assert.Equal(t, before, after)
	assert.Error(t, restorePatience(subjects, after, []byte("{")))
}
