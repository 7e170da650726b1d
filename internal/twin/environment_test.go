package twin

import (
	"flag"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestOwnArguments covers both ways to give a flag its value.
func TestOwnArguments(t *testing.T) {
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	fs.String("test.run", "", "")
	fs.Bool("test.short", false, "")
	fs.Int("test.count", 1, "")
	fs.Int("evoke.calls", 0, "")
	for _, tt := range []struct{ args, want []string }{
		{nil, nil},
		{[]string{"-test.run=^TestA$", "-evoke.calls=5"}, []string{"-evoke.calls=5"}},
		{[]string{"-test.run", "TestA", "-evoke.calls", "5"}, []string{"-evoke.calls", "5"}},
		{[]string{"-test.short", "-evoke.calls", "5", "-test.count", "2"},
			[]string{"-test.short", "-evoke.calls", "5", "-test.count", "2"}},
		{[]string{"--test.run", "TestA", "x", "-test.run=y"}, []string{"x", "-test.run=y"}},
		{[]string{"-test.run"}, nil},
	} {
		assert.Equal(t, tt.want, ownArguments(tt.args, fs.Lookup), "%v", tt.args)
	}
}
