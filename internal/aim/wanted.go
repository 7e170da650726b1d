package aim

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/track"
	"github.com/evoke-go/evoke/probe"
	"github.com/evoke-go/evoke/sut"
)

// giveWanted gives a gene of a text another text in the wanted form.
func giveWanted(r *rand.Rand, g gene.Gene, w sut.Wanted) bool {
	old, _ := g.Value().(string)
	text, ok := Text(r, old, w)
	return ok && gene.Assign(g, text)
}

// Text returns a random text in the wanted form. The parts that the form leaves open come from the old text. It returns
// false for an unknown form, or if the parameter of the form is invalid.
func Text(r *rand.Rand, old string, w sut.Wanted) (text string, ok bool) {
	switch w.Form {
	case probe.Matching:
		return matching(r, w.Text)
	case probe.Prefixed:
		return w.Text + old, true
	case probe.Suffixed:
		return old + w.Text, true
	case probe.Containing:
		return withPart(r, old, w.Text), true
	case probe.Folded:
		return w.Text, true
	case probe.Excluding:
		return strings.ReplaceAll(old, w.Text, ""), w.Text != ""
	case probe.Timed:
		return drawnTime(r).Format(w.Text), w.Text != ""
	case probe.Integer, probe.Natural:
		return integer(r, w)
	}
	draw, ok := drawn[w.Form]
	if !ok {
		return "", false
	}
	return draw(r, old, w.Text), true
}

// drawn has the forms whose parameter needs no check.
var drawn = map[probe.Form]func(r *rand.Rand, old, about string) string{
	probe.Lasting: func(r *rand.Rand, _, _ string) string { return duration(r).String() },
	probe.Decimal: func(r *rand.Rand, _, _ string) string {
		return strconv.FormatFloat(float64(r.IntN(20001)-10000)/100, 'g', -1, 64)
	},
	probe.Truth:  func(r *rand.Rand, _, _ string) string { return strconv.FormatBool(r.IntN(2) == 0) },
	probe.Quoted: func(_ *rand.Rand, old, _ string) string { return strconv.Quote(old) },
	probe.UUID:   func(r *rand.Rand, _, _ string) string { return random(r, gene.NewUUID()) },
	probe.IP: func(r *rand.Rand, _, about string) string {
		return random(r, gene.NewIP(version(r, about)))
	},
	probe.Network: func(r *rand.Rand, _, about string) string {
		v := version(r, about)
		return random(r, gene.NewIP(v)) + "/" + strconv.Itoa(r.IntN(map[int]int{4: 33, 6: 129}[v]))
	},
	probe.HostPort: func(r *rand.Rand, _, _ string) string {
		return fmt.Sprintf("%s:%d", random(r, gene.NewIP(4)), r.IntN(1<<16))
	},
	probe.Hardware: func(r *rand.Rand, _, _ string) string {
		octets := make([]string, 6)
		for i := range octets {
			octets[i] = fmt.Sprintf("%02x", r.IntN(256))
		}
		return strings.Join(octets, ":")
	},
	probe.URL:  func(r *rand.Rand, _, _ string) string { return random(r, gene.NewURI()) },
	probe.Mail: func(r *rand.Rand, _, _ string) string { return random(r, gene.NewEmail()) },
	probe.Base64: func(_ *rand.Rand, old, about string) string {
		return track.Alphabet(about).EncodeToString([]byte(old))
	},
	probe.Hex:  func(_ *rand.Rand, old, _ string) string { return fmt.Sprintf("%x", old) },
	probe.JSON: func(r *rand.Rand, _, about string) string { return document(r, about) },
	probe.XML:  func(*rand.Rand, string, string) string { return "<a></a>" },
	probe.CSV:  func(_ *rand.Rand, old, _ string) string { return old + ",a\n" },
	probe.UTF8: func(_ *rand.Rand, old, _ string) string { return strings.ToValidUTF8(old, "a") },
}

// random draws the text of a gene.
func random(r *rand.Rand, g gene.Gene) string {
	g.Randomize(r)
	text, _ := g.Value().(string)
	return text
}

// matching returns a text that matches a pattern.
func matching(r *rand.Rand, pattern string) (string, bool) {
	g, err := gene.NewRegex(pattern)
	if err != nil {
		return "", false
	}
	return random(r, g), true
}

// Range of the seconds after 1990 from which times are drawn.
const (
	firstTime = 631152000
	timeSpan  = 50 * 365 * 24 * 3600
)

func drawnTime(r *rand.Rand) time.Time {
	return time.Unix(firstTime+r.Int64N(timeSpan), 0).UTC()
}

// duration draws a whole number of one unit.
func duration(r *rand.Rand) time.Duration {
	units := []time.Duration{time.Millisecond, time.Second, time.Minute, time.Hour}
	return time.Duration(r.IntN(100)) * units[r.IntN(len(units))]
}

// integer draws a number of some digits, in the wanted base.
func integer(r *rand.Rand, w sut.Wanted) (string, bool) {
	base := 10
	if w.Text != "" && w.Text != "0" {
		b, err := strconv.Atoi(w.Text)
		if err != nil || b < 2 || b > 36 {
			return "", false
		}
		base = b
	}
	n := r.Int64N(1000)
	if w.Form == probe.Integer && r.IntN(4) == 0 {
		n = -n
	}
	return strconv.FormatInt(n, base), true
}

// version returns the wanted version of IP, or draws one.
func version(r *rand.Rand, about string) int {
	switch about {
	case "4":
		return 4
	case "6":
		return 6
	}
	return 4 + 2*r.IntN(2)
}

// document draws a small JSON value of a Go type.
func document(r *rand.Rand, about string) string {
	switch {
	case strings.HasPrefix(about, "[]"):
		return "[]"
	case about == "string":
		return `"a"`
	case about == "bool":
		return strconv.FormatBool(r.IntN(2) == 0)
	case strings.HasPrefix(about, "int"), strings.HasPrefix(about, "uint"), strings.HasPrefix(about, "float"):
		return strconv.Itoa(r.IntN(100))
	}
	return "{}"
}
