package gene_test

import (
	"encoding/base64"
	"net/netip"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/gene"
)

// edit returns the kind of change that a mutation made to a text.
func edit(before, after any) string {
	b, a := before.(string), after.(string)
	switch n, m := utf8.RuneCountInString(b), utf8.RuneCountInString(a); {
	case m == n-1 && strings.HasPrefix(b, a):
		return "dropped the last"
	case m == n+1 && strings.HasPrefix(a, b):
		return "appended"
	case m == n+1:
		return "inserted"
	case m == n-1:
		return "dropped one"
	case m == n && differing(b, a) == 1:
		return "shifted"
	case m == n:
		return "same length"
	}
	return "other length"
}

// differing counts the characters in which two texts of the same length differ.
func differing(b, a string) (n int) {
	other := []rune(a)
	for i, c := range []rune(b) {
		if other[i] != c {
			n++
		}
	}
	return n
}

// TestEditsOfTexts checks the shares of edits of strings: most shift one character. About one in seven drops the last
// character or some others, and about one in seven adds a character at the end or elsewhere.
func TestEditsOfTexts(t *testing.T) {
	tests := []struct {
		name      string
		low, high int
		from      string
		want      map[string]float64
	}{
		{"room", 0, -1, "hello", map[string]float64{"shifted": 0.67, "dropped the last": 0.069, "dropped one": 0.036,
			"appended": 0.09, "inserted": 0.06 + 0.02/5, "other length": 0.02 + 0.045}},
		{"empty", 0, -1, "", map[string]float64{"appended": 0.99, "other length": 0.01}},
		{"full", 0, 5, "hello", map[string]float64{"shifted": 0.67 + 0.15, "dropped the last": 0.069,
			"dropped one": 0.036, "other length": 0.02 + 0.045}},
		{"shortest", 5, 9, "hello", map[string]float64{"shifted": 0.67, "appended": 0.18, "inserted": 0.12 + 0.02/4,
			"other length": 0.02}},
		{"one length", 5, 5, "hello", map[string]float64{"shifted": 0.97, "same length": 0.03}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assertShares(t, tt.want, shares(with(t, text(tt.low, tt.high), tt.from), mutated(0), edit))
		})
	}
	one := gene.NewString(gene.StringLimits{MaxLength: 9, Alphabet: "x"})
	assertShares(t, map[string]float64{"dropped the last": 0.57, "appended": 0.15, "other length": 0.27},
		shares(with(t, one, "xxxx"), mutated(0), edit))
}

// TestCopiedParts: the copy of a part stands behind its original.
func TestCopiedParts(t *testing.T) {
	r, longest := newRand(1), 0
	for range 20000 {
		g := with(t, text(0, 40), "abcdefghijklmnopqrstuvwxyz")
		g.Mutate(r, 0)
		v := g.Value().(string)
		if n := len(v) - 26; n > 1 && strings.HasPrefix(v, "a") && strings.HasSuffix(v, "z") {
			at := 0
			for v[at+n:] != "abcdefghijklmnopqrstuvwxyz"[at:] {
				at++
			}
			require.Equal(t, v[at:at+n], v[at+n : at+2*n][:n], "%s", v)
			longest = max(longest, n)
		}
	}
	assert.Equal(t, 14, longest, "as long as there is room, at most 16")
}

// TestShiftsOfCharacters: characters move up to 64 places at the start of the search and up to 8 at its end.
func TestShiftsOfCharacters(t *testing.T) {
	for focus, want := range map[float64][]int{0: {1, 2, 4, 8, 16, 32}, 1: {1, 2, 4, 8}} {
		for name, g := range map[string]gene.Gene{
			"text": with(t, text(1, 1), "P"), "alphabet": with(t,
				gene.NewString(gene.StringLimits{MinLength: 1, MaxLength: 1, Alphabet: printable}), "P"),
			"pattern": with(t, regex(`^[ -~]$`), "P"),
		} {
			seen, r := map[int]int{}, newRand(3)
			g.Mutate(newRand(1), 1)
			for range 3000 {
				c := g.Clone()
				before := c.Value().(string)
				c.Mutate(r, focus)
				d := int(c.Value().(string)[0]) - int(before[0])
				seen[max(d, -d)]++
			}
			for _, d := range want {
				assert.Greater(t, seen[d], 300, "%s at focus %v: %d", name, focus, d)
			}
			if focus == 1 {
				assert.Less(t, seen[16]+seen[32]+seen[64], 60, "%s: only new ones are further away", name)
			}
		}
	}
}

var printable = func() string {
	var b strings.Builder
	for c := ' '; c <= '~'; c++ {
		b.WriteRune(c)
	}
	return b.String()
}()

// TestDrawsOfTexts checks the distribution of the lengths and characters of random strings.
func TestDrawsOfTexts(t *testing.T) {
	length := func(_, after any) string {
		switch n := utf8.RuneCountInString(after.(string)); {
		case n <= 16:
			return "usual"
		case n == 1024:
			return "longest"
		}
		return "other"
	}
	assertShares(t, map[string]float64{"usual": 1 - 0.95*0.1/3, "longest": 0.95 * 0.1 / 3},
		shares(text(0, -1), randomized, length))
	assertShares(t, map[string]float64{"20": 0.9/17 + 0.1/3, "21": 0.9/17 + 0.1/3, "30": 0.1 / 3,
		"from 22": 0.9 * 15 / 17}, shares(text(20, 300), randomized, func(_, after any) string {
		switch n := len(after.(string)); {
		case n == 20:
			return "20"
		case n == 21:
			return "21"
		case n == 300:
			return "30"
		case n <= 36:
			return "from 22"
		}
		return "more"
	}))
	special := func(_, after any) string {
		if v := after.(string); v == "漢字" || v == "😀" || v == "NaN" || v == "e\u0301" || v == "../" ||
			v == "1e309" || v == "${a}" {
			return "special"
		}
		return "usual"
	}
	assertShares(t, map[string]float64{"special": 0.05 * 7 / 34, "usual": 1 - 0.05*7/34},
		shares(text(0, -1), randomized, special))
	words, all := 0, 0
	for _, v := range values(text(50, 60), 400) {
		for _, c := range v.(string) {
			if all++; c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' {
				words++
			}
		}
	}
	assert.InDelta(t, 0.9+0.1*63/95, float64(words)/float64(all), 0.03)
}

// TestEditsOfBytes checks the shares of edits of base64 and binary values.
func TestEditsOfBytes(t *testing.T) {
	decoded := func(before, after any) string {
		b, err := base64.StdEncoding.DecodeString(before.(string))
		require.NoError(t, err)
		a, err := base64.StdEncoding.DecodeString(after.(string))
		require.NoError(t, err)
		return bytesEdit(b, a)
	}
	raw := func(before, after any) string { return bytesEdit([]byte(before.(string)), []byte(after.(string))) }
	want := map[string]float64{"changed": 0.7, "dropped the last": 0.15, "appended": 0.15 / 2, "inserted": 0.15 / 2}
	assertShares(t, want, shares(with(t, gene.NewBase64(0, -1), "aGVsbG9oZWxsb2hlbGxv"), mutated(0), decoded))
	assertShares(t, want, shares(with(t, gene.NewBinary(2, 99), "hellohellohello"), mutated(0), raw))
	assertShares(t, map[string]float64{"changed": 0.7, "appended": 0.3 / 2, "inserted": 0.3 / 2},
		shares(with(t, gene.NewBinary(10, 99), "hellohello"), mutated(0), raw))
	assertShares(t, map[string]float64{"changed": 0.7, "dropped the last": 0.3},
		shares(with(t, gene.NewBinary(2, 10), "hellohello"), mutated(0), raw))
	assertShares(t, map[string]float64{"changed": 1}, shares(with(t, gene.NewBinary(5, 5), "hello"), mutated(0), raw))
	assertShares(t, map[string]float64{"appended": 1}, shares(with(t, gene.NewBinary(0, 5), ""), mutated(0), raw))
	assertShares(t, map[string]float64{"4": 0.9/17 + 0.1/3, "5": 0.9/17 + 0.1/3, "1024": 0.1 / 3,
		"more": 0.9 * 15 / 17}, shares(gene.NewBinary(4, -1), randomized, func(_, after any) string {
		switch n := len(after.(string)); {
		case n == 4:
			return "4"
		case n == 5:
			return "5"
		case n == 1024:
			return "1024"
		case n <= 20:
			return "more"
		}
		return "other"
	}))
}

func bytesEdit(b, a []byte) string {
	switch {
	case len(a) == len(b):
		return "changed"
	case len(a) < len(b) && string(b[:len(b)-1]) == string(a):
		return "dropped the last"
	case len(a) > len(b) && string(a[:len(b)]) == string(b):
		return "appended"
	case len(a) == len(b)+1:
		return "inserted"
	}
	return "other"
}

// field returns the name of the field of a date or time that changed, with the size of the change.
func field(names []string, separators string) func(before, after any) string {
	return func(before, after any) string {
		cut := func(r rune) bool { return strings.ContainsRune(separators, r) }
		b, a := strings.FieldsFunc(before.(string), cut), strings.FieldsFunc(after.(string), cut)
		changed := ""
		for i, name := range names {
			if i < len(a) && i < len(b) && a[i] != b[i] {
				changed += name
			}
		}
		return changed
	}
}

func TestStepsOfDates(t *testing.T) {
	date := func() gene.Gene { return with(t, gene.NewDate(false), "2000-06-15") }
	assertShares(t, map[string]float64{"year": 1. / 3, "month": 1. / 3, "day": 1. / 3},
		shares(date(), mutated(0), field([]string{"year", "month", "day"}, "-")))
	furthest := func(g gene.Gene, focus float64, part string) (most float64) {
		r := newRand(5)
		for range 1000 {
			c := g.Clone()
			c.Mutate(r, focus)
			from, _ := time.Parse(time.RFC3339, g.Value().(string)+part)
			to, err := time.Parse(time.RFC3339, c.Value().(string)+part)
			require.NoError(t, err)
			most = max(most, to.Sub(from).Abs().Hours()/24)
		}
		return most
	}
	assert.InDelta(t, 64*365, furthest(date(), 0, "T00:00:00Z"), 100, "years of 1900 to 2100")
	assert.InDelta(t, 4*365, furthest(date(), 1, "T00:00:00Z"), 5)
	moment := with(t, gene.NewDateTime(false), "2000-06-15T12:30:30Z")
	assert.InDelta(t, 1<<31/86400, furthest(moment, 0, ""), 1500)
	assert.InDelta(t, 4*365, furthest(moment, 1, ""), 5, "by the year alone")

	kind := func(before, after any) string {
		b, a := before.(string), after.(string)
		day, clock := b[:10] != a[:10], b[10:] != a[10:]
		switch {
		case day && clock:
			return "both"
		case day:
			return "day"
		}
		return "clock"
	}
	// Moves of up to 2^12 seconds rarely reach another day from noon.
	assertShares(t, map[string]float64{"clock": 0.6 + 0.2, "day": 0.2}, shares(moment, mutated(1), kind))
	assertShares(t, map[string]float64{"both": 0.6 * 16 / 32, "clock": 0.6*16/32 + 0.2, "day": 0.2},
		shares(moment, mutated(0), kind))
	end := with(t, gene.NewDateTime(false), "2100-12-31T23:59:59Z")
	assert.Less(t, shares(end, mutated(0), upOrDownText)["up"], 0.25, "moves stay within the years of dates")
}

func upOrDownText(before, after any) string {
	if after.(string)[:4] > before.(string)[:4] {
		return "up"
	}
	return "down"
}

func TestStepsOfTimes(t *testing.T) {
	names := []string{"hour", "minute", "second"}
	clock := func(before, after any) string {
		b, a := before.(string), after.(string)
		if b == a {
			return "same"
		}
		if b[:8] != a[:8] {
			return field(names, ":Z.+-")(b[:8], a[:8])
		}
		if strings.Contains(b, ".") != strings.Contains(a, ".") || a[len(a)-1:] == b[len(b)-1:] && len(a) == len(b) {
			return "fraction"
		}
		return "zone"
	}
	assertShares(t, map[string]float64{"hour": 0.3, "minute": 0.3, "second": 0.2, "fraction": 0.1, "zone": 0.1},
		shares(with(t, gene.NewTime(false), "12:30:30Z"), mutated(0), clock))
	assertShares(t, map[string]float64{"hour": 0.3, "minute": 0.3, "second": 0.2, "fraction": 0.2},
		shares(with(t, gene.NewTime(false), "12:30:30"), mutated(0), clock))
	for focus, furthest := range map[float64]int{0: 8, 1: 2} {
		seen, r := map[int]bool{}, newRand(2)
		for range 500 {
			g := with(t, gene.NewTime(false), "12:30:30Z")
			g.Mutate(r, focus)
			at, err := time.Parse("15:04:05Z07:00", g.Value().(string))
			require.NoError(t, err)
			seen[max(at.Hour()-12, 12-at.Hour())] = true
		}
		most := 0
		for d := range seen {
			most = max(most, d)
		}
		assert.Equal(t, furthest, most, "hours at focus %v", focus)
	}
}

// TestDrawsOfDatesAndTimes checks the shares of special dates and times, and that the draws cover all others.
func TestDrawsOfDatesAndTimes(t *testing.T) {
	special := []string{"1900-01-01", "1970-01-01", "1999-12-31", "2000-02-29", "2024-02-29", "2038-01-19",
		"2038-01-20", "2100-12-31"}
	months, days, years := [13]float64{}, [32]float64{}, map[int]bool{}
	assertShares(t, map[string]float64{"special": 0.05, "usual": 0.95},
		shares(gene.NewDate(false), randomized, func(_, after any) string {
			if slices.Contains(special, after.(string)) {
				return "special"
			}
			at, err := time.Parse(time.DateOnly, after.(string))
			require.NoError(t, err)
			months[at.Month()] += 1. / draws
			days[at.Day()] += 1. / draws
			years[at.Year()] = true
			return "usual"
		}))
	for m := 1; m <= 12; m++ {
		assert.InDelta(t, 0.95/12, months[m], tolerance, "month %d", m)
	}
	for d := 1; d <= 28; d++ {
		assert.InDelta(t, 0.95/30.4, days[d], tolerance, "day %d", d)
	}
	assert.Len(t, years, 201)

	hours, minutes, seconds := [24]float64{}, [60]float64{}, [60]float64{}
	assertShares(t, map[string]float64{"midnight": 0.025, "last": 0.025, "plain": 0.95 * 0.8 * (0.8 + 0.2*0.3),
		"fraction": 0.95 * 0.2 * (0.8 + 0.2*0.3), "zone": 0.95 * 0.8 * 0.2 * 0.7, "both": 0.95 * 0.2 * 0.2 * 0.7},
		shares(gene.NewTime(false), randomized, func(_, after any) string {
			v := after.(string)
			at, err := time.Parse("15:04:05Z07:00", v)
			require.NoError(t, err)
			switch {
			case v == "00:00:00Z":
				return "midnight"
			case v == "23:59:59.999Z":
				return "last"
			}
			hours[at.Hour()] += 1. / draws
			minutes[at.Minute()] += 1. / draws
			seconds[at.Second()] += 1. / draws
			return map[[2]bool]string{{}: "plain", {true}: "fraction", {false, true}: "zone",
				{true, true}: "both"}[[2]bool{strings.Contains(v, "."), !strings.HasSuffix(v, "Z")}]
		}))
	for _, all := range [][]float64{hours[:], minutes[:], seconds[:]} {
		for at, share := range all {
			assert.InDelta(t, 0.95/float64(len(all)), share, 0.012, "%d of %d", at, len(all))
		}
	}
	zones := map[string]bool{}
	for _, v := range values(gene.NewTime(false), 20000) {
		if text := v.(string); strings.ContainsAny(text, "+-") {
			zones[text[len(text)-6:]] = true
		}
	}
	assert.Len(t, zones, 4*26, "each quarter from -12:00 to +14:00 but UTC")
	assert.True(t, zones["-12:00"] && zones["+14:00"] && zones["+05:45"])
}

func TestTimesWithStrangeZonesAreRefused(t *testing.T) {
	for zone, want := range map[string]bool{
		"": true, "Z": true, "+23:59": true, "-00:00": true, "+24:00": false, "-01:60": false, "+1:00": false,
		"*01:00": false, "+01.00": false, "+aa:00": false, "+00:bb": false,
	} {
		assert.Equal(t, want, gene.Assign(gene.NewTime(false), "10:00:00"+zone), "%q", zone)
	}
}

// TestIdentifiers checks versions and variants of UUIDs, and special addresses.
func TestIdentifiers(t *testing.T) {
	const zero = "00000000-0000-0000-0000-000000000000"
	kind := func(_, after any) string {
		v := after.(string)
		switch {
		case v == zero:
			return "nil"
		case v[14] == '4' && strings.ContainsRune("89ab", rune(v[19])):
			return "version 4"
		}
		return "other"
	}
	assertShares(t, map[string]float64{"nil": 0.05, "version 4": 0.95}, shares(gene.NewUUID(), randomized, kind))
	places := map[int]float64{}
	assertShares(t, map[string]float64{"version 4": 1}, shares(with(t, gene.NewUUID(),
		"11111111-1111-1111-1111-111111111111"), mutated(0), func(before, after any) string {
		b, a := strings.ReplaceAll(before.(string), "-", ""), strings.ReplaceAll(after.(string), "-", "")
		for i := range 16 {
			if a[2*i:2*i+2] != b[2*i:2*i+2] {
				places[i] += 1. / draws
			}
		}
		return kind(before, after)
	}))
	for i := range 16 {
		want := 1. / 14
		if i == 6 || i == 8 {
			want = 1 // the first mutation sets version and variant
		}
		assert.InDelta(t, want, places[i], 0.015, "byte %d", i)
	}

	family := func(_, after any) string {
		a := netip.MustParseAddr(after.(string))
		special := a.IsLoopback() || a.IsUnspecified() || a.IsPrivate() || a.IsLinkLocalUnicast() ||
			after == "255.255.255.255" || after == "2001:db8::1" || a.Is4In6()
		return map[bool]string{true: "4", false: "6"}[a.Is4()] + map[bool]string{true: " special"}[special]
	}
	assertShares(t, map[string]float64{"4": 0.75 * 0.8, "4 special": 0.75 * 0.2, "6": 0.25 * 0.8,
		"6 special": 0.25 * 0.2}, shares(gene.NewIP(0), randomized, family))
	step := func(before, after any) string {
		b, a := netip.MustParseAddr(before.(string)).AsSlice(), netip.MustParseAddr(after.(string)).AsSlice()
		for i := range b {
			if d := int(a[i]) - int(b[i]); d > 8 || d < -8 {
				return "large"
			} else if d != 0 {
				return "small"
			}
		}
		return "none"
	}
	address := func() gene.Gene { return with(t, gene.NewIP(4), "120.120.120.120") }
	assertShares(t, map[string]float64{"small": 4. / 8, "large": 4. / 8}, shares(address(), mutated(0), step))
	assertShares(t, map[string]float64{"small": 1}, shares(address(), mutated(1), step))
}
