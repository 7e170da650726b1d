package bench

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A pattern without dots is one package, and one with dots is all below.
func TestStatements(t *testing.T) {
	profile := []byte(`mode: atomic
example.com/a/x.go:1.2,3.4 5 1
example.com/a/x.go:4.2,5.4 7 0
example.com/a/b/y.go:1.2,3.4 11 2
example.com/ab/z.go:1.2,3.4 13 9
`)
	for name, tc := range map[string]struct {
		packages      []string
		executed, all int
	}{
		"one package":   {[]string{"example.com/a"}, 5, 12},
		"all below":     {[]string{"example.com/a/..."}, 16, 23},
		"two packages":  {[]string{"example.com/a", "example.com/ab"}, 18, 25},
		"none":          {nil, 0, 0},
		"once is often": {[]string{"example.com/a", "example.com/a/..."}, 16, 23},
	} {
		t.Run(name, func(t *testing.T) {
			executed, all, err := Statements(profile, tc.packages)
			require.NoError(t, err)
			assert.Equal(t, []int{tc.executed, tc.all}, []int{executed, all})
		})
	}
	_, _, err := Statements([]byte("example.com/a/x.go:1.2,3.4 many 1\n"), []string{"example.com/a"})
	assert.ErrorContains(t, err, "profile")
}
