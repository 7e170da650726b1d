package evoke_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke"
	"github.com/evoke-go/evoke/fitness"
	"github.com/evoke-go/evoke/rest"
	"github.com/evoke-go/evoke/search"
)

// A long and fast run still has its progress in one line of a small terminal.
func TestProgressFitsATerminal(t *testing.T) {
	var out strings.Builder
	observe := evoke.Progress(&out, false)
	for range 999 {
		observe(search.Covered{Target: fitness.Target{Kind: rest.FaultTarget}})
	}
	observe(search.Evaluation{Progress: 1, Stats: search.Stats{Cost: 123_456_789, Covered: 98765, Elapsed: 100*time.Minute + 59*time.Second + 400*time.Millisecond}})
	assert.Equal(t, "100 %  123456789 calls, 20374/s, 98765 targets, 999 faults, improved 1h41m ago\n", out.String())
	assert.LessOrEqual(t, out.Len(), 80, "with the line break")
}

// A note has one line, in characters that show.
func TestProgressOfHostileNotes(t *testing.T) {
	var out strings.Builder
	evoke.Progress(&out, false)(search.Note{Text: "built \x1b[31m\u202e\nx"})
	assert.Equal(t, `built \x1b[31m\u202e\nx`+"\n", out.String())
}
