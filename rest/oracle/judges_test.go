package oracle

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestOutermost(t *testing.T) {
	tests := map[string]string{
		"": "", "/a": "/a", "/a/b/c": "/a", "/*/a/b": "/*/a", "/0/1/x": "/0/1/x", "/*": "/*",
	}
	for pointer, want := range tests {
		assert.Equal(t, want, outermost(pointer), pointer)
	}
}
