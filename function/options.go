package function

import (
	"time"

	"github.com/evoke-go/evoke/testcase"
)

// Options bound a search for tests of functions. The zero value is valid.
type Options struct {
	// MaxCalls is the most calls of one test. More than one is of use where a
	// package keeps state between calls. New tests have up to three, and grow while
	// that brings them closer to something. Default: [testcase.DefaultMaxActions].
	MaxCalls int
	// MaxElements is the most elements of a slice or a map. Most have up to
	// [gene.DefaultMaxElements], and grow as tests do. Default: 50.
	MaxElements int
	// Timeout is how long a call may take; one that takes longer is a fault.
	// Default: 5 seconds.
	Timeout time.Duration
	// Unexpected says which errors of a function are faults. Default: none.
	Unexpected func(function string, err error) bool
}

const (
	defaultMaxElements = 50
	defaultTimeout     = 5 * time.Second
)

func (o Options) withDefaults() Options {
	if o.MaxCalls <= 0 {
		o.MaxCalls = testcase.DefaultMaxActions
	}
	if o.MaxElements <= 0 {
		o.MaxElements = defaultMaxElements
	}
	if o.Timeout <= 0 {
		o.Timeout = defaultTimeout
	}
	return o
}
