package value_test

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/value"
)

// translate returns a pattern in the syntax of package regexp.
func translate(pattern string, as value.Reading) (out string, err error) {
	err = value.TranslatePattern(pattern, as, func(translation string) error {
		out = translation
		_, err := syntax.Parse(translation, syntax.Perl)
		return err
	})
	return out, err
}

// matcher compiles a pattern in one of its readings.
func matcher(t testing.TB, pattern string, as value.Reading) *regexp.Regexp {
	t.Helper()
	text, err := translate(pattern, as)
	require.NoError(t, err, pattern)
	return regexp.MustCompile(text)
}

func TestTranslatePattern(t *testing.T) {
	tests := []struct{ name, pattern, narrow, wide string }{
		{"plain", `^a|b$`, `^a|b$`, `^a|b$`},
		{"slashes", `/^a$/`, `^a$`, `^a$`},
		{"slashes and flags", `/^a$/gimu`, `(?i)^a$`, `(?i)(?m)^a$`},
		{"unknown flags", `/^a$/x`, `/^a$/x`, `/^a$/x`},
		{"one slash", `/^a`, `/^a`, `/^a`},
		{"dot", `.`, `[^\n\r\x{2028}\x{2029}]`, `[^\n]`},
		{"dot for all", `/^.$/s`, `^[\x{0}-\x{10ffff}]$`, `^[\x{0}-\x{10ffff}]$`},
		{"space", `\s`, `[\t\n\f\r ]`,
			`[\t\n\v\f\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}]`},
		{"other brackets", `[^\S]\S`, `[^\S][\x{0}-\x{8}\x{e}-\x{1f}\x{21}-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}` +
			`\x{200b}-\x{2027}\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}]`,
			`[^\x{0}-\x{8}\x{e}-\x{1f}\x{21}-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}` +
				`\x{200b}-\x{2027}\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}][\S]`},
		{"groups", `(?<n>a)(b)(?:c)(?P<m>d)`, `(?:a)(?:b)(?:c)(?:d)`, `(?:a)(?:b)(?:c)(?:d)`},
		{"property", `\p{Digit}[^\p{Digit}]`, `[[:digit:]][^[:digit:]\p{Nd}]`, `[[:digit:]\p{Nd}][^[:digit:]]`},
		{"property of Go", `\p{Lu}\P{gc=Nd}\pL`, `\p{Lu}\P{Nd}\pL`, `\p{Lu}\P{Nd}\pL`},
		{"not of a property", `\P{ASCII}`, `[\x{80}-\x{10ffff}]`, `[\x{80}-\x{10ffff}]`},
		{"escapes", `\/\cJ\x41\u0042\u{43}\0`, `\x{2f}\x{a}\x{41}\x{42}\x{43}\x{0}`,
			`\x{2f}\x{a}\x{41}\x{42}\x{43}\x{0}`},
		{"ends", `\Aa\z|b\Z`, `^a$|b$`, `^a$|b$`},
		{"repetitions", `a{3}b{2,}c{1,5}d{0}`, `a{3}b{2,}c{1,5}d{0}`, `a{3}b{2,}c{1,5}d{0}`},
		{"many repetitions", `a{2,5000}`, `a{2,1000}`, `a{2,}`},
		{"nested repetitions", `(a{1,100}){50,100}`, `(?:a{1,10}){50}`, `(?:a{1,}){30,}`},
		{"no repetitions", `{a}b{,2}c{1`, `\x{7b}a\x{7d}b\x{7b},2\x{7d}c\x{7b}1`,
			`\x{7b}a\x{7d}b\x{7b},2\x{7d}c\x{7b}1`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for as, want := range map[value.Reading]string{value.Narrow: tt.narrow, value.Wide: tt.wide} {
				got, err := translate(tt.pattern, as)
				require.NoError(t, err)
				assert.Equal(t, want, got)
			}
		})
	}
}

func TestTranslatePatternSaysWhatIsNotSupported(t *testing.T) {
	for pattern, want := range map[string]string{
		`(?=a)`: "lookahead", `(?!a)`: "lookahead", `(?<=a)`: "lookbehind", `(?>a)`: "atomic groups",
		`(a)\1`: "back references",
		`\k<a>`: "back references", `\`: "trailing backslash", `[a`: "class is not closed", `[]`: "empty class",
		`\p{`:   "malformed property",
		`\u{41`: "malformed escape", `\u{110000}`: "malformed escape", `\u12`: "malformed escape",
		`\ud83d`:       "half a surrogate pair",
		`\ud83d\u0041`: "half a surrogate pair", `(?<a`: "group name is not closed", `a{2,1}`: "invalid repeat count",
		`(`: "missing closing )",
	} {
		for _, as := range []value.Reading{value.Narrow, value.Wide} {
			_, err := translate(pattern, as)
			assert.ErrorContains(t, err, want, pattern)
		}
	}
	_, err := translate(`a{5000}`, value.Narrow)
	assert.ErrorContains(t, err, "invalid repeat count", "there is no shorter match")
	_, err = translate(`\h`, value.Wide)
	assert.ErrorContains(t, err, `engines differ in what \h means`)
	assert.True(t, matcher(t, `^\h$`, value.Narrow).MatchString("h"))
}

// TestTranslatePatternPassesErrorsOn: TranslatePattern calls accept again only after errors about the size.
func TestTranslatePatternPassesErrorsOn(t *testing.T) {
	calls, bad := 0, errors.New("bad")
	err := value.TranslatePattern("a", value.Narrow, func(string) error { calls++; return bad })
	assert.Equal(t, bad, err)
	assert.Equal(t, 1, calls)
}

func TestCompilePattern(t *testing.T) {
	re, err := value.CompilePattern(`^a{2,3000}$`)
	require.NoError(t, err)
	assert.True(t, re.MatchString(strings.Repeat("a", 2000)))
	assert.False(t, re.MatchString("a"))
	_, err = value.CompilePattern(`(`)
	assert.Error(t, err)
}

// TestReadingsOfProperties checks each property that package regexp does not know. A character in the narrow reading of
// \p is in the wide reading, and so for \P. A character is in the narrow reading of \p exactly if it is not in the wide
// reading of \P, and the reverse.
func TestReadingsOfProperties(t *testing.T) {
	for _, name := range []string{
		"Alpha", "Alphabetic", "IsAlphabetic", "IsLetter", "Digit", "IsDigit", "Alnum", "Upper",
		"Uppercase", "Lower", "Lowercase",
		"Punct", "Space", "Blank", "Cntrl", "XDigit", "ASCII", "Print", "Graph",
	} {
		for _, form := range []string{`^\p{NAME}$`, `^[\p{NAME}]$`, `^[^\P{NAME}]$`} {
			of := strings.Replace(form, "NAME", name, 1)
			not := strings.NewReplacer(`\p`, `\P`, `\P`, `\p`).Replace(of)
			narrow, wide := matcher(t, of, value.Narrow), matcher(t, of, value.Wide)
			narrowNot, wideNot := matcher(t, not, value.Narrow), matcher(t, not, value.Wide)
			some := 0
			for c := rune(0); c < 0x30000; c += 1 + c/300 {
				if 0xd800 <= c && c < 0xe000 {
					continue
				}
				text := string(c)
				in, out := narrow.MatchString(text), narrowNot.MatchString(text)
				if in && !wide.MatchString(text) || out && !wideNot.MatchString(text) {
					t.Fatalf("%s: %q is in the narrow reading only", of, text)
				}
				if in == wideNot.MatchString(text) || out == wide.MatchString(text) {
					t.Fatalf("%s: %q is on both sides or on none", of, text)
				}
				if in {
					some++
				}
			}
			assert.Positive(t, some, of)
		}
	}
}

// FuzzTranslatePattern: no pattern makes the translation panic or return invalid syntax, and a match of the narrow
// reading is a match of the wide reading.
func FuzzTranslatePattern(f *testing.F) {
	for _, p := range []string{`^[\s\d]+$`, `/^a\p{Alpha}$/i`, `[^\P{Space}]{2,}`, `(?<n>.)`, `\ud83d\ude00`,
		`[[:alpha:]-]`, `{`, `\`} {
		f.Add(p, "a é\v")
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		if len(pattern) > 200 || len(text) > 100 {
			return
		}
		narrow, err := translate(pattern, value.Narrow)
		if err != nil {
			return
		}
		wide, err := translate(pattern, value.Wide)
		if err != nil {
			return // an escape that may be a literal, or too large
		}
		n, err := regexp.Compile(narrow)
		require.NoError(t, err)
		w, err := regexp.Compile(wide)
		require.NoError(t, err)
		if n.MatchString(text) {
			require.True(t, w.MatchString(text), "%q matches %s but not %s", text, narrow, wide)
		}
	})
}

// TestPatternsHaveLimits: the number of states is bounded, because matching a text takes time in proportion to its
// length times the states.
func TestPatternsHaveLimits(t *testing.T) {
	_, err := value.CompilePattern(strings.Repeat("[a-z]", 20_000))
	assert.ErrorContains(t, err, "it has more than 10000 characters")
	_, err = value.CompilePattern(strings.Repeat("[a-z]", 1999))
	assert.NoError(t, err)
	re, err := value.CompilePattern("^" + strings.Repeat("[a-z]{0,900}", 700) + "$")
	if assert.NoError(t, err) { // with fewer repetitions than the pattern has, so longer strings match as well
		assert.True(t, re.MatchString(strings.Repeat("a", 5000)))
	}
	_, err = value.CompilePattern(strings.Repeat("(abcdef|[a-z])", 700))
	assert.ErrorContains(t, err, "more than 3000 states")
}
