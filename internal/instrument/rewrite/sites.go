package rewrite

import (
	"bytes"
	"fmt"
	"go/ast"
	"strings"
	"unicode/utf8"
)

// sites numbers the targets of a package, and describes each in one line of the form that package probe reads. Line and
// column are those in the file itself; line directives do not count.
type sites struct {
	text       []byte
	within     string // the function of the next targets
	told       string // the function that the text named last
	statements int
	conditions int
	compared   int      // number of conditions that compare something
	texts      int      // number of those that compare texts, and of replaced calls
	groups     []string // starts of the groups, as literals
	cases      [len(caseKinds)][]string
	choices    []string // switches with constant cases, as literals
	functions  []string // functions that can be asked, as literals
	forks      []string // forks of all these functions
}

// caseKind is one kind of lists of values of cases.
type caseKind struct{ letter, element, field string }

// caseKinds are all kinds.
var caseKinds = [...]caseKind{{"i", "int64", "Ints"}, {"u", "uint64", "Uints"}, {"f", "float64", "Floats"},
	{"s", "string", "Texts"}}

// choice adds a switch with the number of its first condition, and returns its index.
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

// group makes a group of the targets that the function describe adds.
func (s *sites) group(describe func()) {
	before, statements, conditions := s.groups, s.statements, s.conditions
	s.groups = append(s.groups, fmt.Sprintf("{%d, %d, %d}", statements, conditions, len(s.choices)))
	describe()
	if s.statements == statements && s.conditions == conditions {
		s.groups = before
	}
}

// guard names the conditions that decide whether a statement runs: count conditions from the number first on. The
// statement runs if the expression that they form has the value side.
type guard struct {
	first, count int
	side         bool
}

// file begins the targets of a file.
func (s *sites) file(base string) {
	s.text = fmt.Appendf(s.text, "F %s\n", base)
	s.within, s.told = "", ""
}

// enterFunction begins the targets of a function, or with "" of code outside of functions.
func (s *sites) enterFunction(name string) { s.within = name }

// tellFunction writes the function of the next target, if it differs from the last one.
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

// Kinds of conditions, spelled as in package probe.
const (
	kindBranch = 'b'
	kindCase   = 'k'
	kindLoop   = 'l'
	kindOK     = 'o'
	kindError  = 'e'
	kindCall   = 'c'
)

// Operations in the descriptions of conditions that compare no operands, and of replaced calls.
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

// value adds a constant to the last condition.
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
