package value

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
)

// Reading selects the meaning of a pattern where the regular expression engines of services and validators differ: in
// the characters that \s, \p{Alpha} or a dot match.
type Reading uint8

const (
	// Narrow is the reading for generating values. It matches only strings that every engine matches.
	Narrow Reading = iota
	// Wide is the reading for checking values of others. It matches every string that some engine matches, so every
	// match of the narrow reading is a match.
	Wide
)

// Backtracking is the error for a construct that only a backtracking engine can match. Its text names the construct,
// such as "lookahead is".
type Backtracking string

// Error implements error.
func (b Backtracking) Error() string { return string(b) + " not supported" }

// repeatLimits are the limits of repetitions to try. Package regexp refuses more than 1000 repetitions, and multiplies
// those of nested quantifiers.
var repeatLimits = [...]int{1000, 100, 30, 10, 3, 1}

// TranslatePattern translates an ECMA-262 pattern, the dialect of JSON Schema, to the syntax of package regexp and
// calls accept with it. A pattern in the notation of JavaScript, such as /^a+$/i, loses its slashes. If accept returns
// an error of package regexp/syntax about the size, it is called again with fewer repetitions: the narrow reading
// lowers the greatest numbers of quantifiers, the wide reading also the least.
//
// TranslatePattern returns other errors of accept, and errors for constructs that Go cannot match: lookaround, back
// references, atomic groups.
func TranslatePattern(pattern string, as Reading, accept func(translation string) error) error {
	var err error
	if len(pattern) > maxPattern {
		return fmt.Errorf("it has more than %d characters", maxPattern)
	}
	for _, limit := range repeatLimits {
		t := newTranslator(pattern, as, limit)
		if err = t.run(); err != nil {
			return err
		}
		text := t.out.String()
		if err = bounded(text); err == nil {
			err = accept(text)
		}
		if !isTooLarge(err) {
			return err
		}
	}
	return err
}

// maxPattern bounds the length of a pattern in characters, and maxStates the number of its states. Matching a text
// takes time in proportion to its length times the states.
const maxPattern, maxStates = 10_000, 3000

// bounded returns an error of package regexp/syntax if a pattern has too many states. It leaves other errors to the
// compiler.
func bounded(text string) error {
	tree, err := syntax.Parse(text, syntax.Perl)
	if err == nil && states(tree) > maxStates {
		return &syntax.Error{Code: syntax.ErrLarge, Expr: "more than " + strconv.Itoa(maxStates) + " states"}
	}
	return nil
}

// states returns about the number of states of a pattern, or a number above maxStates.
func states(tree *syntax.Regexp) int {
	n := 1
	if tree.Op == syntax.OpLiteral {
		n = len(tree.Rune)
	}
	for _, sub := range tree.Sub {
		if n += states(sub); n > maxStates {
			break
		}
	}
	if tree.Op == syntax.OpRepeat {
		n *= max(1, tree.Min, tree.Max)
	}
	return min(n, maxStates+1)
}

// isTooLarge reports whether a pattern with fewer repetitions may not have this error.
func isTooLarge(err error) bool {
	var bad *syntax.Error
	return errors.As(err, &bad) && (bad.Code == syntax.ErrInvalidRepeatSize || bad.Code == syntax.ErrLarge)
}

// CompilePattern compiles an ECMA-262 pattern in the wide reading. It is safe for concurrent use, as the Regexp is.
func CompilePattern(pattern string) (re *regexp.Regexp, err error) {
	err = TranslatePattern(pattern, Wide, func(translation string) (err error) {
		re, err = regexp.Compile(translation)
		return err
	})
	return re, err
}

// translator translates one pattern from left to right.
type translator struct {
	in    []rune
	at    int
	out   strings.Builder
	as    Reading
	limit int // the greatest number of repetitions
	// dotAll makes a dot match line ends as well.
	dotAll bool
	// inClass says that the current place is inside brackets, negated that these begin with ^.
	inClass, negated bool
}

func newTranslator(pattern string, as Reading, limit int) *translator {
	body, flags := unslash(pattern)
	t := &translator{in: []rune(body), as: as, limit: limit, dotAll: strings.Contains(flags, "s")}
	if strings.Contains(flags, "i") {
		t.out.WriteString("(?i)")
	}
	if strings.Contains(flags, "m") && as == Wide {
		t.out.WriteString("(?m)")
	}
	return t
}

// unslash splits a pattern in the notation of a JavaScript literal, /body/flags. It does so only if an anchor is inside
// the slashes: then the slashes cannot be part of the pattern, which would match nothing with them.
func unslash(pattern string) (body, flags string) {
	inner, ok := strings.CutPrefix(pattern, "/")
	end := strings.LastIndexByte(inner, '/')
	if !ok || end < 0 || strings.Trim(inner[end+1:], "dgimsuvy") != "" {
		return pattern, ""
	}
	body, flags = inner[:end], inner[end+1:]
	anchored := strings.HasSuffix(body, "$") && !strings.HasSuffix(body, `\$`)
	if !anchored && !strings.HasPrefix(body, "^") {
		return pattern, ""
	}
	return body, flags
}

// narrow reports whether to write the smaller of two sets of characters. Inside negated brackets the smaller set gives
// the wider reading.
func (t *translator) narrow() bool { return (t.as == Narrow) != t.negated }

func (t *translator) run() error {
	for t.at < len(t.in) {
		if err := t.item(); err != nil {
			return err
		}
	}
	return nil
}

// peek returns the character at an offset from the current place, or -1 behind the end.
func (t *translator) peek(offset int) rune {
	if t.at+offset < len(t.in) {
		return t.in[t.at+offset]
	}
	return -1
}

// item translates one character, escape, class, group start or quantifier.
func (t *translator) item() error {
	c := t.in[t.at]
	switch c {
	case '\\':
		return t.escape()
	case '[':
		return t.class()
	case '(':
		return t.group()
	case '{':
		t.braces()
		return nil
	case '.':
		t.out.WriteString(t.dot())
	case '}', ']':
		t.literal(c)
	default:
		t.out.WriteRune(c)
	}
	t.at++
	return nil
}

func (t *translator) dot() string {
	switch {
	case t.dotAll:
		return anything
	case t.as == Wide:
		return `[^\n]`
	}
	return anyButLineEnd
}

// literal writes a character that stands for itself.
func (t *translator) literal(c rune) { fmt.Fprintf(&t.out, `\x{%x}`, c) }

// group translates the text after an opening parenthesis. It drops names of groups.
func (t *translator) group() error {
	if t.peek(1) != '?' {
		t.out.WriteString("(?:")
		t.at++
		return nil
	}
	rest := string(t.in[t.at+2 : min(t.at+5, len(t.in))])
	switch {
	case strings.HasPrefix(rest, "=") || strings.HasPrefix(rest, "!"):
		return Backtracking("lookahead is")
	case strings.HasPrefix(rest, "<=") || strings.HasPrefix(rest, "<!"):
		return Backtracking("lookbehind is")
	case strings.HasPrefix(rest, ">"):
		return Backtracking("atomic groups are")
	case strings.HasPrefix(rest, "<") || strings.HasPrefix(rest, "P<"):
		end := t.find('>')
		if end < 0 {
			return errors.New("group name is not closed")
		}
		t.out.WriteString("(?:")
		t.at = end + 1
		return nil
	}
	t.out.WriteString("(?")
	t.at += 2
	return nil
}

// find returns the index of the next c, or -1.
func (t *translator) find(c rune) int {
	for i := t.at; i < len(t.in); i++ {
		if t.in[i] == c {
			return i
		}
	}
	return -1
}

// braces translates a quantifier such as {2,5}, or a brace that is a literal.
func (t *translator) braces() {
	end := t.find('}')
	if end < 0 {
		t.literal('{')
		t.at++
		return
	}
	least, greatest, comma := strings.Cut(string(t.in[t.at+1:end]), ",")
	lo, okLo := count(least)
	hi, okHi := count(greatest)
	if !okLo || comma && greatest != "" && !okHi {
		t.literal('{')
		t.at++
		return
	}
	switch {
	case !comma:
		hi = lo
	case greatest == "":
		hi = unbounded
	}
	t.repeat(lo, hi)
	t.at = end + 1
}

// unbounded stands for the missing greatest number of a quantifier such as {2,}.
const unbounded = 1 << 30

func count(text string) (int, bool) {
	if text == "" || scanDigits(text, 0) != len(text) {
		return 0, false
	}
	v, err := strconv.Atoi(text)
	if err != nil || v >= unbounded {
		v = unbounded - 1
	}
	return v, true
}

// repeat writes a quantifier, lowered to the limit. It does not change a quantifier with lo above hi.
func (t *translator) repeat(lo, hi int) {
	ordered := lo <= hi
	switch {
	case ordered && t.as == Wide && hi > t.limit:
		lo, hi = min(lo, t.limit), unbounded
	case ordered && t.as == Narrow && hi < unbounded:
		hi = min(hi, max(lo, t.limit))
	}
	switch {
	case lo == hi:
		fmt.Fprintf(&t.out, "{%d}", lo)
	case hi >= unbounded:
		fmt.Fprintf(&t.out, "{%d,}", lo)
	default:
		fmt.Fprintf(&t.out, "{%d,%d}", lo, hi)
	}
}
