package gene

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Lengths of strings without a declared limit, as in EvoMaster.
const (
	// defaultMaxLength is the most characters that mutation grows one to.
	defaultMaxLength = 1024
	// samplingLength is how much longer than its least length a random
	// string is, but for the boundaries.
	samplingLength = 16
	// lengthCap is the greatest least length that is honoured; a schema may
	// ask for gigabytes.
	lengthCap = 1 << 20
)

// StringLimits bound a string gene. Lengths count characters (code points).
type StringLimits struct {
	// MinLength is the least length. Default 0.
	MinLength int
	// MaxLength is the greatest length. Negative means unbounded, and so
	// does 0 together with Unbounded or with a greater MinLength; 0 alone
	// allows the empty string only.
	MaxLength int
	// Unbounded makes a MaxLength of 0 mean unbounded.
	Unbounded bool
	// Alphabet is the set of characters allowed. Default: all of them, most
	// often letters and digits, sometimes other printable ASCII, rarely more.
	Alphabet string
	// Rare are characters allowed besides those of Alphabet: none is drawn, but
	// shifts of a neighbour and Assign lead to them. Without Alphabet they have
	// no meaning.
	Rare string
}

const (
	wordChars = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
	firstChar = ' ' // of printable ASCII
	lastChar  = '~'
)

// specials are strings known to upset programs.
var specials = [...]string{
	"", " ", "é", "ß", "漢字", "😀", "e\u0301", "\u202eabc", "İ", "\u00a0",
	"'", "\"", "\\", "\n", "\t", "%", "%00", "/", "../", "&", "<a>", "${a}", "{}", "[]",
	"null", "true", "0", "-1", "1e309", "NaN", ",", ";", "#", "?", "*", "+",
}

// stringSpec is what all clones of a string gene share.
type stringSpec struct {
	min, max int
	bounded  bool
	alphabet []rune // sorted; empty: any
	drawn    []rune // of these, what is drawn
}

// String is a gene for text.
type String struct {
	spec *stringSpec
	v    string
}

// NewString returns a gene for text within the limits, in either order, which
// begins with the shortest.
func NewString(limits StringLimits) *String {
	spec := &stringSpec{min: min(max(limits.MinLength, 0), lengthCap), max: limits.MaxLength}
	if limits.MaxLength < 0 || limits.MaxLength == 0 && (limits.Unbounded || spec.min > 0) {
		spec.max = max(defaultMaxLength, spec.min)
	} else {
		spec.bounded = true
		spec.min, spec.max = ordered(spec.min, spec.max)
	}
	first := "a"
	if spec.drawn = characters(limits.Alphabet); len(spec.drawn) > 0 {
		spec.alphabet = characters(limits.Alphabet + limits.Rare)
		first = string(spec.drawn[0])
	}
	return &String{spec: spec, v: strings.Repeat(first, spec.min)}
}

// characters returns those of a text in order, each once.
func characters(text string) []rune {
	all := slices.DeleteFunc([]rune(text), func(c rune) bool { return c == utf8.RuneError })
	slices.Sort(all)
	return slices.Compact(all)
}

// Clone returns a deep copy; the limits never change and are shared.
func (g *String) Clone() Gene { c := *g; return &c }

// Randomize draws a string of up to 16 characters above the least length, of a
// boundary length, or one known to upset programs.
func (g *String) Randomize(r *rand.Rand) {
	if r.Float64() < specialRate {
		if v := specials[r.IntN(len(specials))]; g.spec.allows(v) {
			g.v = v
			return
		}
	}
	n := drawLength(r, g.spec.min, g.spec.max, samplingLength, defaultMaxLength)
	var b strings.Builder
	b.Grow(n)
	for range n {
		b.WriteRune(g.spec.char(r))
	}
	g.v = b.String()
}

// Mutate mostly shifts one character by +-2^i, i up to 6 shrinking to
// 3 with focus; else it drops the last character or a part, appends or inserts
// one, or copies a part. A text that is longer than Randomize draws mostly loses
// more than it gains.
func (g *String) Mutate(r *rand.Rand, focus float64) {
	n := utf8.RuneCountInString(g.v)
	canGrow, canDrop := n < g.spec.max, n > g.spec.min
	p, shifts := r.Float64(), 0.7
	if n > samplingLength {
		shifts = 0.5
	}
	switch {
	case p < 0.02 && n > 1 && canGrow:
		g.v = g.spec.repeatPart(r, g.v, n)
	case p < 0.03 && g.jump(r):
	case p < shifts && n > 0 && g.spec.letters() > 1:
		g.shift(r, n, focus)
	case p < 0.85 && canDrop:
		g.drop(r, n)
	case canGrow:
		g.insert(r, n)
	case n > 0 && g.spec.letters() > 1:
		g.shift(r, n, focus)
	case canDrop:
		g.drop(r, n)
	}
}

// jump draws a fresh string and tells whether it is another one.
func (g *String) jump(r *rand.Rand) bool {
	old := g.v
	g.Randomize(r)
	return g.v != old
}

func (g *String) shift(r *rand.Rand, n int, focus float64) {
	at := runeOffset(g.v, r.IntN(n))
	c, size := utf8.DecodeRuneInString(g.v[at:])
	g.v = g.v[:at] + string(g.spec.shiftChar(r, c, focus)) + g.v[at+size:]
}

// drop removes characters: the last one, or some that follow each other anywhere, few
// more often than many. What is compared at a place that another part of the text
// decides needs the latter.
func (g *String) drop(r *rand.Rand, n int) {
	if r.Float64() < 0.4 {
		_, size := utf8.DecodeLastRuneInString(g.v)
		g.v = g.v[:len(g.v)-size]
		return
	}
	length := 1
	for length < n-g.spec.min && r.IntN(2) == 0 {
		length++
	}
	from := runeOffset(g.v, r.IntN(n-length+1))
	g.v = g.v[:from] + g.v[from+runeOffset(g.v[from:], length):]
}

// insert adds a character, at the end more often than elsewhere.
func (g *String) insert(r *rand.Rand, n int) {
	at := len(g.v)
	if n > 0 && r.Float64() < 0.4 {
		at = runeOffset(g.v, r.IntN(n))
	}
	g.v = g.v[:at] + string(g.spec.char(r)) + g.v[at:]
}

// Value returns a string.
func (g *String) Value() any { return g.v }

const (
	// longText is the most characters of a text that is easy to read.
	longText = 12
	// plainText stands for a text that does not matter.
	plainText = "text"
)

// Simpler returns a plain word in place of a text that is long or has
// characters that catch the eye.
func (g *String) Simpler() []any {
	if len(g.v) > longText || strings.ContainsFunc(g.v, catchesEye) {
		return []any{plainText}
	}
	return nil
}

func catchesEye(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" -_.", r) || r > unicode.MaxASCII
}

// Weight is 0 if the limits leave one string only.
func (g *String) Weight() float64 {
	if g.spec.min == g.spec.max && (g.spec.max == 0 || g.spec.letters() == 1) {
		return 0
	}
	return 1
}

// Assign takes strings within the limits.
func (g *String) Assign(value any) bool {
	v, ok := value.(string)
	if !ok || !g.spec.allows(v) {
		return false
	}
	g.v = v
	return true
}

// Check verifies length and alphabet.
func (g *String) Check() error {
	if !g.spec.allows(g.v) {
		return fmt.Errorf("string %.40q breaks its limits (length %d to %d)", g.v, g.spec.min, g.spec.max)
	}
	return nil
}

// letters returns the size of the alphabet.
func (s *stringSpec) letters() int {
	if len(s.alphabet) == 0 {
		return lastChar - firstChar + 1
	}
	return len(s.alphabet)
}

// allows tells whether v is within the limits. Without a declared greatest
// length only the cap applies.
func (s *stringSpec) allows(v string) bool {
	if !utf8.ValidString(v) {
		return false
	}
	limit := lengthCap
	if s.bounded {
		limit = s.max
	}
	if n := utf8.RuneCountInString(v); n < s.min || n > limit {
		return false
	}
	if len(s.alphabet) == 0 {
		return true
	}
	for _, c := range v {
		if _, ok := slices.BinarySearch(s.alphabet, c); !ok {
			return false
		}
	}
	return true
}

// char draws a character.
func (s *stringSpec) char(r *rand.Rand) rune {
	if len(s.drawn) > 0 {
		return s.drawn[r.IntN(len(s.drawn))]
	}
	if r.Float64() < 0.9 {
		return rune(wordChars[r.IntN(len(wordChars))])
	}
	return firstChar + r.Int32N(lastChar-firstChar+1)
}

// shiftChar moves a character 2^i places within the alphabet.
func (s *stringSpec) shiftChar(r *rand.Rand, c rune, focus float64) rune {
	maxExp := exponent(focus, 6, 3)
	if len(s.alphabet) > 0 {
		at, _ := slices.BinarySearch(s.alphabet, c)
		return s.alphabet[stepInt(r, int64(at), 0, int64(len(s.alphabet)-1), maxExp)]
	}
	if c < firstChar || c > lastChar {
		return s.char(r)
	}
	return rune(stepInt(r, int64(c), firstChar, lastChar, maxExp))
}

// repeatPart inserts a copy of a part of v behind that part.
func (s *stringSpec) repeatPart(r *rand.Rand, v string, n int) string {
	length := 1 + r.IntN(min(n, s.max-n, samplingLength))
	start := r.IntN(n - length + 1)
	from := runeOffset(v, start)
	to := from + runeOffset(v[from:], length)
	return v[:to] + v[from:to] + v[to:]
}

// runeOffset returns where the i-th character of s starts.
func runeOffset(s string, i int) int {
	at := 0
	for ; i > 0; i-- {
		if s[at] < utf8.RuneSelf {
			at++
			continue
		}
		_, size := utf8.DecodeRuneInString(s[at:])
		at += size
	}
	return at
}
