package gene_test

import (
	"math/rand/v2"
	"net/mail"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/evoke-go/evoke/gene"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestFormatsAreValid checks the values with the standard library.
func TestFormatsAreValid(t *testing.T) {
	uuid := regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
	layout := func(layout string) func(string) bool {
		return func(s string) bool { _, err := time.Parse(layout, s); return err == nil }
	}
	tests := []struct {
		name  string
		gene  gene.Gene
		valid func(string) bool
	}{
		{"date", gene.NewDate(false), layout(time.DateOnly)},
		{"time", gene.NewTime(false), layout("15:04:05Z07:00")},
		{"date-time", gene.NewDateTime(false), layout(time.RFC3339)},
		{"uuid", gene.NewUUID(), uuid.MatchString},
		{"email", gene.NewEmail(),
			func(s string) bool { a, err := mail.ParseAddress(s); return err == nil && a.Address == s }},
		{"uri", gene.NewURI(), func(s string) bool { u, err := url.Parse(s); return err == nil && u.IsAbs() }},
		{"ip 4", gene.NewIP(4), func(s string) bool { a, err := netip.ParseAddr(s); return err == nil && a.Is4() }},
		{"ip 6", gene.NewIP(6), func(s string) bool { a, err := netip.ParseAddr(s); return err == nil && a.Is6() }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			distinct := map[string]bool{}
			for _, v := range values(tt.gene, 3000) {
				require.True(t, tt.valid(v.(string)), "%q", v)
				distinct[v.(string)] = true
			}
			assert.Greater(t, len(distinct), 1000)
		})
	}
}

func TestInvalidDatesAreRareButThere(t *testing.T) {
	for layout, g := range map[string]gene.Gene{
		time.DateOnly: gene.NewDate(true), "15:04:05Z07:00": gene.NewTime(true), time.RFC3339: gene.NewDateTime(true),
	} {
		bad := 0
		all := values(g, 2000)
		for _, v := range all {
			if _, err := time.Parse(layout, v.(string)); err != nil {
				bad++
			}
		}
		assert.Greater(t, bad, 20, layout)
		assert.Less(t, bad, len(all)*2/3, layout)
	}
}

// assignments are strings that genes of texts have to take, and strings that they have to refuse.
var assignments = []struct {
	name string
	make func() gene.Gene
	good []string
	bad  []string
}{
	{"date", func() gene.Gene { return gene.NewDate(false) }, []string{"0001-01-01", "2024-02-29", "9999-12-31"},
		[]string{"2023-02-29", "2023-13-01", "2023-1-1", "2023-01-01Z", "", "2023-00-10", "20x3-01-01"}},
	{"date maybe invalid", func() gene.Gene { return gene.NewDate(true) }, []string{"2023-02-32", "1900-13-00"},
		[]string{"2023-14-01"}},
	{"time", func() gene.Gene { return gene.NewTime(false) },
		[]string{"23:59:59Z", "00:00:00.5+02:00", "01:02:03", "01:02:03.123456789Z"},
		[]string{"24:00:00Z", "1:2:3", "01:02Z", "01:02:03.Z", "01:02:03+2", "-1:00:00Z", "01:02:03+99:00",
			"01:02:03.1234567890Z"}},
	{"time maybe invalid", func() gene.Gene { return gene.NewTime(true) }, []string{"-1:-1:61Z", "25:00:00"},
		[]string{"26:00:00", ""}},
	{"date-time", func() gene.Gene { return gene.NewDateTime(false) },
		[]string{"2024-02-29T00:00:00.000-08:00", "2024-02-29T00:00:00"},
		[]string{"2024-02-29", "2024-02-29 00:00:00Z", "2024-02-29T"}},
	{"uuid", func() gene.Gene { return gene.NewUUID() },
		[]string{"00000000-0000-0000-0000-000000000000", "6ba7b810-9dad-11d1-80b4-00c04fd430c8"},
		[]string{"6BA7B810-9DAD-11D1-80B4-00C04FD430C8", "6ba7b8109dad11d180b400c04fd430c8",
			"6ba7b810-9dad-11d1-80b4-00c04fd430cx"}},
	{"email", func() gene.Gene { return gene.NewEmail() }, []string{"a+b.c@example.com", "o'hara@localhost"},
		[]string{"a@", "@b", "a..b@c", "a b@c", "a@b_c", "a@-b", strings.Repeat("a", 65) + "@b"}},
	{"hostname", func() gene.Gene { return gene.NewHostname() }, []string{"a", "a-b.c1"},
		[]string{"", "a.", "-a", "A", "a_b", strings.Repeat("a", 64)}},
	{"uri", func() gene.Gene { return gene.NewURI() }, []string{"http://example.com:8080/a/b?c=d", "urn:x:y",
		"https://é.example/", "mailto:x@y", "HTTP://example.com/", "http://example.com:080/"},
		[]string{"", "/relative", "::", "example.com"}},
	{"ip", func() gene.Gene { return gene.NewIP(0) }, []string{"1.2.3.4", "::1", "fe80::1"},
		[]string{"1.2.3", "01.2.3.4", "::0:1", "fe80::1%eth0"}},
	{"ip 4", func() gene.Gene { return gene.NewIP(4) }, []string{"1.2.3.4"}, []string{"::1"}},
	{"base64", func() gene.Gene { return gene.NewBase64(1, 3) }, []string{"AA==", "AAAA"},
		[]string{"", "AB==", "AA", "AAAAAA==", "AA\n=="}},
	{"binary", func() gene.Gene { return gene.NewBinary(1, 3) }, []string{"a", "\xff\x00"}, []string{"", "abcd"}},
	{"string", func() gene.Gene { return text(2, 3) }, []string{"éé", "漢字x"}, []string{"a", "abcd", "a\xff"}},
	{"numeric string", func() gene.Gene { return gene.NewNumericString(gene.NewInt(0, 99)) }, []string{"0", "42"},
		[]string{"100", "042", "1.5", "1e1", "", "x"}},
}

func TestTextGenesAssign(t *testing.T) {
	for _, tt := range assignments {
		t.Run(tt.name, func(t *testing.T) {
			for _, v := range tt.good {
				g := tt.make()
				require.True(t, gene.Assign(g, v), "%q", v)
				assert.Equal(t, v, g.Value())
				g.Mutate(newRand(1), 0)
				assert.NoError(t, gene.Check(g), "%q", v)
				assert.NotEqual(t, v, g.Value())
			}
			for _, v := range tt.bad {
				assert.False(t, gene.Assign(tt.make(), v), "%q", v)
			}
		})
	}
}

func TestLocalTimesStayLocal(t *testing.T) {
	g := gene.NewTime(false)
	require.True(t, gene.Assign(g, "10:00:00"))
	r := newRand(1)
	for range 200 {
		g.Mutate(r, 0)
		require.False(t, strings.ContainsAny(g.Value().(string), "Z+-"), g.Value())
	}
}

func TestStringsKeepTheirLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		low := rapid.IntRange(0, 40).Draw(t, "low")
		high := rapid.IntRange(low, 60).Draw(t, "high")
		alphabet := rapid.SampledFrom([]string{"", "ab", "aé漢😀", "0"}).Draw(t, "alphabet")
		g := gene.NewString(gene.StringLimits{MinLength: low, MaxLength: high, Alphabet: alphabet})
		if low == 0 && high == 0 {
			return
		}
		for _, v := range values(g, 60) {
			s := v.(string)
			if n := utf8.RuneCountInString(s); n < low || n > high || !utf8.ValidString(s) {
				t.Fatalf("%q is not of %d to %d characters", s, low, high)
			}
			if alphabet != "" && strings.Trim(s, alphabet) != "" {
				t.Fatalf("%q is not of %q", s, alphabet)
			}
		}
	})
}

func TestStringsReachTheirLimits(t *testing.T) {
	lengths := map[int]bool{}
	special := false
	for _, v := range values(text(3, 700), 2000) {
		lengths[utf8.RuneCountInString(v.(string))] = true
	}
	assert.True(t, lengths[3] && lengths[4] && lengths[700])
	g, r := text(0, -1), newRand(1)
	for range 5000 {
		g.Randomize(r)
		special = special || g.Value() == "漢字"
	}
	assert.True(t, special, "no special string was drawn")
	assert.True(t, reached(text(0, 5), ""))
}

// TestSearchFindsWords searches a word by mutation alone, with a distance that compares from the left, for which the
// operators are designed.
func TestSearchFindsWords(t *testing.T) {
	const word = "evoke"
	distance := func(s string) int {
		d := 200 * max(len(s), len(word))
		for i := range min(len(s), len(word)) {
			d -= 200 - max(int(s[i])-int(word[i]), int(word[i])-int(s[i]))
		}
		return d
	}
	r, tries := newRand(2), 0
	var g gene.Gene = text(0, -1)
	for ; g.Value() != word && tries < 20000; tries++ {
		next := g.Clone()
		next.Mutate(r, 0.5)
		if s := next.Value().(string); distance(s) <= distance(g.Value().(string)) {
			g = next
		}
	}
	assert.Less(t, tries, 5000)
}

func TestRareCharactersAreNotDrawn(t *testing.T) {
	g := gene.NewString(gene.StringLimits{MaxLength: 8, Alphabet: "ab0", Rare: "/"})
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		g.Randomize(r)
		require.NotContains(t, g.Value(), "/")
	}
	require.True(t, g.Assign("a/b"))
	require.False(t, g.Assign("a?b"))
	shifted := false
	require.True(t, g.Assign("0000"))
	for range 300 {
		g.Mutate(r, 0)
		require.NoError(t, gene.Check(g))
		shifted = shifted || strings.Contains(g.Value().(string), "/")
	}
	assert.True(t, shifted, "a neighbour is shifted to it")
}

func TestLengthsAreHonouredUpToACap(t *testing.T) {
	const honoured = 1 << 20
	assert.Len(t, gene.NewString(gene.StringLimits{MinLength: honoured + 1, MaxLength: -1}).Value(), honoured)
	assert.Len(t, gene.NewString(gene.StringLimits{MinLength: honoured - 1, MaxLength: -1}).Value(), honoured-1)
	assert.Len(t, gene.NewBinary(honoured+1, -1).Value(), honoured)
	assert.False(t, gene.Assign(text(0, -1), strings.Repeat("a", honoured+1)))
	assert.True(t, gene.Assign(text(0, -1), strings.Repeat("a", honoured)))
}
