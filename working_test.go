package evoke

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/search"
)

// TestWorkAfterTheSearch: where no line is redrawn, the work after the search gets a line every half minute, and other
// work sooner, but not all of a short run.
func TestWorkAfterTheSearch(t *testing.T) {
	var out strings.Builder
	p := &progress{w: &out, every: 30 * time.Second}
	began := time.Now()
	at := func(second int, what string, done, of int) {
		p.works(search.Work{What: what, Done: done, Of: of, Unit: "test"}, began.Add(time.Duration(second)*time.Second))
	}
	at(0, "making", 1, 0)
	at(3, "running", 1, 2)
	at(4, "making", 7, 0)
	assert.Empty(t, out.String())
	at(20, "making", 90, 0)
	at(33, "making", 120, 0)
	at(34, "running", 1, 9)
	at(40, "running", 2, 9)
	at(41, "trying\n", 1, 9)
	p.works(search.Work{What: "building"}, began.Add(50*time.Second))
	assert.Equal(t, "making: 120 tests, 29s until now\nrunning: 2 of 9 tests, 6s until now\nbuilding, 0s until now\n",
		out.String())
}

// TestWorkOnATerminal: the line is redrawn in place, at once for other work.
func TestWorkOnATerminal(t *testing.T) {
	var out strings.Builder
	p := &progress{w: &out, every: 200 * time.Millisecond, terminal: true}
	began := time.Now()
	for i := range 5 {
		p.works(search.Work{What: "making", Done: i, Unit: "test"}, began.Add(time.Duration(i)*100*time.Millisecond))
	}
	p.works(search.Work{What: strings.Repeat("a", 100)}, began.Add(450*time.Millisecond))
	assert.Equal(t, "\rmaking: 0 tests, 0s until now\x1b[K\rmaking: 2 tests, 200ms until now\x1b[K"+
		"\rmaking: 4 tests, 400ms until now\x1b[K\r"+strings.Repeat("a", 79)+"\x1b[K", out.String())
}
