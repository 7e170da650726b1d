package gene

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"unicode/utf8"

	"github.com/evoke-go/evoke/value"
)

// Regex is a gene for strings that match a pattern. It stores a tree with one choice for each node of the pattern, so
// that a mutated string still matches.
type Regex struct {
	spec *regexSpec
	tree *rxNode // nil for an assigned string
	text string
}

// regexSpec is the part of a regex gene that all its clones share.
type regexSpec struct {
	pattern  string
	matcher  *regexp.Regexp
	root     *rxSpec
	verify   bool // the string of a tree may not match, because of anchors or lengths, and has to be checked
	fixed    bool // the search found only one match
	min, max int  // number of characters; max -1: unbounded
	witness  *rxNode
}

const (
	// searchTries is how many strings are drawn to find a first match.
	searchTries = 500
	// drawTries is how many strings a draw tries before it falls back to the first match.
	drawTries = 40
	// drawChars bounds the characters of all strings that one draw tries. Patterns with very long matches get fewer
	// tries.
	drawChars = 1 << 20
)

// NewRegex returns a gene for strings that match an ECMA-262 pattern in its [value.Narrow] reading, and begins with the
// first match found. As in JSON Schema, a pattern without anchors matches a part of the string. The error says which
// construct Go cannot match (lookaround, back references, atomic groups), or that no match was found.
func NewRegex(pattern string) (*Regex, error) {
	spec := &regexSpec{pattern: pattern, max: -1}
	err := value.TranslatePattern(pattern, value.Narrow, spec.parse)
	if err == nil && !spec.search() {
		err = errors.New("no match found")
	}
	if err != nil {
		return nil, fmt.Errorf("use pattern %.100q: %w", pattern, err)
	}
	return spec.gene(), nil
}

// WithLength returns a gene for the same pattern that also bounds the number of characters; a negative max means
// unbounded. If it finds no match of an allowed length, it returns a gene without these bounds.
func (g *Regex) WithLength(min, max int) *Regex {
	spec := *g.spec
	spec.min, spec.max, spec.fixed = min, max, false
	spec.verify = spec.verify || min > 0 || max >= 0
	if !spec.search() {
		return g.Clone().(*Regex)
	}
	return spec.gene()
}

// gene returns a gene whose value is the first match.
func (s *regexSpec) gene() *Regex {
	return &Regex{spec: s, tree: s.witness, text: string(s.witness.append(nil))}
}

// parse parses and compiles a pattern in the syntax of package regexp.
func (s *regexSpec) parse(text string) error {
	tree, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return err
	}
	if s.matcher, err = regexp.Compile(text); err != nil {
		return err
	}
	b := &rxBuilder{}
	if s.root, err = b.root(tree); err != nil {
		return err
	}
	if s.root.size > rxLargest {
		return errTooLarge
	}
	s.verify = b.asserts
	return nil
}

// search looks for a first match, and reports whether it found one. It also sets fixed if it finds no second one. The
// seed is a constant, so that the same pattern always gives the same gene.
func (s *regexSpec) search() bool {
	r := rand.New(rand.NewPCG(1, 1))
	s.witness = s.find(r, searchTries)
	if s.witness == nil {
		return false
	}
	g := s.gene()
	first := g.text
	for range drawTries {
		if g.mutateTree(r, 0); g.text != first {
			return true
		}
		if g.Randomize(r); g.text != first {
			return true
		}
	}
	s.fixed = true
	return true
}

// find draws trees until one matches. It draws more repetitions after a string that is too short, and fewer after one
// that is too long. It returns nil if no try succeeds.
func (s *regexSpec) find(r *rand.Rand, tries int) *rxNode {
	growth := rxGrowth
	cost := 1 + s.root.size/64 // cost per character: matching tries each part of the pattern for each character
	for chars := 0; tries > 0 && chars < drawChars/cost; tries-- {
		d := rxDrawer{r: r, budget: rxBudget, growth: growth}
		n := d.draw(s.root)
		if !s.verify {
			return &n
		}
		text := string(n.append(nil))
		length := utf8.RuneCountInString(text)
		chars += length
		switch {
		case length < s.min:
			growth = min(2*growth+1, rxBudget)
		case s.max >= 0 && length > s.max:
			growth /= 2
		case s.matcher.MatchString(text):
			return &n
		}
	}
	return nil
}

// allows reports whether a string matches and has an allowed length.
func (s *regexSpec) allows(text string) bool {
	if !utf8.ValidString(text) {
		return false
	}
	if n := utf8.RuneCountInString(text); n < s.min || s.max >= 0 && n > s.max {
		return false
	}
	return s.matcher.MatchString(text)
}

// Clone returns a deep copy; trees never change and are shared.
func (g *Regex) Clone() Gene { c := *g; return &c }

func (g *Regex) set(tree *rxNode) {
	g.tree, g.text = tree, string(tree.append(nil))
}

// Randomize draws a match.
func (g *Regex) Randomize(r *rand.Rand) {
	if tree := g.spec.find(r, drawTries); tree != nil {
		g.set(tree)
		return
	}
	g.set(g.spec.witness)
}

// Mutate changes one choice: a character by 2^i places in its class, a number of repetitions by one, or an alternative.
// It changes an assigned string, which has no tree, like any text, as long as it matches.
func (g *Regex) Mutate(r *rand.Rand, focus float64) {
	old := g.text
	if g.tree == nil {
		g.mutateText(r, focus)
	} else {
		g.mutateTree(r, focus)
	}
	for range drawTries {
		if g.text != old || g.spec.fixed {
			return
		}
		g.Randomize(r)
	}
}

func (g *Regex) mutateTree(r *rand.Rand, focus float64) {
	nodes, places := g.tree.measure()
	if places == 0 {
		return
	}
	for range drawTries / 2 {
		d := rxDrawer{r: r, budget: rxBudget - nodes + g.spec.root.size, growth: rxGrowth}
		next := g.tree.mutated(&d, r.IntN(places), focus)
		text := string(next.append(nil))
		if text != g.text && (!g.spec.verify || g.spec.allows(text)) {
			g.tree, g.text = &next, text
			return
		}
	}
}

func (g *Regex) mutateText(r *rand.Rand, focus float64) {
	for range drawTries {
		s := String{spec: &stringSpec{max: defaultMaxLength}, v: g.text}
		s.Mutate(r, focus)
		if s.v != g.text && g.spec.allows(s.v) {
			g.text = s.v
			return
		}
	}
}

// Value returns a string.
func (g *Regex) Value() any { return g.text }

// Weight returns 0 if the search found only one match.
func (g *Regex) Weight() float64 {
	if g.spec.fixed {
		return 0
	}
	return 1
}

// Assign takes strings that match.
func (g *Regex) Assign(value any) bool {
	text, ok := value.(string)
	if !ok || !g.spec.allows(text) {
		return false
	}
	if text != g.text {
		g.text, g.tree = text, nil
	}
	return true
}

// Check verifies that the string matches.
func (g *Regex) Check() error {
	if !g.spec.allows(g.text) {
		return fmt.Errorf("string %.40q does not match %.100q", g.text, g.spec.pattern)
	}
	return nil
}
