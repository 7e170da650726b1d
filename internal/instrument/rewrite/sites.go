package rewrite

import (
	"bytes"
	"fmt"
	"go/ast"
	"strings"
	"unicode/utf8"
)

// sites numbers the targets of a package and describes each in one line, in
// the form that package probe reads. Line and column are those of the file
// itself, whatever its //line directives say.
type sites struct {
	text       []byte
	within     string // the function that the next targets are in
	told       string // the one that the text tells
	statements int
	conditions int
	compared   int      // conditions that compare something
	texts      int      // those that compare texts, and calls that another function stands in for
	groups     []string // where they start, as literals
	cases      [len(caseKinds)][]string
	choices    []string // switches with these cases, as literals
	functions  []string // that can be asked, as literals
	forks      []string // of all of them
}

// caseKind is one of the lists of values that cases of switches have.
type caseKind struct{ letter, element, field string }

// caseKinds are all of them.
var caseKinds = [...]caseKind{{"i", "int64", "Ints"}, {"u", "uint64", "Uints"}, {"f", "float64", "Floats"},
	{"s", "string", "Texts"}}

// choice describes a switch whose first condition is given, and returns its
// index.
func (s *sites) choice(first int, letter string, values []string) int {
	for i, kind := range caseKinds {
		if kind.letter == letter {
			s.choices = append(s.choices, fmt.Sprintf("{First: &%s[%d], Near: &%s[%d], N: %d, %s: &%s[%d]}",
				conditionsArray, first, distancesArray, first, len(values)+1, kind.field,
				valuesArray+letter, len(s.cases[i])))
			s.cases[i] = append(s.cases[i], values...)
		}
	}
	return len(s.choices) - 1
}

// group makes a group of the targets that describe numbers.
func (s *sites) group(describe func()) {
	before, statements, conditions := s.groups, s.statements, s.conditions
	s.groups = append(s.groups, fmt.Sprintf("{%d, %d, %d}", statements, conditions, len(s.choices)))
	describe()
	if s.statements == statements && s.conditions == conditions {
		s.groups = before
	}
}

// guard names the conditions that decide whether a statement runs: count of
// them from first on, when the expression they form is side.
type guard struct {
	first, count int
	side         bool
}

// file begins the targets of a file.
func (s *sites) file(base string) {
	s.text = fmt.Appendf(s.text, "F %s\n", base)
	s.within, s.told = "", ""
}

// enterFunction begins the targets of a function, or of what is in none for "".
func (s *sites) enterFunction(name string) { s.within = name }

// tellFunction tells the function of a target, if that is another one than
// before.
func (s *sites) tellFunction() {
	if s.within != s.told {
		s.text = fmt.Appendf(s.text, "N %s\n", s.within)
		s.told = s.within
	}
}

// functionName is the name of a declared function as stack traces show it:
// "(*Server).create". It is "" for other declarations.
func functionName(d ast.Decl) string {
	f, ok := d.(*ast.FuncDecl)
	if !ok {
		return ""
	}
	if f.Recv == nil || len(f.Recv.List) != 1 {
		return f.Name.Name
	}
	typ, pointer := ast.Unparen(f.Recv.List[0].Type), false
	if star, ok := typ.(*ast.StarExpr); ok {
		typ, pointer = ast.Unparen(star.X), true
	}
	switch generic := typ.(type) {
	case *ast.IndexExpr:
		typ = generic.X
	case *ast.IndexListExpr:
		typ = generic.X
	}
	name, ok := typ.(*ast.Ident)
	switch {
	case !ok:
		return f.Name.Name
	case pointer:
		return "(*" + name.Name + ")." + f.Name.Name
	}
	return name.Name + "." + f.Name.Name
}

// statement describes a statement and returns its index.
func (s *sites) statement(line, column int, g guard) int {
	s.tellFunction()
	s.text = fmt.Appendf(s.text, "S %d %d", line, column)
	if g.count > 0 {
		side := byte('f')
		if g.side {
			side = 't'
		}
		s.text = fmt.Appendf(s.text, " %d %d %c", g.first, g.count, side)
	}
	s.text = append(s.text, '\n')
	s.statements++
	return s.statements - 1
}

// Kinds of conditions, as package probe spells them.
const (
	kindBranch = 'b'
	kindCase   = 'k'
	kindLoop   = 'l'
	kindOK     = 'o'
	kindError  = 'e'
	kindCall   = 'c'
)

// Operations of conditions without operands to compare, and of calls that
// another function stands in for.
const (
	opFlag = "g"
	opCall = "c"
)

// condition describes a condition and returns its index.
func (s *sites) condition(kind byte, op string, line, column int, text string) int {
	s.tellFunction()
	s.text = fmt.Appendf(s.text, "C %c %s %d %d %s\n", kind, op, line, column, text)
	s.conditions++
	if op != opFlag {
		s.compared++
	}
	if op == opCall || op[0] == 's' {
		s.texts++
	}
	return s.conditions - 1
}

// value tells a constant of the last condition.
func (s *sites) value(text string) { s.text = fmt.Appendf(s.text, "V %s\n", text) }

// maxText bounds the source text of a condition, in bytes.
const maxText = 80

// oneLine returns source text without line breaks, cut at maxText bytes.
func oneLine(src []byte) string {
	text := strings.ToValidUTF8(string(bytes.Join(bytes.Fields(src), []byte(" "))), "?")
	if len(text) <= maxText {
		return text
	}
	const mark = "..."
	cut := maxText - len(mark)
	for !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + mark
}
