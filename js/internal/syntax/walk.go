package syntax

import (
	"github.com/ije/esbuild-internal/ast"
	"github.com/ije/esbuild-internal/js_ast"
)

// Visitor changes a tree. Its functions get the parts of an expression ([Visitor.Within]) or a statement
// ([Visitor.Below]), in the order of the source, and return their replacements.
type Visitor struct {
	// Expr gets expressions. An expression without Data stands for a missing one.
	Expr func(js_ast.Expr) js_ast.Expr
	// List gets the statements of a block, and Body those of a function.
	List, Body func([]js_ast.Stmt) []js_ast.Stmt
	// Single gets the body of a condition or of a loop, which may be a block.
	Single func(js_ast.Stmt) js_ast.Stmt
	// Names gets the variables that a pattern binds; it may be nil.
	Names func(ast.Ref)
	// Member is called before the value of each member, or block, of a class is walked, and with a nil class before
	// that of each property of an object; it may be nil.
	Member func(*js_ast.Class, *js_ast.Property)
	// Apart is called with a function that walks parameters and fields of classes: they are evaluated where no
	// statement can stand.
	Apart func(func())
}

// Within walks the parts of an expression.
func (v *Visitor) Within(e js_ast.Expr) {
	switch d := e.Data.(type) {
	case *js_ast.EBinary:
		d.Left, d.Right = v.Expr(d.Left), v.Expr(d.Right)
	case *js_ast.EUnary:
		d.Value = v.Expr(d.Value)
	case *js_ast.EIf:
		d.Test, d.Yes, d.No = v.Expr(d.Test), v.Expr(d.Yes), v.Expr(d.No)
	case *js_ast.ECall:
		d.Target = v.Expr(d.Target)
		v.list(d.Args)
	case *js_ast.ENew:
		d.Target = v.Expr(d.Target)
		v.list(d.Args)
	case *js_ast.EAwait:
		d.Value = v.Expr(d.Value)
	case *js_ast.EYield:
		d.ValueOrNil = v.Expr(d.ValueOrNil)
	case *js_ast.EFunction:
		v.function(&d.Fn)
	case *js_ast.EArrow:
		v.arrow(d)
	case *js_ast.EClass:
		v.class(&d.Class)
	default:
		v.composite(e)
	}
}

// composite walks the parts of an expression that names or holds others.
func (v *Visitor) composite(e js_ast.Expr) {
	switch d := e.Data.(type) {
	case *js_ast.EDot:
		d.Target = v.Expr(d.Target)
	case *js_ast.EIndex:
		d.Target, d.Index = v.Expr(d.Target), v.Expr(d.Index)
	case *js_ast.EArray:
		v.list(d.Items)
	case *js_ast.ESpread:
		d.Value = v.Expr(d.Value)
	case *js_ast.EAnnotation:
		d.Value = v.Expr(d.Value)
	case *js_ast.EObject:
		v.members(d.Properties)
	case *js_ast.ETemplate:
		d.TagOrNil = v.Expr(d.TagOrNil)
		for i := range d.Parts {
			d.Parts[i].Value = v.Expr(d.Parts[i].Value)
		}
	case *js_ast.EImportCall:
		d.Expr, d.OptionsOrNil = v.Expr(d.Expr), v.Expr(d.OptionsOrNil)
	case *js_ast.EJSXElement:
		d.TagOrNil = v.Expr(d.TagOrNil)
		v.members(d.Properties)
		v.list(d.NullableChildren)
	}
}

func (v *Visitor) list(list []js_ast.Expr) {
	for i := range list {
		list[i] = v.Expr(list[i])
	}
}

// members walks the properties of an object, or of a pattern that is assigned to.
func (v *Visitor) members(list []js_ast.Property) {
	for i := range list {
		p := &list[i]
		if p.Flags.Has(js_ast.PropertyIsComputed) {
			p.Key = v.Expr(p.Key)
		}
		v.member(nil, p)
		p.ValueOrNil, p.InitializerOrNil = v.Expr(p.ValueOrNil), v.Expr(p.InitializerOrNil)
	}
}

func (v *Visitor) member(c *js_ast.Class, p *js_ast.Property) {
	if v.Member != nil {
		v.Member(c, p)
	}
}

func (v *Visitor) function(f *js_ast.Fn) {
	v.arguments(f.Args)
	f.Body.Block.Stmts = v.Body(f.Body.Block.Stmts)
}

// arrow walks an arrow function. One with an expression keeps it unless its body gets more statements.
func (v *Visitor) arrow(f *js_ast.EArrow) {
	v.arguments(f.Args)
	f.Body.Block.Stmts = v.Body(f.Body.Block.Stmts)
	f.PreferExpr = f.PreferExpr && len(f.Body.Block.Stmts) == 1
}

func (v *Visitor) arguments(args []js_ast.Arg) {
	v.Apart(func() {
		for i := range args {
			v.decorators(args[i].Decorators)
			v.Pattern(args[i].Binding)
			args[i].DefaultOrNil = v.Expr(args[i].DefaultOrNil)
		}
	})
}

// class walks a class. Keys are evaluated where the class is, fields in functions of their own.
func (v *Visitor) class(c *js_ast.Class) {
	v.decorators(c.Decorators)
	c.ExtendsOrNil = v.Expr(c.ExtendsOrNil)
	for i := range c.Properties {
		p := &c.Properties[i]
		if p.ClassStaticBlock != nil {
			v.member(c, p)
			p.ClassStaticBlock.Block.Stmts = v.Body(p.ClassStaticBlock.Block.Stmts)
			continue
		}
		v.decorators(p.Decorators)
		if p.Flags.Has(js_ast.PropertyIsComputed) {
			p.Key = v.Expr(p.Key)
		}
		v.member(c, p)
		p.ValueOrNil = v.Expr(p.ValueOrNil)
		v.member(c, p)
		v.Apart(func() { p.InitializerOrNil = v.Expr(p.InitializerOrNil) })
	}
}

func (v *Visitor) decorators(list []js_ast.Decorator) {
	for i := range list {
		list[i].Value = v.Expr(list[i].Value)
	}
}

// Pattern walks the defaults and the computed keys of a pattern.
func (v *Visitor) Pattern(b js_ast.Binding) {
	switch d := b.Data.(type) {
	case *js_ast.BIdentifier:
		if v.Names != nil {
			v.Names(d.Ref)
		}
	case *js_ast.BArray:
		for i := range d.Items {
			v.Pattern(d.Items[i].Binding)
			d.Items[i].DefaultValueOrNil = v.Expr(d.Items[i].DefaultValueOrNil)
		}
	case *js_ast.BObject:
		for i := range d.Properties {
			p := &d.Properties[i]
			if p.IsComputed {
				p.Key = v.Expr(p.Key)
			}
			v.Pattern(p.Value)
			p.DefaultValueOrNil = v.Expr(p.DefaultValueOrNil)
		}
	}
}

// Below walks the parts of a statement.
func (v *Visitor) Below(s js_ast.Stmt) {
	switch d := s.Data.(type) {
	case *js_ast.SExpr:
		d.Value = v.Expr(d.Value)
	case *js_ast.SReturn:
		d.ValueOrNil = v.Expr(d.ValueOrNil)
	case *js_ast.SThrow:
		d.Value = v.Expr(d.Value)
	case *js_ast.SLocal:
		for i := range d.Decls {
			v.Pattern(d.Decls[i].Binding)
			d.Decls[i].ValueOrNil = v.Expr(d.Decls[i].ValueOrNil)
		}
	case *js_ast.SBlock:
		d.Stmts = v.List(d.Stmts)
	case *js_ast.SIf:
		d.Test, d.Yes = v.Expr(d.Test), v.Single(d.Yes)
		if d.NoOrNil.Data != nil {
			d.NoOrNil = v.Single(d.NoOrNil)
		}
	case *js_ast.SLabel:
		v.Below(d.Stmt) // `continue` needs its loop directly after the label
	case *js_ast.STry:
		v.try(d)
	case *js_ast.SSwitch:
		d.Test = v.Expr(d.Test)
		for i := range d.Cases {
			d.Cases[i].ValueOrNil = v.Expr(d.Cases[i].ValueOrNil)
			d.Cases[i].Body = v.List(d.Cases[i].Body)
		}
	case *js_ast.SWith:
		d.Value, d.Body = v.Expr(d.Value), v.Single(d.Body)
	default:
		v.loop(s)
		v.declaration(s)
	}
}

func (v *Visitor) try(d *js_ast.STry) {
	d.Block.Stmts = v.List(d.Block.Stmts)
	if d.Catch != nil {
		v.Pattern(d.Catch.BindingOrNil)
		d.Catch.Block.Stmts = v.List(d.Catch.Block.Stmts)
	}
	if d.Finally != nil {
		d.Finally.Block.Stmts = v.List(d.Finally.Block.Stmts)
	}
}

func (v *Visitor) loop(s js_ast.Stmt) {
	switch d := s.Data.(type) {
	case *js_ast.SFor:
		v.Below(d.InitOrNil)
		d.TestOrNil, d.UpdateOrNil, d.Body = v.Expr(d.TestOrNil), v.Expr(d.UpdateOrNil), v.Single(d.Body)
	case *js_ast.SForIn:
		v.Below(d.Init)
		d.Value, d.Body = v.Expr(d.Value), v.Single(d.Body)
	case *js_ast.SForOf:
		v.Below(d.Init)
		d.Value, d.Body = v.Expr(d.Value), v.Single(d.Body)
	case *js_ast.SWhile:
		d.Test, d.Body = v.Expr(d.Test), v.Single(d.Body)
	case *js_ast.SDoWhile:
		d.Body, d.Test = v.Single(d.Body), v.Expr(d.Test)
	}
}

// declaration walks declarations of functions, classes and exports.
func (v *Visitor) declaration(s js_ast.Stmt) {
	switch d := s.Data.(type) {
	case *js_ast.SFunction:
		v.function(&d.Fn)
	case *js_ast.SClass:
		v.class(&d.Class)
	case *js_ast.SExportDefault:
		v.Below(d.Value)
	case *js_ast.SExportEquals:
		d.Value = v.Expr(d.Value)
	case *js_ast.SLazyExport:
		d.Value = v.Expr(d.Value)
	}
}

// Logical reports whether an operator is && || or ??.
func Logical(op js_ast.OpCode) bool {
	return op == js_ast.BinOpLogicalOr || op == js_ast.BinOpLogicalAnd || op == js_ast.BinOpNullishCoalescing
}

// Chain returns the number of these operators on the left side of an expression.
func Chain(e js_ast.Expr) int {
	for n := 0; ; n++ {
		d, ok := e.Data.(*js_ast.EBinary)
		if !ok || !Logical(d.Op) {
			return n
		}
		e = d.Left
	}
}
