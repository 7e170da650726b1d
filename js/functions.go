package js

import (
	"github.com/evoke-go/evoke/js/internal/rewrite"
	"github.com/evoke-go/evoke/js/internal/syntax"
)

// Function is a function of a file whose calls are recorded.
type Function struct {
	// Number is the number under which its calls are recorded: the first is [Source.FirstFunction].
	Number int
	// Name is the name that JavaScript gives it, and else what it is assigned to, such as
	// "Cart.prototype.add"; "" if it is assigned to nothing.
	Name string
	Form Form
	// Async and Generator say how it runs; both may hold.
	Async, Generator bool
	Line, Column     int // where it begins, from 1; columns are bytes
	Until            int // the line in which it ends
	// Parameters are their names. A pattern is written as the names that it binds, "{a, b}" or
	// "[a, b]", and the rest as "...rest".
	Parameters []string
	// Uses are variables that the file declares outside of the function and that the function,
	// or one in it, uses: no more than 50, and no functions, classes and imports. "this" is
	// among them in an arrow and in the constructor of a class that extends another one.
	Uses []string
	// Globals are names that it uses and the file does not declare: variables of other scripts, and
	// what the language and its host have. Those that were there before the runtime are not told.
	Globals []string
	// Path is an expression that yields the function where other scripts or modules run: "f",
	// "Cart.prototype.add" or "new Cart().add". In a module it begins with an exported name, in
	// CommonJS with exports or module.exports. It is "" if the function is not reached so.
	Path string
}

// Form is how a function is written.
type Form string

// The forms of functions.
const (
	Declaration Form = "declaration"
	Expression  Form = "expression"
	Arrow       Form = "arrow"
	Method      Form = "method"
	Getter      Form = "getter"
	Setter      Form = "setter"
	Constructor Form = "constructor" // of a class
)

// described are the functions with their places.
func described(tree *syntax.Tree, list []*rewrite.Func, first int) (out []Function) {
	at := places(tree)
	for i, f := range list {
		form := Form(f.Form)
		if f.Form == rewrite.Expression {
			form = Expression
		}
		from := at(f.Offset)
		out = append(out, Function{
			Number: first + i, Name: f.Name, Form: form, Async: f.Async, Generator: f.Generator,
			Line: from.Line + 1, Column: from.Column + 1, Until: at(f.End).Line + 1,
			Parameters: f.Parameters, Uses: f.Uses, Globals: f.Globals, Path: f.Path,
		})
	}
	return out
}
