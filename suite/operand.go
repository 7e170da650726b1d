package suite

import (
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// questions are functions and methods that return whether something is true of their operands. The values are the words
// between the operands for true and for false.
var questions = map[string][2]string{
	"After": {"is after", "is not after"}, "Before": {"is before", "is not before"},
	"Equal": {"is", "is not"}, "EqualFold": {"is", "is not"}, "Is": {"is", "is not"}, "As": {"is", "is not"},
	"Contains": {"contains", "lacks"}, "ContainsAny": {"contains any of", "contains none of"},
	"ContainsRune": {"contains", "lacks"},
	"HasPrefix":    {"begins with", "does not begin with"}, "HasSuffix": {"ends with", "does not end with"},
	"MatchString": {"matches", "does not match"},
}

// swapped are questions whose words have the receiver last: re.MatchString(s) says that s matches re.
var swapped = []string{"MatchString"}

// states are methods without arguments that state a property of their receiver.
var states = map[string]string{"IsZero": "zero", "IsNil": "nil", "IsValid": "valid",
	"IsEmpty": "empty", "Empty": "empty"}

// question returns the words for the result of a call that returns a bool.
func (t *teller) question(e *ast.CallExpr, side bool) (phrase, bool) {
	name := callee(e)
	s, isSelector := e.Fun.(*ast.SelectorExpr)
	if state, ok := states[name]; ok && isSelector && len(e.Args) == 0 {
		p, ok := t.operand(s.X)
		return join(p, plainPhrase(either(side, "is ", "is not ")+state)), ok
	}
	if isSelector && len(e.Args) == 0 {
		return t.state(s, side)
	}
	words, ok := questions[name]
	operands := e.Args
	if isSelector && len(e.Args) == 1 {
		operands = []ast.Expr{s.X, e.Args[0]}
	}
	if !ok || len(operands) != 2 {
		p, ok := t.operand(e)
		return asStatement(p, side), ok
	}
	if slices.Contains(swapped, name) {
		slices.Reverse(operands)
	}
	x, ok := t.operand(operands[0])
	y, known := t.operand(operands[1])
	t.ambiguous = t.ambiguous || x.name == y.name
	return join(x, plainPhrase(either(side, words[0], words[1])), y), ok && known
}

// state returns the words for the result of a method without arguments: "to.valid is false", "user is admin".
func (t *teller) state(s *ast.SelectorExpr, side bool) (phrase, bool) {
	x, ok := t.operand(s.X)
	if words := Words(s.Sel.Name); len(words) > 1 && strings.EqualFold(words[0], "is") {
		return join(x, plainPhrase(either(side, "is ", "is not ")+strings.ToLower(strings.Join(words[1:], " ")))), ok
	}
	return asStatement(phrase{x.sentence + "." + s.Sel.Name, x.name + " " + s.Sel.Name}, side), ok
}

// callee returns the name of the function that a call calls, without selectors; "" if it has none.
func callee(e *ast.CallExpr) string {
	switch f := ast.Unparen(e.Fun).(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	}
	return ""
}

// transparent are functions and conversions that are left out of the words, since a reader does not need them.
var transparent = []string{
	"TrimSpace", "ToLower", "ToUpper", "Clean", "Abs",
	"string", "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64",
	"float32", "float64", "rune", "byte",
}

// operand returns the words for an operand of a condition.
func (t *teller) operand(e ast.Expr) (phrase, bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return t.named(e.Name)
	case *ast.SelectorExpr:
		return t.selector(e)
	case *ast.BasicLit:
		return t.literal(e)
	case *ast.StarExpr:
		return t.operand(e.X)
	case *ast.IndexExpr:
		x, ok := t.operand(e.X)
		index, known := t.operand(e.Index)
		return join(x, plainPhrase("at"), index), ok && known
	case *ast.UnaryExpr:
		return t.unary(e)
	case *ast.BinaryExpr:
		return t.arithmetic(e)
	case *ast.CallExpr:
		return t.call(e)
	}
	return phrase{}, false
}

// named returns the words for a variable or a constant.
func (t *teller) named(name string) (phrase, bool) {
	switch name {
	case "_":
		return phrase{}, false
	case "nil", "true", "false":
		return plainPhrase(name), true
	}
	t.subjects = append(t.subjects, name)
	return plainPhrase(lowered(name)), true
}

// lowered returns a name with a small first letter, unless it begins with several capitals or belongs to a package:
// Born becomes born, ErrTaken stays.
func lowered(name string) string {
	if second := []rune(name)[1:]; strings.HasPrefix(name, "Err") || len(second) > 0 && unicode.IsUpper(second[0]) {
		return name
	}
	return lowerFirst(name)
}

// lowerFirst returns a text with a small first letter.
func lowerFirst(name string) string {
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToLower(first)) + name[size:]
}

// requests are names that programs often give to request data. They are left out of the words before a selector.
var requests = []string{"in", "req", "request", "body", "input", "params", "payload", "form", "query",
	"dto", "args", "self", "this"}

// maxReceiver is the length up to which a name before a selector is left out, since it tells a reader nothing.
const maxReceiver = 2

// selector returns the last name of a selector expression, with the names before it that a reader needs.
func (t *teller) selector(e *ast.SelectorExpr) (phrase, bool) {
	p, ok := t.named(e.Sel.Name)
	x, simple := ast.Unparen(e.X).(*ast.Ident)
	if !ok ||
		simple && (slices.Contains(requests, x.Name) || !t.full && utf8.RuneCountInString(x.Name) <= maxReceiver) {
		return p, ok
	}
	before := t.subjects
	owner, ok := t.operand(e.X)
	t.subjects = before
	return phrase{owner.sentence + "." + e.Sel.Name, owner.name + " " + p.name}, ok
}

// maxLiteral is the length of a string literal up to which a name contains it.
const maxLiteral = 24

// literal returns the words for a literal.
func (t *teller) literal(e *ast.BasicLit) (phrase, bool) {
	t.constant = true
	if e.Kind == token.INT || e.Kind == token.FLOAT {
		plain := strings.ReplaceAll(e.Value, "_", "")
		return phrase{plain, strings.ReplaceAll(plain, ".", " point ")}, true
	}
	text, ok := literalText(e)
	if !ok || len(text) > maxLiteral || UpperCamel(text) == "" {
		return phrase{}, false
	}
	return phrase{strconv.Quote(text), text}, true
}

// literalText returns the text of a string or character literal.
func literalText(e ast.Expr) (string, bool) {
	l, ok := ast.Unparen(e).(*ast.BasicLit)
	if !ok || l.Kind != token.STRING && l.Kind != token.CHAR {
		return "", false
	}
	text, err := strconv.Unquote(l.Value)
	return text, err == nil
}

// isLiteral reports whether an expression is a literal, with or without a sign.
func isLiteral(e ast.Expr) bool {
	e = ast.Unparen(e)
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.SUB {
		e = ast.Unparen(u.X)
	}
	_, ok := e.(*ast.BasicLit)
	return ok
}

// lengthOf returns the expression whose length an expression takes, or nil.
func lengthOf(e ast.Expr) ast.Expr {
	c, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(c.Args) != 1 ||
		!slices.Contains([]string{"len", "RuneCountInString", "RuneCount", "Len"}, callee(c)) {
		return nil
	}
	if inner, ok := ast.Unparen(c.Args[0]).(*ast.CallExpr); ok && len(inner.Args) == 1 {
		if _, list := inner.Fun.(*ast.ArrayType); list { // len([]rune(s))
			return inner.Args[0]
		}
	}
	return c.Args[0]
}

func (t *teller) unary(e *ast.UnaryExpr) (phrase, bool) {
	p, ok := t.operand(e.X)
	switch e.Op {
	case token.SUB:
		return phrase{"-" + p.sentence, "minus " + p.name}, ok
	case token.AND, token.ADD:
		return p, ok
	}
	return phrase{}, false
}

// signs are the words for arithmetic operators.
var signs = map[token.Token]string{token.ADD: "plus", token.SUB: "minus", token.MUL: "times",
	token.QUO: "by", token.REM: "modulo"}

func (t *teller) arithmetic(e *ast.BinaryExpr) (phrase, bool) {
	sign, ok := signs[e.Op]
	if !ok {
		return phrase{}, false
	}
	x, ok := t.operand(e.X)
	y, known := t.operand(e.Y)
	return phrase{x.sentence + " " + e.Op.String() + " " + y.sentence, x.name + " " + sign + " " + y.name}, ok && known
}

// maxArguments is how many arguments of a call are put into words.
const maxArguments = 2

// call returns the words for the result of a call: "the length of title", "valid of isbn", "now".
func (t *teller) call(e *ast.CallExpr) (phrase, bool) {
	if measured := lengthOf(e); measured != nil {
		p, ok := t.operand(measured)
		return join(plainPhrase("the length of"), p), ok
	}
	name := callee(e)
	if name == "" || len(e.Args) > maxArguments {
		return phrase{}, false
	}
	if slices.Contains(transparent, name) && len(e.Args) == 1 {
		return t.operand(e.Args[0])
	}
	if name == "Now" && len(e.Args) == 0 {
		return plainPhrase("now"), true
	}
	return t.callOf(name, e)
}

// callOf returns the words for a call: the function with its arguments, or the receiver of a method without arguments.
func (t *teller) callOf(name string, e *ast.CallExpr) (phrase, bool) {
	out := plainPhrase(lowered(name))
	operands := e.Args
	if s, ok := e.Fun.(*ast.SelectorExpr); ok && len(operands) == 0 {
		operands = []ast.Expr{s.X}
	}
	for i, a := range operands {
		p, ok := t.operand(a)
		if !ok {
			return phrase{}, false
		}
		out = join(out, plainPhrase(either(i == 0, "of", "and")), p)
	}
	return out, true
}
