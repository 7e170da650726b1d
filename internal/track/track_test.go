package track_test

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/evoke-go/evoke/internal/track"
)

// TestSpans: a number that is the time from now to a moment, or since then, comes from the moment, and a wanted span
// leads to a moment a little beyond it.
func TestSpans(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	k := &track.Known{Now: now}
	const day = 24 * time.Hour
	for _, tt := range []struct {
		input         string
		operand, want any
		put           string // "" for no span
	}{
		{"2027-03-01T12:00:00Z", int64(365*day) - 1000, int64(30 * day), "2026-03-31T11:00:00Z"},
		{"2025-03-01T12:00:00Z", int64(-365 * day), int64(0), "2026-03-01T12:01:00Z"},
		{"2026-02-01T12:00:00Z", (28 * day).Hours(), 2.0, "2026-03-01T10:12:00Z"},
		{"2026-02-01", int64(28*day+12*time.Hour) / 1_000_000, int64(day) / 1_000_000, "2026-03-01"},
		{"2026-03-01T12:00:30Z", int64(30 * time.Second), int64(0), ""},
		{"2027-03-01T12:00:00Z", int64(364 * day), int64(0), ""},
		{"no moment", int64(364 * day), int64(0), ""},
	} {
		x := track.NewIndex([]any{"other", tt.input}, k)
		l, ok := track.Of(tt.input, tt.operand, k)
		assert.Equal(t, tt.put != "", ok, tt.input)
		assert.Equal(t, ok, slices.Contains(x.Of(tt.operand), 1))
		if !ok {
			continue
		}
		assert.Equal(t, track.Span, l.Way)
		assert.Greater(t, l.Bits, 12.0)
		back, ok := l.Get(tt.input)
		was, _ := back.(float64)
		assert.True(t, ok)
		assert.InEpsilon(t, number(tt.operand), was, 1e-6)
		put, ok := l.Put(tt.input, tt.want)
		assert.True(t, ok)
		assert.Equal(t, tt.put, put)
		_, ok = track.Of(tt.input, tt.operand, &track.Known{})
		assert.False(t, ok, "nobody knows what time it is")
	}
}

// number returns a number as a float64.
func number(v any) float64 {
	if n, ok := v.(int64); ok {
		return float64(n)
	}
	return v.(float64)
}

func TestWays(t *testing.T) {
	for _, tt := range []struct {
		input, operand any
		way            track.Way
		want, put      any // the wanted value, and the input for it
	}{
		{"frodo", "frodo", track.Same, "sam", "sam"},
		{"frodo", "frodo", track.Same, int64(7), "7"},
		{int64(7), int64(7), track.Same, int64(8), int64(8)},
		{int64(7), 7.0, track.Same, 8.5, 8.5},
		{7.5, 7.5, track.Same, int64(9), int64(9)},
		{"42", int64(42), track.Number, int64(43), "43"},
		{" 4.5 ", 4.5, track.Number, 0.25, "0.25"},
		{int64(42), "42", track.Number, "x", "x"},
		{"ff", int64(255), track.Number, int64(0xBEEF), "beef"},
		{"-101", int64(-257), track.Number, int64(8), "8"},
		{" frodo\t", "frodo", track.Trimmed, "sam", "sam"},
		{"Frodo", "frodo", track.Lower, "sam", "sam"},
		{"Frodo", "FRODO", track.Upper, "SAM", "SAM"},
		{"a%2Fb", "a/b", track.Path, "c/d", "c%2Fd"},
		{"ZnJvZG8=", "frodo", track.Base64, "sam", "c2Ft"},
		{"ZnJvZG8", "frodo", track.Base64, "gimli", "Z2ltbGk"},
		{"66726f646f", "frodo", track.Hex, "sam", "73616d"},
		{"2024-02-29", "2024-02-29T00:00:00Z", track.Moment, "2025-03-01T00:00:00Z", "2025-03-01"},
		{"2014-05-06", int64(2014), track.Part, int64(2019), "2019-05-06"},
		{"team:blue:7", "blue", track.Part, "red", "team:red:7"},
		{"frodo", int64(5), track.Length, int64(8), "frodoooo"},
		{"frodo", int64(5), track.Length, int64(2), "fr"},
	} {
		l, ok := track.Of(tt.input, tt.operand, nil)
		require.True(t, ok, "%v %v", tt.input, tt.operand)
		assert.Equal(t, tt.way, l.Way, "%v %v", tt.input, tt.operand)
		put, ok := l.Put(tt.input, tt.want)
		require.True(t, ok)
		assert.Equal(t, tt.put, put)
	}
	for _, tt := range [][2]any{
		{"", ""}, {"a", ""}, {"", "a"}, {"frodo", "sam"}, {int64(7), int64(8)}, {"x", int64(0)}, {"abc", "b"},
		{nil, "a"}, {"a", nil}, {true, "true"},
		{"é", int64(2)}, {"", int64(0)},
	} {
		_, ok := track.Of(tt[0], tt[1], nil)
		assert.False(t, ok, "%v", tt)
	}
	l, _ := track.Of("2024-02-29", "2024-02-29T00:00:00Z", nil)
	_, ok := l.Put("2024-02-29", "no time")
	assert.False(t, ok)
	l, _ = track.Of("frodo", "frodo", nil)
	_, ok = l.Put("frodo", true)
	assert.False(t, ok)
}

// TestLongerValuesAreSurer: a longer match is less likely by chance.
func TestLongerValuesAreSurer(t *testing.T) {
	bits := func(v any) float64 {
		l, ok := track.Of(v, v, nil)
		require.True(t, ok)
		return l.Bits
	}
	assert.Less(t, bits("ab"), bits("abc"))
	assert.Less(t, bits(int64(1)), bits(int64(1000)))
	assert.Less(t, bits(int64(-1)), bits(int64(-70_000)))
	assert.Less(t, bits(2.0), bits(2.25))
	assert.Zero(t, bits(int64(0)))
}

// TestPutIsTheWayBack: the input that Put returns for a wanted text has a link to that text.
func TestPutIsTheWayBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[a-zA-Z0-9 :/%]{1,12}`)
		input, operand := text.Draw(t, "input"), text.Draw(t, "operand")
		l, ok := track.Of(input, operand, nil)
		if !ok {
			l, _ = track.Of(input, input, nil)
		}
		want := rapid.StringMatching(`[a-z]{3,8}`).Draw(t, "want")
		if l.Way == track.Upper {
			want = "WANTED"
		}
		put, ok := l.Put(input, want)
		if !ok {
			return // no time
		}
		_, ok = track.Of(put, want, nil)
		assert.True(t, ok, "%v of %q for %q becomes %q", l.Way, input, want, put)
	})
}

// TestViewsLeadInside: a value inside of an input has a link with the ways that lead to it, and a wanted value can be
// put back through all of them.
func TestViewsLeadInside(t *testing.T) {
	token := base64.RawURLEncoding.EncodeToString([]byte(`{"sub":"frodo","n":[7,8]}`))
	for name, tt := range map[string]struct {
		input   string
		operand any
		depth   int
		want    any
		put     string
	}{
		"member":           {`{"name":"frodo","n":7}`, "frodo", 1, "sam", `{"name":"sam","n":7}`},
		"number":           {`{"name":"frodo","n":7}`, int64(7), 1, int64(11), `{"name":"frodo","n":11}`},
		"number as a text": {`{"n":7}`, "7", 2, "11", `{"n":11}`},
		"element":          {`[{"a/b":[1,"frodo"]}]`, "frodo", 1, "sam", `[{"a/b":[1,"sam"]}]`},
		"part of a member": {`{"name":"team:frodo"}`, "frodo", 2, "sam", `{"name":"team:sam"}`},
		"JSON in JSON":     {`{"in":"{\"name\":\"frodo\"}"}`, "frodo", 2, "sam", `{"in":"{\"name\":\"sam\"}"}`},
		"base64": {base64.StdEncoding.EncodeToString([]byte(`{"name":"frodo"}`)), "frodo", 2, "sam",
			base64.StdEncoding.EncodeToString([]byte(`{"name":"sam"}`))},
		"hexadecimal": {hex.EncodeToString([]byte(`user:frodo`)), "frodo", 2, "sam",
			hex.EncodeToString([]byte(`user:sam`))},
		"escapes": {url.QueryEscape(`{"name":"frodo"}`), "frodo", 2, "sam", url.QueryEscape(`{"name":"sam"}`)},
		"part in base64": {"Bearer " + token, int64(8), 3, int64(9),
			"Bearer " + base64.RawURLEncoding.EncodeToString([]byte(`{"sub":"frodo","n":[7,9]}`))},
		"parts of a token": {"aaaaaaaaaaa." + token + ".bbb", "frodo", 3, "sam",
			"aaaaaaaaaaa." + base64.RawURLEncoding.EncodeToString([]byte(`{"sub":"sam","n":[7,8]}`)) + ".bbb"},
	} {
		t.Run(name, func(t *testing.T) {
			l := through(t, tt.input, tt.operand)
			assert.Equal(t, tt.depth, l.Depth(), l.Key())
			put, ok := l.Put(tt.input, tt.want)
			require.True(t, ok)
			assert.Equal(t, tt.put, put)
			got, ok := l.Get(put)
			assert.True(t, ok)
			assert.EqualValues(t, fmt.Sprint(tt.want), fmt.Sprint(got))
			data, err := json.Marshal(l)
			require.NoError(t, err)
			var again track.Link
			require.NoError(t, json.Unmarshal(data, &again))
			assert.Equal(t, l, again, "a link can be written")
		})
	}
	for _, none := range []any{"", "abc", "to be me", "{", int64(12345678), nil, "////////", "[true,null]"} {
		assert.Empty(t, track.Views(none, nil), "%v", none)
	}
	l := through(t, `{"name":"frodo","n":[7]}`, "frodo")
	for _, foreign := range []any{"no JSON", int64(7)} {
		_, ok := l.Put(foreign, "sam")
		assert.False(t, ok, "%v", foreign)
		_, ok = l.Get(foreign)
		assert.False(t, ok, "%v", foreign)
	}
	put, ok := l.Put(`{"n":[7]}`, "sam")
	assert.True(t, ok, "a member that is missing is added")
	assert.Equal(t, `{"n":[7],"name":"sam"}`, put)
	number := through(t, `{"n":7}`, int64(7))
	_, ok = number.Put(`{"n":7}`, "sam")
	assert.False(t, ok, "a number stays one")
}

// through returns the first link to an operand inside of an input.
func through(t *testing.T, input, operand any) track.Link {
	t.Helper()
	for _, v := range track.Views(input, nil) {
		if l, ok := v.Of(operand, nil); ok {
			return l
		}
	}
	require.FailNow(t, "there is no link", "%v %v", input, operand)
	return track.Link{}
}

// TestLayouts: a time is recognised in the layouts that the program reads.
func TestLayouts(t *testing.T) {
	_, ok := track.Of("29.02.2024", "2024-02-29T00:00:00Z", nil)
	assert.False(t, ok)
	l, ok := track.Of("29.02.2024", "2024-02-29T00:00:00Z", &track.Known{Layouts: []string{"02.01.2006"}})
	require.True(t, ok)
	put, _ := l.Put("29.02.2024", "2024-03-01T00:00:00Z")
	assert.Equal(t, "01.03.2024", put)
}

// TestShortParts: short parts are recognised if they are words.
func TestShortParts(t *testing.T) {
	l, ok := track.Of("a,b,c", "b", nil)
	require.True(t, ok)
	put, _ := l.Put("a,b,c", "x")
	assert.Equal(t, "a,x,c", put)
	_, ok = track.Of("a,bb,c", "b", nil)
	assert.False(t, ok)
}

func TestMoved(t *testing.T) {
	for _, tt := range [][4]any{{int64(5), int64(1), int64(4), int64(8)}, {1.5, int64(1), int64(4), 4.5},
		{int64(5), 1.0, 0.5, 4.5}} {
		got, ok := track.Moved(tt[0], tt[1], tt[2])
		assert.True(t, ok)
		assert.Equal(t, tt[3], got)
	}
	_, ok := track.Moved("a", int64(1), int64(2))
	assert.False(t, ok)
}

// FuzzViews: each value that is found inside of an input can be put back, and is found again.
func FuzzViews(f *testing.F) {
	for _, s := range []string{`{"a":[1,"x"]}`, "Bearer eyJhIjoxfQ", "7b7d", "%7B%22a%22%3A1%7D",
		`{"a":1,"a":2}`, "abcd efgh.ijkl"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, input string) {
		for _, v := range track.Views(input, nil) {
			got, ok := v.Link.Get(input)
			if !ok {
				t.Fatalf("%q: nothing at %s", input, v.Link.Key())
			}
			if _, ok := v.Link.Put(input, got); !ok {
				t.Fatalf("%q: nothing to put at %s", input, v.Link.Key())
			}
		}
	})
}

// TestAlphabets: a text that fits several alphabets of base64 is written in the alphabet that the program reads.
func TestAlphabets(t *testing.T) {
	l, ok := track.Of("Zm9yZXN0", "forest", nil)
	require.True(t, ok)
	put, _ := l.Put("Zm9yZXN0", "sam?>")
	assert.Equal(t, "c2FtPz4=", put)
	known := &track.Known{Alphabets: []string{"rawurl"}}
	l, ok = track.Of("Zm9yZXN0", "forest", known)
	require.True(t, ok)
	put, _ = l.Put("Zm9yZXN0", "sam?>")
	assert.Equal(t, "c2FtPz4", put)
	views := track.Views("Token Zm9yZXN0", known)
	require.NotEmpty(t, views)
	put, _ = views[0].Link.Put("Token Zm9yZXN0", "sam?>")
	assert.Equal(t, "Token c2FtPz4", put)
}

// TestIndex: it finds each input that has a link to an operand.
func TestIndex(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(
			`[a-zA-Z0-9 :/%]{0,12}|20[0-3][0-9]-0[1-9]-[0-2][1-8](T0[0-9]:00:00Z)?|[0-9a-f]{2,6}`,
		)
		input := rapid.Custom(func(t *rapid.T) any {
			switch rapid.IntRange(0, 3).Draw(t, "kind") {
			case 0:
				return rapid.Int64Range(-9, 70_000).Draw(t, "number")
			case 1:
				return float64(rapid.IntRange(-9, 99).Draw(t, "quarters")) / 4
			}
			return text.Draw(t, "text")
		})
		inputs := rapid.SliceOfN(input, 1, 20).Draw(t, "inputs")
		from := inputs[rapid.IntRange(0, len(inputs)-1).Draw(t, "from")]
		operand := input.Draw(t, "operand")
		if rapid.Bool().Draw(t, "is changed") {
			operand = changed(t, from)
		}
		found := track.NewIndex(inputs, nil).Of(operand)
		assert.IsIncreasing(t, append([]int{-1}, found...))
		for i, v := range inputs {
			if l, ok := track.Of(v, operand, nil); ok {
				assert.Contains(t, found, i, "%v of %#v is %#v", l.Way, v, operand)
			}
		}
	})
}

// changed returns what a program may make of an input.
func changed(t *rapid.T, input any) any {
	text, ok := input.(string)
	if !ok {
		return fmt.Sprint(input)
	}
	number, _ := strconv.ParseFloat(strings.TrimSpace(text), 64)
	base16, _ := strconv.ParseInt(strings.TrimSpace(text), 16, 64)
	plain, _ := url.QueryUnescape(text)
	coded, _ := base64.RawStdEncoding.DecodeString(text)
	digits, _ := hex.DecodeString(text)
	at, _ := time.Parse(time.DateOnly, text)
	from := rapid.IntRange(0, len(text)).Draw(t, "from")
	return rapid.SampledFrom([]any{
		text, strings.TrimSpace(text), strings.ToLower(text), strings.ToUpper(text), number, base16, plain,
		string(coded), string(digits), at.Format(time.RFC3339Nano),
		text[from:rapid.IntRange(from, len(text)).Draw(t, "to")],
	}).Draw(t, "change")
}

// BenchmarkIndex compares the index with a look at each input, for 200 inputs and 300 operands.
func BenchmarkIndex(b *testing.B) {
	var inputs, operands []any
	for i := range 200 {
		inputs = append(inputs, fmt.Sprintf("name %d of 2024-03-%02d", i, i%28+1), int64(i*i))
	}
	for i := range 300 {
		operands = append(operands, fmt.Sprintf("name %d", i), int64(i))
	}
	b.Run("index", func(b *testing.B) {
		for b.Loop() {
			x := track.NewIndex(inputs, nil)
			for _, o := range operands {
				for _, i := range x.Of(o) {
					track.Of(inputs[i], o, nil)
				}
			}
		}
	})
	b.Run("each", func(b *testing.B) {
		for b.Loop() {
			for _, o := range operands {
				for _, i := range inputs {
					track.Of(i, o, nil)
				}
			}
		}
	})
}
