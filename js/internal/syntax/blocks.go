package syntax

import (
	"slices"
	"strings"

	"github.com/ije/esbuild-internal/ast"
	"github.com/ije/esbuild-internal/helpers"
	"github.com/ije/esbuild-internal/js_ast"
	"github.com/ije/esbuild-internal/logger"
)

// Restore undoes what the parser does with functions that are declared in blocks: it moves `function f(){}` to the top
// as `let f=function(){};var f2=f` and relies on renaming f2, which would change names that a program can see. Each
// list of statements has to go through Restore before it is printed. The functions are back in their places afterwards,
// since their declaration assigns to the variable of the function around.
func (t *Tree) Restore(list []js_ast.Stmt) []js_ast.Stmt {
	var found, rest []js_ast.Stmt
	moved := logger.Loc{Start: -1}
	for _, s := range list {
		local, ok := s.Data.(*js_ast.SLocal)
		switch {
		case ok && t.wasFunctions(s.Loc, local):
			found = append(found, functions(local)...)
			moved = s.Loc
		case ok && local.Kind == js_ast.LocalVar && moved.Start >= 0 && t.copies(local, found):
		default:
			rest = append(rest, s)
			moved.Start = -1
		}
	}
	if len(found) == 0 {
		return list
	}
	for _, f := range found {
		rest = slices.Insert(rest, placeOf(rest, f.Loc), f)
	}
	return rest
}

// placeOf returns the index of the first statement after a position.
func placeOf(list []js_ast.Stmt, loc logger.Loc) int {
	for i, s := range list {
		if s.Loc.Start > loc.Start {
			return i
		}
	}
	return len(list)
}

// wasFunctions reports whether the parser made a let of function declarations: it begins where the first of them does.
func (t *Tree) wasFunctions(loc logger.Loc, s *js_ast.SLocal) bool {
	if s.Kind != js_ast.LocalLet || len(s.Decls) == 0 || loc != s.Decls[0].ValueOrNil.Loc {
		return false
	}
	_, ok := s.Decls[0].ValueOrNil.Data.(*js_ast.EFunction)
	text := t.source.Contents[loc.Start:]
	return ok && (strings.HasPrefix(text, "function") || strings.HasPrefix(text, "async"))
}

// copies reports whether a var copies the functions of a let.
func (t *Tree) copies(s *js_ast.SLocal, functions []js_ast.Stmt) bool {
	for _, d := range s.Decls {
		id, ok := d.ValueOrNil.Data.(*js_ast.EIdentifier)
		if !ok || !slices.ContainsFunc(functions, func(f js_ast.Stmt) bool {
			return f.Data.(*js_ast.SFunction).Fn.Name.Ref == id.Ref
		}) {
			return false
		}
	}
	return true
}

func functions(s *js_ast.SLocal) []js_ast.Stmt {
	var list []js_ast.Stmt
	for _, d := range s.Decls {
		f := &js_ast.SFunction{Fn: d.ValueOrNil.Data.(*js_ast.EFunction).Fn}
		f.Fn.Name = &ast.LocRef{Loc: d.Binding.Loc, Ref: d.Binding.Data.(*js_ast.BIdentifier).Ref}
		list = append(list, js_ast.Stmt{Loc: d.ValueOrNil.Loc, Data: f})
	}
	return list
}

// Prologue turns texts that the parser took for directives back into statements: a text in parentheses, or one with
// escapes, is no directive for engines. It changes the list.
func (t *Tree) Prologue(list []js_ast.Stmt) []js_ast.Stmt {
	for i, s := range list {
		d, ok := s.Data.(*js_ast.SDirective)
		if !ok {
			break
		}
		text := t.source.Contents[s.Loc.Start:]
		if value := helpers.UTF16ToString(d.Value); !strings.HasPrefix(text[1:], value) {
			list[i].Data = &js_ast.SExpr{Value: js_ast.Expr{Loc: s.Loc, Data: &js_ast.EString{Value: d.Value}}}
		}
	}
	return list
}

// Enum reports whether a statement was made by the parser of an enum of TypeScript. It has conditions that the source
// does not have.
func (t *Tree) Enum(s js_ast.Stmt) bool {
	if !t.form.TypeScript {
		return false
	}
	words := t.source.Contents[s.Loc.Start:]
	for _, word := range []string{"export", "declare", "const"} {
		words = strings.TrimLeft(strings.TrimPrefix(words, word), " \t\r\n")
	}
	rest, ok := strings.CutPrefix(words, "enum")
	return ok && strings.TrimLeft(rest, " \t\r\n") != rest
}

// Namespace reports whether a call was made by the parser of a namespace of TypeScript. Its arguments are not in the
// source.
func (t *Tree) Namespace(loc logger.Loc, call *js_ast.ECall) bool {
	_, arrow := call.Target.Data.(*js_ast.EArrow)
	return t.form.TypeScript && arrow &&
		slices.ContainsFunc([]string{"namespace", "module", "export"}, func(word string) bool {
			return strings.HasPrefix(t.source.Contents[loc.Start:], word)
		})
}
