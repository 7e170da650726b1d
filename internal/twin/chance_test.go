package twin

import (
	"crypto/rand"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestChanceIsTheSameInEachSearch: random ids are no reason for another suite.
func TestChanceIsTheSameInEachSearch(t *testing.T) {
	var ids []string
	draw := func(j *job) func(t *testing.T) {
		return func(t *testing.T) {
			seedChance(t, j)
			ids = append(ids, rand.Text(), rand.Text())
		}
	}
	t.Run("here", draw(nil))
	t.Run("in a process made for it", draw(&job{Kinds: Kinds{Search: &searchJob{}}}))
	t.Run("in another", draw(&job{Kinds: Kinds{Suite: &suiteJob{}}}))
	t.Run("where executed again", draw(&job{Kinds: Kinds{Verify: &verifyJob{}}}))
	t.Run("not in a test", func(t *testing.T) { seedChance(struct{ testing.TB }{t}, &job{}) })
	t.Run("afterwards", func(*testing.T) { ids = append(ids, rand.Text()) })
	assert.Equal(t, ids[2:4], ids[4:6])
	assert.NotEqual(t, ids[2], ids[3], "each is another")
	assert.NotContains(t, ids[2:6], ids[0])
	assert.NotContains(t, ids[2:6], ids[6], "what differs between processes is to be seen")
	assert.NotContains(t, ids[2:6], ids[8])

	assert.Equal(t, "randautoseed=0", sameChance(""))
	assert.Equal(t, "randautoseed=0,http2client=0,randautoseed=1", sameChance("http2client=0,randautoseed=1"))
}
