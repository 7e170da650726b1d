package syntax

import (
	"strings"
	"unicode/utf8"

	"github.com/ije/esbuild-internal/ast"
	"github.com/ije/esbuild-internal/js_ast"
	"github.com/ije/esbuild-internal/js_printer"
	"github.com/ije/esbuild-internal/logger"
	"github.com/ije/esbuild-internal/renamer"
)

// maxWords bounds the code in a text for users, in bytes.
const maxWords = 60

// Words returns the code of an expression for users: in one line, and cut if it is long.
func (t *Tree) Words(e js_ast.Expr) string {
	symbols := ast.NewSymbolMap(1)
	symbols.SymbolsForSource[0] = t.Symbols
	tree := t.AST
	tree.Directives = nil
	tree.Parts = []js_ast.Part{{Stmts: []js_ast.Stmt{{Loc: e.Loc, Data: &js_ast.SReturn{ValueOrNil: e}}}}}
	printed := js_printer.Print(tree, symbols, renamer.NewNoOpRenamer(symbols), js_printer.Options{})
	text := strings.Join(strings.Fields(string(printed.JS)), " ")
	text = strings.TrimSuffix(strings.TrimPrefix(text, "return "), ";")
	text = strings.NewReplacer("void 0", "undefined", "/* @__PURE__ */ ", "").Replace(text)
	if len(text) <= maxWords {
		return text
	}
	cut := maxWords - len("...")
	for !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + "..."
}

// Name returns the name of a variable.
func (t *Tree) Name(ref ast.Ref) string { return t.Symbols[ref.InnerIndex].OriginalName }

// Call returns a call of a function of an object, such as the runtime.
func Call(loc logger.Loc, of ast.Ref, name string, args ...js_ast.Expr) js_ast.Expr {
	target := js_ast.Expr{Loc: loc, Data: &js_ast.EDot{
		Target: js_ast.Expr{Loc: loc, Data: &js_ast.EIdentifier{Ref: of}}, Name: name, NameLoc: loc,
	}}
	return js_ast.Expr{Loc: loc, Data: &js_ast.ECall{
		Target: target, Args: args, Kind: js_ast.TargetWasOriginallyPropertyAccess, CloseParenLoc: loc,
	}}
}

// Block returns a block that replaces a statement.
func Block(of js_ast.Stmt, list []js_ast.Stmt) js_ast.Stmt {
	// The printer maps a position once. With the position of the statement for the brace, a line break could only go
	// before the brace, where it is not allowed after `else`.
	at := logger.Loc{Start: max(of.Loc.Start-1, 0)}
	return js_ast.Stmt{Loc: at, Data: &js_ast.SBlock{Stmts: list, CloseBraceLoc: of.Loc}}
}

// Number returns the literal of a number.
func Number(loc logger.Loc, n int) js_ast.Expr {
	return js_ast.Expr{Loc: loc, Data: &js_ast.ENumber{Value: float64(n)}}
}
