package function

import (
	"time"

	"github.com/evoke-go/evoke/testcase"
)

// Options are the settings of a search for tests of functions. The zero value is valid.
type Options struct {
	// MaxCalls is the maximum number of calls of one test. More than one is useful if a package keeps state between
	// calls. New tests have up to three, and get more as long as that brings them nearer to a target. Default:
	// [testcase.DefaultMaxActions].
	MaxCalls int
	// MaxElements is the maximum length of a slice or a map. New values have up to [gene.DefaultMaxElements] elements,
	// and mutation adds more. Default: 50.
	MaxElements int
	// Timeout is the time limit of a call; a call that takes longer is a fault. Default: 5 seconds.
	Timeout time.Duration
	// Unexpected reports whether an error of a function is a fault. function is a name such as "price.Parse". Default:
	// no error is.
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
