package sut

import (
	"context"
	"net/url"
	"time"
)

// What the tests of this package reach into.
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

// SetClock gives a Remote another time than that of the machine.
func (r *Remote) SetClock(now func() time.Time, sleep func(context.Context, time.Duration) error) {
	r.clock = clock{now: now, sleep: sleep}
}
