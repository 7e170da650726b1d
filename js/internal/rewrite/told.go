package rewrite

import (
	"slices"

	"github.com/ije/esbuild-internal/ast"
	"github.com/ije/esbuild-internal/helpers"
	"github.com/ije/esbuild-internal/js_ast"
	"github.com/ije/esbuild-internal/logger"

	"github.com/evoke-go/evoke/js/internal/syntax"
)

// isReported reports whether calls of a function are reported to the runtime.
func (b *body) isReported() bool { return b != nil && !b.silent }

// name is an expression that reads a variable.
func name(loc logger.Loc, ref ast.Ref) js_ast.Expr {
	return js_ast.Expr{Loc: loc, Data: &js_ast.EIdentifier{Ref: ref}}
}

// with appends the variable of the current call to the arguments of a probe.
func (b *body) with(loc logger.Loc, args ...js_ast.Expr) []js_ast.Expr {
	if b.isReported() {
		args = append(args, name(loc, b.call))
	}
	return args
}

// leave returns a value that a call returns: E.x(value,c).
func (b *body) leave(m *maker, value js_ast.Expr) js_ast.Expr {
	if !b.isReported() {
		return value
	}
	return m.probe(value.Loc, "x", b.with(value.Loc, value)...)
}

// pause returns a value that a call waits for, or yields: E.p(c,value).
func (b *body) pause(m *maker, loc logger.Loc, value js_ast.Expr) js_ast.Expr {
	if !b.isReported() {
		return value
	}
	args := b.with(loc)
	if value.Data != nil {
		args = append(args, value)
	}
	return m.probe(loc, "p", args...)
}

// step returns a statement with a probe of the current call; none without a call.
func (b *body) step(m *maker, loc logger.Loc, probe string) []js_ast.Stmt {
	if !b.isReported() {
		return nil
	}
	return []js_ast.Stmt{{Loc: loc, Data: &js_ast.SExpr{Value: m.probe(loc, probe, name(loc, b.call))}}}
}

// between puts such probes around statements.
func (b *body) between(m *maker, loc logger.Loc, before string, list []js_ast.Stmt, behind string) []js_ast.Stmt {
	return slices.Concat(b.step(m, loc, before), list, b.step(m, loc, behind))
}

// rounds makes the current call continue in each iteration of a loop that waits before it: for await.
func (s *records) rounds(m *maker, statement js_ast.Stmt) {
	d, ok := statement.Data.(*js_ast.SForOf)
	if !ok || d.Await.Len == 0 || !s.body.isReported() {
		return
	}
	d.Value = s.body.pause(m, d.Value.Loc, d.Value)
	block := d.Body.Data.(*js_ast.SBlock)
	block.Stmts = s.body.between(m, statement.Loc, "g", block.Stmts, "p")
}

// waits reports whether a statement is a loop that waits before each iteration.
func waits(s js_ast.Stmt) bool {
	if label, ok := s.Data.(*js_ast.SLabel); ok {
		return waits(label.Stmt)
	}
	d, ok := s.Data.(*js_ast.SForOf)
	return ok && d.Await.Len > 0
}

// caught clears the outcome of the latest condition, and the calls that threw.
func (s *records) caught(m *maker, loc logger.Loc) js_ast.Stmt {
	args := s.body.with(loc)
	if s.record && s.body == nil {
		args = []js_ast.Expr{{Loc: loc, Data: js_ast.ENullShared}}
	}
	return js_ast.Stmt{Loc: loc, Data: &js_ast.SExpr{Value: m.probe(loc, "c", args...)}}
}

// around puts the probes of entry and exit around the statements of a function:
// c=E.r()&&E.i(number,this,arguments,{a:()=>a},{b:()=>b});...;E.x(void 0,c)
func (b *body) around(m *maker, s *records, list []js_ast.Stmt) []js_ast.Stmt {
	if !b.isReported() {
		return list
	}
	loc := logger.Loc{Start: int32(b.Offset)}
	undefined := js_ast.Expr{Loc: loc, Data: js_ast.EUndefinedShared}
	enters := m.probe(loc, "i", syntax.Number(loc, b.number), b.receiver(loc), b.given(m), b.readers(m, s, loc, false))
	if globals := b.readers(m, s, loc, true); len(b.Globals) > 0 {
		call := enters.Data.(*js_ast.ECall)
		call.Args = append(call.Args, globals)
	}
	enters = binary(loc, js_ast.BinOpLogicalAnd, m.probe(loc, "r"), enters)
	entry := binary(loc, js_ast.BinOpAssign, name(loc, b.call), enters)
	out := append([]js_ast.Stmt{{Loc: loc, Data: &js_ast.SExpr{Value: entry}}}, list...)
	if len(list) > 0 {
		if _, ok := list[len(list)-1].Data.(*js_ast.SReturn); ok {
			return out
		}
	}
	return append(out, js_ast.Stmt{Loc: loc, Data: &js_ast.SExpr{Value: b.leave(m, undefined)}})
}

func binary(loc logger.Loc, op js_ast.OpCode, left, right js_ast.Expr) js_ast.Expr {
	return js_ast.Expr{Loc: loc, Data: &js_ast.EBinary{Op: op, Left: left, Right: right}}
}

// receiver returns this, if it is the call's own from the beginning. In arrows and derived constructors, this is a
// variable from outside.
func (b *body) receiver(loc logger.Loc) js_ast.Expr {
	if b.arrow || b.at.derived {
		return js_ast.Expr{Loc: loc, Data: js_ast.EUndefinedShared}
	}
	return js_ast.Expr{Loc: loc, Data: js_ast.EThisShared}
}

// readers returns functions that read variables from outside, by name.
func (b *body) readers(m *maker, s *records, loc logger.Loc, global bool) js_ast.Expr {
	object := &js_ast.EObject{IsSingleLine: true}
	add := func(text string, value js_ast.Expr) {
		result := js_ast.Stmt{Loc: loc, Data: &js_ast.SReturn{ValueOrNil: value}}
		reads := &js_ast.EArrow{PreferExpr: true}
		reads.Body.Block.Stmts = []js_ast.Stmt{result}
		object.Properties = append(object.Properties, js_ast.Property{
			Kind: js_ast.PropertyField, Loc: loc,
			Key:        js_ast.Expr{Loc: loc, Data: &js_ast.EString{Value: helpers.StringToUTF16(text)}},
			ValueOrNil: js_ast.Expr{Loc: loc, Data: reads},
		})
	}
	names := b.Uses
	if global {
		names = b.Globals
	}
	for _, ref := range b.used {
		symbol := &s.places.tree.Symbols[ref.InnerIndex]
		if symbol.Kind == ast.SymbolUnbound == global && !b.known[ref] && slices.Contains(names, symbol.OriginalName) {
			names = slices.DeleteFunc(slices.Clone(names), func(n string) bool { return n == symbol.OriginalName })
			add(symbol.OriginalName, name(loc, ref))
		}
	}
	if !global && slices.Contains(names, "this") {
		add("this", js_ast.Expr{Loc: loc, Data: js_ast.EThisShared})
	}
	return js_ast.Expr{Loc: loc, Data: object}
}

// given returns the arguments of a call: the variable arguments if the function uses it or has patterns as parameters,
// else a list of its parameters. An arrow has no arguments of its own: the variables that its patterns bind stand for
// the values.
func (b *body) given(m *maker) js_ast.Expr {
	loc := logger.Loc{Start: int32(b.Offset)}
	plain := !b.rest && !slices.ContainsFunc(b.args, func(a js_ast.Arg) bool {
		_, ok := a.Binding.Data.(*js_ast.BIdentifier)
		return !ok || a.DefaultOrNil.Data != nil
	})
	if !b.arrow && (b.arguments || !plain) && !b.names["arguments"] {
		return name(loc, m.tree.Declare("arguments"))
	}
	var list []js_ast.Expr
	for _, a := range b.args {
		list = append(list, m.rebuilt(loc, a.Binding))
	}
	return m.listed(loc, list, b.rest)
}

// listed returns a list whose last element may be the list of a rest parameter: E.j([a],b), since a program can change
// what a spread does.
func (m *maker) listed(loc logger.Loc, list []js_ast.Expr, rest bool) js_ast.Expr {
	n := len(list)
	if rest {
		n--
	}
	array := js_ast.Expr{Loc: loc, Data: &js_ast.EArray{IsSingleLine: true, Items: list[:n]}}
	if rest {
		return m.probe(loc, "j", array, list[n])
	}
	return array
}

// rebuilt rebuilds the value that a pattern took apart from the variables that the pattern binds.
func (m *maker) rebuilt(loc logger.Loc, b js_ast.Binding) js_ast.Expr {
	switch d := b.Data.(type) {
	case *js_ast.BIdentifier:
		return name(loc, d.Ref)
	case *js_ast.BArray:
		var list []js_ast.Expr
		for _, item := range d.Items {
			list = append(list, m.rebuilt(loc, item.Binding))
		}
		return m.listed(loc, list, d.HasSpread)
	case *js_ast.BObject:
		object := &js_ast.EObject{IsSingleLine: true}
		for _, p := range d.Properties {
			property := js_ast.Property{Loc: loc, Key: p.Key, ValueOrNil: m.rebuilt(loc, p.Value)}
			if p.IsSpread {
				property.Kind, property.Key = js_ast.PropertySpread, js_ast.Expr{}
			}
			if !p.IsComputed {
				object.Properties = append(object.Properties, property)
			}
		}
		return js_ast.Expr{Loc: loc, Data: object}
	}
	return js_ast.Expr{Loc: loc, Data: js_ast.EMissingShared}
}

// endFunction ends a function: it sets its parameters and uses, and returns its statements with the probes of calls.
func (s *records) endFunction(m *maker, b *body, list []js_ast.Stmt) []js_ast.Stmt {
	if b == nil {
		return list
	}
	s.end(b)
	b.Parameters = s.parameters(b.args, b.rest)
	return b.around(m, s, list)
}

// parameters returns the names of parameters.
func (s *records) parameters(args []js_ast.Arg, rest bool) []string {
	var names []string
	for i, a := range args {
		text := s.pattern(a.Binding)
		if rest && i == len(args)-1 {
			text = "..." + text
		}
		names = append(names, text)
	}
	return names
}

// pattern writes a pattern as the names that it binds.
func (s *records) pattern(b js_ast.Binding) string {
	text := ""
	join := func(b js_ast.Binding) {
		if text != "" {
			text += ", "
		}
		text += s.pattern(b)
	}
	switch d := b.Data.(type) {
	case *js_ast.BIdentifier:
		return s.places.symbol(d.Ref).OriginalName
	case *js_ast.BArray:
		for _, item := range d.Items {
			join(item.Binding)
		}
		return "[" + text + "]"
	case *js_ast.BObject:
		for _, p := range d.Properties {
			join(p.Value)
		}
		return "{" + text + "}"
	}
	return ""
}
