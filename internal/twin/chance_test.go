package twin

import (
	"crypto/rand"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/problem"
)

// TestChanceIsTheSameInEachSearch: random ids do not change the suite.
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
	t.Run("where executed again in another run", draw(&job{Kinds: Kinds{Verify: &verifyJob{}}}))
	t.Run("where answers are recorded", draw(&job{Kinds: Kinds{Answer: &answerJob{}}}))
	t.Run("not in a test", func(t *testing.T) { seedChance(struct{ testing.TB }{t}, &job{}) })
	t.Run("afterwards", func(*testing.T) { ids = append(ids, rand.Text()) })
	assert.Equal(t, ids[2:4], ids[4:6])
	assert.NotEqual(t, ids[2], ids[3], "each is another")
	assert.NotContains(t, ids[2:6], ids[0])
	assert.NotContains(t, ids[2:6], ids[6], "what differs between processes is to be seen")
	assert.Equal(t, ids[6:8], ids[8:10], "and is the same in each run")
	assert.NotContains(t, ids[2:10], ids[10])
	assert.NotContains(t, ids[2:12], ids[12])

	assert.Equal(t, "randautoseed=0", sameChance(""))
	assert.Equal(t, "randautoseed=0,http2client=0,randautoseed=1", sameChance("http2client=0,randautoseed=1"))
}

// TestReaderIsSeeded: a program without a test draws the same ids too.
func TestReaderIsSeeded(t *testing.T) {
	before := rand.Reader
	drawn := func(j *job) string {
		defer func() { rand.Reader = before }()
		j.seedReader()
		j.seedReader() // does not begin again
		return rand.Text()
	}
	search := drawn(&job{Kinds: Kinds{Search: &searchJob{}}})
	assert.Equal(t, search, drawn(&job{Kinds: Kinds{Suite: &suiteJob{}}}))
	assert.NotEqual(t, search, drawn(&job{Kinds: Kinds{Verify: &verifyJob{}}}))
	assert.NotEqual(t, search, rand.Text())
}

// TestEachKindOfJobHasItsChance: jobs that look for differences use other orders than the search.
func TestEachKindOfJobHasItsChance(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)
	search, suite := &job{Kinds: Kinds{Search: &searchJob{}}}, &job{Kinds: Kinds{Suite: &suiteJob{}}}
	answer, verify := &job{Kinds: Kinds{Answer: &answerJob{}}}, &job{Kinds: Kinds{Verify: &verifyJob{}}}
	assert.Equal(t, probe.Fixed{Order: probe.Ascending, Seed: 1, Clock: at}, search.fixed(at))
	assert.Equal(t, search.fixed(at), suite.fixed(at))
	orders, seeds, clocks := map[probe.Order]bool{}, map[uint64]bool{}, map[time.Time]bool{}
	for _, j := range []*job{search, answer, verify} {
		f := j.fixed(at)
		orders[f.Order], seeds[f.Seed], clocks[f.Clock] = true, true, true
		assert.True(t, j.fixed(time.Time{}).Clock.IsZero(), "the clock is left alone")
	}
	assert.Len(t, orders, 3)
	assert.Len(t, seeds, 3)
	assert.Len(t, clocks, 3)
	only := (&job{Kinds: Kinds{Verify: &verifyJob{Kept: &problem.Kept{Seldom: true}}}}).fixed(at)
	assert.Equal(t, answer.fixed(at).Order, only.Order, "where no other process has an order that differs in any case")
	assert.WithinDuration(t, time.Now(), verify.fixed(at).Clock, 24*time.Hour)
}
