package gene

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Default lengths of strings without declared limits, as in EvoMaster.
const (
	// defaultMaxLength is the length in characters up to which mutation lets a string grow.
	defaultMaxLength = 1024
	// samplingLength bounds the characters of a random string beyond its least length, apart from boundary lengths.
	samplingLength = 16
	// lengthCap bounds the least length; a schema may declare gigabytes.
	lengthCap = 1 << 20
)

// StringLimits bound a string gene. Lengths count characters (code points).
type StringLimits struct {
	// MinLength is the least length. Default 0.
	MinLength int
	// MaxLength is the greatest length. Negative means unbounded, and so does 0 together with Unbounded or with a
	// MinLength above 0; otherwise 0 allows only the empty string.
	MaxLength int
	// Unbounded makes a MaxLength of 0 mean unbounded.
	Unbounded bool
	// Alphabet is the set of allowed characters. Default: all characters; most draws give letters and digits, some give
	// other printable ASCII, few give other characters.
	Alphabet string
	// Rare are further allowed characters. Random draws never give them, but mutation and Assign may. Without Alphabet
	// they have no meaning.
	Rare string
}

const (
	wordChars = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"
	firstChar = ' ' // the printable ASCII characters
	lastChar  = '~'
)

// specials are strings with which programs often fail.
var specials = [...]string{
	"", " ", "é", "ß", "漢字", "😀", "e\u0301", "\u202eabc", "İ", "\u00a0",
	"'", "\"", "\\", "\n", "\t", "%", "%00", "/", "../", "&", "<a>", "${a}", "{}", "[]",
	"null", "true", "0", "-1", "1e309", "NaN", ",", ";", "#", "?", "*", "+",
}

// stringSpec is the part of a string gene that all its clones share.
type stringSpec struct {
	min, max int
	bounded  bool
	alphabet []rune // all allowed characters, sorted; empty: any
	drawn    []rune // the characters that random draws give
}

// String is a gene for text.
type String struct {
	spec *stringSpec
	v    string
}

// NewString returns a gene for text within the limits, which may be swapped. It begins with a shortest string.
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

// characters returns the characters of a text, sorted, without duplicates.
func characters(text string) []rune {
	all := slices.DeleteFunc([]rune(text), func(c rune) bool { return c == utf8.RuneError })
	slices.Sort(all)
	return slices.Compact(all)
}

// Clone returns a deep copy; the limits never change and are shared.
func (g *String) Clone() Gene { c := *g; return &c }

// Randomize draws a string of up to 16 characters beyond the least length, a string of a boundary length, or a string
// with which programs often fail.
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

// Mutate mostly shifts one character by 2^i places; the largest i falls from 6 to 3 with the focus. Otherwise it drops
// the last character or a part, appends or inserts a character, or copies a part. A string that is longer than random
// strings are mostly loses characters.
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

// jump draws a new string and reports whether it differs.
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

// drop removes characters: the last one, or a part at any place, short parts more often than long ones. Removing a part
// moves the text behind it, as needed when another part of the text decides at which place a program compares.
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
	// longText is the length in characters up to which a text is easy to read.
	longText = 12
	// plainText replaces a text that does not matter.
	plainText = "text"
)

// Simpler returns a plain word in place of a text that is long or has unusual characters.
func (g *String) Simpler() []any {
	if len(g.v) > longText || strings.ContainsFunc(g.v, catchesEye) {
		return []any{plainText}
	}
	return nil
}

func catchesEye(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" -_.", r) || r > unicode.MaxASCII
}

// Weight returns 0 if the limits leave one string only.
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

// letters returns the number of allowed characters.
func (s *stringSpec) letters() int {
	if len(s.alphabet) == 0 {
		return lastChar - firstChar + 1
	}
	return len(s.alphabet)
}

// allows reports whether v is within the limits. If no greatest length is declared, lengthCap applies.
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

// shiftChar returns a character 2^i places away within the alphabet.
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

// repeatPart returns v with a copy of one of its parts inserted behind that part.
func (s *stringSpec) repeatPart(r *rand.Rand, v string, n int) string {
	length := 1 + r.IntN(min(n, s.max-n, samplingLength))
	start := r.IntN(n - length + 1)
	from := runeOffset(v, start)
	to := from + runeOffset(v[from:], length)
	return v[:to] + v[from:to] + v[to:]
}

// runeOffset returns the byte offset of the i-th character of s.
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
