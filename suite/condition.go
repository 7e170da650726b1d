package suite

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// condition is a [Way] in words.
type condition struct {
	sentence string // `order is "price"`, for a sentence
	name     string // `order is price`, for the name of a test
	// subjects are the names in the condition, such as "order", without constants.
	subjects []string
	constant bool // the condition compares with a constant
}

// sides are the possible endings of [Way.What], each with the form of condition that stands before the ending and the
// outcome that it means.
var sides = []struct {
	ending string
	form   string
	side   bool
}{
	{" is true", "condition", true}, {" is false", "condition", false},
	{" is entered", "loop", true}, {" is not entered", "loop", false},
	{" is found", "key", true}, {" is not found", "key", false},
	{" succeeds", "call", true}, {" fails", "call", false},
}

// condition translates a way to words: the source of a condition in Go, and its outcome. It returns false if the
// condition cannot be put into plain words.
func (w Way) condition() (condition, bool) {
	if source, ok := strings.CutPrefix(w.What, "case "); ok {
		return conditionOf(source, "condition", true)
	}
	if source, ok := strings.CutPrefix(w.What, "switch "); ok {
		tag, ok := strings.CutSuffix(source, ": none of the cases")
		c, known := conditionOf(tag, "operand", true)
		c.sentence, c.name = c.sentence+" is none of the cases", c.name+" is none of the cases"
		return c, ok && known
	}
	for _, s := range sides {
		if source, ok := strings.CutSuffix(w.What, s.ending); ok {
			return conditionOf(source, s.form, s.side)
		}
	}
	return condition{}, false
}

// conditionOf puts a condition into words. It uses the shortest names of the operands, or full names if the short names
// of two operands are equal.
func conditionOf(source, form string, side bool) (condition, bool) {
	for _, full := range []bool{false, true} {
		t := &teller{full: full}
		p, ok := t.form(source, form, side)
		if !ok {
			return condition{}, false
		}
		if t.ambiguous && !full {
			continue
		}
		return condition{p.sentence, p.name, t.subjects, t.constant}, true
	}
	return condition{}, false
}

// phrase is a part of a condition, as it stands in a sentence and in a name.
type phrase struct{ sentence, name string }

func plainPhrase(words string) phrase { return phrase{words, words} }

// join joins phrases with spaces.
func join(parts ...phrase) phrase {
	var sentence, name []string
	for _, p := range parts {
		sentence, name = append(sentence, p.sentence), append(name, p.name)
	}
	return phrase{strings.Join(sentence, " "), strings.Join(name, " ")}
}

// teller puts one condition into words.
type teller struct {
	full      bool // names are written with their selectors
	ambiguous bool // two operands have the same words
	subjects  []string
	constant  bool
}

func (t *teller) form(source, form string, side bool) (phrase, bool) {
	switch form {
	case "loop":
		return t.loop(source, side)
	case "key":
		return t.key(source, side)
	}
	e, err := parser.ParseExpr(source)
	if err != nil {
		return phrase{}, false
	}
	if form == "operand" {
		return t.operand(e)
	}
	if form == "call" {
		p, ok := t.operand(e)
		return join(p, plainPhrase(either(side, "succeeds", "fails"))), ok
	}
	return t.condition(e, side)
}

// either returns yes or no, depending on the outcome.
func either(side bool, yes, no string) string {
	if side {
		return yes
	}
	return no
}

// loop returns the words for a loop over something that is empty or not.
func (t *teller) loop(source string, entered bool) (phrase, bool) {
	_, over, ok := strings.Cut(source, "range ")
	if !ok {
		return phrase{}, false
	}
	e, err := parser.ParseExpr(over)
	if err != nil {
		return phrase{}, false
	}
	p, ok := t.operand(e)
	return join(p, plainPhrase(either(entered, "is not empty", "is empty"))), ok
}

// key returns the words for whether a map has a key: `users[id]` or `u, ok := users[id]`.
func (t *teller) key(source string, found bool) (phrase, bool) {
	if _, right, ok := strings.Cut(source, "= "); ok {
		source = right
	}
	e, err := parser.ParseExpr(source)
	if err != nil {
		return phrase{}, false
	}
	index, ok := ast.Unparen(e).(*ast.IndexExpr)
	if !ok {
		return phrase{}, false
	}
	in, ok := t.operand(index.X)
	key, known := t.operand(index.Index)
	return join(key, plainPhrase(either(found, "is in", "is not in")), in), ok && known
}

// condition returns the words for what is true when a condition has the outcome side.
func (t *teller) condition(e ast.Expr, side bool) (phrase, bool) {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			return t.condition(e.X, !side)
		}
	case *ast.BinaryExpr:
		return t.comparison(e, side)
	case *ast.CallExpr:
		return t.question(e, side)
	case *ast.Ident, *ast.SelectorExpr, *ast.IndexExpr, *ast.StarExpr:
		p, ok := t.operand(e)
		return asStatement(p, side), ok
	}
	return phrase{}, false
}

// asStatement returns the words for the truth or falsehood of a name that is a statement: "is staff", "admin is false".
func asStatement(p phrase, side bool) phrase {
	words := Words(p.name)
	if len(words) > 1 {
		if verb := strings.ToLower(words[0]); slices.Contains([]string{"is", "has", "can"}, verb) {
			rest := strings.ToLower(strings.Join(words[1:], " "))
			return plainPhrase(map[string]string{
				"is": either(side, "is ", "is not "), "has": either(side, "has ", "has no "),
				"can": either(side, "can ", "cannot "),
			}[verb] + rest)
		}
	}
	return join(p, plainPhrase(either(side, "is true", "is false")))
}

// verbs are the words for comparisons.
var verbs = map[token.Token]string{
	token.EQL: "is", token.NEQ: "is not", token.LSS: "is below", token.GTR: "is above", token.LEQ: "is at most",
	token.GEQ: "is at least",
}

// lengths are the words for comparisons of lengths: the text before the length, and the text behind it.
var lengths = map[token.Token][2]string{
	token.EQL: {"is", " long"}, token.NEQ: {"is not", " long"}, token.LSS: {"is shorter than", ""},
	token.GTR: {"is longer than", ""},
	token.LEQ: {"is at most", " long"}, token.GEQ: {"is at least", " long"},
}

// opposite returns the comparison that is true when op is false; ILLEGAL if op is no comparison.
func opposite(op token.Token) token.Token {
	switch op {
	case token.EQL:
		return token.NEQ
	case token.NEQ:
		return token.EQL
	case token.LSS:
		return token.GEQ
	case token.GEQ:
		return token.LSS
	case token.GTR:
		return token.LEQ
	case token.LEQ:
		return token.GTR
	}
	return token.ILLEGAL
}

// mirrored returns the comparison with swapped operands.
func mirrored(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GTR
	case token.GTR:
		return token.LSS
	case token.LEQ:
		return token.GEQ
	case token.GEQ:
		return token.LEQ
	}
	return op
}

func (t *teller) comparison(e *ast.BinaryExpr, side bool) (phrase, bool) {
	op, x, y := e.Op, e.X, e.Y
	if opposite(op) == token.ILLEGAL {
		return phrase{}, false
	}
	if !side {
		op = opposite(op)
	}
	if isLiteral(x) && !isLiteral(y) {
		op, x, y = mirrored(op), y, x
	}
	if measured := lengthOf(x); measured != nil && isLiteral(y) {
		return t.length(measured, op, y)
	}
	left, ok := t.operand(x)
	if text, isText := literalText(y); ok && isText && text == "" && (op == token.EQL || op == token.NEQ) {
		t.constant = true
		return join(left, plainPhrase(verbs[op]), plainPhrase("empty")), true
	}
	right, known := t.operand(y)
	t.ambiguous = t.ambiguous || left.name == right.name
	return join(left, plainPhrase(verbs[op]), right), ok && known
}

// length returns the words for a comparison of a length: "is empty", "is shorter than 2".
func (t *teller) length(x ast.Expr, op token.Token, limit ast.Expr) (phrase, bool) {
	p, ok := t.operand(x)
	n, known := t.operand(limit)
	switch {
	case n.name == "0" && (op == token.EQL || op == token.LEQ), n.name == "1" && op == token.LSS:
		return join(p, plainPhrase("is empty")), ok
	case n.name == "0" && (op == token.NEQ || op == token.GTR), n.name == "1" && op == token.GEQ:
		return join(p, plainPhrase("is not empty")), ok
	}
	words := lengths[op]
	return join(p, plainPhrase(words[0]), phrase{n.sentence + words[1], n.name + words[1]}), ok && known
}
