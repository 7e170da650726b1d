package driver

import (
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// talking returns a controller and the other end of its channel of commands.
func talking(t *testing.T) (*Controller, net.Conn) {
	t.Helper()
	ours, theirs := net.Pipe()
	t.Cleanup(func() { _, _ = ours.Close(), theirs.Close() })
	c := New(Options{Name: "scripted"})
	c.active = &process{
		orders: orders{commands: ours, in: receive(ours), table: c.starter.table},
		exited: make(chan struct{}), hello: hello{tells: true},
	}
	return c, theirs
}

// says sends scores with one target.
func says(t *testing.T, to net.Conn, kind byte, number uint32) {
	w := writer{}
	w.begin(kind)
	assert.NoError(t, (&scores{list: []Score{{Number: number, Value: 1}}}).encode(&w))
	assert.NoError(t, w.send(to))
}

func numbers(c *Controller) (out []uint32) {
	for _, s := range c.trace.scores.list {
		out = append(out, s.Number)
	}
	return out
}

// TestWhatIsToldNeedsNoTake: a driver that sends told is not asked to take.
func TestWhatIsToldNeedsNoTake(t *testing.T) {
	c, theirs := talking(t)
	go says(t, theirs, kindTold, 3)
	require.NoError(t, c.trace.told(t.Context(), c.active, time.Minute))
	assert.Equal(t, []uint32{3}, numbers(c))
	assert.True(t, c.trace.taken)
}

// TestWhatIsToldLateCounts: a driver that takes longer than patience is asked, and what it sent meanwhile is not lost.
func TestWhatIsToldLateCounts(t *testing.T) {
	c, theirs := talking(t)
	go func() {
		in := receive(theirs)
		kind, _, err := in.next()
		assert.NoError(t, err)
		assert.Equal(t, kindTake, kind)
		says(t, theirs, kindTold, 3)
		says(t, theirs, kindScores, 5)
	}()
	require.NoError(t, c.trace.told(t.Context(), c.active, time.Minute))
	assert.ElementsMatch(t, []uint32{3, 5}, numbers(c))
}

// TestTestsBeginWithoutAnAnswer: begin goes together with the next frame.
func TestTestsBeginWithoutAnAnswer(t *testing.T) {
	c, theirs := talking(t)
	require.NoError(t, c.Begin(t.Context(), false))
	kinds := make(chan []byte, 1)
	go func() {
		in, list := receive(theirs), []byte{}
		for range 2 {
			kind, _, err := in.next()
			assert.NoError(t, err)
			list = append(list, kind)
		}
		kinds <- list
	}()
	c.active.out.begin(kindCall)
	require.NoError(t, c.active.say(time.Minute))
	assert.Equal(t, []byte{kindBegin, kindCall}, <-kinds)
}
