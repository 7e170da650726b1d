package rewrite

import (
	"strings"

	"github.com/ije/esbuild-internal/ast"
	"github.com/ije/esbuild-internal/helpers"
	"github.com/ije/esbuild-internal/js_ast"
	"github.com/ije/esbuild-internal/logger"

	"github.com/evoke-go/evoke/js/internal/syntax"
)

// place is where the value of an expression goes: a variable, or a member of the value in a variable. It tells the name
// of a function that goes there, and how tests can reach it.
type place struct {
	ref           ast.Ref
	before, after string     // around the name of the variable, such as "new " and "().member"
	known         bool       // the variable is set
	name          string     // name of a function that goes there
	form          Form       // form of a function that goes there
	derived       bool       // the function is the constructor of a derived class
	hidden        bool       // a function there is not in the source
	start         logger.Loc // where a method begins
	returned      *place     // where the result of a function there goes; nil: unknown
}

// instance returns the place of the object that the constructor at a place makes.
func (p place) instance() place {
	return place{ref: p.ref, before: "new " + p.before, after: p.after + "()", known: p.known, name: "this"}
}

// places knows where the functions of a file can be reached.
type places struct {
	tree     *syntax.Tree
	exported map[ast.Ref]string
	also     map[ast.Ref]place // further places of the values of variables
	destined place             // where the value of the next expression goes
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

// follow returns the symbol that the parser merged a symbol into.
func (p *places) follow(ref ast.Ref) ast.Ref {
	for p.tree.Symbols[ref.InnerIndex].Link != ast.InvalidRef {
		ref = p.tree.Symbols[ref.InnerIndex].Link
	}
	return ref
}

// symbol returns the parser's symbol of a variable.
func (p *places) symbol(ref ast.Ref) *ast.Symbol { return &p.tree.Symbols[p.follow(ref).InnerIndex] }

// of returns the place of a variable.
func (p *places) of(ref ast.Ref) place {
	return place{ref: ref, known: true, name: p.symbol(ref).OriginalName}
}

// bound returns the place of a pattern: that of a variable, or none.
func (p *places) bound(b js_ast.Binding) place {
	if id, ok := b.Data.(*js_ast.BIdentifier); ok {
		return p.of(id.Ref)
	}
	return place{}
}

// alias notes that a variable has the value at a place.
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

// hops bounds the number of variables on the way to a place.
const hops = 8

// path returns the expression for the value at a place, "" if there is none.
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

// root returns the name by which other files reach a variable.
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

// keyOf returns the name of a key, and the syntax to access the member. There is none for a private or computed key.
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

// memberOf returns the place of a member. A function there has the name of the key.
func (p *places) memberOf(owner place, key js_ast.Expr) place {
	name, access := p.keyOf(key)
	known := owner.known && access != ""
	return place{ref: owner.ref, before: owner.before, after: owner.after + access, known: known, name: name}
}

// inObject returns the place of a property of an object that is at a place.
func (p *places) inObject(owner place, property *js_ast.Property) place {
	at := p.memberOf(owner, property.Key)
	at.form, at.start = formOf(property.Kind), property.Loc
	return at
}

// inClass returns the place of a property of a class that is at a place.
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

// formOf returns the form of a function that is a property.
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

// invoked returns the place of a function that is called where it is written: its result goes where that of the call
// goes, and its parameters have the values of the arguments.
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

// written returns the place that an expression names.
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
