package suite_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/suite"
)

// TestLaw: a law is about the value of its first operand, and about the whole body if that is the size of a list which
// is the body.
func TestLaw(t *testing.T) {
	for name, pointer := range map[string]string{
		"/total": "/total", "the size of /lines": "/lines", "the sum of /lines/*/n": "/lines/*/n", "the size of ": "",
	} {
		c := suite.Law(suite.AtMost, name, "/limit")
		assert.Equal(t, pointer, c.Pointer)
		assert.Equal(t, []string{name, "/limit"}, c.Operands())
	}
}
