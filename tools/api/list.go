package main

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
)

// list returns the API as sorted lines, one for each exported name, method and
// field.
func (m *module) list() []string {
	var out []string
	for _, p := range m.packages {
		l := lister{module: m.path, own: p, prefix: "pkg " + short(m.path, p.Path()) + ", "}
		for _, name := range p.Scope().Names() {
			if o := p.Scope().Lookup(name); o.Exported() {
				l.object(o)
			}
		}
		out = append(out, l.lines...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// short is the folder of a package of the module, the last element of the path
// for its root. Packages of other modules keep their path.
func short(module, path string) string {
	if path == module {
		return module[strings.LastIndexByte(module, '/')+1:]
	}
	return strings.TrimPrefix(path, module+"/")
}

// lister collects the lines of one package.
type lister struct {
	module, prefix string
	own            *types.Package
	lines          []string
}

func (l *lister) line(format string, args ...any) {
	l.lines = append(l.lines, l.prefix+fmt.Sprintf(format, args...))
}

// qualify names packages in full, those of the module by their folder, and the
// package itself not at all.
func (l *lister) qualify(p *types.Package) string {
	if p == l.own {
		return ""
	}
	return short(l.module, p.Path())
}

func (l *lister) text(t types.Type) string { return types.TypeString(t, l.qualify) }

func (l *lister) object(o types.Object) {
	switch o := o.(type) {
	case *types.Const:
		l.line("const %s %s = %s", o.Name(), l.text(o.Type()), o.Val().ExactString())
	case *types.Var:
		l.line("var %s %s", o.Name(), l.text(o.Type()))
	case *types.Func:
		l.line("func %s%s", o.Name(), l.signature(o.Signature()))
	case *types.TypeName:
		l.typeName(o)
	}
}

// signature is that of a function, from its type parameters on. Names of
// parameters and results are no part of it: users do not depend on them.
func (l *lister) signature(s *types.Signature) string {
	bare := types.NewSignatureType(nil, nil, nil, nameless(s.Params()), nameless(s.Results()), s.Variadic())
	return l.parameters(s.TypeParams()) + strings.TrimPrefix(l.text(bare), "func")
}

func nameless(t *types.Tuple) *types.Tuple {
	var out []*types.Var
	for v := range t.Variables() {
		out = append(out, types.NewParam(v.Pos(), v.Pkg(), "", v.Type()))
	}
	return types.NewTuple(out...)
}

func (l *lister) typeName(o *types.TypeName) {
	name := o.Name()
	if o.IsAlias() {
		l.line("type %s = %s", name, l.text(types.Unalias(o.Type())))
		return
	}
	t := o.Type().(*types.Named)
	name += l.parameters(t.TypeParams())
	switch u := t.Underlying().(type) {
	case *types.Struct:
		l.line("type %s struct", name)
		l.fields(name, u)
	case *types.Interface:
		l.line("type %s %s", name, l.interfaceText(u))
		return
	default:
		l.line("type %s %s", name, l.text(u))
	}
	l.methods(t)
}

// parameters are type parameters with their constraints.
func (l *lister) parameters(list *types.TypeParamList) string {
	var out []string
	for p := range list.TypeParams() {
		out = append(out, p.Obj().Name()+" "+l.text(p.Constraint()))
	}
	if out == nil {
		return ""
	}
	return "[" + strings.Join(out, ", ") + "]"
}

func (l *lister) fields(name string, s *types.Struct) {
	for f := range s.Fields() {
		switch {
		case f.Embedded() && f.Exported():
			l.line("type %s struct, embedded %s", name, l.text(f.Type()))
		case f.Exported():
			l.line("type %s struct, %s %s", name, f.Name(), l.text(f.Type()))
		}
	}
}

// interfaceText lists the methods of an interface. That it has others, which
// only its package can implement, is part of the API too.
func (l *lister) interfaceText(i *types.Interface) string {
	var out []string
	hidden := false
	for m := range i.Methods() {
		if m.Exported() {
			out = append(out, m.Name()+l.signature(m.Signature()))
		}
		hidden = hidden || !m.Exported()
	}
	slices.Sort(out)
	if hidden {
		out = append(out, "unexported methods")
	}
	for e := range i.EmbeddedTypes() {
		if _, isInterface := e.Underlying().(*types.Interface); !isInterface {
			out = append(out, l.text(e))
		}
	}
	if out == nil {
		return "interface{}"
	}
	return "interface{ " + strings.Join(out, "; ") + " }"
}

// methods lists the exported methods of a type, also those of what it embeds.
func (l *lister) methods(t *types.Named) {
	byValue := types.NewMethodSet(t)
	for m := range types.NewMethodSet(types.NewPointer(t)).Methods() {
		f := m.Obj().(*types.Func)
		if !f.Exported() {
			continue
		}
		receiver := "*" + t.Obj().Name()
		if byValue.Lookup(f.Pkg(), f.Name()) != nil {
			receiver = t.Obj().Name()
		}
		l.line("method (%s) %s%s", receiver, f.Name(), l.signature(m.Type().(*types.Signature)))
	}
}

// difference returns the lines that only one of two sorted lists has: "-" those
// of the first, "+" those of the second.
func difference(before, after []string) []string {
	var out []string
	for len(before)+len(after) > 0 {
		switch {
		case len(after) == 0 || len(before) > 0 && before[0] < after[0]:
			out = append(out, "- "+before[0])
			before = before[1:]
		case len(before) == 0 || after[0] < before[0]:
			out = append(out, "+ "+after[0])
			after = after[1:]
		default:
			before, after = before[1:], after[1:]
		}
	}
	return out
}

func join(lines []string) string { return strings.Join(lines, "\n") + "\n" }

func split(text string) []string {
	if text = strings.TrimRight(text, "\n"); text == "" {
		return nil
	}
	return strings.Split(text, "\n")
}
