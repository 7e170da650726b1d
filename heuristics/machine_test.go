package heuristics_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	h "github.com/evoke-go/evoke/heuristics"
)

const missing = h.MissingChar

func TestMachineDistance(t *testing.T) {
	plate := h.Sequence(h.Repeated(h.Runes('A', 'Z'), 2, 3), h.Literal("-"), h.Repeated(h.Runes('0', '9'), 1, -1))
	for name, tt := range map[string]struct {
		shape h.Shape
		text  string
		want  uint64
	}{
		"all of it":                     {h.Whole(plate), "AB-12", 0},
		"a part is enough":              {plate, "xx AB-1 xx", 0},
		"a letter below":                {h.Whole(plate), "A@-1", 1},
		"a digit in place of a letter":  {h.Whole(plate), "A9-1", 'A' - '9'},
		"the nearest of several ranges": {h.Whole(h.Runes('a', 'c', 'x', 'z')), "v", 2},
		"one character missing":         {h.Whole(plate), "A-1", missing},
		"one too many":                  {h.Whole(plate), "ABCD-1", 'D' - '-' + '0' - '-'},
		"something before":              {h.Whole(h.Words("abc")), "xabc", missing},
		"something behind":              {h.Whole(plate), "AB-1..", 2 * ('0' - '.')},
		"from nothing":                  {h.Whole(plate), "", 4 * missing},
		"the cheapest alternative":      {h.Whole(h.Words("red", "green", "blue")), "blum", 'm' - 'e'},
		"upper or lower":                {h.Whole(h.AnyCase("Jan", "x-1")), "jAo", 1},
		"no text at all":                {h.Runes(), "a", 1<<64 - 1},
		"none of no alternatives":       {h.Either(), "a", 1<<64 - 1},
		"a line within":                 {h.Sequence(h.At(h.LineStart), h.Literal("b"), h.At(h.LineEnd)), "a\nb\nc", 0},
		"no line":                       {h.Sequence(h.At(h.LineStart), h.Literal("b")), "ab", 1},
		"a word":                        {h.Sequence(h.At(h.Edge), h.Literal("b"), h.At(h.Edge)), "a b.", 0},
		"no word":                       {h.Sequence(h.At(h.NoEdge), h.Literal("b")), "b", missing},
		"optional":                      {h.Whole(h.Sequence(h.Maybe(h.Literal("ab")), h.Literal("c"))), "abd", 1},
	} {
		t.Run(name, func(t *testing.T) { assert.Equal(t, tt.want, h.NewMachine(tt.shape).Distance(tt.text)) })
	}
}

// TestMachineIsBounded: the distance of large shapes and long texts is computed in bounded time.
func TestMachineIsBounded(t *testing.T) {
	word := h.Repeated(h.Runes('a', 'z'), 0, 50)
	large := h.NewMachine(h.Repeated(h.Repeated(word, 0, 1000), 0, 1000))
	assert.EqualValues(t, missing, large.Distance("x"))
	long := h.NewMachine(h.Whole(h.Repeated(h.Sequence(word, h.Literal(".")), 1, -1)))
	start := time.Now()
	got := long.Distance(strings.Repeat("ab", 1<<20))
	assert.Less(t, time.Since(start), 5*time.Second)
	assert.Greater(t, got, uint64(missing)*1<<20, "what is not looked at has to go")
}

// shapes draws a shape over a few characters, with its regular expression.
func shapes(depth int) *rapid.Generator[[2]any] {
	return rapid.Custom(func(t *rapid.T) [2]any {
		kind := rapid.IntRange(0, 4).Draw(t, "kind")
		if depth == 0 {
			kind = 0
		}
		part := func() (h.Shape, string) {
			p := shapes(depth-1).Draw(t, "part")
			return p[0].(h.Shape), p[1].(string)
		}
		switch kind {
		case 1:
			a, as := part()
			b, bs := part()
			return [2]any{h.Sequence(a, b), as + bs}
		case 2:
			a, as := part()
			b, bs := part()
			return [2]any{h.Either(a, b), "(?:" + as + "|" + bs + ")"}
		case 3:
			a, as := part()
			low := rapid.IntRange(0, 2).Draw(t, "min")
			high := low + rapid.IntRange(0, 2).Draw(t, "more")
			return [2]any{h.Repeated(a, low, high), fmt.Sprintf("(?:%s){%d,%d}", as, low, high)}
		case 4:
			a, as := part()
			return [2]any{h.Repeated(a, 0, -1), "(?:" + as + ")*"}
		}
		low := rapid.RuneFrom([]rune("abc")).Draw(t, "low")
		high := low + rapid.Int32Range(0, 2).Draw(t, "width")
		return [2]any{h.Runes(low, high), fmt.Sprintf("[%c-%c]", low, high)}
	})
}

// TestMachineAgainstRegexp: the distance is 0 exactly for texts that match.
func TestMachineAgainstRegexp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		drawn := shapes(3).Draw(t, "shape")
		text := rapid.StringOfN(rapid.RuneFrom([]rune("abcde")), 0, 8, -1).Draw(t, "text")
		shape, pattern := drawn[0].(h.Shape), drawn[1].(string)
		for _, whole := range []bool{false, true} {
			if whole {
				shape, pattern = h.Whole(shape), "^(?:"+pattern+")$"
			}
			d := h.NewMachine(shape).Distance(text)
			if want := regexp.MustCompile(pattern).MatchString(text); want != (d == 0) {
				t.Fatalf("%s of %q: %d, want match: %v", pattern, text, d, want)
			}
		}
	})
}

// TestMachineIsTheCheapestWay: no change of one character reduces the distance by more than its cost, so a match that
// can be reached in steps is found.
func TestMachineIsTheCheapestWay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		machine := h.NewMachine(h.Whole(shapes(3).Draw(t, "shape")[0].(h.Shape)))
		text := []rune(rapid.StringOfN(rapid.RuneFrom([]rune("abcdez")), 1, 8, -1).Draw(t, "text"))
		i := rapid.IntRange(0, len(text)-1).Draw(t, "position")
		changed := []rune(string(text))
		changed[i] += rapid.Int32Range(-3, 3).Draw(t, "step")
		cut := append([]rune(string(text[:i])), text[i+1:]...)
		before := machine.Distance(string(text))
		for _, next := range []struct {
			text []rune
			cost uint64
		}{{changed, uint64(max(changed[i]-text[i], text[i]-changed[i]))}, {cut, missing}} {
			after := machine.Distance(string(next.text))
			if after+next.cost < before || before+next.cost < after {
				t.Fatalf("%q %d, %q %d", string(text), before, string(next.text), after)
			}
		}
	})
}

func ExampleMachine_Distance() {
	digits := h.Repeated(h.Runes('0', '9'), 5, 5)
	zip := h.NewMachine(
		h.Whole(h.Sequence(digits, h.Maybe(h.Sequence(h.Literal("-"), h.Repeated(h.Runes('0', '9'), 4, 4))))),
	)
	fmt.Println(zip.Distance("12345"), zip.Distance("1234:"), zip.Distance("1234"))
	// Output: 0 1 65536
}
