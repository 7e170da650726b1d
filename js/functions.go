package js

import (
	"github.com/evoke-go/evoke/js/internal/rewrite"
	"github.com/evoke-go/evoke/js/internal/syntax"
)

// Function is a function of a file whose calls are recorded.
type Function struct {
	// Number is the number under which its calls are recorded: the first is [Source.FirstFunction].
	Number int
	// Name is the name that JavaScript gives to the function, or else the expression that it is assigned to, such as
	// "Cart.prototype.add"; "" if it is assigned to nothing.
	Name string
	Form Form
	// Async says that the function is async, and Generator that it is declared with *. A function may be both.
	Async, Generator bool
	Line, Column     int // where it begins, from 1; columns are bytes
	Until            int // the line in which it ends
	// Parameters are the names of its parameters. A pattern is written as the names that it binds, "{a, b}" or "[a,
	// b]", and the rest parameter as "...rest".
	Parameters []string
	// Uses are the variables that the file declares outside of the function and that the function, or one in it, uses:
	// at most 50, and no functions, classes and imports. "this" is among them in an arrow function and in the
	// constructor of a derived class.
	Uses []string
	// Globals are the names that it uses and the file does not declare: variables of other scripts, and names of the
	// language and its host. Names that existed before the runtime are not recorded.
	Globals []string
	// Path is an expression for the function in other scripts or modules: "f", "Cart.prototype.add" or "new
	// Cart().add". In a module it begins with an exported name, in CommonJS with exports or module.exports. It is "" if
	// there is no such expression.
	Path string
}

// Form is the syntax of a function.
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

// described returns the functions with their places.
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
