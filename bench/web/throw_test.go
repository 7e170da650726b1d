package web

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestCatch: what was thrown becomes an error, and a panic stays a panic.
func TestCatch(t *testing.T) {
	do := func(f func()) (err error) {
		defer Catch(&err)
		f()
		return errors.New("of f")
	}
	full := errors.New("the disk is full")
	assert.Equal(t, full, do(func() { Throw(full) }))
	assert.EqualError(t, do(func() {}), "of f")
	assert.PanicsWithValue(t, "no", func() { _ = do(func() { panic("no") }) })
}
