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

// defaultBinary is the greatest number of bytes of a binary value without limits.
const defaultBinary = 64

// makeText returns the gene of a string: of its format if the other keywords allow the format, else of its pattern,
// else of any text within the limits.
func (b *schemaBuilder) makeText(s *openapi.Schema) gene.Gene {
	low, high := capLength(b, s.MinLength), s.MaxLength
	f := formatNamed(s.Format)
	if g := makeEncodedText(s, b.where+" "+b.name, f.encoding, low, high); g != nil {
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
			return b.builtIn.withImplied(s, b.name, g.WithLength(low, high))
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
	return b.builtIn.withImplied(s, b.name, plain)
}

// segmentAlphabet has the characters for texts in a path. The slash is missing, because many servers decode it before
// they look for the route.
const segmentAlphabet = message.UnreservedChars + " !$%&'()*+,:;=@"

// capLimit returns the lower limit n, at most most and at least 0. It warns if it caps the limit.
func (b *schemaBuilder) capLimit(n, most int, keyword string) int {
	if n > most {
		b.warn("%s %d is taken for %d", keyword, n, most)
	}
	return max(0, min(n, most))
}

// capLength returns the least length of a text, capped so that the values of the call are not too many.
func capLength(b *schemaBuilder, least int) int {
	least = b.capLimit(least, maxSize, "minLength")
	if least < charsOfValue {
		return least
	}
	fits := charsOfValue * b.bookForced(1+least/charsOfValue, 1)
	if fits < least {
		b.warnTaken("minLength", least, fits)
	}
	return min(least, fits)
}

// makeEncodedText returns the gene of a string that holds encoded bytes, as its format or content says. It returns nil
// for other strings. The context has the names of the operation and of the part.
func makeEncodedText(s *openapi.Schema, context, encoding string, low, high int) gene.Gene {
	has := func(name string) bool { return encoding == name || s.ContentEncoding == name }
	if has(encodedRaw) {
		return makeFile(context, "", low, high)
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

// fitDraws is the number of values that decide whether the gene of a format fits.
const fitDraws = 16

// fits reports whether values of a gene fit the pattern and the lengths of a schema. The draws are the same every time.
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

// withoutLooks returns a pattern without its groups that look ahead or behind. Texts that match the result mostly match
// the pattern. It returns the pattern itself if such a group is not closed.
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
			if depth++; skipped == 0 && lookGroup().MatchString(pattern[i:]) {
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

// lookGroup matches the beginning of a group that looks ahead or behind.
var lookGroup = lazyregexp.New(`^\(\?<?[=!]`)
