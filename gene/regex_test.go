package gene_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/evoke-go/evoke/gene"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// patterns are ECMA-262 patterns, each with an equal pattern in the syntax of package regexp, which checks the values.
var patterns = []struct{ name, ecma, golang string }{
	{"word", `^[a-z]+$`, `^[a-z]+$`},
	{"any", `.*`, ``},
	{"empty", ``, ``},
	{"only anchors", `^$`, `^$`},
	{"escaped slash", `^\/v\d+\/\w+$`, `^/v[0-9]+/[0-9A-Za-z_]+$`},
	{"date", `^\d{4}-(0[1-9]|1[0-2])-\d{2}$`, `^[0-9]{4}-(0[1-9]|1[0-2])-[0-9]{2}$`},
	{"unicode escape", `^\u0041\u{1F600}\uD83D\uDE01\x42\cJ\0$`, "^A😀😁B\n\x00$"},
	{"named group", `^(?<year>\d{4})(?:x|y)$`, `^[0-9]{4}(x|y)$`},
	{"lazy", `^a+?b*?c??$`, `^a+b*c?$`},
	{"dot", `^.{5}$`, "^[^\n\r\u2028\u2029]{5}$"},
	{"space", `^\s\S\s$`, "^[\t\n\f\r ][^\\s\u00a0\ufeff\v][\t\n\f\r ]$"},
	{"space in a class", `^[\s\d][^\s]$`, "^[\t\n\f\r 0-9][^\\s\u00a0\ufeff\v]$"},
	{"no space in a class", `^[\S]{3}[^\S]$`, "^[^\\s\u00a0\ufeff\v]{3}[\\s]$"},
	{"any in brackets", `^[^]{3}$`, `^(?s:.){3}$`},
	{"brackets in a class", `^[[\]{}.^-]{4}$`, `^[\[\]{}.^\-]{4}$`},
	{"backspace", `^[\b]$`, `^\x08$`},
	{"literal braces", `^{a}{,5}}]$`, `^\{a\}\{,5\}\}\]$`},
	{"identity escapes", `^\-\_\@\!\e$`, `^-_@!e$`},
	{"property", `^\p{Lu}\p{Script=Greek}\P{L}\p{Alpha}[\p{Digit}_]$`, `^\p{Lu}\p{Greek}\P{L}[[:alpha:]][\d_]$`},
	{"inline flag", `^(?i:abc)$`, `^(?i:abc)$`},
	{"boundaries", `\bfoo\b`, `\bfoo\b`},
	{"inner anchors", `^(a|b$)|^c`, `^(a|b$)|^c`},
	{"anchored alternatives", `^$|^\S+@\S+$`, `^$|^[^\s]+@[^\s]+$`},
	{"ruby anchors", `\Aabc\z`, `^abc$`},
	{"javascript literal", `/^a[0-9]$/`, `^a[0-9]$`},
	{"nested repeats", `^(a{0,3}b*)*$`, `^(a{0,3}b*)*$`},
	{"nothing repeated", `^(a{0,0}|)*$`, `^$`},
	{"nullable repeats", `^((a?)*)*b$`, `^a*b$`},
	{"many repeats", `^[a-z]{1,100000}$`, `^[a-z]+$`},
	{"very many repeats", `^[a-z]{0,99999999999999999999}$`, `^[a-z]*$`},
	{"product of repeats", `^((a{1,100}b){1,100}c){1,100}$`, `^((a+b)+c)+$`},
	{"long", `^[0-9a-f]{1000}$`, `^[0-9a-f]{1000}$`},
	{"kubernetes name", `^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$`, `^[a-z0-9.-]+$`},
	{"semantic version", `^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-[0-9A-Za-z-]+)?$`,
		`^\d+\.\d+\.\d+(-[0-9A-Za-z-]+)?$`},
}

func TestRegexValuesMatch(t *testing.T) {
	for _, tt := range patterns {
		t.Run(tt.name, func(t *testing.T) {
			g, err := gene.NewRegex(tt.ecma)
			require.NoError(t, err)
			want := regexp.MustCompile(tt.golang)
			for _, v := range values(g, 400) {
				s := v.(string)
				require.True(t, want.MatchString(s), "%q", s)
				require.True(t, utf8.ValidString(s), "%q", s)
				require.Less(t, len(s), 20000)
			}
			require.NoError(t, g.Check())
		})
	}
}

func TestRegexSaysWhatIsNotSupported(t *testing.T) {
	tests := []struct{ pattern, want string }{
		{`^(?=.*\d).+$`, "lookahead is not supported"},
		{`^(?!x).+$`, "lookahead is not supported"},
		{`(?<=a)b`, "lookbehind is not supported"},
		{`(?<!a)b`, "lookbehind is not supported"},
		{`(?>a)b`, "atomic groups are not supported"},
		{`(a)\1`, "back references are not supported"},
		{`(?<x>a)\k<x>`, "back references are not supported"},
		{`a(`, "missing closing )"},
		{`[a`, "class is not closed"},
		{`[]`, "empty class matches nothing"},
		{`[^\s\0-\x9f\u00a1-\u{10ffff}]`, "has no characters"}, // U+00A0 is white space
		{`a\`, "trailing backslash"},
		{`\uD800`, "half a surrogate pair"},
		{`[\ud800-\udfff]`, "half a surrogate pair"},
		{`\u{110000}`, "malformed escape"},
		{`(?<x`, "group name is not closed"},
		{`\p{Klingon}`, "invalid character class range"},
		{`a{2,1}`, "invalid repeat count"},
		{`a{5000}`, "invalid repeat count"},
		{`(a{100}){100}`, "invalid repeat count"},
		{`*a`, "missing argument to repetition"},
		{`a++`, "invalid nested repetition"},
		{`a^b`, "no match found"},
		{`$a`, "no match found"},
		{strings.Repeat("(x", 2000) + strings.Repeat(")*", 2000), "nests too deeply"},
	}
	for _, tt := range tests {
		_, err := gene.NewRegex(tt.pattern)
		assert.ErrorContains(t, err, tt.want, "%.40s", tt.pattern)
		assert.ErrorContains(t, err, "use pattern", "%.40s", tt.pattern)
	}
}

func TestRegexWithLength(t *testing.T) {
	tests := []struct {
		pattern   string
		low, high int
	}{
		{`^[a-z]+$`, 100, 120}, {`^[a-z]{1,50}$`, 0, 3}, {`a`, 12, 14}, {`^\w+( \w+)*$`, 30, -1}, {`^é+$`, 5, 5},
		{`^(a|bbbbb)$`, 2, -1},
	}
	for _, tt := range tests {
		g := regex(tt.pattern).WithLength(tt.low, tt.high)
		for _, v := range values(g, 300) {
			n := utf8.RuneCountInString(v.(string))
			require.True(t, n >= tt.low && (tt.high < 0 || n <= tt.high), "%s gave %q", tt.pattern, v)
		}
		require.NoError(t, g.Check())
	}
	g := regex(`^abc$`).WithLength(10, 20)
	assert.Equal(t, "abc", g.Value(), "the pattern goes first")
	assert.NoError(t, g.Check())
}

func TestRegexReachesItsLimits(t *testing.T) {
	lengths := map[int]bool{}
	for _, v := range values(regex(`^[a-z]{2,40}$`), 2000) {
		lengths[len(v.(string))] = true
	}
	assert.True(t, lengths[2] && lengths[40], "%v", lengths)
	assert.True(t, reached(regex(`^[a-c]{1,2}$`), "cb"))
	assert.True(t, reached(regex(`^(red|green|blue)$`), "blue"))
}

func TestUnanchoredRegexMayStandInOtherText(t *testing.T) {
	exact, longer := 0, 0
	for _, v := range values(regex(`abc`), 500) {
		if v == "abc" {
			exact++
		} else {
			longer++
		}
	}
	assert.Positive(t, exact)
	assert.Positive(t, longer)
}

func TestRegexEvolvesWhatItIsAssigned(t *testing.T) {
	g := regex(`^[a-z]+@[a-z]+\.org$`)
	require.True(t, g.Assign("someone@somewhere.org"))
	r := newRand(1)
	for range 20 {
		g.Mutate(r, 0)
		require.NoError(t, g.Check())
	}
	assert.Contains(t, g.Value(), ".org")
	assert.False(t, g.Assign("someone@somewhere.com"))
}

// TestHugeRegexesAreCheap builds genes for patterns that a naive expansion could not handle. It counts characters, not
// seconds.
func TestHugeRegexesAreCheap(t *testing.T) {
	for _, p := range []string{
		`^((((a*)*)*)*)*$`, `^((((.{0,999}){0,999}){0,999}){0,999})$`, `^(\w+\s*)+$`, `^((a|b)*|(c|d)*)*$`,
		strings.Repeat(`(x+|`, 200) + strings.Repeat(`)*`, 200),
	} {
		g, err := gene.NewRegex(p)
		require.NoError(t, err, "%.40s", p)
		for _, v := range values(g, 100) {
			require.Less(t, len(v.(string)), 50000, "%.40s", p)
		}
	}
}

// FuzzNewRegex checks that no pattern crashes or blocks the gene, and that its values match. For patterns with the same
// meaning in both dialects, package regexp checks the values.
func FuzzNewRegex(f *testing.F) {
	for _, p := range patterns {
		f.Add(p.ecma, uint64(1))
	}
	for _, p := range []string{`(?=a)`, `[\`, `\p{`, `{`, `a{1,`, `[^]-]`, `(?i)x`, `[[:alpha:]]`, `[z-a]`, `\c`} {
		f.Add(p, uint64(2))
	}
	f.Fuzz(func(t *testing.T, pattern string, seed uint64) {
		if len(pattern) > 200 {
			return
		}
		g, err := gene.NewRegex(pattern)
		if err != nil {
			return
		}
		r := newRand(seed)
		for i := range 10 {
			g.Mutate(r, float64(i%2))
			require.NoError(t, g.Check())
			g.Randomize(r)
			require.NoError(t, g.Check())
		}
		judge, err := regexp.Compile(pattern)
		if err == nil && !strings.ContainsAny(pattern, `\[{/`) {
			require.True(t, judge.MatchString(g.Value().(string)), "%q", g.Value())
		}
	})
}
