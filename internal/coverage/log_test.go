package coverage

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

const output = "noise\n\x16=== RUN   TestA\n=== RUN   TestForged\n\x16--- PASS: TestA (0.00s)\n" +
	"\x16=== RUN   TestB\nno line end\x16=== RUN   TestB/sub/test\n    \x16--- FAIL: TestB/sub/test (0.00s)\n" +
	"\x16--- FAIL: TestB (0.00s)\r\n\x16--- FAIL: TestB (0.00s)\n\x16FAIL\n"

// The result does not depend on the pieces of the output.
func TestLogInPieces(t *testing.T) {
	for size := 1; size <= len(output)+1; size++ {
		l := &log{}
		for rest := output; rest != ""; {
			n, err := l.Write([]byte(rest[:min(size, len(rest))]))
			assert.NoError(t, err)
			rest = rest[n:]
		}
		assert.Equal(t, []string{"TestA", "TestB"}, l.started)
		assert.Equal(t, []string{"TestB"}, l.failed)
		assert.Equal(t, []string{"TestB/sub/test"}, l.parts)
		assert.True(t, l.ended)
		assert.False(t, l.finished())
		assert.Equal(t, "\x16FAIL", l.lastLine())
	}
}

func TestLog(t *testing.T) {
	for name, tt := range map[string]struct {
		text     string
		finished bool
		last     string
	}{
		"nothing": {"", false, ""},
		"end": {"\x16PASS\ncoverage: 61.9% of statements in ./...\n", true,
			"coverage: 61.9% of statements in ./..."},
		"out of time":  {"coverage: 61.9% of statements\npanic: test timed out\n", false, "panic: test timed out"},
		"forged":       {"PASS\ncoverage: 61.9% of statements\n", false, "coverage: 61.9% of statements"},
		"no newline":   {"a\nlast words ", false, "last words"},
		"empty lines":  {"last words\n\n \n", false, "last words"},
		"a long line":  {strings.Repeat("x", 1<<20) + "\x16=== RUN   TestA\nb\n", false, "b"},
		"not measured": {" coverage: 1\n", false, "coverage: 1"},
	} {
		t.Run(name, func(t *testing.T) {
			l := &log{}
			_, _ = l.Write([]byte(tt.text))
			assert.Equal(t, tt.finished, l.finished())
			assert.Equal(t, tt.last, l.lastLine())
			assert.Less(t, cap(l.line), 1<<16)
		})
	}
}

// TestLogOfTestsSideBySide: a paused test has not begun.
func TestLogOfTestsSideBySide(t *testing.T) {
	l := &log{}
	_, _ = l.Write([]byte("\x16=== RUN   TestA\n\x16=== PAUSE TestA\n\x16=== RUN   TestB\n\x16=== PAUSE TestB\n" +
		"\x16=== RUN   TestC\n\x16=== PAUSE TestC\n\x16=== CONT  TestC\n\x16=== CONT  TestA\n\x16=== CONT  TestA\n"))
	assert.Equal(t, []string{"TestC", "TestA"}, l.started)
}
