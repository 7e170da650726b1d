package gene_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/evoke-go/evoke/gene"
)

func TestDrawsOfHostnames(t *testing.T) {
	known := []string{"example.com", "localhost", "example.org", "xn--bcher-kva.example", "a.b.c.d.example"}
	lengths := map[int]float64{}
	assertShares(t, map[string]float64{"known": 0.25, "one label": 0.75 / 2, "two labels": 0.75 / 2},
		shares(gene.NewHostname(), randomized, func(_, after any) string {
			for _, name := range known {
				if after == name {
					return "known"
				}
			}
			labels := strings.Split(after.(string), ".")
			lengths[len(labels[0])] += 1. / draws
			return map[int]string{2: "one label", 3: "two labels"}[len(labels)]
		}))
	require.Len(t, lengths, 10)
	for n, share := range lengths {
		assert.InDelta(t, 0.75/10, share, tolerance, "%d characters", n)
	}
}

func TestEditsOfHostnames(t *testing.T) {
	kind := func(before, after any) string {
		b, a := before.(string), after.(string)
		switch n := strings.Count(a, ".") - strings.Count(b, "."); {
		case n > 0:
			return "label more"
		case n < 0:
			return "label less"
		case len(a) == len(b):
			return "changed"
		case len(a) < len(b):
			return "shorter"
		}
		return "longer"
	}
	// Removing a dot joins two labels. The dot is one of 15 characters.
	assertShares(t, map[string]float64{
		"label more": 0.1, "label less": 0.1 + 0.8*(0.7+0.15)*2/15, "changed": 0.8 * 0.7 * 13 / 15,
		"shorter": 0.8 * 0.15 * 13 / 15, "longer": 0.8 * 0.15,
	}, shares(with(t, gene.NewHostname(), "wwwww.abcde.org"), mutated(0), kind))
	step := func(before, after any) string {
		const letters = "abcdefghijklmnopqrstuvwxyz0123456789"
		b, a := before.(string), after.(string)
		if len(a) != len(b) {
			return "other"
		}
		for i := range b {
			d := strings.IndexByte(letters, a[i]) - strings.IndexByte(letters, b[i])
			if d = max(d, -d); b[i] != '.' && d > 4 {
				return "large"
			} else if d > 0 && b[i] != '.' {
				return "small"
			}
		}
		return "other"
	}
	changes := 0.8 * 0.7 * 13 / 15
	host := func() gene.Gene { return with(t, gene.NewHostname(), "ooooo.aaaaa.sss") }
	assertShares(t, map[string]float64{"small": changes * 3 / 6, "large": changes * 3 / 6, "other": 1 - changes},
		shares(host(), mutated(0), step))
	assertShares(t, map[string]float64{"small": changes, "other": 1 - changes}, shares(host(), mutated(1), step))
}

func TestMailAddresses(t *testing.T) {
	lengths, tags := map[int]bool{}, map[int]bool{}
	kind := func(_, after any) string {
		local, _, _ := strings.Cut(after.(string), "@")
		lengths[len(local)] = true
		if i := strings.IndexAny(local, "+."); i > 0 && len(local) <= 16 &&
			!strings.ContainsAny(local, "!#$%&'*/=?^_`{|}~-") && strings.Count(local, "+") < 2 {
			tags[len(local)-i-1] = true
		}
		switch {
		case strings.ContainsAny(local, "!#$%&'*/=?^_`{|}~-") || len(local) > 16:
			return "odd"
		case strings.Contains(local, "+"):
			return "tag"
		case strings.Contains(local, "."):
			return "dot"
		}
		return "plain"
	}
	assertShares(t, map[string]float64{"tag": 0.1, "dot": 0.1, "odd": 0.05, "plain": 0.75},
		shares(gene.NewEmail(), randomized, kind))
	assert.True(t, lengths[1] && lengths[64] && !lengths[65])
	for n := 1; n <= 5; n++ {
		assert.True(t, tags[n], "a tag of %d characters", n)
	}
	part := func(before, after any) string {
		b, _, _ := strings.Cut(before.(string), "@")
		a, _, _ := strings.Cut(after.(string), "@")
		return map[bool]string{true: "host", false: "local part"}[a == b]
	}
	assertShares(t, map[string]float64{"host": 1. / 3, "local part": 2. / 3},
		shares(with(t, gene.NewEmail(), "someone@example.org"), mutated(0), part))
}

func TestAddressesOfPages(t *testing.T) {
	odd := func(u *url.URL) bool {
		port := u.Port()
		return u.Opaque != "" || u.User != nil || u.Fragment != "" || u.Scheme == "file" || port == "0" ||
			strings.Contains(u.RawPath+u.Path, "\x00") ||
			u.Host == "localhost" && u.Path == "" || strings.HasPrefix(u.Host, "[") || u.Host == "169.254.169.254"
	}
	parts, lengths := map[string]float64{}, map[string]int{}
	u := func(text any) *url.URL {
		out, err := url.Parse(text.(string))
		require.NoError(t, err)
		return out
	}
	got := shares(gene.NewURI(), randomized, func(_, after any) string {
		if odd(u(after)) {
			return "odd"
		}
		p := u(after)
		parts["scheme "+p.Scheme] += 1. / draws
		parts["segments "+string(rune('0'+strings.Count(p.Path, "/")))] += 1. / draws
		for segment := range strings.SplitSeq(p.Path, "/") {
			lengths["segment"] = max(lengths["segment"], len(segment))
		}
		key, value, _ := strings.Cut(p.RawQuery, "=")
		lengths["key"], lengths["value"] = max(lengths["key"], len(key)), max(lengths["value"], len(value))
		if p.Port() != "" {
			parts["port"] += 1. / draws
		}
		if p.RawQuery != "" {
			parts["query"] += 1. / draws
		}
		return "usual"
	})
	assertShares(t, map[string]float64{"odd": 0.05, "usual": 0.95}, got)
	assertShares(t, map[string]float64{
		"scheme http": 0.95 * (0.9/2 + 0.1/4), "scheme https": 0.95 * (0.9/2 + 0.1/4), "scheme ftp": 0.95 * 0.1 / 4,
		"scheme ws":  0.95 * 0.1 / 4,
		"segments 0": 0.95 / 4, "segments 1": 0.95 / 4, "segments 2": 0.95 / 4, "segments 3": 0.95 / 4,
		"port": 0.95 / 5, "query": 0.95 / 4,
	}, parts)

	assert.Equal(t, map[string]int{"segment": 8, "key": 5, "value": 7}, lengths)
	page := func() gene.Gene {
		return with(t, gene.NewURI(), "https://www.example.org:8080/some/page?key=value")
	}
	assertShares(t, map[string]float64{"scheme": 1. / 8, "port": 1. / 8, "host": 2. / 8, "query": 1. / 8,
		"path": 3. / 8}, shares(page(), mutated(0), func(before, after any) string {
		b, a := u(before), u(after)
		switch {
		case a.Scheme != b.Scheme:
			return "scheme"
		case a.Port() != b.Port():
			return "port"
		case a.Hostname() != b.Hostname():
			return "host"
		case a.RawQuery != b.RawQuery:
			return "query"
		}
		return "path"
	}))
	assertShares(t, map[string]float64{"parts": 1},
		shares(with(t, gene.NewURI(), "urn:x:y"), mutated(0), func(_, after any) string {
			return map[bool]string{true: "parts"}[u(after).Host != ""]
		}))
}

// TestDrawsAlongPatterns checks the shares of repetitions, of text beside the match, and of alternatives in the draws
// for patterns.
func TestDrawsAlongPatterns(t *testing.T) {
	length := func(_, after any) string {
		switch n := len(after.(string)); {
		case n == 2:
			return "least"
		case n == 40:
			return "most"
		case n <= 10:
			return "some"
		}
		return "more"
	}
	assertShares(t, map[string]float64{"least": 0.05 + 0.9/9, "most": 0.05, "some": 0.9 * 8 / 9},
		shares(regex(`^[a-z]{2,40}$`), randomized, length))
	assertShares(t, map[string]float64{"least": 0.1 + 0.9/9, "some": 0.9 * 8 / 9},
		shares(regex(`^[a-z]{2,}$`), randomized, length))
	pads := func(_, after any) string {
		before, behind, _ := strings.Cut(after.(string), "ABC")
		return map[bool]string{true: "before"}[before != ""] + map[bool]string{true: " behind"}[behind != ""]
	}
	pad := 0.1 * 4 / 5
	assertShares(t, map[string]float64{"": (1 - pad) * (1 - pad), "before": pad * (1 - pad),
		" behind": pad * (1 - pad)}, shares(regex(`ABC`), randomized, pads))
	choice := func(_, after any) string { return after.(string) }
	assertShares(t, map[string]float64{"red": 1. / 3, "green": 1. / 3, "blue": 1. / 3},
		shares(regex(`^(red|green|blue)$`), randomized, choice))
	other := with(t, regex(`^(red|green|blue)$`), "red").(*gene.Regex)
	// until "red" is drawn; the state of an assigned "red" is the text itself
	for r := newRand(1); other.Value() != "red" || other.State() == any("red"); {
		other.Randomize(r)
	}
	assertShares(t, map[string]float64{"green": 1. / 2, "blue": 1. / 2}, shares(other, mutated(0), choice))
	class := func(_, after any) string {
		switch c := []rune(after.(string))[0]; {
		case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9':
			return "word"
		case c >= ' ' && c <= '~':
			return "printable"
		}
		return "any"
	}
	assertShares(t, map[string]float64{"word": 0.7 + 0.27*62/95, "printable": 0.27 * 33 / 95, "any": 0.03},
		shares(regex(`^.$`), randomized, class))
}

// TestShiftsWithinClasses: mutation of a printable character of a pattern gives a printable character, apart from one
// step in fifty.
func TestShiftsWithinClasses(t *testing.T) {
	near := func(before, after any) string {
		b, a := []rune(before.(string))[0], []rune(after.(string))[0]
		switch d := max(a-b, b-a); {
		case d > 64:
			return "far"
		case a < ' ' || a > '~':
			return "near, odd"
		}
		return "near"
	}
	drawn := func(wanted func(rune) bool) gene.Gene {
		g, r := regex(`^.$`), newRand(1)
		for !wanted([]rune(g.Value().(string))[0]) {
			g.Randomize(r)
		}
		return g
	}
	assertShares(t, map[string]float64{"near, odd": 1},
		shares(drawn(func(c rune) bool { return c > 1000 }), mutated(0), near))
	got := shares(drawn(func(c rune) bool { return c == '~' }), mutated(0), near)
	assert.InDelta(t, 0.01, got["near, odd"], 0.006, "half of one in fifty goes up from the last")
	assert.InDelta(t, 0.99, got["near"], 0.006)
}

func TestEditsAlongPatterns(t *testing.T) {
	g := func() gene.Gene {
		out := regex(`^[a-z]{2,40}$`)
		for r := newRand(1); len(out.Value().(string)) != 5; {
			out.Randomize(r)
		}
		return out
	}()
	// One of six choices is the number of repetitions.
	assertShares(t, map[string]float64{"shifted": 5. / 6, "appended": 0.8/12 + 0.01, "dropped the last": 0.8/12 + 0.01,
		"inserted": 0.015, "dropped one": 0.015}, shares(g, mutated(0), edit))
	assigned := with(t, regex(`^[a-z]{2,40}$`), "hello")
	got := shares(assigned, mutated(0), edit)
	assert.Greater(t, got["shifted"], 0.6, "an assigned text is edited as a text: %v", got)
	assert.Greater(t, got["appended"], 0.05)
	assert.Greater(t, got["dropped the last"], 0.05)
}
