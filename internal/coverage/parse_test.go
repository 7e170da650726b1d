package coverage

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/report"
)

func filled(t *testing.T, profiles ...string) *Profile {
	t.Helper()
	c := counts{}
	for _, p := range profiles {
		require.NoError(t, c.read(strings.NewReader(p)))
	}
	out := &Profile{}
	c.fill(out)
	return out
}

func TestProfile(t *testing.T) {
	block := func(line, statements, index int) Block {
		return Block{Package: "example.com/a", File: "a.go", Start: Position{line, 2}, End: Position{line + 1, 3},
			Statements: statements, index: index}
	}
	const a, b = "example.com/a/a.go:", "example.com/a/b/b.go:"
	for name, tt := range map[string]struct {
		profiles  []string
		packages  []report.PackageCoverage
		uncovered []Block
	}{
		"empty":         {profiles: []string{""}},
		"no statements": {profiles: []string{"mode: set\n"}},
		"set": {
			profiles:  []string{"mode: set\n" + a + "1.2,2.3 3 1\n" + a + "5.2,6.3 2 0\n"},
			packages:  []report.PackageCoverage{{Path: "example.com/a", Statements: 5, Covered: 3}},
			uncovered: []Block{block(5, 2, 2)},
		},
		"atomic, windows line ends, no last line end": {
			profiles:  []string{"mode: atomic\r\n" + a + "1.2,2.3 3 18446744073709551615\r\n" + a + "5.2,6.3 2 0"},
			packages:  []report.PackageCoverage{{Path: "example.com/a", Statements: 5, Covered: 3}},
			uncovered: []Block{block(5, 2, 2)},
		},
		"a block twice": {
			profiles: []string{"mode: count\n" + a + "1.2,2.3 3 0\n" + a + "1.2,2.3 3 7\n" + a + "1.2,2.3 3 0\n"},
			packages: []report.PackageCoverage{{Path: "example.com/a", Statements: 3, Covered: 3}},
		},
		"several profiles": {
			profiles: []string{"mode: set\n" + a + "1.2,2.3 3 0\n" + a + "5.2,6.3 2 0\n",
				"mode: set\n" + a + "1.2,2.3 3 1\n" + a + "5.2,6.3 2 0\n"},
			packages:  []report.PackageCoverage{{Path: "example.com/a", Statements: 5, Covered: 3}},
			uncovered: []Block{block(5, 2, 2)},
		},
		"sorted by package, file and number": {
			profiles: []string{"mode: set\n" + b + "1.2,2.3 1 1\n" + a + "10.2,11.3 1 0\n" + a +
				"9.2,10.3 1 0\nexample.com/a/z.go:1.1,2.2 1 1\n"},
			packages: []report.PackageCoverage{
				{Path: "example.com/a", Statements: 3, Covered: 1},
				{Path: "example.com/a/b", Statements: 1, Covered: 1},
			},
			uncovered: []Block{block(9, 1, 1), block(10, 1, 2)},
		},
		"empty functions do not count": {profiles: []string{"mode: set\n" + a + "1.2,1.2 0 0\n"}},
		"colon and space in a path": {
			profiles: []string{"mode: set\nC:/a dir:x/a.go:1.2,2.3 3 1\n"},
			packages: []report.PackageCoverage{{Path: "C:/a dir:x", Statements: 3, Covered: 3}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := filled(t, tt.profiles...)
			assert.Equal(t, tt.packages, p.Packages)
			assert.Equal(t, tt.uncovered, p.Uncovered)
		})
	}
}

func TestProfileErrors(t *testing.T) {
	for _, line := range []string{
		"x", ":1.2,2.3 3 1", "a.go:1.2,2.3 3", "a.go:1.2,2.3 3 1 1", "a.go:1.2 3 1", "a.go:1,2 3 1", "a.go:1.2,2.x 3 1",
		"a.go:-1.2,2.3 3 1", "a.go:1.2,2.3 -3 1", "a.go:1.2,2.3 3 -1", "a.go:2.2,1.3 3 1", "a.go:1.2,2.3 99999999999 1",
	} {
		err := counts{}.read(strings.NewReader("mode: set\n" + line + "\n"))
		assert.ErrorIs(t, err, errLine, line)
		assert.ErrorContains(t, err, "line 2", line)
	}
	assert.Error(t, counts{}.read(strings.NewReader(strings.Repeat("x", 1<<20))))
}

// FuzzProfile: a profile that is read is written in order and read again as the same, and no sum is negative.
func FuzzProfile(f *testing.F) {
	f.Add([]byte("mode: set\nexample.com/a/a.go:1.2,2.3 3 1\nexample.com/a/a.go:5.2,6.3 2 0\n"))
	f.Add([]byte("a.go:1.2,2.3 3 1\r\na.go:1.2,2.3 4 0\n/:0.0,0.0 1 0\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		first := counts{}
		if first.read(bytes.NewReader(data)) != nil {
			return
		}
		var text strings.Builder
		for at, tally := range first {
			executions := 0
			if tally.covered {
				executions = 1
			}
			fmt.Fprintf(&text, "%s:%d.%d,%d.%d %d %d\n", at.file, at.start.Line, at.start.Column, at.end.Line,
				at.end.Column, tally.statements, executions)
		}
		again := counts{}
		require.NoError(t, again.read(strings.NewReader(text.String())))
		require.Equal(t, first, again)
		p := &Profile{}
		again.fill(p)
		missed, hit := 0, 0
		for _, b := range p.Uncovered {
			missed += b.Statements
		}
		for _, b := range p.Covered {
			hit += b.Statements
		}
		for _, pkg := range p.Packages {
			require.GreaterOrEqual(t, pkg.Covered, 0)
			missed -= pkg.Statements - pkg.Covered
			hit -= pkg.Covered
		}
		require.Zero(t, missed)
		require.Zero(t, hit)
	})
}
