package web

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestCatch: Catch returns the error of Throw, and lets another panic pass.
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
