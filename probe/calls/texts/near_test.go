package texts_test

import (
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/probe/calls/texts"
)

// TestLadders lists inputs from far to near: each call comes nearer to its true
// outcome than the last, which has it.
func TestLadders(t *testing.T) {
	for name, tt := range map[string]struct {
		call   func(at probe.Call, s string)
		ladder []string
	}{
		"Compare": {func(at probe.Call, s string) { texts.Compare(at, s, "team") },
			[]string{"", "xxxx", "text", "teal", "team"}},
		"BytesCompare": {func(at probe.Call, s string) { texts.BytesCompare(at, []byte(s), []byte("team")) },
			[]string{"", "t", "text", "teal", "team"}},
		"ContainsAny": {func(at probe.Call, s string) { texts.ContainsAny(at, s, "#!") },
			[]string{"", "z", "a", "1", "a$", "a#"}},
		"ContainsRune": {func(at probe.Call, s string) { texts.BytesContainsRune(at, []byte(s), 'é') },
			[]string{"", "a", "zà", "zè", "é"}},
		"Index": {func(at probe.Call, s string) { texts.Index(at, s, "://") },
			[]string{"", "http", "http:", "http:/", "http:/0", "http://"}},
		"LastIndex": {func(at probe.Call, s string) { texts.BytesLastIndex(at, []byte(s), []byte("ab")) },
			[]string{"", "z", "xx", "ax", "ac", "ab"}},
		"IndexByte": {func(at probe.Call, s string) { texts.IndexByte(at, s, '@') },
			[]string{"", "z", "a", "A", "@"}},
		"LastIndexByte": {func(at probe.Call, s string) { texts.BytesLastIndexByte(at, []byte(s), '@') },
			[]string{"", "z", "a", "A", "@"}},
		"IndexAny": {func(at probe.Call, s string) { texts.IndexAny(at, s, "@") },
			[]string{"", "z", "a", "A", "@"}},
		"LastIndexAny": {func(at probe.Call, s string) { texts.LastIndexAny(at, s, "@") },
			[]string{"", "z", "a", "A", "@"}},
		"IndexRune": {func(at probe.Call, s string) { texts.IndexRune(at, s, 'x') },
			[]string{"", "a", "t", "w", "x"}},
		"Count": {func(at probe.Call, s string) { texts.Count(at, s, "ab") },
			[]string{"", "a", "ax", "ac", "ab"}},
		"Cut": {func(at probe.Call, s string) { texts.Cut(at, s, ":") }, []string{"", "a", "a9", "a:"}},
		"CutPrefix": {func(at probe.Call, s string) { texts.CutPrefix(at, s, "ab") },
			[]string{"", "a", "ax", "ac", "abx"}},
		"CutSuffix": {func(at probe.Call, s string) { texts.BytesCutSuffix(at, []byte(s), []byte("ab")) },
			[]string{"", "b", "xb", "bb", "xab"}},
		"BytesHasPrefix": {func(at probe.Call, s string) { texts.BytesHasPrefix(at, []byte(s), []byte("ab")) },
			[]string{"", "a", "ax", "ac", "abx"}},
		"BytesHasSuffix": {func(at probe.Call, s string) { texts.BytesHasSuffix(at, []byte(s), []byte("ab")) },
			[]string{"", "b", "xb", "bb", "xab"}},
		"BytesContains": {func(at probe.Call, s string) { texts.BytesContains(at, []byte(s), []byte("ab")) },
			[]string{"", "a", "ax", "ac", "xab"}},
		"BytesEqualFold": {func(at probe.Call, s string) { texts.BytesEqualFold(at, []byte(s), []byte("AB")) },
			[]string{"", "a", "ax", "ac", "ab"}},
		"Atoi": {func(at probe.Call, s string) { texts.Atoi(at, s) },
			[]string{"", "zz", "az", "1z", "1a", "1:", "19"}},
		"ParseInt": {func(at probe.Call, s string) { texts.ParseInt(at, s, 2, 8) },
			[]string{"", "99", "19", "12", "10"}},
		"ParseUint": {func(at probe.Call, s string) { texts.ParseUint(at, s, 10, 8) },
			[]string{"9999", "999", "-9", ".9", "09"}},
		"ParseFloat": {func(at probe.Call, s string) { texts.ParseFloat(at, s, 64) },
			[]string{"", ".z", ".:", ".9"}},
		"ParseBool": {func(at probe.Call, s string) { texts.ParseBool(at, s) },
			[]string{"nobody", "xxxx", "trux", "true"}},
		"Unquote": {func(at probe.Call, s string) { texts.Unquote(at, s) },
			[]string{"", "zbz", "abz", "`bz", "`b`"}},
		"ValidString": {func(at probe.Call, s string) { texts.ValidString(at, s) },
			[]string{"\xff\xff", "a\xff", "ab"}},
		"Valid": {func(at probe.Call, s string) { texts.Valid(at, []byte(s)) },
			[]string{"\xff\xff", "a\xff", "ab"}},
	} {
		best := 0.0
		for i, s := range tt.ladder {
			at := probe.NewCall()
			tt.call(at, s)
			toTrue, _ := at.Sides()
			assert.Greater(t, toTrue, best, "%s, %q behind %q", name, s, tt.ladder[:i])
			best = toTrue
		}
		assert.Equal(t, 1.0, best, name)
	}
}

// TestClasses: characters have a way into their class, and out of it.
func TestClasses(t *testing.T) {
	for name, tt := range map[string]struct {
		is      func(at probe.Call, c rune) bool
		in, out string // each from far to near to the other side
	}{
		"IsLetter":  {texts.IsLetter, "mcba", "\x00 @"},
		"IsDigit":   {texts.IsDigit, "420", "za:"},
		"IsNumber":  {texts.IsNumber, "420", "za:"},
		"IsUpper":   {texts.IsUpper, "MCA", "za["},
		"IsLower":   {texts.IsLower, "mca", "AZ{"},
		"IsSpace":   {texts.IsSpace, "\v\t", "za!"},
		"IsPunct":   {texts.IsPunct, ".,", "ng|"},
		"IsSymbol":  {texts.IsSymbol, "=<", "nr}"},
		"IsControl": {texts.IsControl, "\x0f\x1f", "Oz~"},
		"IsGraphic": {texts.IsGraphic, "Oz~", "\x00\x1f"},
		"IsPrint":   {texts.IsPrint, "Oz~", "\x00\x1f"},
		"IsMark":    {texts.IsMark, "\u0300", "aé\u02ff"},
		"IsTitle":   {texts.IsTitle, "\u01c5", "aé\u01c4"},
		"Is":        {func(at probe.Call, c rune) bool { return texts.Is(at, unicode.Greek, c) }, "α", "aé"},
		"In": {func(at probe.Call, c rune) bool { return texts.In(at, c, unicode.Cyrillic, unicode.Greek) },
			"α", "aé"},
		"IsOneOf": {func(at probe.Call, c rune) bool {
			return texts.IsOneOf(at, []*unicode.RangeTable{unicode.Greek, unicode.Cyrillic}, c)
		}, "α", "aé"},
	} {
		for i, chars := range []string{tt.out, tt.in} {
			best := heuristics.Reached
			for _, c := range chars {
				at := probe.NewCall()
				assert.Equal(t, i == 1, tt.is(at, c), "%s %q", name, c)
				toTrue, toFalse := at.Sides()
				assert.Greater(t, min(toTrue, toFalse), best, "%s %q of %q", name, c, chars)
				best = min(toTrue, toFalse)
			}
			if name != "In" && name != "Is" && name != "IsOneOf" {
				assert.InDelta(t, heuristics.Close(1), best, 1e-9,
					"%s: the last of %q is next to the other side", name, chars)
			}
		}
	}
}

// TestHopeless: what no text can do is farther than any text.
func TestHopeless(t *testing.T) {
	for name, call := range map[string]func(at probe.Call){
		"no base":       func(at probe.Call) { texts.ParseInt(at, "1", 99, 64) },
		"no size":       func(at probe.Call) { texts.ParseUint(at, "1", 10, 99) },
		"no characters": func(at probe.Call) { texts.ContainsAny(at, "abc", "") },
		"no table":      func(at probe.Call) { texts.In(at, 'a') },
	} {
		at := probe.NewCall()
		call(at)
		toTrue, _ := at.Sides()
		assert.InDelta(t, heuristics.Reached, toTrue, 1e-6, name)
		assert.Less(t, toTrue, heuristics.Close(1<<40), name)
	}
}

// TestNothingIsAllocated: the functions run in the program's own loops.
func TestNothingIsAllocated(t *testing.T) {
	bytes := []byte("left right")
	for name, call := range map[string]func(at probe.Call){
		"Compare":     func(at probe.Call) { texts.Compare(at, "left", "right") },
		"ContainsAny": func(at probe.Call) { texts.ContainsAny(at, "left", "#!") },
		"Cut":         func(at probe.Call) { texts.Cut(at, "left", ":") },
		"Atoi":        func(at probe.Call) { texts.Atoi(at, "12") },
		"IsLetter":    func(at probe.Call) { texts.IsLetter(at, '1') },
		"IsMark":      func(at probe.Call) { texts.IsMark(at, '1') },
		"Valid":       func(at probe.Call) { texts.Valid(at, bytes) },
	} {
		at := probe.NewCall()
		assert.Zero(t, testing.AllocsPerRun(100, func() { call(at) }), name)
	}
	// Slices are copied for a report, and stay where they are otherwise.
	quiet := probe.NewCall()
	find := func(part byte) { texts.BytesIndex(quiet, bytes, []byte{part, 't'}) }
	find('f')
	find('x')
	assert.Zero(t, testing.AllocsPerRun(100, func() { find('f'); find('x') }), "quiet")
}
