package sut

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/evoke-go/evoke/probe"
)

// Unexported names that the tests use.
var (
	CleanTarget     = cleanTarget
	ParseRetryAfter = parseRetryAfter
)

// ParseTarget is parseTarget with its result as a value.
func ParseTarget(target string) (url.URL, error) {
	var u url.URL
	err := parseTarget(&u, target)
	return u, err
}

// SetClock replaces the clock of a Remote.
func (r *Remote) SetClock(now func() time.Time, sleep func(context.Context, time.Duration) error) {
	r.clock = clock{now: now, sleep: sleep}
}

// ParseStacks returns a line for each goroutine of a dump: number, parent, creator and place.
func ParseStacks(text string) []string {
	var out []string
	for _, r := range parseStacks(text) {
		out = append(out, fmt.Sprintln(r.id, r.parent, r.creator, r.place))
		out[len(out)-1] = strings.TrimSuffix(out[len(out)-1], "\n")
	}
	return out
}

// Limit returns the time limit of a call.
func (r *Remote) Limit() time.Duration { return r.timeout() }

// Way exports way.
func Way(s probe.Site) string { return way(s) }
