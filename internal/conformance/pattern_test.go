package conformance_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/conformance"
)

// patternCheck returns a check of answers that are one text, by a pattern.
func patternCheck(t testing.TB, pattern string) (complaints func(text string) []conformance.Violation, warned bool) {
	quoted, err := json.Marshal(pattern)
	require.NoError(t, err)
	doc := schemaDoc(t, "3.0.3", "{type: string, pattern: "+string(quoted)+"}", "")
	checker, warnings := conformance.Compile(doc)
	return func(text string) []conformance.Violation {
		body, err := json.Marshal(text)
		require.NoError(t, err)
		return checker.Judge(doc.Operations[0],
			conformance.Answer{Status: 200, ContentType: "application/json", Body: body})
	}, len(warnings) > 0
}

// TestPatternsOfGenesAndChecks gives the same patterns to a gene and to the
// check of answers, with texts that both have to take, and to refuse.
func TestPatternsOfGenesAndChecks(t *testing.T) {
	tests := []struct {
		name, pattern string
		good, bad     []string
	}{
		{"anchored", `^[a-z]{3}$`, []string{"abc"}, []string{"", "ab", "abcd", "/abc/"}},
		{"notation of JavaScript", `/^[a-z]{3}$/`, []string{"abc"}, []string{"ab", "ABC", "/abc/"}},
		{"flag of JavaScript", `/^[a-z]{3}$/i`, []string{"abc", "ABC"}, []string{"ab"}},
		{"slashes and the last anchor", `/[a-z]{3}$/`, []string{"abc", "1abc"}, []string{"abc1"}},
		{"slashes of a path", `/books/`, []string{"/books/", "a/books/b"}, []string{"books"}},
		{"slashes around an escaped dollar", `/a\$/`, []string{"/a$/"}, []string{"a$"}},
		{"not anchored", `[a-z]{3}`, []string{"abc", "1abc2", "abcdef"}, []string{"", "ab1c"}},
		{"anchored in front", `^ab`, []string{"ab", "abc"}, []string{"cab"}},
		{"property of Java", `^\p{Alpha}+$`, []string{"abc"}, []string{"", "1", "a b"}},
		{"property in brackets", `^[\p{Alpha}_]+$`, []string{"a_b"}, []string{"1"}},
		{"not of a property", `^\P{Alpha}$`, []string{"1", " "}, []string{"a", "Z"}},
		{"property of Unicode", `^\p{Lu}\p{Script=Greek}$`, []string{"Éα"}, []string{"éα", "ÉÉ"}},
		{"many repetitions", `^[a-z]{2,5000}$`, []string{"ab", strings.Repeat("a", 900)}, []string{"a", "1"}},
		{"nested repetitions", `^((ab){1,100}c){1,100}$`, []string{"abc", "ababcabc"}, []string{"", "ac"}},
		{"code points", `^\u00e9\u{1F600}\x41\cJ$`, []string{"é😀A\n"}, []string{"eA"}},
		{"named group", `^(?<year>\d{4})$`, []string{"2024"}, []string{"24"}},
		{"literal braces", `^{a}$`, []string{"{a}"}, []string{"a"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			complaints, warned := patternCheck(t, tt.pattern)
			require.False(t, warned)
			g, err := gene.NewRegex(tt.pattern)
			require.NoError(t, err)
			for _, text := range tt.good {
				assert.Empty(t, complaints(text), "%q", text)
				assert.True(t, gene.Assign(g.Clone(), text), "%q", text)
			}
			for _, text := range tt.bad {
				assert.Len(t, complaints(text), 1, "%q", text)
				assert.False(t, gene.Assign(g.Clone(), text), "%q", text)
			}
		})
	}
}

// TestChecksTakeWhatEnginesDifferIn has texts that match for one engine and not for another. Genes avoid them and
// checks accept them.
func TestChecksTakeWhatEnginesDifferIn(t *testing.T) {
	for pattern, text := range map[string]string{
		`^\s$`: "\u00a0", `^\S$`: "\u00a0", `^[^\s]$`: "\v", `^[^\S]$`: "\v", `^.$`: "\u2028",
		`^\p{Alpha}$`: "é", `^\P{Alpha}$`: "é", `^[^\p{Alpha}]$`: "é", `^[\P{Digit}]$`: "\u0663",
		`^[^\P{Digit}]$`: "\u0663",
		`^\p{Space}$`:    "\u0085", `^(?i:a.c)$`: "A\rC", `/^a.c$/s`: "a\nc",
	} {
		complaints, warned := patternCheck(t, pattern)
		require.False(t, warned, pattern)
		assert.Empty(t, complaints(text), "%s and %q", pattern, text)
		if pattern == `/^a.c$/s` {
			continue // says itself what a dot is
		}
		g, err := gene.NewRegex(pattern)
		require.NoError(t, err, pattern)
		assert.False(t, gene.Assign(g, text), "%s and %q", pattern, text)
	}
}

// patternPart draws pieces of ECMA-262 patterns, those in which engines differ
// more often than others.
func patternPart(depth int) *rapid.Generator[string] {
	leaves := rapid.SampledFrom([]string{
		`a`, `é`, `\d`, `\D`, `\w`, `\W`, `\s`, `\S`, `.`, `\.`, `\/`, `/`, `\-`, `\u00e9`, `\x41`, `[a-z]`,
		`[^a-z]`, `[\s\d]`, `[^\s]`,
		`[\S]`, `[^\S\d]`, `[-\w.]`, `[^]`, `[[:alpha:]]`, `[\b]`, `\b`, `$`, `^`, `{`, `}`, `]`, `\e`, `\h`,
		`\p{Alpha}`, `\P{Alpha}`, `\p{Digit}`, `\P{Space}`, `[\p{Upper}_]`, `[^\p{Lower}]`,
		`[\P{Punct}]`, `[^\P{Alnum}]`,
		`\p{XDigit}`, `\P{Graph}`, `\p{Print}`, `\p{L}`, `\P{Lu}`, `\p{Script=Greek}`, `(?i)`,
	})
	if depth == 0 {
		return leaves
	}
	inner := patternPart(depth - 1)
	repeated := rapid.Custom(func(t *rapid.T) string {
		times := rapid.SampledFrom([]string{"*", "+", "?", "{2}", "{0,3}", "{1,2000}", "{2,}", "{,2}", "*?"}).Draw(t,
			"times")
		return "(" + inner.Draw(t, "inner") + ")" + times
	})
	choice := rapid.Custom(func(t *rapid.T) string {
		return "(?:" + inner.Draw(t, "left") + "|" + inner.Draw(t, "right") + ")"
	})
	row := rapid.Map(rapid.SliceOfN(inner, 1, 4), func(parts []string) string { return strings.Join(parts, "") })
	return rapid.OneOf(leaves, repeated, choice, row)
}

// TestChecksTakeWhatGenesDraw is the agreement of genes and checks for any
// pattern: whatever a gene draws or mutates to, the check accepts.
func TestChecksTakeWhatGenesDraw(t *testing.T) {
	frames := []string{"%", "^%$", "^%", "%$", "/^%$/", "/^%/i", "/%$/", "/%/", "/^%$/s"}
	known := 0
	rapid.Check(t, func(rt *rapid.T) {
		frame := rapid.SampledFrom(frames).Draw(rt, "frame")
		pattern := strings.Replace(frame, "%", patternPart(2).Draw(rt, "pattern"), 1)
		g, err := gene.NewRegex(pattern)
		if err != nil {
			return
		}
		known++
		complaints, _ := patternCheck(t, pattern)
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
		for i := range 12 {
			if text := g.Value().(string); len(complaints(text)) > 0 {
				rt.Fatalf("the check refuses %q, which the gene draws for %s", text, pattern)
			}
			if g.Mutate(r, float64(i%2)); i%3 == 0 {
				g.Randomize(r)
			}
		}
	})
	assert.Positive(t, known)
}
