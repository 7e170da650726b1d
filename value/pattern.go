package value

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"strconv"
	"strings"
)

// Reading says how a pattern is understood where the engines of services and
// validators differ, as they do in what \s, \p{Alpha} or a dot match.
type Reading uint8

const (
	// Narrow matches only what every engine takes for a match. Values are
	// drawn from it.
	Narrow Reading = iota
	// Wide matches all that some engine takes for a match. Values that others
	// made are checked with it, so that no value of the narrow reading fails.
	Wide
)

// Backtracking is the error for what only an engine that tries one way after the other matches, such as "lookahead is".
type Backtracking string

// Error implements error.
func (b Backtracking) Error() string { return string(b) + " not supported" }

// repeatLimits are the numbers of repetitions to try: package regexp refuses
// more than 1000, where those of nested quantifiers are multiplied.
var repeatLimits = [...]int{1000, 100, 30, 10, 3, 1}

// TranslatePattern writes an ECMA-262 pattern, the dialect of JSON Schema, in
// the syntax of package regexp and hands it to accept. A pattern in the
// notation of JavaScript, such as /^a+$/i, loses its slashes. While accept
// returns an error of package regexp/syntax that complains of the size, it is
// called again with fewer repetitions: the narrow reading lowers the greatest
// numbers, the wide one also the least.
//
// Other errors come back, and so do those that say what Go cannot match:
// lookaround, back references, atomic groups.
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

// maxPattern is how long a pattern may be, and maxStates how many steps of a
// pattern may be open at a time. To match a text costs as much as its length times
// the states.
const maxPattern, maxStates = 10_000, 3000

// bounded returns an error of package regexp/syntax if a pattern has too many
// states. Other errors are left to whoever compiles it.
func bounded(text string) error {
	tree, err := syntax.Parse(text, syntax.Perl)
	if err == nil && states(tree) > maxStates {
		return &syntax.Error{Code: syntax.ErrLarge, Expr: "more than " + strconv.Itoa(maxStates) + " states"}
	}
	return nil
}

// states is about how many states a pattern has, or some number above maxStates.
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

// isTooLarge tells whether fewer repetitions may mend an error.
func isTooLarge(err error) bool {
	var bad *syntax.Error
	return errors.As(err, &bad) && (bad.Code == syntax.ErrInvalidRepeatSize || bad.Code == syntax.ErrLarge)
}

// CompilePattern returns what matches an ECMA-262 pattern in the wide reading.
func CompilePattern(pattern string) (re *regexp.Regexp, err error) {
	err = TranslatePattern(pattern, Wide, func(translation string) (err error) {
		re, err = regexp.Compile(translation)
		return err
	})
	return re, err
}

// translator rewrites one pattern from left to right.
type translator struct {
	in    []rune
	at    int
	out   strings.Builder
	as    Reading
	limit int // the most repetitions
	// dotAll makes a dot match line ends, too.
	dotAll bool
	// inClass and negated describe the brackets around the place.
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

// unslash takes a pattern in the notation of a JavaScript literal apart. Only
// where an anchor stands inside of the slashes it is clear that they do not
// belong to the pattern, which could match nothing then.
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

// narrow tells which of two sets to write: within negated brackets the
// smaller one makes for the wider reading.
func (t *translator) narrow() bool { return (t.as == Narrow) != t.negated }

func (t *translator) run() error {
	for t.at < len(t.in) {
		if err := t.item(); err != nil {
			return err
		}
	}
	return nil
}

// peek returns the character at an offset from the place, -1 behind the end.
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

// literal writes a character without any meaning.
func (t *translator) literal(c rune) { fmt.Fprintf(&t.out, `\x{%x}`, c) }

// group translates what follows an opening parenthesis; names are dropped.
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

// find returns where c comes next, or -1.
func (t *translator) find(c rune) int {
	for i := t.at; i < len(t.in); i++ {
		if t.in[i] == c {
			return i
		}
	}
	return -1
}

// braces translates a counted quantifier, or a brace that is none.
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

// unbounded stands for the greatest number of a quantifier that has none.
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

// repeat writes a quantifier within the limit, if its numbers are in order.
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
