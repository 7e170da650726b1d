package shrink_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/internal/shrink"
	"github.com/evoke-go/evoke/value"
)

func TestText(t *testing.T) {
	long := strings.Repeat("Lorem ipsum dolor ", 50)
	words := func(s string) bool { return len(strings.Fields(s)) > 1 }
	for name, c := range map[string]struct {
		text  string
		holds func(string) bool
		want  string
	}{
		"nothing matters": {long, func(string) bool { return true }, "text"},
		"a short one":     {"EgX", func(string) bool { return true }, "a"},
		"two words":       {long, words, "a b"},
		"a mark":          {long + "%" + long, func(s string) bool { return strings.Contains(s, "%") }, "%"},
		"the length": {long, func(s string) bool { return utf8.RuneCountInString(s) > 100 },
			strings.Repeat("a", 101)},
		"not empty": {"é", func(s string) bool { return s != "" }, "a"},
		"a capital": {"someTextX", func(s string) bool { return strings.ToLower(s) != s }, "X"},
		"a digit":   {"abc-4711", func(s string) bool { return strings.ContainsAny(s, "0123456789") }, "1"},
		"a prefix":  {"STAFF-4711", func(s string) bool { return strings.HasPrefix(s, "STAFF-") }, "STAFF-"},
		"four digits": {"STAFF-4711",
			func(s string) bool { return len(s) == 10 && strings.HasPrefix(s, "STAFF-") }, "STAFF-1111"},
		"a date":         {"2088-08-10", func(s string) bool { return len(s) == 10 }, "2020-01-01"},
		"a date to come": {"2088-08-10", func(s string) bool { return len(s) == 10 && s > "2050" }, "2100-01-01"},
		"a moment": {"1957-03-04T05:06:07.123Z", func(s string) bool { return s > "19" && len(s) > 19 },
			"2020-01-01T00:00:00Z"},
		"a mail address": {"qxz.77@foo-bar.example",
			func(s string) bool { return strings.Contains(s, "@") && strings.Contains(s, ".") }, "a@b.co"},
		"plain already":     {"text", func(string) bool { return true }, "text"},
		"bytes":             {"\xff\xfe\x00a", func(s string) bool { return strings.Contains(s, "\xfe") }, "\xfe"},
		"nothing else does": {"EgX", func(s string) bool { return s == "EgX" }, "EgX"},
	} {
		tries := 0
		got := shrink.Text(c.text, func(s string) bool { tries++; return c.holds(s) })
		assert.Equal(t, c.want, got, name)
		assert.Less(t, tries, 150, name)
	}
}

func TestNumbers(t *testing.T) {
	for name, c := range map[string]struct {
		n     int64
		hints shrink.Hints
		holds func(int64) bool
		want  int64
	}{
		"any":       {4711, shrink.Hints{}, func(int64) bool { return true }, 1},
		"zero":      {4711, shrink.Hints{}, func(n int64) bool { return n != 1 }, 0},
		"above":     {405_880, shrink.Hints{}, func(n int64) bool { return n > 100 }, 101},
		"far above": {math.MaxInt64, shrink.Hints{}, func(n int64) bool { return n > 1500 }, 1501},
		"below":     {-405_880, shrink.Hints{}, func(n int64) bool { return n < -7 }, -8},
		"negative":  {-405_880, shrink.Hints{}, func(n int64) bool { return n < 0 }, -1},
		"the sign":  {-405_880, shrink.Hints{}, func(n int64) bool { return max(n, -n) > 50 }, 51},
		"one alone": {4711, shrink.Hints{}, func(n int64) bool { return n == 4711 }, 4711},
		"even": {4712, shrink.Hints{Constants: []int64{2}},
			func(n int64) bool { return n > 1 && n%2 == 0 }, 2},
		"by a constant": {4711, shrink.Hints{Constants: []int64{1000, 60}},
			func(n int64) bool { return n > 60 && n%2 == 1 }, 61},
		"an unknown id":   {4711, shrink.Hints{Round: true}, func(n int64) bool { return n > 8 }, 1000},
		"a large unknown": {584, shrink.Hints{Round: true}, func(n int64) bool { return n > 100 }, 1000},
		"a known id":      {3, shrink.Hints{Round: true}, func(n int64) bool { return n == 3 }, 3},
		"least":           {math.MinInt64, shrink.Hints{}, func(n int64) bool { return n < -5 }, math.MinInt64},
	} {
		tries := 0
		got := shrink.Int(c.n, c.hints, func(n int64) bool { tries++; return c.holds(n) })
		assert.Equal(t, c.want, got, name)
		assert.Less(t, tries, 40, name)
	}
	for name, c := range map[string]struct {
		f     float64
		holds func(float64) bool
		want  float64
	}{
		"any":         {405.8801668994996, func(float64) bool { return true }, 1},
		"above":       {405.8801668994996, func(f float64) bool { return f > 100 }, 101},
		"a part":      {0.8801668994996, func(f float64) bool { return f > 0 && f < 1 }, 0.8},
		"a hundredth": {2.8801668994996, func(f float64) bool { return f > 2.87 && f < 2.89 }, 2.88},
		"huge":        {1e300, func(f float64) bool { return f > 1e299 }, 1e300},
		"none":        {math.Inf(1), func(float64) bool { return true }, math.Inf(1)},
	} {
		assert.Equal(t, c.want, shrink.Float(c.f, shrink.Hints{}, c.holds), name)
	}
}

func TestValue(t *testing.T) {
	deep := value.Object{{Name: "a", Value: []any{int64(7), "xyz", value.Object{{Name: "b", Value: 405.88}}}},
		{Name: "c", Value: json.Number("12345678901234567890.5")}}
	needs := func(v any) bool {
		o, _ := v.(value.Object)
		text := string(value.AppendJSON(nil, o))
		return strings.Contains(text, `"b"`)
	}
	assert.Equal(t, value.Object{{Name: "a", Value: []any{value.Object{{Name: "b", Value: 1.0}}}}},
		shrink.Value(deep, shrink.Hints{}, needs))
	assert.Equal(t, []any{}, shrink.Value([]any{"x"}, shrink.Hints{}, func(any) bool { return true }))
	assert.Equal(t, int64(1), shrink.Value(json.Number("123"), shrink.Hints{}, func(any) bool { return true }))
	assert.Equal(t, json.Number("0.5e0"), shrink.Value(json.Number("0.5e0"), shrink.Hints{}, func(any) bool {
		return false
	}))
	assert.Equal(t, true, shrink.Value(true, shrink.Hints{}, func(any) bool { return true }))
}

// For any property, a list keeps it, in its order, and loses it with each single element.
func TestListsAreMinimal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		items := rapid.SliceOfN(rapid.IntRange(0, 9), 0, 30).Draw(t, "items")
		of := rapid.SliceOfN(rapid.IntRange(0, 9), 0, 4).Draw(t, "of")
		least := rapid.IntRange(0, 3).Draw(t, "least")
		holds := func(l []int) bool { // has a subsequence, or is long enough
			i := 0
			for _, v := range l {
				if i < len(of) && v == of[i] {
					i++
				}
			}
			return i == len(of) || least > 0 && len(l)%(least+1) == least && len(l) > 2*least
		}
		if !holds(items) {
			t.Skip()
		}
		got := shrink.List(items, holds)
		if !holds(got) || len(got) > len(items) {
			t.Fatalf("%v became %v", items, got)
		}
		for i := range got {
			if rest := append(append([]int{}, got[:i]...), got[i+1:]...); holds(rest) {
				t.Fatalf("%v can lose its element %d", got, i)
			}
		}
	})
}

// A text keeps the property, never gets longer, and cannot lose a character.
func TestTextsAreMinimal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[a-zA-Z0-9 %é_-]{1,60}`).Draw(t, "text")
		kinds := rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"%", "é", " ", "7", "upper", "long", "two"}),
			1, 3, rapid.ID).Draw(t, "kinds")
		holds := func(s string) bool {
			for _, k := range kinds {
				switch k {
				case "upper":
					if s == strings.ToLower(s) {
						return false
					}
				case "long":
					if utf8.RuneCountInString(s) < 7 {
						return false
					}
				case "two":
					if len(strings.Fields(s)) < 2 {
						return false
					}
				default:
					if !strings.Contains(s, k) {
						return false
					}
				}
			}
			return true
		}
		if !holds(text) {
			t.Skip()
		}
		got := shrink.Text(text, holds)
		if !holds(got) || utf8.RuneCountInString(got) > utf8.RuneCountInString(text) {
			t.Fatalf("%q became %q", text, got)
		}
		if shrink.IsPlain(got) {
			return
		}
		runes := []rune(got)
		for i := range runes {
			if rest := string(runes[:i]) + string(runes[i+1:]); rest != "" && holds(rest) {
				t.Fatalf("%q can lose its character %d", got, i)
			}
		}
		if again := shrink.Text(got, holds); utf8.RuneCountInString(again) != len(runes) {
			t.Fatalf("%q became %q, then %q", text, got, again)
		}
	})
}

// A number keeps the property, never gets farther from 0, and its neighbour has
// lost it.
func TestNumbersAreMinimal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		limit, n := rapid.Int64Range(-5000, 5000).Draw(t, "limit"), rapid.Int64().Draw(t, "n")
		holds := func(v int64) bool { return v > limit }
		if rapid.Bool().Draw(t, "below") {
			holds = func(v int64) bool { return v < limit }
		}
		if !holds(n) || n == math.MinInt64 {
			t.Skip()
		}
		hints := shrink.Hints{Constants: rapid.SliceOfN(rapid.Int64(), 0, 3).Draw(t, "constants")}
		got := shrink.Int(n, hints, holds)
		if !holds(got) || max(got, -got) > max(n, -n, 1) {
			t.Fatalf("%d became %d", n, got)
		}
		if got > 1 && holds(got-1) || got < -1 && holds(got+1) {
			t.Fatalf("%d became %d, which is not the boundary", n, got)
		}
	})
}

// Once the function returns false for lack of budget, the smallest value until then is the result.
func TestBudget(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		left := rapid.IntRange(0, 60).Draw(t, "left")
		text := rapid.StringMatching(`[a-z]{30,40} [A-Z%]{3}[a-z]{5}`).Draw(t, "text")
		contains := func(s string) bool {
			return strings.Contains(s, " ") && s != strings.ToLower(s) || strings.Contains(s, "%")
		}
		if !contains(text) {
			t.Skip()
		}
		if got := shrink.Text(text, func(s string) bool { left--; return left >= 0 && contains(s) }); !contains(got) {
			t.Fatalf("%q became %q", text, got)
		}
	})
}
