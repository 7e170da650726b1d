package patterns_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/probe/calls/patterns"
)

// near returns the score of a text that should match a pattern.
func near(pattern, text string) float64 {
	at := probe.NewCall()
	patterns.MatchString(at, regexp.MustCompile(pattern), text)
	toTrue, _ := at.Sides()
	return toTrue
}

func TestDistance(t *testing.T) {
	const missing = heuristics.MissingChar
	for name, tt := range map[string]struct {
		pattern, text string
		want          float64
	}{
		"matches":                {`^[A-Z]{2}-\d+$`, "AB-12", 0},
		"a character":            {`^[A-Z]{2}-\d+$`, "A@-12", 1},
		"one missing":            {`^[A-Z]{2}\d$`, "A1", missing},
		"one too many":           {`^a$`, "aa", missing},
		"an alternative":         {`^(GET|POST)$`, "GES", 1},
		"the nearest repetition": {`^(ab)*$`, "abac", 1},
		"without anchors":        {`foo\d`, "xx foo: yy", 1},
		"anchored at the start":  {`^b`, "ab", 1},
		"any case":               {`(?i)^straße$`, "STRASse", 'ß' - 's' + missing},
		"other alphabets":        {`^\p{Greek}$`, "\u0370", 0},
		"a dot is no line feed":  {`^.$`, "\n", 1},
		"lines":                  {`(?m)^b$`, "a\nc\nd", 1},
		"a boundary":             {`\bfoo\b`, "fop", 1},
		"nothing matches":        {`[^\x00-\x{10FFFF}]`, "a", 1 << 63},
		"nothing but anchors":    {`^$`, "abc", 3 * missing},
		"too large":              {`x{900}y{900}z{900}`, "z", missing},
		"only a boundary":        {`a\b`, "ab", 1},
		"invalid UTF-8":          {`^a$`, "\xff", missing - 1},
	} {
		t.Run(name, func(t *testing.T) {
			want := heuristics.Close(tt.want)
			switch name {
			case "any case", "invalid UTF-8", "nothing matches":
				got := near(tt.pattern, tt.text)
				assert.Positive(t, got)
				assert.Less(t, got, heuristics.Close(1), "no step away")
				return
			}
			assert.InDelta(t, want, near(tt.pattern, tt.text), 1e-12)
		})
	}
}

// TestDistanceIsZeroForMatches: the machine of a pattern and package regexp agree on which texts match.
func TestDistanceIsZeroForMatches(t *testing.T) {
	all := []string{
		`^[A-Z]{3}-\d{4}$`, `^(a|b)*abb$`, `^\w+@\w+\.(com|org)$`, `(?i)hello`, `x?y+z*`, `^$`, `^[^a-z]+$`,
		`\bab\b`, `(?s)a.b`, `(?m)^a$`,
		`^(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$`, `^#([0-9a-f]{3}){1,2}$`, `\p{Lu}\pN`,
		`(ab){2,}`, `^-?(0|[1-9]\d*)$`,
	}
	rapid.Check(t, func(t *rapid.T) {
		pattern := rapid.SampledFrom(all).Draw(t, "pattern")
		text := rapid.StringOfN(rapid.RuneFrom([]rune("ab.yz-@019HÄ\n #")), 0, 12, -1).Draw(t, "text")
		if g, err := gene.NewRegex(pattern); err == nil && rapid.Bool().Draw(t, "matching") {
			g.Randomize(rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)))
			text = g.Value().(string)
		}
		ok := regexp.MustCompile(pattern).MatchString(text)
		if d := patterns.Unbounded(pattern, text); ok != (d == 0) && !strings.Contains(pattern, `\b`) {
			t.Fatalf("%s of %q: %d, match: %v", pattern, text, d, ok)
		}
	})
}

// TestStepByStep changes a text step by step until it matches: each step has a higher score.
func TestStepByStep(t *testing.T) {
	const pattern = `^ORD-(19|20)\d{2}-[A-F]{3}$`
	best := near(pattern, "")
	for _, text := range []string{"x", "ox", "OR!2", "OR-20", "ORD-20-", "ORD-20x-A", "ORD-20xy-AB", "ORD-202y-AB",
		"ORD-2024-AB", "ORD-2024-ABZ", "ORD-2024-ABG", "ORD-2024-ABF"} {
		now := near(pattern, text)
		assert.Greater(t, now, best, text)
		best = now
	}
	assert.Equal(t, 1.0, best)
}

// climb changes one character at a time, and keeps changes that do not increase the distance.
func climb(pattern string, steps int) string {
	r := rand.New(rand.NewPCG(1, 2))
	text, best := "", near(pattern, "")
	for range steps {
		if best == 1 {
			break
		}
		next := []byte(text)
		i := r.IntN(len(next) + 1)
		switch r.IntN(3) {
		case 0:
			next = append(next[:i:i], append([]byte{byte(32 + r.IntN(95))}, next[i:]...)...)
		case 1:
			if i < len(next) {
				next = append(next[:i:i], next[i+1:]...)
			}
		default:
			if i < len(next) {
				next[i] += byte(r.IntN(9) - 4)
			}
		}
		if got := near(pattern, string(next)); got >= best {
			text, best = string(next), got
		}
	}
	return text
}

// TestClimb: a search that only sees the distance finds a match.
func TestClimb(t *testing.T) {
	for _, pattern := range []string{`^[A-Z]{3}-\d{4}/(north|south)$`, `^\w+@\w+\.(com|org)$`,
		`^(?:\d{1,3}\.){3}\d{1,3}$`, `^#([0-9a-f]{3}){2}$`} {
		assert.Regexp(t, pattern, climb(pattern, 20_000))
	}
}

func TestLongTextsEnd(t *testing.T) {
	start := time.Now()
	near(`^(([a-z]+\s?)+,)*\d{20}$`, strings.Repeat("ab ", 1<<19)+"!")
	assert.Less(t, time.Since(start), time.Minute, "it would be hours without a bound")
}

// outcome writes what a call returned or panicked with.
func outcome(call func() []any) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprint("panic: ", r)
		}
	}()
	return fmt.Sprintf("%#v", call())
}

type call struct {
	name  string
	plain func(re *regexp.Regexp, s string, n int) any
	near  func(at probe.Call, re *regexp.Regexp, s string, n int) any
}

// textCalls returns calls of the functions that take a string.
func textCalls() []call {
	return []call{
		{"MatchString", func(re *regexp.Regexp, s string, _ int) any { return re.MatchString(s) },
			func(at probe.Call, re *regexp.Regexp, s string, _ int) any { return patterns.MatchString(at, re, s) }},
		{"FindString", func(re *regexp.Regexp, s string, _ int) any { return re.FindString(s) },
			func(at probe.Call, re *regexp.Regexp, s string, _ int) any { return patterns.FindString(at, re, s) }},
		{"FindStringIndex", func(re *regexp.Regexp, s string, _ int) any { return re.FindStringIndex(s) },
			func(at probe.Call, re *regexp.Regexp, s string, _ int) any {
				return patterns.FindStringIndex(at, re, s)
			}},
		{"FindStringSubmatch", func(re *regexp.Regexp, s string, _ int) any { return re.FindStringSubmatch(s) },
			func(at probe.Call, re *regexp.Regexp, s string, _ int) any {
				return patterns.FindStringSubmatch(at, re, s)
			}},
		{"FindStringSubmatchIndex",
			func(re *regexp.Regexp, s string, _ int) any { return re.FindStringSubmatchIndex(s) },
			func(at probe.Call, re *regexp.Regexp, s string, _ int) any {
				return patterns.FindStringSubmatchIndex(at, re, s)
			}},
		{"FindAllString", func(re *regexp.Regexp, s string, n int) any { return re.FindAllString(s, n) },
			func(at probe.Call, re *regexp.Regexp, s string, n int) any {
				return patterns.FindAllString(at, re, s, n)
			}},
		{"FindAllStringIndex", func(re *regexp.Regexp, s string, n int) any { return re.FindAllStringIndex(s, n) },
			func(at probe.Call, re *regexp.Regexp, s string, n int) any {
				return patterns.FindAllStringIndex(at, re, s, n)
			}},
		{"FindAllStringSubmatch",
			func(re *regexp.Regexp, s string, n int) any { return re.FindAllStringSubmatch(s, n) },
			func(at probe.Call, re *regexp.Regexp, s string, n int) any {
				return patterns.FindAllStringSubmatch(at, re, s, n)
			}},
		{"FindAllStringSubmatchIndex",
			func(re *regexp.Regexp, s string, n int) any { return re.FindAllStringSubmatchIndex(s, n) },
			func(at probe.Call, re *regexp.Regexp, s string, n int) any {
				return patterns.FindAllStringSubmatchIndex(at, re, s, n)
			}},
	}
}

// byteCalls returns calls of the functions that take a slice of bytes.
func byteCalls() []call {
	bytes := func(s string) []byte { return []byte(s) }
	return []call{
		{"Match", func(re *regexp.Regexp, s string, _ int) any { return re.Match(bytes(s)) },
			func(at probe.Call, re *regexp.Regexp, s string, _ int) any { return patterns.Match(at, re, bytes(s)) }},
		{"Find", func(re *regexp.Regexp, s string, _ int) any { return re.Find(bytes(s)) },
			func(at probe.Call, re *regexp.Regexp, s string, _ int) any { return patterns.Find(at, re, bytes(s)) }},
		{"FindIndex", func(re *regexp.Regexp, s string, _ int) any { return re.FindIndex(bytes(s)) },
			func(at probe.Call, re *regexp.Regexp, s string, _ int) any {
				return patterns.FindIndex(at, re, bytes(s))
			}},
		{"FindSubmatch", func(re *regexp.Regexp, s string, _ int) any { return re.FindSubmatch(bytes(s)) },
			func(at probe.Call, re *regexp.Regexp, s string, _ int) any {
				return patterns.FindSubmatch(at, re, bytes(s))
			}},
		{"FindSubmatchIndex", func(re *regexp.Regexp, s string, _ int) any { return re.FindSubmatchIndex(bytes(s)) },
			func(at probe.Call, re *regexp.Regexp, s string, _ int) any {
				return patterns.FindSubmatchIndex(at, re, bytes(s))
			}},
		{"FindAll", func(re *regexp.Regexp, s string, n int) any { return re.FindAll(bytes(s), n) },
			func(at probe.Call, re *regexp.Regexp, s string, n int) any {
				return patterns.FindAll(at, re, bytes(s), n)
			}},
		{"FindAllIndex", func(re *regexp.Regexp, s string, n int) any { return re.FindAllIndex(bytes(s), n) },
			func(at probe.Call, re *regexp.Regexp, s string, n int) any {
				return patterns.FindAllIndex(at, re, bytes(s), n)
			}},
		{"FindAllSubmatch", func(re *regexp.Regexp, s string, n int) any { return re.FindAllSubmatch(bytes(s), n) },
			func(at probe.Call, re *regexp.Regexp, s string, n int) any {
				return patterns.FindAllSubmatch(at, re, bytes(s), n)
			}},
		{"FindAllSubmatchIndex",
			func(re *regexp.Regexp, s string, n int) any { return re.FindAllSubmatchIndex(bytes(s), n) },
			func(at probe.Call, re *regexp.Regexp, s string, n int) any {
				return patterns.FindAllSubmatchIndex(at, re, bytes(s), n)
			}},
	}
}

// FuzzReplacements compares each replacement with its function, also with a nil expression, which makes both panic.
func FuzzReplacements(f *testing.F) {
	f.Add(`^a+(b|c)?$`, "aab", -1)
	f.Add(`x*`, "abc", 2)
	f.Add(`(`, "abc", 0)
	f.Add(`(?i)\bk\b`, "\u212a \xff", 1)
	f.Fuzz(func(t *testing.T, pattern, s string, n int) {
		re, err := regexp.Compile(pattern)
		for _, c := range append(textCalls(), byteCalls()...) {
			if err != nil {
				re = nil
			}
			want := outcome(func() []any { return []any{c.plain(re, s, n)} })
			assert.Equal(t, want, outcome(func() []any { return []any{c.near(probe.NewCall(), re, s, n)} }), c.name)
		}
		ok, err := regexp.MatchString(pattern, s)
		gotOK, gotErr := patterns.MatchOf(probe.NewCall(), pattern, s)
		assert.Equal(t, fmt.Sprint(ok, err), fmt.Sprint(gotOK, gotErr))
		ok, err = regexp.Match(pattern, []byte(s))
		gotOK, gotErr = patterns.MatchBytesOf(probe.NewCall(), pattern, []byte(s))
		assert.Equal(t, fmt.Sprint(ok, err), fmt.Sprint(gotOK, gotErr))
		if _, isSyntax := err.(*syntax.Error); err != nil {
			assert.True(t, isSyntax)
		}
	})
}

// TestFindIsFoundOrNot: each replacement reports whether its function found a match.
func TestFindIsFoundOrNot(t *testing.T) {
	re := regexp.MustCompile(`^a[0-9]*`)
	for _, c := range append(textCalls(), byteCalls()...) {
		for text, want := range map[string]bool{"a1": true, "b": false} {
			at := probe.NewCall()
			c.near(at, re, text, -1)
			toTrue, toFalse := at.Sides()
			assert.Equal(t, want, toTrue == 1, c.name)
			assert.Equal(t, !want, toFalse == 1, c.name)
			assert.Equal(t, heuristics.Close(1), min(toTrue, toFalse), c.name)
		}
	}
	at := probe.NewCall()
	patterns.FindString(at, regexp.MustCompile(`x*`), "abc")
	toTrue, _ := at.Sides()
	assert.Equal(t, 1.0, toTrue, "a match without characters")
}

func BenchmarkMatchString(b *testing.B) {
	for name, pattern := range map[string]string{
		"short": `^[A-Z]{3}-\d{4}$`,
		"mail":  `^[a-zA-Z0-9.!#$%&'*+/=?^_{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9]+)*$`,
	} {
		re := regexp.MustCompile(pattern)
		const text = "someone at example.org"
		b.Run(name+"/plain", func(b *testing.B) {
			for b.Loop() {
				re.MatchString(text)
			}
		})
		b.Run(name+"/news", func(b *testing.B) {
			for b.Loop() {
				patterns.MatchString(probe.NewCall(), re, text)
			}
		})
	}
}
