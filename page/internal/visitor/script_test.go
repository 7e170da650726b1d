package visitor

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestScriptsUseTheirOwnCopies: the script begins by copying built-in functions, which a page may replace. After that
// part it calls no methods except those of the probes, uses no iterators, and accesses no other objects of the page.
func TestScriptsUseTheirOwnCopies(t *testing.T) {
	leans := regexp.MustCompile(`[\w)\]]\.\w+\(|\bfor \(.* of |\[\.\.\.|\(\.\.\.\w+\)[;,)]|\bglobalThis\.[A-Z]`)
	apart := regexp.MustCompile(`"(?:[^"\\]|\\.)*"|//.*|\bevoke\.`)
	files, err := fs.Glob(parts, "script/*.js")
	require.NoError(t, err)
	for _, name := range files[1:] {
		text, err := parts.ReadFile(name)
		require.NoError(t, err)
		for i, line := range strings.Split(string(text), "\n") {
			assert.NotRegexp(t, leans, apart.ReplaceAllString(line, ""), "%s:%d", name, i+1)
		}
	}
	for _, line := range []string{"for (const e of list) {", "e.querySelector(x)", "[...list]", "f(...list);"} {
		assert.Regexp(t, leans, line)
	}
}
