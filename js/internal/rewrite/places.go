package rewrite

import (
	"strings"

	"github.com/ije/esbuild-internal/ast"
	"github.com/ije/esbuild-internal/helpers"
	"github.com/ije/esbuild-internal/js_ast"
	"github.com/ije/esbuild-internal/logger"

	"github.com/evoke-go/evoke/js/internal/syntax"
)

// place is where a value is put: a variable, or a member of what a variable has.
type place struct {
	ref           ast.Ref
	before, after string     // around the name of the variable, such as "new " and "().member"
	known         bool       // there is a variable
	name          string     // of a function that is put there
	form          Form       // of a function that is put there
	derived       bool       // the function is the constructor of a class that extends another one
	hidden        bool       // a function there is not in the source
	start         logger.Loc // where a method begins
	returned      *place     // where what a function there returns is put; nil: nobody knows
}

// instance is what the constructor at a place makes.
func (p place) instance() place {
	return place{ref: p.ref, before: "new " + p.before, after: p.after + "()", known: p.known, name: "this"}
}

// places knows where the functions of a file can be reached.
type places struct {
	tree     *syntax.Tree
	exported map[ast.Ref]string
	also     map[ast.Ref]place // where the value of a variable is put besides
	destined place             // where the expression that is rewritten next is put
}

func newPlaces(tree *syntax.Tree) places {
	p := places{tree: tree, exported: map[ast.Ref]string{}, also: map[ast.Ref]place{}}
	for name, export := range tree.NamedExports {
		ref := p.follow(export.Ref)
		if old, ok := p.exported[ref]; !ok || name < old {
			p.exported[ref] = name
		}
	}
	return p
}

// follow is the symbol that stands for another one that the parser found to be the same.
func (p *places) follow(ref ast.Ref) ast.Ref {
	for p.tree.Symbols[ref.InnerIndex].Link != ast.InvalidRef {
		ref = p.tree.Symbols[ref.InnerIndex].Link
	}
	return ref
}

// symbol is what the parser knows of a variable.
func (p *places) symbol(ref ast.Ref) *ast.Symbol { return &p.tree.Symbols[p.follow(ref).InnerIndex] }

// of is the place of a variable.
func (p *places) of(ref ast.Ref) place {
	return place{ref: ref, known: true, name: p.symbol(ref).OriginalName}
}

// bound is the place of a pattern: that of a variable, or none.
func (p *places) bound(b js_ast.Binding) place {
	if id, ok := b.Data.(*js_ast.BIdentifier); ok {
		return p.of(id.Ref)
	}
	return place{}
}

// alias notes that a variable has what is at a place.
func (p *places) alias(ref ast.Ref, at place) {
	ref = p.follow(ref)
	if _, ok := p.also[ref]; !ok && at.known && p.follow(at.ref) != ref {
		p.also[ref] = at
	}
}

// aliasIn is alias for a variable that is declared with a value.
func (p *places) aliasIn(b js_ast.Binding, value place) {
	if id, ok := b.Data.(*js_ast.BIdentifier); ok {
		p.alias(id.Ref, value)
	}
}

// hops is how many variables lead to a place at most.
const hops = 8

// path is how a program reaches what is at a place; "" if it does not.
func (p *places) path(at place, left int) string {
	if !at.known || left == 0 {
		return ""
	}
	root := p.root(p.follow(at.ref))
	if also, ok := p.also[p.follow(at.ref)]; ok && root == "" {
		root = p.path(also, left-1)
	}
	if root == "" {
		return ""
	}
	return at.before + root + at.after
}

// root is the name by which a variable is reached outside of the file.
func (p *places) root(ref ast.Ref) string {
	s := &p.tree.Symbols[ref.InnerIndex]
	if s.Kind == ast.SymbolUnbound {
		return s.OriginalName
	}
	member, ok := p.tree.ModuleScope.Members[s.OriginalName]
	if !p.tree.Closed() && ok && p.follow(member.Ref) == ref {
		return s.OriginalName
	}
	return p.exported[ref]
}

// keyOf is the name of a key, and how a program gets at the member: neither at a private one nor at
// one whose key is computed.
func (p *places) keyOf(key js_ast.Expr) (name, access string) {
	switch d := key.Data.(type) {
	case *js_ast.EPrivateIdentifier:
		return p.symbol(d.Ref).OriginalName, ""
	case *js_ast.EString:
		name = helpers.UTF16ToString(d.Value)
		if js_ast.IsIdentifier(name) {
			return name, "." + name
		}
		return name, "[" + string(helpers.QuoteForJSON(name, false)) + "]"
	}
	return "", ""
}

// memberOf is the place of a member. A function there has the name of the key.
func (p *places) memberOf(owner place, key js_ast.Expr) place {
	name, access := p.keyOf(key)
	known := owner.known && access != ""
	return place{ref: owner.ref, before: owner.before, after: owner.after + access, known: known, name: name}
}

// inObject is the place of a property of an object that is at a place.
func (p *places) inObject(owner place, property *js_ast.Property) place {
	at := p.memberOf(owner, property.Key)
	at.form, at.start = formOf(property.Kind), property.Loc
	return at
}

// inClass is the place of a property of a class that is at a place.
func (p *places) inClass(owner place, c *js_ast.Class, property *js_ast.Property) place {
	form, name := formOf(property.Kind), owner.name
	static := property.Flags.Has(js_ast.PropertyIsStatic)
	switch {
	case static:
	case form == Expression:
		owner = owner.instance()
	default:
		owner.after += ".prototype"
	}
	at := p.memberOf(owner, property.Key)
	at.form, at.start = form, property.Loc
	if form == Method && !static && at.name == "constructor" {
		at.after = strings.TrimSuffix(at.after, ".prototype.constructor")
		at.form, at.name, at.derived = Constructor, name, c.ExtendsOrNil.Data != nil
	}
	return at
}

// formOf is the form of a function that is a property.
func formOf(kind js_ast.PropertyKind) Form {
	switch kind {
	case js_ast.PropertyMethod:
		return Method
	case js_ast.PropertyGetter:
		return Getter
	case js_ast.PropertySetter:
		return Setter
	}
	return Expression
}

// invoked is the place of a function that is called where it is written: its result is put where that
// of the call is, and its parameters have what they get.
func (p *places) invoked(d *js_ast.ECall, at place, hidden bool) place {
	var args []js_ast.Arg
	switch f := d.Target.Data.(type) {
	case *js_ast.EFunction:
		args = f.Fn.Args
	case *js_ast.EArrow:
		args = f.Args
	default:
		return place{}
	}
	for i := range min(len(args), len(d.Args)) {
		p.aliasIn(args[i].Binding, p.written(d.Args[i]))
	}
	return place{hidden: hidden, returned: &at}
}

// written is the place that an expression names.
func (p *places) written(e js_ast.Expr) place {
	switch d := e.Data.(type) {
	case *js_ast.EIdentifier:
		return p.of(d.Ref)
	case *js_ast.EDot:
		return p.memberOf(p.written(d.Target), js_ast.Expr{Data: &js_ast.EString{Value: helpers.StringToUTF16(d.Name)}})
	case *js_ast.EIndex:
		return p.memberOf(p.written(d.Target), d.Index)
	}
	return place{}
}
