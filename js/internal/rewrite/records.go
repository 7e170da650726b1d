package rewrite

import (
	"slices"
	"strings"

	"github.com/ije/esbuild-internal/ast"
	"github.com/ije/esbuild-internal/helpers"
	"github.com/ije/esbuild-internal/js_ast"
	"github.com/ije/esbuild-internal/logger"
)

// Form is how a function is written.
type Form string

// The forms of functions.
const (
	Expression  Form = "" // any other function
	Declaration Form = "declaration"
	Arrow       Form = "arrow"
	Method      Form = "method"
	Getter      Form = "getter"
	Setter      Form = "setter"
	Constructor Form = "constructor"
)

// Func is a function of the file.
type Func struct {
	Name, Path       string
	Form             Form
	Async, Generator bool
	Offset, End      int // in the source, in bytes
	// Parameters are their names; patterns are written as the names that they bind.
	Parameters []string
	// Uses are the variables that the body uses and the file declares outside of it. Globals are those that the file
	// does not declare.
	Uses, Globals []string
}

// records finds the functions of a file, and makes the code that reports their calls to the runtime.
type records struct {
	places    places
	record    bool
	first     int // the number of the first function
	functions []*body
	body      *body // the current function, nil outside of functions
	static    bool  // the next body is a block of a class
	owner     place // of the current class or object
}

// body is a function that is being rewritten.
type body struct {
	*Func
	number    int
	outer     *body
	at        place
	arrow     bool
	silent    bool // its calls are not reported
	call      ast.Ref
	args      []js_ast.Arg
	rest      bool // the last of these is a rest parameter
	used      []ast.Ref
	known     map[ast.Ref]bool // true: declared in this function
	names     map[string]bool  // names of the declared variables
	this      bool             // it uses this, or an arrow in it does
	arguments bool             // it uses the variable arguments
}

// begin notes that a function begins at a place. It returns nil if records are off.
func (s *records) begin(loc logger.Loc, at place, arrow, silent bool) *body {
	if !s.record {
		return nil
	}
	if at.form != Expression && at.start.Start > 0 {
		loc = at.start
	}
	b := &body{
		Func:   &Func{Name: at.name, Form: at.form, Offset: int(loc.Start), End: int(loc.Start)},
		number: s.first + len(s.functions),
		outer:  s.body, at: at, arrow: arrow, silent: silent || at.hidden,
		known: map[ast.Ref]bool{}, names: map[string]bool{},
	}
	s.body = b
	if !at.hidden {
		s.functions = append(s.functions, b)
	}
	return b
}

// end notes that a function ends. Variables that it uses and does not declare are used by the function around it too.
func (s *records) end(b *body) {
	if b == nil {
		return
	}
	s.body = b.outer
	for _, ref := range b.used {
		if b.known[ref] {
			continue
		}
		s.use(ref)
		b.uses(s.places.symbol(ref))
	}
	if b.at.derived || b.arrow && b.this {
		b.Uses = append(b.Uses, "this")
	}
	if b.outer != nil {
		b.outer.End = max(b.outer.End, b.End)
		b.outer.this = b.outer.this || b.arrow && b.this
	}
}

// most bounds the variables of a kind that are recorded of a function.
const most = 50

// uses notes a variable from outside. Functions, classes and imports are no state, and neither are the variables that
// CommonJS passes to a file.
func (b *body) uses(s *ast.Symbol) {
	if b.names[s.OriginalName] || s.OriginalName == "__proto__" {
		return
	}
	switch s.Kind {
	case ast.SymbolUnbound:
		commonJS := []string{"require", "module", "exports", "__filename", "__dirname"}
		if !slices.Contains(commonJS, s.OriginalName) {
			b.Globals = once(b.Globals, s.OriginalName)
		}
	case ast.SymbolHoisted, ast.SymbolCatchIdentifier, ast.SymbolConst, ast.SymbolOther:
		b.Uses = once(b.Uses, s.OriginalName)
	}
}

// once appends a name once.
func once(names []string, name string) []string {
	if len(names) == most || slices.Contains(names, name) {
		return names
	}
	return append(names, name)
}

// use notes that a variable is used.
func (s *records) use(ref ast.Ref) {
	if s.body == nil {
		return
	}
	ref = s.places.follow(ref)
	if _, ok := s.body.known[ref]; !ok {
		s.body.known[ref] = false
		s.body.used = append(s.body.used, ref)
	}
}

// declare notes that a variable is declared.
func (s *records) declare(ref ast.Ref) {
	if s.body != nil {
		ref = s.places.follow(ref)
		s.body.known[ref] = true
		s.body.names[s.places.tree.Symbols[ref.InnerIndex].OriginalName] = true
	}
}

// declareName is declare for a name that may be nil.
func (s *records) declareName(name *ast.LocRef) {
	if name != nil {
		s.declare(name.Ref)
	}
}

// see notes the variables in an expression, and returns the place where its value goes.
func (s *records) see(e js_ast.Expr) place {
	at := s.places.destined
	s.places.destined = place{}
	if s.body == nil && !at.known {
		return at
	}
	switch d := e.Data.(type) {
	case *js_ast.EIdentifier:
		s.places.alias(d.Ref, at)
		s.use(d.Ref)
		if s.body != nil && s.places.symbol(d.Ref).Kind == ast.SymbolArguments {
			s.ordinary().arguments = true
		}
	case *js_ast.EThis:
		if s.body != nil {
			s.body.this = true
		}
	}
	if s.body != nil {
		s.body.End = max(s.body.End, int(e.Loc.Start))
	}
	return at
}

// ordinary returns the innermost function that is no arrow, or the outermost arrow.
func (s *records) ordinary() *body {
	b := s.body
	for b.arrow && b.outer != nil {
		b = b.outer
	}
	return b
}

// assigned returns the place of an expression that is assigned to. JavaScript gives no name to a function that is
// assigned to a member, so the expression is used as its name.
func (s *records) assigned(e js_ast.Expr) place {
	var of place
	var key js_ast.Expr
	switch d := e.Data.(type) {
	case *js_ast.EThis:
		return s.made()
	case *js_ast.EDot:
		of, key = s.assigned(d.Target), js_ast.Expr{Data: &js_ast.EString{Value: helpers.StringToUTF16(d.Name)}}
	case *js_ast.EIndex:
		of, key = s.assigned(d.Target), d.Index
	default:
		return s.places.written(e)
	}
	at := s.places.memberOf(of, key)
	if _, access := s.places.keyOf(key); of.name != "" && access != "" {
		at.name = of.name + access
	}
	return at
}

// made returns the place of the object that the current function makes if it is called with new.
func (s *records) made() place {
	if s.body == nil {
		return place{name: "this"}
	}
	b := s.ordinary()
	if constructs := b.Form == Constructor || b.at.after == "" || capital(b.at.after); b.arrow || !constructs {
		return place{name: "this"}
	}
	return b.at.instance()
}

// capital reports whether the last member of a path begins with a capital letter, as constructors do.
func capital(path string) bool {
	name := path[strings.LastIndexByte(path, '.')+1:]
	return name != "" && name[0] >= 'A' && name[0] <= 'Z'
}

// define begins a function, a class or an object that goes to a place. It returns the owner of members before that.
func (s *records) define(e js_ast.Expr, at place, silent bool) place {
	around := s.owner
	switch d := e.Data.(type) {
	case *js_ast.EFunction:
		s.function(&d.Fn, e.Loc, s.named(d.Fn.Name, at), silent)
	case *js_ast.EArrow:
		s.arrow(d, e.Loc, at, silent)
	case *js_ast.EClass:
		s.owner = s.named(d.Class.Name, at)
	case *js_ast.EObject:
		s.owner = at
	}
	return around
}

// declared is define for a statement.
func (s *records) declared(statement js_ast.Stmt, silent bool) place {
	around, at := s.owner, s.places.destined
	s.places.destined = place{}
	at.form = Declaration
	switch d := statement.Data.(type) {
	case *js_ast.SFunction:
		s.declareName(d.Fn.Name)
		s.function(&d.Fn, statement.Loc, s.named(d.Fn.Name, at), silent)
	case *js_ast.SClass:
		s.declareName(d.Class.Name)
		s.owner = s.named(d.Class.Name, at)
	}
	return around
}

// member notes the place of the value of the next member.
func (s *records) member(c *js_ast.Class, p *js_ast.Property) {
	switch {
	case p.ClassStaticBlock != nil:
		s.static = true
	case c != nil:
		s.places.destined = s.places.inClass(s.owner, c, p)
	default:
		s.places.destined = s.places.inObject(s.owner, p)
	}
}

func (s *records) function(f *js_ast.Fn, loc logger.Loc, at place, silent bool) {
	b := s.begin(loc, at, false, silent)
	if b == nil {
		return
	}
	b.Async, b.Generator, b.End = f.IsAsync, f.IsGenerator, int(f.Body.Block.CloseBraceLoc.Start)
	b.args, b.rest = f.Args, f.HasRestArg
}

func (s *records) arrow(f *js_ast.EArrow, loc logger.Loc, at place, silent bool) {
	if at.form == Expression {
		at.form = Arrow
	}
	b := s.begin(loc, at, true, silent)
	if b == nil {
		return
	}
	b.Async, b.args, b.rest = f.IsAsync, f.Args, f.HasRestArg
	if !f.PreferExpr {
		b.End = int(f.Body.Block.CloseBraceLoc.Start)
	}
}

// named returns the place of a function or a class, with its own name if it has one, and else with the name of its
// place. A declaration is in a variable of its own name.
func (s *records) named(own *ast.LocRef, at place) place {
	if own == nil {
		return at
	}
	if !at.known {
		form := at.form
		at = s.places.of(own.Ref)
		at.known = at.known && form == Declaration
		at.form = form
	}
	at.name = s.places.symbol(own.Ref).OriginalName
	return at
}

// opened returns the function whose body is walked next; nil for a block of a class, and if records are off.
func (s *records) opened() *body {
	static := s.static
	s.static = false
	if static {
		return nil
	}
	return s.body
}

// result returns the place of the result of the current function.
func (s *records) result() place {
	if s.body == nil || s.body.at.returned == nil {
		return place{}
	}
	return *s.body.at.returned
}

// reached returns the functions with their paths.
func (s *records) reached() []*Func {
	var list []*Func
	for _, b := range s.functions {
		b.Path = s.places.path(b.at, hops)
		list = append(list, b.Func)
	}
	return list
}
