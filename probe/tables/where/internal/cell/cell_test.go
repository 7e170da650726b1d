package cell_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/heuristics"
	"github.com/evoke-go/evoke/probe/tables/where/internal/cell"
)

var (
	lite  = cell.Rules{FoldLike: true}
	posgr = cell.Rules{Coerce: true, Backslash: true}
	maria = cell.Rules{Coerce: true, Backslash: true, Fold: true, FoldLike: true, Divide: true, ConcatNull: true}
)

// outcome writes an outcome: true, false, null or unknown.
func outcome(t heuristics.Truthness) string {
	switch {
	case t == heuristics.Truthness{}:
		return "unknown"
	case t.OfTrue == 1:
		return "true"
	case t.OfFalse == 1:
		return "false"
	}
	return "null"
}

// TestCompare shows which values are equal, and which are less, by the rules of each dialect.
func TestCompare(t *testing.T) {
	day := time.Date(2024, 1, 2, 0, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		a, b            any
		colA, colB      bool
		rules           cell.Rules
		wantEqual, less string
	}{
		{int64(1), int64(2), false, false, lite, "false", "true"},
		{int64(2), 2.0, false, false, lite, "true", "false"},
		{"a", "b", false, false, lite, "false", "true"},
		{"a", "A", true, false, lite, "false", "false"},
		{"a", "A", true, false, maria, "true", "false"},
		{nil, int64(1), true, false, lite, "null", "null"},
		{nil, cell.Unknown{}, false, false, lite, "unknown", "unknown"},
		{int64(10), "9", true, false, lite, "false", "false"},
		{"10", int64(9), true, false, lite, "false", "true"},
		{"10", int64(9), true, false, posgr, "false", "false"},
		{int64(5), "5", false, false, lite, "false", "true"},
		{"5", int64(5), false, false, lite, "false", "false"},
		{"5", int64(5), false, true, lite, "true", "false"},
		{"5", int64(5), false, false, posgr, "true", "false"},
		{"5x", int64(5), false, false, maria, "true", "false"},
		{"true", int64(1), false, true, posgr, "true", "false"},
		{day, "2024-01-02", true, false, posgr, "true", "false"},
		{day, "2024-01-02T00:00:00Z", true, false, posgr, "true", "false"},
		{day, "2024-01-02 01:00:00+01:00", true, false, posgr, "true", "false"},
		{"2024-01-03", day, false, true, posgr, "false", "false"},
		{day, day.Add(time.Hour), true, false, posgr, "false", "true"},
		{day, "no date", true, false, lite, "false", "true"},
		{"2024-01-02", "2024-01-02 00:00:00", true, false, lite, "false", "true"},
	} {
		a, b := cell.Operand{Value: tt.a, Column: tt.colA}, cell.Operand{Value: tt.b, Column: tt.colB}
		name := fmt.Sprintf("%#v %#v", tt.a, tt.b)
		assert.Equal(t, tt.wantEqual, outcome(cell.Equal(a, b, tt.rules)), "%s equal", name)
		assert.Equal(t, tt.less, outcome(cell.Less(a, b, tt.rules)), "%s less", name)
	}
}

// TestCall shows the values of functions.
func TestCall(t *testing.T) {
	for _, tt := range []struct {
		name  string
		args  []any
		rules cell.Rules
		want  any
	}{
		{"lower", []any{"ABc"}, lite, "abc"},
		{"upper", []any{nil}, lite, nil},
		{"trim", []any{" a b "}, lite, "a b"},
		{"length", []any{"äb"}, lite, int64(2)},
		{"octet_length", []any{"äb"}, lite, int64(3)},
		{"coalesce", []any{nil, int64(2), int64(3)}, lite, int64(2)},
		{"coalesce", []any{cell.Unknown{}, int64(2)}, lite, cell.Unknown{}},
		{"nullif", []any{int64(2), int64(2)}, lite, nil},
		{"abs", []any{int64(-3)}, lite, int64(3)},
		{"round", []any{2.5}, lite, 3.0},
		{"round", []any{2.5}, posgr, 2.0},
		{"round", []any{2.345, int64(2)}, lite, 2.35},
		{"substr", []any{"hello", int64(2), int64(3)}, lite, "ell"},
		{"substr", []any{"hello", int64(-3)}, lite, "llo"},
		{"substr", []any{"hello", int64(0), int64(2)}, lite, "h"},
		{"left", []any{"hello", int64(9)}, maria, "hello"},
		{"right", []any{"hello", int64(2)}, maria, "lo"},
		{"instr", []any{"hello", "l"}, lite, int64(3)},
		{"instr", []any{"heLLo", "l"}, maria, int64(3)},
		{"position", []any{"l", "hello"}, posgr, int64(3)},
		{"replace", []any{"hello", "l", "r"}, lite, "herro"},
		{"concat", []any{"a", nil, int64(1)}, posgr, "a1"},
		{"concat", []any{"a", nil}, maria, nil},
		{"max", []any{int64(1), int64(5), int64(3)}, lite, int64(5)},
		{"least", []any{"b", "a"}, lite, "a"},
		{"least", []any{"b", nil}, lite, nil},
		{"least", []any{"b", nil}, cell.Rules{SkipNull: true}, "b"},
		{"mod", []any{int64(7), int64(4)}, lite, int64(3)},
		{"iif", []any{int64(0), "a", "b"}, lite, "b"},
		{"date", []any{"2024-01-31 10:00:00", "+1 month", "start of month"}, lite, "2024-03-01"},
		{"date", []any{"no date"}, lite, nil},
		{"date", []any{"-1"}, lite, nil}, {"date", []any{int64(-1)}, lite, nil},
		{"date", []any{int64(2460311)}, lite, "2024-01-01"},
		{"now", nil, lite, cell.Unknown{}},
		{"strftime", []any{"%Y/%m", "2024-05-06"}, lite, "2024/05"},
		{"extract", []any{"year", "2024-05-06"}, posgr, int64(2024)},
		{"date_trunc", []any{"month", "2024-05-06"}, posgr, time.Date(2024, 5, 1, 0, 0, 0, 0, time.UTC)},
		{"date_sub", []any{"2024-05-06", cell.Interval{Days: 6}}, maria, "2024-04-30"},
		{"interval", []any{int64(2), "day"}, maria, cell.Interval{Days: 2}},
		{"interval", []any{"1 month 2 hours"}, posgr, cell.Interval{Months: 1, Time: 2 * time.Hour}},
		{"soundex", []any{"a"}, lite, cell.Unknown{}},
	} {
		assert.Equal(t, tt.want, tt.rules.Call(tt.name, tt.args), "%s %v", tt.name, tt.args)
		if tt.name != "now" {
			knows := tt.rules.Knows(tt.name, len(tt.args)) || tt.name == "date_sub"
			assert.Equal(t, tt.name != "soundex", knows, tt.name)
		}
	}
}

// TestCompute shows the values of operations.
func TestCompute(t *testing.T) {
	const most = int64(1<<63 - 1)
	for _, tt := range []struct {
		x     any
		op    string
		y     any
		rules cell.Rules
		want  any
	}{
		{int64(7), "/", int64(2), lite, int64(3)},
		{int64(7), "/", int64(2), maria, 3.5},
		{int64(7), "/", int64(0), lite, nil},
		{int64(-7), "%", int64(4), lite, int64(-3)},
		{most, "+", int64(1), lite, float64(most) + 1},
		{most, "*", int64(2), lite, float64(most) * 2},
		{int64(6), "&", int64(3), lite, int64(2)},
		{6.5, "&", int64(3), lite, int64(2)},
		{"3x", "+", int64(1), lite, int64(4)},
		{"a", "||", int64(1), lite, "a1"},
		{"a", "||", 1.0, lite, "a1.0"},
		{nil, "+", int64(1), lite, nil},
		{cell.Unknown{}, "+", nil, lite, cell.Unknown{}},
		{"2024-01-31", "+", cell.Interval{Days: 1}, posgr, "2024-02-01"},
		{"2024-01-31", "-", cell.Interval{Time: time.Hour}, posgr, "2024-01-30 23:00:00"},
		{0.5, "/", 0.0, lite, nil},
	} {
		assert.Equal(t, tt.want, tt.rules.Compute(tt.op, tt.x, tt.y), "%v %s %v", tt.x, tt.op, tt.y)
	}
}

// TestPlain: values of drivers become plain ones.
func TestPlain(t *testing.T) {
	for _, tt := range []struct{ from, want any }{
		{true, int64(1)}, {[]byte("a"), "a"}, {[]byte(nil), nil}, {uint64(1 << 63), float64(1 << 63)},
		{int32(3), int64(3)}, {float32(0.5), 0.5}, {[]int64{1}, cell.List{int64(1)}},
		{[]any{"a", nil}, cell.List{"a", nil}},
		{struct{}{}, cell.Unknown{}},
	} {
		assert.Equal(t, tt.want, cell.Plain(tt.from), "%T", tt.from)
	}
	list, ok := cell.Array(`{a,"b,\"c",NULL}`)
	assert.True(t, ok)
	assert.Equal(t, cell.List{"a", `b,"c`, nil}, list)
}

// TestKinds shows which kind a type is of.
func TestKinds(t *testing.T) {
	for name, want := range map[string]cell.Kind{
		"integer": cell.Integer, "int8": cell.Integer, "tinyint(1)": cell.Integer, "bigserial": cell.Integer,
		"varchar(20)": cell.Textual, "character varying": cell.Textual, "text": cell.Textual,
		"double precision": cell.Real, "numeric(10,2)": cell.Real, "date": cell.Day, "boolean": cell.Boolean,
		"point":         cell.Other,
		"interval":      cell.Other,
		"enum('print')": cell.Other, "timestamp": cell.Other, "array": cell.Arrays,
	} {
		assert.Equal(t, want, cell.KindOf(name), name)
	}
}

// TestTimeReadsLayouts holds the reading of dates against that of package time.
func TestTimeReadsLayouts(t *testing.T) {
	layouts := []string{
		"2006-01-02", "2006-01-02 15:04", "2006-01-02 15:04:05", "2006-01-02T15:04:05Z07:00",
		"2006-01-02 15:04:05.999999999", "2006-01-02 15:04:05.999-07:00", "2006-01-02 15:04:05-07",
		"2006-01-02 15:04:05 -0700 MST", "2006-01-02T15:04:05-0700",
	}
	rapid.Check(t, func(t *rapid.T) {
		seconds, rest := rapid.Int64Range(-6e10, 2e11).Draw(t, "seconds"), rapid.Int64Range(0, 1e9-1).Draw(t, "rest")
		at := time.Unix(seconds, rest)
		zone := time.FixedZone("XST", 900*rapid.IntRange(-48, 48).Draw(t, "quarters"))
		layout := rapid.SampledFrom(layouts).Draw(t, "layout")
		text := at.In(zone).Format(layout)
		want, err := time.Parse(layout, text)
		got, ok := cell.Time(text)
		if (err == nil) != ok || ok && !got.Equal(want) {
			t.Fatalf("%q: %v %v, want %v %v", text, got, ok, want, err)
		}
	})
	for _, text := range []string{
		"2024-13-01", "2024-02-30", "2024-01-01 24:00", "2024-01-01x", "2024-01-01 10:00:00 zone", "20240101",
		"2024-01-01 1:00", "2024-01-01 10:00+1",
	} {
		_, ok := cell.Time(text)
		assert.False(t, ok, text)
	}
}

// TestShift: a later date has the same form.
func TestShift(t *testing.T) {
	for from, want := range map[string]string{
		"2024-02-28": "2024-02-29", "2024-01-01 10:00": "2024-01-01 10:01",
		"2024-12-31 23:59:59":  "2025-01-01 00:00:00",
		"2024-01-01T10:00:00Z": "2024-01-01T10:00:01Z", "2024-01-01 10:00:00+02:00": "2024-01-01 10:00:01+02:00",
	} {
		got, ok := cell.Shift(from, 1)
		assert.True(t, ok)
		assert.Equal(t, want, got)
	}
	_, ok := cell.Shift("abc", 1)
	assert.False(t, ok)
}

// naive matches a pattern of LIKE by trying all ways.
func naive(text, pattern string) bool {
	switch {
	case pattern == "":
		return text == ""
	case pattern[0] == '%':
		return naive(text, pattern[1:]) || text != "" && naive(text[1:], pattern)
	case text == "":
		return false
	}
	return (pattern[0] == '_' || pattern[0] == text[0]) && naive(text[1:], pattern[1:])
}

// TestLike: a pattern matches as its definition says, and texts that fill it have it.
func TestLike(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[ab]{0,8}`).Draw(t, "text")
		pattern := rapid.StringMatching(`[ab%_]{0,6}`).Draw(t, "pattern")
		p := cell.NewPattern(pattern, 0, false)
		got := p.Truth(text)
		if want := naive(text, pattern); (got.OfTrue == 1) != want || (got.OfFalse == 1) == want {
			t.Fatalf("%q LIKE %q: %v", text, pattern, got)
		}
		for _, any := range []string{"", "b"} {
			if filled := p.Fill(any); !p.Matches(filled) {
				t.Fatalf("%q does not fill %q", filled, pattern)
			}
		}
	})
	assert.True(t, cell.NewPattern("A!%", '!', true).Matches("a%"))
	assert.False(t, cell.NewPattern("A!%", '!', true).Matches("ab"))
	for pattern, text := range map[string]string{"[a-c]*": "bxx", "[^a-c]?": "dx", "a[]]": "a]", "*[0-9]": "x5"} {
		assert.True(t, cell.NewGlob(pattern).Matches(text), pattern)
		assert.True(t, cell.NewGlob(pattern).Matches(cell.NewGlob(pattern).Fill("")), pattern)
	}
	assert.False(t, cell.NewGlob("[a-").Matches("a"))
	far := cell.NewPattern(strings.Repeat("%a", 100), 0, false).Truth("b")
	assert.Equal(t, 1.0, far.OfFalse)
}
