package genotype

import (
	"cmp"
	"math/rand/v2"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/evoke-go/evoke/gene"
	"github.com/evoke-go/evoke/internal/lazyregexp"
	"github.com/evoke-go/evoke/openapi"
	"github.com/evoke-go/evoke/rest/internal/message"
	"github.com/evoke-go/evoke/value"
)

// defaultBinary is the most bytes of a binary value without limits.
const defaultBinary = 64

// text is the gene of a string: its format's where the other keywords allow
// that, its pattern's, or any text within the limits.
func (b *schemaBuilder) text(s *openapi.Schema) gene.Gene {
	low, high := length(b, s.MinLength), s.MaxLength
	f := spoken(s.Format)
	if g := encodedText(s, b.where+" "+b.name, f.encoding, low, high); g != nil {
		return g
	}
	if f.make != nil {
		if g := b.builtIn.own(f); fits(g, s) {
			return g
		}
	}
	if pattern := cmp.Or(s.Pattern, f.pattern); pattern != "" {
		g, err := gene.NewRegex(pattern)
		switch {
		case err == nil && s.Pattern != "":
			return b.builtIn.implied(s, b.name, g.WithLength(low, high))
		case err == nil:
			return g.WithLength(low, high)
		}
		if plain := withoutLooks(pattern); plain != pattern {
			if g, err := gene.NewRegex(plain); err == nil {
				return g.WithLength(low, high)
			}
		}
		b.warn("pattern %q: %v", pattern, err)
	}
	limits := gene.StringLimits{MinLength: low, MaxLength: high}
	if b.segment {
		limits.Alphabet, limits.Rare = segmentAlphabet, "/"
	}
	plain := gene.NewString(limits)
	if s.Format != "" || s.Pattern != "" || b.segment {
		return plain
	}
	return b.builtIn.implied(s, b.name, plain)
}

// segmentAlphabet are the characters drawn for texts in a path: no slash, which
// many servers decode before they look for the route.
const segmentAlphabet = message.UnreservedChars + " !$%&'()*+,:;=@"

// size caps a lower limit; -1 becomes 0.
func (b *schemaBuilder) size(n, most int, keyword string) int {
	if n > most {
		b.warn("%s %d is taken for %d", keyword, n, most)
	}
	return max(0, min(n, most))
}

// length caps the least length of a text.
func length(b *schemaBuilder, least int) int {
	least = b.size(least, maxSize, "minLength")
	if least < charsOfValue {
		return least
	}
	fits := charsOfValue * b.afford(1+least/charsOfValue, 1)
	if fits < least {
		b.taken("minLength", least, fits)
	}
	return min(least, fits)
}

// encodedText is the gene of bytes in a string, whose format or content has an
// encoding. It is nil for other strings. The context names the operation and the part.
func encodedText(s *openapi.Schema, context, encoding string, low, high int) gene.Gene {
	has := func(name string) bool { return encoding == name || s.ContentEncoding == name }
	if has(encodedRaw) {
		return fileFor(context, "", low, high)
	}
	if !has(encodedBase64) {
		return nil
	}
	low = (low + 3) / 4 * 3 // from characters to bytes
	if high < 0 {
		high = max(low, defaultBinary)
	} else {
		high = max(low, high/4*3)
	}
	return gene.NewBase64(low, high)
}

// fitDraws is how many values decide whether a format's gene fits.
const fitDraws = 16

// fits tries whether the values of a format meet the pattern and the lengths
// that stand beside it. The draws are the same every time.
func fits(g gene.Gene, s *openapi.Schema) bool {
	re, err := value.CompilePattern(s.Pattern)
	if err != nil {
		re = regexp.MustCompile("")
	}
	r := rand.New(rand.NewPCG(1, 1))
	for range fitDraws {
		g.Randomize(r)
		v, ok := g.Value().(string)
		n := utf8.RuneCountInString(v)
		if !ok || !re.MatchString(v) || n < s.MinLength || s.MaxLength >= 0 && n > s.MaxLength {
			return false
		}
	}
	return true
}

// withoutLooks returns a pattern without its groups that look ahead or behind. What it matches has the characters and
// the form of what the pattern matches, and mostly fits. It returns the pattern where such a group is not closed.
func withoutLooks(pattern string) string {
	var out strings.Builder
	depth, skipped, class := 0, 0, false // skipped is the depth of the group that is left out
	for i := 0; i < len(pattern); i++ {
		c, width := pattern[i], 1
		switch {
		case c == '\\' && i+1 < len(pattern):
			width = 2
		case class:
			class = c != ']'
		case c == '[':
			class = true
		case c == '(':
			if depth++; skipped == 0 && looks().MatchString(pattern[i:]) {
				skipped = depth
			}
		case c == ')':
			if depth--; skipped == depth+1 {
				skipped = 0
				continue
			}
		}
		if skipped == 0 {
			out.WriteString(pattern[i : i+width])
		}
		i += width - 1
	}
	if skipped != 0 {
		return pattern
	}
	return out.String()
}

// looks matches the beginning of a group that looks ahead or behind.
var looks = lazyregexp.New(`^\(\?<?[=!]`)
